package rules

import (
	"fmt"
	"testing"
	"time"
)

// listClauses are those of a game without turns, by the numbers of their rules.
func listClauses() map[int]string {
	return map[int]string{
		101: "turns = False",
		102: "first_number = 1001\nrule_numbers = \"own\"\nrenumber = False",
		103: "distribution = \"weekly\"",
		104: "index = 1\nmin_index = 1\npower = 1",
		105: "vote_period = days(7)\nvote_closes = \"deadline\"\nreminders = \"none\"",
		106: `vote_options = ["for", "against", "present", "endorse", "conditional"]`,
		107: "second_ballot = \"first\"",
		108: "def votes_of(player):\n    return 3",
		109: "def quorum(proposal):\n    last = game.last_vote\n    return 2 if last == None else max(2, nearest(last.ballots * 2 / 3))",
		110: "def adopted(vote):\n    return vote.favour > vote.against and vote.favour >= vote.index * vote.against",
		111: "partial_changes = True",
		112: "min_mutable = 1",
	}
}

// listRules are the rules with these clauses instead of some, "" for none.
func listRules(instead map[int]string) []Rule {
	clauses := listClauses()
	for n, c := range instead {
		clauses[n] = c
	}
	var set []Rule
	for n := 101; n <= 115; n++ {
		set = append(set, Rule{Number: n, Mutable: true, Title: fmt.Sprintf("Rule %d", n), Text: fmt.Sprintf("The words of rule %d.", n), Clause: clauses[n]})
	}
	set[0].Power = Whole(3)
	return set
}

var six = []string{"Ada Quillfeather", "Bram Zuidema", "Cleo Abbot", "Dov Carver", "Esme Byrne", "Finn Gale"}

// listed is a game without turns that has begun on a Monday at nine.
func listed(t *testing.T, instead map[int]string, names ...string) *playing {
	t.Helper()
	if len(names) == 0 {
		names = six
	}
	p := created(t, GameCreated{Rules: listRules(instead), Customs: map[string]string{"joining": "open"}}, names...)
	p.do(Start{}, organiser)
	return p
}

// once lets the pool be distributed at once.
var once = map[int]string{103: "distribution = \"at once\""}

// put puts a proposal that enacts something into the pool.
func (p *playing) put(by By, title string) []Event {
	p.Helper()
	return p.do(Propose{Title: title, Drafts: []Draft{{Kind: Enact, Title: title, Text: title + "."}}}, by)
}

const week = 7 * 24 * time.Hour

func TestNobodysTurn(t *testing.T) {
	p := listed(t, nil)
	p.is("events", kinds(p.events[len(p.events)-2:]), "GameStarted TurnsStopped")
	p.is("free", p.g.Free(), true)
	of, at := p.g.Deadline()
	p.is("deadline", of+at.String(), time.Time{}.String())
	p.is("awaited", len(p.g.Awaited()), 0)
	p.is("next", p.g.NextDeadline().IsZero(), true)
	p.is("events", kinds(p.put(player(2), "Tea")), "ProposalPooled")
	p.is("events", kinds(p.put(player(1), "Rum")), "ProposalPooled")
	p.is("number", p.g.at(1).Number, 0)
	if p.g.Proposal(0) != nil || p.g.Proposal(1001) != nil {
		t.Error("a proposal in the pool has a number")
	}
	nextMonday := time.Date(2026, 1, 12, 0, 0, 0, 0, time.UTC)
	p.is("distribution", p.g.NextDistribution(), nextMonday)
	p.is("next", p.g.NextDeadline(), nextMonday)
}

func TestWithdrawnFromThePool(t *testing.T) {
	p := listed(t, nil)
	p.refused(NotInPool, WithdrawProposal{}, player(1))
	p.refused(NotInPool, Distribute{}, organiser)
	p.put(player(1), "Tea")
	p.refused(NotInPool, WithdrawProposal{Title: "Tea"}, player(2))
	p.put(player(1), "Rum")
	p.refused(WhichPooled, WithdrawProposal{}, player(1))
	p.do(WithdrawProposal{Title: " rum"}, player(1))
	p.do(WithdrawProposal{}, player(1))
	p.is("pool", len(p.g.Pool), 0)
	p.is("state", p.g.at(2).State, Withdrew)
	p.put(player(1), "Gin")
	p.is("events", kinds(p.do(Distribute{}, organiser)), "ProposalsDistributed")
	p.is("number", p.g.at(3).Number, 1001) // no number is lost on what was withdrawn
	p.refused(NotOrganiser, Distribute{}, player(1))
}

func TestDistributed(t *testing.T) {
	p := listed(t, map[int]string{102: "first_number = 112"}) // rules bear 112 to 115
	p.put(player(1), "Tea")
	p.put(player(2), "Rum")
	p.do(Forfeit{}, player(6))
	p.wait(week)
	p.is("events", kinds(p.tick()), "ProposalsDistributed")
	e := last[ProposalsDistributed](p)
	p.is("numbers", e.Proposals, []Distributed{{1, 116, 2, 109}, {2, 117, 2, 109}})
	p.is("skipped", e.Skipped, []int{112, 113, 114, 115})
	p.is("voters", e.Voters, []PlayerID{"p1", "p2", "p3", "p4", "p5"})
	p.is("closes", e.Closes, time.Date(2026, 1, 19, 0, 0, 0, 0, time.UTC))
	p.is("found", p.g.Proposal(117).Title, "Rum")
	p.is("together", len(p.g.Distribution(1)), 2)
	p.do(Join{Given: "Gus", Surname: "Farrow"}, By{})
	p.refused(NotVoter, Vote{Proposal: 116, Option: For}, player(7))
	p.put(player(7), "Gin")
	p.wait(week)
	p.tick()
	p.is("number", p.g.Proposal(118).Title, "Gin")
	p.is("together", p.g.Distribution(2)[0].Number, 118)
	p.is("failed", p.g.Proposal(116).NoQuorum, true)
}

func TestDistributionDays(t *testing.T) {
	for how, want := range map[string]string{
		`"daily"`: "Jan 6", `"monday"`: "Jan 12", `"tuesday"`: "Jan 6", `"sunday"`: "Jan 11", `"by organiser"`: "", `"at once"`: "now",
	} {
		p := listed(t, map[int]string{103: "distribution = " + how})
		p.put(player(1), "Tea")
		got := ""
		if at := p.g.NextDistribution(); !at.IsZero() {
			got = at.Format("Jan 2")
		}
		if len(p.g.Pool) == 0 {
			got = "now"
		}
		p.is(how, got, want)
	}
}

func TestPoolIsBounded(t *testing.T) {
	p := listed(t, nil)
	for i := range maxPooledBy {
		p.put(player(1), fmt.Sprint("Tea ", i))
	}
	p.refused(PoolFull, Propose{Drafts: []Draft{enact("x")}}, player(1))
	p.refused(TooManyParts, Propose{Drafts: make([]Draft, maxParts+1)}, player(2))
	p.refused(NotARuleChange, Propose{}, player(2))
	p.refused(NoSuchPlayer, Propose{Drafts: []Draft{enact("x")}, Coauthors: []string{"Zoe"}}, player(2))
	p.do(Propose{Drafts: []Draft{enact("x")}, Coauthors: []string{"cleo", "Ada Quillfeather", "Bram", "Cleo"}}, player(2))
	p.is("coauthors", p.g.at(p.g.made).Coauthors, []PlayerID{"p3", "p1"})
	p.wait(week)
	p.tick()
	p.is("numbers", len(p.g.Distribution(1)), maxPooledBy+1)
}

func TestIndex(t *testing.T) {
	p := listed(t, once)
	ask := func(n Ratio) Propose { return Propose{Drafts: []Draft{enact("x")}, Index: n} }
	half := Points{num: 1, over: 1}
	no := p.refused(BadIndex, ask(half), player(1))
	p.is("least", no.Hint+" by "+fmt.Sprint(no.Rule), "1 by 104")
	p.refused(BadIndex, ask(Whole(maxRatio+1)), player(1))
	p.do(ask(Whole(2)), player(1))
	p.is("index", p.g.Proposal(1001).Index, "2")
	p.do(ask(Ratio{}), player(1))
	p.is("index", p.g.Proposal(1002).Index, "1")
	p = listed(t, map[int]string{103: "", 104: ""})
	p.refused(NoIndex, ask(Whole(2)), player(1))
	p.do(ask(Ratio{}), player(1))
	p.is("index", p.g.Proposal(1001).Index, "0")
}

func TestSecondBallot(t *testing.T) {
	p := listed(t, once)
	p.put(player(1), "Tea")
	vote := Vote{Proposal: 1001, Option: For}
	p.do(vote, player(1))
	p.refused(AlreadyVoted, Vote{Proposal: 1001, Option: Against}, player(1))
	p.do(Vote{Proposal: 1001, Option: Against, Changes: true}, player(1))
	p.do(Vote{Proposal: 1001, Option: For, Changes: true}, player(2)) // even without an earlier one
	p.do(WithdrawVote{Proposal: 1001}, player(1))
	p.do(Vote{Proposal: 1001, Option: Present}, player(1))
	p.refused(NoSuchOption, Vote{Proposal: 1001, Option: "perhaps"}, player(3))
	p.refused(NoAbstaining, Vote{Proposal: 1001, Option: Abstain}, player(3))
	p.refused(VotesWhole, Vote{Proposal: 1001, Option: For, Parts: []Part{{For, 2}}}, player(3))
	p.refused(NoSuchPlayer, Vote{Proposal: 1001, Option: Endorse, Endorsed: "p9"}, player(3))
	p.refused(TextTooLong, Vote{Proposal: 1001, Option: Conditional}, player(3))
	p = listed(t, map[int]string{103: "", 107: "second_ballot = \"last\""})
	p.put(player(1), "Tea")
	p.do(vote, player(1))
	p.do(Vote{Proposal: 1001, Option: Against}, player(1))
	p.is("last", p.g.Proposal(1001).Votes["p1"].Option, Against)
}

func TestSplitVotes(t *testing.T) {
	p := listed(t, map[int]string{103: "", 111: "split_votes = True"})
	p.put(player(1), "Tea")
	parts := func(o Option, list ...Part) Vote { return Vote{Proposal: 1001, Option: o, Parts: list} }
	p.refused(NoSuchOption, parts(For, Part{Endorse, 1}), player(1))
	p.refused(VotesWhole, parts(For, Part{For, 0}), player(1))
	p.refused(TooManyParts, parts(For, make([]Part, maxBallotParts+1)...), player(1))
	p.do(parts(For, Part{For, 4}), player(1))                   // has three
	p.do(parts(For, Part{For, 2}, Part{Against, 2}), player(2)) // the last is over
	p.do(parts(Against), player(3))                             // one
	p.do(Vote{Proposal: 1001, Option: Endorse, Endorsed: "p2"}, player(4))
	p.do(parts(Present), player(5))
	p.wait(week + 1)
	p.tick()
	q := p.g.Proposal(1001)
	p.is("tally", q.Tally, Tally{Voters: 13, Favour: 7, Against: 3, Abstain: 3, Cast: 10, Ballots: 5})
	reads := p.g.Reads(q)
	p.is("why", []string{reads[0].Why, reads[1].Why, reads[2].Why, reads[3].Why, reads[4].Why}, []string{ReadOver, ReadOver, "", ReadEndorsed, ""})
	v := p.g.voteSeen(q, q.Tally)
	p.is("sides", []int{len(v.favour), len(v.against), len(v.neither)}, []int{3, 3, 1})
}

func TestConditions(t *testing.T) {
	p := listed(t, once)
	for _, title := range []string{"Tea", "Rum"} {
		p.put(player(1), title)
	}
	iff := func(n int) Vote {
		return Vote{Proposal: n, Option: Conditional, Condition: "FOR if it rains, else AGAINST"}
	}
	p.do(iff(1001), player(1))
	p.do(iff(1002), player(2))
	p.do(Vote{Proposal: 1001, Option: Endorse, Endorsed: "p1"}, player(3))
	p.do(Vote{Proposal: 1001, Option: Against}, player(4))
	p.refused(NothingDisputed, SettleCondition{Proposal: 1001, Voter: "p1", Option: For}, organiser)
	p.wait(week)
	p.is("events", kinds(p.tick()), "ConditionsAsked")
	p.is("asked about", last[ConditionsAsked](p).Proposals, []ProposalID{1, 2})
	p.refused(VotingOver, Vote{Proposal: 1001, Option: For}, player(5))
	p.refused(NoSuchOption, SettleCondition{Proposal: 1001, Voter: "p1", Option: Endorse}, organiser)
	p.refused(NothingDisputed, SettleCondition{Proposal: 1001, Voter: "p3", Option: For}, organiser)
	p.refused(NoSuchProposal, SettleCondition{Proposal: 1003, Voter: "p1", Option: For}, organiser)
	p.is("events", kinds(p.do(SettleCondition{Proposal: 1001, Voter: "p1", Option: For}, organiser)), "ConditionSettled VotingClosed RuleEnacted")
	p.is("tally", p.g.Proposal(1001).Tally, Tally{Voters: 9, Favour: 6, Against: 3, Cast: 9, Ballots: 3})
	p.wait(3 * 24 * time.Hour)
	p.is("events", kinds(p.tick()), "ConditionSettled VotingClosed")
	p.is("indeterminate", p.g.Reads(p.g.Proposal(1002))[0].Option, Present)
}

// A ballot that waited for an answer counts as of its mail; one that was sent
// meanwhile comes too late.
func TestWaitsForAnAnswer(t *testing.T) {
	p := listed(t, once)
	p.put(player(1), "Tea")
	p.wait(week - time.Hour)
	p.do(Hold{Player: "p2", Text: "1001 AGAINT", Reason: "unclear", Of: OfVote, Proposal: 1001}, player(2))
	p.wait(2 * time.Hour)
	p.is("events", kinds(p.tick()), "DeadlineWaits")
	p.refused(VotingOver, Vote{Proposal: 1001, Option: For}, player(3))
	p.do(Answer{Held: 1, How: "1001 AGAINST", Command: Vote{Proposal: 1001, Option: Against}}, player(2))
	p.is("ballots", p.g.Proposal(1001).Votes["p2"].Option, Against)
	p.wait(25 * time.Hour)
	p.is("events", kinds(p.tick()), "VotingClosed")
}

func TestTurnsComeAndGo(t *testing.T) {
	p := begun(t, quick())
	n := p.propose(Draft{Kind: Enact, Text: "No turns.", Clause: "turns = False\ndef adopted(vote):\n    return True"})
	p.is("events", kinds(p.votes(n, "+++")), "VoteCast VoteCast VoteCast VotingClosed RuleEnacted Awarded TurnEnded TurnsStopped")
	p.do(Propose{Drafts: []Draft{{Kind: Repeal, Rule: n}}}, player(2))
	next := p.g.Proposal(302)
	p.is("open", next.State, Open)
	p.do(Vote{Proposal: 302, Option: For}, player(1))
	p.wait(week)
	p.is("events", kinds(p.tick()), "VotingClosed RuleRepealed CircuitBegan TurnBegan")
	p.is("free", p.g.Free(), false)
	p.propose(enact("Tea."))
	p.is("number", p.g.Turn.Proposal, 3)
}

func TestALastVoteEndsEarly(t *testing.T) {
	p := listed(t, map[int]string{103: "", 105: ""}, "Ada Quillfeather", "Bram Zuidema", "Cleo Abbot")
	p.put(player(1), "Tea")
	p.votes(1001, "+-")
	p.is("events", kinds(p.do(Forfeit{}, player(3))), "PlayerForfeited VotingClosed")
}

// A clause that fails stops the count until it is settled, and then goes on.
func TestAFailingClause(t *testing.T) {
	p := listed(t, map[int]string{103: "", 115: "def when_adopted(vote):\n    award(vote.proposer, 6 / vote.proposer.points)"}, "Ada Quillfeather", "Bram Zuidema")
	p.apply(Awarded{Player: "p1", Points: Whole(2)})
	p.put(player(1), "Tea")
	p.votes(1001, "++")
	p.apply(Awarded{Player: "p1", Points: Whole(-2)})
	p.wait(week)
	p.tick()
	p.is("stuck", p.g.Stuck.Proposal, 1)
	p.is("free", p.g.Free(), true)
	p.put(player(2), "Rum")
	p.do(SettleClause{Rule: 115, Clause: "def when_adopted(vote):\n    award(vote.proposer, 6)"}, organiser)
	p.points(6, 0)
	p.is("phase", p.g.Phase, AnyTime)
}
