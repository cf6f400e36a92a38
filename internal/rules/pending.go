package rules

import "slices"

// OfClause is of a question about the clause of the asker's own proposal, put
// while it is in debate: see [Pending].
const OfClause = "clause"

// How a question about a clause may have ended besides by its answer: the
// proposal has other words since, or is in debate no longer.
const outdated = "over"

// Usable says whether a change could be proposed and made, with its clause.
func (g *Game) Usable(c Change) bool { return g.check(c) == nil }

// Intended is the change that a command to propose or to revise would make, and
// what stands there before: the rule or the proposal as they are. ok is false
// for other commands, and for what would be refused.
func (g *Game) Intended(c Command) (was Wording, change Change, ok bool) {
	switch c := c.(type) { // not all: those that make a change
	case Late:
		return g.Intended(c.Command)
	case Answer:
		return g.Intended(c.Command)
	case Propose:
		change, no := g.proposed(c.Drafts)
		if r := g.Rule(change.Rule); no == nil && r != nil {
			return wordingOf(r), change, true
		}
	case Revise:
		return g.intendedRevision(c)
	}
	return Wording{}, Change{}, false
}

func (g *Game) intendedRevision(c Revise) (was Wording, change Change, ok bool) {
	p := g.Proposal(c.Proposal)
	if p == nil || p.State != InDebate || len(p.Changes) == 0 {
		return Wording{}, Change{}, false
	}
	draft, no := p.redraft(c.Draft)
	if no == nil {
		change, no = g.proposed([]Draft{draft})
	}
	if no != nil {
		return Wording{}, Change{}, false
	}
	if old := p.Changes[0]; old.Clause != "" && old.Clause == change.Clause && c.Draft.Clause == "" {
		return Wording{Title: old.Title, Text: old.Text, Clause: old.Clause}, change, true
	}
	r := g.Rule(change.Rule)
	if r == nil {
		return Wording{}, Change{}, false
	}
	return wordingOf(r), change, true
}

// pendingQuestion does a command about which a question follows at once.
func (d *decision) pendingQuestion(c Pending, by By) *Refusal {
	if _, again := c.Command.(Pending); again || c.Command == nil {
		return &Refusal{Code: NoSuchHeld}
	}
	d.asks = true
	return d.decide(c.Command, by)
}

// Undebated says whether p has been kept from the vote only by a question about
// its clause: the players have no time for debate.
func (p *Proposal) Undebated() bool { return p.State == InDebate && !p.OpensAfter.After(p.Made) }

// afterOffer opens the vote that only waited for an answer about the clause.
func (d *decision) afterOffer(id ProposalID) {
	if p := d.g.at(id); p != nil && p.Undebated() && !d.asks && len(d.g.Questions(OfClause, id)) == 0 && d.g.Status == Running && d.g.Phase == Debating {
		d.endDebate(id)
	}
}

// openForVote opens the vote that only waits for an answer about the clause once
// somebody votes: where there is no time for debate every proposal can be voted on
// at once, and nobody's vote is lost because its mover has not answered yet.
func (d *decision) openForVote(number int, by By) {
	p := d.g.Proposal(number)
	if _, no := d.player(by); no == nil && p != nil && p.Undebated() && d.g.Phase == Debating {
		d.endDebate(p.ID)
	}
}

// dropOffers ends questions about the clause of p, which has other words now.
func (d *decision) dropOffers(id ProposalID) {
	for _, q := range d.g.Questions(OfClause, id) {
		d.do(HeldSettled{Held: q.Held, How: outdated})
	}
}

// dropLateOffers ends those about proposals that are in debate no longer.
func (d *decision) dropLateOffers() {
	for _, q := range slices.Clone(d.g.Held) {
		if p := d.g.at(q.Proposal); q.Of == OfClause && (p == nil || p.State != InDebate) {
			d.do(HeldSettled{Held: q.Held, How: outdated})
		}
	}
}
