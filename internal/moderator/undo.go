package moderator

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// undo takes an entry back and decides anew, from the stored inputs, what came
// after it. The record keeps both: an entry with Undone, then the entries that
// tell the later moves again.
func (s *sheet) undo(words string) (templates.Item, *rules.Refusal, error) {
	number, why := because(words)
	n, err := strconv.ParseUint(strings.TrimPrefix(number, "#"), 10, 64)
	if err != nil || n < 2 {
		return templates.Item{}, nil, &Misread{words, "undo 12 because …"}
	}
	before := s.g
	changes, err := s.retell(n, why)
	if err != nil {
		return templates.Item{}, nil, err
	}
	s.drafts = nil // what was retold was told before
	s.notice("undone", templates.Notice{Number: int(n), Why: why, Changes: changes})
	if moverName(before) != moverName(s.g) && moverName(s.g) != "" {
		s.tellMover([]rules.Event{rules.TurnBegan{}})
	}
	return templates.Item{Did: "done", Name: "undo", Number: int(n)}, nil, nil
}

// retell writes the entries that undo entry n and tell anew what followed, and
// lists what that changes.
func (s *sheet) retell(n uint64, why string) ([]string, error) {
	all, err := collect(s.m.book.Entries(s.t.name, 1))
	if err != nil {
		return nil, fmt.Errorf("moderator: read the record of %s: %w", s.t.name, err)
	}
	line := Standing(append(all, s.entries...))
	i := slices.IndexFunc(line, func(e record.Entry) bool { return e.N == n })
	if i < 1 {
		return nil, &Misread{strconv.FormatUint(n, 10), "an entry that stands in the record, as \"record\" lists them"}
	}
	if _, undoing := undoes(line[i]); undoing {
		return nil, &Misread{strconv.FormatUint(n, 10), "an undoing cannot itself be undone: enter what is missing with \"as\""}
	}
	before := s.g
	if err := s.endEntry(); err != nil {
		return nil, err
	}
	s.g = Fold(line[:i])
	s.g.UseSecrets(s.secret)
	undone := rules.Undone{Entry: n, Why: why, Held: before.LastQuestion()}
	s.g.Apply(undone, s.at)
	s.events = append(s.events, undone)
	if err := s.endEntry(); err != nil {
		return nil, err
	}
	if err := s.again(line[i+1:]); err != nil {
		return nil, err
	}
	return differences(before, s.g), nil
}

// again plays the inputs of entries once more, each at its own time.
func (s *sheet) again(entries []record.Entry) error {
	at, cause, in, who, letter := s.at, s.cause, s.in, s.who, s.letter
	defer func() { s.at, s.cause, s.in, s.who, s.letter, s.retold = at, cause, in, who, letter, nil }()
	for _, e := range entries {
		if _, undoing := undoes(e); undoing {
			continue
		}
		s.at, s.cause, s.who, s.letter, s.retold = e.At, e.Cause, nil, nil, e.Events
		if err := s.replayCause(e); err != nil {
			return err
		}
		if err := s.endEntry(); err != nil {
			return err
		}
	}
	return nil
}

func (s *sheet) replayCause(e record.Entry) error {
	if e.Cause.Kind == "clock" {
		_, _, err := s.decide(rules.Tick{Now: TickedAt(e)}, rules.By{})
		return err
	}
	if marked, err := s.markedAgain(e); marked || err != nil {
		return err
	}
	raw, ok, err := s.m.book.Input(e.Cause.Raw)
	if err != nil || !ok {
		return fmt.Errorf("moderator: the input of entry %d is not in the store (%v)", e.N, err)
	}
	s.in = &record.Input{Hash: raw.Hash, From: raw.From, ID: raw.ID, At: raw.At}
	if e.Cause.Kind == "act" {
		var a Act
		if err := json.Unmarshal(raw.Raw, &a); err != nil {
			return fmt.Errorf("moderator: read the act of entry %d: %w", e.N, err)
		}
		if err := s.act(a); err != nil && !isNo(err) {
			return err
		}
		return nil
	}
	l := parser.Parse(raw.Raw, s.m.options())
	l.Signers = raw.Signers
	s.letter = l
	return s.hear(l)
}

// TickedAt is when a clock's entry was really made, as far as that mattered: a
// deadline that moved because the reminder came late moves again.
func TickedAt(e record.Entry) time.Time {
	for _, ev := range e.Events {
		if m, ok := ev.(rules.DeadlineMoved); ok && m.Down {
			return m.To.AddDate(0, 0, -1)
		}
	}
	return time.Time{}
}

func isNo(err error) bool {
	switch err.(type) {
	case *rules.Refusal, *Misread:
		return true
	}
	return false
}

// differences lists every score, rule and turn in which two states of a game
// differ.
func differences(a, b *rules.Game) []string {
	var list []string
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	for _, id := range b.Order {
		was, is := a.Player(id), b.Player(id)
		if was == nil || is == nil || was.Points == is.Points && was.State == is.State {
			continue
		}
		add("%s: %s points, %s (was %s, %s)", is.Name(), is.Points, is.State, was.Points, was.State)
	}
	for _, r := range b.Rules {
		if old := a.Rule(r.Number); old == nil || old.Number != r.Number {
			add("rule %d is in force", r.Number)
		} else if old.Text != r.Text || old.Clause != r.Clause || old.Mutable != r.Mutable {
			add("rule %d reads differently", r.Number)
		}
	}
	for _, r := range a.Rules {
		if now := b.Rule(r.Number); now == nil || now.Number != r.Number {
			add("rule %d is not in force", r.Number)
		}
	}
	if a.Turn.Number != b.Turn.Number || a.Turn.Mover != b.Turn.Mover {
		add("turn %d of %s (was turn %d of %s)", b.Turn.Number, name(b, b.Turn.Mover), a.Turn.Number, name(a, a.Turn.Mover))
	}
	if a.Status != b.Status {
		add("the game is %s (was %s)", b.Status, a.Status)
	}
	return list
}

// Undoing lists what undoing an entry would change, without doing it.
func (m *Moderator) Undoing(game string, entry uint64) ([]string, error) {
	t, err := m.table(game)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	s := m.sheet(t, t.game.Clone().Turn.Began, record.Cause{Kind: "act"})
	return s.retell(entry, "")
}
