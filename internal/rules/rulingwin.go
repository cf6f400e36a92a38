package rules

import (
	"nomicmail/internal/clause"
)

// A ruling on a case changes nothing by itself. Where a rule answers to
// winner_by_ruling, it may make somebody win, as Rule 213 has it of a paradox: once
// it can no longer be reconsidered, so that all have had the time to ask for that.

const winnerByRuling = "winner_by_ruling"

var caseAttrs = []string{"number", "caller", "judge", "ruling", "reconsidered"}

// caseSeen is a case with a ruling, as clauses see it. Its judge is None where the
// organiser has ruled.
type caseSeen struct {
	number        int
	caller, judge *Player
	ruling        string
	reconsidered  bool
}

func (c *caseSeen) String() string  { return "case " + number(c.number).String() }
func (c *caseSeen) Kind() string    { return "case" }
func (c *caseSeen) Attrs() []string { return caseAttrs }

func (c *caseSeen) Attr(name string) clause.Value {
	switch name {
	case "number":
		return number(c.number)
	case "caller":
		return seen(c.caller)
	case "judge":
		if c.judge == nil {
			return clause.Nothing{}
		}
		return seen(c.judge)
	case "ruling":
		return clause.Text(c.ruling)
	case "reconsidered":
		return clause.Truth(c.reconsidered)
	}
	return nil
}

// isPlayerOrNone checks who wins by a ruling.
func isPlayerOrNone(_ *Game, v clause.Value) error {
	switch v.(type) { // not all: what else there is is neither
	case playerSeen, clause.Nothing:
		return nil
	}
	return wrong("a player or None", v)
}

// trialCases are cases as they may be ruled on: every ruling, by a player and by the
// organiser.
func (g *Game) trialCases(table []*Player) [][]clause.Value {
	var all [][]clause.Value
	for i, ruling := range allRulings {
		c := &caseSeen{number: i + 1, caller: table[0], judge: table[1], ruling: ruling}
		organiser := &caseSeen{number: i + 1, caller: table[0], ruling: ruling, reconsidered: true}
		all = append(all, []clause.Value{c}, []clause.Value{organiser})
	}
	return all
}

// winnerByRuling is who wins by the ruling on a case if it stands, and the rule that
// says so; "" for nobody.
func (g *Game) winnerByRuling(j *Judgment) (winner PlayerID, rule int) {
	c := &caseSeen{number: j.Number, caller: g.Player(j.By), judge: g.Player(j.Ruling.Judge), ruling: j.Ruling.Ruling, reconsidered: j.Again}
	if c.caller == nil {
		return "", 0
	}
	v, r, err := g.answer(winnerByRuling, c)
	p, ok := v.(playerSeen)
	if r == nil || err != nil || !ok || p.State != Playing {
		return "", 0
	}
	return p.ID, r.Number
}

// mayWin notes that somebody wins by the ruling that was just given, if it stands,
// or lets it stand at once where nothing can be said against it any more. A rule
// that came later makes nobody win by it: what is ruled is ruled under the rules of
// its day.
func (d *decision) mayWin(number int) {
	j := d.g.judged(number)
	winner, rule := d.g.winnerByRuling(j)
	switch {
	case winner == "":
	case j.StandsBy.IsZero():
		d.winBy(rule, []PlayerID{winner}, "")
	default:
		d.do(WinInSight{Judgment: number, Player: winner, Rule: rule})
	}
}

// rulingWatches are the ends of the time to reconsider those rulings by which
// somebody would win.
func (g *Game) rulingWatches() []*watch {
	var list []*watch
	for _, j := range g.Judgments {
		if j.Case && !j.Open() && j.Wins != "" && !j.StandsBy.IsZero() {
			list = append(list, &watch{of: "ruling", judgment: j.Number, at: j.StandsBy, reached: func(d *decision) { d.rulingStands(j.Number) }})
		}
	}
	return list
}

// rulingStands lets whoever wins by a ruling win, if rules in force still say so.
func (d *decision) rulingStands(number int) {
	j := d.g.judged(number)
	winner, rule := d.g.winnerByRuling(j)
	d.do(RulingStands{Judgment: number})
	if winner != "" {
		d.winBy(rule, []PlayerID{winner}, "")
	}
}
