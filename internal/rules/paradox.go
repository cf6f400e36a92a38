package rules

// winnerByParadox is the first player unable to complete the turn that a
// Judgment concerns, and the rule that says so (Rule 213); "" where no rule
// does: then a paradox is a ruling like any other.
func (g *Game) winnerByParadox(j *Judgment) (winner PlayerID, rule int) {
	turn := &turnSeen{number: j.Turn, mover: g.Player(j.Mover)}
	v, r, err := g.answer("winner_by_paradox", turn)
	p, ok := v.(playerSeen)
	if r == nil || err != nil || !ok || p.State != Playing {
		return "", 0
	}
	return p.ID, r.Number
}

// WinnerByParadox is who wins if j finds a paradox and nobody overrules it; ""
// when nobody does.
func (g *Game) WinnerByParadox(j *Judgment) PlayerID {
	winner, _ := g.winnerByParadox(j)
	return winner
}

// paradox ends the game by a ruling that nobody has overruled. It says whether
// somebody won.
func (d *decision) paradox(j *Judgment) bool {
	winner, rule := d.g.winnerByParadox(j)
	if winner == "" {
		return false
	}
	d.do(JudgmentClosed{Judgment: j.Number, How: RuledParadox})
	d.winBy(rule, []PlayerID{winner}, "")
	return true
}
