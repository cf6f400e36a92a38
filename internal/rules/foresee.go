package rules

import "slices"

// Foresight is what would follow if a proposal were adopted as the game stands:
// what voters should know of a change before they vote on it.
type Foresight struct {
	News     []News    // what the moderator would do differently
	Tryouts  []Tryout  // what that would have made of the last vote
	Cautions []Caution // what may not be what the proposer wants
}

// foresight is a change looked at before it happens.
type foresight struct {
	p          *Proposal
	c          Change
	now, after *Game
	was, own   *Rule // the rule as it is and as it would be; nil for none
}

// Foresee looks ahead at the change of a proposal. It is empty for one that
// could not take effect.
func (g *Game) Foresee(p *Proposal) Foresight {
	if len(p.Changes) == 0 {
		return Foresight{}
	}
	f := &foresight{p: p, c: p.Changes[0], now: g.scratch()}
	e, no := g.change(f.c, p.Number, p.ID)
	if no != nil {
		return Foresight{}
	}
	f.after = g.scratch()
	f.after.Apply(e, g.Turn.Began)
	f.own = f.after.changed(e)
	if f.c.Kind != Enact {
		f.was = g.Rule(f.c.Rule)
	}
	seen := Foresight{News: f.news()}
	seen.Tryouts = f.tryouts(seen.News)
	seen.Cautions = f.cautions(seen.News)
	return seen
}

// Does is what the moderator does by a rule in force, and would not without it;
// nothing for a rule without a clause.
func (g *Game) Does(number int) []News {
	r := g.Rule(number)
	if r == nil || r.Clause == "" {
		return nil
	}
	without := g.scratch()
	without.Rules = slices.DeleteFunc(slices.Clone(without.Rules), func(o *Rule) bool { return o == r })
	without.readLaw()
	f := &foresight{now: without, after: g.scratch(), own: r}
	return f.news()
}
