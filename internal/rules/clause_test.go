package rules

import (
	"testing"
)

// fails is a clause that runs well on every trial and fails when it must not:
// when somebody has 2 points.
func fails(def, then string) string {
	return def + "\n    for p in game.players:\n        if p.points == 2:\n            award(p, 1 / 0)\n" + then
}

// A clause that fails stops the turn; settled, the turn goes on from there.
func TestClauseFails(t *testing.T) {
	for _, c := range []struct {
		name        string
		rule        int
		bad, good   string
		stop, start string
	}{
		{"the count", 203, "def adopted(vote):\n    return vote.favour / (2 - min(2, game.players[1].points)) > 0", "def adopted(vote):\n    return True",
			"ClauseFailed", "ClauseSettled VotingClosed RuleEnacted Awarded Awarded TurnEnded TurnBegan"},
		{"the weights", 207, "def votes_of(player):\n    return 1 / (2 - min(2, player.points)) if player.points > 1 and player.points < 3 else 1", "",
			"ClauseFailed", "ClauseSettled VotingClosed Awarded Awarded TurnEnded TurnBegan"},
		{"after the vote", 206, fails("def when_defeated(vote):", "    award(vote.proposer, -5)"), "def when_defeated(vote):\n    award(vote.proposer, -1)",
			"VotingClosed ClauseFailed", "ClauseSettled Awarded Awarded TurnEnded TurnBegan"},
		{"the turn's end", 206, fails("def when_turn_ends(turn):", "    award(turn.mover, 5)"), "",
			"VotingClosed Awarded ClauseFailed", "ClauseSettled TurnEnded TurnBegan"},
		{"the goal", 208, "goal = 200 / (2 - min(2, game.players[1].points))", "goal = 300",
			"VotingClosed ClauseFailed", "ClauseSettled Awarded Awarded TurnEnded TurnBegan"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := begun(t, quick())
			p.turn(amend(c.rule, "Badly.", c.bad), "+++")
			n := p.propose(enact("x"))
			p.votes(n, "++")
			p.apply(Awarded{Player: "p1", Points: Whole(2)})
			p.apply(Awarded{Player: "p2", Points: Whole(2)})
			p.is("stop", kinds(p.votes(n, "  -")[1:]), c.stop)
			p.is("phase", p.g.Phase, Judging)
			p.is("rule", p.g.Stuck.Rule, 301)
			p.is("settled again and failing again", kinds(p.do(SettleClause{301, c.bad, ""}, organiser)), "ClauseSettled ClauseFailed")
			p.is("start", kinds(p.do(SettleClause{301, c.good, "mended"}, organiser)), c.start)
			p.is("stuck", p.g.Stuck, (*ClauseFailed)(nil))
			p.is("turn", p.g.Turn.Number, 3)
		})
	}
}

func TestOrderFails(t *testing.T) {
	p := begun(t, quick())
	p.turn(amend(201, "x", "def turn_order(players):\n    return players if game.circuits < 1 else []"), "+++")
	p.turn(enact("x"), "+++")
	events := p.turn(enact("x"), "+++")
	p.is("last", kinds(events[len(events)-3:]), "TurnEnded CircuitEnded ClauseFailed")
	p.is("start", kinds(p.do(SettleClause{301, "turn_order = by_joining", ""}, organiser)), "ClauseSettled CircuitBegan TurnBegan")
	p.is("mover", p.g.Turn.Mover, "p1")
}

// What other rules did before the failure is not done again.
func TestDoneIsNotDoneTwice(t *testing.T) {
	p := begun(t, quick())
	p.turn(Draft{Kind: Enact, Text: "x", Clause: fails("def when_turn_ends(turn):", "")}, "+++")
	p.do(Grant{"p2", Whole(2), ""}, organiser)
	p.turn(enact("x"), "+++")
	p.is("done", p.g.Stuck.Done, []int{202})
	p.points(11, 2, 10)
	p.do(SettleClause{301, "", ""}, organiser)
	p.points(11, 2, 10)
	p.is("turn", p.g.Turn.Number, 3)
}

// An effect that fails in the middle does nothing at all.
func TestFailedEffectDoesNothing(t *testing.T) {
	p := begun(t, quick())
	p.turn(Draft{Kind: Enact, Text: "x", Clause: "def when_turn_ends(turn):\n    award(turn.mover, 50)\n    keep(\"x\", 1)\n    say(\"hello\")\n" +
		"    award(turn.mover, 1 / (turn.number - 2))"}, "+++")
	p.is("ledger", p.g.Ledger["x"], "1")
	p.points(0, 0, 10+50-1)
	p.turn(enact("x"), "+++")
	p.points(11, 0, 59)
}

func TestLedger(t *testing.T) {
	p := begun(t, quick())
	p.turn(Draft{Kind: Enact, Text: "A bank.", Clause: "def when_turn_ends(turn):\n    keep(\"bank\", (0 if kept(\"bank\") == None else kept(\"bank\")) + 1 / 2)\n" +
		"    keep(\"list\", [kept(\"bank\"), \"a \\\"b\\\"\", True, None])\n    if kept(\"bank\") > 1:\n        keep(\"list\", None)"}, "+++")
	p.is("bank", p.g.Ledger["bank"], "1/2")
	p.is("list", p.g.Ledger["list"], `[1/2, "a \"b\"", True, None]`)
	p.turn(enact("x"), "+++")
	p.is("bank", p.g.Ledger["bank"], "1")
	p.turn(enact("x"), "+++")
	if _, kept := p.g.Ledger["list"]; kept {
		t.Error("None is kept")
	}
}

// What a clause sees.
func TestSeen(t *testing.T) {
	p := begun(t, quick())
	p.turn(Draft{Kind: Enact, Text: "x", Clause: `
def when_defeated(vote):
    keep("vote", [vote.number, vote.kind, vote.favour, vote.against, vote.abstain, vote.cast, vote.voters, vote.unanimous])
    keep("who", [vote.proposer.name, vote.mover.surname, len(vote.favour_players)])
    for p in vote.against_players:
        keep("against", p.name)
    for p in vote.abstain_players:
        keep("abstain", p.name)
    keep("same", vote.proposer == vote.mover)

def when_turn_begins(turn):
    keep("turn", [turn.number, turn.mover.name, turn.vote == None])
    keep("game", [game.circuit, game.circuits, game.turn.number, game.turn == turn, len(game.players), game.mutable, game.immutable])
    keep("rule", [rule.number, rule.mutable, rule.amended, game.rule(301).number, game.rule(999) == None])
    keep("state", [turn.mover.state, turn.mover.points])
`}, "+++")
	p.turn(Draft{Kind: Repeal, Rule: 213}, "+-0")
	for name, want := range map[string]string{
		"vote": `[302, "repeal", 1, 1, 1, 2, 3, False]`, "who": `["Ada Quillfeather", "Quillfeather", 1]`,
		"against": `"Bram Zuidema"`, "abstain": `"Cleo Abbot"`,
		"same": "True", "turn": `[3, "Bram Zuidema", True]`, "game": "[1, 0, 3, True, 3, 14, 16]",
		"rule": "[301, True, False, 301, True]", "state": `["playing", 0]`,
	} {
		p.is(name, p.g.Ledger[name], want)
	}
}

func TestShadowed(t *testing.T) {
	p := begun(t, quick())
	p.is("shadowed", p.g.Shadowed(Change{Kind: Enact, Text: "x", Clause: "goal = 5\nmissing_vote = \"wait\"\n\ndef when_adopted(vote):\n    say(\"x\")"}), []Shadow{{"goal", 208, BehindNumber}})
	p.is("not", p.g.Shadowed(Change{Kind: Amend, Rule: 208, Text: "x", Clause: "goal = 5"}), []Shadow(nil))
	p.is("outcome", p.g.Outcome(Change{Kind: Amend, Rule: 208, Text: "x", Clause: "goal = 5"}).Number, 301)
}

func TestNeeds(t *testing.T) {
	p := begun(t, quick())
	for clause, want := range map[string]string{
		"return vote.favour * 3 >= vote.cast * 2": "other", "return vote.favour > vote.against": "majority",
		"return vote.unanimous": "unanimity", "return vote.against == 0 and vote.favour > 0": "unanimity", "return 1 / vote.against > 9": "other",
	} {
		r := *p.g.Rule(203)
		r.Clause = "def adopted(vote):\n    " + clause
		g := p.g.Clone()
		g.Apply(RuleAmended{Was: 203, Rule: r}, p.now)
		p.is(clause, g.Needs(&Proposal{}), want)
	}
}

func TestCheckCreated(t *testing.T) {
	err := GameCreated{
		Timezone: "Mars/Olympus", NextNumber: 3, Customs: map[string]string{"vote_period": "soon"},
		Rules: []Rule{{Number: 3, Text: "x", Clause: "goal = True"}, {Number: 3}, {Number: -1, Text: "x", Clause: "goal ="}},
	}.Check()
	if n := len(err.(interface{ Unwrap() []error }).Unwrap()); n != 4 {
		t.Errorf("%d faults: %v", n, err)
	}
	if err := (GameCreated{Timezone: "UTC", Customs: Friendly(), Rules: initial()}).Check(); err != nil {
		t.Error(err)
	}
	if err := CheckRules([]Rule{{Number: 1, Text: "x", Clause: "def adopted(vote):\n    return False"}}); err == nil {
		t.Error("nothing is adoptable, and nobody minds")
	}
}

// The steps at which a clause may also fail: they are taken again.
func TestOtherStepsAreTakenAgain(t *testing.T) {
	broken := func(def string) string { return def + "\n    keep(\"x\", 1 / (5 - len(game.players)))" }
	p := begun(t, quick())
	p.turn(Draft{Kind: Enact, Text: "x", Clause: broken("def when_circuit_ends(game):")}, "+++")
	p.turn(Draft{Kind: Enact, Text: "x", Clause: broken("def when_turn_begins(turn):")}, "+++")
	p.turn(Draft{Kind: Enact, Text: "x", Clause: broken("def when_joined(player):")}, "+++")
	p.do(Join{Given: "Dov", Surname: "Eck"}, By{})
	p.is("events", kinds(p.do(Join{Given: "Esme", Surname: "Gale"}, By{})), "PlayerJoined ClauseFailed")
	p.is("about", p.g.Stuck.Player, "p5")
	p.refused(Paused, Propose{Drafts: []Draft{enact("y")}}, p.mover())
	p.is("joined", kinds(p.do(SettleClause{303, "", ""}, organiser)), "ClauseSettled")
	p.is("phase", p.g.Phase, Proposing)
	p.is("turn", kinds(p.turn(enact("y"), "+++++")[5:]), "VotingClosed RuleEnacted Awarded TurnEnded TurnBegan ClauseFailed")
	p.is("turn begins", kinds(p.do(SettleClause{302, "", ""}, organiser)), "ClauseSettled")
	for range 3 {
		p.turn(enact("y"), "+++++")
	}
	p.is("circuit", kinds(p.turn(enact("y"), "+++++")[5:]), "VotingClosed RuleEnacted Awarded TurnEnded CircuitEnded Kept Said ClauseFailed")
	p.is("circuit ends", kinds(p.do(SettleClause{301, "", ""}, organiser)), "ClauseSettled CircuitBegan TurnBegan")
	p.is("circuits", p.g.Circuits, 2)
}

// What a clause does wrong is told with an example.
func TestDeedsDoneWrong(t *testing.T) {
	p := begun(t, quick())
	for _, body := range []string{
		"award(turn.mover)", "award(1, 2)", `award(turn.mover, "x")`, "award(turn.mover, 10000000000000)", "say(1)", `say("")`,
		`keep("x")`, `keep("", 1)`, "keep(1, 1)", `keep("x", turn.mover)`, "kept()", "kept(1)", "days()", `hours("x")`, "game.rule()", "game.rule(-1)",
	} {
		p.refused(ClauseIllegal, Propose{Drafts: []Draft{enact2("def when_turn_ends(turn):\n    " + body)}}, p.mover())
	}
	for _, clause := range []string{
		"def judge(players, mover):\n    return 1", "new_rules_are = \"new\"", "defers_to = [\"all\"]", "vote_period = days(1 / 7000)", "vote_period = True",
		"vote_period = [1]", "reminders = [\"x\"]", "trust = 1", "trust = None", "turn_order = \"by_age\"", "def turn_order(players):\n    return [players[0], players[0]]",
		"reminders = [days(5000)]", "abstain = \"maybe\"",
	} {
		p.refused(ClauseIllegal, Propose{Drafts: []Draft{enact2(clause)}}, p.mover())
	}
	p.turn(enact2("reminders = []\n\ndef judge(players, mover):\n    return players[0]"), "+++")
	v, _ := p.g.Custom("reminders")
	p.is("none", v, "none")
}
