package rules

import (
	"fmt"
	"strings"
	"testing"
)

// told writes a foresight in short, for comparing.
func told(s Foresight) string {
	var parts []string
	for _, n := range s.News {
		parts = append(parts, fmt.Sprintf("%s: %s, was %s", n.Name, shortReply(n.Will), shortReply(n.Was)))
	}
	for _, t := range s.Tryouts {
		line := fmt.Sprintf("%s %d %v", t.Of, t.Number, t.Against)
		if t.Chance {
			line += " chance"
		}
		for _, l := range t.Lines {
			line += "; " + strings.TrimSpace(fmt.Sprintf("%s %s %s (%s) %v", l.Code, l.Player, l.Will, l.Was, l.Players))
		}
		parts = append(parts, line)
	}
	for _, c := range s.Cautions {
		parts = append(parts, fmt.Sprintf("! %s %s %d %d %v", c.Code, c.Name, c.Rule, c.Number, c.Who))
	}
	return strings.Join(parts, "\n")
}

func shortReply(r Reply) string {
	s := r.Kind
	if r.Kind == ReplyValue {
		s = r.Value
	}
	if r.Rule != 0 {
		s += fmt.Sprintf(" by %d", r.Rule)
	}
	return s
}

func foresee(t *testing.T, p *playing, d Draft) string {
	t.Helper()
	c, no := p.g.proposed([]Draft{d})
	if no != nil {
		t.Fatalf("%+v: %v", d, no)
	}
	return told(p.g.Foresee(&Proposal{ID: p.g.made + 1, Number: p.g.NextNumber(), Proposer: p.g.Turn.Mover, Changes: []Change{c}, State: InDebate}))
}

// The last vote, on 302, was Ada's: p1 and p3 in favour, p2 against, so under
// unanimity it was defeated. Ada lost 10 by 206 and got (302 − 291) × 2/3 =
// 7.33, so 7, by 202: −3 together. 301, Cleo's, brought her 10. Next is Bram (p2).
func TestForesee(t *testing.T) {
	for _, c := range []struct {
		draft Draft
		want  string
	}{
		{amend(208, "Whoever has 300 points wins.", "goal = 300"), "goal: 300 by 303, was 200 by 208"},
		{amend(208, "Whoever has 200 points wins.", "goal = 2 * 100"), ""},
		{amend(208, "Whoever has 10 points wins.", "goal = 10"), "goal: 10 by 303, was 200 by 208\n! wins-at-once  303 0 [p3]"},
		{amend(208, "The goal sinks.", "goal = 200 - game.circuits"), "goal: lines by 303, was 200 by 208\n! goal-varies  112 0 []"},
		{Draft{Kind: Repeal, Rule: 208}, "goal: none, was 200 by 208\n! no-goal  112 0 []"},
		{Draft{Kind: Repeal, Rule: 209}, "max_mutable: none, was 25 by 209"},
		{amend(209, "No more than 30.", "max_mutable = 30"), "max_mutable: 30 by 303, was 25 by 209"},
		{amend(208, "Other words.", ""), ""},
		{enact("Tea is served."), ""},
		{Draft{Kind: Enact, Text: "The goal is 50.", Clause: "goal = 50"}, ""},
		{Draft{Kind: Enact, Text: "The goal is 50, over 208.", Clause: "goal = 50\ntakes_precedence_over = [208]"},
			"goal: 50 by 303, was 200 by 208\ntakes_precedence_over: 208 by 303, was none"},
		{Draft{Kind: Enact, Text: "Votes last five days.", Clause: "vote_period = days(5)"}, "vote_period: 5d by 303, was 7d"},
		// −3 becomes 7 − 5 = 2.
		{amend(206, "It costs 5 points.", "def when_defeated(vote):\n    award(vote.proposer, -5)"),
			"when_defeated: lines by 303, was lines by 206\nvote 302 []; points p1 2 (-3) []"},
		{Draft{Kind: Repeal, Rule: 202}, "when_turn_ends: none, was lines by 202\nvote 302 []; points p1 -10 (-3) []"},
		// Adopted: nothing is lost, and whoever was against, p2, gets 10 by 204.
		{amend(203, "A majority.", "def adopted(vote):\n    return vote.favour > vote.against"),
			"adopted: majority by 303, was unanimity by 203\nwhen_circuit_ends: none, was lines by 203\n" +
				"vote 302 []; adopted   () []; points p1 7 (-3) []; points p2 10 (0) []\n! counted-before adopted 107 0 []"},
		// Ada's two votes and Cleo's two against Bram's two: 4 of 6, the same share.
		{amend(207, "Two votes each.", "def votes_of(player):\n    return 2"),
			"votes_of: 2 by 303, was 1 by 207\nvote 302 []; votes p3 2 (1) []; votes p1 2 (1) []; votes p2 2 (1) []\n! counted-before votes_of 107 0 []"},
		// The vote on 302 was no adoption; had Bram's been adopted against Cleo …
		{amend(204, "Twenty points.", "def when_adopted(vote):\n    for p in vote.favour_players:\n        award(p, 1)"),
			"when_adopted: lines by 303, was lines by 204\nvote 302 []\nmade-up 303 []; points p1 1 (0) []; points p2 13 (12) []; points p3 1 (0) []"},
		{amend(201, "As we joined.", "turn_order = by_joining"),
			"turn_order: by_joining by 303, was by_surname by 201\norder 0 []; order   () [p1 p2 p3]"},
		{amend(201, "By given name.", "def turn_order(players):\n    return by_given_name"),
			"turn_order: lines by 303, was by_surname by 201\norder 0 []; order   () [p1 p2 p3]"},
		{amend(202, "The die decides.", "def when_turn_ends(turn):\n    award(turn.mover, roll(6))"),
			"when_turn_ends: lines by 303, was lines by 202\nvote 302 [] chance"},
		// Division by the votes against, of which the checks that are made when it is
		// proposed see one or none.
		{amend(202, "Points for dissent.", "def when_turn_ends(turn):\n    award(turn.mover, 10 / (turn.vote.number - 302))"),
			"when_turn_ends: lines by 303, was lines by 202\nvote 302 []; fails  when_turn_ends: line 2, column 26: this divides by zero () []"},
		{Draft{Kind: Enact, Text: "A point a circuit.", Clause: "def when_circuit_ends(game):\n    for p in game.players:\n        award(p, game.circuits)"},
			"when_circuit_ends: lines by 303, was none\ncircuit 0 []; points p1 1 (0) []; points p2 1 (0) []; points p3 1 (0) []"},
		{amend(203, "Three at least.", "def adopted(vote):\n    return vote.favour >= 3"),
			"adopted: lines by 303, was unanimity by 203\nwhen_circuit_ends: none, was lines by 203\nvote 302 []\n! counted-before adopted 107 0 []\n! never-with-fewer  114 2 []"},
		{amend(203, "Soon nothing.", "def adopted(vote):\n    return vote.unanimous and vote.number < 320"),
			"adopted: lines by 303, was unanimity by 203\nwhen_circuit_ends: none, was lines by 203\nvote 302 []\n! counted-before adopted 107 0 []\n! never-later  114 320 []"},
	} {
		p := begun(t, quick())
		p.turn(enact("Tea."), "+++")
		p.turn(enact("Cake."), "+-+")
		if got := foresee(t, p, c.draft); got != c.want {
			t.Errorf("%s %d %q:\n got: %s\nwant: %s", c.draft.Kind, c.draft.Rule, c.draft.Clause, got, c.want)
		}
	}
}
