package rules

import "slices"

// asksConditions puts the conditions in the ballots of all votes that are over
// now to the organiser, as one question, and says whether the count of this one
// waits for it.
func (d *decision) asksConditions(id ProposalID) bool {
	p := d.g.at(id)
	if p.Nth == 0 || d.g.Shadow || len(p.unsettled()) == 0 {
		return false
	}
	if !p.SettleBy.IsZero() {
		return true
	}
	s, ok := d.g.length("condition_period")
	if !ok {
		return false
	}
	e := ConditionsAsked{Until: s.after(d.due, d.g.Zone)}
	for _, other := range d.g.live {
		q := d.g.at(other)
		over := q.ID == id || q.Nth > 0 && q.State == Open && !q.Closes.IsZero() && !q.Closes.After(d.due)
		if over && q.SettleBy.IsZero() && len(q.unsettled()) > 0 {
			e.Proposals = append(e.Proposals, other)
		}
	}
	d.do(e)
	return true
}

// unsettled are the voters whose conditions nobody has told the outcome of, in
// the order of the voters.
func (p *Proposal) unsettled() []PlayerID {
	var list []PlayerID
	for _, id := range p.Voters {
		if b, ok := p.Votes[id]; ok && b.Option == Conditional && b.Settled == "" {
			list = append(list, id)
		}
	}
	return list
}

// Unsettled are the voters on p whose conditional ballots an organiser is asked
// about now.
func (p *Proposal) Unsettled() []PlayerID {
	if p.State != Open || p.SettleBy.IsZero() {
		return nil
	}
	return p.unsettled()
}

func (d *decision) settleCondition(c SettleCondition) *Refusal {
	if no := d.running(); no != nil {
		return no
	}
	p := d.g.Proposal(c.Proposal)
	switch {
	case p == nil:
		return &Refusal{Code: NoSuchProposal, Proposal: c.Proposal, Open: d.g.openNumbers()}
	case !slices.Contains(p.Unsettled(), c.Voter):
		return &Refusal{Code: NothingDisputed, Proposal: p.Number}
	case c.Option != For && c.Option != Against && c.Option != Present:
		return &Refusal{Code: NoSuchOption, Proposal: p.Number, Text: string(c.Option)}
	}
	d.do(ConditionSettled{Proposal: p.ID, Voter: c.Voter, Option: c.Option, Why: c.Why})
	if len(d.g.at(p.ID).unsettled()) == 0 && d.g.Phase != Judging {
		d.count(p.ID)
	}
	return nil
}

// settleRest counts a vote whose conditions nobody could tell in time: they come
// to nothing, and their voters are present.
func (d *decision) settleRest(id ProposalID) {
	for _, voter := range d.g.at(id).unsettled() {
		d.do(ConditionSettled{Proposal: id, Voter: voter, Option: Present, Why: ReadIndeterminate})
	}
	d.count(id)
}
