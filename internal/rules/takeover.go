package rules

import (
	"slices"
	"time"
)

// Taken is one proposal of a [TakeOver]. Drafts are empty for one that nobody has
// read, which has Text instead and changes no rule.
type Taken struct {
	Author    PlayerID
	Title     string
	Coauthors []string
	Index     Ratio
	Drafts    []Draft
	Text      string
	Made      time.Time
	Number    int                 // 0 in the pool
	Quorum    int                 // -1 for what the rules say
	Votes     map[PlayerID]Option // cast before
	Outcome   string              // "adopted", "rejected", "no quorum", or "" while the vote runs
	Ballots   int64               // of one that was decided
}

// Unread is a proposal whose words nobody could read as changes of rules. It can
// be voted on, and nothing follows from it.
func Unread(text string) []Change { return []Change{{Text: lines(text)}} }

func (d *decision) takeOver(c TakeOver) *Refusal {
	if d.g.Status != Waiting {
		return &Refusal{Code: NotYet}
	}
	e := ProposalsDistributed{Nth: d.g.distributions + 1, Voters: c.Voters, Closes: c.Closes, At: c.At}
	if e.Voters == nil {
		for _, p := range d.g.playing() {
			if c.At.IsZero() || !p.Joined.After(c.At) || !p.Joined.Before(d.at) {
				e.Voters = append(e.Voters, p.ID)
			}
		}
	}
	if e.Closes.IsZero() && !c.At.IsZero() {
		e.Closes = d.g.deadline(c.At, "vote_period")
	}
	slices.SortStableFunc(c.Proposals, func(a, b Taken) int { return a.Number - b.Number })
	for _, t := range c.Proposals {
		pooled, no := d.pooledFrom(t)
		if no != nil {
			return no
		}
		d.do(pooled)
		if c.At.IsZero() {
			continue
		}
		x := Distributed{Proposal: pooled.Proposal, Number: t.Number, Quorum: t.Quorum}
		if t.Number < 1 || d.g.nextNumber > 0 && d.g.numberedID(t.Number) != 0 {
			return &Refusal{Code: NumberTaken, Number: t.Number}
		}
		n, rule, fail := d.g.quorum(d.g.at(x.Proposal), t.Number, len(e.Voters))
		if x.QuorumBy = rule; t.Quorum < 0 && fail == nil {
			x.Quorum = n
		}
		e.Proposals = append(e.Proposals, x)
	}
	if len(e.Proposals) == 0 {
		return nil
	}
	d.do(e)
	for i, t := range c.Proposals {
		d.takeVotes(e.Proposals[i].Proposal, t)
	}
	return nil
}

func (d *decision) pooledFrom(t Taken) (ProposalPooled, *Refusal) {
	e := ProposalPooled{Proposal: d.g.made + 1, Proposer: t.Author, Title: squeeze(t.Title), Changes: Unread(t.Text), At: t.Made}
	author := d.g.Player(t.Author)
	if author == nil {
		return e, &Refusal{Code: NoSuchPlayer, Player: string(t.Author)}
	}
	var no *Refusal
	if e.Coauthors, no = d.g.coauthors(t.Coauthors, author); no != nil {
		return e, no
	}
	if e.Index, no = d.g.indexOf(t.Index); no != nil {
		return e, no
	}
	if len(t.Drafts) > 0 {
		e.Changes, no = d.g.parts(t.Drafts)
	}
	return e, no
}

// takeVotes brings the votes that were cast on a proposal, and what became of it.
func (d *decision) takeVotes(id ProposalID, t Taken) {
	for _, voter := range d.g.at(id).Voters {
		if o := t.Votes[voter]; o != "" {
			d.do(VoteCast{id, voter, Ballot{Option: o, Weight: d.weightNow(voter)}})
		}
	}
	if t.Outcome == "" {
		return
	}
	tally := d.g.tally(d.g.at(id))
	tally.Ballots = max(t.Ballots, tally.Ballots)
	d.do(VotingClosed{Proposal: id, Tally: tally, Adopted: t.Outcome == "adopted", NoQuorum: t.Outcome == "no quorum"})
}
