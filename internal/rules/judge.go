package rules

import (
	"slices"

	"nomicmail/internal/clause"
)

// judgedTurn is the turn that a question asked now concerns. By mail a turn
// begins when its mover proposes; until then it is the turn before.
func (g *Game) judgedTurn() (turn int, mover PlayerID) {
	if g.Turn.Proposal == 0 && !g.Turn.Ended && g.lastTurn.Number > 0 {
		return g.lastTurn.Number, g.lastTurn.Mover
	}
	return g.Turn.Number, g.Turn.Mover
}

// judgeBefore is the Judge who comes before a player, and is neither the mover
// nor a team-mate of the mover's, nor anybody who left (Rule 212); "" when there is nobody.
func (g *Game) judgeBefore(from, mover PlayerID) PlayerID {
	for at, tries := from, len(g.Players); tries > 0; tries-- {
		p := g.judgeByRule(at)
		if p == "" {
			break
		}
		if p != mover && !g.TeamMates(p, mover) {
			return p
		}
		at = p
	}
	i := slices.Index(g.Order, from)
	for n := 1; n < len(g.Order) && i >= 0; n++ {
		id := g.Order[(i-n+len(g.Order))%len(g.Order)]
		if id != mover && !g.TeamMates(id, mover) && g.Player(id).State == Playing {
			return id
		}
	}
	return ""
}

// judgeByRule asks the rules who comes before a player; "" when they do not
// say, because they fail or because that player has left the game.
func (g *Game) judgeByRule(before PlayerID) PlayerID {
	if p := g.Player(before); p == nil || p.State != Playing {
		return ""
	}
	v, r, err := g.answer("judge", g.playersSeen(), clause.Value(seen(g.Player(before))))
	if p, ok := v.(playerSeen); ok && r != nil && err == nil && p.State == Playing {
		return p.ID
	}
	return ""
}

// nextJudge gives a question to the player before its Judge. How is
// "overruled", "silent", "forfeited" or "removed".
func (d *decision) nextJudge(number int, how string) {
	j := d.g.judged(number)
	if next := d.g.judgeBefore(j.Judge, j.Mover); next != "" {
		d.do(JudgeAppointed{Judgment: number, Judge: next, How: how, RuleBy: d.g.deadline(d.due, "judgment_period")})
	}
}

// IsJudge says whether a player judges a question that stands.
func (g *Game) IsJudge(id PlayerID) bool {
	return id != "" && slices.ContainsFunc(g.Standing(), func(j *Judgment) bool { return j.Judge == id })
}

// replaceJudges gives the questions of a Judge who left to the one before, and
// counts anew what the leaving may have decided.
func (d *decision) replaceJudges(gone PlayerID) {
	how := string(d.g.Player(gone).State)
	d.passCasesOf(gone, how)
	for _, j := range d.g.Standing() {
		if j.Judge == gone {
			d.nextJudge(j.Number, how)
		}
		d.afterOverruling(j.Number)
	}
	d.afterConsent()
}

// settled ends the questions that the game itself has asked and that are
// answered now.
func (d *decision) settled(about string) {
	for _, j := range d.g.Standing() {
		if j.About == about {
			d.do(JudgmentClosed{Judgment: j.Number, How: "settled"})
		}
	}
}
