package rules

import "nomicmail/internal/clause"

var proposalAttrs = []string{"number", "proposer", "coauthors", "index", "parts", "voters"}

// proposalSeen is a proposal that is being distributed, as clauses see it.
type proposalSeen struct {
	number, parts, voters int
	proposer              *Player
	coauthors             []*Player
	index                 Ratio
}

func (p *proposalSeen) String() string  { return "proposal " + number(p.number).String() }
func (p *proposalSeen) Kind() string    { return "proposal" }
func (p *proposalSeen) Attrs() []string { return proposalAttrs }

func (p *proposalSeen) Attr(name string) clause.Value {
	switch name {
	case "number":
		return number(p.number)
	case "proposer":
		return seen(p.proposer)
	case "coauthors":
		return seenAll(p.coauthors)
	case "index":
		return clause.Number{R: p.index.Rat()}
	case "parts":
		return number(p.parts)
	case "voters":
		return number(p.voters)
	}
	return nil
}

// proposalSeen is p as it gets that number, with so many who may vote.
func (g *Game) proposalSeen(p *Proposal, number, voters int) *proposalSeen {
	s := &proposalSeen{number: number, parts: len(p.Changes), voters: voters, proposer: g.Player(p.Proposer), index: p.Index}
	if s.index.Sign() == 0 {
		s.index = g.usualIndex()
	}
	for _, id := range p.Coauthors {
		s.coauthors = append(s.coauthors, g.Player(id))
	}
	return s
}

// trialProposal is a made-up one.
func (g *Game) trialProposal(table []*Player) *proposalSeen {
	return &proposalSeen{number: g.following(), parts: 1, voters: len(table), proposer: table[0], index: g.usualIndex()}
}
