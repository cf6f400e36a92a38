package rules

import (
	"errors"
	"fmt"
	"slices"

	"nomicmail/internal/clause"
)

// repeal takes the clause's own rule away, as Rule 203 changes by itself: the
// voters have agreed to that with its text. It can be no other rule, which only
// a vote repeals (Rule 103), no immutable one, and none that Rule 114 needs. As
// with everything that a clause does, it happens when the clause has come to
// its end.
func (e *effect) repeal(r *Rule, args []clause.Value) error {
	if len(args) != 1 {
		return usage("repeal(rule)")
	}
	gone := RuleRepealed{Number: r.Number}
	switch own, ok := args[0].(ruleSeen); {
	case !ok:
		return usage("repeal(rule)")
	case own.Number != r.Number:
		return errors.New("a clause can repeal only its own rule, as in repeal(rule)")
	case !r.Mutable:
		return errors.New("an immutable rule cannot be repealed")
	case slices.Contains(e.events, Event(gone)):
		return nil
	}
	e.events = append(e.events, gone)
	return nil
}

// bearable says why what an effect has gathered must not happen, although each
// of its deeds could be done by itself: nil when it may.
func (g *Game) bearable(e *effect) error {
	for _, event := range e.events {
		gone, ok := event.(RuleRepealed)
		if !ok {
			continue
		}
		after := g.scratch()
		after.Apply(gone, g.Turn.Began)
		switch no := g.limits(after); {
		case no == nil:
		case no.Code == TooFewRules:
			return fmt.Errorf("rule %d cannot repeal itself: too few rules would be left (rule %d)", gone.Number, no.Rule)
		default:
			return fmt.Errorf("rule %d cannot repeal itself: no rule-change could be adopted any more (rule %d)", gone.Number, no.Rule)
		}
	}
	return nil
}
