package rules

import "slices"

// aboutAwards is what the game asks about when a win waits for a rule whose
// text and clause may disagree.
const aboutAwards = "awards"

// awaits lets a win wait that may be taken away again: it was reached with
// provisional points, or the rule that says what wins may itself disagree with
// its text. It says whether the win waits.
func (d *decision) awaits(there []PlayerID, goal *Rule, step string, done []int) bool {
	doubtful := d.g.doubtful(there, goal)
	if len(doubtful) == 0 {
		return false
	}
	d.do(WinAwaits{Players: there, Rules: doubtful, Step: step, Done: done})
	return true
}

// doubtful are the numbers of the marked rules without whose points somebody
// would not be at the goal, and of the goal's own if it is marked.
func (g *Game) doubtful(there []PlayerID, goal *Rule) []int {
	var list []int
	note := func(r *Rule) {
		if r != nil && !slices.Contains(list, r.Number) {
			list = append(list, r.Number)
		}
	}
	if goal.Differs {
		note(goal)
	}
	need, _, _ := g.goal()
	for _, id := range there {
		firm := g.Player(id).Points.minus(g.provisional(id, func(p Points) bool { return p.Sign() > 0 }))
		if firm.Rat().Cmp(need.R) >= 0 {
			continue
		}
		for _, x := range g.Doubts {
			if slices.ContainsFunc(x.Awards, func(a Awarded) bool { return a.Player == id && a.Points.Sign() > 0 }) {
				note(g.Rule(x.Rule))
			}
		}
	}
	slices.Sort(list)
	return list
}

// applyAwaits begins or, without a player, ends the waiting of a win.
func (g *Game) applyAwaits(e WinAwaits) {
	if len(e.Players) == 0 {
		g.stopAwaiting()
		return
	}
	g.judge()
	g.Awaiting = &e
}

func (g *Game) stopAwaiting() {
	if g.Awaiting != nil {
		g.Awaiting, g.Phase = nil, g.prior
	}
}

// awaitingLeft takes a player who has left from those whose win waits.
func (g *Game) awaitingLeft(id PlayerID) {
	if g.Awaiting == nil {
		return
	}
	a := *g.Awaiting
	a.Players = slices.DeleteFunc(slices.Clone(a.Players), func(p PlayerID) bool { return p == id })
	g.Awaiting = &a
}

// awaitNoMore goes on where nobody is left whose win waits.
func (d *decision) awaitNoMore() {
	a := *d.g.Awaiting
	d.do(WinAwaits{})
	d.settled(aboutAwards)
	d.retake(ClauseFailed{Step: a.Step, Done: a.Done, Proposal: a.Proposal})
}
