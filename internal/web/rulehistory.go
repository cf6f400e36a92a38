package web

import (
	"slices"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// addRules notes how an entry changed the rules. Rules are never changed in
// place, so that those which are another are those that lie elsewhere.
func (g *Game) addRules(before *rules.Game, e record.Entry) {
	old := map[*rules.Rule]bool{}
	for _, r := range before.Rules {
		old[r] = true
	}
	var steps []step
	kept := map[*rules.Rule]bool{}
	by := causes(e)
	for _, r := range g.Now.Rules {
		if old[r] {
			kept[r] = true
			continue
		}
		was := ancestor(before.Rules, r)
		kept[was] = true
		if s := g.step(e, was, r, by); s.Kind != "" {
			steps = append(steps, s)
		}
	}
	for _, r := range before.Rules {
		if !kept[r] {
			steps = append(steps, g.step(e, r, nil, by))
		}
	}
	if len(steps) == 0 {
		return
	}
	for _, s := range steps {
		g.live(s)
	}
	g.rulesets = append(g.rulesets, ruleset{e.N, e.At, slices.Clone(g.Now.Rules), steps})
}

// ancestor is what a rule was among earlier ones; nil when there was none.
func ancestor(was []*rules.Rule, r *rules.Rule) *rules.Rule {
	i := slices.IndexFunc(was, func(o *rules.Rule) bool { return o.Number == r.Number || slices.Contains(r.Was, o.Number) })
	if i < 0 {
		return nil
	}
	return was[i]
}

// causes finds the proposal by which each rule was changed, by the number that
// the rule bears then, or bore when it was repealed.
func causes(e record.Entry) map[int]rules.ProposalID {
	by := map[int]rules.ProposalID{}
	for _, ev := range e.Events {
		switch ev := ev.(type) { // not all: those that change rules by a proposal
		case rules.RuleEnacted:
			by[ev.Rule.Number] = ev.Proposal
		case rules.RuleAmended:
			by[ev.Rule.Number] = ev.Proposal
		case rules.RuleTransmuted:
			by[ev.Rule.Number] = ev.Proposal
		case rules.RuleRepealed:
			by[ev.Number] = ev.Proposal
		}
	}
	return by
}

// step is the change from was to is; its kind is "" if nobody would see one.
func (g *Game) step(e record.Entry, was, is *rules.Rule, by map[int]rules.ProposalID) step {
	s := step{Entry: e.N, At: e.At, Was: was, Is: is}
	switch {
	case was == nil && e.N == 1:
		s.Kind = "initial"
	case was == nil:
		s.Kind = "enact"
	case is == nil:
		s.Kind = "repeal"
	case was.Mutable != is.Mutable:
		s.Kind = "transmute"
	case was.Power != is.Power:
		s.Kind = "power"
	case was.Title != is.Title && was.Text == is.Text && was.Clause == is.Clause && g.Now.OwnNumbers():
		s.Kind = "retitle"
	case was.Text != is.Text || was.Title != is.Title:
		s.Kind = "amend"
	case was.Clause != is.Clause:
		s.Kind = "settle"
	case was.Number != is.Number:
		s.Kind = "amend"
	default:
		return s
	}
	number := 0
	if is != nil {
		number = is.Number
	} else {
		number = was.Number
	}
	s.Proposal = by[number]
	if p := proposalOf(g.Now, s.Proposal); p != nil {
		s.Number = p.Number
		if s.Kind == "settle" {
			s.Kind = "amend"
		}
	}
	return s
}

// live adds a step to the life of its rule.
func (g *Game) live(s step) {
	g.steps = append(g.steps, s)
	at := len(g.steps) - 1
	place, known := -1, false
	if s.Was != nil {
		place, known = g.bears[s.Was.Number], true
	}
	if !known {
		g.lives = append(g.lives, life{})
		place = len(g.lives) - 1
	}
	l := life{slices.Clone(g.lives[place].numbers), append(slices.Clone(g.lives[place].steps), at)}
	if s.Is != nil && !slices.Contains(l.numbers, s.Is.Number) {
		for _, n := range append(slices.Clone(s.Is.Was), s.Is.Number) {
			if !slices.Contains(l.numbers, n) {
				l.numbers = append(l.numbers, n)
			}
			g.bears[n] = place
		}
	}
	g.lives[place] = l
}

// lastOf is a rule as it is, or as it was at its end; gone says which.
func (g *Game) lastOf(l life) (r *rules.Rule, gone bool) {
	s := g.steps[l.steps[len(l.steps)-1]]
	if s.Is == nil {
		return s.Was, true
	}
	if now := g.Now.Rule(s.Is.Number); now != nil {
		return now, false
	}
	return s.Is, false
}
