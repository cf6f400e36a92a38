package moderator

import (
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// tellResult drafts the result of a vote for all: events begin with the
// VotingClosed and hold all that followed from it.
func (s *sheet) tellResult(before *rules.Game, events []rules.Event) {
	closed := events[0].(rules.VotingClosed)
	g := s.g
	p := proposalOf(g, closed.Proposal)
	r := templates.Result{Offer: s.offerIn(before, p), Adopted: closed.Adopted, DecidedBy: closed.Rule}
	t := closed.Tally
	r.Favour, r.Against, r.AbstainN, r.Cast, r.Voters = t.Favour, t.Against, t.Abstain, t.Cast, t.Voters
	r.Decided = "none"
	if closed.Rule != 0 {
		r.Decided = before.Needs(p)
	}
	r.Votes, r.Lapsed = votes(g, p), lapse(p)
	r.Sealed = opened(g, p)
	s.follow(&r, g, p, events)
	r.Scores, r.Goal = scores(g), g.Goal()
	r.Winners = names(g, g.Winners)
	if begins(events) {
		r.Mover, r.Die = moverName(g), g.NextDie()
	}
	if r.Mover != "" && len(g.Wanting()) == 0 {
		r.ProposeBy = g.Turn.ProposeBy
	}
	letter := func(f templates.Frame) templates.Letter {
		r := r
		r.Frame = f
		return r
	}
	for _, to := range s.all() {
		s.post(to, "result", p.Number, letter)
	}
	s.toObservers("result", p.Number, letter)
}

func lapse(p *rules.Proposal) *templates.No {
	if p.Lapsed == nil {
		return nil
	}
	return no(p.Lapsed)
}

// votes are the ballots in the order of the voters; a voter without one is
// silent.
func votes(g *rules.Game, p *rules.Proposal) []templates.VoteLine {
	var lines []templates.VoteLine
	for _, id := range p.Voters {
		b := p.Votes[id]
		lines = append(lines, templates.VoteLine{Name: name(g, id), Option: string(b.Option), Assumed: b.Assumed})
	}
	return lines
}

// follow notes what followed from the vote, up to the next vote's end.
func (s *sheet) follow(r *templates.Result, g *rules.Game, p *rules.Proposal, events []rules.Event) {
	for _, e := range events[1:] {
		switch e := e.(type) { // not all: only what a result tells
		case rules.VotingClosed:
			return
		case rules.RuleEnacted:
			r.Rules = append(r.Rules, ruleLine(g, g.Rule(e.Rule.Number)))
		case rules.RuleAmended:
			r.Rules = append(r.Rules, ruleLine(g, g.Rule(e.Rule.Number)))
		case rules.RuleTransmuted:
			r.Rules = append(r.Rules, ruleLine(g, g.Rule(e.Rule.Number)))
		case rules.RuleRepealed:
			r.Repealed = append(r.Repealed, e.Number)
		case rules.Awarded:
			r.Awards = append(r.Awards, award(g, p, e))
		case rules.DieThrown:
			r.Throws = append(r.Throws, throw(g.Name, e))
		case rules.Said:
			r.Said = append(r.Said, templates.Said{Text: e.Text, Rule: e.Rule})
		case rules.Kept:
			r.Majority = r.Majority || becomesMajority(e)
		case rules.ClauseFailed:
			r.Failed = append(r.Failed, templates.Failure{Rule: e.Rule, Name: e.Name, Why: e.Why})
		case rules.CircuitEnded:
			r.CircuitEnded = e.Circuit
		}
	}
}

// becomesMajority says whether Rule 203 has just changed by itself.
func becomesMajority(e rules.Kept) bool { return e.Name == majority && e.Value == "True" }

// majority is the name under which the initial sets keep that the simple
// majority of Rule 203 has come into force.
const majority = "simple majority"

func award(g *rules.Game, p *rules.Proposal, e rules.Awarded) templates.Award {
	a := templates.Award{
		Name: name(g, e.Player), Points: signed(e.Points), Rule: e.Rule, Effect: e.Name,
		Why: e.Why, Provisional: e.Provisional,
	}
	if e.Name == "when_turn_ends" {
		a.Sum = sum(g.Rule(e.Rule), p, e.Points)
	}
	return a
}

func signed(p rules.Points) string {
	if p.Sign() > 0 {
		return "+" + p.String()
	}
	return p.String()
}

// ruleLine is a rule as letters show it.
func ruleLine(g *rules.Game, r *rules.Rule) templates.RuleLine {
	if r == nil {
		return templates.RuleLine{}
	}
	l := templates.RuleLine{
		Number: r.Number, Was: r.Was, Mutable: r.Mutable, Title: r.Title, Text: r.Text,
		Clause: r.Clause, Differs: r.Differs,
	}
	for _, a := range r.Amendments {
		l.History = append(l.History, a.Number)
	}
	if g.Categorised() {
		pastOf(&l, g, r)
	}
	if deciding, ok := g.Answer("adopted"); ok && deciding.Number == r.Number && g.Ledger[majority] == "True" {
		l.Note = "majority"
	}
	return l
}

// scores are in turn order; those who left come where they stood.
func scores(g *rules.Game) []templates.Score {
	var list []templates.Score
	for _, id := range g.Order {
		p := g.Player(id)
		list = append(list, templates.Score{
			Name: p.Name(), Points: p.Points.String(), State: string(p.State), Provisional: provisional(g, id),
			Mover: g.Status == rules.Running && !g.Turn.Ended && g.Turn.Mover == id,
		})
		if p.State == rules.Playing && !p.Inactive.IsZero() {
			list[len(list)-1].State = "inactive"
		}
	}
	return list
}

// tellPassed drafts the news of a turn that ended without a vote, or whose vote
// had ended before, when something stopped the turn that is now settled.
func (s *sheet) tellPassed(before *rules.Game, events []rules.Event, e rules.TurnEnded) {
	g := s.g
	n := templates.Passed{Name: name(g, e.Mover), How: e.How, Mover: moverName(g), Away: !awayUntil(g, e.Mover, s.at).IsZero()}
	for _, ev := range events {
		if r, ok := ev.(rules.PlayerRemoved); ok {
			n.Why, n.By = r.Why, s.hand
		}
	}
	if n.Mover != "" {
		n.Die = g.NextDie()
	}
	if n.Mover != "" && len(g.Wanting()) == 0 {
		n.ProposeBy = g.Turn.ProposeBy
	}
	if before.Turn.Number == e.Turn && e.How != "voted" {
		n.Number = numberOf(before, before.Turn.Proposal)
	}
	for _, ev := range events {
		switch ev := ev.(type) { // not all: only what this letter tells
		case rules.CircuitEnded:
			n.CircuitEnded = ev.Circuit
		case rules.Kept:
			n.Majority = n.Majority || becomesMajority(ev)
		case rules.DieThrown:
			n.Throws = append(n.Throws, throw(g.Name, ev))
		case rules.Said:
			n.Said = append(n.Said, templates.Said{Text: ev.Text, Rule: ev.Rule})
		case rules.Awarded:
			n.Awards = append(n.Awards, award(g, nil, ev))
		case rules.RuleRepealed:
			n.Repealed = append(n.Repealed, ev.Number)
		}
	}
	letter := func(mine bool) func(templates.Frame) templates.Letter {
		return func(f templates.Frame) templates.Letter {
			n := n
			n.Frame, n.Mine = f, mine
			return n
		}
	}
	for _, to := range s.all() {
		s.post(to, "passed", 0, letter(to.ID == e.Mover))
	}
	s.toObservers("passed", 0, letter(false))
}

func (s *sheet) tellGameOver(e rules.GameWon) {
	g := s.g
	over := templates.GameOver{
		Winners: names(g, e.Players), Rule: e.Rule, Paradox: wonByParadox(g), Goal: g.Goal(), Why: e.Why, Scores: scoresIn(g),
		Turns: g.Turn.Number, Circuits: g.Circuits,
	}
	if r, ok := g.Answer("goal"); ok && r.Number != e.Rule {
		over.Goal = "" // it was another rule
	}
	for _, p := range g.Proposals {
		over.Proposals++
		if p.State == rules.Adopted {
			over.Adopted++
		}
	}
	letter := func(f templates.Frame) templates.Letter {
		over := over
		over.Frame = f
		return over
	}
	for _, to := range s.all() {
		s.post(to, "game-over", 0, letter)
	}
	s.toObservers("game-over", 0, letter)
}
