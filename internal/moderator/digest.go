package moderator

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/rulesets"
	"nomicmail/templates"
)

// digestEvery is how often the players get the rules, if any of them has changed.
const digestEvery = 7 * 24 * time.Hour

// digestPlace is where the book has when the last digest of a game was due.
const digestPlace = "digest/"

// SendDigests sends the digests that are due at a moment, and says whether there were any.
func (m *Moderator) SendDigests(at time.Time) (sent bool, err error) {
	places, err := m.book.Places()
	if err != nil {
		return false, fmt.Errorf("moderator: find the last digests: %w", err)
	}
	for _, t := range m.tables() {
		talked, e := m.sendGathered(t, places, at)
		sent, err = sent || talked, errors.Join(err, e)
		last := dayOf(places[digestPlace+t.name], t.born)
		if at.Sub(last) < digestEvery {
			continue
		}
		did := false
		if _, known := places[digestPlace+t.name]; known || at.Sub(last) < 2*digestEvery { // else nobody has looked for weeks
			var e error
			if did, e = m.sendDigest(t, last, at); e != nil {
				err = errors.Join(err, e)
				continue
			}
		}
		sent = sent || did
		err = errors.Join(err, m.book.Place(digestPlace+t.name, at.UTC().Format(time.RFC3339)))
	}
	return sent, err
}

// dayOf reads a moment from the book; it is born where there is none.
func dayOf(value string, born time.Time) time.Time {
	if at, err := time.Parse(time.RFC3339, value); err == nil {
		return at
	}
	return born
}

// sendDigest sends the players what has changed since a moment, unless that is
// nothing.
func (m *Moderator) sendDigest(t *table, since, at time.Time) (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.game.Status != rules.Running || custom(t.game, "digest") != "weekly" || t.game.Reports() {
		return false, nil
	}
	d, err := m.digest(t.name, t.game, parser.Ask{What: "rules"}, at)
	if err != nil {
		return false, err
	}
	if err := m.tellChanges(&d, t, t.game, since); err != nil || len(d.Changed) == 0 {
		return false, err
	}
	s := m.sheet(t, at, record.Cause{Kind: "post"})
	for _, to := range s.all() {
		s.post(to, "digest", 0, func(f templates.Frame) templates.Letter { d := d; d.Frame = f; return d })
		if n := len(s.drafts); n > 0 && s.drafts[n-1].to == to {
			s.drafts[n-1].files = s.rulesFile()
		}
	}
	s.toObservers("digest", 0, func(f templates.Frame) templates.Letter { d := d; d.Frame = f; return d })
	_, err = s.close()
	return err == nil, err
}

// sinceDigest is from when on a digest that was asked for tells what has changed:
// from the last one on, a week at most.
func (m *Moderator) sinceDigest(t *table, at time.Time) time.Time {
	places, err := m.book.Places()
	if err != nil {
		m.set.Log.Error("the last digest cannot be found", "game", t.name, "err", err)
	}
	since := dayOf(places[digestPlace+t.name], t.born)
	if week := at.Add(-digestEvery); since.Before(week) {
		return week
	}
	return since
}

// tellChanges adds to a digest what is otherwise in g than it was at a moment.
func (m *Moderator) tellChanges(d *templates.Digest, t *table, g *rules.Game, since time.Time) error {
	then, err := m.gameAt(t.name, since)
	if err != nil {
		return err
	}
	if since.Before(t.born) || len(then.Rules) == 0 {
		return nil
	}
	d.Since, d.Changed = since, changes(then, g)
	return nil
}

// changes are how the rules of two moments differ, in the order of the proposals.
func changes(then, now *rules.Game) []templates.Changed {
	var list []templates.Changed
	kept := map[int]bool{}
	for _, r := range now.Rules {
		old := ancestor(then, r)
		if old != nil {
			kept[old.Number] = true
		}
		if c := change(old, r); c.Kind != "" {
			c.Proposal = r.Number
			if n := len(r.Amendments); n > 0 {
				c.Proposal = r.Amendments[n-1].Number
			}
			if now.Proposal(c.Proposal) == nil {
				c.Proposal = 0
			}
			list = append(list, c)
		}
	}
	for _, r := range then.Rules {
		if !kept[r.Number] {
			list = append(list, templates.Changed{Proposal: repealing(now, r.Number), Kind: "repeal", Was: r.Number, Title: r.Title, Old: r.Text})
		}
	}
	slices.SortStableFunc(list, func(a, b templates.Changed) int { return cmp.Compare(a.Proposal, b.Proposal) })
	return list
}

// ancestor is what a rule was in an earlier game; nil when there was none.
func ancestor(then *rules.Game, r *rules.Rule) *rules.Rule {
	for _, old := range then.Rules {
		if old.Number == r.Number || slices.Contains(r.Was, old.Number) {
			return old
		}
	}
	return nil
}

// change is how a rule differs from what it was; its Kind is "" if it does not.
func change(old, r *rules.Rule) templates.Changed {
	c := templates.Changed{Rule: r.Number, Title: r.Title}
	if old == nil {
		c.Kind, c.New = "enact", r.Text
		return c
	}
	if old.Number != r.Number {
		c.Was = old.Number
	}
	switch {
	case old.Text != r.Text:
		c.Kind, c.Old, c.New = "amend", old.Text, r.Text
	case old.Clause != r.Clause:
		c.Kind, c.Old, c.New = "amend", old.Clause, r.Clause
	}
	if old.Mutable != r.Mutable {
		c.Kind = "transmute"
	}
	return c
}

// repealing is the proposal that repealed a rule, or 0.
func repealing(g *rules.Game, number int) int {
	for _, r := range slices.Backward(g.Gone) {
		if r.Number == number || slices.Contains(r.Was, number) {
			return r.Repealed
		}
	}
	return 0
}

// lastSums are the points of the last turn that has ended, with their sums.
func lastSums(g *rules.Game) (of int, list []templates.Award) {
	var last *rules.Proposal
	for _, p := range recent(g) {
		if p.State == rules.Adopted || p.State == rules.Defeated {
			last = p
		}
	}
	if last == nil {
		return 0, nil
	}
	for _, a := range g.Awards {
		if a.Proposal == last.ID && a.Rule != 0 {
			list = append(list, award(g, last, a))
		}
	}
	return last.Number, list
}

// chief are the names whose rules a newcomer wants to read first: whose turn it
// is and what it brings, then votes, points, and how one wins.
var chief = []string{"turn_order", "when_turn_ends", "adopted", "votes_of", "when_adopted", "when_defeated", "goal"}

// primer are the rules for a newcomer, those that matter most often apart.
func primer(g *rules.Game) (first, others []templates.RuleLine) {
	seen := map[int]bool{}
	for _, name := range chief {
		if r, ok := g.Answer(name); ok && !seen[r.Number] {
			seen[r.Number] = true
			first = append(first, ruleLine(g, r))
		}
	}
	for _, r := range g.Rules {
		if !seen[r.Number] {
			others = append(others, ruleLine(g, r))
		}
	}
	return first, others
}

// rulesFile is the ruleset as a file of text. There is none where it cannot be
// written.
func (s *sheet) rulesFile() []Attachment {
	day := s.at.UTC().Format(time.DateOnly)
	text, err := markdownOf(s.g, s.at)
	if err != nil {
		s.m.set.Log.Error("the rules cannot be written as a file", "game", s.t.name, "err", err)
		return nil
	}
	text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) // RFC 2046 §4.1.1
	return []Attachment{{Name: fmt.Sprintf("rules-%s-%s.txt", s.g.Name, day), Body: text}}
}

// markdownOf is the ruleset of a game in the form that "ruleset check" reads. At is
// the day in its title.
func markdownOf(g *rules.Game, at time.Time) ([]byte, error) {
	set := rulesets.Set{Name: g.Ruleset, Language: g.Language, Title: g.Name + ", " + at.UTC().Format(time.DateOnly)}
	for _, r := range g.Rules {
		set.Rules = append(set.Rules, *r)
	}
	var b bytes.Buffer
	err := set.Write(&b)
	return b.Bytes(), err
}
