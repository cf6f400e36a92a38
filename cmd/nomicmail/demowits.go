package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"nomicmail/internal/rules"
)

// wits are how the made-up players make up their minds: by simple rules and
// dice. What they do depends on the seed and on the game alone, so that the
// same seed makes the same game.
type wits struct{ seed uint64 }

// dice are for one question about one proposal.
func (w wits) dice(number int, question uint64) *rand.Rand {
	return rand.New(rand.NewPCG(w.seed, uint64(number)<<8|question))
}

// The questions.
const (
	whoMinds uint64 = iota
	whatNext
	whichRule
	howSoon
)

// vote is how a player votes on a proposal.
func (w wits) vote(g *rules.Game, p *rules.Proposal, voter rules.PlayerID) rules.Option {
	if voter != p.Proposer && slices.Contains(w.minds(g, p), voter) {
		return rules.Against
	}
	return rules.For
}

// minds are those who are against a proposal: mostly nobody, sometimes one,
// rarely two. To 305 there is always somebody, so that a defeat is seen while
// it still takes everybody; a shorter game suits them all.
func (w wits) minds(g *rules.Game, p *rules.Proposal) []rules.PlayerID {
	if w.shortens(g, p) {
		return nil
	}
	var others []rules.PlayerID
	for _, id := range g.Order {
		if id != p.Proposer {
			others = append(others, id)
		}
	}
	d := w.dice(p.Number, whoMinds)
	d.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	n := 0
	switch {
	case p.Number == 305:
		n = 1
	case g.Circuits < 2: // one alone can defeat it
		n = max(0, d.IntN(6)-4)
	default:
		n = []int{0, 0, 0, 1, 1, 1, 2}[d.IntN(7)]
	}
	return others[:min(n, len(others))]
}

// shortens says whether a proposal amends the rule about the goal.
func (w wits) shortens(g *rules.Game, p *rules.Proposal) bool {
	r := g.Rule(208)
	return r != nil && len(p.Changes) > 0 && p.Changes[0].Kind == rules.Amend && g.Rule(p.Changes[0].Rule) == r
}

// propose is the mail with which the mover proposes: something new while there
// is room for it (Rule 209), and otherwise a change of what there is.
func (w wits) propose(g *rules.Game) string {
	number := g.NextNumber()
	mutable := 0
	for _, r := range g.Rules {
		if r.Mutable {
			mutable++
		}
	}
	d := w.dice(number, whatNext)
	if r := g.Rule(208); number >= 307 && r != nil && r.Mutable && !r.Touched {
		return shorterGame.amend(r.Number)
	}
	idea, fresh := w.fresh(g)
	switch crowded := mutable >= 23; {
	case fresh && !crowded, fresh && mutable < 25 && d.IntN(3) == 0:
		return idea.enact()
	case crowded && d.IntN(2) == 0, !fresh && d.IntN(2) == 0:
		return w.repeal(g)
	}
	return w.amend(g)
}

// fresh is an idea that nobody has proposed yet.
func (w wits) fresh(g *rules.Game) (idea, bool) {
	var used []string
	for _, p := range g.Proposals {
		for _, c := range p.Changes {
			used = append(used, c.Title)
		}
	}
	for _, i := range rand.New(rand.NewPCG(w.seed, 0)).Perm(len(demoIdeas)) {
		if !slices.Contains(used, demoIdeas[i].title) {
			return demoIdeas[i], true
		}
	}
	return idea{}, false
}

// amend changes a rule that somebody has thought of later; the price of
// defeat once there is none.
func (w wits) amend(g *rules.Game) string {
	type choice struct {
		idea   idea
		number int
	}
	var choices []choice
	for _, r := range g.Rules {
		if !r.Mutable || r.Touched {
			continue
		}
		for _, i := range demoIdeas {
			if i.title == r.Title && i.later != "" {
				choices = append(choices, choice{idea{title: i.title, text: i.later}, r.Number})
			}
		}
	}
	if r := g.Rule(206); r != nil && r.Mutable && !r.Touched {
		choices = append(choices, choice{gentlerDefeat, r.Number})
	}
	if len(choices) == 0 {
		return w.repeal(g)
	}
	c := choices[w.dice(g.NextNumber(), whichRule).IntN(len(choices))]
	return c.idea.amend(c.number)
}

// repeal does away with Rule 210, which is void in a game by mail, or else with
// a rule that the players have made.
func (w wits) repeal(g *rules.Game) string {
	if r := g.Rule(210); r != nil && r.Mutable {
		return fmt.Sprintf("repeal %d", r.Number)
	}
	var ours []int
	for _, r := range g.Rules {
		if r.Mutable && r.Number > 300 && len(r.Was) == 0 {
			ours = append(ours, r.Number)
		}
	}
	if len(ours) == 0 {
		return idea{title: fmt.Sprintf("Turn %d", g.Turn.Number), text: fmt.Sprintf("Turn %d is remembered with pleasure.", g.Turn.Number)}.enact()
	}
	return fmt.Sprintf("repeal %d", ours[w.dice(g.NextNumber(), whichRule).IntN(len(ours))])
}

// pause is how many hours a player waits before the next mail.
func (w wits) pause(moves int) int { return 1 + w.dice(moves, howSoon).IntN(9) }

func (i idea) enact() string { return "enact\n" + i.body() }

func (i idea) amend(number int) string { return fmt.Sprintf("amend %d\n", number) + i.body() }

// body is the text of a proposal as players write it.
func (i idea) body() string {
	s := "title: " + i.title + "\n" + i.text + "\n"
	if i.clause != "" {
		s += "clause:\n" + i.clause + "\n"
	}
	return s + "end"
}
