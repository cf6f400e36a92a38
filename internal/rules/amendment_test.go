package rules

import "testing"

// amended has rule 203 amended by 301, 302 and 303, one turn each.
func amended(t *testing.T) *playing {
	t.Helper()
	p := begun(t, quick())
	p.turn(amend(203, "One two three four five six.", ""), "+++")
	p.turn(Draft{Kind: Amend, Rule: 203, Edit: &Edit{Old: "two", New: "zwei"}}, "+++")
	p.turn(Draft{Kind: Amend, Rule: 301, Edit: &Edit{Old: "five", New: "fünf"}}, "+++")
	p.is("text", p.g.Rule(203).Text, "One zwei three four fünf six.")
	return p
}

// numbers are those of the amendments in force.
func (p *playing) numbers(rule int) []int {
	var list []int
	for _, a := range p.g.Rule(rule).Amendments {
		list = append(list, a.Number)
	}
	return list
}

// chained checks that each amendment begins where the one before ended.
func (p *playing) chained(rule int) {
	p.Helper()
	r := p.g.Rule(rule)
	for i, a := range r.Amendments {
		after := wordingOf(r)
		if i+1 < len(r.Amendments) {
			after = r.Amendments[i+1].Before
		}
		if a.After != after {
			p.Errorf("amendment %d ends with %+v, and then comes %+v", a.Number, a.After, after)
		}
	}
}

func TestRepealAmendment(t *testing.T) {
	for _, c := range []struct {
		repeal int
		text   string
		left   []int
	}{
		{303, "One zwei three four five six.", []int{301, 302}},
		{302, "One two three four fünf six.", []int{301, 303}},
	} {
		p := amended(t)
		p.turn(Draft{Kind: Repeal, Rule: 203, Amendment: c.repeal}, "+++")
		r := p.g.Rule(203)
		p.is("change", p.g.Proposal(304).Changes[0].Text, c.text)
		p.is("text", r.Text, c.text)
		p.is("number", r.Number, 304)
		p.is("was", r.Was, []int{203, 301, 302, 303})
		p.is("amendments", p.numbers(203), c.left)
		p.chained(203)
	}
}

func TestRepealBuriedAmendment(t *testing.T) {
	p := amended(t)
	no := p.refused(AmendmentBuried, Propose{Drafts: []Draft{{Kind: Repeal, Rule: 203, Amendment: 301}}}, p.mover())
	p.is("rule", no.Number, 303)
	p.is("amendment", no.Proposal, 301)
	p.is("hint", no.Hint, "amend 303")
	p.is("cites", no.Rule, 103)
}

func TestAmendAmendment(t *testing.T) {
	p := amended(t)
	p.turn(Draft{Kind: Amend, Amendment: 302, Edit: &Edit{Old: "zwei", New: "deux"}}, "+++")
	p.is("text", p.g.Rule(203).Text, "One deux three four fünf six.")
	p.is("amendments", p.numbers(203), []int{301, 304, 303})
	p.chained(203)
	p.turn(Draft{Kind: Amend, Rule: 203, Amendment: 303, Text: "Quite other words."}, "+++")
	p.is("text", p.g.Rule(203).Text, "Quite other words.")
	p.turn(Draft{Kind: Repeal, Amendment: 303}, "+++")
	p.is("text", p.g.Rule(203).Text, "One deux three four five six.")
	p.chained(203)
	p.turn(Draft{Kind: Repeal, Amendment: 302}, "+++")
	p.is("text by an old number", p.g.Rule(203).Text, "One two three four five six.")
	p.is("number", p.g.Rule(203).Number, 307)
}

func TestAmendmentsOfClauses(t *testing.T) {
	p := begun(t, quick())
	p.turn(amend(208, "Fifty.", "goal = 500"), "+++")
	p.turn(amend(208, "Fifty, or so.", ""), "+++")
	p.is("differs", p.g.Rule(208).Differs, true)
	p.refused(AmendmentBuried, Propose{Drafts: []Draft{{Kind: Repeal, Amendment: 301}}}, p.mover())
	p.turn(Draft{Kind: Repeal, Amendment: 302}, "+++")
	p.is("differs", p.g.Rule(208).Differs, false)
	p.is("goal", p.g.Goal(), "500")
	p.turn(Draft{Kind: Repeal, Amendment: 301}, "+++")
	p.is("goal", p.g.Goal(), "200")
	p.is("differs", p.g.Rule(208).Differs, false)
	p.is("number", p.g.Rule(208).Number, 304)
}

func TestMerge(t *testing.T) {
	for _, c := range []struct {
		base, next, other, want string
		ok                      bool
	}{
		{"a b c", "a b c", "a x c", "a x c", true},
		{"a b c", "a x c", "a b c", "a x c", true},
		{"a b c d e", "a x c d e", "a b c y e", "a x c y e", true},
		{"a b c d e", "a b c y e", "a x c d e", "a x c y e", true},
		{"a b c", "a x c", "a y c", "", false},
		{"a b c d", "a x d", "a b y d", "", false},
		{"T\n\nP", "T\n\nP\n\nQ", "T", "T\n\nQ", true},
		{"T", "T P", "T Q", "", false},
		{"a  b\nc", "a  b\nx", "y  b\nc", "y  b\nx", true},
		{"", "a", "", "a", true},
	} {
		if got, ok := merge(c.base, c.next, c.other); got != c.want || ok != c.ok {
			t.Errorf("merge(%q, %q, %q) = %q, %v; want %q, %v", c.base, c.next, c.other, got, ok, c.want, c.ok)
		}
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct{ text, old, new, want string }{
		{"Tea is served at four.", "at four", "at five", "Tea is served at five."},
		{"Tea is\nserved at four.", "is served", "was served", "Tea was served at four."},
		{"Tea is served.", "Tea   is", "Tea was", "Tea was served."},
		{"Tea.", "", "And cake.", "Tea.\n\nAnd cake."},
		{"Tea and cake and jam.", "and cake", "", "Tea and jam."},
		{"Tea (hot).", "(hot)", "[hot]", "Tea [hot]."},
		{"Tea or cake or jam.", " or cake", ",", "Tea, or jam."},
		{"100 positive points.", " positive", "", "100 points."},
		{"Tea and cake.", "and cake", "", "Tea."},
		{"Tea and cake\nand jam.", "and cake", "", "Tea\nand jam."},
		{"Tea and jam.", "Tea ", "", "and jam."},
	} {
		if got, no := (&Edit{c.old, c.new}).apply(c.text); no != nil || got != c.want {
			t.Errorf("%+v gives %q and %v", c, got, no)
		}
	}
}

// An amendment without a clause keeps the old one; what that awards is
// provisional until it is settled.
func TestKeptClauseIsProvisional(t *testing.T) {
	p := begun(t, quick())
	p.turn(amend(202, "Other words.", ""), "+++")
	p.is("keeps", p.g.Proposal(301).Changes[0].KeepsClause, true)
	p.is("provisional", last[Awarded](p).Provisional, true)
	p.do(SettleClause{202, "def when_turn_ends(turn):\n    award(turn.mover, 3)", "as it says"}, organiser)
	p.is("differs", p.g.Rule(202).Differs, false)
	p.turn(enact("Tea."), "+++")
	p.is("provisional", last[Awarded](p).Provisional, false)
	p.points(3, 0, 3) // and 301's ten are put right
	p.turn(amend(202, "Other words.", ""), "+++")
	p.is("the same text differs no more than before", p.g.Rule(202).Differs, false)
	p.turn(Draft{Kind: Repeal, Amendment: 303}, "+++")
	p.is("settled", p.g.Rule(202).Clause, "def when_turn_ends(turn):\n    award(turn.mover, 3)")
}
