package rules

import "fmt"

// A Contender is a rule, or the settings, that answers to a name, and why it
// holds or loses (Rules 110 and 211).
type Contender struct {
	Rule  int    `json:"rule"`            // 0 for the settings and the defaults
	Value string `json:"value,omitempty"` // as a clause writes it; "" for a function
	Holds bool   `json:"holds"`
	Why   string `json:"why"`
}

// Why says who answers to a name, who would, and why they lose; the first in
// precedence first. known is false for what is no name of a clause or a custom.
func (g *Game) Why(name string) (list []Contender, known bool) {
	c, isCustom := custom(name)
	effect := false
	for _, n := range namedAll {
		if n.name == name {
			known, effect = true, n.effect()
		}
	}
	if !known && !isCustom {
		return nil, false
	}
	rules := g.answering(name)
	for i, r := range rules {
		one := Contender{Rule: r.Number, Value: g.plainValue(r, name), Holds: effect || i == 0}
		switch {
		case effect:
			one.Why = "every rule that has it does it, in this order"
		case i == 0:
			one.Why = "it has precedence"
		default:
			one.Why = g.loses(r, rules[0])
		}
		list = append(list, one)
	}
	if isCustom {
		list = append(list, g.setting(c, len(rules) == 0))
	}
	return list, true
}

// setting is the setting of a custom, or its default.
func (g *Game) setting(c Custom, holds bool) Contender {
	s := Contender{Value: c.Default, Holds: holds, Why: "it is the default"}
	if v, ok := g.Customs[c.Name]; ok && CheckCustom(c.Name, v) == nil {
		s.Value, s.Why = v, "it is the game's setting"
	}
	if !holds {
		s.Why += ", and a rule stands above it"
	}
	return s
}

// plainValue is what a rule answers where that is no function.
func (g *Game) plainValue(r *Rule, name string) string {
	if g.law.programs[r.Clause].program.Parameters(name) >= 0 {
		return ""
	}
	if v, err := g.run(r, name, nil); err == nil {
		return v.String()
	}
	return ""
}

// Why a rule stands behind the one that holds (Rules 110 and 211).
const (
	BehindImmutable = "immutable" // the first is immutable
	BehindClaim     = "claim"     // the first claims precedence
	BehindDefers    = "defers"    // the rule itself defers to the first
	BehindClash     = "clash"     // their claims contradict each other
	BehindNumber    = "number"    // the first has the lower number, or claims lead to it
)

// behind says why a rule stands behind the one that holds.
func (g *Game) behind(r, first *Rule) string {
	c := g.claimsOf([]*Rule{r, first})
	switch {
	case !first.Mutable && r.Mutable:
		return BehindImmutable
	case c.supersede(first, r) && c[first].over.names(r):
		return BehindClaim
	case c.supersede(first, r):
		return BehindDefers
	case c.claim(first, r) && c.claim(r, first):
		return BehindClash
	}
	return BehindNumber
}

// loses says the same in words.
func (g *Game) loses(r, first *Rule) string {
	switch g.behind(r, first) {
	case BehindImmutable:
		return fmt.Sprintf("rule %d is immutable, and that prevails (Rule 110)", first.Number)
	case BehindClaim:
		return fmt.Sprintf("rule %d claims precedence over it (Rule 211)", first.Number)
	case BehindDefers:
		return fmt.Sprintf("it defers to rule %d (Rule 211)", first.Number)
	case BehindClash:
		return fmt.Sprintf("their claims contradict each other, and rule %d has the lower number (Rule 211)", first.Number)
	}
	return fmt.Sprintf("rule %d stands before it (Rule 211)", first.Number)
}
