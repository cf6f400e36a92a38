package moderator

import (
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// deed is what an entry of the record is to people: its number alone says nothing
// to whoever is told that it is in dispute or undone. Of a vote it tells whose it
// is and not which, for the vote may be open.
func (s *sheet) deed(n uint64) templates.Deed {
	for _, e := range s.entries {
		if e.N == n {
			return deedOf(s.g, e)
		}
	}
	for e, err := range s.m.book.Entries(s.t.name, n) {
		if err != nil || e.N != n {
			break
		}
		return deedOf(s.g, e)
	}
	return templates.Deed{}
}

func deedOf(g *rules.Game, e record.Entry) (d templates.Deed) {
	for _, ev := range e.Events {
		switch ev := ev.(type) { // not all: what people remember
		case rules.VotingClosed:
			return templates.Deed{Kind: "result", Number: numberOf(g, ev.Proposal)}
		case rules.VoteCast:
			if ev.Ballot.Assumed == "" {
				d = templates.Deed{Kind: "vote", Name: name(g, ev.Voter), Number: numberOf(g, ev.Proposal)}
			}
		case rules.ProposalMade:
			d = templates.Deed{Kind: "proposal", Name: name(g, ev.Proposer), Number: numberOf(g, ev.Proposal)}
		}
	}
	if d.Number == 0 {
		return templates.Deed{}
	}
	return d
}
