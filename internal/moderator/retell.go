package moderator

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// retell writes the entries that undo one and tell anew what followed, and
// lists what that changes. What was told before is not told again.
func (s *sheet) retell(u undoing) ([]templates.Difference, *rules.Refusal, error) {
	all, err := collect(s.m.book.Entries(s.t.name, 1))
	if err != nil {
		return nil, nil, fmt.Errorf("moderator: read the record of %s: %w", s.t.name, err)
	}
	all = append(all, s.entries...)
	line := Standing(all)
	i, refusal := entryToUndo(all, line, u.entry)
	if refusal != nil {
		return nil, refusal, nil
	}
	before := s.g
	if err := s.endEntry(); err != nil {
		return nil, nil, err
	}
	s.g = Fold(line[:i])
	s.g.UseSecrets(s.secret)
	s.keys = keysOf(before, line[i+1:])
	undone := rules.Undone{Entry: line[i].N, Why: u.why, Held: before.LastQuestion(), Instead: u.instead, Seals: before.Unseal(s.g), Claims: before.LastClaim()}
	later := line[i+1:]
	if len(u.right) > 0 {
		undone.Right, undone.Proposal, later = u.right, u.proposal, line[i:]
	}
	if u.instead != "" {
		if undone.Player = authorOf(line[i]); undone.Player == "" {
			return nil, nil, &Misread{u.instead, fmt.Sprintf("undo %d because …", u.entry)}
		}
	}
	s.g.Apply(undone, s.at)
	s.events = append(s.events, undone)
	if err := s.endEntry(); err != nil {
		return nil, nil, err
	}
	if refusal, err := s.again(undone, line[i].At, later); refusal != nil || err != nil {
		return nil, refusal, err
	}
	return differences(before, s.g), nil, nil
}

// entryToUndo finds the entry of a number among those that count. An entry that
// was told anew since is found by its old number, too: letters bear it.
func entryToUndo(all, line []record.Entry, n uint64) (int, *rules.Refusal) {
	no := &rules.Refusal{Code: rules.NoSuchEntry, Number: int(min(n, 1<<30))}
	numbered := func(e record.Entry) bool { return e.N == n }
	i := slices.IndexFunc(line, numbered)
	if i < 0 {
		k := slices.IndexFunc(all, numbered)
		if k < 0 {
			return 0, no
		}
		no.Code = rules.EntryUndone
		i = slices.IndexFunc(line, func(e record.Entry) bool {
			_, undoing := undoes(e)
			return !undoing && e.Cause.Raw == all[k].Cause.Raw && e.Cause.Raw != record.Hash{}
		})
		if _, undoing := undoes(all[k]); i < 0 || undoing {
			return 0, no
		}
	}
	if _, undoing := undoes(line[i]); undoing {
		no.Code = rules.UndoingStands
		return 0, no
	}
	if i == 0 {
		no.Code = rules.FirstEntry
		return 0, no
	}
	return i, nil
}

// authorOf is whose words an entry holds, "" for nobody's.
func authorOf(e record.Entry) rules.PlayerID {
	for _, ev := range e.Events {
		if v, ok := ev.(rules.VoteCast); ok && v.Ballot.Assumed == "" {
			return v.Voter
		}
	}
	return e.Cause.By
}

// again plays what counts in the place of an undone entry, and the inputs of
// the entries after it, each at its own time.
func (s *sheet) again(undone rules.Undone, at time.Time, entries []record.Entry) (*rules.Refusal, error) {
	keep := *s
	defer func() {
		g, written, fault := s.g, s.entries, s.fault
		*s = keep
		s.g, s.entries, s.events, s.fault = g, written, nil, fault
	}()
	s.retelling, s.origin = true, s.in
	heard := map[record.Hash]bool{}
	s.at = at
	if refusal, err := s.inPlace(undone); refusal != nil || err != nil {
		return refusal, err
	}
	for i, e := range entries {
		s.at, s.cause, s.who, s.letter, s.retold = e.At, e.Cause, nil, nil, e.Events
		if c, ok := upheldIn(e); ok {
			if err := s.upheldAgain(c); err != nil {
				return nil, err
			}
			heard[e.Cause.Raw] = true
			continue
		}
		if u, ok := earlier(e); ok {
			s.at = placeOf(e, entries[i+1:])
			if _, err := s.inPlace(u); err != nil && !isNo(err) {
				return nil, err
			}
			heard[e.Cause.Raw] = true
			continue
		}
		if e.Cause.Raw != (record.Hash{}) && heard[e.Cause.Raw] {
			continue
		}
		heard[e.Cause.Raw] = true
		if err := s.replayCause(e); err != nil {
			return nil, err
		}
		if err := s.endEntry(); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// upheldAgain closes once more the claims that a count told anew has answered.
func (s *sheet) upheldAgain(c rules.ClaimsSettled) error {
	if err := s.settleUpheld(c.Claims, c.Why); err != nil {
		return err
	}
	return s.endEntry()
}

// placeOf is when what counts in the place of an undone entry was to count: it stands
// behind the undoing, with the same cause.
func placeOf(undoing record.Entry, later []record.Entry) time.Time {
	if len(later) > 0 && later[0].Cause.Raw == undoing.Cause.Raw && later[0].At.Before(undoing.At) {
		return later[0].At
	}
	return undoing.At
}

// earlier is the undoing that an entry holds.
func earlier(e record.Entry) (rules.Undone, bool) {
	for _, ev := range e.Events {
		if u, ok := ev.(rules.Undone); ok {
			return u, true
		}
	}
	return rules.Undone{}, false
}

// inPlace does the words that count in the place of an undone entry.
func (s *sheet) inPlace(u rules.Undone) (*rules.Refusal, error) {
	if len(u.Right) > 0 {
		c := rules.PutRight{Proposal: numberOf(s.g, u.Proposal), Ballots: u.Right}
		if _, refusal, err := s.decide(c, rules.By{Organiser: true}); refusal != nil || err != nil {
			return refusal, err
		}
		return nil, s.endEntry()
	}
	if u.Instead == "" {
		return nil, nil
	}
	if refusal, err := s.speakFor(u.Player, u.Instead, 0); refusal != nil || err != nil {
		return refusal, err
	}
	return nil, s.endEntry()
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
	if s.origin != nil && s.origin.Hash == e.Cause.Raw {
		raw, ok = *s.origin, true
	}
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
	return s.hearAsThen(l)
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
