package rules

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// ofClaim is what a reminder of an organiser's is of: see [Reminded].
const ofClaim = "claim"

// How a claim of error was answered.
const (
	Denied = "denied"
	Upheld = "upheld"
)

// putRight is how a ballot came to be what it should have been: see
// [Ballot.Assumed].
const putRight = "claim"

// Bounds of what is claimed.
const (
	maxClaimWords = 2000 // characters
	maxClaims     = 10   // of one player's that are open
)

// Claim is a player's word that the resolution of a proposal was counted wrong.
// How is "" while it is open, else [Denied] or [Upheld]; Why is the organiser's.
type Claim struct {
	Number   int
	Proposal ProposalID
	Player   PlayerID
	Words    string
	Made     time.Time
	AnswerBy time.Time // when the organiser is reminded next, or was; zero: never
	How, Why string
	Settled  time.Time

	wait      time.Duration // from one reminder to the next
	reminders int
}

// Claim gives the claim of that number; nil when there is none.
func (g *Game) Claim(number int) *Claim {
	if i, ok := g.claimIndex(number); ok {
		return g.Claims[i]
	}
	return nil
}

func (g *Game) claimIndex(number int) (int, bool) {
	return slices.BinarySearchFunc(g.Claims, number, func(c *Claim, n int) int { return c.Number - n })
}

// LastClaim is the number of the last claim that was made.
func (g *Game) LastClaim() int { return g.lastClaim }

// OpenClaims are the claims that no organiser has answered, by number.
func (g *Game) OpenClaims() []*Claim {
	var list []*Claim
	for _, n := range g.unsettled {
		list = append(list, g.Claim(n))
	}
	return list
}

// ClaimsOn are all claims on the resolution of a proposal, by number.
func (g *Game) ClaimsOn(id ProposalID) []*Claim {
	var list []*Claim
	for _, c := range g.Claims {
		if c.Proposal == id {
			list = append(list, c)
		}
	}
	return list
}

// claimableUntil is when the time for claims on a resolution is over; zero for
// never. A revised one can be claimed to be wrong as long as a new one.
func (g *Game) claimableUntil(p *Proposal) time.Time {
	s, ok := g.length("claim_period")
	if !ok {
		return time.Time{}
	}
	from := p.Ended
	for _, c := range g.ClaimsOn(p.ID) {
		if c.How == Upheld && c.Settled.After(from) {
			from = c.Settled
		}
	}
	return s.after(from, g.Zone)
}

// resolved says whether the vote on p ran beside others and was counted.
func (p *Proposal) resolved() bool {
	return p.Nth > 0 && (p.State == Adopted || p.State == Defeated)
}

func (d *decision) claimError(c ClaimError, by By) *Refusal {
	claimer, no := d.player(by)
	if no != nil {
		return no
	}
	p, words := d.g.Proposal(c.Proposal), strings.TrimSpace(c.Words)
	switch {
	case p == nil:
		return &Refusal{Code: NoSuchProposal, Proposal: c.Proposal, Open: d.g.openNumbers()}
	case !p.resolved():
		return &Refusal{Code: NoResolution, Proposal: p.Number}
	case words == "":
		return &Refusal{Code: NoClaimWords, Proposal: p.Number}
	case utf8.RuneCountInString(words) > maxClaimWords:
		return &Refusal{Code: TextTooLong, Proposal: p.Number, Limit: maxClaimWords, Text: firstWords(words)}
	}
	if until := d.g.claimableUntil(p); !until.IsZero() && d.due.After(until) {
		return &Refusal{Code: ClaimTooLate, Proposal: p.Number, At: until}
	}
	if no := d.g.RatifiedBy(p.Ended); no != nil {
		return no
	}
	if no := d.g.claimedBefore(claimer, p, words); no != nil {
		return no
	}
	e := ClaimMade{Claim: c.Claim, Proposal: p.ID, Player: claimer.ID, Words: words, AnswerBy: d.g.answerBy(d.due)}
	if e.Claim <= 0 || d.g.Claim(e.Claim) != nil {
		e.Claim = d.g.lastClaim + 1
	}
	d.do(e)
	return nil
}

// claimedBefore refuses what a player has claimed in the same words, and more
// than a person can answer.
func (g *Game) claimedBefore(claimer *Player, p *Proposal, words string) *Refusal {
	open := 0
	for _, c := range g.OpenClaims() {
		if c.Player == claimer.ID {
			open++
		}
	}
	for _, c := range g.ClaimsOn(p.ID) {
		if c.Player == claimer.ID && strings.EqualFold(squeeze(c.Words), squeeze(words)) {
			return &Refusal{Code: ClaimKnown, Proposal: p.Number, Number: c.Number, Text: c.How}
		}
	}
	if open >= maxClaims {
		return &Refusal{Code: TooManyClaims, Limit: maxClaims}
	}
	return nil
}

// answerBy is when an organiser is to be reminded of a claim.
func (g *Game) answerBy(from time.Time) time.Time {
	s, ok := g.length("claim_period")
	if !ok {
		return time.Time{}
	}
	return s.after(from, g.Zone)
}

// settleClaims answers claims. That the count is another by then is the work of
// whoever undid it: see [PutRight].
func (d *decision) settleClaims(c SettleClaims) *Refusal {
	if len(c.Claims) == 0 {
		return &Refusal{Code: NoSuchClaim}
	}
	for _, n := range c.Claims {
		switch claim := d.g.Claim(n); {
		case claim == nil:
			return &Refusal{Code: NoSuchClaim, Number: n}
		case claim.How != "":
			return &Refusal{Code: ClaimAnswered, Number: n, Text: claim.How}
		}
	}
	d.do(ClaimsSettled(c))
	return nil
}

// putRight notes what ballots on a proposal should have been.
func (d *decision) putRight(c PutRight) *Refusal {
	p := d.g.Proposal(c.Proposal)
	switch {
	case p == nil:
		return &Refusal{Code: NoSuchProposal, Proposal: c.Proposal, Open: d.g.openNumbers()}
	case p.Nth == 0 || p.State != Open:
		return &Refusal{Code: NoResolution, Proposal: p.Number}
	}
	e := BallotsPutRight{Proposal: p.ID}
	for _, r := range c.Ballots {
		voter := d.g.Player(r.Voter)
		if voter == nil || !slices.Contains(p.Voters, r.Voter) {
			return &Refusal{Code: NotVoter, Proposal: p.Number}
		}
		if no := d.rightful(r, voter, p); no != nil {
			return no
		}
		r.Ballot.Assumed = putRight
		e.Ballots = append(e.Ballots, r)
	}
	d.do(e)
	return nil
}

// rightful says whether a ballot may be put right so. It has no condition any
// more: whoever puts it right knows what that came to.
func (d *decision) rightful(r RightBallot, voter *Player, p *Proposal) *Refusal {
	if r.Gone {
		return nil
	}
	b := r.Ballot
	if b.Option == Conditional {
		return &Refusal{Code: NoSuchOption, Proposal: p.Number, Text: string(b.Option)}
	}
	return d.castable(Vote{Option: b.Option, Endorsed: b.Endorsed, Parts: b.Parts, Changes: true}, voter, p)
}

// takeRight gives the voters on a proposal that is about to be counted the
// ballots that they should have had.
func (d *decision) takeRight(id ProposalID) {
	for _, r := range d.g.at(id).Right {
		p := d.g.at(id)
		b, voted := p.Votes[r.Voter]
		switch {
		case !slices.Contains(p.Voters, r.Voter): // who has left since
		case r.Gone && voted:
			d.do(VoteWithdrawn{id, r.Voter})
		case !r.Gone && (!voted || !sameBallot(b, r.Ballot)):
			r.Ballot.Weight = d.weightNow(r.Voter)
			d.do(VoteCast{id, r.Voter, r.Ballot})
		}
	}
}

// sameBallot says that two ballots come to the same, whatever they weigh.
func sameBallot(a, b Ballot) bool {
	return a.Assumed == b.Assumed && a.Option == b.Option && a.Endorsed == b.Endorsed && slices.Equal(a.Parts, b.Parts)
}

// claimWatches remind the organiser of claims that wait: never is one dropped.
func (g *Game) claimWatches() []*watch {
	var list []*watch
	for _, c := range g.OpenClaims() {
		if c.AnswerBy.IsZero() {
			continue
		}
		list = append(list, &watch{of: ofClaim, proposal: c.Proposal, at: c.AnswerBy, reached: func(d *decision) {
			d.do(Reminded{Of: ofClaim, Proposal: c.Proposal, Claim: c.Number, Nth: c.reminders + 1, Late: true})
		}})
	}
	return list
}

// claimReminded sets the next reminder as far ahead as the first was, so that
// several on one resolution come together.
func (g *Game) claimReminded(e Reminded, at time.Time) {
	g.changeClaim(e.Claim, func(c *Claim) { c.reminders, c.AnswerBy = e.Nth, at.Add(c.wait) })
}

func (g *Game) changeClaim(number int, change func(*Claim)) {
	i, ok := g.claimIndex(number)
	if !ok {
		return
	}
	c := *g.Claims[i]
	change(&c)
	g.Claims = slices.Clone(g.Claims)
	g.Claims[i] = &c
}

func (g *Game) applyClaim(e Event, at time.Time) {
	switch e := e.(type) { // not all: those that Apply hands on
	case ClaimMade:
		i, _ := g.claimIndex(e.Claim)
		c := &Claim{Number: e.Claim, Proposal: e.Proposal, Player: e.Player, Words: e.Words, Made: at, AnswerBy: e.AnswerBy, wait: e.AnswerBy.Sub(at)}
		g.Claims = slices.Insert(slices.Clone(g.Claims), i, c)
		g.unsettled = append(slices.Clip(g.unsettled), e.Claim)
		slices.Sort(g.unsettled)
		g.lastClaim = max(g.lastClaim, e.Claim)
	case ClaimsSettled:
		for _, n := range e.Claims {
			g.changeClaim(n, func(c *Claim) { c.How, c.Why, c.Settled = e.How, e.Why, at })
		}
		g.unsettled = slices.DeleteFunc(slices.Clone(g.unsettled), func(n int) bool { return slices.Contains(e.Claims, n) })
	case BallotsPutRight:
		g.changeProposal(e.Proposal, func(p *Proposal) { p.Right = mergedRight(p.Right, e.Ballots) })
	}
}

// mergedRight lets later corrections take the place of earlier ones.
func mergedRight(all, later []RightBallot) []RightBallot {
	all = slices.Clone(all)
	for _, r := range later {
		all = append(slices.DeleteFunc(all, func(x RightBallot) bool { return x.Voter == r.Voter }), r)
	}
	return all
}
