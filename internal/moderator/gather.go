package moderator

import (
	"fmt"
	"slices"
	"time"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// Whoever has said "talk digest" gets the talk of the others in one letter in the
// evening, or on Sunday evening. The record has no words of it: they are read
// again out of the mails, as they were read when they were passed on.

// evening is the hour, in the game's zone, at which such letters are sent.
const evening = 18

// gatheredPlace is where the book has when the last evening of a game was.
const gatheredPlace = "talk/"

// gatheredKind is the kind of such letters.
const gatheredKind = "talk-digest"

// maxGathered is how many bytes of talk go into one letter.
const maxGathered = 12_000

// lastEvening is the last moment up to and with at when the talk that was gathered
// is due.
func lastEvening(g *rules.Game, at time.Time) time.Time {
	d := at.In(g.Zone)
	day := d.Day()
	for {
		due := time.Date(d.Year(), d.Month(), day, evening, 0, 0, 0, g.Zone)
		if !due.After(at) && (custom(g, "talk_digest") != "weekly" || due.Weekday() == time.Sunday) {
			return due.UTC()
		}
		day--
	}
}

// sendGathered sends the talk that players let gather, if an evening has come
// since that of the book, and says whether there was any.
func (m *Moderator) sendGathered(t *table, places map[string]string, at time.Time) (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	gather := func(p *rules.Player) bool { return !p.Gathers.IsZero() }
	if !slices.ContainsFunc(t.game.Players, gather) {
		return false, nil
	}
	due, last := lastEvening(t.game, at), dayOf(places[gatheredPlace+t.name], time.Time{})
	if !due.After(last) {
		return false, nil
	}
	s := m.sheet(t, due, record.Cause{Kind: "post"})
	_, told, err := m.book.Letter(s.letterID(0, draft{kind: gatheredKind}))
	if err != nil {
		return false, fmt.Errorf("moderator: %s: look for a letter: %w", t.name, err)
	}
	if !told {
		if err := s.postGathered(last, s.all()); err != nil {
			return false, err
		}
		if _, err := s.close(); err != nil {
			return false, err
		}
	}
	sent := !told && len(s.letters) > 0
	return sent, m.book.Place(gatheredPlace+t.name, due.Format(time.RFC3339))
}

// giveGathered sends a player who wants each remark at once from now on what has
// gathered until now.
func (s *sheet) giveGathered(was *rules.Player) error {
	places, err := s.m.book.Places()
	if err != nil {
		return fmt.Errorf("moderator: find the last evening: %w", err)
	}
	return s.postGathered(dayOf(places[gatheredPlace+s.t.name], time.Time{}), []*rules.Player{was})
}

// postGathered drafts the letters to those of some players who let talk gather,
// with what the others have said since a moment.
func (s *sheet) postGathered(since time.Time, to []*rules.Player) error {
	all, err := s.saidSince(since)
	if err != nil {
		return err
	}
	for _, p := range to {
		from := since
		if p.Gathers.After(from) {
			from = p.Gathers
		}
		mine := slices.DeleteFunc(slices.Clone(all), func(r remark) bool { return !r.At.After(from) })
		others := func(r remark) bool { return r.by != p.ID }
		if p.Gathers.IsZero() || p.Muted || !slices.ContainsFunc(mine, others) {
			continue
		}
		for _, part := range inParts(mine) {
			s.post(p, gatheredKind, 0, func(f templates.Frame) templates.Letter {
				return templates.TalkDigest{Frame: f, Threads: s.threads(part)}
			})
		}
	}
	return nil
}

// remark is what a player said to the others, with the words.
type remark struct {
	templates.Remark
	by    rules.PlayerID
	about rules.ProposalID
}

// saidSince are the remarks of a game after a moment and until now. One whose
// words are withheld is not among them.
func (s *sheet) saidSince(since time.Time) (list []remark, err error) {
	entries, err := collect(s.m.book.Entries(s.t.name, 1))
	if err != nil {
		return nil, fmt.Errorf("moderator: read the record of %s: %w", s.t.name, err)
	}
	then := &rules.Game{}
	for _, e := range Standing(entries) {
		for _, ev := range e.Events {
			said, ok := ev.(rules.TalkPassed)
			if !ok || !e.At.After(since) || e.At.After(s.at) {
				continue
			}
			if words, ok := s.m.Words(then, said); ok {
				r := templates.Remark{Name: name(then, said.Player), At: e.At, Text: words}
				list = append(list, remark{r, said.Player, said.Proposal})
			}
		}
		apply(then, e)
	}
	return list, nil
}

// inParts parts remarks so that each part fits into a letter.
func inParts(all []remark) (parts [][]remark) {
	size := 0
	for _, r := range all {
		if size += len(r.Text); len(parts) == 0 || size > maxGathered {
			parts, size = append(parts, nil), len(r.Text)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], r)
	}
	return parts
}

// threads puts remarks under the proposals that they are about, in the order of
// their numbers; those about the game come last.
func (s *sheet) threads(all []remark) (list []templates.Thread) {
	at := map[rules.ProposalID]int{}
	for _, r := range all {
		i, ok := at[r.about]
		if !ok {
			i = len(list)
			at[r.about] = i
			th := templates.Thread{}
			if p := proposalOf(s.g, r.about); p != nil {
				th.Number = p.Number
				if len(p.Changes) > 0 {
					th.Title = p.Changes[0].Title
				}
			}
			list = append(list, th)
		}
		list[i].Remarks = append(list[i].Remarks, r.Remark)
	}
	slices.SortStableFunc(list, func(a, b templates.Thread) int {
		switch {
		case a.Number == b.Number:
			return 0
		case b.Number == 0 || a.Number != 0 && a.Number < b.Number:
			return -1
		}
		return 1
	})
	return list
}
