package moderator

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// sureReason is why an undoing that was asked for by mail is held: the organiser
// sees first what it would change.
const sureReason = "undo-sure"

// undoing is what an organiser wants undone.
type undoing struct {
	entry   uint64
	despite bool   // a ratified report
	instead string // words that count in its place, "" for none
	why     string
	dispute *rules.Question // that it settles, nil for none

	// right are ballots on a proposal with which the entry, its count, is told anew.
	right    []rules.RightBallot
	proposal rules.ProposalID
}

var undoWords = regexp.MustCompile(`(?is)^#?(\d+)(?:\s+(ratified|ratificad[oa]|onaylı|hiteles))?(?:\s+(?:as|como|olarak|mint):?\s+(.+))?$`)

// readUndoing reads "12", "12 because …" and "12 as 301 FOR because …".
func readUndoing(words string) (undoing, error) {
	about, why := because(words)
	m := undoWords.FindStringSubmatch(about)
	if m == nil {
		return undoing{}, &Misread{words, "undo 12 because …"}
	}
	n, err := strconv.ParseUint(m[1], 10, 64)
	if err != nil {
		return undoing{}, &Misread{words, "undo 12 because …"}
	}
	return undoing{entry: n, despite: m[2] != "", instead: strings.Trim(m[3], `"“” `), why: why}, nil
}

// undo takes an entry back. By mail it asks first, with all that would change;
// the command line has asked by itself.
func (s *sheet) undo(words string) (templates.Item, *rules.Refusal, error) {
	u, err := readUndoing(words)
	switch {
	case err != nil:
		return templates.Item{}, nil, err
	case s.retelling: // what was undone stays undone, whatever is told anew
		return templates.Item{Did: "undone"}, nil, nil
	case !u.despite && s.ratifiedBefore(u.entry) != nil:
		return templates.Item{}, s.ratifiedBefore(u.entry), nil
	case s.letter != nil:
		return s.askToUndo(u, words)
	}
	return s.undoNow(u)
}

// askToUndo asks the organiser whether an entry is to be undone, and says what
// that would change.
func (s *sheet) askToUndo(u undoing, words string) (templates.Item, *rules.Refusal, error) {
	changes, refusal, err := s.foretold(u)
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	lang := s.senderAddress().language
	answers := []string{templates.Answer(lang, "do-undo"), templates.Answer(lang, "let-stand")}
	by := s.by()
	h := rules.Hold{Player: by.Player, From: s.in.From, Text: "undo " + words, Reason: sureReason, Answers: answers, First: s.offered + 1, Foretold: digestOf(changes)}
	events, refusal, err := s.decide(h, by)
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	item := templates.Item{Held: sureReason, Answers: answers, Number: int(u.entry), Deed: s.deed(u.entry), Undoes: changes}
	for _, e := range events {
		if q, ok := e.(rules.WordsHeld); ok {
			item.Number, item.First, item.Entry = q.Held, q.First, u.entry
		}
	}
	s.offered += len(answers)
	return item, nil, nil
}

// undoAsked undoes what an organiser was asked about and has said yes to. If it
// would change something else by now, the organiser is asked again instead.
func (s *sheet) undoAsked(q *rules.Question, u undoing) (templates.Item, *rules.Refusal, error) {
	if q.Foretold == "" || s.letter == nil {
		return s.undoNow(u)
	}
	changes, refusal, err := s.foretold(u)
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	if digestOf(changes) == q.Foretold {
		return s.undoNow(u)
	}
	item, refusal, err := s.askToUndo(u, strings.TrimPrefix(q.Text, "undo "))
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	item.Again = true
	_, refusal, err = s.decide(rules.SettleHeld{Held: q.Held, How: rules.DroppedHeld}, rules.By{Organiser: true})
	return item, refusal, err
}

// digestOf tells one list of changes from another.
func digestOf(changes []templates.Difference) string {
	sum := sha256.Sum256([]byte(strings.Join(templates.Differences("en", changes), "\n")))
	return hex.EncodeToString(sum[:8])
}

// foretold is what an undoing would change. Nothing is done.
func (s *sheet) foretold(u undoing) ([]templates.Difference, *rules.Refusal, error) {
	if err := s.endEntry(); err != nil {
		return nil, nil, err
	}
	d := s.m.sheet(s.t, s.at, s.cause)
	d.g, d.entries, d.in = s.g.Clone(), slices.Clone(s.entries), s.in
	d.g.UseSecrets(d.secret)
	return d.retell(u)
}

// undoNow takes an entry back and decides anew, from the stored inputs, what
// came after it. The record keeps both: an entry with Undone, then the entries
// that tell the later moves again.
func (s *sheet) undoNow(u undoing) (templates.Item, *rules.Refusal, error) {
	if _, refusal, err := s.foretold(u); refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	before, deed := s.g, s.deed(u.entry)
	changes, refusal, err := s.retell(u)
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	if u.dispute == nil {
		u.dispute = disputeAbout(before, u.entry)
	}
	n := templates.Notice{Entry: u.entry, Deed: deed, Why: u.why, Text: u.instead, Undoes: changes}
	if hushed(s.g) {
		n.Text = ""
	}
	if u.dispute != nil {
		n.Name = name(s.g, u.dispute.Player)
		if err := s.disputeOver(u.dispute, fmt.Sprintf("undo %d", u.entry)); err != nil {
			return templates.Item{}, nil, err
		}
	}
	if s.g.Status == rules.Running {
		st := standing(s.g, s.at)
		n.Now = &st
	}
	revised, err := s.tellRevisions(before, u.why, changes)
	if err != nil {
		return templates.Item{}, nil, err
	}
	if !revised {
		s.notice("undone", n)
	}
	s.tellKey(u)
	if moverName(before) != moverName(s.g) && s.g.Phase == rules.Proposing && moverName(s.g) != "" {
		s.tellMover([]rules.Event{rules.TurnBegan{}})
	}
	return templates.Item{Did: "undone", Entry: u.entry}, nil, nil
}

// Undoing lists what undoing would change, without doing it. Its words are those
// of the command: "12", or "12 as 301 FOR".
func (m *Moderator) Undoing(game, words string) ([]string, error) {
	u, err := readUndoing(words)
	if err != nil {
		return nil, err
	}
	t, err := m.table(game)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	s := m.sheet(t, t.game.Clone().Turn.Began, record.Cause{Kind: "act"})
	changes, refusal, err := s.retell(u)
	if refusal != nil {
		return nil, refusal
	}
	return templates.Differences("en", changes), err
}
