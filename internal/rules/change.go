package rules

import (
	"slices"

	"nomicmail/internal/clause"
)

// A change is looked at twice, when it is proposed and when it takes effect.
// Both times lawful makes the event of it, on which Rules 103, 109, 114 and
// 209 were kept.

// check looks at a change when it is proposed: whether it could take effect
// now, and whether its clause can be used.
func (g *Game) check(c Change) *Refusal {
	if c.Clause != "" {
		if no := readable(c.Clause); no != nil {
			return no
		}
	}
	number := g.NextNumber()
	e, no := g.change(c, number, 0)
	if no != nil {
		return no
	}
	after := g.scratch()
	after.Apply(e, g.Turn.Began)
	if c.Clause != "" {
		if no := after.checkClause(after.changed(e)); no != nil {
			return no
		}
	}
	return g.limits(after)
}

// changed is the rule that an event has just made or changed; nil for a repeal.
func (g *Game) changed(e Event) *Rule {
	switch e := e.(type) { // not all: those of change
	case RuleEnacted:
		return g.Rule(e.Rule.Number)
	case RuleAmended:
		return g.Rule(e.Rule.Number)
	case RuleTransmuted:
		return g.Rule(e.Rule.Number)
	}
	return nil
}

// lawful gives the event of a change, or why it cannot take effect.
func (g *Game) lawful(c Change, number int, id ProposalID) (Event, *Refusal) {
	e, no := g.change(c, number, id)
	if no != nil {
		return nil, no
	}
	after := g.scratch()
	after.Apply(e, g.Turn.Began)
	if no := g.limits(after); no != nil {
		return nil, no
	}
	return e, nil
}

// change gives the event of a change by the proposal of that number.
func (g *Game) change(c Change, number int, id ProposalID) (Event, *Refusal) {
	if c.Kind == Enact {
		return RuleEnacted{Proposal: id, Rule: Rule{
			Number: number, Mutable: g.newMutable(), Title: c.Title, Text: c.Text, Clause: c.Clause, Category: c.Category,
		}}, nil
	}
	r := g.Rule(c.Rule)
	if r == nil {
		return nil, g.noRule(c.Rule)
	}
	if no := g.changeable(r, c.Kind, c.Rule); no != nil {
		return nil, no
	}
	switch {
	case c.Amendment != 0:
		next, from, no := g.reamended(r, c, number)
		return RuleAmended{id, r.Number, from, next}, no
	case c.Kind == Repeal:
		return RuleRepealed{id, r.Number}, nil
	case c.Kind == Transmute:
		next := g.renumbered(r, number)
		next.Mutable, next.Touched, next.Amendments = !r.Mutable, true, nil
		return RuleTransmuted{id, r.Number, next}, nil
	}
	return RuleAmended{id, r.Number, 0, g.amended(r, c, number)}, nil
}

// amended is the rule as an amendment makes it, with that amendment alone.
func (g *Game) amended(r *Rule, c Change, number int) Rule {
	next := g.renumbered(r, number)
	w := c.wording(wordingOf(r))
	next.Title, next.Text, next.Clause, next.Differs = w.Title, w.Text, w.Clause, w.Differs
	next.Amendments = []Amendment{{Number: number, Before: wordingOf(r), After: w}}
	next.Touched = true
	return next
}

// renumbered is a copy of r that bears the proposal's number, if the rules say
// so (Rule 108).
func (g *Game) renumbered(r *Rule, number int) Rule {
	next := *r
	next.History = nil // an event does not grow with it: see applyRule
	v, rule, err := g.answer("renumber")
	if rule != nil && err == nil && v == clause.Truth(true) && r.Number != number {
		next.Number, next.Was = number, append(slices.Clone(r.Was), r.Number)
	}
	return next
}

// newMutable says whether an enacted rule is mutable (Rule 102).
func (g *Game) newMutable() bool {
	v, r, err := g.answer("new_rules_are")
	return r == nil || err != nil || v != clause.Text(immutableRules)
}

// limits compares the rules after a change with what Rules 114 and 209, as
// they stand before it, demand.
func (g *Game) limits(after *Game) *Refusal {
	mutable, immutable := g.count()
	m, i := after.count()
	if most, r, ok := g.whole("max_mutable"); ok && m > mutable && m > most {
		return &Refusal{Code: TooManyMutable, Rule: r.Number, Limit: most}
	}
	least, r, ok := g.whole("min_mutable")
	if ok && m < mutable && m < least {
		return &Refusal{Code: TooFewRules, Rule: r.Number, Limit: least}
	}
	fewest, s, also := g.whole("min_immutable")
	if also && i < immutable && i < fewest {
		return &Refusal{Code: TooFewRules, Rule: s.Number, Limit: fewest}
	}
	if r == nil {
		r = s
	}
	// Where nothing can be adopted for the moment, the change is not to blame.
	if r != nil && !after.adoptable() && g.adoptable() {
		return &Refusal{Code: NothingAdoptable, Rule: r.Number}
	}
	return nil
}

// Outcome is a rule as a change would make it now: what voters need to see of
// the change of an amendment, whose own words are not the rule's. It is nil
// for a repeal, and for what could not take effect.
func (g *Game) Outcome(c Change) *Rule {
	e, no := g.lawful(c, g.NextNumber(), 0)
	if no != nil {
		return nil
	}
	after := g.scratch()
	after.Apply(e, g.Turn.Began)
	return after.changed(e)
}

// A Shadow is a name that a rule defines in vain, because the rule By has
// precedence. Why says what gives it that, as in [BehindNumber].
type Shadow struct {
	Name string
	By   int
	Why  string
}

// Shadowed are the names that a change's clause would define without effect.
func (g *Game) Shadowed(c Change) []Shadow {
	if c.Clause == "" {
		return nil
	}
	e, no := g.change(c, g.NextNumber(), 0)
	if no != nil {
		return nil
	}
	after := g.scratch()
	after.Apply(e, g.Turn.Began)
	own := after.changed(e)
	var list []Shadow
	if read := after.law.programs[own.Clause]; read.err == nil {
		for _, name := range read.program.Defined() {
			if by, ok := after.Answer(name); ok && by.Number != own.Number && !isEffect(name) && !isClaimName(name) {
				list = append(list, Shadow{name, by.Number, after.behind(own, by)})
			}
		}
	}
	return list
}

func isEffect(name string) bool {
	return slices.ContainsFunc(namedAll, func(n named) bool { return n.name == name && n.effect() })
}

func isClaimName(name string) bool { return name == "takes_precedence_over" || name == "defers_to" }
