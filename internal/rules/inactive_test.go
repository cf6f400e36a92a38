package rules

import (
	"testing"
	"time"
)

const oneDay = 24 * time.Hour

// silenceCounted are the clauses of a game in which silence makes inactive.
var silenceCounted = map[int]string{113: "inactive_after = days(30)\nleaves_after = days(60)\ninactive_notice = days(5)"}

// until lets time pass to a moment and lists what that brings.
func (p *playing) until(at time.Time) string {
	p.Helper()
	p.now = at
	return kinds(p.tick())
}

func TestSilence(t *testing.T) {
	p := listed(t, silenceCounted, three...)
	p.is("begins", kinds(p.events[len(p.events)-3:]), "GameStarted TurnsStopped SilenceCounted")
	first := time.Date(2026, 1, 6, 0, 0, 0, 0, time.UTC) // the end of the day on which it began
	p.is("next", p.g.NextDeadline(), first.Add(25*oneDay))
	p.now = first.Add(10*oneDay + time.Hour)
	p.is("heard", kinds(p.do(HearFrom{Player: "p1"}, By{})), "PlayerHeard")
	p.is("once a day", len(p.do(HearFrom{Player: "p1"}, By{})), 0)
	p.do(HearFrom{Player: "p3"}, By{})
	p.is("warned", p.until(first.Add(25*oneDay)), "SilenceWarned")
	p.is("of", last[SilenceWarned](p), SilenceWarned{"p2", "inactive", first.Add(30 * oneDay)})
	p.is("not yet", p.until(first.Add(30*oneDay-time.Second)), "")
	p.is("inactive", p.until(first.Add(30*oneDay)), "PlayerInactive")
	p.is("who", last[PlayerInactive](p), PlayerInactive{"p2", "silence", ""})
	p.do(HearFrom{Player: "p1"}, By{})
	p.do(HearFrom{Player: "p3"}, By{})
	for _, days := range []time.Duration{50, 70} {
		p.is("heard again", p.until(first.Add(days*oneDay)), "")
		p.do(HearFrom{Player: "p1"}, By{})
		p.do(HearFrom{Player: "p3"}, By{})
	}
	p.is("not yet", p.until(first.Add(85*oneDay-time.Second)), "")
	p.is("leaves soon", p.until(first.Add(85*oneDay)), "SilenceWarned")
	p.is("of", last[SilenceWarned](p), SilenceWarned{"p2", "leaves", first.Add(90 * oneDay)})
	p.is("leaves", p.until(first.Add(90*oneDay)), "PlayerRemoved")
	p.is("who", last[PlayerRemoved](p), PlayerRemoved{Player: "p2", Silent: true})
}

// Notice is given in full, even where the clock comes late.
func TestSilenceNotice(t *testing.T) {
	p := listed(t, silenceCounted, three...)
	p.is("late", p.until(monday.Add(50*oneDay)), "SilenceWarned SilenceWarned SilenceWarned")
	p.is("until", last[SilenceWarned](p).Until, monday.Add(55*oneDay))
	p.do(HearFrom{Player: "p2"}, By{})
	p.is("then", p.until(monday.Add(55*oneDay)), "PlayerInactive PlayerInactive")
	p.is("active", p.g.Player("p2").Active(), true)
	without := listed(t, map[int]string{113: "inactive_after = days(2)\ninactive_notice = hours(0)"}, three...)
	without.is("without notice", without.until(monday.Add(3*oneDay)), "PlayerInactive PlayerInactive PlayerInactive")
	never := listed(t, nil, three...)
	never.is("never", never.g.NextDeadline().IsZero(), true)
	never.is("heard", len(never.do(HearFrom{Player: "p1"}, By{})), 0)
}

// An announced absence and a pause are no silence, and one that began before the
// rule did counts from the rule.
func TestNoSilence(t *testing.T) {
	p := listed(t, silenceCounted, three...)
	p.do(GoAway{Until: monday.Add(40 * oneDay)}, player(1))
	p.is("away", p.g.SilentSince(p.g.Player("p1")), monday.Add(40*oneDay))
	p.do(ComeBack{}, player(1))
	p.do(Pause{}, organiser)
	p.wait(100 * oneDay)
	p.is("paused", kinds(p.tick()), "")
	p.do(Resume{}, organiser)
	p.is("after", p.g.SilentSince(p.g.Player("p2")), time.Date(2026, 1, 6, 0, 0, 0, 0, time.UTC).Add(100*oneDay))
	later := listed(t, once, three...)
	later.wait(200 * oneDay)
	later.do(Propose{Drafts: []Draft{{Kind: Enact, Text: "x", Clause: silenceCounted[113]}}}, player(1))
	later.do(Vote{Proposal: 1001, Option: For}, player(1))
	later.do(Vote{Proposal: 1001, Option: For}, player(2))
	later.wait(week)
	later.is("rule", kinds(later.tick()), "VotingClosed RuleEnacted SilenceCounted")
	later.is("since", later.g.SilentSince(later.g.Player("p3")), later.now)
}

// Whoever is inactive votes on nothing new and is back by any move.
func TestInactive(t *testing.T) {
	p := listed(t, once, six...)
	p.put(player(1), "Tea")
	p.do(Vote{Proposal: 1001, Option: For}, player(2))
	p.is("own word", kinds(p.do(Deactivate{}, player(2))), "PlayerInactive")
	p.is("how", last[PlayerInactive](p).How, "self")
	p.do(Deactivate{Player: "p3", Why: "On a ship."}, organiser)
	p.is("how", last[PlayerInactive](p), PlayerInactive{"p3", "organiser", "On a ship."})
	p.refused(AlreadyInactive, Deactivate{}, player(2))
	p.refused(AlreadyActive, Activate{}, player(1))
	p.refused(NotPlayer, Deactivate{Player: "p4"}, player(1))
	p.is("ballot stays", p.g.Proposal(1001).Votes["p2"].Option, For)
	p.put(player(1), "Rum")
	p.is("voters", last[ProposalsDistributed](p).Voters, []PlayerID{"p1", "p4", "p5", "p6"})
	p.refused(NotVoter, Vote{Proposal: 1002, Option: For}, player(2))
	p.is("not by a wish", len(p.do(ChooseReceipts{Off: true}, player(2))), 1)
	p.is("inactive", len(p.g.Inactive()), 2)
	p.is("by a vote", kinds(p.do(Vote{Proposal: 1001, Option: Against}, player(3))), "PlayerActive VoteCast")
	p.is("by a proposal", kinds(p.put(player(2), "Gin")), "PlayerActive ProposalPooled ProposalsDistributed")
	p.is("voters", last[ProposalsDistributed](p).Voters, []PlayerID{"p1", "p2", "p3", "p4", "p5", "p6"})
	p.do(Deactivate{}, player(2))
	p.is("own word", kinds(p.do(Activate{}, player(2))), "PlayerActive")
	p.do(Deactivate{Player: "p2"}, organiser)
	p.is("own word", last[PlayerInactive](p).How, "organiser")
	p.do(Activate{Player: "p2"}, organiser)
	p.is("own word", last[PlayerActive](p), PlayerActive{"p2", "organiser"})
}

func TestInactiveAndTurns(t *testing.T) {
	turns := begun(t, nil)
	turns.refused(NoInactivity, Deactivate{}, player(1))
	p := listed(t, map[int]string{103: once[103], 113: silenceCounted[113]}, three...)
	p.do(Deactivate{}, player(2))
	p.do(Propose{Drafts: []Draft{{Kind: Repeal, Rule: 101}}, Index: Whole(3)}, player(1))
	p.do(Vote{Proposal: 1001, Option: For}, player(1))
	p.do(Vote{Proposal: 1001, Option: For}, player(3))
	p.wait(week)
	p.tick()
	p.is("turns", p.g.HasTurns(), true)
	p.is("active", len(p.g.Inactive()), 0)
	p.is("how", last[PlayerActive](p), PlayerActive{"p2", "turns"})
	p.is("silence", last[SilenceCounted](p).Off, true)
}

// Where all are inactive a distribution has no voters, and its vote ends.
func TestAllInactive(t *testing.T) {
	p := listed(t, nil, three...)
	p.put(player(1), "Tea")
	for i := range 3 {
		p.do(Deactivate{}, player(i+1))
	}
	p.wait(week)
	p.is("events", kinds(p.tick()), "ProposalsDistributed")
	p.wait(week)
	p.is("events", kinds(p.tick()), "VotingClosed")
	p.is("state", p.g.Proposal(1001).State, Defeated)
}
