package rules

import (
	"slices"

	"nomicmail/internal/clause"
)

// A proposal of a game without turns may have several parts. They take effect
// in order, each on the rules as the parts before it have left them.

// Skipped is a part of a proposal, counted from 1, that could not take effect,
// and why.
type Skipped struct {
	Part    int
	Refusal Refusal
}

// parts makes changes of drafts. What could not take effect as the rules are now
// may be possible by then, so that only what makes no sense is refused.
func (g *Game) parts(drafts []Draft) ([]Change, *Refusal) {
	var list []Change
	s := g.withoutPast()
	p := &Proposal{Number: g.following(), Index: Whole(maxRatio)}
	for i, d := range drafts {
		c, no := s.resolvePart(d)
		if no == nil && c.Clause != "" {
			no = readable(c.Clause)
		}
		if no != nil {
			no.Part = partOf(drafts, i)
			return nil, no
		}
		list = append(list, c)
		e, no := s.part(p, c)
		if no != nil {
			continue
		}
		s.Apply(e, g.Moved)
		if c.Clause != "" {
			if no := s.checkClause(s.changed(e)); no != nil {
				no.Part = partOf(drafts, i)
				return nil, no
			}
		}
	}
	return list, nil
}

// partOf counts parts from 1 where there are several.
func partOf(drafts []Draft, i int) int {
	if len(drafts) < 2 {
		return 0
	}
	return i + 1
}

// resolvePart makes a change of a draft: an edit stays one, to be made on the
// text of its day.
func (g *Game) resolvePart(d Draft) (Change, *Refusal) {
	c := Change{Kind: d.Kind, Rule: d.Rule, Title: squeeze(lines(d.Title)), Power: d.Power}
	if d.Power.Sign() < 0 || d.Power.Cmp(Whole(maxRatio)) > 0 {
		return c, &Refusal{Code: BadPower, Number: d.Rule, Text: d.Power.String()}
	}
	r := g.Rule(d.Rule)
	switch d.Kind {
	case Retitle, Repower:
		switch {
		case r == nil:
			return c, g.noRule(d.Rule)
		case d.Kind == Retitle && c.Title == "":
			return c, &Refusal{Code: NoText, Number: r.Number}
		case d.Kind == Repower && d.Power.Sign() == 0:
			return c, &Refusal{Code: BadPower, Number: r.Number}
		}
		c.Rule = r.Number
		return c, c.fitsTitle()
	case Reenact:
		return g.resolveReenact(c, d)
	case Amend:
		if d.Edit == nil || d.Amendment != 0 {
			break
		}
		if r == nil {
			return c, g.noRule(d.Rule)
		}
		edit := Edit{lines(d.Edit.Old), lines(d.Edit.New)}
		c.Rule, c.Edit, c.Clause = r.Number, &edit, d.Clause
		if edit == (Edit{}) {
			return c, &Refusal{Code: NoText, Number: r.Number}
		}
		return c, c.fitsTitle()
	}
	whole, no := g.resolve(d)
	whole.Power = d.Power
	return whole, no
}

// resolveReenact is of a rule that was repealed; without a text it comes back
// with the one that it had.
func (g *Game) resolveReenact(c Change, d Draft) (Change, *Refusal) {
	old := g.gone(d.Rule)
	if old == nil {
		if g.Rule(d.Rule) != nil {
			return c, &Refusal{Code: RuleStands, Number: d.Rule}
		}
		return c, g.noRule(d.Rule)
	}
	d.Kind = Amend // completes the words in the same way
	c.Rule = old.Number
	c.Text, c.Clause, c.Category = lines(d.Text), d.Clause, squeeze(lines(d.Category))
	if d.Text == "" && d.Edit == nil {
		c.Text = old.Text
	}
	return c, c.replace(d, wordingOf(old), old.Number)
}

// gone is the rule of that number which was repealed last; nil when there is
// none, or it is in force again.
func (g *Game) gone(number int) *Rule {
	if g.ruleIndex(number) >= 0 {
		return nil
	}
	for _, r := range slices.Backward(g.Gone) {
		if r.Number == number {
			return r
		}
	}
	return nil
}

// part gives the event of one part of a proposal as the rules are now, or why it
// cannot take effect.
func (g *Game) part(p *Proposal, c Change) (Event, *Refusal) {
	if no := g.empowered(p, c); no != nil {
		return nil, no
	}
	e, no := g.partEvent(p, c)
	if no != nil {
		return nil, no
	}
	after := g.withoutPast()
	after.Apply(e, g.Moved)
	return e, g.limits(after)
}

func (g *Game) partEvent(p *Proposal, c Change) (Event, *Refusal) {
	r := g.Rule(c.Rule)
	switch c.Kind {
	case Enact:
		return g.enactment(p, c)
	case Reenact:
		return g.reenactment(p, c)
	case Retitle, Repower:
		if r == nil {
			return nil, g.noRule(c.Rule)
		}
		if no := g.changeable(r, Amend, c.Rule); no != nil {
			return nil, no
		}
		return RuleAmended{p.ID, r.Number, 0, g.relabelled(r, c, p.Number)}, nil
	case Amend:
		if c.Edit != nil && r != nil {
			whole, no := c.edited(r)
			if no != nil {
				return nil, no
			}
			c = whole
		}
	}
	return g.change(c, p.Number, p.ID)
}

func (g *Game) enactment(p *Proposal, c Change) (Event, *Refusal) {
	number := p.Number
	if g.OwnNumbers() {
		number = g.topRule + 1
	} else if r := g.Rule(number); r != nil {
		return nil, &Refusal{Code: NumberTaken, Number: number, Now: r.Number}
	}
	e, no := g.change(c, number, p.ID)
	if made, ok := e.(RuleEnacted); ok {
		made.Rule.Power = c.Power
		e = made
	}
	return e, no
}

func (g *Game) reenactment(p *Proposal, c Change) (Event, *Refusal) {
	old := g.gone(c.Rule)
	if old == nil {
		return nil, &Refusal{Code: RuleStands, Number: c.Rule}
	}
	w := c.wording(wordingOf(old))
	back := Rule{
		Number: old.Number, Was: old.Was, Mutable: old.Mutable, Title: w.Title, Text: w.Text, Clause: w.Clause, Differs: w.Differs,
		Power: old.Power, Category: old.Category, Touched: true,
	}
	if c.Power.Sign() > 0 {
		back.Power = c.Power
	}
	if c.Category != "" {
		back.Category = c.Category
	}
	return RuleEnacted{Proposal: p.ID, Rule: back, Again: true}, nil
}

// relabelled is the rule with another title or power, which is no amendment of
// its text.
func (g *Game) relabelled(r *Rule, c Change, number int) Rule {
	next := g.renumbered(r, number)
	next.Amendments = nil
	if c.Kind == Retitle {
		next.Title = c.Title
	} else {
		next.Power = c.Power
	}
	return next
}

// edited is the change with the whole text that its edit makes of the rule's.
func (c Change) edited(r *Rule) (Change, *Refusal) {
	edit := c.Edit
	c.Edit, c.Text = nil, ""
	return c, c.replace(Draft{Edit: edit}, wordingOf(r), r.Number)
}

// Rehearse gives the parts of a proposal that could not take effect if it were
// adopted as the rules are.
func (g *Game) Rehearse(p *Proposal) []Skipped {
	s := g.withoutPast()
	if p.Number == 0 {
		q := *p
		q.Number = g.following()
		p = &q
	}
	_, skipped := s.makeParts(p)
	return skipped
}

// makeParts makes the parts of p one after the other on g, a scratch copy, and gives
// their events; a nil one is of a part that is skipped.
func (g *Game) makeParts(p *Proposal) (events []Event, skipped []Skipped) {
	for i, c := range p.Changes {
		e, no := g.part(p, c)
		if no != nil {
			e = nil
			skipped = append(skipped, Skipped{i + 1, *no})
		} else {
			g.Apply(e, g.Moved)
		}
		events = append(events, e)
	}
	return events, skipped
}

// takePartsEffect makes the parts of an adopted proposal. Where the rules do not
// let parts stand by themselves, one that cannot take effect keeps all from it.
func (d *decision) takePartsEffect(p *Proposal) {
	_, skipped := d.g.scratch().makeParts(p)
	if len(skipped) > 0 && !d.g.partial() {
		no := skipped[0].Refusal
		no.Part = skipped[0].Part
		d.do(ChangeLapsed{p.ID, no})
		return
	}
	for i, c := range p.Changes {
		e, no := d.g.part(p, c)
		if no != nil {
			d.do(PartSkipped{Proposal: p.ID, Part: i + 1, Refusal: *no})
			continue
		}
		d.doSettling(e)
	}
}

// partial says whether the parts of a proposal stand by themselves.
func (g *Game) partial() bool {
	v, r, err := g.answer("partial_changes")
	return r != nil && err == nil && v == clause.Truth(true)
}
