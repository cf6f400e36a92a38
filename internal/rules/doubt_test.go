package rules

import (
	"strings"
	"testing"
	"time"

	"nomicmail/internal/clause"
)

// doubted has rule 202 amended in its text alone by 301, in Cleo's turn.
func doubted(t *testing.T, customs map[string]string) *playing {
	t.Helper()
	p := begun(t, customs)
	p.turn(amend(202, "Twice as much.", ""), "+++")
	return p
}

const twice = "def when_turn_ends(turn):\n    award(turn.mover, 2 * (turn.vote.number - 291))"

// settledAwards are the accounts of events, one "player turn was is how" each.
func settledAwards(events []Event) string {
	var list []string
	for _, e := range events {
		if a, ok := e.(AwardSettled); ok {
			list = append(list, strings.Join([]string{string(a.Player), number(a.Turn).String(), a.Was.String(), a.Is.String(), a.How}, " "))
		}
	}
	return strings.Join(list, ", ")
}

// What a marked rule awards is provisional, and is put right by the clause that
// settles it: 10 for 301 and 11 for 302 become 20 and 22.
func TestSettledClausePutsAwardsRight(t *testing.T) {
	p := doubted(t, quick())
	p.turn(enact("Tea."), "+++")
	p.is("provisional", p.g.Provisional("p3").String()+" "+p.g.Provisional("p1").String(), "10 11")
	p.is("open", p.g.Unsettled(), "[true true]")
	p.points(11, 0, 10)
	events := p.do(SettleClause{301, twice, "as it says"}, organiser)
	p.is("account", settledAwards(events), "p3 1 10 20 reckoned, p1 2 11 22 reckoned")
	p.points(22, 0, 20)
	p.is("doubts", len(p.g.Doubts), 0)
	p.is("open", p.g.Unsettled(), "[false false false false]")
	p.replays()
}

// Where the clause was right the awards are final.
func TestConfirmedAwards(t *testing.T) {
	p := doubted(t, quick())
	old := p.g.Rule(202).Clause
	events := p.do(SettleClause{301, old, "as it was meant"}, organiser)
	p.is("account", settledAwards(events), "p3 1 10 10 confirmed")
	p.points(0, 0, 10)
	p.is("provisional", p.g.Provisional("p3"), "0")
}

// An adopted amendment settles what was awarded under its own text, before the
// goal is looked at; under another text the awards stand (Rule 107). The vote
// that adopts it awards by the new clause.
func TestAmendmentSettles(t *testing.T) {
	for _, c := range []struct {
		text, want string
		points     []int64
	}{
		{"Twice  as much.", "p3 1 10 20 reckoned", []int64{22, 0, 20}},
		{"Twice as much, always.", "p3 1 10 10 reworded", []int64{22, 0, 10}},
	} {
		p := doubted(t, quick())
		events := p.turn(amend(301, c.text, twice), "+++")
		p.is("account", settledAwards(events), c.want)
		p.points(c.points...)
		p.is("marked", len(p.g.Marked()), 0)
		p.replays()
	}
}

// Two amendments in words alone keep the mark, under the rule's new number and
// when it is transmuted; the awards under all numbers are settled at once.
func TestMarkGoesWithTheRule(t *testing.T) {
	p := doubted(t, quick())
	p.turn(amend(202, "Three times as much.", ""), "+++")
	p.turn(Draft{Kind: Transmute, Rule: 302}, "+++")
	p.is("number", p.g.Marked()[0].Number, 303)
	p.is("awarded by", p.g.Doubts[len(p.g.Doubts)-1].Rule, 303)
	events := p.do(SettleClause{303, twice, ""}, organiser)
	p.is("account", settledAwards(events), "p3 1 10 20 reckoned, p1 2 11 22 reckoned, p2 3 12 24 reckoned")
}

// A repeal ends the mark, and what was awarded stands; so it is when the words
// go back to what they were.
func TestRepealEndsTheMark(t *testing.T) {
	for draft, want := range map[Draft]string{
		{Kind: Repeal, Rule: 301}:                      "p3 1 10 10 repealed",
		{Kind: Repeal, Rule: 301, Amendment: 301}:      "p3 1 10 10 reworded",
		amend(301, "The words of rule 202.", "x = 1"):  "",
		amend(301, "The words of rule 202.", "_x = 1"): "p3 1 10 10 reworded",
	} {
		p := doubted(t, quick())
		if want == "" {
			p.refused(ClauseUnreadable, Propose{Drafts: []Draft{draft}}, p.mover())
			continue
		}
		p.is("account", settledAwards(p.turn(draft, "+++")), want)
		p.is("doubts", len(p.g.Doubts), 0)
		p.is("Cleo", p.g.Player("p3").Points, "10")
	}
}

// What the clause sees is the game of that moment, less what was wrong before:
// Ada, who had 11, gets a tenth of it; with the 22 that she should have had it
// is more. The ledger goes along, and dice fall as they fell.
func TestReckoningFollowsItself(t *testing.T) {
	p := begun(t, quick("after_win", "end"))
	p.g.UseSecrets(func(turn, draw int) string { return "secret" })
	first := "def when_turn_ends(turn):\n    keep(\"bank\", kept(\"bank\") + 1 if kept(\"bank\") != None else 1)\n    award(turn.mover, roll(6) + turn.mover.points)"
	p.turn(amend(202, "First.", first), "+++")
	thrown := last[DieThrown](p).Value
	p.is("first", last[Awarded](p).Points, thrown)
	p.turn(amend(202, "Second.", ""), "+++")
	second := last[DieThrown](p).Value
	p.turn(enact("Tea."), "+++")
	p.turn(enact("Tea."), "+++")
	p.is("Cleo's second", last[Awarded](p).Points, thrown+last[DieThrown](p).Value)
	events := p.do(SettleClause{302, "def when_turn_ends(turn):\n    keep(\"bank\", kept(\"bank\") + 10)\n    award(turn.mover, roll(6) + turn.mover.points + kept(\"bank\"))", ""}, organiser)
	var is []string
	for _, e := range events {
		if a, ok := e.(AwardSettled); ok {
			is = append(is, a.Is.minus(a.Was).String())
		}
	}
	// Ada is given the bank of 11, Bram that of 21, and Cleo that of 31: she had
	// no provisional points before.
	p.is("more", strings.Join(is, " "), "11 21 31")
	p.is("no die is thrown", strings.Contains(kinds(events), "DieThrown"), false)
	p.is("second throw", second > 0, true)
	other := doubted(t, quick())
	other.g.UseSecrets(func(turn, draw int) string { return "secret" })
	events = other.do(SettleClause{301, "def when_turn_ends(turn):\n    award(turn.mover, roll(6))", ""}, organiser)
	p.is("never thrown", settledAwards(events), "p3 1 10 10 faulty")
}

// A clause that moves the award to another moment is worked out there too.
func TestReckonedAtAnotherMoment(t *testing.T) {
	p := doubted(t, quick())
	events := p.do(SettleClause{301, "def when_adopted(vote):\n    for p in vote.favour_players:\n        award(p, 4)", ""}, organiser)
	// Before 301 nothing was in doubt, and as it was adopted it already was.
	p.is("account", settledAwards(events), "p1 1 0 4 reckoned, p2 1 0 4 reckoned, p3 1 0 4 reckoned, p3 1 10 0 reckoned")
	p.points(4, 4, 4)
}

// What answers and awards nothing is marked, and no more.
func TestMarkedAnswers(t *testing.T) {
	p := begun(t, quick())
	p.turn(amend(203, "Two thirds.", "def adopted(vote):\n    return vote.unanimous"), "+++")
	p.turn(amend(203, "Three quarters.", ""), "+++")
	p.is("marked", len(p.g.Marked()), 1)
	p.turn(enact("Tea."), "+++")
	p.is("doubts", len(p.g.Doubts), 0)
	p.is("settled", kinds(p.do(SettleClause{302, "def adopted(vote):\n    return vote.favour * 4 >= vote.cast * 3", ""}, organiser)), "ClauseSettled")
}

// nearly has Judges, and rule 202 marked by 301, in the turn of Ada, who has 195
// points and gets 11 provisional ones.
func nearly(t *testing.T) *playing {
	t.Helper()
	p := created(t, GameCreated{Customs: quick(), Rules: withJudges()}, append(three, "Dov Rex")...)
	p.do(Start{}, organiser)
	p.turn(amend(202, "The mover gets a point.", ""), "++++")
	p.do(Grant{"p1", Whole(195), "x"}, organiser)
	p.propose(enact("Tea."))
	return p
}

// A win with provisional points waits, a Judge is asked and reminded, and with
// the clause that was right it is a win after all.
func TestWinAwaits(t *testing.T) {
	p := nearly(t)
	p.is("events", lastKinds(p.votes(302, "++++"), 4), "EffectDoubted Awarded WinAwaits JudgmentInvoked")
	p.is("waits", p.g.Awaiting.Players, "[p1]")
	p.is("status", p.g.Status, Running)
	p.is("deadline", firstOf(p.g.Deadline()), "judgment")
	p.is("about", p.g.judged(1).About, "awards")
	p.refused(NothingDisputed, SettleWin{[]PlayerID{"p1"}, ""}, organiser)
	p.now = p.g.NextDeadline()
	p.is("reminded", kinds(p.tick()), "Reminded")
	judge := By{Player: p.g.judged(1).Judge}
	events := p.do(SettleClause{301, p.g.Rule(301).Clause, "as it was meant"}, judge)
	p.is("settled", kinds(events), "ClauseSettled AwardSettled AwardSettled JudgmentClosed GameWon TurnEnded")
	p.is("winner", p.g.Winners, "[p1]")
	p.replays()
}

// With the points taken away the turn goes on from where it stood.
func TestWinTakenAway(t *testing.T) {
	p := nearly(t)
	p.votes(302, "++++")
	events := p.do(SettleClause{301, "def when_turn_ends(turn):\n    award(turn.mover, 1)", ""}, organiser)
	p.is("settled", kinds(events), "ClauseSettled AwardSettled AwardSettled JudgmentClosed TurnEnded TurnBegan")
	p.is("account", settledAwards(events), "p3 1 10 1 reckoned, p1 2 11 1 reckoned")
	p.is("Ada", p.g.Player("p1").Points, "196")
	p.is("phase", p.g.Phase, Proposing)
	p.replays()
}

// Points that would be enough without the provisional ones win at once.
func TestFirmWin(t *testing.T) {
	p := nearly(t)
	p.do(Grant{"p3", Whole(190), "x"}, organiser)
	p.is("200 with 10 provisional", p.g.Awaiting.Players, "[p3]")
	p.do(SettleClause{301, "", "it awards nothing"}, organiser)
	p.is("190 firm ones", p.g.Status, Running)
	q := nearly(t)
	q.do(Grant{"p3", Whole(200), "x"}, organiser)
	q.is("210 with 10 provisional", q.g.Winners, "[p3]")
}

// Whoever leaves waits no more, and the turn goes on.
func TestWinnerInWaitingLeaves(t *testing.T) {
	p := nearly(t)
	p.votes(302, "++++")
	events := p.do(Forfeit{}, player(1))
	p.is("goes on", lastKinds(events, 5), "WinAwaits JudgmentClosed TurnEnded TurnBegan EffectDoubted")
	p.is("phase", p.g.Phase, Proposing)
	p.replays()
}

// A goal whose text and clause may disagree decides nothing by itself.
func TestMarkedGoal(t *testing.T) {
	p := begun(t, quick())
	p.turn(amend(208, "300 points win.", ""), "+++")
	events := p.do(Grant{"p1", Whole(200), "x"}, organiser)
	p.is("waits", kinds(events), "Awarded WinAwaits")
	p.is("for", p.g.Awaiting.Rules, "[301]")
	events = p.do(SettleClause{301, "goal = 300", ""}, organiser)
	p.is("goes on", kinds(events), "ClauseSettled")
	p.is("phase", p.g.Phase, Proposing)
}

// A round ends with all that was provisional in it.
func TestRoundEndsDoubts(t *testing.T) {
	p := doubted(t, quick("after_win", keepRules))
	p.is("doubts", len(p.g.Doubts) > 0, true)
	events := p.do(Grant{"p1", Whole(200), "x"}, organiser)
	p.is("events", kinds(events), "Awarded GameWon EffectDoubted RoundBegan CircuitBegan TurnBegan EffectDoubted")
	p.is("provisional", p.g.Provisional("p3"), "0")
	p.is("round", p.g.Round, 2)
	p.is("still marked", len(p.g.Marked()), 1)
}

// Records of earlier versions say of an award that it is provisional, and
// nothing else: it is settled as far as it can be.
func TestOldProvisionalAwards(t *testing.T) {
	p := doubted(t, quick())
	old := &Game{}
	for i, e := range p.events {
		if _, is := e.(EffectDoubted); !is {
			old.Apply(e, p.times[i])
		}
	}
	p.is("provisional", old.Provisional("p3"), "10")
	events, err := Decide(old, SettleClause{301, twice, ""}, organiser, p.now)
	p.is("error", err, nil)
	p.is("account", settledAwards(events), "p3 1 10 20 reckoned")
}

// generous is an evaluator of another version, by which all awards are a point
// more.
func generous(p *clause.Program, name string, env clause.Env, args ...clause.Value) (clause.Value, error) {
	award := env.Builtins["award"]
	env.Builtins["award"] = func(args []clause.Value) (clause.Value, error) {
		n := args[1].(clause.Number)
		return award([]clause.Value{args[0], clause.Number{R: Whole(1).Rat().Add(Whole(1).Rat(), n.R)}})
	}
	return p.Run(name, env, args...)
}

// TestAnotherEvaluator: outcomes are in the events, so the record of a game
// makes the same game where clauses are evaluated otherwise; only what happens
// from then on differs.
func TestAnotherEvaluator(t *testing.T) {
	p := doubted(t, quick("vote_period", "7d", "missing_vote", "abstain"))
	p.turn(Draft{Kind: Enact, Text: "Tea.", Clause: "def when_turn_begins(turn):\n    keep(\"bank\", turn.number)\n    say(\"Tea.\")"}, "+++")
	p.do(SettleClause{301, twice, ""}, organiser)
	p.turn(enact("Cake."), "+-+")
	p.propose(enact("Jam."))
	p.votes(304, "+")
	p.wait(8 * 24 * time.Hour)
	p.tick()
	later := &Game{evaluator: generous}
	for i, e := range p.events {
		later.Apply(e, p.times[i])
	}
	p.is("the same game", later.Equal(p.g), true)
	points := map[*Game]string{}
	for _, g := range []*Game{p.g, later} {
		for _, c := range []Command{Propose{Drafts: []Draft{enact("Rum.")}}, Vote{Proposal: 305, Option: For}} {
			events, err := Decide(g, c, By{Player: g.Turn.Mover}, p.now)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				g.Apply(e, p.now)
			}
		}
		for _, n := range []int{1, 2, 3} {
			events, _ := Decide(g, Vote{Proposal: 305, Option: For}, player(n), p.now)
			for _, e := range events {
				g.Apply(e, p.now)
			}
		}
		points[g] = g.Awards[len(g.Awards)-1].Points.String()
	}
	p.is("from then on", points[p.g]+" "+points[later], "28 29")
}
