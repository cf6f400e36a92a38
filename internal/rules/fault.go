package rules

import (
	"maps"
	"slices"
)

// fault looks, when a vote ends, for an answer in force that cannot be given:
// one that no step asks for by itself, so that what failed would otherwise pass
// for a rule that does not answer. It is the first in the order of names; nil
// when all is well.
func (g *Game) fault() *ClauseFailed {
	if g.law == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(g.law.defining)) {
		for _, r := range g.heeded(name) {
			if g.law.programs[r.Clause].program.Parameters(name) >= 0 {
				continue
			}
			if err := g.try(r, g.law.programs[r.Clause].program, name); err != nil {
				return &ClauseFailed{Rule: r.Number, Name: name, Why: err.Error(), Step: stepCount}
			}
		}
	}
	return nil
}

// heeded are the rules whose plain answer to a name matters: every rule's own
// where it speaks of its own place (Rule 211), and the first one's else. The
// goal, and what is asked while a vote is counted or a circuit begins, fail at
// their own steps.
func (g *Game) heeded(name string) []*Rule {
	switch {
	case isClaimName(name):
		return g.law.defining[name]
	case slices.Contains([]string{"goal", "turn_order", "adopted", "adopted_transmutation", "votes_of"}, name):
		return nil
	}
	r, _ := g.Answer(name)
	return []*Rule{r}
}
