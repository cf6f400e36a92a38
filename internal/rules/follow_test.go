package rules

import (
	"testing"
	"time"
)

// followed is a game without turns that others run.
func followed(t *testing.T) *playing {
	p := created(t, GameCreated{Rules: listRules(nil), Customs: map[string]string{"joining": "open"}, Shadow: true}, six...)
	p.do(Start{}, organiser)
	return p
}

func TestAnOfficerDistributes(t *testing.T) {
	p := followed(t)
	for i, title := range []string{"Tea", "Rum", "Gin"} {
		p.put(player(i+1), title)
	}
	p.wait(3 * week)
	p.is("distribution", p.g.NextDistribution().IsZero(), true)
	p.refused(NotOrganiser, DistributeAs{}, player(1))
	p.refused(NotInPool, DistributeAs{}, organiser)
	p.refused(NotInPool, DistributeAs{[]Numbering{{9, 1001}}}, organiser)
	p.do(DistributeAs{[]Numbering{{3, 1007}, {1, 1004}}}, organiser)
	e := last[ProposalsDistributed](p)
	p.is("numbers", e.Proposals, []Distributed{{1, 1004, 2, 109}, {3, 1007, 2, 109}})
	p.is("skipped", e.Skipped, []int{1005, 1006})
	p.is("pool", len(p.g.Pool), 1)
	p.is("next", p.g.NextDistributed(), 1008)
	p.refused(NumberTaken, DistributeAs{[]Numbering{{2, 1005}}}, organiser)
	p = listed(t, nil)
	p.put(player(1), "Tea")
	p.refused(NotInPool, DistributeAs{[]Numbering{{1, 1001}}}, organiser)
}

// Nothing waits for an answer that nobody asks for.
func TestFollowedVotesDoNotWait(t *testing.T) {
	p := followed(t)
	p.put(player(1), "Tea")
	p.do(DistributeAs{[]Numbering{{1, 1001}}}, organiser)
	p.do(Vote{Proposal: 1001, Option: Conditional, Condition: "FOR if it rains"}, player(1))
	p.do(Vote{Proposal: 1001, Option: For}, player(3))
	p.do(Hold{Player: "p2", Text: "1001 AGAINT", Reason: "unclear", Of: OfVote, Proposal: 1001}, player(2))
	p.wait(week)
	p.tick()
	q := p.g.Proposal(1001)
	p.is("state", q.State, Adopted)
	p.is("ballots", q.Tally.Ballots, 2)
	p.put(player(2), "Rum")
	n, ok := p.g.QuorumIf(2, 6)
	p.is("quorum", n, 4)
	p.is("known", ok, true)
	adopted, none, ok := p.g.Verdict(q, Tally{Favour: 3, Against: 6, Ballots: 3}, 2)
	p.is("verdict", []bool{adopted, none, ok}, []bool{false, false, true})
	_, none, _ = p.g.Verdict(q, Tally{Favour: 3, Ballots: 1}, 2)
	p.is("no quorum", none, true)
}

func TestTakeOver(t *testing.T) {
	p := created(t, GameCreated{Rules: listRules(nil), NextNumber: 1050, NextRule: 300}, six...)
	at := p.now.Add(-3 * 24 * time.Hour)
	p.do(TakeOver{At: at.Add(-week), Proposals: []Taken{{Author: "p1", Title: "Old", Text: "x", Number: 1040, Quorum: -1, Outcome: "adopted", Ballots: 6}}}, organiser)
	p.do(TakeOver{At: at, Proposals: []Taken{{Author: "p2", Title: "Tea", Drafts: []Draft{enact("Tea.")}, Number: 1041, Quorum: 4, Votes: map[PlayerID]Option{"p3": For}}}}, organiser)
	p.do(TakeOver{Proposals: []Taken{{Author: "p2", Title: "Rum", Text: "Let there be rum."}}}, organiser)
	p.refused(NumberTaken, TakeOver{At: at, Proposals: []Taken{{Author: "p1", Text: "x", Number: 1041}}}, organiser)
	p.refused(NoSuchPlayer, TakeOver{Proposals: []Taken{{Author: "p9", Text: "x"}}}, organiser)
	tea := p.g.Proposal(1041)
	p.is("tea", []any{tea.State, tea.Quorum, tea.Closes, len(tea.Votes)}, []any{Open, 4, at.Add(week), 1})
	p.is("old", p.g.Proposal(1040).State, Adopted)
	p.is("next", p.g.NextDistributed(), 1050)
	p.do(Start{}, organiser)
	p.refused(NotYet, TakeOver{}, organiser)
	for i := range 4 {
		if i != 2 {
			p.do(Vote{Proposal: 1041, Option: For}, player(i+1))
		}
	}
	p.wait(week)
	p.tick()
	p.is("tea", p.g.Proposal(1041).State, Adopted)
	p.is("rule", p.g.Rule(300).Text, "Tea.")
}
