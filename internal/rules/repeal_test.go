package rules

import (
	"strings"
	"testing"
)

// A rule is gone when its clause has come to its end, and what it gave stays.
func TestRuleRepealsItself(t *testing.T) {
	p := begun(t, quick())
	events := p.turn(enact2("def when_turn_ends(turn):\n    repeal(rule)\n    repeal(game.rule(301))\n    award(turn.mover, 3)"), "+++")
	p.is("events", kinds(events[3:]), "VotingClosed RuleEnacted Awarded RuleRepealed Awarded TurnEnded TurnBegan")
	p.points(0, 0, 10+3)
	if p.g.Rule(301) != nil || len(p.g.Gone) != 1 {
		t.Error("the rule is still there")
	}
	no := p.refused(RuleGone, Propose{Drafts: []Draft{amend(301, "x", "")}}, p.mover())
	p.is("by a proposal", no.Proposal, 0)
	p.turn(enact("Tea."), "+++")
	p.points(11, 0, 13)
}

// What cannot be repealed stops the turn with a question, and nothing happens.
func TestRuleCannotRepealItself(t *testing.T) {
	const atCircuit = "def when_circuit_ends(game):\n    award(game.players[0], 50)\n    repeal(rule)"
	for _, c := range []struct {
		name  string
		turns []Draft
		rule  int
		why   string
	}{
		{"an immutable rule", []Draft{enact2(atCircuit), {Kind: Transmute, Rule: 301}, enact("Tea.")}, 302, "an immutable rule cannot be repealed"},
		{"without it nothing is adopted", []Draft{
			enact2("takes_precedence_over = [203]\n\ndef adopted(vote):\n    return vote.unanimous\n\n" + atCircuit),
			amend(203, "Never.", "def adopted(vote):\n    return False"), enact("Tea."),
		}, 301, "no rule-change could be adopted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := begun(t, quick())
			for _, d := range c.turns {
				p.turn(d, "+++")
			}
			if f := p.g.Stuck; f == nil || f.Rule != c.rule || !strings.Contains(f.Why, c.why) {
				t.Fatalf("it is stuck by %+v, want rule %d and %q", f, c.rule, c.why)
			}
			p.points(11, 12, 10) // 50 are not given
			p.do(SettleClause{c.rule, "", ""}, organiser)
			p.is("phase", p.g.Phase, Proposing)
		})
	}
}

// Rule 114: the last mutable rule stays.
func TestLastRuleCannotRepealItself(t *testing.T) {
	set := []Rule{
		{Number: 114, Text: "One at least.", Clause: "min_mutable = 1"},
		{Number: 201, Mutable: true, Text: "It goes.", Clause: "def when_turn_ends(turn):\n    repeal(rule)"},
	}
	if err := CheckRules(set); err == nil || !strings.Contains(err.Error(), "too few rules") {
		t.Errorf("the set is taken: %v", err)
	}
	p := created(t, GameCreated{Customs: quick(), Rules: set}, three...)
	p.do(Start{}, organiser)
	p.turn(enact("Tea."), "---")
	if f := p.g.Stuck; f == nil || f.Rule != 201 || !strings.Contains(f.Why, "too few rules would be left (rule 114)") {
		t.Fatalf("it is stuck by %+v", f)
	}
}

// Who has left gets nothing. 302 is adopted and 301 fails; its mover leaves while
// the Judge thinks. What the Judge settles must not give her points; the others
// get theirs, and the turn ends without those of Rule 202.
func TestNothingForWhoHasLeft(t *testing.T) {
	p := created(t, GameCreated{Customs: quick(), Rules: withJudges()}, three...)
	p.do(Start{}, organiser)
	p.turn(enact2("def when_adopted(vote):\n    award(vote.mover, 1 / (302 - vote.number))"), "+++") // Cleo: 1 and 10
	p.turn(enact("Tea."), "+++")
	p.is("phase", p.g.Phase, Judging)
	p.do(Forfeit{}, player(1))
	p.is("again", kinds(p.do(SettleClause{301, "def when_adopted(vote):\n    award(vote.mover, 1)", ""}, organiser)[:3]), "ClauseSettled JudgmentClosed ClauseFailed")
	if !strings.Contains(p.g.Stuck.Why, "Ada Quillfeather has left the game") {
		t.Errorf("it says %q", p.g.Stuck.Why)
	}
	p.do(SettleClause{301, "def when_adopted(vote):\n    for p in vote.favour_players:\n        award(p, 1)", ""}, organiser)
	p.points(0, 1, 12)
	p.is("turn", []any{p.g.Turn.Number, p.g.Turn.Mover}, []any{3, "p2"})
}

// Two rules never answer to one number: a set with two is refused, and a proposal
// passes over numbers that rules bear or bore.
func TestNumbersAreTakenOnce(t *testing.T) {
	set := append(initial(), Rule{Number: 301, Mutable: true, Text: "x"}, Rule{Number: 303, Was: []int{302}, Mutable: true, Text: "y"})
	p := created(t, GameCreated{Customs: quick(), Rules: set}, three...)
	p.do(Start{}, organiser)
	p.is("the next number", p.g.NextNumber(), 304)
	p.turn(amend(301, "z", ""), "+++")
	p.is("301 is", p.g.Rule(301).Number, 304)
	p.is("the next number", p.g.NextNumber(), 305)
	if err := CheckRules(append(set, Rule{Number: 301, Mutable: true, Text: "z"})); err == nil || !strings.Contains(err.Error(), "rule 301: there are two of them") {
		t.Errorf("two rules 301: %v", err)
	}
}
