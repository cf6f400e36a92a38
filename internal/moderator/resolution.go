package moderator

import (
	"math/big"
	"slices"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// resolves says whether an event is the end of a vote that runs beside others.
func resolves(g *rules.Game, e rules.Event) bool {
	c, is := e.(rules.VotingClosed)
	return is && besides(g, c.Proposal)
}

// besides says whether the vote on a proposal runs, or ran, beside others.
func besides(g *rules.Game, id rules.ProposalID) bool {
	p := proposalOf(g, id)
	return p != nil && p.Nth > 0
}

// tellResolution sends one letter about all votes of a game without turns that
// events ended, with what followed from each.
func (s *sheet) tellResolution(events []rules.Event) {
	g := s.g
	letter := templates.Resolution{Away: absences(g, s.at), Inactive: inactive(g), Winners: names(g, g.Winners)}
	for i, e := range events {
		if resolves(g, e) {
			letter.Resolved = append(letter.Resolved, s.resolved(e.(rules.VotingClosed), events[i:]))
		}
	}
	make := func(f templates.Frame) templates.Letter {
		l := letter
		l.Frame = f
		return l
	}
	for _, to := range s.all() {
		s.post(to, "resolution", 0, make)
	}
	s.toObservers("resolution", 0, make)
}

func (s *sheet) resolved(closed rules.VotingClosed, events []rules.Event) templates.Resolved {
	g := s.g
	p := proposalOf(g, closed.Proposal)
	t := closed.Tally
	r := templates.Resolved{
		Listed: listed(g, p), Outcome: outcome(closed), By: closed.Rule, Favour: t.Favour, Against: t.Against,
		Ratio: ratio(t), Popularity: popularity(t), Ballots: t.Ballots, Lapsed: lapse(p),
	}
	reads := g.Reads(p)
	r.Sides, r.Reads = sides(g, reads), explained(g, reads)
	for _, id := range p.Voters {
		if _, voted := p.Votes[id]; !voted {
			r.Pending = append(r.Pending, name(g, id))
		}
	}
	for _, x := range p.Skipped {
		r.Missed = append(r.Missed, templates.Missed{Part: x.Part, No: *no(&x.Refusal)})
	}
	var f templates.Result
	s.follow(&f, g, p, events)
	r.Rules, r.Repealed, r.Awards, r.Throws, r.Said, r.Failed = lastOfEach(f.Rules), f.Repealed, f.Awards, f.Throws, f.Said, f.Failed
	return r
}

// lastOfEach leaves each rule once, as it stands at the end.
func lastOfEach(all []templates.RuleLine) []templates.RuleLine {
	var list []templates.RuleLine
	for _, l := range all {
		known := slices.ContainsFunc(list, func(x templates.RuleLine) bool { return x.Number == l.Number })
		if !known && l.Number != 0 {
			list = append(list, l)
		}
	}
	return list
}

func outcome(c rules.VotingClosed) string {
	switch {
	case c.Adopted:
		return "adopted"
	case c.NoQuorum:
		return "no-quorum"
	}
	return "rejected"
}

// ratio is how many votes in favour there are to one against.
func ratio(t rules.Tally) string {
	r, infinite := t.Strength()
	if infinite {
		return "∞"
	}
	return places(r)
}

// places writes a fraction with as many places as it needs, two at most.
func places(r *big.Rat) string {
	if r.IsInt() {
		return r.RatString()
	}
	return r.FloatString(2)
}

// popularity is the difference of the sides by their sum, from −1.00 to +1.00;
// "" where nobody is on a side.
func popularity(t rules.Tally) string {
	if t.Cast == 0 {
		return ""
	}
	r := big.NewRat(t.Favour-t.Against, t.Cast)
	if r.Sign() > 0 {
		return "+" + r.FloatString(2)
	}
	return r.FloatString(2)
}

// sides are the voters by what they voted in the end, in the order of the voters.
func sides(g *rules.Game, reads []rules.Read) []templates.Side {
	all := []templates.Side{{Option: string(rules.For)}, {Option: string(rules.Against)}, {Option: string(rules.Present)}, {Option: string(rules.Abstain)}}
	put := func(i int, r rules.Read, votes int64) {
		all[i].Votes += votes
		all[i].Voters = append(all[i].Voters, templates.SideVoter{Name: name(g, r.Voter), Votes: votes})
	}
	for _, r := range reads {
		switch {
		case r.Option == rules.Abstain:
			put(3, r, 0)
		case r.Favour+r.Against == 0 && r.Option == rules.Present:
			put(2, r, 0)
		default:
			if r.Favour > 0 || r.Option == rules.For && r.Against == 0 {
				put(0, r, r.Favour)
			}
			if r.Against > 0 || r.Option == rules.Against && r.Favour == 0 {
				put(1, r, r.Against)
			}
		}
	}
	return slices.DeleteFunc(all, func(x templates.Side) bool { return len(x.Voters) == 0 })
}

// explained are the ballots that did not say by themselves what they came to.
func explained(g *rules.Game, reads []rules.Read) []templates.Read {
	var list []templates.Read
	for _, r := range reads {
		if r.Why == "" {
			continue
		}
		list = append(list, templates.Read{
			Code: r.Why, Name: name(g, r.Voter), Via: names(g, r.Via), Option: string(r.Option), Condition: r.Ballot.Condition,
		})
	}
	return list
}

// tellConditions asks the organisers, once for all votes that have ended, what
// the conditions in ballots come to.
func (s *sheet) tellConditions(e rules.ConditionsAsked) {
	n := templates.Notice{Code: "conditions", At: e.Until}
	for _, id := range e.Proposals {
		p := proposalOf(s.g, id)
		for _, voter := range p.Unsettled() {
			n.Number = p.Number
			n.Name = name(s.g, voter)
			n.Changes = append(n.Changes, numberLine(p.Number)+", "+name(s.g, voter)+": "+p.Votes[voter].Condition)
		}
	}
	s.toOrganisers(n)
}
