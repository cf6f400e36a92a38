package rules

import (
	"slices"
	"time"
)

// maxDue bounds what one Tick makes up for. What is left is still due then.
const maxDue = 1000

// inTime is how late a reminder may be and still do its work.
const inTime = time.Hour

// deadline gives the end of a custom's length of time from a moment on, moved
// on to the clock time that the game's deadlines have; zero for none.
func (g *Game) deadline(from time.Time, custom string) time.Time {
	s, ok := g.length(custom)
	if !ok {
		return time.Time{}
	}
	return g.onTheClock(s.after(from, g.Zone))
}

// onTheClock moves a deadline to the next time the clock shows what the custom
// deadline_at says.
func (g *Game) onTheClock(t time.Time) time.Time {
	clock, ok := g.clockTime()
	if !ok {
		return t
	}
	local := t.In(g.Zone)
	for day := 0; ; day++ {
		at := onClock(time.Date(local.Year(), local.Month(), local.Day()+day, int(clock.Hours()), int(clock.Minutes())%60, 0, 0, time.UTC), g.Zone)
		if !at.Before(t) {
			return at.UTC()
		}
	}
}

// Deadline is what the game waits for now, "propose", "debate", "vote",
// "consent" or "judgment", and until when; of is "" when it waits for nobody,
// and at is zero when there is no deadline. It may have passed: see the customs
// missing_vote and missing_proposal.
func (g *Game) Deadline() (of string, at time.Time) {
	if g.Status != Running {
		return "", time.Time{}
	}
	if g.Phase == Judging {
		return g.judgmentDeadline()
	}
	if g.Turn.Ended {
		return "", time.Time{}
	}
	switch g.Phase {
	case Proposing:
		if g.heldBack {
			return "consent", time.Time{}
		}
		return "propose", g.Turn.ProposeBy
	case Debating:
		return "debate", g.current().OpensBy
	case Voting:
		return "vote", g.current().Closes
	}
	return "", time.Time{}
}

// watch is a running deadline as Tick sees it.
type watch struct {
	of        string
	proposal  ProposalID
	judgment  int
	at        time.Time // zero: none, or it has passed and all that it does is done
	set       time.Time
	reminders int  // given
	waiting   bool // for an answer
	awaited   []PlayerID
	reached   func(*decision) // what the deadline does
}

// watch gives the running deadline; nil when nothing can become due.
func (g *Game) watch() *watch {
	of, at := g.Deadline()
	if of == "" || of == "consent" || of == ofJudgment {
		return nil
	}
	w := &watch{of: of, at: at, awaited: g.Awaited()}
	switch of {
	case "propose":
		w.set, w.reminders, w.reached = g.Turn.set, g.Turn.Reminders, (*decision).pass
		w.waiting = !g.Turn.WaitsSince.IsZero()
		if g.is("missing_proposal", wait) && !g.letsPass(w) {
			w.waits(g.Turn.Late)
		}
	case "debate":
		w.proposal = g.Turn.Proposal
		w.awaited = nil // the vote opens by itself: nobody need be reminded
		w.reached = func(d *decision) { d.endDebate(w.proposal) }
	case "vote":
		p := g.current()
		w.proposal, w.set, w.reminders = p.ID, p.set, p.Reminders
		w.waiting = !p.WaitsSince.IsZero()
		w.reached = func(d *decision) { d.endVoting(w.proposal) }
		if len(w.awaited) > 0 && g.is("missing_vote", wait) && !g.letsPass(w) {
			w.waits(p.Late)
		}
	}
	g.excuse(w)
	return w
}

// waits makes it a deadline that ends nothing: those awaited are reminded once
// more when they have missed it.
func (w *watch) waits(reminded bool) {
	w.reached = w.late
	if reminded {
		w.at = time.Time{}
	}
}

// late reminds once of a deadline that was missed.
func (w *watch) late(d *decision) {
	d.do(Reminded{Of: w.of, Proposal: w.proposal, Judgment: w.judgment, Players: d.g.present(w.awaited, d.due), Nth: w.reminders + 1, Late: true})
}

// reminderTimes are the moments at which those awaited are to be reminded, in
// their order. What would have been due before the deadline was set is left out,
// and so is a deadline that has been told of because it waits for an answer.
func (g *Game) reminderTimes(w *watch) []time.Time {
	if w.at.IsZero() || w.waiting || len(w.awaited) == 0 {
		return nil
	}
	v, _ := g.Custom("reminders")
	spans, _ := parseSpans(v)
	var times []time.Time
	for _, s := range spans {
		if t := s.before(w.at, g.Zone); t.After(w.set) && t.Before(w.at) {
			times = append(times, t)
		}
	}
	slices.SortFunc(times, time.Time.Compare)
	return times
}

// NextDeadline is the earliest moment at which a Tick would do something; zero
// when nothing is due.
func (g *Game) NextDeadline() time.Time {
	if g.Status != Running {
		return time.Time{}
	}
	_, at := g.soonest()
	return at
}

// tick does all that is due by a moment, each at the time when it was due. Of
// several reminders, or of a reminder and its deadline, only the last is given.
// Where that comes too late now to be of use, the deadline moves.
func (d *decision) tick(by, now time.Time) {
	for range maxDue {
		if d.g.Status != Running {
			return
		}
		w, at := d.g.soonest()
		if w == nil || at.After(by) {
			return
		}
		if d.missed(w, by, now) {
			continue
		}
		if !w.at.After(by) {
			d.due = w.at
			w.reached(d)
			d.follow()
			d.commit()
			continue
		}
		n := 0
		for _, t := range d.g.reminderTimes(w) {
			if !t.After(by) {
				n++
				d.due = t
			}
		}
		d.do(Reminded{Of: w.of, Proposal: w.proposal, Judgment: w.judgment, Players: d.g.present(w.awaited, d.due), Nth: n})
	}
}

// missed gives the last reminder before a deadline when nobody was there to
// give it in time, and moves the deadline by a day: whoever relies on reminders
// must not lose by our absence.
func (d *decision) missed(w *watch, by, now time.Time) bool {
	times := d.g.reminderTimes(w)
	if now.IsZero() || w.reminders >= len(times) {
		return false
	}
	last := times[len(times)-1]
	if last.After(by) || now.Sub(last) <= inTime {
		return false
	}
	from := w.at
	if from.Before(now) {
		from = now
	}
	d.due = last
	d.do(DeadlineMoved{
		Of: w.of, Proposal: w.proposal, Judgment: w.judgment, To: d.g.onTheClock(span{days: 1}.after(from, d.g.Zone)), Down: true,
	})
	n := 0
	for _, again := range d.g.watches() {
		if again.of == w.of && again.judgment == w.judgment && again.proposal == w.proposal {
			n = len(d.g.reminderTimes(again))
		}
	}
	d.do(Reminded{Of: w.of, Proposal: w.proposal, Judgment: w.judgment, Players: d.g.present(w.awaited, now), Nth: max(n, 1)})
	return true
}

// pass ends the turn of a mover who did not propose in time.
func (d *decision) pass() {
	if !d.waitFor(OfProposal, 0) {
		d.endTurn("passed")
	}
}
