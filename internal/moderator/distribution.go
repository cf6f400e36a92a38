package moderator

import (
	"fmt"
	"slices"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// tellDistribution sends the proposals that have got their numbers to all, as a
// table and their texts. One that does not hold what was distributed goes to
// nobody: see [checkDistribution].
func (s *sheet) tellDistribution(e rules.ProposalsDistributed) {
	g := s.g
	if !e.At.IsZero() {
		return // it went out where the game was played before
	}
	letter := templates.Distribution{
		Nth: e.Nth, Voters: names(g, e.Voters), Closes: e.Closes, First: g.SecondBallot() == "first", Skipped: e.Skipped,
	}
	for _, x := range e.Proposals {
		letter.Listed = append(letter.Listed, listed(g, proposalOf(g, x.Proposal)))
	}
	letter.Ballots = votable(g)
	if err := checkDistribution(letter, e); err != nil && s.fault == nil {
		s.fault = fmt.Errorf("moderator: %s: distribution %d: %w", s.t.name, e.Nth, err)
		return
	}
	make := func(f templates.Frame) templates.Letter {
		l := letter
		l.Frame = f
		return l
	}
	from := len(s.drafts)
	for _, to := range s.all() {
		s.post(to, "distribution", 0, make)
	}
	s.toObservers("distribution", 0, make)
	for i := from; i < len(s.drafts); i++ {
		s.drafts[i].rows = listedNumbers(letter.Listed)
	}
}

// votable are the options that a ballot may take.
func votable(g *rules.Game) (list []string) {
	for _, o := range g.VoteOptions() {
		list = append(list, string(o))
	}
	return list
}

// voteOf is one proposal that was distributed, as its distribution showed it, for a
// letter to one of its voters, who stands last so that no example is about the
// reader; nil of others.
func voteOf(g *rules.Game, p *rules.Proposal, to *rules.Player) *templates.Distribution {
	if p.Nth == 0 {
		return nil
	}
	voters := slices.DeleteFunc(slices.Clone(p.Voters), func(id rules.PlayerID) bool { return id == to.ID })
	voters = append(voters, to.ID)
	return &templates.Distribution{
		Nth: p.Nth, Listed: []templates.Listed{listed(g, p)}, Voters: names(g, voters), Closes: p.Closes, Ballots: votable(g), First: g.SecondBallot() == "first",
	}
}

// ifSilent is what becomes of the vote of who has said nothing at the deadline:
// as the custom missing_vote says, or "none" where a vote that was distributed waits
// for nobody.
func ifSilent(g *rules.Game, p *rules.Proposal) string {
	is := custom(g, "missing_vote")
	if p.Nth > 0 && is == "wait" {
		return "none"
	}
	return is
}

func listedNumbers(list []templates.Listed) (nums []int) {
	for _, l := range list {
		nums = append(nums, l.Number)
	}
	return nums
}

// checkDistribution compares a letter with what was distributed: every number
// once and in order, none between them but those that were passed over, and each
// with a text.
func checkDistribution(l templates.Distribution, e rules.ProposalsDistributed) error {
	if len(l.Listed) != len(e.Proposals) || len(l.Listed) == 0 {
		return fmt.Errorf("%d proposals in the letter, and %d distributed", len(l.Listed), len(e.Proposals))
	}
	skipped := map[int]bool{}
	for _, n := range e.Skipped {
		skipped[n] = true
	}
	next := l.Listed[0].Number
	for i, x := range l.Listed {
		for skipped[next] {
			next++
		}
		switch {
		case x.Number != e.Proposals[i].Number:
			return fmt.Errorf("%d stands where %d was distributed", x.Number, e.Proposals[i].Number)
		case x.Number != next:
			return fmt.Errorf("%d stands where %d comes next", x.Number, next)
		case len(x.Parts) == 0 || x.Proposer == "":
			return fmt.Errorf("%d has no text or no author", x.Number)
		}
		next++
	}
	return nil
}

// listed is a proposal as letters of a game without turns show it. What could
// not take effect as the rules are is said of each part, while it can be voted on.
func listed(g *rules.Game, p *rules.Proposal) templates.Listed {
	l := templates.Listed{
		Number: p.Number, Title: p.Title, Proposer: name(g, p.Proposer), Coauthors: names(g, p.Coauthors), Quorum: p.Quorum,
	}
	if p.Index.Sign() > 0 {
		l.Index = p.Index.String()
	}
	doubts := map[int]string{}
	if p.State == rules.Open || p.State == rules.Pooled {
		for _, s := range g.Rehearse(p) {
			doubts[s.Part] = string(s.Refusal.Code)
		}
	}
	for i, c := range p.Changes {
		l.Parts = append(l.Parts, partOf(g, i+1, c, doubts[i+1]))
	}
	return l
}

func partOf(g *rules.Game, nth int, c rules.Change, doubt string) templates.Part {
	x := templates.Part{
		Nth: nth, Kind: string(c.Kind), Rule: c.Rule, Title: c.Title, Text: c.Text, Clause: c.Clause, Category: c.Category, Doubt: doubt,
	}
	if c.Power.Sign() > 0 {
		x.Power = c.Power.String()
	}
	if c.Edit != nil {
		x.Edit, x.Old, x.Text = true, c.Edit.Old, c.Edit.New
	}
	if r := g.Rule(c.Rule); r != nil {
		x.RuleTitle = r.Title
	}
	return x
}
