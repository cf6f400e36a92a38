package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Player finds a player by ID; nil when there is none.
func (g *Game) Player(id PlayerID) *Player {
	if i := g.playerIndex(id); i >= 0 {
		return g.Players[i]
	}
	return nil
}

// playerIndex uses that "p1" is whoever joined first.
func (g *Game) playerIndex(id PlayerID) int {
	n, err := strconv.Atoi(strings.TrimPrefix(string(id), "p"))
	if err == nil && n >= 1 && n <= len(g.Players) && g.Players[n-1].ID == id {
		return n - 1
	}
	return slices.IndexFunc(g.Players, func(p *Player) bool { return p.ID == id })
}

// Rule finds the rule that bears or bore the number; nil when there is none in
// force.
func (g *Game) Rule(number int) *Rule {
	if i := g.ruleIndex(number); i >= 0 {
		return g.Rules[i]
	}
	for _, r := range g.Rules {
		if slices.Contains(r.Was, number) {
			return r
		}
	}
	return nil
}

// ruleIndex is the place of the rule that bears the number now, or -1.
func (g *Game) ruleIndex(number int) int {
	i, ok := slices.BinarySearchFunc(g.Rules, number, func(r *Rule, n int) int { return cmp.Compare(r.Number, n) })
	if !ok {
		return -1
	}
	return i
}

// Suber says whether the initial set is one of those that speak of turns as
// Suber's does, so that his numbers can be cited. Where the initial rules say
// themselves whether there are turns they are another game's.
func (g *Game) Suber() bool { return !g.ownLaw }

// cite is the number that an initial rule of Suber's bears now, 0 when it is not
// in force: a refusal cites the rule as it stands.
func (g *Game) cite(number int) int {
	if g.ownLaw {
		return 0
	}
	if r := g.Rule(number); r != nil {
		return r.Number
	}
	return 0
}

// citeFor is the rule that answers to a name, where the rules are not Suber's, else
// the one of his that says it.
func (g *Game) citeFor(name string, number int) int {
	if r, ok := g.Answer(name); ok && g.ownLaw {
		return r.Number
	}
	return g.cite(number)
}

// Proposal finds a proposal by number; nil when there is none. Of several that
// bore the number in one turn it is the last.
func (g *Game) Proposal(number int) *Proposal {
	return g.at(g.numberedID(number))
}

// openNumbers are the numbers of the proposals that are voted on.
func (g *Game) openNumbers() []int {
	var open []int
	for _, id := range g.live {
		if p := g.at(id); p.State == Open {
			open = append(open, p.Number)
		}
	}
	return open
}

// Undecided are the proposals that are debated or voted on, oldest first.
func (g *Game) Undecided() []*Proposal {
	var list []*Proposal
	for _, id := range g.live {
		if p := g.at(id); p.State == Open || p.State == InDebate {
			list = append(list, p)
		}
	}
	return list
}

// current is the proposal of the turn; nil while there is none.
func (g *Game) current() *Proposal { return g.at(g.Turn.Proposal) }

// playing are the players who have not left, in turn order.
func (g *Game) playing() []*Player {
	var list []*Player
	for _, id := range g.Order {
		if p := g.Player(id); p != nil && p.State == Playing {
			list = append(list, p)
		}
	}
	return list
}

// Awaited are the players that the game waits for now: the mover, the proposer,
// those voters who have not voted, or the Judge and whoever has not consented.
func (g *Game) Awaited() []PlayerID {
	switch {
	case g.Status != Running:
		return nil
	case g.Phase == Judging:
		if j := g.judged(g.asked()); j != nil {
			return []PlayerID{j.Judge}
		}
		return nil
	case g.Turn.Ended:
		return nil
	case g.heldBack:
		return g.Wanting()
	}
	switch p := g.current(); g.Phase {
	case Proposing:
		return []PlayerID{g.Turn.Mover}
	case Debating:
		return []PlayerID{p.Proposer}
	case Voting:
		return p.missing()
	}
	return nil
}

// MayPropose says whether a player could propose something now, as far as turns
// go.
func (g *Game) MayPropose(id PlayerID) bool {
	return g.Free() || g.Turn.Mover == id && !g.Turn.Ended && g.Turn.Proposal == 0
}

// missing are the voters without a vote.
func (p *Proposal) missing() []PlayerID {
	var list []PlayerID
	for _, id := range p.Voters {
		if _, voted := p.Votes[id]; !voted {
			list = append(list, id)
		}
	}
	return list
}

// NextNumber is the number that the next proposal gets (Rule 108).
func (g *Game) NextNumber() int {
	n := g.followingNumber()
	if n == g.spare {
		return n
	}
	return g.vacant(n)
}

// vacant is the first number from n on that no rule bears or bore: two rules
// never answer to one number. Where rules have numbers of their own, none is
// taken by them.
func (g *Game) vacant(n int) int {
	for g.Rule(n) != nil && !g.OwnNumbers() {
		n++
	}
	return n
}

// followingNumber is the next number in the row, which a rule may bear.
func (g *Game) followingNumber() int {
	if g.spare > 0 {
		return g.spare
	}
	if g.nextNumber > 0 {
		return g.nextNumber
	}
	if n, _, ok := g.whole("first_number"); ok && n > 0 {
		return n
	}
	return 301
}

// moverName is the mover's full name, "" when it is nobody's turn.
func (g *Game) moverName() string {
	if p := g.Player(g.Turn.Mover); p != nil && !g.Turn.Ended {
		return p.Name()
	}
	return ""
}

// count gives the numbers of mutable and immutable rules in force.
func (g *Game) count() (mutable, immutable int) {
	for _, r := range g.Rules {
		if r.Mutable {
			mutable++
		} else {
			immutable++
		}
	}
	return mutable, immutable
}

// noRule refuses a number that no rule in force bears or bore.
func (g *Game) noRule(number int) *Refusal {
	for i := len(g.Gone) - 1; i >= 0; i-- {
		if r := g.Gone[i]; r.Number == number || slices.Contains(r.Was, number) {
			return &Refusal{Code: RuleGone, Number: number, Now: r.Number, Proposal: r.Repealed}
		}
	}
	switch p := g.Proposal(number); {
	case p == nil:
		return &Refusal{Code: NoSuchRule, Number: number}
	case p.State == InDebate || p.State == Open:
		return &Refusal{Code: NoSuchRule, Number: number, Open: []int{number}}
	}
	return &Refusal{Code: ProposalNotRule, Number: number, Proposal: number}
}
