package rules

import (
	"slices"

	"nomicmail/internal/clause"
)

// claim is what a rule says of its place among others, as its list reads now:
// rules by numbers that they bear or bore, or by their kind.
type claim struct {
	numbers            []int
	mutable, immutable bool
}

func (c claim) names(r *Rule) bool {
	return r.Mutable && c.mutable || !r.Mutable && c.immutable || slices.Contains(c.numbers, r.Number) ||
		slices.ContainsFunc(r.Was, func(n int) bool { return slices.Contains(c.numbers, n) })
}

// claims are those of some rules; a rule that claims nothing is not in it.
type claims map[*Rule]struct{ over, under claim }

// claimsOf asks each rule once, so that the answer to a question takes no
// longer than the rules' clauses do. A list that fails claims nothing: see
// fault.
func (g *Game) claimsOf(list []*Rule) claims {
	all := claims{}
	for _, r := range list {
		over, first := g.claim(r, "takes_precedence_over")
		under, second := g.claim(r, "defers_to")
		if first || second {
			all[r] = struct{ over, under claim }{over, under}
		}
	}
	return all
}

func (g *Game) claim(r *Rule, name string) (c claim, some bool) {
	v, err := g.run(r, name, nil)
	l, ok := v.(clause.List)
	if err != nil || !ok {
		return c, false
	}
	for _, x := range l {
		n, err := wholeOf(x, maxWhole)
		switch {
		case err == nil:
			c.numbers = append(c.numbers, int(n))
		case x == clause.Text(mutableRules):
			c.mutable = true
		case x == clause.Text(immutableRules):
			c.immutable = true
		}
	}
	return c, len(l) > 0
}

// claim says whether a says that it precedes b, or b that it defers to a.
func (c claims) claim(a, b *Rule) bool { return c[a].over.names(b) || c[b].under.names(a) }

// supersede says whether a stands before b by a claim that no claim of the
// other contradicts.
func (c claims) supersede(a, b *Rule) bool { return a != b && c.claim(a, b) && !c.claim(b, a) }

// sorted gives rules of one kind, which come by number, in their precedence:
// the lowest first, unless a rule says of itself that it comes before or after.
// Where claims contradict each other, or go round in a circle, numbers govern
// again (Rule 211).
//
// From the lowest number a way leads to a rule that stands before it, and on;
// at its end, or the lowest of the circle into which it leads, is the next.
func (c claims) sorted(list []*Rule) []*Rule {
	if len(c) == 0 {
		return list
	}
	left := c.standing(list)
	sorted := make([]*Rule, 0, len(list))
	var way []int
	for len(sorted) < len(list) {
		if len(way) == 0 {
			way = []int{left.lowest()}
		}
		next := left.before(way[len(way)-1])
		at := len(way) - 1
		if i := slices.Index(way, next); i >= 0 {
			at = slices.Index(way, slices.Min(way[i:]))
		} else if next >= 0 {
			way = append(way, next)
			continue
		}
		sorted = append(sorted, list[way[at]])
		left.gone[way[at]] = true
		way = way[:at]
	}
	return sorted
}

// standing is which of some rules have a place before which others, by their
// places in a list.
type standing struct {
	claimed [][]bool // by the claimant, then by the other
	gone    []bool
}

func (c claims) standing(list []*Rule) standing {
	s := standing{make([][]bool, len(list)), make([]bool, len(list))}
	place := map[int][]int{}
	for i, r := range list {
		s.claimed[i] = make([]bool, len(list))
		place[r.Number] = append(place[r.Number], i)
		for _, n := range r.Was {
			place[n] = append(place[n], i)
		}
	}
	each := func(of claim, do func(other int)) {
		for _, n := range of.numbers {
			for _, other := range place[n] {
				do(other)
			}
		}
		for other, r := range list {
			if r.Mutable && of.mutable || !r.Mutable && of.immutable {
				do(other)
			}
		}
	}
	for i, r := range list {
		each(c[r].over, func(other int) { s.claimed[i][other] = true })
		each(c[r].under, func(other int) { s.claimed[other][i] = true })
	}
	return s
}

// lowest is the first place that is left.
func (s standing) lowest() int { return slices.Index(s.gone, false) }

// before is the first place of those left that stands before another by a claim
// that is not contradicted; -1 when none does.
func (s standing) before(other int) int {
	for i := range s.claimed {
		if i != other && !s.gone[i] && s.claimed[i][other] && !s.claimed[other][i] {
			return i
		}
	}
	return -1
}
