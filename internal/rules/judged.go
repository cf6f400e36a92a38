package rules

import (
	"slices"
	"time"
)

// changeJudgment puts a changed copy in a Judgment's place.
func (g *Game) changeJudgment(number int, change func(*Judgment)) {
	old := g.judged(number)
	if old == nil {
		return
	}
	j := *old
	change(&j)
	g.Judgments = slices.Clone(g.Judgments)
	g.Judgments[number-1] = &j
}

func (g *Game) applyJudgment(e Event, at time.Time) {
	switch e := e.(type) { // not all: those that Apply hands on
	case JudgmentInvoked:
		g.Judgments = append(slices.Clip(g.Judgments), &Judgment{
			Number: e.Judgment, Question: e.Question, About: e.About, By: e.By, Turn: e.Turn, Mover: e.Mover,
			Judge: e.Judge, Invoked: at, RuleBy: e.RuleBy, set: at,
		})
		g.Consents = nil
	case JudgeAppointed:
		g.changeJudgment(e.Judgment, func(j *Judgment) {
			j.Judge, j.RuleBy, j.set, j.reminders, j.late = e.Judge, e.RuleBy, at, 0, false
		})
		g.unrule(e.Judgment)
	case RulingGiven:
		g.changeJudgment(e.Judgment, func(j *Judgment) {
			j.Ruling = Ruling{Judge: e.Judge, Ruling: e.Ruling, Reasons: e.Reasons, At: at}
			j.StandsBy = e.StandsBy
		})
	case OverruleVoted:
		g.changeJudgment(e.Judgment, func(j *Judgment) { j.Against = append(slices.Clip(j.Against), e.Player) })
	case RulingOverruled:
		g.changeJudgment(e.Judgment, func(j *Judgment) { j.Earlier = append(slices.Clip(j.Earlier), j.Ruling) })
		g.unrule(e.Judgment)
	case ConsentGiven:
		g.Consents = append(slices.Clip(g.Consents), e.Players...)
	case JudgmentClosed:
		g.changeJudgment(e.Judgment, func(j *Judgment) { j.Closed = e.How })
		if len(g.Standing()) == 0 {
			g.Consents = nil
		}
	case TurnHeld:
		g.heldBack = true
	case TurnFreed:
		g.heldBack = false
		g.Turn.ProposeBy, g.Turn.set, g.Turn.Reminders, g.Turn.Late = e.ProposeBy, at, 0, false
	}
}

// unrule lets a question wait for a ruling again.
func (g *Game) unrule(number int) {
	g.changeJudgment(number, func(j *Judgment) { j.Ruling, j.StandsBy, j.Against = Ruling{}, time.Time{}, nil })
}
