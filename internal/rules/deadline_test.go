package rules

import (
	"testing"
	"time"
)

const day = 24 * time.Hour

func TestDebateAndVotingOpenByThemselves(t *testing.T) {
	p := begun(t, map[string]string{"debate_least": "1d", "debate_most": "3d", "reminders": "none"})
	n := p.propose(enact("x"))
	p.is("awaited", p.g.Awaited(), []PlayerID{"p3"})
	p.is("next", p.g.NextDeadline(), p.now.Add(3*day))
	p.wait(3*day - 1)
	p.is("nothing", len(p.tick()), 0)
	p.wait(1)
	p.is("events", kinds(p.tick()), "VotingOpened")
	p.is("again", len(p.tick()), 0)
	p.is("closes", p.g.Proposal(n).Closes, p.now.Add(7*day))
}

func TestDebateMostIsNotBeforeLeast(t *testing.T) {
	p := begun(t, map[string]string{"debate_least": "5d", "debate_most": "3d"})
	p.propose(enact("x"))
	p.is("opens", p.g.at(1).OpensBy, p.now.Add(5*day))
	p = begun(t, map[string]string{"debate_most": "none"})
	p.propose(enact("x"))
	p.is("never", p.g.NextDeadline(), time.Time{})
	p.wait(2 * day)
	p.is("events", kinds(p.do(OpenVoting{301}, p.mover())), "VotingOpened")
}

func TestMissingVotes(t *testing.T) {
	for _, c := range []struct {
		missing, events string
		tally           Tally
	}{
		{"wait", "Reminded", Tally{}},
		{"abstain", "VoteCast VotingClosed RuleEnacted Awarded TurnEnded TurnBegan", Tally{Voters: 3, Favour: 2, Abstain: 1, Cast: 2}},
		{"against", "VoteCast VotingClosed Awarded Awarded TurnEnded TurnBegan", Tally{Voters: 3, Favour: 2, Against: 1, Cast: 3}},
	} {
		p := begun(t, quick("missing_vote", c.missing, "reminders", "none"))
		n := p.propose(enact("x"))
		p.votes(n, "++ ")
		p.wait(7 * day)
		p.is("next", p.g.NextDeadline(), p.now)
		p.is(c.missing, kinds(p.tick()), c.events)
		p.is("tally", p.g.Proposal(n).Tally, c.tally)
		p.is("again", len(p.tick()), 0)
	}
}

// A missed deadline is reminded of once; then the last vote ends the vote.
func TestWaiting(t *testing.T) {
	p := begun(t, quick())
	n := p.propose(enact("x"))
	p.votes(n, "++ ")
	p.wait(20 * day)
	p.is("events", kinds(p.tick()), "Reminded")
	p.is("late", last[Reminded](p), Reminded{"vote", 1, []PlayerID{"p3"}, 1, true, 0, 0})
	p.is("next", p.g.NextDeadline(), time.Time{})
	p.votes(n, "  +")
	p.is("state", p.g.Proposal(n).State, Adopted)
	p.wait(20 * day)
	p.is("events", kinds(p.tick()), "Reminded")
	p.is("of", last[Reminded](p), Reminded{"propose", 0, []PlayerID{"p1"}, 1, true, 0, 0})
	p.is("again", len(p.tick()), 0)
	p.propose(enact("late, and still welcome"))
}

func TestReminders(t *testing.T) {
	p := begun(t, quick("reminders", "1d, 3d", "vote_period", "5d"))
	n := p.propose(enact("x"))
	p.votes(n, "+")
	p.is("next", p.g.NextDeadline(), p.now.Add(2*day))
	p.wait(2 * day)
	p.is("events", kinds(p.tick()), "Reminded")
	p.is("first", last[Reminded](p), Reminded{"vote", 1, []PlayerID{"p3", "p2"}, 1, false, 0, 0})
	p.is("again", len(p.tick()), 0)
	p.votes(n, " +")
	p.wait(2 * day)
	p.tick()
	p.is("second", last[Reminded](p), Reminded{"vote", 1, []PlayerID{"p3"}, 2, false, 0, 0})
	p.do(Extend{To: p.now.Add(4 * day), Why: "travel"}, organiser)
	p.is("next", p.g.NextDeadline(), p.now.Add(day))
	p.wait(3*day + time.Hour)
	p.is("a backlog", kinds(p.tick()), "Reminded")
	p.is("only the latest", last[Reminded](p).Nth, 2)
	p.do(Extend{To: p.now.Add(12 * time.Hour), Why: "sooner"}, organiser)
	p.is("none of before", p.g.NextDeadline(), p.now.Add(12*time.Hour))
}

func TestPassing(t *testing.T) {
	p := begun(t, quick("missing_proposal", "pass", "propose_period", "2d", "reminders", "1d"))
	p.wait(2 * day)
	p.is("events", kinds(p.tick()), "TurnEnded TurnBegan")
	p.is("how", last[TurnEnded](p).How, "passed")
	p.is("from the deadline on", p.g.Turn.ProposeBy, p.now.Add(2*day))
	p.points(0, 0, 0)
	p.wait(5 * day) // Ada and Bram have passed by now, and Cleo has a day left
	p.is("events", kinds(p.tick()), "TurnEnded TurnBegan TurnEnded CircuitEnded CircuitBegan TurnBegan")
	p.is("until", p.g.Turn.ProposeBy, p.now.Add(day))
	p.is("number", p.g.NextNumber(), 301)
}

// A Tick that comes far too late does each thing as if at its time.
func TestLateTick(t *testing.T) {
	p := begun(t, map[string]string{"debate_most": "2d", "vote_period": "3d", "missing_vote": "abstain", "propose_period": "4d"})
	p.propose(enact("x"))
	p.wait(6 * day)
	p.is("events", kinds(p.tick()), "VotingOpened VoteCast VoteCast VoteCast VotingClosed Awarded Awarded TurnEnded TurnBegan")
	p.is("next proposal", p.g.Turn.ProposeBy, monday.Add(9*day))
}

// A command finds what was due before it done, though nobody ticked.
func TestCommandsFindDeadlinesDone(t *testing.T) {
	p := begun(t, quick("missing_vote", "abstain", "reminders", "none"))
	n := p.propose(enact("x"))
	p.votes(n, "++ ")
	p.wait(7 * day)
	p.is("in time", kinds(p.do(Vote{Proposal: n, Option: Against}, player(2))), "VoteCast")
	p.wait(1)
	p.refused(VotingOver, Vote{Proposal: n, Option: Against}, player(3))
	p.is("events", kinds(p.do(Propose{Drafts: []Draft{enact("y")}}, player(1))),
		"VoteCast VotingClosed Awarded Awarded TurnEnded TurnBegan ProposalMade ProposalNumbered VotingOpened")
}

func TestSecondThoughts(t *testing.T) {
	p := begun(t, quick("second_thoughts", "2h"))
	n := p.propose(enact("x"))
	p.is("events", kinds(p.votes(n, "+++")), "VoteCast VoteCast VoteCast VoteComplete")
	p.is("next", p.g.NextDeadline(), p.now.Add(2*time.Hour))
	p.wait(time.Hour)
	p.is("changed", kinds(p.votes(n, " -")), "VoteCast")
	p.do(WithdrawVote{n}, player(3))
	p.is("on to the deadline", p.g.Proposal(n).Closes, monday.Add(7*day))
	p.is("complete again", kinds(p.votes(n, "  +")), "VoteCast VoteComplete")
	p.wait(2 * time.Hour)
	p.tick()
	p.is("state", p.g.Proposal(n).State, Defeated)

	n = p.propose(enact("y"))
	p.votes(n, "++")
	p.now = p.g.Proposal(n).Closes.Add(-time.Hour)
	p.votes(n, "  +")
	p.is("not beyond the deadline", p.g.Proposal(n).Closes, p.now.Add(time.Hour))
}

func TestVoteClosesAtTheDeadline(t *testing.T) {
	p := begun(t, quick("vote_closes", "deadline"))
	n := p.propose(enact("x"))
	p.is("events", kinds(p.votes(n, "+++")), "VoteCast VoteCast VoteCast")
	p.is("next", p.g.NextDeadline(), p.now.Add(7*day))
	p.votes(n, "-")
	p.wait(7 * day)
	p.tick()
	p.is("state", p.g.Proposal(n).State, Defeated)
	n = p.propose(enact("y"))
	p.votes(n, "++")
	p.wait(8 * day)
	p.tick()
	p.votes(n, "  +")
	p.is("after the deadline the last vote ends it", p.g.Proposal(n).State, Adopted)
}

func TestProposerInFavour(t *testing.T) {
	p := begun(t, quick("proposer_votes", "for"))
	n := p.propose(enact("x"))
	p.is("ballot", p.g.Proposal(n).Votes["p3"], Ballot{Option: For, Weight: 1, Assumed: "proposer"})
	p.votes(n, "  -")
	p.is("ballot", p.g.Proposal(n).Votes["p3"].Option, Against)
}

// Days are days of the calendar, and deadlines fall on the clock time.
func TestZonesAndClockTimes(t *testing.T) {
	at := func(s string) time.Time {
		x, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return x.UTC()
	}
	p := created(t, GameCreated{Customs: quick(), Timezone: "Europe/Lisbon"}, three...)
	p.now = at("2026-03-25T09:00:00Z")
	p.do(Start{}, organiser)
	p.is("summer time began", p.g.Turn.ProposeBy, at("2026-04-01T08:00:00Z"))
	g := p.g.Clone()
	g.Customs = quick("deadline_at", "20:00", "propose_period", "2d")
	p.is("same day", g.deadline(at("2026-03-25T09:00:00Z"), "propose_period"), at("2026-03-27T20:00:00Z"))
	p.is("next day", g.deadline(at("2026-03-25T21:00:00Z"), "propose_period"), at("2026-03-28T20:00:00Z"))
	p.is("exactly", g.deadline(at("2026-03-27T19:00:00Z").Add(time.Hour), "propose_period"), at("2026-03-29T19:00:00Z"))
}

// TestRemindersOverClockChanges: a day before a deadline the clock shows the same
// time, also where that day has 23 hours.
func TestRemindersOverClockChanges(t *testing.T) {
	p := created(t, GameCreated{Customs: quick("propose_period", "7d", "reminders", "1d"), Timezone: "Europe/Lisbon"}, three...)
	p.now = time.Date(2026, 3, 22, 21, 0, 0, 0, time.UTC) // a week before summer time begins
	p.do(Start{}, organiser)
	p.is("deadline", p.g.Turn.ProposeBy, time.Date(2026, 3, 29, 20, 0, 0, 0, time.UTC))
	p.is("reminder", p.g.NextDeadline(), time.Date(2026, 3, 28, 21, 0, 0, 0, time.UTC))
}

func TestPauseMovesDeadlines(t *testing.T) {
	p := begun(t, quick())
	n := p.propose(enact("x"))
	p.wait(2 * day)
	p.do(Pause{"snow"}, organiser)
	p.is("status", p.g.Status, Stopped)
	p.wait(30 * day)
	p.is("nothing", len(p.tick()), 0)
	p.do(Resume{}, organiser)
	p.is("closes", p.g.Proposal(n).Closes, p.now.Add(5*day))
	p.is("reminder", p.g.NextDeadline(), p.now.Add(4*day))
}

func TestExtend(t *testing.T) {
	p := begun(t, map[string]string{"debate_least": "1d"})
	to := p.now.Add(30 * day)
	p.do(Extend{To: to}, organiser)
	p.is("propose", p.g.Turn.ProposeBy, to)
	p.propose(enact("x"))
	p.do(Extend{To: to}, organiser)
	p.is("debate", p.g.at(1).OpensBy, to)
	p.wait(day)
	p.do(OpenVoting{301}, p.mover())
	p.do(Extend{To: to}, organiser)
	p.is("vote", last[DeadlineMoved](p), DeadlineMoved{Of: "vote", Proposal: 1, To: to})
	of, at := p.g.Deadline()
	p.is("deadline", of+" "+at.String(), "vote "+to.String())
}

func TestCustoms(t *testing.T) {
	for _, m := range []map[string]string{Strict(), Friendly()} {
		if len(m) != len(Customs()) {
			t.Errorf("%d of %d customs", len(m), len(Customs()))
		}
		for name, value := range m {
			if err := CheckCustom(name, value); err != nil {
				t.Error(err)
			}
		}
	}
	for _, c := range []struct {
		name, value string
		ok          bool
	}{
		{"vote_period", "36h", true}, {"vote_period", "1d12h", true}, {"vote_period", "none", true}, {"vote_period", "0h", false},
		{"vote_period", "-1d", false}, {"vote_period", "", false}, {"vote_period", "99999d", false}, {"vote_period", "7 days", false},
		{"debate_least", "0h", true}, {"debate_least", "none", false}, {"reminders", "3d, 1d", true}, {"reminders", "none", true},
		{"reminders", "0h", false}, {"reminders", "1d,,2d", false}, {"deadline_at", "20:00", true}, {"deadline_at", "24:00", false},
		{"missing_vote", "abstain", true}, {"missing_vote", "perhaps", false}, {"tea", "yes", false},
	} {
		if err := CheckCustom(c.name, c.value); (err == nil) != c.ok {
			t.Errorf("CheckCustom(%q, %q) = %v", c.name, c.value, err)
		}
	}
}

// Clauses stand above the settings.
func TestCustomsByClause(t *testing.T) {
	p := begun(t, quick("vote_period", "3d"))
	value := func(name string) string { v, s := p.g.Custom(name); return v + " " + s }
	p.is("setting", value("vote_period"), "3d setting")
	p.is("default", value("missing_vote"), "wait default")
	p.turn(Draft{Kind: Enact, Text: "x", Clause: "vote_period = days(2) + hours(12)\nmissing_vote = \"abstain\"\nabstain = False\nreminders = [days(2), hours(6)]\ndeadline_at = \"none\""}, "+++")
	p.is("rule", value("vote_period"), "60h 301")
	p.is("rule", value("abstain"), "no 301")
	p.is("rule", value("reminders"), "2d, 6h 301")
	p.is("explained", p.g.Explain("missing_vote"), Explanation{"missing_vote", "abstain", "301"})
	p.is("explained", p.g.Explain("goal"), Explanation{"goal", "200", "208"})
	p.is("explained", p.g.Explain("adopted"), Explanation{"adopted", "", "203"})
	p.is("explained", p.g.Explain("judge"), Explanation{Name: "judge"})
}

// A custom whose clause fails later is passed over.
func TestCustomThatFailsLater(t *testing.T) {
	p := begun(t, quick())
	p.turn(Draft{Kind: Enact, Text: "x", Clause: "vote_period = days(12 / (3 - game.circuit))"}, "+++")
	for range 5 {
		p.turn(enact("x"), "+++")
	}
	v, source := p.g.Custom("vote_period")
	p.is("custom", v+" "+source, "7d default")
}
