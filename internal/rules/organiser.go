package rules

import (
	"slices"
	"time"
)

// farthest is how far ahead a deadline can be moved at once.
const farthest = 366 * 24 * time.Hour

func (d *decision) start() *Refusal {
	g := d.g
	switch g.Status {
	case Running, Stopped:
		return &Refusal{Code: AlreadyStarted}
	case Won, Ended:
		return &Refusal{Code: GameOver}
	}
	if n := len(g.playing()); n < 2 {
		return &Refusal{Code: TooFewPlayers, Limit: 2}
	}
	if g.firstMover != "" && g.beginsWith() == "" {
		return &Refusal{Code: NoSuchPlayer, Player: g.firstMover}
	}
	d.do(GameStarted{})
	if d.catchUp() {
		d.beginCircuit()
	}
	return nil
}

// catchUp lets the rules keep what they would have kept at the ends of the
// circuits that were complete when the game came here (Rule 203). Their awards
// are in the points that the players brought with them.
func (d *decision) catchUp() bool {
	for n := 1; n <= d.g.initialCircuits; n++ {
		past := d.g.scratch()
		past.Circuits = n
		for _, r := range past.answering(whenCircuitEnds) {
			e := &effect{name: whenCircuitEnds}
			if _, err := past.run(r, whenCircuitEnds, e, &gameSeen{g: past}); err != nil {
				d.do(ClauseFailed{Rule: r.Number, Name: whenCircuitEnds, Why: err.Error(), Step: stepOrder})
				return false
			}
			for _, event := range e.events {
				switch event.(type) { // not all: points and words are past, and a rule that repeals itself is not here
				case Kept, DiceCommitted, DieThrown:
					past.Apply(event, d.at)
					d.do(event)
				}
			}
		}
	}
	return true
}

func (d *decision) pause(c Pause) *Refusal {
	if d.g.Status == Stopped {
		return &Refusal{Code: AlreadyPaused, Text: d.g.PausedWhy}
	}
	if no := d.running(); no != nil {
		return no
	}
	d.do(GamePaused(c))
	return nil
}

func (d *decision) resume() *Refusal {
	switch d.g.Status {
	case Stopped:
	case Running:
		return &Refusal{Code: NotPaused}
	default:
		return d.running()
	}
	if len(d.g.playing()) < 2 {
		return &Refusal{Code: TooFewPlayers, Limit: 2}
	}
	d.do(GameResumed{Shift: max(0, d.at.Sub(d.g.PausedAt))})
	d.proceed()
	return nil
}

func (d *decision) extend(c Extend) *Refusal {
	if no := d.running(); no != nil {
		return no
	}
	of, now := d.g.Deadline()
	if of == "" || of == "consent" {
		return &Refusal{Code: NoDeadline}
	}
	if !c.To.After(d.at) || c.Why == "" && !c.To.After(now) {
		return &Refusal{Code: DeadlinePast, At: c.To}
	}
	if c.To.Sub(d.at) > farthest {
		return &Refusal{Code: DeadlineFar, At: c.To, Limit: int(farthest / (24 * time.Hour))}
	}
	e := DeadlineMoved{Of: of, To: c.To.Round(0).UTC(), Why: c.Why}
	if of == ofJudgment {
		e.Judgment = d.g.asked()
	}
	if p := d.g.current(); p != nil && of != ofJudgment {
		e.Proposal = p.ID
		if of == "debate" && c.To.Before(p.OpensAfter) {
			return &Refusal{Code: DeadlinePast, Proposal: p.Number, At: c.To}
		}
	}
	d.do(e)
	return nil
}

func (d *decision) grant(c Grant) *Refusal {
	p := d.g.Player(c.Player)
	if p == nil {
		return &Refusal{Code: NoSuchPlayer, Player: string(c.Player)}
	}
	if d.g.Status == Won || d.g.Status == Ended {
		return &Refusal{Code: GameOver}
	}
	d.do(Awarded{Player: p.ID, Points: c.Points, Why: c.Why})
	if d.g.Status == Running && d.g.Phase != Judging {
		d.checkGoal("", nil)
	}
	return nil
}

// settleWin takes the place of the Judge when several reached the goal at once.
func (d *decision) settleWin(c SettleWin) *Refusal {
	if no := d.running(); no != nil {
		return no
	}
	if len(d.g.Disputed) == 0 {
		return &Refusal{Code: NothingDisputed}
	}
	for _, id := range c.Players {
		if !slices.Contains(d.g.Disputed, id) {
			return &Refusal{Code: NoSuchPlayer, Player: string(id)}
		}
	}
	if len(c.Players) == 0 {
		return &Refusal{Code: NoSuchPlayer}
	}
	d.win(slices.Clone(c.Players), c.Why)
	return nil
}

func (d *decision) settleClause(c SettleClause) *Refusal {
	if no := d.running(); no != nil {
		return no
	}
	g := d.g
	r := g.Rule(c.Rule)
	if r == nil {
		return g.noRule(c.Rule)
	}
	if !r.Differs && g.Stuck == nil {
		return &Refusal{Code: NothingDisputed, Number: r.Number}
	}
	settled := ClauseSettled{Rule: r.Number, Clause: c.Clause, Why: c.Why}
	if c.Clause != r.Clause {
		after := g.scratch()
		after.Apply(settled, d.at)
		if no := after.checkClause(after.Rule(r.Number)); no != nil {
			return no
		}
	}
	stuck, awaiting := g.Stuck, g.Awaiting
	d.doSettling(settled)
	d.settled(aboutClause)
	d.settled(aboutAwards)
	if stuck == nil && awaiting != nil {
		stuck = &ClauseFailed{Step: awaiting.Step, Done: awaiting.Done, Proposal: awaiting.Proposal}
	}
	if stuck != nil {
		d.retake(*stuck)
	} else if g.Phase != Judging {
		d.checkGoal("", nil)
	}
	return nil
}
