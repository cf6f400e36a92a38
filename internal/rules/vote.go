package rules

import (
	"slices"
	"time"

	"nomicmail/internal/clause"
)

// least is when the least time for debate is over.
func (d *decision) least() time.Time {
	s, _ := d.g.length("debate_least")
	return s.after(d.due, d.g.Zone)
}

// opensBy is when voting opens by itself; zero for never.
func (d *decision) opensBy(least time.Time) time.Time {
	by := d.g.deadline(d.due, "debate_most")
	if wait := d.due.Add(longestWait); d.asks && !least.After(d.due) && (by.IsZero() || wait.Before(by)) {
		by = wait
	}
	if !by.IsZero() && by.Before(least) {
		return least
	}
	return by
}

// endDebate opens the vote, unless its proposer has said something about the text
// that is still being asked about: frozen (Rule 106), the text could not become
// what was meant.
func (d *decision) endDebate(id ProposalID) {
	if !d.waitFor(OfDebate, id) {
		d.openVoting(id)
	}
}

// openVoting freezes the text and fixes the voters: all who play (Rule 105).
func (d *decision) openVoting(id ProposalID) {
	d.do(VotingOpened{Proposal: id, Voters: ids(d.g.playing()), Closes: d.g.deadline(d.due, "vote_period")})
	d.expireAbout(OfDebate, id)
	if p := d.g.at(id); d.g.is("proposer_votes", "for") && slices.Contains(p.Voters, p.Proposer) {
		d.do(VoteCast{id, p.Proposer, d.ballot(p.Proposer, For, "proposer")})
	}
	d.afterBallot(id)
}

// ballot is one that the voter did not write.
func (d *decision) ballot(voter PlayerID, o Option, assumed string) Ballot {
	return Ballot{Option: o, Weight: d.weightNow(voter), Assumed: assumed}
}

func (d *decision) vote(c Vote, by By) *Refusal {
	if c.Option == Withdrawn {
		return d.withdrawVote(c.Proposal, by)
	}
	d.openForVote(c.Proposal, by)
	voter, p, no := d.voting(c.Proposal, by)
	if no != nil {
		return no
	}
	if no := d.castable(c, voter, p); no != nil {
		return no
	}
	b := Ballot{Option: c.Option, Weight: d.weightNow(voter.ID), Source: c.Source, Nonce: c.Nonce, Parts: c.Parts}
	switch c.Option {
	case Endorse:
		b.Endorsed = c.Endorsed
	case Conditional:
		b.Condition = c.Condition
	}
	b.Since = d.said(voter.ID, p.ID, c.Source)
	d.do(VoteCast{p.ID, voter.ID, d.seal(p, voter.ID, b)})
	d.afterBallot(p.ID)
	return nil
}

func (d *decision) withdrawVote(number int, by By) *Refusal {
	voter, p, no := d.voting(number, by)
	if no != nil {
		return no
	}
	if _, ok := p.Votes[voter.ID]; !ok {
		return &Refusal{Code: NoVoteYet, Proposal: number}
	}
	d.said(voter.ID, p.ID, "withdrawn")
	d.do(VoteWithdrawn{p.ID, voter.ID})
	return nil
}

// voting gives the voter and the proposal that he or she may vote on.
func (d *decision) voting(number int, by By) (*Player, *Proposal, *Refusal) {
	voter, no := d.player(by)
	if no != nil {
		return nil, nil, no
	}
	p := d.g.Proposal(number)
	switch {
	case p == nil:
		return nil, nil, &Refusal{Code: NoSuchProposal, Proposal: number, Open: d.g.openNumbers()}
	case p.State == InDebate:
		return nil, nil, &Refusal{Code: NotOpen, Rule: d.g.cite(111), Proposal: number, At: p.OpensBy, Open: d.g.openNumbers()}
	case p.State == Open && d.g.Phase == Judging && p.Nth == 0:
		return nil, nil, &Refusal{Code: Paused, Proposal: number, Text: string(Judging)}
	case p.State != Open || d.tooLate(p):
		return nil, nil, &Refusal{Code: VotingOver, Proposal: number, Open: d.g.openNumbers()}
	case !slices.Contains(p.Voters, voter.ID):
		no := &Refusal{Code: NotVoter, Rule: d.g.cite(105), Proposal: number}
		if voter.Joined.Before(p.Opened) {
			no.Text = toInactive // which is what kept the voter out
		}
		return nil, nil, no
	}
	return voter, p, nil
}

// weight is how many votes a player has (Rule 207); one where no rule answers.
func (g *Game) weight(id PlayerID) (int64, *ClauseFailed) {
	v, r, err := g.answer("votes_of", seen(g.Player(id)))
	if r == nil {
		return 1, nil
	}
	var w int64
	if err == nil {
		w, err = wholeOf(v, maxWeight)
	}
	if err != nil {
		return 1, &ClauseFailed{Rule: r.Number, Name: "votes_of", Why: err.Error(), Step: stepCount}
	}
	return w, nil
}

// weightNow is what a ballot shows when it is cast. It is asked again when the
// vote is counted, and only then a clause that fails stops the game.
func (d *decision) weightNow(id PlayerID) int64 {
	w, _ := d.g.weight(id)
	return w
}

// afterBallot ends a vote when everyone has voted: at once, after second
// thoughts, or not before the deadline, as the customs say. One that only waits
// for answers ends with the last of them.
func (d *decision) afterBallot(id ProposalID) {
	p := d.g.at(id)
	switch {
	case len(p.missing()) > 0:
		return
	case !p.WaitsSince.IsZero():
		if len(d.g.Questions(OfVote, id)) == 0 {
			d.count(id)
		}
		return
	case p.Complete:
		return
	}
	ahead := d.due.Before(p.Closes)
	if d.g.is("vote_closes", "deadline") {
		if !ahead {
			d.over(id)
		}
		return
	}
	s, _ := d.g.length("second_thoughts")
	if s == (span{}) {
		d.over(id)
		return
	}
	closes := s.after(d.due, d.g.Zone)
	if ahead && closes.After(p.Closes) {
		closes = p.Closes
	}
	d.do(VoteComplete{Proposal: id, Closes: closes})
}

// over counts a vote in which everyone has voted, unless it must wait for an
// answer that may change it.
func (d *decision) over(id ProposalID) {
	if !d.waitFor(OfVote, id) {
		d.count(id)
	}
}

// endVoting ends a vote at its deadline. Whoever has not voted gets the vote
// that the custom missing_vote gives to silence.
func (d *decision) endVoting(id ProposalID) {
	if d.waitFor(OfVote, id) {
		return
	}
	p := d.g.at(id)
	if p.Nth > 0 && d.g.is("missing_vote", wait) {
		d.count(id) // many votes run side by side, and none of them waits for silence
		return
	}
	option := Abstain
	if d.g.is("missing_vote", "against") {
		option = Against
	}
	for _, voter := range p.missing() {
		o := option
		if d.g.is("absence", "pass") && d.g.awayAt(voter, p.Closes) {
			o = Abstain
		}
		d.do(VoteCast{id, voter, d.ballot(voter, o, silence)})
	}
	d.count(id)
}

// tooLate says whether the vote on p is over for what is said now, though it
// has not been counted because it waits for answers about what was said before.
func (d *decision) tooLate(p *Proposal) bool {
	if p.Nth == 0 {
		return false
	}
	waits := !p.WaitsSince.IsZero() && (d.since.IsZero() || d.since.After(p.WaitsSince))
	return waits || !p.SettleBy.IsZero()
}

// decidesOn is the name that decides on a proposal.
func (g *Game) decidesOn(p *Proposal) string {
	for _, c := range p.Changes {
		if name := g.decides(c); name != "adopted" {
			return name
		}
	}
	return "adopted"
}

// decides is the name that decides on a change: Rule 109 has its own for
// making a rule mutable.
func (g *Game) decides(c Change) string {
	if r := g.Rule(c.Rule); c.Kind == Transmute && r != nil && !r.Mutable {
		if _, ok := g.Answer("adopted_transmutation"); ok {
			return "adopted_transmutation"
		}
	}
	return "adopted"
}

// verdict says whether a vote adopts, and by which rule; where none answers it
// takes unanimity.
func (g *Game) verdict(name string, v *voteSeen) (adopted bool, rule int, fail *ClauseFailed) {
	answer, r, err := g.answer(name, v)
	if r == nil {
		return v.unanimous(), 0, nil
	}
	if err == nil {
		err = isTruth(g, answer)
	}
	if err != nil {
		return false, r.Number, &ClauseFailed{Rule: r.Number, Name: name, Why: err.Error(), Step: stepCount}
	}
	return bool(answer.(clause.Truth)), r.Number, nil
}
