package rules

import (
	"fmt"
	"testing"
)

func (p *playing) why(name string, want ...string) {
	p.Helper()
	list, known := p.g.Why(name)
	if !known || len(list) != len(want) {
		p.Fatalf("%s: %+v, %v; want %d contenders", name, list, known, len(want))
	}
	for i, c := range list {
		if got := fmt.Sprintf("%d %s %v: %s", c.Rule, c.Value, c.Holds, c.Why); got != want[i] {
			p.Errorf("%s: got %q, want %q", name, got, want[i])
		}
	}
}

// Rules 110 and 211: who answers, who would, and why they lose.
func TestWhy(t *testing.T) {
	p := begun(t, quick("debate_least", "0h"))
	p.turn(enact2("goal = 100"), "+++")
	p.why("goal", "208 200 true: it has precedence", "301 100 false: rule 208 stands before it (Rule 211)")
	p.turn(enact2("goal = 50\ntakes_precedence_over = [208]"), "+++")
	p.why("goal", "302 50 true: it has precedence", "208 200 false: rule 302 claims precedence over it (Rule 211)",
		"301 100 false: rule 302 stands before it (Rule 211)")
	p.why("when_adopted", "204  true: every rule that has it does it, in this order")
	p.why("vote_period", "0 7d true: it is the default")
	if list, known := p.g.Why("gaol"); known || list != nil {
		t.Errorf("gaol is known: %+v", list)
	}
}

func TestWhyACustom(t *testing.T) {
	p := begun(t, quick("vote_period", "5d"))
	p.turn(enact2("vote_period = days(3)"), "+++")
	p.why("vote_period", "301 72 true: it has precedence", "0 5d false: it is the game's setting, and a rule stands above it")
}
