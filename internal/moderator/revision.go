package moderator

import (
	"slices"
	"strings"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// tellRevision tells all how the resolution of a proposal has changed: which ballots
// count otherwise, what it came to and comes to, and what follows.
func (s *sheet) tellRevision(before *rules.Game, id rules.ProposalID, claims []int, why string, changes []templates.Difference) {
	g := s.g
	was, is := proposalOf(before, id), proposalOf(g, id)
	if was == nil || is == nil {
		return
	}
	letter := templates.Revision{
		Listed: listed(g, is), Ballots: reread(before, was, g, is), Was: countOf(was), Is: countOf(is),
		Follows: beside(changes, is.Number), Rules: rewritten(before, g), Why: why, By: s.hand,
	}
	for _, n := range claims {
		if c := firstClaim(g.Claim(n), before.Claim(n)); c != nil {
			letter.Claims = append(letter.Claims, claimed(before, []*rules.Claim{c})...)
		}
	}
	make := func(f templates.Frame) templates.Letter {
		l := letter
		l.Frame = f
		return l
	}
	for _, to := range s.all() {
		s.post(to, "revision", is.Number, make)
	}
	s.toObservers("revision", is.Number, make)
}

func firstClaim(a, b *rules.Claim) *rules.Claim {
	if a != nil {
		return a
	}
	return b
}

func countOf(p *rules.Proposal) templates.Count {
	return templates.Count{Outcome: outcomeOfVote(p), Favour: p.Tally.Favour, Against: p.Tally.Against, Ballots: p.Tally.Ballots}
}

// reread are the ballots that come to something else than before.
func reread(a *rules.Game, was *rules.Proposal, b *rules.Game, is *rules.Proposal) []templates.Reread {
	readOf := func(g *rules.Game, p *rules.Proposal) map[rules.PlayerID]rules.Read {
		m := map[rules.PlayerID]rules.Read{}
		for _, r := range g.Reads(p) {
			m[r.Voter] = r
		}
		return m
	}
	old, now := readOf(a, was), readOf(b, is)
	var list []templates.Reread
	for _, id := range mergedVoters(was.Voters, is.Voters) {
		x, had := old[id]
		y, has := now[id]
		if had == has && x.Option == y.Option && x.Favour == y.Favour && x.Against == y.Against {
			continue
		}
		list = append(list, templates.Reread{Name: name(b, id), Was: string(x.Option), Is: string(y.Option), Via: names(b, y.Via)})
	}
	return list
}

func mergedVoters(a, b []rules.PlayerID) []rules.PlayerID {
	all := slices.Clone(a)
	for _, id := range b {
		if !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

// rewritten are the rules that read otherwise than before, as they read now.
func rewritten(before, after *rules.Game) []templates.RuleLine {
	var list []templates.RuleLine
	for _, d := range ruleDifferences(before, after) {
		if r := after.Rule(d.Number); d.Kind != "rule-gone" && r != nil {
			list = append(list, ruleLine(after, r))
		}
	}
	return list
}

// beside are the changes but for the ballots on a proposal and what its vote came to.
func beside(changes []templates.Difference, number int) []templates.Difference {
	return slices.DeleteFunc(slices.Clone(changes), func(d templates.Difference) bool {
		return d.Number == number && (strings.HasPrefix(d.Kind, "vote-") || strings.HasPrefix(d.Kind, "proposal-"))
	})
}

// outcomeChanges says whether the vote on a proposal comes to something else.
func outcomeChanges(changes []templates.Difference, number int) bool {
	return slices.ContainsFunc(changes, func(d templates.Difference) bool {
		return d.Number == number && strings.HasPrefix(d.Kind, "proposal-")
	})
}

// claimsAnswered are the open claims on resolutions that an undoing has changed, by
// proposal, in the order of their numbers.
func claimsAnswered(before, after *rules.Game) (order []rules.ProposalID, claims map[rules.ProposalID][]int) {
	claims = map[rules.ProposalID][]int{}
	for _, c := range before.OpenClaims() {
		was, is := proposalOf(before, c.Proposal), proposalOf(after, c.Proposal)
		if is == nil || is.State != rules.Adopted && is.State != rules.Defeated || countOf(was) == countOf(is) && len(reread(before, was, after, is)) == 0 {
			continue
		}
		if claims[c.Proposal] == nil {
			order = append(order, c.Proposal)
		}
		claims[c.Proposal] = append(claims[c.Proposal], c.Number)
	}
	return order, claims
}

// tellRevisions closes the claims that an undoing has answered, and tells all how the
// resolutions have changed. It says whether there were any.
func (s *sheet) tellRevisions(before *rules.Game, why string, changes []templates.Difference) (bool, error) {
	order, claims := claimsAnswered(before, s.g)
	for _, id := range order {
		if err := s.settleUpheld(claims[id], why); err != nil {
			return false, err
		}
		s.tellRevision(before, id, claims[id], why, changes)
	}
	return len(order) > 0, nil
}
