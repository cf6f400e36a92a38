package rules

import "nomicmail/internal/clause"

// checkGoal looks whether somebody has won (Rule 208); several at once go to
// the Judge. It says whether the game goes on with the step.
func (d *decision) checkGoal(step string, done []int) bool {
	goal, r, err := d.g.goal()
	if r == nil {
		return true
	}
	if err != nil {
		d.do(ClauseFailed{Rule: r.Number, Name: "goal", Why: err.Error(), Step: step, Done: done})
		return false
	}
	there := reached(d.g.playing(), goal)
	switch {
	case len(there) == 0:
		return true
	case d.awaits(there, r, step, done):
	case len(there) == 1:
		d.win(there, "")
	default:
		d.do(WinDisputed{Players: there, Rule: r.Number})
	}
	return false
}

// reached are those of the players whose positive points reach a goal.
func reached(players []*Player, goal clause.Number) []PlayerID {
	var there []PlayerID
	for _, p := range players {
		if p.Points.Sign() > 0 && p.Points.Rat().Cmp(goal.R) >= 0 {
			there = append(there, p.ID)
		}
	}
	return there
}

// win ends the game, or the round. Later effects of the vote do not happen,
// but the turn, and the circuit if it was its last, are counted.
func (d *decision) win(winners []PlayerID, why string) {
	rule := 0
	if r, ok := d.g.Answer("goal"); ok {
		rule = r.Number
	}
	d.settled(aboutWin)
	d.winBy(rule, winners, why)
}

// winBy is a win by a rule, which need not be that of the goal (Rule 213).
func (d *decision) winBy(rule int, winners []PlayerID, why string) {
	d.do(GameWon{Players: winners, Rule: rule, Why: why})
	d.countTurn()
	for _, id := range winners {
		d.effectsFor(whenWon, nil, id)
	}
	d.nextRound()
}

// countTurn ends a turn whose vote has ended, and the circuit if it was its
// last, when nothing more comes of them.
func (d *decision) countTurn() {
	if p := d.g.current(); p == nil || d.g.Turn.Ended || p.State != Adopted && p.State != Defeated {
		return
	}
	d.do(TurnEnded{Turn: d.g.Turn.Number, Mover: d.g.Turn.Mover, How: "voted"})
	if d.g.nextMover() == "" {
		d.do(CircuitEnded{Circuit: d.g.Circuits + 1})
	}
}

// nextRound begins a round where the custom after_win has one.
func (d *decision) nextRound() {
	after, _ := d.g.Custom("after_win")
	if after != keepRules && after != initialRules {
		return
	}
	for _, id := range d.g.live {
		d.do(ProposalWithdrawn{Proposal: id, How: "round"})
		d.expireOn(id)
	}
	e := RoundBegan{Round: d.g.Round + 1}
	if after == initialRules {
		for _, r := range d.g.Initial {
			e.Rules = append(e.Rules, *r)
		}
	}
	d.do(e)
	d.beginCircuit()
}
