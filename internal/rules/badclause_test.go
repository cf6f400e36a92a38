package rules

import (
	"slices"
	"strings"
	"testing"
)

// A clause that cannot be used is refused when it is proposed, in words that say
// where and why.
func TestBadClausesAreRefused(t *testing.T) {
	const ends = "def when_turn_ends(turn):\n    "
	for _, c := range []struct {
		name, clause string
		code         Code
		says, hint   string
	}{
		{"no syntax", "goal = = 200", ClauseUnreadable, "line 1, column 8", ""},
		{"a bracket open", ends + "award(turn.mover, 1", ClauseUnreadable, "line 2, column 24", ""},
		{"an unknown name", "gaol = 200", ClauseUnreadable, `"gaol"`, "goal"},
		{"an unknown function", ends + "awrad(turn.mover, 1)", ClauseUnreadable, "line 2, column 5", "award"},
		{"an unknown attribute", ends + "award(turn.mouver, 1)", ClauseUnreadable, "line 2, column 16", "mover"},
		{"a parameter too many", "def adopted(vote, game):\n    return True", ClauseUnreadable, "parameter", ""},
		{"a parameter missing", "def when_joined():\n    say(\"Welcome.\")", ClauseUnreadable, "parameter", ""},
		{"a function where a value stands", "def goal():\n    return 200", ClauseUnreadable, `"goal"`, ""},
		{"a division by zero", ends + "award(turn.mover, 1 / (turn.vote.voters - turn.vote.voters))", ClauseIllegal, "divides by zero", ""},
		{"a loop too long", ends + "for a in game.players * 2000:\n        pass", ClauseIllegal, "cannot be put together", ""},
		{"loops in loops", ends + nested(9) + "x = 1", ClauseIllegal, "more than 10000 steps", ""},
		{"a number too large", ends + "x = 3\n    for a in [" + strings.Repeat("1, ", 40) + "]:\n        x = x * x\n    award(turn.mover, x)", ClauseIllegal, "too large", ""},
		{"points too many", ends + "award(turn.mover, 10000000000000)", ClauseIllegal, "line 2", ""},
		{"a weight below nothing", "def votes_of(player):\n    return -1", ClauseIllegal, "from 0 to", ""},
		{"a half vote", "def votes_of(player):\n    return 1 / 2", ClauseIllegal, "whole number", ""},
		{"no verdict", "def adopted(vote):\n    return vote.favour", ClauseIllegal, "True or False", ""},
		{"points to nobody", ends + "award(None, 10)", ClauseIllegal, "award(turn.mover, 10)", ""},
		{"a deed in an answer", "def adopted(vote):\n    award(vote.mover, 1)\n    return True", ClauseIllegal, "when_", ""},
		{"an empty order", "def turn_order(players):\n    return []", ClauseIllegal, "each player once", ""},
		{"a claim over no rule", "takes_precedence_over = [\"everything\"]", ClauseIllegal, "a list of rule numbers", ""},
		{"another rule repealed", ends + "repeal(game.rule(203))", ClauseIllegal, "only its own rule", ""},
		{"a rule by its number", ends + "repeal(203)", ClauseIllegal, "repeal(rule)", ""},
		{"a repeal in an answer", "def adopted(vote):\n    repeal(rule)\n    return True", ClauseIllegal, "when_", ""},
		{"the turn as a number", ends + "award(turn.mover, game.turn)", ClauseIllegal, "award(turn.mover, 10)", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := begun(t, quick())
			no := p.refused(c.code, Propose{Drafts: []Draft{enact2(c.clause)}}, p.mover())
			if !strings.Contains(no.Text, c.says) || no.Hint != c.hint {
				t.Errorf("it says %q with the hint %q, want %q and %q", no.Text, no.Hint, c.says, c.hint)
			}
		})
	}
}

// nested are loops over three players within one another.
func nested(n int) (s string) {
	for i := range n {
		s += "for p" + string(rune('a'+i)) + " in game.players:\n    " + strings.Repeat("    ", i+1)
	}
	return s
}

// awardedBy counts the awards of a rule since the turn of that number began.
func awardedBy(p *playing, rule, turn int) (n int) {
	began := slices.IndexFunc(p.events, func(e Event) bool { b, is := e.(TurnBegan); return is && b.Turn == turn })
	for _, e := range p.events[began:] {
		if a, is := e.(Awarded); is && a.Rule == rule {
			n++
		}
	}
	return n
}

// What can be known only later stops the turn with a question to the Judge. What
// was settled goes on from there.
func TestLaterFaultsGoToTheJudge(t *testing.T) {
	const ends = "def when_turn_ends(turn):\n    "
	second := "if turn.number == 2:\n        " // what is tried at the proposal is turn 1
	for _, c := range []struct{ name, clause, says string }{
		{"a division by zero", ends + "award(turn.mover, 1 / (turn.number - 2))", "divides by zero"},
		{"a loop too long", ends + second + strings.ReplaceAll(nested(9), "\n", "\n    ") + "x = 1", "more than 10000 steps"},
		{"a number too large", ends + second + "x = 3\n        for a in [" + strings.Repeat("1, ", 40) + "]:\n            x = x * x", "too large"},
		{"points too many", ends + "award(turn.mover, 10000000000000 * (turn.number - 1))", "line 2"},
		{"nobody there", ends + "award(game.players[turn.number * turn.number], 1)", "there is no"},
		{"a name that is no more", ends + "award(turn.mover, 1 if game.rule(206).mutable else 0)", "None has nothing called"},
		{"a limit that fails", "takes_precedence_over = [209]\nmax_mutable = 100 / (2 - min(2, game.turn.number))", "divides by zero"},
		{"a custom that fails", "vote_period = days(7) / (2 - min(2, game.turn.number))", "divides by zero"},
		{"a custom of the wrong kind", "reminders = [days(1)] if game.turn.number < 2 else \"now and then\"", "reminders"},
		{"a claim that fails", "takes_precedence_over = [203 / (2 - min(2, game.turn.number))]", "divides by zero"},
		{"a claim of the wrong kind", "defers_to = [203] if game.turn.number < 2 else 203", "a list of rule numbers"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := created(t, GameCreated{Customs: quick(), Rules: withJudges()}, three...)
			p.do(Start{}, organiser)
			p.turn(enact2(c.clause), "+++")
			p.is("after the first turn", p.g.Phase, Proposing)
			p.turn(Draft{Kind: Repeal, Rule: 206}, "+++")
			p.is("phase", p.g.Phase, Judging)
			if f := p.g.Stuck; f == nil || f.Rule != 301 || !strings.Contains(f.Why+f.Name, c.says) {
				t.Fatalf("it is stuck by %+v, want rule 301 and %q", f, c.says)
			}
			j := p.g.Standing()
			if len(j) != 1 || j[0].About != aboutClause || j[0].Judge != "p3" { // Cleo comes before Ada, the mover
				t.Fatalf("the questions are %+v", j)
			}
			p.do(SettleClause{301, "", "it shall do nothing"}, player(3))
			p.is("settled", p.g.Phase, Proposing)
			p.is("the vote", p.g.Proposal(302).State, Adopted)
			p.is("turn", p.g.Turn.Number, 3)
			p.is("by rule 301", awardedBy(p, 301, 2), 0)
		})
	}
}
