package moderator

import (
	"slices"
	"strings"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// before notes what the receipt will say of a command if it is done.
func (s *sheet) before(c rules.Command, by rules.By) templates.Item {
	switch c := c.(type) { // not all: players' commands; "done" does for the others
	case rules.Answer:
		return s.before(c.Command, by)
	case rules.Late:
		return s.before(c.Command, by)
	case rules.Vote:
		return s.beforeVote(c, by)
	case rules.WithdrawVote:
		i := s.beforeVote(rules.Vote{Proposal: c.Proposal}, by)
		i.Did = "withdrew-vote"
		return i
	case rules.Propose:
		return templates.Item{Did: "proposed", Said: oldNumber(s.g, c.Drafts)}
	case rules.Revise:
		return templates.Item{Did: "revised", Proposal: c.Proposal}
	case rules.WithdrawProposal:
		if c.Proposal == 0 {
			return templates.Item{Did: "unpooled", Name: c.Title}
		}
		return templates.Item{Did: "withdrew", Proposal: c.Proposal}
	case rules.OpenVoting:
		return templates.Item{Did: "opened", Proposal: c.Proposal}
	case rules.Join:
		return templates.Item{Did: "joined", Name: strings.TrimSpace(c.Given + " " + c.Surname)}
	case rules.Forfeit:
		return templates.Item{Did: "forfeited"}
	case rules.Dispute:
		return templates.Item{Did: "disputed"}
	case rules.ClaimError:
		return templates.Item{Did: "claimed", Proposal: c.Proposal}
	case rules.DoubtReport:
		return templates.Item{Did: "doubted", Number: c.Report}
	case rules.Invoke:
		return templates.Item{Did: "invoked"}
	case rules.RuleOn:
		return templates.Item{Did: "ruled", Number: c.Judgment}
	case rules.Reconsider:
		return templates.Item{Did: "reconsidering", Number: c.Judgment}
	case rules.Overrule:
		return templates.Item{Did: "overruling", Number: c.Judgment}
	case rules.Consent:
		return templates.Item{Did: "consented"}
	}
	return templates.Item{Did: "done"}
}

func (s *sheet) beforeVote(c rules.Vote, by rules.By) templates.Item {
	i := templates.Item{Did: "voted", Proposal: c.Proposal, Option: string(c.Option), Cast: cast(s.g, c)}
	p := s.g.Proposal(c.Proposal)
	if p == nil {
		return i
	}
	i.Holds = s.g.SecondBallot() == "first"
	if old, ok := p.Votes[by.Player]; ok {
		i.Did, i.Was = "changed", string(old.Option)
		if sameBallot(old, c) {
			i.Did = "same"
		}
	}
	return i
}

// sameBallot says that a vote says what a ballot says already.
func sameBallot(b rules.Ballot, c rules.Vote) bool {
	return b.Option == c.Option && b.Endorsed == c.Endorsed && b.Condition == c.Condition && slices.Equal(b.Parts, c.Parts)
}

// cast is what a vote says besides its option; nil for nothing.
func cast(g *rules.Game, c rules.Vote) *templates.Cast {
	said := &templates.Cast{Condition: c.Condition}
	if c.Endorsed != "" {
		said.Endorsed = name(g, c.Endorsed)
	}
	for _, p := range c.Parts {
		said.Parts = append(said.Parts, templates.CastPart{Option: string(p.Option), Votes: p.Votes})
	}
	if said.Endorsed == "" && said.Condition == "" && len(said.Parts) == 0 {
		return nil
	}
	return said
}

// oldNumber is the former number by which a draft names its rule, or 0.
func oldNumber(g *rules.Game, drafts []rules.Draft) int {
	for _, d := range drafts {
		if r := g.Rule(d.Rule); r != nil && r.Number != d.Rule {
			return d.Rule
		}
	}
	return 0
}

// after completes the receipt's line with what the rules made of the command.
func (s *sheet) after(i *templates.Item, events []rules.Event) {
	for _, e := range events {
		switch e := e.(type) { // not all: only what a receipt tells
		case rules.ProposalNumbered:
			i.Proposal = e.Number
		case rules.ProposalMade:
			if len(e.Changes) > 0 && i.Said != 0 {
				i.Rule = e.Changes[0].Rule
			}
			if i.Proposal == 0 {
				i.Proposal = numberOf(s.g, e.Proposal)
			}
		case rules.ProposalPooled:
			s.afterPooling(i, e.Proposal)
		case rules.OpeningAsked:
			i.Did, i.At = "opens-later", e.At
		case rules.DeadlineWaits:
			if i.Did == "opened" {
				i.Did, i.At = "opens-answered", e.Until
			}
		case rules.VotingClosed:
			i.Over = true
		case rules.ClaimMade:
			i.Number = e.Claim
		case rules.JudgmentInvoked:
			i.Number, i.Name = e.Judgment, name(s.g, e.Judge)
		case rules.RulingGiven:
			i.Number = e.Judgment
		case rules.CaseCalled:
			i.Did, i.Number, i.Name = "called", e.Judgment, name(s.g, e.Judge)
		case rules.CaseRuled:
			i.Did, i.Number = "case-ruled", e.Judgment
		case rules.ReconsiderationAsked:
			i.Number = e.Judgment
		case rules.OverruleVoted:
			i.Number = e.Judgment
		}
	}
	if p := s.g.Proposal(i.Proposal); p != nil && p.State == rules.Open {
		i.At = p.Closes
	}
}

// afterPooling tells that a proposal waits, and until when, or that it has got
// its number at once.
func (s *sheet) afterPooling(i *templates.Item, id rules.ProposalID) {
	p := proposalOf(s.g, id)
	if p == nil {
		return
	}
	if i.Proposal = p.Number; p.Number == 0 {
		read := listed(s.g, p)
		i.Did, i.Name, i.At, i.Listed = "pooled", p.Title, s.g.NextDistribution(), &read
		return
	}
	for _, x := range s.g.Rehearse(p) {
		i.Missed = append(i.Missed, templates.Missed{Part: x.Part, No: *no(&x.Refusal)})
	}
}

func numberOf(g *rules.Game, id rules.ProposalID) int {
	if p := proposalOf(g, id); p != nil {
		return p.Number
	}
	return 0
}

func proposalOf(g *rules.Game, id rules.ProposalID) *rules.Proposal {
	if id < 1 || int(id) > len(g.Proposals) {
		return nil
	}
	return g.Proposals[id-1]
}
