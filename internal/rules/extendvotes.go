package rules

import "time"

// extendVotes moves the ends of votes that run side by side: all that are named,
// or none.
func (d *decision) extendVotes(c ExtendVotes) *Refusal {
	if no := d.running(); no != nil {
		return no
	}
	numbers := c.Proposals
	if c.Distribution > 0 {
		for _, p := range d.g.Distribution(c.Distribution) {
			if p.State == Open {
				numbers = append(numbers, p.Number)
			}
		}
		if len(d.g.Distribution(c.Distribution)) == 0 {
			return &Refusal{Code: NoDistribution, Number: c.Distribution}
		}
	}
	if len(numbers) == 0 {
		return &Refusal{Code: NoDeadline}
	}
	var moved []DeadlineMoved
	for _, n := range numbers {
		e, no := d.extended(n, c)
		if no != nil {
			return no
		}
		moved = append(moved, e)
	}
	for _, e := range moved {
		d.do(e)
	}
	return nil
}

// extended is the later end of the vote on a proposal. It may be an earlier one
// only while nobody has voted.
func (d *decision) extended(number int, c ExtendVotes) (e DeadlineMoved, no *Refusal) {
	p := d.g.Proposal(number)
	switch {
	case p == nil:
		return e, &Refusal{Code: NoSuchProposal, Proposal: number, Open: d.g.openNumbers()}
	case p.State == InDebate:
		return e, &Refusal{Code: NotOpen, Rule: d.g.cite(111), Proposal: number, At: p.OpensBy, Open: d.g.openNumbers()}
	case p.State != Open || d.tooLate(p) || !p.WaitsSince.IsZero():
		return e, &Refusal{Code: VotingOver, Proposal: number, Open: d.g.openNumbers()}
	}
	to := c.To
	if c.By != "" {
		var ok bool
		if to, ok = Later(p.Closes, c.By, d.g.Zone); !ok || p.Closes.IsZero() {
			return e, &Refusal{Code: NoDeadline, Proposal: number}
		}
	}
	switch {
	case !to.After(d.at):
		return e, &Refusal{Code: DeadlinePast, Proposal: number, At: to}
	case to.Sub(d.at) > farthest:
		return e, &Refusal{Code: DeadlineFar, Proposal: number, At: to, Limit: int(farthest / (24 * time.Hour))}
	case to.Before(p.Closes) && p.voted():
		return e, &Refusal{Code: VotePromised, Proposal: number, At: p.Closes}
	}
	return DeadlineMoved{Of: OfVote, Proposal: p.ID, To: to.Round(0).UTC(), Why: c.Why}, nil
}

// voted says whether anybody has sent a ballot on p.
func (p *Proposal) voted() bool {
	for _, b := range p.Votes {
		if b.Assumed == "" {
			return true
		}
	}
	return false
}
