package rules

import (
	"slices"
	"time"
)

func (g *Game) applyRule(e Event, at time.Time) {
	switch e := e.(type) { // not all: those that Apply hands on
	case RuleEnacted:
		g.applyEnacted(e, at)
	case RuleAmended:
		r := e.Rule
		g.doubtAgrees(e.Was, &r)
		if old := g.Rule(e.Was); old != nil {
			kept := old.Amendments
			if i := amendmentIndex(kept, e.From); i >= 0 {
				kept = kept[:i]
			}
			if g.lean {
				r.Amendments = kept
			} else {
				r.Amendments = append(slices.Clip(kept), r.Amendments...)
			}
			r.History = g.historyOf(old, deed(old, r), r.Power, e.Proposal, at)
		}
		g.putRule(e.Was, r)
	case RuleTransmuted:
		r := e.Rule
		if old := g.Rule(e.Was); old != nil {
			r.Amendments = old.Amendments
			r.History = g.historyOf(old, DidTransmute, r.Power, e.Proposal, at)
		}
		g.putRule(e.Was, r)
	case RuleRepealed:
		g.applyRepealed(e, at)
	case ClauseSettled:
		g.applySettled(e)
	}
}

// putRule puts r in the place of the rule that bears the number was, or among
// the others when that is 0.
func (g *Game) putRule(was int, r Rule) {
	set := slices.DeleteFunc(slices.Clone(g.Rules), func(old *Rule) bool { return old.Number == was })
	i, _ := slices.BinarySearchFunc(set, r.Number, func(old *Rule, n int) int { return old.Number - n })
	g.Rules = slices.Insert(set, i, &r)
	g.topRule = max(g.topRule, r.Number)
}

// applyEnacted puts a new rule among the others, or one that comes back, with
// what became of it before.
func (g *Game) applyEnacted(e RuleEnacted, at time.Time) {
	r, what := e.Rule, DidEnact
	old := (*Rule)(nil)
	if e.Again {
		what = DidReenact
		if old = g.gone(r.Number); old != nil {
			r.Amendments = old.Amendments
			g.Gone = slices.DeleteFunc(slices.Clone(g.Gone), func(x *Rule) bool { return x == old })
		}
	}
	r.History = g.historyOf(old, what, r.Power, e.Proposal, at)
	g.putRule(0, r)
}

func (g *Game) applyRepealed(e RuleRepealed, at time.Time) {
	i := g.ruleIndex(e.Number)
	if i < 0 {
		return
	}
	g.settleDoubts(g.Rules[i])
	r := *g.Rules[i]
	if p := g.at(e.Proposal); p != nil {
		r.Repealed = p.Number
	}
	r.History = g.historyOf(&r, DidRepeal, r.Power, e.Proposal, at)
	g.Rules = slices.Delete(slices.Clone(g.Rules), i, i+1)
	g.Gone = append(slices.Clip(g.Gone), &r)
}

// applySettled gives the rule its clause. The latest amendment keeps step, so
// that to repeal it later undoes what then is in force.
func (g *Game) applySettled(e ClauseSettled) {
	if g.Stuck != nil {
		g.Stuck, g.Phase = nil, g.prior
	}
	g.stopAwaiting()
	old := g.Rule(e.Rule)
	if old == nil {
		return
	}
	g.settleDoubts(old)
	r := *old
	r.Clause, r.Differs = e.Clause, false
	if n := len(r.Amendments); n > 0 {
		r.Amendments = slices.Clone(r.Amendments)
		r.Amendments[n-1].After.Clause, r.Amendments[n-1].After.Differs = e.Clause, false
	}
	g.putRule(r.Number, r)
}
