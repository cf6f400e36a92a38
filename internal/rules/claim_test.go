package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// resolvedGame is a game without turns in which 1001 and 1002 were resolved: "f",
// "a" and "p" are ballots, "2" endorses p2, "c" has a condition, and "." is none.
func resolvedGame(t *testing.T, instead map[int]string, ballots ...string) *playing {
	t.Helper()
	p := listed(t, instead)
	for i := range ballots {
		p.put(player(i+1), fmt.Sprintf("Tea %d", i+1))
	}
	p.now = p.g.NextDistribution()
	p.tick()
	for i, marks := range ballots {
		p.ballots(1001+i, marks)
	}
	p.wait(week)
	p.tick()
	return p
}

func (p *playing) ballots(number int, marks string) {
	p.Helper()
	for i, m := range marks {
		if m == '.' {
			continue
		}
		v := Vote{Proposal: number, Option: ballotOf(m).Option, Endorsed: ballotOf(m).Endorsed}
		if m == 'c' {
			v.Option, v.Condition = Conditional, "if it rains"
		}
		p.do(v, player(i+1))
	}
}

func ballotOf(m rune) Ballot {
	switch m {
	case 'f':
		return Ballot{Option: For}
	case 'a':
		return Ballot{Option: Against}
	case 'p':
		return Ballot{Option: Present}
	}
	return Ballot{Option: Endorse, Endorsed: PlayerID("p" + string(m))}
}

// recounted is the game as it was ahead of the last count, with ballots put right in
// it, and counted anew. "p3=a" is what p3's ballot should have been, "p3=." none.
func (p *playing) recounted(number int, right ...string) *playing {
	p.Helper()
	k := slices.IndexFunc(p.events, func(e Event) bool {
		c, is := e.(VotingClosed)
		return is && p.g.at(c.Proposal).Number == number
	})
	for k > 0 && p.times[k-1].Equal(p.times[k]) {
		k--
	}
	again := &playing{T: p.T, g: &Game{}, now: p.times[k]}
	for i, e := range p.events[:k] {
		again.g.Apply(e, p.times[i])
	}
	again.events, again.times = slices.Clone(p.events[:k]), slices.Clone(p.times[:k])
	c := PutRight{Proposal: number}
	for _, r := range right {
		voter, mark, _ := strings.Cut(r, "=")
		b := RightBallot{Voter: PlayerID(voter), Gone: mark == "."}
		if !b.Gone {
			b.Ballot = ballotOf(rune(mark[0]))
		}
		c.Ballots = append(c.Ballots, b)
	}
	again.do(c, organiser)
	again.tick()
	return again
}

// TestRecount: the count with the ballots as they should have been, through chains
// of endorsement too, and the quorum with it.
func TestRecount(t *testing.T) {
	for _, c := range []struct{ was, wasTally, right, tally, outcome string }{
		{"ffa...", "6/3 3 adopted", "p2=a", "3/6 3", "defeated"},
		{"ffa...", "6/3 3 adopted", "p3=f", "9/0 3", "adopted"},
		{"ffa...", "6/3 3 adopted", "p3=.", "6/0 2", "adopted"},
		{"faa...", "3/6 3 defeated", "p3=f", "6/3 3", "adopted"},
		{"faa...", "3/6 3 defeated", "p2=p p3=p", "3/0 3", "adopted"},
		{"ff....", "6/0 2 adopted", "p2=.", "3/0 1", "no quorum"},
		{"f.....", "3/0 1 no quorum", "p6=p", "3/0 2", "adopted"},
		{"f.....", "3/0 1 no quorum", "p6=a", "3/3 2", "defeated"},
		{"fa3222", "3/12 6 defeated", "p2=f", "15/0 6", "adopted"}, // p3 is in a circle with itself
		{"fa1234", "9/9 6 defeated", "p2=f", "18/0 6", "adopted"},
		{"fa1234", "9/9 6 defeated", "p1=.", "0/9 5", "defeated"},
		{"f12345", "18/0 6 adopted", "p1=a", "0/18 6", "defeated"},
		{"f12345", "18/0 6 adopted", "p3=a", "6/12 6", "defeated"},
		{"f12345", "18/0 6 adopted", "p1=6", "0/0 6", "defeated"}, // all in one circle
		{"f12345", "18/0 6 adopted", "p1=.", "0/0 5", "defeated"},
		{"f12345", "18/0 6 adopted", "p4=p", "9/0 6", "adopted"},
		{"fa6...", "3/3 3 defeated", "p6=f", "9/3 4", "adopted"}, // who was endorsed has a ballot after all
		{"22.a..", "0/3 3 defeated", "p2=f", "6/3 3", "adopted"}, // a circle is opened
	} {
		t.Run(c.was+" "+c.right, func(t *testing.T) {
			p := resolvedGame(t, nil, c.was)
			if got := outcomeLine(p.g.Proposal(1001)); got != c.wasTally {
				t.Fatalf("it was %s, want %s", got, c.wasTally)
			}
			again := p.recounted(1001, strings.Fields(c.right)...)
			if got := outcomeLine(again.g.Proposal(1001)); got != c.tally+" "+c.outcome {
				t.Errorf("it is %s, want %s %s", got, c.tally, c.outcome)
			}
			adopted := c.outcome == "adopted"
			again.is("the rule", len(again.g.Rules), map[bool]int{true: 16, false: 15}[adopted])
		})
	}
}

func outcomeLine(p *Proposal) string {
	s := fmt.Sprintf("%d/%d %d %s", p.Tally.Favour, p.Tally.Against, p.Tally.Ballots, p.State)
	if p.NoQuorum {
		s = strings.Replace(s, string(Defeated), "no quorum", 1)
	}
	return s
}

// A recount changes what later votes change, and the quorums of later distributions.
func TestRecountBeforeLater(t *testing.T) {
	p := resolvedGame(t, nil, "ffa...", "fff...")
	p.is("both", outcomeLine(p.g.Proposal(1001))+", "+outcomeLine(p.g.Proposal(1002)), "6/3 3 adopted, 9/0 3 adopted")
	p.is("its rule", p.g.Rule(117).Title, "Tea 2")
	again := p.recounted(1001, "p1=a")
	again.is("the first", outcomeLine(again.g.Proposal(1001)), "3/6 3 defeated")
	again.is("the second", outcomeLine(again.g.Proposal(1002)), "9/0 3 adopted")
	again.is("its rule", again.g.Rule(116).Title, "Tea 2")
	again.is("the last", len(again.g.Rules), 16)

	p = resolvedGame(t, nil, "ffffff")
	p.put(player(1), "Rum")
	p.now = p.g.NextDistribution()
	p.tick()
	p.is("quorum", p.g.Proposal(1002).Quorum, 4)
	again = p.recounted(1001, "p4=.", "p5=.", "p6=.")
	again.put(player(1), "Rum")
	again.now = again.g.NextDistribution()
	again.tick()
	again.is("quorum", again.g.Proposal(1002).Quorum, 2)
}

// A condition is settled as it was; a ballot that is put right has none, and what
// is put right twice is what was said last.
func TestRecountConditions(t *testing.T) {
	p := resolvedGame(t, nil, "fc4a..")
	p.is("asked", p.g.Proposal(1001).State, Open)
	p.wait(time.Hour)
	p.do(SettleCondition{Proposal: 1001, Voter: "p2", Option: For}, organiser)
	p.is("tally", outcomeLine(p.g.Proposal(1001)), "6/6 4 defeated")
	again := p.recounted(1001, "p4=f", "p2=a")
	again.is("still asked", len(again.g.Proposal(1001).Unsettled()), 1)
	again.do(SettleCondition{Proposal: 1001, Voter: "p2", Option: For}, organiser)
	again.is("tally", outcomeLine(again.g.Proposal(1001)), "9/3 4 adopted")
}

func TestPutRightRefused(t *testing.T) {
	p := listed(t, once, three...)
	p.put(player(1), "Tea")
	p.do(Join{Given: "Eve", Surname: "Late"}, By{})
	right := func(voter PlayerID, b Ballot) PutRight {
		return PutRight{Proposal: 1001, Ballots: []RightBallot{{Voter: voter, Ballot: b}}}
	}
	p.refused(NotOrganiser, right("p1", ballotOf('f')), player(1))
	p.refused(NoSuchProposal, PutRight{Proposal: 7}, organiser)
	p.refused(NotVoter, right("p4", ballotOf('f')), organiser)
	p.refused(NotVoter, right("p9", ballotOf('f')), organiser)
	p.refused(NoSuchOption, right("p1", Ballot{Option: Conditional, Condition: "rain"}), organiser)
	p.refused(NoAbstaining, right("p1", Ballot{Option: Abstain}), organiser)
	p.refused(NoSuchPlayer, right("p1", Ballot{Option: Endorse, Endorsed: "p9"}), organiser)
	p.ballots(1001, "fff")
	p.wait(week)
	p.tick()
	p.refused(NoResolution, right("p1", ballotOf('f')), organiser)
}

func TestClaims(t *testing.T) {
	p := resolvedGame(t, nil, "ffa...", "fff...")
	claim := func(n int, words string) ClaimError { return ClaimError{Proposal: n, Words: words} }
	p.wait(7 * day)
	p.is("made", kinds(p.do(claim(1001, "My ballot was FOR."), player(3))), "ClaimMade")
	p.is("number", last[ClaimMade](p).Claim, 1)
	p.is("answer by", last[ClaimMade](p).AnswerBy, p.now.Add(7*day))
	p.refused(ClaimKnown, claim(1001, " my ballot  was for. "), player(3))
	p.do(claim(1001, "Cleo's was FOR."), player(2))
	p.do(claim(1001, "My ballot was FOR."), player(2))
	p.is("open", len(p.g.OpenClaims()), 3)
	p.refused(NoSuchProposal, claim(7, "x"), player(1))
	p.refused(NoClaimWords, claim(1001, " \n"), player(1))
	p.refused(TextTooLong, claim(1001, strings.Repeat("x", 2001)), player(1))
	p.refused(NotPlayer, claim(1001, "x"), By{})
	p.do(claim(1001, "at the last moment"), player(1))
	p.wait(1)
	p.is("until", p.refused(ClaimTooLate, claim(1002, "x"), player(1)).At, p.now.Add(-1))

	p.refused(NotOrganiser, SettleClaims{Claims: []int{1}, How: Denied}, player(1))
	p.refused(NoSuchClaim, SettleClaims{How: Denied}, organiser)
	p.refused(NoSuchClaim, SettleClaims{Claims: []int{1, 9}, How: Denied}, organiser)
	p.do(SettleClaims{Claims: []int{1, 3}, How: Denied, Why: "it was not"}, organiser)
	p.is("open", len(p.g.OpenClaims()), 2)
	p.is("how", p.refused(ClaimAnswered, SettleClaims{Claims: []int{2, 3}, How: Upheld}, organiser).Text, Denied)
	p.is("known", p.g.Claim(3).Why, "it was not")

	p.put(player(1), "Rum")
	p.refused(NoSuchProposal, claim(1003, "x"), player(1))
	p.now = p.g.NextDistribution()
	p.tick()
	p.refused(NoResolution, claim(1003, "x"), player(1))
}

// What was revised can be claimed to be wrong for as long as what is new.
func TestClaimAfterRevision(t *testing.T) {
	p := resolvedGame(t, nil, "ffa...")
	p.do(ClaimError{Proposal: 1001, Words: "x"}, player(3))
	p.wait(6 * day)
	p.do(SettleClaims{Claims: []int{1}, How: Upheld}, organiser)
	p.wait(6 * day)
	p.do(ClaimError{Proposal: 1001, Words: "still"}, player(3))
}

func TestTooManyClaims(t *testing.T) {
	p := resolvedGame(t, nil, "ffa...")
	for n := range maxClaims {
		p.do(ClaimError{Proposal: 1001, Words: fmt.Sprint("wrong ", n)}, player(3))
	}
	p.refused(TooManyClaims, ClaimError{Proposal: 1001, Words: "wrong"}, player(3))
	p.do(ClaimError{Proposal: 1001, Words: "wrong"}, player(2))
}

// An organiser who says nothing is reminded again and again, and no claim ends by
// itself. A pause stops the reminders.
func TestClaimReminders(t *testing.T) {
	p := resolvedGame(t, nil, "ffa...")
	p.do(ClaimError{Proposal: 1001, Words: "x"}, player(3))
	p.is("next", p.g.NextDeadline(), p.now.Add(7*day))
	for nth := 1; nth < 4; nth++ {
		p.wait(7 * day)
		p.is("events", kinds(p.tick()), "Reminded")
		p.is("nth", last[Reminded](p).Nth, nth)
	}
	p.do(Pause{}, organiser)
	p.wait(30 * day)
	p.do(Resume{}, organiser)
	p.is("next", p.g.NextDeadline(), p.now.Add(7*day))
	p.do(SettleClaims{Claims: []int{1}, How: Denied}, organiser)
	p.is("next", p.g.NextDeadline(), time.Time{})
	p.is("never", resolvedGame(t, map[int]string{113: `claim_period = "none"`}, "ffa...").g.claimableUntil(p.g.Proposal(1001)).IsZero(), true)
}

func TestExtendVotes(t *testing.T) {
	p := listed(t, nil)
	for n := range 3 {
		p.put(player(n+1), fmt.Sprint("Tea ", n))
	}
	p.now = p.g.NextDistribution()
	p.tick()
	ends := p.now.Add(week)
	three := []int{1001, 1002, 1003}
	p.do(ExtendVotes{Proposals: three, To: ends.Add(-day)}, organiser) // nobody has voted
	p.do(ExtendVotes{Distribution: 1, To: ends}, organiser)
	p.ballots(1002, "f")
	no := p.refused(VotePromised, ExtendVotes{Proposals: three, To: ends.Add(-day)}, organiser)
	p.is("promised", fmt.Sprint(no.Proposal, no.At), fmt.Sprint(1002, ends))
	p.is("none of them", p.g.Proposal(1001).Closes, ends)
	p.refused(NotOrganiser, ExtendVotes{Proposals: three, By: "7d"}, player(1))
	p.refused(NoDistribution, ExtendVotes{Distribution: 2, By: "7d"}, organiser)
	p.refused(NoSuchProposal, ExtendVotes{Proposals: []int{1001, 1007}, By: "7d"}, organiser)
	p.refused(NoDeadline, ExtendVotes{By: "7d"}, organiser)
	p.refused(NoDeadline, ExtendVotes{Proposals: three, By: "soon"}, organiser)
	p.refused(DeadlinePast, ExtendVotes{Proposals: three, To: p.now}, organiser)
	p.refused(DeadlineFar, ExtendVotes{Proposals: three, By: "400d"}, organiser)
	p.is("events", kinds(p.do(ExtendVotes{Proposals: []int{1001, 1003}, By: "7d", Why: "snow"}, organiser)), "DeadlineMoved DeadlineMoved")
	p.now = ends
	p.tick()
	p.is("states", []ProposalState{p.g.Proposal(1001).State, p.g.Proposal(1002).State, p.g.Proposal(1003).State}, []ProposalState{Open, Defeated, Open})
	p.refused(VotingOver, ExtendVotes{Proposals: three, By: "7d"}, organiser)
	p.do(ExtendVotes{Distribution: 1, By: "1d"}, organiser)
	p.is("those that run", p.g.Proposal(1003).Closes, ends.Add(8*day))
}

// Where the game began with rules of its own none of Suber's is cited.
func TestCitesOwnRules(t *testing.T) {
	p := listed(t, once, three...)
	p.put(player(1), "Tea")
	p.do(Join{Given: "Eve", Surname: "Late"}, By{})
	p.is("suber", p.g.Suber(), false)
	p.is("voters", p.refused(NotVoter, Vote{Proposal: 1001, Option: For}, player(4)).Rule, 0)
	p.is("options", p.refused(NoAbstaining, Vote{Proposal: 1001, Option: Abstain}, player(1)).Rule, 106)
	p.is("suber", begun(t, quick()).g.Suber(), true)
}
