package rules

import (
	"math/big"

	"nomicmail/internal/clause"
)

// isPositive checks an index or a power.
func isPositive(_ *Game, v clause.Value) error {
	if n, ok := v.(clause.Number); ok && n.R != nil && n.R.Sign() > 0 && n.R.Cmp(big.NewRat(maxRatio, 1)) <= 0 {
		if _, err := PointsOf(n.R); err == nil {
			return nil
		}
	}
	return wrong("a number above 0", v)
}

// maxRatio is the greatest index and the greatest power.
const maxRatio = 1000

// ratio asks for a number above 0; ok is false where no rule gives one.
func (g *Game) ratio(name string) (n Ratio, r *Rule, ok bool) {
	v, r, err := g.answer(name)
	if r == nil || err != nil || isPositive(g, v) != nil {
		return Ratio{}, r, false
	}
	n, err = PointsOf(v.(clause.Number).R)
	return n, r, err == nil
}

// indexOf is the index of a proposal that asks for one, or for none with 0.
func (g *Game) indexOf(asked Ratio) (Ratio, *Refusal) {
	usual, r, ok := g.ratio("index")
	least, s, bound := g.ratio("min_index")
	switch {
	case !ok && asked.Sign() == 0:
		return Ratio{}, nil
	case !ok:
		return Ratio{}, &Refusal{Code: NoIndex, Text: asked.String()}
	case asked.Sign() == 0:
		return usual, nil
	case bound && asked.Cmp(least) < 0:
		return Ratio{}, &Refusal{Code: BadIndex, Rule: s.Number, Text: asked.String(), Hint: least.String()}
	case asked.Sign() < 0 || asked.Cmp(Whole(maxRatio)) > 0:
		return Ratio{}, &Refusal{Code: BadIndex, Rule: r.Number, Text: asked.String(), Hint: usual.String()}
	}
	return asked, nil
}

// Power is the power of a rule: its own, or what the rules give to those that
// have none. ok is false where rules have no power.
func (g *Game) Power(r *Rule) (power Ratio, ok bool) {
	usual, _, ok := g.ratio("power")
	if r.Power.Sign() > 0 {
		usual = r.Power
	}
	return usual, ok
}

// empowered refuses a change by a proposal whose index is below the power of the
// rule, or below the one that the rule would have.
func (g *Game) empowered(p *Proposal, c Change) *Refusal {
	usual, by, ok := g.ratio("power")
	if !ok {
		if c.Power.Sign() != 0 {
			return &Refusal{Code: NoPower, Number: c.Rule}
		}
		return nil
	}
	needs := c.Power
	if c.Kind == Enact && needs.Sign() == 0 {
		needs = usual
	}
	r := g.Rule(c.Rule)
	if c.Kind == Reenact {
		r = g.gone(c.Rule)
	}
	if r != nil && c.Kind != Enact {
		if own, _ := g.Power(r); own.Cmp(needs) > 0 {
			needs = own
		}
	}
	if p.Index.Cmp(needs) < 0 {
		return &Refusal{Code: TooLittlePower, Rule: by.Number, Number: c.Rule, Text: p.Index.String(), Hint: needs.String()}
	}
	return nil
}
