package rules

import (
	"testing"
	"time"
)

// paradoxWins is a rule by which whoever has called a case wins that is ruled
// PARADOXICAL.
const paradoxWins = `
def winner_by_ruling(case):
    return case.caller if case.ruling == "paradoxical" else None
`

// Who wins by a ruling wins when it can no longer be reconsidered, and is in sight
// until then.
func TestWinByRuling(t *testing.T) {
	p := listed(t, byRotation(paradoxWins), three...)
	p.call(1)
	p.call(1)
	p.is("false", kinds(p.do(RuleOn{Judgment: 1, Ruling: RuledFalse, Reasons: "No."}, player(2))), "CaseRuled")
	p.is("paradoxical", kinds(p.do(RuleOn{Judgment: 2, Ruling: RuledParadoxical, Reasons: "Both."}, player(3))), "CaseRuled WinInSight")
	p.is("in sight", p.g.judged(2).Wins, PlayerID("p1"))
	p.is("by", p.g.judged(2).WinsBy, 113)
	p.wait(week - time.Hour)
	p.tick()
	p.is("status", p.g.Status, Running)
	p.wait(2 * time.Hour)
	p.tick()
	p.is("status", p.g.Status, Won)
	p.is("winners", p.g.Winners, []PlayerID{"p1"})
}

// A ruling that is reconsidered makes nobody win; what is ruled then stands at once.
func TestWinByRulingReconsidered(t *testing.T) {
	for again, want := range map[string]Status{RuledFalse: Running, RuledParadoxical: Won} {
		p := listed(t, byRotation(paradoxWins), three...)
		p.call(1)
		p.do(RuleOn{Judgment: 1, Ruling: RuledParadoxical, Reasons: "Both."}, player(2))
		p.do(Reconsider{Judgment: 1, Reasons: "Why?"}, player(3))
		p.is("in sight", p.g.judged(1).Wins, PlayerID(""))
		p.wait(6 * 24 * time.Hour)
		p.do(RuleOn{Judgment: 1, Ruling: again, Reasons: "So it is."}, player(2))
		p.is(again, p.g.Status, want)
		p.wait(2 * week)
		p.tick()
		p.is(again+" later", p.g.Status, want)
	}
}

// A rule that came after the ruling makes nobody win by it, nor one that is gone
// when it stands; nor does whoever has left.
func TestNoWinByRuling(t *testing.T) {
	ruled := func(p *playing) {
		p.call(1)
		p.do(RuleOn{Judgment: 1, Ruling: RuledParadoxical, Reasons: "Both."}, player(2))
	}
	settle := func(p *playing, clauses string) {
		p.g.Apply(ClauseSettled{Rule: 113, Clause: byRotation(clauses)[113]}, p.now)
	}
	for name, play := range map[string]func(*playing){
		"later": func(p *playing) { settle(p, ""); ruled(p); settle(p, paradoxWins) },
		"gone":  func(p *playing) { ruled(p); settle(p, "") },
		"left":  func(p *playing) { ruled(p); p.do(Forfeit{}, player(1)) },
	} {
		p := listed(t, byRotation(paradoxWins), three...)
		play(p)
		p.wait(3 * week)
		p.tick()
		p.is(name, p.g.Status, Running)
	}
}

// What a clause makes of a case is tried on every ruling before it is proposed.
func TestRulingTried(t *testing.T) {
	p := listed(t, byRotation(), three...)
	propose := func(line string) Propose {
		return Propose{Title: "Win", Drafts: []Draft{{Kind: Enact, Text: "Win.", Clause: "def winner_by_ruling(case):\n    return " + line}}}
	}
	for _, line := range []string{
		`case.judge if case.ruling == "true" else None`,
		`case.caller if case.reconsidered and case.number > 1 else None`,
	} {
		p.do(propose(line), player(1))
	}
	p.refused(ClauseUnreadable, propose("case.turn"), player(1))
	for _, line := range []string{`"Ada"`, `case.ruling`, `1 / 0`, `case.judge.points if case.ruling == "dismiss" else None`} {
		p.refused(ClauseIllegal, propose(line), player(1))
	}
}
