package rules

import (
	"maps"
	"slices"
	"time"
)

func (g *Game) applyProposal(e Event, at time.Time) {
	switch e := e.(type) { // not all: those that Apply hands on
	case ProposalMade:
		g.addProposal(&Proposal{
			ID: e.Proposal, Turn: e.Turn, Proposer: e.Proposer, Changes: e.Changes, State: InDebate,
			Made: at, OpensAfter: e.OpensAfter, OpensBy: e.OpensBy, set: at,
		})
		g.live = append(slices.Clip(g.live), e.Proposal)
		g.Turn.Proposal, g.Phase = e.Proposal, Debating
	case ProposalNumbered:
		g.give(e.Proposal, e.Number)
	case ProposalRevised:
		g.changeProposal(e.Proposal, func(p *Proposal) { p.Changes = e.Changes })
	case ProposalWithdrawn:
		g.applyWithdrawn(e, at)
	case OpeningAsked:
		g.changeProposal(e.Proposal, func(p *Proposal) { p.Asked, p.OpensBy = true, e.At })
	case VotingOpened:
		g.changeProposal(e.Proposal, func(p *Proposal) {
			p.State, p.Opened, p.Voters = Open, at, e.Voters
			p.Closes, p.period, p.set, p.Reminders, p.Late = e.Closes, e.Closes, at, 0, false
			p.WaitsSince = time.Time{}
		})
		g.Phase = Voting
	case VoteCast:
		g.applyBallot(e.Proposal, e.Voter, func(votes map[PlayerID]Ballot) { votes[e.Voter] = e.Ballot })
	case VoteWithdrawn:
		g.applyBallot(e.Proposal, e.Voter, func(votes map[PlayerID]Ballot) { delete(votes, e.Voter) })
	case VoteComplete:
		g.changeProposal(e.Proposal, func(p *Proposal) { p.Complete, p.Closes = true, e.Closes })
	case VotingClosed:
		g.end(e.Proposal, func(p *Proposal) {
			p.State, p.Ended, p.Tally, p.Adopting, p.NoQuorum = Defeated, at, e.Tally, e.Rule, e.NoQuorum
			if e.Adopted {
				p.State = Adopted
			}
		})
		g.counted = e.Proposal
	case ChangeLapsed:
		no := e.Refusal
		g.changeProposal(e.Proposal, func(p *Proposal) { p.Lapsed = &no })
	}
}

// applyWithdrawn keeps the number for the mover's next text in the turn when
// the mover withdrew, and spends it otherwise (Rule 108).
func (g *Game) applyWithdrawn(e ProposalWithdrawn, at time.Time) {
	g.end(e.Proposal, func(p *Proposal) { p.State, p.Ended = Withdrew, at })
	g.unpool(func(id ProposalID) bool { return id == e.Proposal })
	if e.How == "proposer" && g.Turn.Proposal == e.Proposal {
		g.spare, g.Turn.Proposal, g.Phase = g.at(e.Proposal).Number, 0, Proposing
	}
}

// applyBallot changes the votes of a proposal. A vote that is not complete any
// more goes on to the end of its period; if it was over before that and only
// waited for an answer, it does not wait any more.
func (g *Game) applyBallot(id ProposalID, voter PlayerID, change func(map[PlayerID]Ballot)) {
	g.changeProposal(id, func(p *Proposal) {
		p.Votes = maps.Clone(p.Votes)
		if p.Votes == nil {
			p.Votes = map[PlayerID]Ballot{}
		}
		old := p.Votes[voter]
		change(p.Votes)
		p.strike(old, p.Votes)
		if p.Complete && len(p.missing()) > 0 {
			if p.period.IsZero() || p.Closes.Before(p.period) {
				p.WaitsSince = time.Time{}
			}
			p.Complete, p.Closes = false, p.period
		}
	})
}

// end changes a proposal that is not live any more.
func (g *Game) end(id ProposalID, change func(*Proposal)) {
	g.changeProposal(id, change)
	g.live = slices.DeleteFunc(slices.Clone(g.live), func(x ProposalID) bool { return x == id })
}
