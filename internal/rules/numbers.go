package rules

import "sort"

// numbered is a number that a proposal has got. Numbers run upwards, and one
// that was withdrawn in its turn leaves its number to the next (Rule 108), so
// that of several entries of one number the last holds.
type numbered struct {
	number int
	id     ProposalID
}

// give notes the number of a proposal. A decision notes it beside the list,
// which would have to be copied else.
func (g *Game) give(id ProposalID, number int) {
	g.changeProposal(id, func(p *Proposal) { p.Number = number })
	if g.draft != nil {
		g.numbersDraft = append(g.numbersDraft, numbered{number, id})
	} else {
		g.numbers, g.numbersTaken = push(g.numbers, g.numbersTaken, numbered{number, id})
	}
	g.nextNumber, g.spare = max(g.nextNumber, number+1), 0
}

// numberedID is the proposal that bears a number, 0 for none.
func (g *Game) numberedID(number int) ProposalID {
	if id := lastOf(g.numbersDraft, number); id != 0 {
		return id
	}
	return lastOf(g.numbers, number)
}

func lastOf(list []numbered, number int) ProposalID {
	n := sort.Search(len(list), func(i int) bool { return list[i].number > number })
	if n == 0 || list[n-1].number != number {
		return 0
	}
	return list[n-1].id
}

// following is the next number in the row for what is distributed.
func (g *Game) following() int {
	if g.nextNumber > 0 {
		return g.nextNumber
	}
	return g.followingNumber()
}

// OwnNumbers says whether rules have numbers of their own, and not those of the
// proposals that made them (Rule 108).
func (g *Game) OwnNumbers() bool { return g.text("rule_numbers") == "own" }
