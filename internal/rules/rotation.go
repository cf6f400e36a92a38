package rules

import (
	"slices"
	"time"
)

// mayJudge says whether a player may be the Judge of a case: whoever plays, is
// willing, did not call it, is not barred from it, and has not let it pass.
func (g *Game) mayJudge(p *Player, j *Judgment) bool {
	return p.Active() && !p.Unwilling && p.ID != j.By && !slices.Contains(j.Barred, p.ID) && !slices.Contains(j.passed, p.ID)
}

// nextInRotation is the player who may judge a case and was given one longest
// ago: never comes before ever, and of two it is whoever joined first. Those who
// have announced that they are away are asked only where nobody else is left.
// It is "" where nobody is: then the case is the organiser's.
func (g *Game) nextInRotation(j *Judgment, at time.Time) PlayerID {
	var best *Player
	for _, p := range g.Players {
		if g.mayJudge(p, j) && (best == nil || before(p, best, at)) {
			best = p
		}
	}
	if best == nil {
		return ""
	}
	return best.ID
}

// before says whether p's turn to judge comes before q's, who joined earlier.
func before(p, q *Player, at time.Time) bool {
	if away := p.Away.After(at); away != q.Away.After(at) {
		return !away
	}
	return p.seat < q.seat
}

// passCase gives a case to the next Judge. How is "silent", "unwilling",
// "inactive", "forfeited" or "removed".
func (d *decision) passCase(number int, how string) {
	j := *d.g.judged(number)
	if how == wasSilent {
		j.passed = append(slices.Clip(j.passed), j.Judge)
	}
	judge := d.g.nextInRotation(&j, d.due)
	d.do(CaseAssigned{Judgment: number, Judge: judge, How: how, RuleBy: d.ruleBy(judge)})
}

// wasSilent is how a case passes on whose Judge has said nothing in time.
const wasSilent = "silent"

// passCasesOf passes all cases on that wait for a player who judges no more.
func (d *decision) passCasesOf(id PlayerID, how string) {
	for _, j := range d.g.OpenCases() {
		if j.Judge == id && id != "" {
			d.passCase(j.Number, how)
		}
	}
}

// caseWatch waits for the Judge of a case.
func (g *Game) caseWatch(j *Judgment) *watch {
	w := &watch{of: ofJudgment, judgment: j.Number, at: j.RuleBy, set: j.set, reminders: j.reminders, awaited: []PlayerID{j.Judge}}
	w.reached = func(d *decision) { d.passCase(j.Number, wasSilent) }
	if g.is("missing_ruling", wait) && !g.letsPass(w) {
		w.waits(j.late)
	}
	return w
}

// caseWatches are the deadlines of the cases that wait for players.
func (g *Game) caseWatches() []*watch {
	var list []*watch
	for _, j := range g.Judgments {
		if j.Open() && j.Judge != "" && !j.RuleBy.IsZero() {
			list = append(list, g.caseWatch(j))
		}
	}
	return list
}

// chooseJudging says whether a player wants to judge. Cases that wait for
// somebody who does not go to the next.
func (d *decision) chooseJudging(c ChooseJudging, by By) *Refusal {
	p, no := d.playing(c.Player, by)
	switch {
	case no != nil:
		return no
	case !d.g.Rotates():
		return &Refusal{Code: NoRotation}
	case p.Unwilling == c.Unwilling:
		return nil
	}
	d.do(JudgingChosen{p.ID, c.Unwilling})
	if c.Unwilling && d.g.Status == Running {
		d.passCasesOf(p.ID, "unwilling")
	}
	return nil
}

// Annotation is what was ruled about a rule.
type Annotation struct {
	Case      int
	Statement string
	Ruling
}

// Annotations are the rulings that stand on cases about a rule in force, or about
// one that was repealed, oldest first. Rules are named by any number that they
// have borne.
func (g *Game) Annotations(rule int) []Annotation {
	borne := []int{rule}
	if r := g.Rule(rule); r != nil {
		borne = append(slices.Clone(r.Was), r.Number)
	}
	var list []Annotation
	for _, j := range g.Judgments {
		about := slices.ContainsFunc(j.Ruling.Rules, func(n int) bool { return slices.Contains(borne, n) })
		if j.Case && j.Closed == closedRuled && about {
			list = append(list, Annotation{j.Number, j.Question, j.Ruling})
		}
	}
	return list
}

func (g *Game) applyCase(e Event, at time.Time) {
	switch e := e.(type) { // not all: those that Apply hands on
	case CaseCalled:
		g.Judgments = append(slices.Clip(g.Judgments), &Judgment{
			Number: e.Judgment, Case: true, Question: e.Statement, Arguments: e.Arguments, Evidence: e.Evidence,
			By: e.By, Barred: e.Barred, Rules: e.Rules, Judge: e.Judge, Invoked: at, RuleBy: e.RuleBy, set: at,
		})
		g.seatJudge(e.Judge)
	case CaseAssigned:
		g.changeJudgment(e.Judgment, func(j *Judgment) {
			if e.How == wasSilent {
				j.passed = append(slices.Clip(j.passed), j.Judge)
			}
			j.Judge, j.RuleBy, j.set, j.reminders, j.late = e.Judge, e.RuleBy, at, 0, false
		})
		g.seatJudge(e.Judge)
	case CaseRuled:
		g.changeJudgment(e.Judgment, func(j *Judgment) {
			j.Ruling = Ruling{Judge: e.Judge, Ruling: e.Ruling, Reasons: e.Reasons, At: at, Rules: e.Rules}
			j.StandsBy, j.Closed = e.Until, closedRuled
		})
	case WinInSight:
		g.changeJudgment(e.Judgment, func(j *Judgment) { j.Wins, j.WinsBy = e.Player, e.Rule })
	case RulingStands:
		g.changeJudgment(e.Judgment, func(j *Judgment) { j.Wins, j.WinsBy = "", 0 })
	case ReconsiderationAsked:
		g.changeJudgment(e.Judgment, func(j *Judgment) {
			j.Asked = append(slices.Clip(j.Asked), Asking{e.Player, e.Reasons, at})
		})
	case CaseReopened:
		if old := g.judged(e.Judgment); old != nil && old.Judge != e.Judge {
			g.seatJudge(e.Judge)
		}
		g.changeJudgment(e.Judgment, func(j *Judgment) {
			j.Earlier = append(slices.Clip(j.Earlier), j.Ruling)
			j.Ruling, j.StandsBy, j.Closed, j.Again, j.passed = Ruling{}, time.Time{}, "", true, nil
			j.Wins, j.WinsBy = "", 0
			j.Judge, j.RuleBy, j.set, j.reminders, j.late = e.Judge, e.RuleBy, at, 0, false
		})
	case JudgingChosen:
		g.changePlayer(e.Player, func(p *Player) { p.Unwilling = e.Unwilling })
	}
}

// seatJudge notes that a player was given a case now.
func (g *Game) seatJudge(id PlayerID) {
	if id != "" {
		g.seats++
		g.changePlayer(id, func(p *Player) { p.seat = g.seats })
	}
}
