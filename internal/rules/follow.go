package rules

import (
	"slices"
	"time"
)

// Numbering is a number that an officer has given to a proposal.
type Numbering struct {
	Proposal ProposalID
	Number   int
}

// distributeAs does what an officer's post says: the votes begin now, under the
// officer's numbers, and the quorums are ours.
func (d *decision) distributeAs(c DistributeAs) *Refusal {
	if no := d.running(); no != nil {
		return no
	}
	g := d.g
	list := slices.Clone(c.Numbers)
	slices.SortFunc(list, func(a, b Numbering) int { return a.Number - b.Number })
	e := ProposalsDistributed{Nth: g.distributions + 1, Voters: ids(g.playing()), Closes: g.deadline(d.due, "vote_period")}
	if len(list) == 0 || len(list) > maxDistributed || !g.Shadow {
		return &Refusal{Code: NotInPool}
	}
	next := list[0].Number
	for _, x := range list {
		if !slices.Contains(g.Pool, x.Proposal) {
			return &Refusal{Code: NotInPool, Number: x.Number}
		}
		if x.Number < next || x.Number < g.nextNumber {
			return &Refusal{Code: NumberTaken, Number: x.Number}
		}
		for ; next < x.Number && x.Number-next < maxDistributed; next++ {
			e.Skipped = append(e.Skipped, next)
		}
		next = x.Number + 1
		quorum, rule, fail := g.quorum(g.at(x.Proposal), x.Number, len(e.Voters))
		if fail != nil {
			d.do(*fail)
			return nil
		}
		e.Proposals = append(e.Proposals, Distributed{x.Proposal, x.Number, quorum, rule})
	}
	d.do(e)
	return nil
}

// NextDistributed is the number that the next proposal to be distributed would get.
func (g *Game) NextDistributed() int { return g.vacant(g.following()) }

// QuorumIf is what the quorum of a proposal would be if so many had voted on the
// proposal that was decided last; ok is false where no rule has a quorum, or none
// was decided yet.
func (g *Game) QuorumIf(id ProposalID, ballots int64) (n int, ok bool) {
	last := g.at(g.counted)
	p := g.at(id)
	if last == nil || p == nil {
		return 0, false
	}
	s := g.Clone()
	q := *last
	q.Tally.Ballots = ballots
	s.Proposals = slices.Clone(g.Proposals)
	s.Proposals[q.ID-1] = &q
	n, rule, fail := s.quorum(s.at(id), s.NextDistributed(), len(s.playing()))
	return n, rule != 0 && fail == nil
}

// Counted is the proposal whose vote was counted last, nil for none.
func (g *Game) Counted() *Proposal { return g.at(g.counted) }

// Verdict says what a tally comes to under the rules as they are: whether it
// adopts, and whether it has too few ballots to decide anything. ok is false where
// the rules cannot tell.
func (g *Game) Verdict(p *Proposal, t Tally, quorum int) (adopted, noQuorum, ok bool) {
	if (p.QuorumBy > 0 || quorum != p.Quorum) && t.Ballots < int64(quorum) {
		return false, true, true
	}
	adopted, _, fail := g.verdict(g.decidesOn(p), g.voteSeen(p, t))
	return adopted, false, fail == nil
}

// firstTime is the first of two times that is any.
func firstTime(a, b time.Time) time.Time {
	if a.IsZero() {
		return b
	}
	return a.UTC()
}

// Parts are the changes that drafts make as the rules are now.
func (g *Game) Parts(drafts []Draft) ([]Change, *Refusal) { return g.parts(drafts) }

// VotesOf is how many votes a player has now; 0 where no rule can tell.
func (g *Game) VotesOf(id PlayerID) int64 {
	w, fail := g.weight(id)
	if fail != nil {
		return 0
	}
	return w
}
