package rules

import "slices"

// Category is a part of a ruleset: the rules that bear its name.
type Category struct {
	Name  string // "" for the rules that have none
	Rules []*Rule
}

// Categorised says whether the ruleset is shown by categories, each rule with how
// often it has been amended, as games show it whose rules keep their numbers.
func (g *Game) Categorised() bool {
	return g.OwnNumbers() || slices.ContainsFunc(g.Rules, func(r *Rule) bool { return r.Category != "" })
}

// Showing is g with other rules in force and other rules repealed, and with what rules
// have kept: the same game as it is to be shown, not to be played on. It must not
// outlive the next change of g.
func (g *Game) Showing(inForce, gone []*Rule, ledger map[string]string) *Game {
	c := g.shared()
	c.Rules, c.Gone, c.Ledger = inForce, gone, ledger
	c.readLaw()
	return c
}

// Categories gives rules by their categories. Each stands where the first of its
// rules does; those without one come last.
func Categories(list []*Rule) []Category {
	var all []Category
	place := map[string]int{}
	var rest []*Rule
	for _, r := range list {
		if r.Category == "" {
			rest = append(rest, r)
			continue
		}
		i, known := place[r.Category]
		if !known {
			i = len(all)
			place[r.Category], all = i, append(all, Category{Name: r.Category})
		}
		all[i].Rules = append(all[i].Rules, r)
	}
	if len(rest) > 0 {
		all = append(all, Category{Rules: rest})
	}
	return all
}
