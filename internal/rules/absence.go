package rules

import (
	"slices"
	"time"
)

// How long an absence may be, and what it may do to a game.
const (
	maxAbsence  = 90                  // days from its announcement
	maxAbsences = 10                  // of one player's announced in a circuit
	maxExcused  = 14 * 24 * time.Hour // by which absences move deadlines in a circuit
)

// goAway announces an absence. What is known already is nothing new.
func (d *decision) goAway(c GoAway, by By) *Refusal {
	p, no := d.playing(c.Player, by)
	if no != nil {
		return no
	}
	until := c.Until.Round(0).UTC()
	switch {
	case !until.After(d.at):
		return &Refusal{Code: AwayPast, At: until}
	case until.After(d.at.AddDate(0, 0, maxAbsence+1)):
		return &Refusal{Code: AwayTooLong, At: until, Limit: maxAbsence}
	case p.Away.Equal(until):
		return nil
	case p.absences >= maxAbsences:
		return &Refusal{Code: AwayTooOften, Limit: maxAbsences}
	}
	d.do(AbsenceBegan{p.ID, until})
	return nil
}

func (d *decision) comeBack(c ComeBack, by By) *Refusal {
	p, no := d.playing(c.Player, by)
	if no != nil {
		return no
	}
	if !p.Away.After(d.at) {
		return &Refusal{Code: NotAway}
	}
	d.do(AbsenceEnded{p.ID})
	return nil
}

// Away are the players who have announced that they are away at a moment, in the
// order of joining.
func (g *Game) Away(at time.Time) []*Player {
	var list []*Player
	for _, p := range g.Players {
		if p.State == Playing && p.Away.After(at) {
			list = append(list, p)
		}
	}
	return list
}

func (g *Game) awayAt(id PlayerID, at time.Time) bool {
	p := g.Player(id)
	return p != nil && p.Away.After(at)
}

// present are those of a list who are not away at a moment.
func (g *Game) present(list []PlayerID, at time.Time) []PlayerID {
	return slices.DeleteFunc(slices.Clone(list), func(id PlayerID) bool { return g.awayAt(id, at) })
}

// letsPass says whether a deadline finds only people who are away and are not
// waited for.
func (g *Game) letsPass(w *watch) bool {
	return !w.at.IsZero() && len(w.awaited) > 0 && len(g.present(w.awaited, w.at)) == 0 && g.is("absence", "pass")
}

// excuse lets a deadline that finds somebody away who is awaited move to the day
// after the return, as far as the absences of a circuit may move deadlines.
func (g *Game) excuse(w *watch) {
	if w.at.IsZero() || w.waiting {
		return
	}
	var last time.Time
	var away []PlayerID
	for _, id := range w.awaited {
		if g.awayAt(id, w.at) {
			away = append(away, id)
			if until := g.Player(id).Away; until.After(last) {
				last = until
			}
		}
	}
	if len(away) == 0 || !g.is("absence", wait) {
		return
	}
	to := g.onTheClock(span{days: 1}.after(last, g.Zone))
	if most := w.at.Add(maxExcused - g.excused); to.After(most) {
		to = most
	}
	if to.After(w.at) {
		w.reached = func(d *decision) {
			d.do(DeadlineMoved{Of: w.of, Proposal: w.proposal, Judgment: w.judgment, To: to, Away: away})
		}
	}
}

// deadlineOf is the deadline that is moved.
func (g *Game) deadlineOf(e DeadlineMoved) time.Time {
	switch p := g.at(e.Proposal); {
	case e.Of == ofJudgment:
		if j := g.judged(e.Judgment); j != nil {
			return j.RuleBy
		}
	case e.Of == "propose":
		return g.Turn.ProposeBy
	case p != nil && e.Of == "debate":
		return p.OpensBy
	case p != nil:
		return p.Closes
	}
	return e.To
}

// forgive begins a circuit: what absences have moved and how many there were is
// counted anew.
func (g *Game) forgive() {
	g.excused = 0
	for _, p := range g.Players {
		if p.absences > 0 {
			g.changePlayer(p.ID, func(p *Player) { p.absences = 0 })
		}
	}
}

// moves says whether the game has gone on by an event, be it by a player's vote
// alone. What only tells who is who, or what somebody wants of us, does not move
// it, nor does a reminder.
func moves(e Event) bool {
	switch e.(type) { // not all: the others do
	case AddressAdded, AddressRemoved, TokenRenewed, KeyRegistered, KeyRemoved, SignatureKept, AddressFailed, AddressWorks,
		LanguageChosen, TimezoneChosen, ReceiptsChosen, AbsenceBegan, AbsenceEnded, ObserverAdmitted, ObserverLeft,
		Reminded, WordsHeld, HeldSettled, DeadlineMoved, DeadlineWaits, JudgingChosen, SilenceCounted, PlayerHeard, SilenceWarned, ClaimMade, ClaimsSettled, ReportMade, ReportDoubted, ReportSettled, ReportRatified:
		return false
	}
	return true
}
