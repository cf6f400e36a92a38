package rules

import (
	"slices"

	"nomicmail/internal/clause"
)

// voteOptions are what a rule may allow as a vote; without one For, Against and
// Abstain are.
var voteOptions = []Option{For, Against, Abstain, Present, Endorse, Conditional}

// Bounds of what one ballot says.
const (
	maxBallotParts = 10
	maxCondition   = 1000 // characters
)

func isVoteOptions(_ *Game, v clause.Value) error {
	l, ok := v.(clause.List)
	var seen []Option
	for _, x := range l {
		t, text := x.(clause.Text)
		if o := Option(t); !text || !slices.Contains(voteOptions, o) || slices.Contains(seen, o) {
			ok = false
		}
		seen = append(seen, Option(t))
	}
	if !ok || !slices.Contains(seen, For) {
		return wrong(`a list such as ["for", "against", "present", "endorse", "conditional"]`, v)
	}
	return nil
}

// VoteOptions are what may be voted, in the order in which the rules list them.
// The seal of a vote commits to For, Against, Abstain or Present, so that where
// votes are sealed there is nothing else.
func (g *Game) VoteOptions() []Option {
	list := g.listedOptions()
	if g.is("ballots", "sealed") {
		list = slices.DeleteFunc(list, func(o Option) bool { return o == Endorse || o == Conditional })
	}
	return list
}

func (g *Game) listedOptions() []Option {
	v, r, err := g.answer("vote_options")
	if l, ok := v.(clause.List); r != nil && err == nil && ok {
		var list []Option
		for _, x := range l {
			if t, ok := x.(clause.Text); ok && slices.Contains(voteOptions, Option(t)) {
				list = append(list, Option(t))
			}
		}
		return list
	}
	if g.is("abstain", yes) {
		return []Option{For, Against, Abstain}
	}
	return []Option{For, Against}
}

// SecondBallot says which of two ballots of one voter counts: "first" or "last".
func (g *Game) SecondBallot() string {
	if g.text("second_ballot") == "first" {
		return "first"
	}
	return "last"
}

// Divides says whether a voter may divide the votes that he or she has, so that
// a plain ballot is one of them.
func (g *Game) Divides() bool {
	v, r, err := g.answer("split_votes")
	return r != nil && err == nil && v == clause.Truth(true)
}

// castable says whether a vote on p may say that.
func (d *decision) castable(c Vote, voter *Player, p *Proposal) *Refusal {
	options := d.g.VoteOptions()
	_, voted := p.Votes[voter.ID]
	switch {
	case c.Option == Abstain && !slices.Contains(options, Abstain):
		return &Refusal{Code: NoAbstaining, Rule: d.g.citeFor("vote_options", 105), Proposal: p.Number}
	case !slices.Contains(options, c.Option):
		return &Refusal{Code: NoSuchOption, Rule: d.g.citeFor("vote_options", 0), Proposal: p.Number, Text: string(c.Option)}
	case len(c.Parts) > 0 && (!d.g.Divides() || d.g.is("ballots", "sealed") || c.Option == Endorse || c.Option == Conditional):
		return &Refusal{Code: VotesWhole, Proposal: p.Number}
	case c.Option == Conditional && (c.Condition == "" || len([]rune(c.Condition)) > maxCondition):
		return &Refusal{Code: TextTooLong, Proposal: p.Number, Limit: maxCondition, Text: firstWords(c.Condition)}
	case voted && !c.Changes && d.g.SecondBallot() == "first":
		return &Refusal{Code: AlreadyVoted, Proposal: p.Number}
	}
	if c.Option == Endorse && d.g.Player(c.Endorsed) == nil {
		return &Refusal{Code: NoSuchPlayer, Player: string(c.Endorsed)}
	}
	if len(c.Parts) > maxBallotParts {
		return &Refusal{Code: TooManyParts, Proposal: p.Number, Limit: maxBallotParts}
	}
	for _, x := range c.Parts {
		if !slices.Contains(options, x.Option) || x.Option == Endorse || x.Option == Conditional {
			return &Refusal{Code: NoSuchOption, Proposal: p.Number, Text: string(x.Option)}
		}
		if x.Votes < 1 || x.Votes > maxWeight {
			return &Refusal{Code: VotesWhole, Proposal: p.Number}
		}
	}
	return nil
}
