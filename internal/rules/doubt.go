package rules

import (
	"maps"
	"slices"
)

// Doubt is one time that a rule whose text and clause may disagree had its
// effect, or would have had it under another clause. What it awarded is
// provisional until the clause is settled: see [AwardSettled].
type Doubt struct {
	Rule     int      // the number that the rule bore then
	Name     string   // the effect: "when_turn_ends"
	Player   PlayerID // whom when_joined or when_won was about
	Turn     int
	Proposal ProposalID
	Awards   []Awarded
	Thrown   []DieThrown

	seen *Game // as the clause saw it
}

// Marked are the rules in force whose text and clause may disagree, by number.
func (g *Game) Marked() []*Rule {
	var list []*Rule
	for _, r := range g.Rules {
		if r.Differs {
			list = append(list, r)
		}
	}
	return list
}

// Provisional is how many of a player's points are provisional.
func (g *Game) Provisional(id PlayerID) Points {
	return g.provisional(id, func(Points) bool { return true })
}

func (g *Game) provisional(id PlayerID, counts func(Points) bool) (sum Points) {
	for _, d := range g.Doubts {
		for _, a := range d.Awards {
			if a.Player == id && counts(a.Points) {
				sum = sum.Plus(a.Points)
			}
		}
	}
	return sum
}

// Unsettled says of each award in Awards whether it is still provisional.
func (g *Game) Unsettled() []bool {
	left := map[Awarded]int{}
	for _, d := range g.Doubts {
		for _, a := range d.Awards {
			left[a]++
		}
	}
	open := make([]bool, len(g.Awards))
	for i, a := range slices.Backward(g.Awards) {
		if left[a] > 0 {
			left[a]--
			open[i] = true
		}
	}
	return open
}

// doubtsOf are the open doubts about a rule, under all numbers that it bore.
func (g *Game) doubtsOf(r *Rule) []*Doubt {
	var list []*Doubt
	for _, d := range g.Doubts {
		if d.about(r) {
			list = append(list, d)
		}
	}
	return list
}

func (d *Doubt) about(r *Rule) bool { return d.Rule == r.Number || slices.Contains(r.Was, d.Rule) }

// settleDoubts ends all doubts about a rule.
func (g *Game) settleDoubts(r *Rule) {
	if slices.ContainsFunc(g.Doubts, func(d *Doubt) bool { return d.about(r) }) {
		g.Doubts = slices.DeleteFunc(slices.Clone(g.Doubts), func(d *Doubt) bool { return d.about(r) })
	}
}

// doubtAgrees ends the doubts about the rule that bore the number was when the
// change that is about to be applied makes its text and clause agree. Next is
// nil when it is repealed.
func (g *Game) doubtAgrees(was int, next *Rule) {
	if old := g.Rule(was); old != nil && old.Differs && (next == nil || !next.Differs) {
		g.settleDoubts(old)
	}
}

func (g *Game) applyDoubt(e EffectDoubted) {
	g.Doubts = append(slices.Clip(g.Doubts), &Doubt{
		Rule: e.Rule, Name: e.Name, Player: e.Player, Turn: g.Turn.Number, Proposal: e.Proposal, seen: g.snapshot(),
	})
}

// snapshot keeps what a clause can see of the game.
func (g *Game) snapshot() *Game {
	c := g.Clone()
	c.draft = maps.Clone(c.draft)
	c.Awards, c.taken, c.Doubts, c.law, c.secrets, c.evaluator = nil, nil, nil, nil, nil, nil
	return c
}

// doubtAward notes a provisional award, which the game has not booked yet.
// Records of earlier versions have no [EffectDoubted] ahead of it.
func (g *Game) doubtAward(e Awarded) {
	last := g.lastDoubt(e.Rule)
	if last == nil || last.Name != e.Name || last.Turn != g.Turn.Number || last.Proposal != e.Proposal {
		g.applyDoubt(EffectDoubted{Rule: e.Rule, Name: e.Name, Proposal: e.Proposal})
	}
	g.changeLastDoubt(func(d *Doubt) { d.Awards = append(slices.Clip(d.Awards), e) })
}

// doubtThrow notes a die that a rule in doubt threw: it is not thrown again.
func (g *Game) doubtThrow(e DieThrown) {
	if last := g.lastDoubt(e.Rule); last != nil && last.Turn == e.Turn {
		g.changeLastDoubt(func(d *Doubt) { d.Thrown = append(slices.Clip(d.Thrown), e) })
	}
}

// lastDoubt is the last of all doubts if it is about the rule of that number.
func (g *Game) lastDoubt(rule int) *Doubt {
	if n := len(g.Doubts); n > 0 && g.Doubts[n-1].Rule == rule {
		return g.Doubts[n-1]
	}
	return nil
}

func (g *Game) changeLastDoubt(change func(*Doubt)) {
	d := *g.Doubts[len(g.Doubts)-1]
	change(&d)
	g.Doubts = slices.Clone(g.Doubts)
	g.Doubts[len(g.Doubts)-1] = &d
}

// doubt notes that a rule in doubt has its effect now.
func (d *decision) doubt(r *Rule, e *effect, whom PlayerID) {
	if r.Differs {
		d.do(EffectDoubted{Rule: r.Number, Name: e.name, Proposal: e.proposal, Player: whom})
	}
}

// doubtSilent notes the rules in doubt that have some effect, but none of this
// name: a settled clause may have one. What answers alone awards nothing.
func (d *decision) doubtSilent(name string, whom PlayerID) {
	for _, r := range d.g.Marked() {
		if d.g.hasEffect(r) && !slices.Contains(d.g.answering(name), r) {
			d.doubt(r, d.effectNow(name), whom)
		}
	}
}

// hasEffect says whether a rule's clause does something by itself.
func (g *Game) hasEffect(r *Rule) bool {
	read, ok := g.law.programs[r.Clause]
	return ok && read.err == nil && slices.ContainsFunc(read.program.Defined(), isEffect)
}

// Counts says whether the vote on p is counted by r: it decides, or says how
// many votes a voter has.
func (g *Game) Counts(p *Proposal, r *Rule) bool {
	for _, name := range []string{g.decides(p.Changes[0]), "votes_of"} {
		if by, ok := g.Answer(name); ok && by.Number == r.Number {
			return true
		}
	}
	return false
}

// FollowsVote says whether r has an effect of its own when a vote is over.
func (g *Game) FollowsVote(r *Rule) bool {
	return slices.ContainsFunc([]string{whenAdopted, whenDefeated, whenTurnEnds}, func(name string) bool {
		return slices.Contains(g.answering(name), r)
	})
}
