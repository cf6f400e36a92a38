package rules

import "math/big"

// weighed gives a ballot its votes: all that the voter has, or, where votes are
// divided, what it says, as far as they reach.
func (r Read) weighed(votes int64, divided bool) Read {
	parts := []Part{{r.Option, votes}}
	switch {
	case divided && len(r.Ballot.Parts) > 0:
		parts = r.Ballot.Parts
	case divided:
		parts[0].Votes = min(1, votes)
	}
	left := votes
	for _, x := range parts {
		n := min(x.Votes, left)
		if n < x.Votes && r.Why == "" {
			r.Why = ReadOver
		}
		left -= n
		switch x.Option {
		case For:
			r.Favour += n
		case Against:
			r.Against += n
		}
	}
	return r
}

// tallyReads adds up what ballots come to. Voters counts the votes of those who
// have voted: silence is no ballot.
func tallyReads(reads []Read) Tally {
	var t Tally
	for _, r := range reads {
		t.Favour += r.Favour
		t.Against += r.Against
		if r.Favour+r.Against == 0 && (r.Option == Present || r.Option == Abstain) {
			t.Abstain += r.Ballot.Weight
		}
		t.Ballots++
	}
	t.Cast = t.Favour + t.Against
	t.Voters = t.Cast + t.Abstain
	return t
}

// Strength is how a vote stands between the sides, as an exact fraction in
// favour by against; infinite says that nobody is against and somebody in favour.
func (t Tally) Strength() (ratio *big.Rat, infinite bool) {
	if t.Against == 0 {
		return new(big.Rat), t.Favour > 0
	}
	return big.NewRat(t.Favour, t.Against), false
}

// tally counts the votes on a proposal as its ballots are.
func (g *Game) tally(p *Proposal) Tally {
	t := tallyReads(g.Reads(p))
	if p.Nth == 0 {
		t.Ballots = 0 // everyone votes there (Rule 105)
	}
	return t
}
