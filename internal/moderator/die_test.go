package moderator_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

// diceBook is a store that can refuse to remember, and notes in which order it
// was told what.
type diceBook struct {
	*store.Store
	refuse error
	told   []string // "place die/…" and "entry with dice.committed"
}

func (b *diceBook) Place(key, value string) error {
	if b.refuse != nil {
		return b.refuse
	}
	b.told = append(b.told, "place "+key)
	return b.Store.Place(key, value)
}

func (b *diceBook) Commit(c record.Commit) error {
	for _, e := range c.Entries {
		for _, event := range e.Events {
			if d, ok := event.(rules.DiceCommitted); ok {
				b.told = append(b.told, "commit "+moderator.DiePlace("tea", d.Turn, d.Draw))
			}
		}
	}
	return b.Store.Commit(c)
}

const diceGame = `name = "tea"
ruleset = "suber-table.en"
timezone = "UTC"
organiser = "org@example.org"
[customs]
trust = "from"
debate_least = "0h"
[[player]]
given = "Ada"
surname = "Quillfeather"
addresses = ["ada@example.org"]
[[player]]
given = "Bob"
surname = "Crumhorn"
addresses = ["bob@example.org"]
`

// tableGame is a game of the table set that a test plays by the organiser's
// hand.
type tableGame struct {
	*testing.T
	book *diceBook
	m    *moderator.Moderator
	now  time.Time
}

func newTableGame(t *testing.T, s *store.Store) *tableGame {
	t.Helper()
	d := &tableGame{T: t, book: &diceBook{Store: s}, now: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
	d.open()
	f, err := moderator.ParseGameFile("tea.toml", []byte(diceGame))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.m.Create(f, "org@example.org", d.now); err != nil {
		t.Fatal(err)
	}
	return d
}

// open begins anew with what the book holds. The secrets are random ones.
func (d *tableGame) open() {
	d.Helper()
	m, err := moderator.New(d.book, moderator.Settings{Address: "nomic@example.org", Delimiter: "+"})
	if err != nil {
		d.Fatal(err)
	}
	d.m = m
}

func (d *tableGame) try(verb, words string) error {
	d.now = d.now.Add(time.Minute)
	a := moderator.Act{Game: "tea", By: "org@example.org", Verb: verb, Words: words, At: d.now}
	if verb == "ada" || verb == "bob" {
		a.Verb, a.Player = "as", verb+"@example.org"
	}
	_, err := d.m.Act(a)
	return err
}

func (d *tableGame) act(verb, words string) {
	d.Helper()
	if err := d.try(verb, words); err != nil {
		d.Fatalf("%s %s: %v", verb, words, err)
	}
}

// turn has a turn of the mover, which both vote for.
func (d *tableGame) turn(mover, proposal string, number int) {
	d.Helper()
	d.act(mover, proposal)
	d.act("ada", fmt.Sprint(number, " FOR"))
	d.act("bob", fmt.Sprint(number, " FOR"))
}

func (d *tableGame) entries() (all []record.Entry) {
	d.Helper()
	for e, err := range d.book.Entries("tea", 1) {
		if err != nil {
			d.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// dice are the events about dice in the entries that stand.
func (d *tableGame) dice() (committed []rules.DiceCommitted, thrown []rules.DieThrown) {
	d.Helper()
	for _, e := range moderator.Standing(d.entries()) {
		for _, event := range e.Events {
			switch event := event.(type) { // not all: dice
			case rules.DiceCommitted:
				committed = append(committed, event)
			case rules.DieThrown:
				thrown = append(thrown, event)
			}
		}
	}
	return committed, thrown
}

// fair wants nothing wrong with any die.
func (d *tableGame) fair() {
	d.Helper()
	places, err := d.book.Places()
	if err != nil {
		d.Fatal(err)
	}
	kept := func(turn, draw int) string { return places[moderator.DiePlace("tea", turn, draw)] }
	if bad := moderator.CheckDice("tea", d.entries(), kept); len(bad) > 0 {
		d.Errorf("unfair: %v", bad)
	}
}

// The secret is in the book before the commitment is in the record, and the
// commitment is in an earlier entry than the throw.
func TestDieIsKeptThenCommittedToThenThrown(t *testing.T) {
	d := newTableGame(t, store.Memory())
	d.act("start", "")
	d.turn("ada", "enact\nTea is at four.", 301)
	want := "place tokens/tea, place die/tea/1/1, commit die/tea/1/1, place die/tea/2/1, commit die/tea/2/1"
	if got := strings.Join(d.book.told, ", "); got != want {
		t.Errorf("the book was told\n%s, not\n%s", got, want)
	}
	var committed, thrown uint64
	for _, e := range d.entries() {
		for _, event := range e.Events {
			if c, ok := event.(rules.DiceCommitted); ok && c.Turn == 1 {
				committed = e.N
			} else if _, ok := event.(rules.DieThrown); ok {
				thrown = e.N
			}
		}
	}
	if committed == 0 || thrown <= committed {
		t.Errorf("committed to in entry %d, thrown in %d", committed, thrown)
	}
	d.fair()
}

// Where the secret cannot be kept, nothing happens, and the same act can be
// done again.
func TestDieThatCannotBeKept(t *testing.T) {
	d := newTableGame(t, store.Memory())
	d.book.refuse = errors.New("the disk is full")
	if err := d.try("start", ""); !errors.Is(err, d.book.refuse) {
		t.Errorf("start gives %v", err)
	}
	if n := len(d.entries()); n != 1 {
		t.Errorf("there are %d entries", n)
	}
	d.book.refuse = nil
	d.act("start", "")
	d.fair()
}

// A restart, also one between the keeping of the secret and the commitment,
// leaves the die as it was.
func TestDieAfterARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record.db")
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	d := newTableGame(t, s)
	if err := s.Place(moderator.DiePlace("tea", 1, 1), strings.Repeat("ab", 16)); err != nil { // and then it was killed
		t.Fatal(err)
	}
	d.act("start", "")
	d.act("ada", "enact\nTea is at four.")
	d.act("ada", "301 FOR")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = store.Open(path); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	d.book = &diceBook{Store: s}
	d.open()
	d.act("bob", "301 FOR")
	committed, thrown := d.dice()
	if len(thrown) != 1 || thrown[0].Secret != strings.Repeat("ab", 16) {
		t.Fatalf("thrown is %+v", thrown)
	}
	if len(committed) != 2 || committed[0].Hash != (rules.Die{Game: "tea", Turn: 1, Draw: 1, Secret: thrown[0].Secret}).Hash() {
		t.Errorf("committed is %+v", committed)
	}
	d.fair()
}

// Undoing is no way to throw again: the die keeps its value, also when another
// vote leads to it, and the dice of later turns keep theirs.
func TestUndoKeepsTheDie(t *testing.T) {
	d := newTableGame(t, store.Memory())
	d.act("start", "")
	d.turn("ada", "enact\nTea is at four.", 301)
	d.turn("bob", "enact\nCake is at five.", 302)
	before, was := d.dice()
	if len(was) != 2 {
		t.Fatalf("%d throws", len(was))
	}
	d.act("undo", "4 because it was the other Ada")
	if _, now := d.dice(); len(now) != 0 {
		t.Errorf("turn 1 is not over, and %+v is thrown", now)
	}
	d.act("ada", "301 AGAINST")
	d.turn("bob", "enact\nCake is at five.", 302)
	after, now := d.dice()
	if !slices.Equal(was, now) || !slices.Equal(before, after) {
		t.Errorf("the dice were\n%+v, and are\n%+v", was, now)
	}
	d.fair()
}

// Whoever commits to a die only when it is thrown could choose it.
func TestCheckDiceCommittedTooLate(t *testing.T) {
	d := newTableGame(t, store.Memory())
	d.act("start", "")
	d.turn("ada", "enact\nTea is at four.", 301)
	entries := d.entries()
	start, result := &entries[1], &entries[len(entries)-1]
	n := len(start.Events) - 1
	late := start.Events[n]
	if _, ok := late.(rules.DiceCommitted); !ok {
		t.Fatalf("entry %d ends with a %T", start.N, late)
	}
	start.Events, result.Events = start.Events[:n], append([]rules.Event{late}, result.Events...)
	bad := moderator.CheckDice("tea", entries, nil)
	if len(bad) != len(entries)-2 || bad[0].Entry != start.N || !strings.HasPrefix(bad[0].What, "no die is committed to") {
		t.Errorf("it is %v", bad)
	}
}

// The words of a letter are what it takes to throw the die again.
func TestDieInLetters(t *testing.T) {
	d := newTableGame(t, store.Memory())
	d.act("start", "")
	d.turn("ada", "enact\nTea is at four.", 301)
	committed, thrown := d.dice()
	for kind, words := range map[string][]string{
		"started": {committed[0].Hash},
		"ballot":  {committed[0].Hash},
		"result":  {thrown[0].Secret, committed[1].Hash, fmt.Sprintf("shows %d.", thrown[0].Value)},
	} {
		found := 0
		for l, err := range d.book.Letters("tea") {
			if err != nil {
				t.Fatal(err)
			}
			if l.Kind != kind {
				continue
			}
			found++
			raw, _, _ := d.book.Body(l.Raw)
			text := letterText(raw)
			for _, w := range words {
				if !strings.Contains(text, w) {
					t.Errorf("the %s to %s has no %q:\n%s", kind, l.To[0], w, text)
				}
			}
			if kind != "result" && strings.Contains(text, thrown[0].Secret) {
				t.Errorf("the %s tells the secret", kind)
			}
		}
		if found != 2 {
			t.Errorf("%d letters of the kind %s", found, kind)
		}
	}
}
