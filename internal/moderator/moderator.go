// Package moderator is the clerk: the one place where a mail, an act of the
// organiser or the passing of time becomes an effect on a game.
//
// [Moderator.Receive] takes a mail, [Moderator.Act] an act of the organiser,
// [Moderator.Tick] the clock. Each reads what was asked, has package rules
// decide, writes the letters, and commits all of it at once: the input, the
// events and the letters are in the record together or not at all. Sending
// comes after, from the outbox. An error from any of the three means that
// nothing happened and that the input must be tried again.
package moderator

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

// Book is where the record is kept.
type Book interface {
	Commit(record.Commit) error
	Games() ([]string, error)
	Entries(game string, from uint64) iter.Seq2[record.Entry, error]
	Input(record.Hash) (record.Input, bool, error)
	InputsByID(messageID string) ([]record.Hash, error)
	Letter(messageID string) (record.Letter, bool, error)
	Body(record.Hash) ([]byte, bool, error)
	// Place remembers a value under a key, and Places gives all of them.
	Place(key, value string) error
	Places() (map[string]string, error)
}

// Settings are the facts about this installation that letters and reading
// need.
type Settings struct {
	Address    string   // the mailbox's address: games without their own get Address with a tag
	Delimiter  string   // between the local part and the tag, "+" at most providers, "" for none
	Return     string   // where letters come back to: ReturnToken, ReturnPlain, or "" without tokens
	AuthServer string   // the pinned authserv-id of the receiving server; "" and parser.AnyServer as parser.Options has them
	Organisers []string // addresses that are organisers of every game
	MaxSize    int      // bytes of a mail; 0 for the parser's default

	// Ruleset finds a ruleset by its name; nil for the built-in ones alone.
	Ruleset func(name string) (rulesets.Set, error)
	// Signers finds the domains whose DKIM signature on a mail holds; nil
	// where nobody looks. What it finds is kept with the mail.
	Signers func(raw []byte) []string
	// Now is the time; nil where the time of each input is all there is to know.
	// It tells when a reminder comes too late: see [rules.Tick].
	Now  func() time.Time
	Rand io.Reader    // for the nonces of votes and the secrets of dice; nil for crypto/rand
	Log  *slog.Logger // nil for none
}

// Moderator runs games. Its methods may be called by several goroutines; each
// game is worked on by one at a time.
type Moderator struct {
	book    Book
	set     Settings
	reading reading

	mu sync.Mutex // guards all below
	at map[string]*table

	answers    map[string]tally  // of a day, see mayAnswer; nil until they are read
	returns    []byte            // the secret of the tokens in return paths; nil until one is needed
	signatures map[string]string // the game in which each was played, by digest

	followed map[string][]string // the organisers of each game that is only followed: see withhold
}

// table is a game that is being played: its state and the head of its record.
type table struct {
	mu        sync.Mutex
	name      string
	game      *rules.Game
	head      uint64
	hash      record.Hash
	address   string
	lists     atomic.Pointer[[]rules.MailList] // of game, for who has no lock
	born      time.Time                        // when the game was made
	secrets   map[string]string                // of dice, by their place; nil until one is needed
	seals     [][]byte                         // the secrets of tokens, see openSeals; never changed
	usual     map[rules.PlayerID][]heard
	stallTold time.Time // when the organisers were last told that nothing moves, since this process began
}

// New opens the games that book holds.
func New(book Book, set Settings) (*Moderator, error) {
	if set.Rand == nil {
		set.Rand = rand.Reader
	}
	if set.Log == nil {
		set.Log = slog.New(slog.DiscardHandler)
	}
	if set.Ruleset == nil {
		set.Ruleset = rulesets.Load
	}
	m := &Moderator{book: book, set: set, reading: reading{parser.Parse, parser.Read}, at: map[string]*table{}, signatures: map[string]string{}, followed: map[string][]string{}}
	places, err := book.Places()
	if err != nil {
		return nil, fmt.Errorf("moderator: look for secrets: %w", err)
	}
	names, err := book.Games()
	if err != nil {
		return nil, fmt.Errorf("moderator: list games: %w", err)
	}
	for _, name := range names {
		t, err := m.load(name)
		if err == nil {
			err = m.openSeals(t, places, readSeals(places[SharedTokenPlace]))
		}
		if err != nil {
			return nil, err
		}
		m.at[name] = t
		m.noteFollowed(t.game)
		m.rememberSignatures(t.game, 0)
	}
	return m, nil
}

// load folds the record of a game into its state.
func (m *Moderator) load(name string) (*table, error) {
	entries, err := collect(m.book.Entries(name, 1))
	if err != nil {
		return nil, fmt.Errorf("moderator: read the record of %s: %w", name, err)
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("moderator: the record of %s is empty", name)
	}
	last := entries[len(entries)-1]
	t := &table{name: name, game: Fold(entries), head: last.N, hash: last.Hash}
	t.furnish(entries[0])
	t.keepLists()
	t.hears(entries)
	return t, nil
}

// furnish takes from the first entry what only the moderator needs.
func (t *table) furnish(first record.Entry) {
	t.born = first.At
	for _, e := range first.Events {
		if c, ok := e.(rules.GameCreated); ok {
			t.address = c.Address
		}
	}
}

func collect(seq iter.Seq2[record.Entry, error]) ([]record.Entry, error) {
	var all []record.Entry
	for e, err := range seq {
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// ErrNoGame is returned for a name that no game bears.
var ErrNoGame = errors.New("no such game")

func (m *Moderator) table(name string) (*table, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.at[name]
	if t == nil {
		return nil, fmt.Errorf("%w: %s", ErrNoGame, name)
	}
	return t, nil
}

// tables are all games, by name.
func (m *Moderator) tables() []*table {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []*table
	for _, t := range m.at {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *table) int {
		if a.name < b.name {
			return -1
		}
		return 1
	})
	return all
}

// Games are the names of all games, sorted.
func (m *Moderator) Games() []string {
	var names []string
	for _, t := range m.tables() {
		names = append(names, t.name)
	}
	return names
}

// Game gives a copy of a game as it stands.
func (m *Moderator) Game(name string) (*rules.Game, error) {
	t, err := m.table(name)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.game.Clone(), nil
}

// NextDeadline is the earliest moment at which a Tick would do something in any
// game; zero when nothing is due.
func (m *Moderator) NextDeadline() time.Time {
	var next time.Time
	for _, t := range m.tables() {
		t.mu.Lock()
		d := due(t.game)
		if d.IsZero() {
			d = t.nextStall()
		}
		t.mu.Unlock()
		if !d.IsZero() && (next.IsZero() || d.Before(next)) {
			next = d
		}
	}
	return next
}

// Mail is a mail as the mailbox hands it over.
type Mail struct {
	Raw   []byte
	At    time.Time // official time: when the mailbox received it
	Where string    // e.g. "INBOX/7/42"
	// Fault says why the mailbox could not give the whole mail, or "".
	Fault string
}

// Outcome is what became of a mail.
type Outcome struct {
	ID       string   // Message-ID
	From     string   // address
	Game     string   // "" when it belongs to none
	Outcome  string   // "counted", "held", "refused", "answered", "ignored: ...", "duplicate", "set aside: ..."
	Commands []string // one line each: what was read, and what became of it
	Entry    uint64   // of the record, 0 when the game did not change

	// Returned is the letter of ours that came back with this mail, or nil.
	Returned *Returned
}

func (m *Moderator) options() parser.Options {
	own := []string{m.set.Address}
	for _, t := range m.tables() {
		if t.address != "" {
			own = append(own, t.address)
		}
	}
	return parser.Options{AuthServer: m.set.AuthServer, Own: own, MaxSize: m.set.MaxSize, Lists: m.lists()}
}
