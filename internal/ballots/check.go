package ballots

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"nomicmail/internal/rules"
)

func sprint(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// Faults says in words what is wrong with a tally taken by itself: a seal that
// its ballot does not open, a seal, a key or a voter that is there twice, a
// struck ballot that was counted, a sum that is another.
func (t Tally) Faults() (faults []string) {
	say := func(format string, args ...any) { faults = append(faults, sprint(format, args...)) }
	bySeal, byKey, byVoter, struck := map[string]string{}, map[string]string{}, map[string]bool{}, set(t.Struck)
	sums := map[rules.Option]int64{}
	for _, b := range t.Ballots {
		sums[b.Option] += b.Weight
		if byVoter[b.Voter] {
			say("%s is there with two ballots", b.Voter)
		}
		byVoter[b.Voter] = true
		if b.Seal == "" && b.Line == "" {
			continue
		}
		if want := rules.SealedLine(t.Game, t.Proposal, b.Key(), b.Option); b.Line != want || rules.Seal(t.Game, t.Proposal, b.Key(), b.Option) != b.Seal {
			say("the ballot of %s does not open its seal %s: the vote, the key or the seal is another", b.Voter, short(b.Seal))
		}
		if other, twice := bySeal[b.Seal]; twice {
			say("%s and %s have the same seal %s", other, b.Voter, short(b.Seal))
		} else if other, twice := byKey[b.Key()]; twice {
			say("%s and %s have the same key %s", other, b.Voter, b.Key())
		}
		bySeal[b.Seal], byKey[b.Key()] = b.Voter, b.Voter
		if struck[b.Seal] {
			say("the ballot of %s was struck and is counted all the same: seal %s", b.Voter, short(b.Seal))
		}
	}
	for _, s := range []struct {
		option rules.Option
		stated int64
	}{{rules.For, t.For}, {rules.Against, t.Against}, {rules.Abstain, t.Abstain}} {
		if got := sums[s.option]; got != s.stated {
			say("the result says %d %s, and the ballots come to %d", s.stated, strings.ToUpper(string(s.option)), got)
		}
	}
	return faults
}

// Missing says which seals of a list that was published while the vote ran are
// neither opened nor struck in the tally: ballots that were dropped. What was
// struck then must be struck still.
func (t Tally) Missing(l List) (faults []string) {
	opened, struck := map[string]bool{}, set(t.Struck)
	for _, b := range t.Ballots {
		opened[b.Seal] = true
	}
	for _, s := range l.Seals {
		if !opened[s] && !struck[s] {
			faults = append(faults, sprint("the seal %s was published while the vote ran and is neither opened nor struck: a ballot was dropped", short(s)))
		}
	}
	for _, s := range l.Struck {
		if !struck[s] {
			faults = append(faults, sprint("the seal %s was struck while the vote ran and is not among the struck ones", short(s)))
		}
	}
	return faults
}

// Differs says in words how a tally that was published differs from the one that
// the record tells.
func (t Tally) Differs(record Tally) (faults []string) {
	say := func(format string, args ...any) { faults = append(faults, sprint(format, args...)) }
	for _, b := range t.Ballots {
		switch i := record.of(b.Voter); {
		case i < 0:
			say("the ballot of %s is in no vote of the record: it was invented", b.Voter)
		case record.Ballots[i].Seal != b.Seal || record.Ballots[i].Line != b.Line || record.Ballots[i].Option != b.Option || record.Ballots[i].Weight != b.Weight:
			say("the ballot of %s is another in the record", b.Voter)
		}
	}
	for _, b := range record.Ballots {
		if t.of(b.Voter) < 0 {
			say("the ballot of %s is in the record and not in the tally: it was dropped", b.Voter)
		}
	}
	if !slices.Equal(t.Struck, record.Struck) {
		say("the record has %d struck ballots, and the tally has %d or others", len(record.Struck), len(t.Struck))
	}
	if t.For != record.For || t.Against != record.Against || t.Abstain != record.Abstain {
		say("the sums are others in the record")
	}
	return faults
}

// of gives the place of a voter's ballot, -1 for none.
func (t Tally) of(voter string) int {
	if i := slices.IndexFunc(t.Ballots, func(b Ballot) bool { return b.Voter == voter }); i >= 0 {
		return i
	}
	return slices.IndexFunc(t.Ballots, func(b Ballot) bool { return plainly(b.Voter) == plainly(voter) })
}

// plainly is a name as far as a letter shows it: there it may be cleaned of what
// could be taken for more than a name.
func plainly(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name)
}

// Find gives the ballot that a key opens.
func (t Tally) Find(key string) (Ballot, bool) {
	i := slices.IndexFunc(t.Ballots, func(b Ballot) bool { return b.Line != "" && strings.EqualFold(b.Key(), key) })
	if i < 0 {
		return Ballot{}, false
	}
	return t.Ballots[i], true
}

// short is as much of a seal as tells it from all others.
func short(seal string) string {
	if len(seal) > 16 {
		return seal[:16] + "…"
	}
	if seal == "" {
		return "(none)"
	}
	return seal
}

func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}
