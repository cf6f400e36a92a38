package rules

import (
	"fmt"
	"testing"
	"time"
)

// TestAway: an absence is announced by the player or for her, within bounds,
// and ends by itself or by her word.
func TestAway(t *testing.T) {
	p := begun(t, quick())
	ada := player(1)
	p.refused(AwayPast, GoAway{Until: p.now}, ada)
	p.refused(AwayTooLong, GoAway{Until: p.now.AddDate(173, 0, 0)}, ada)
	p.refused(NotPlayer, GoAway{Player: "p1", Until: p.now.Add(day)}, player(2))
	p.refused(NotAway, ComeBack{}, ada)
	p.do(GoAway{Until: p.now.Add(5 * day)}, ada)
	p.is("away", len(p.g.Away(p.now)), 1)
	p.is("back by itself", len(p.g.Away(p.now.Add(5*day))), 0)
	p.is("the same again", len(p.do(GoAway{Until: p.now.Add(5 * day)}, ada)), 0)
	p.do(ComeBack{}, ada)
	p.is("back", len(p.g.Away(p.now)), 0)
	for i := 1; i < maxAbsences; i++ {
		p.do(GoAway{Player: "p1", Until: p.now.Add(time.Duration(i) * day)}, organiser)
	}
	p.refused(AwayTooOften, GoAway{Until: p.now.Add(40 * day)}, ada)
	p.apply(CircuitBegan{2, p.g.Order})
	p.do(GoAway{Until: p.now.Add(40 * day)}, ada)
}

// TestAbsenceMovesTheDeadline: the day after the return, and 14 days of a circuit
// at most; whoever is away is not reminded.
func TestAbsenceMovesTheDeadline(t *testing.T) {
	p := begun(t, quick("reminders", "1d"))
	n := p.propose(enact("x"))
	p.votes(n, "+  ")
	closes := p.g.Proposal(n).Closes
	p.do(GoAway{Until: closes.Add(3 * day)}, player(3))
	p.wait(6 * day)
	p.is("reminder", kinds(p.tick()), "Reminded")
	p.is("of", fmt.Sprint(last[Reminded](p).Players), fmt.Sprint(p.g.present(p.g.Awaited(), p.now)))
	p.wait(day)
	p.is("moved", kinds(p.tick()), "DeadlineMoved")
	p.is("to", p.g.Proposal(n).Closes, closes.Add(4*day))
	p.is("for", fmt.Sprint(last[DeadlineMoved](p).Away), "[p3]")
	p.do(GoAway{Until: p.now.Add(60 * day)}, player(3))
	p.wait(4 * day)
	p.tick()
	p.is("no more than", p.g.Proposal(n).Closes, closes.Add(14*day))
	p.wait(10 * day)
	p.tick()
	p.is("then as the silent", last[Reminded](p).Late, true)
	p.is("deadline", p.g.Proposal(n).Closes, closes.Add(14*day))
}

// TestAbsencePasses: under this custom nobody waits for who is away, whatever
// silence does otherwise.
func TestAbsencePasses(t *testing.T) {
	p := begun(t, quick("reminders", "none", "absence", "pass"))
	n := p.propose(enact("x"))
	p.do(GoAway{Until: p.now.Add(30 * day)}, player(3))
	p.votes(n, "+  ")
	silent := p.g.present(p.g.Awaited(), p.now)
	p.is("silent", len(silent), 1)
	p.wait(7 * day)
	p.is("one is silent and waited for", kinds(p.tick()), "Reminded")
	p.do(Vote{Proposal: n, Option: For}, By{Player: silent[0]})
	p.wait(1)
	p.tick()
	p.is("state", p.g.Proposal(n).State, Adopted)
	p.is("tally", p.g.Proposal(n).Tally, Tally{Voters: 3, Favour: 2, Abstain: 1, Cast: 2})

	p.do(GoAway{Until: p.now.Add(30 * day)}, p.mover())
	absent := p.g.Turn.Mover
	p.wait(7 * day)
	p.tick()
	p.is("the turn passes", last[TurnEnded](p), TurnEnded{p.g.Turn.Number - 1, absent, "passed"})
}

// TestAbsentJudge: the question goes to the next Judge, or waits.
func TestAbsentJudge(t *testing.T) {
	for absence, want := range map[string]string{"pass": "JudgeAppointed", wait: "DeadlineMoved"} {
		p := court(t, quick("reminders", "none", "absence", absence))
		p.do(Invoke{Question: "Is it so?"}, player(4))
		judge := p.g.Judgments[0].Judge
		p.do(GoAway{Until: p.g.Judgments[0].RuleBy.Add(day)}, By{Player: judge})
		p.wait(p.g.Judgments[0].RuleBy.Sub(p.now))
		events := p.tick()
		found := false
		for _, e := range events {
			found = found || kinds([]Event{e}) == want
		}
		if !found {
			t.Errorf("%s: %s", absence, kinds(events))
		}
	}
}

func TestSettings(t *testing.T) {
	p := begun(t, quick())
	ada := player(1)
	p.do(ChooseLanguage{Language: "hu"}, ada)
	p.do(ChooseTimezone{Timezone: "Europe/Budapest"}, ada)
	p.do(ChooseReceipts{Off: true}, ada)
	a := p.g.Player("p1")
	p.is("settings", fmt.Sprint(a.Language, a.Timezone, a.Quiet), "huEurope/Budapesttrue")
	p.refused(NotPlayer, ChooseLanguage{Language: "hu"}, By{})
	p.do(Forfeit{}, ada)
	p.refused(NotPlayer, ChooseReceipts{}, ada)
}

// TestObservers: who may watch is the game's custom; there is a limit, and an
// end.
func TestObservers(t *testing.T) {
	p := begun(t, quick("watching", "none"))
	p.refused(WatchingClosed, Observe{Address: "eve@example.org"}, By{})
	p = begun(t, quick())
	p.refused(WatchingAsked, Observe{Address: "eve@example.org"}, By{})
	p.do(Observe{Address: "eve@example.org"}, organiser)
	p = begun(t, quick("watching", "open"))
	p.do(Observe{Address: "eve@example.org", Language: "pt"}, By{})
	p.refused(AlreadyObserver, Observe{Address: "Eve@example.org"}, By{})
	p.refused(AlreadyPlayer, Observe{Address: "ada@example.org"}, player(1))
	p.refused(NotObserver, StopObserving{Address: "bob@example.org"}, By{})
	p.do(StopObserving{Address: "EVE@example.org"}, By{})
	p.is("observers", len(p.g.Observers), 0)
	for i := range maxObservers {
		p.do(Observe{Address: fmt.Sprintf("eve%d@example.org", i)}, By{})
	}
	p.refused(TooManyObservers, Observe{Address: "eve@example.org"}, By{})
}

// TestMoved: a reminder or a setting does not move the game, a vote does.
func TestMoved(t *testing.T) {
	p := begun(t, quick())
	n := p.propose(enact("x"))
	at := p.g.Moved
	p.wait(day)
	p.do(ChooseReceipts{Off: true}, player(1))
	p.is("after a setting", p.g.Moved, at)
	p.votes(n, "+")
	p.is("after a vote", p.g.Moved, p.now)
}
