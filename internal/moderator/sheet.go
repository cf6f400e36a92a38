package moderator

import (
	"errors"
	"fmt"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/internal/signature"
	"nomicmail/templates"
)

// sheet is what one input does to one game before it is committed: a working
// copy of the game, the entries that will be written, and the letters that
// tell of them. Thrown away, nothing has happened.
type sheet struct {
	m         *Moderator
	t         *table
	g         *rules.Game // the working copy
	at        time.Time   // official time of the input
	cause     record.Cause
	in        *record.Input  // nil for the clock
	letter    *parser.Letter // nil unless a mail
	who       *rules.Player  // the sender, nil when no player
	events    []rules.Event  // of the entry being written
	entries   []record.Entry // finished ones
	items     []templates.Item
	aside     []templates.Item
	drafts    []draft
	letters   []record.Letter
	bodies    map[record.Hash][]byte
	worded    []worded
	asked     bool            // an answer letter to the sender is among the drafts
	asks      []parser.Ask    // which those letters answer
	asking    []rules.Settled // the questions that the mail may be answering
	several   bool            // they are of several letters
	offered   int             // answers to questions in the receipt so far
	keys      earlierKeys     // of sealed ballots, while they are told anew
	retold    []rules.Event   // of the entry that is told anew after an undoing
	level     string          // how sure it is who speaks
	proof     signature.Proof // of the signature on the mail
	shared    []*rules.Player // who write from the sender's address, when it is not clear who does
	unsure    doubtful        // what must be confirmed first
	confirmed bool            // the mail that is being heard has been confirmed
	since     time.Time       // official time of the mail that is heard anew; zero for others
	hand      string          // the organiser whose act is being done, as the players are told; "" for other things
	entered   []string        // of whom, and why, the others know that something was entered
	retelling bool            // what came after an undone entry is being told anew
	origin    *record.Input   // while retelling: the input of the sheet, which the book has not got yet
	answers   record.Letter   // the letter of ours that the mail answers
	fault     error           // a die's secret could not be had
	copied    other           // what another copy of the mail tells of it
	noForce   string          // the outcome of what was sent where it has no force, "" for nothing
	heldOver  bool            // the organisers were asked what words mean
}

func (m *Moderator) sheet(t *table, at time.Time, cause record.Cause) *sheet {
	s := &sheet{
		m: m, t: t, g: t.game.Clone(), at: at.UTC(), cause: cause,
		bodies: map[record.Hash][]byte{},
	}
	s.g.UseSecrets(s.secret)
	return s
}

// decide has the rules decide one command and writes what follows from it.
func (s *sheet) decide(c rules.Command, by rules.By) ([]rules.Event, *rules.Refusal, error) {
	events, err := rules.Decide(s.g, c, by, s.at)
	if s.fault != nil {
		return nil, nil, s.fault
	}
	var no *rules.Refusal
	if errors.As(err, &no) {
		return nil, no, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("moderator: %s: %T: %w", s.t.name, c, err)
	}
	if len(events) == 0 {
		return nil, nil, nil
	}
	before := s.g
	s.g = s.g.Clone()
	for _, e := range events {
		s.g.Apply(e, s.at)
	}
	s.events = append(s.events, events...)
	s.announce(before, events)
	return events, nil, s.fault
}

// passTime lets everything happen that was due before this input, so that a
// deadline is never closed before the mail received ahead of it was read, nor
// left open for mail received after it. It is an entry of its own.
func (s *sheet) passTime() error {
	next := s.g.NextDeadline()
	if next.IsZero() || !next.Before(s.counts()) {
		return nil
	}
	at, cause, who := s.at, s.cause, s.who
	s.at, s.cause, s.who = s.at.Add(-time.Nanosecond), record.Cause{Kind: "clock"}, nil
	defer func() { s.at, s.cause, s.who = at, cause, who }()
	if _, _, err := s.decide(rules.Tick{Now: s.m.now()}, rules.By{}); err != nil {
		return err
	}
	return s.endEntry()
}

// endEntry closes the entry being written, if anything stands in it.
func (s *sheet) endEntry() error {
	if len(s.events) == 0 {
		return nil
	}
	head, prev := s.head()
	e := record.Entry{Game: s.t.name, N: head + 1, At: s.at, Cause: s.cause, Events: s.events}
	if err := record.Seal(&e, prev); err != nil {
		return fmt.Errorf("moderator: %s: seal entry %d: %w", s.t.name, e.N, err)
	}
	s.entries, s.events = append(s.entries, e), nil
	for i := range s.drafts {
		if s.drafts[i].entry == 0 {
			s.drafts[i].entry = e.N
		}
	}
	return nil
}

func (s *sheet) head() (uint64, record.Hash) {
	if n := len(s.entries); n > 0 {
		return s.entries[n-1].N, s.entries[n-1].Hash
	}
	return s.t.head, s.t.hash
}

// close writes the letters and commits the sheet.
func (s *sheet) close() (Outcome, error) {
	if err := s.endEntry(); err != nil {
		return Outcome{}, err
	}
	if err := s.write(); err != nil {
		return Outcome{}, err
	}
	c := record.Commit{Game: s.t.name, Head: s.t.head, Entries: s.entries, Input: s.in, Letters: s.letters, Bodies: s.bodies}
	if len(s.entries) == 0 && s.in == nil && len(s.letters) == 0 {
		return Outcome{}, nil
	}
	if err := s.m.commit(c); err != nil {
		return Outcome{}, err
	}
	s.m.rememberSignatures(s.g, len(s.t.game.Signatures))
	s.t.game = s.g
	s.t.game.UseSecrets(nil)
	s.m.noteFollowed(s.g)
	s.t.keepLists()
	s.t.head, s.t.hash = s.head()
	s.t.hears(s.entries)
	s.m.set.Log.Info("played", "game", s.t.name, "cause", s.cause.Kind, "id", s.cause.ID,
		"from", s.cause.From, "entries", len(s.entries), "letters", len(s.letters))
	return s.outcome(), nil
}

func (s *sheet) outcome() Outcome {
	o := Outcome{Game: s.t.name}
	if s.in != nil {
		o = outcomeOf(s.in)
	}
	if len(s.entries) > 0 {
		o.Entry = s.entries[len(s.entries)-1].N
	}
	return o
}

func (m *Moderator) commit(c record.Commit) error {
	m.withhold(c.Letters)
	if err := m.book.Commit(c); err != nil {
		return fmt.Errorf("moderator: commit: %w", err)
	}
	return nil
}

// now is the time, zero where nobody tells.
func (m *Moderator) now() time.Time {
	if m.set.Now == nil {
		return time.Time{}
	}
	return m.set.Now().UTC()
}

// Tick lets time move every game on, up to and with the moment at. It must not
// be called before all mail received until then was handed to Receive.
func (m *Moderator) Tick(at time.Time) error {
	var all error
	for _, t := range m.tables() {
		all = errors.Join(all, m.tick(t, at))
	}
	return all
}

func (m *Moderator) tick(t *table, at time.Time) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	next := due(t.game)
	if next.IsZero() || next.After(at) {
		return m.tellStall(t, at)
	}
	s := m.sheet(t, at, record.Cause{Kind: "clock"})
	if _, _, err := s.decide(rules.Tick{Now: m.now()}, rules.By{}); err != nil {
		return err
	}
	_, err := s.close()
	return err
}
