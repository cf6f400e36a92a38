package rules

import (
	"reflect"
	"slices"
	"sync/atomic"
)

// Clone gives a copy that can be changed without changing g. It is cheap.
func (g *Game) Clone() *Game {
	if g.sole != nil {
		g.sole.Store(false)
	}
	c := g.shared()
	c.sole = nil
	return c
}

// shared gives a copy that must not outlive the next change of g.
func (g *Game) shared() *Game {
	c := *g
	c.Players = slices.Clip(c.Players)
	c.Rules = slices.Clip(c.Rules)
	c.Gone = slices.Clip(c.Gone)
	c.Proposals = slices.Clip(c.Proposals)
	c.Held = slices.Clip(c.Held)
	c.Pool = slices.Clip(c.Pool)
	c.Answered = slices.Clip(c.Answered)
	c.Signatures = slices.Clip(c.Signatures)
	c.teams, c.teamOffers = slices.Clip(c.teams), slices.Clip(c.teamOffers)
	return &c
}

// Equal says whether g and h are the same game. What was only worked out from
// the events, and how their memory is shared, plays no part.
func (g *Game) Equal(h *Game) bool {
	a, b := *g, *h
	a.law, b.law = nil, nil
	a.taken, b.taken = nil, nil
	a.sole, b.sole = nil, nil
	a.numbersTaken, b.numbersTaken = nil, nil
	a.secrets, b.secrets = nil, nil
	a.evaluator, b.evaluator = nil, nil
	return reflect.DeepEqual(a, b)
}

// scratch gives a copy for one decision. Whatever would grow with the game's
// length is left out of it or lies beside it: it knows no past awards, because
// no rule asks for them, and its changed proposals lie in draft.
func (g *Game) scratch() *Game {
	c := g.shared()
	c.Awards, c.taken, c.sole, c.numbersTaken = nil, nil, nil, nil
	c.numbersDraft = slices.Clip(c.numbersDraft)
	c.draft = make(map[ProposalID]*Proposal, len(g.draft)+1)
	for id, p := range g.draft {
		c.draft[id] = p
	}
	return c
}

// withoutPast gives a scratch copy in which rules that are changed get no further
// amendments and no further history. What is tried out there looks at neither,
// and a rule that has been amended a thousand times is tried as fast as another.
func (g *Game) withoutPast() *Game {
	c := g.scratch()
	c.lean = true
	return c
}

// at gives the proposal of that ID; nil when there is none.
func (g *Game) at(id ProposalID) *Proposal {
	if p := g.draft[id]; p != nil {
		return p
	}
	if id < 1 || int(id) > len(g.Proposals) {
		return nil
	}
	return g.Proposals[id-1]
}

func (g *Game) addProposal(p *Proposal) {
	g.made = p.ID
	if g.draft != nil {
		g.draft[p.ID] = p
		return
	}
	g.ownProposals()
	g.Proposals = append(g.Proposals, p)
}

// ownProposals makes sure that no copy of the game sees what is written into
// the list of proposals.
func (g *Game) ownProposals() {
	if g.sole != nil && g.sole.Load() {
		return
	}
	n := len(g.Proposals)
	g.Proposals = append(make([]*Proposal, 0, n+n/4+4), g.Proposals...)
	g.sole = new(atomic.Bool)
	g.sole.Store(true)
}

// changeProposal puts a changed copy in a proposal's place.
func (g *Game) changeProposal(id ProposalID, change func(*Proposal)) {
	old := g.at(id)
	if old == nil {
		return
	}
	p := *old
	change(&p)
	if g.draft != nil {
		g.draft[id] = &p
		return
	}
	g.ownProposals()
	g.Proposals[id-1] = &p
}

// changePlayer puts a changed copy in a player's place.
func (g *Game) changePlayer(id PlayerID, change func(*Player)) {
	i := g.playerIndex(id)
	if i < 0 {
		return
	}
	p := *g.Players[i]
	change(&p)
	g.Players = slices.Clone(g.Players)
	g.Players[i] = &p
}

// push appends x to a slice that copies of a game share. taken counts the
// places that are used in the memory under it: whoever appends first gets the
// next one, and all others copy, so that a long list does not cost a copy at
// each append.
func push[T any](s []T, taken *atomic.Int64, x T) ([]T, *atomic.Int64) {
	if n := len(s); taken != nil && n < cap(s) && taken.CompareAndSwap(int64(n), int64(n+1)) {
		s = s[:n+1]
		s[n] = x
		return s, taken
	}
	grown := append(make([]T, 0, len(s)+len(s)/2+4), s...)
	taken = new(atomic.Int64)
	taken.Store(int64(len(grown) + 1))
	return append(grown, x), taken
}
