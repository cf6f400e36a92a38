package rules

import (
	"slices"
	"time"
)

const ofJudgment = "judgment"

// judgmentWatches are the deadlines of questions that stand: of their Judges,
// and of those whose silence counts.
func (g *Game) judgmentWatches() []*watch {
	var list []*watch
	for _, j := range g.Standing() {
		switch {
		case j.Ruling.Ruling == "":
			list = append(list, g.rulingWatch(j))
		case !j.StandsBy.IsZero() && g.silenceCounts(j):
			list = append(list, &watch{of: "consent", at: j.StandsBy, reached: func(d *decision) { d.silentConsent(j) }})
		}
	}
	return list
}

// rulingWatch waits for the Judge.
func (g *Game) rulingWatch(j *Judgment) *watch {
	w := &watch{of: ofJudgment, judgment: j.Number, at: j.RuleBy, set: j.set, reminders: j.reminders, awaited: []PlayerID{j.Judge}}
	w.reached = func(d *decision) { d.nextJudge(j.Number, "silent") }
	if g.is("missing_ruling", wait) && !g.letsPass(w) || g.judgeBefore(j.Judge, j.Mover) == j.Judge || g.judgeBefore(j.Judge, j.Mover) == "" {
		w.waits(j.late)
	}
	g.excuse(w)
	return w
}

// silenceCounts says whether the end of the time for overruling changes
// anything: a paradox stands then, and where the custom says so whoever said
// nothing lets the next turn begin.
func (g *Game) silenceCounts(j *Judgment) bool {
	if winner, _ := g.winnerByParadox(j); j.Ruling.Ruling == RuledParadox && winner != "" {
		return true
	}
	return g.heldBack && g.is("silence_is_consent", yes) && len(g.silentOthers()) > 0 && !slices.ContainsFunc(g.barring(),
		func(b *Judgment) bool { return b.Ruling.Ruling == "" || b.StandsBy.After(j.StandsBy) })
}

// silentOthers are the players who have not consented to the next turn, less
// its mover and less those who would overrule a ruling.
func (g *Game) silentOthers() []PlayerID {
	next := g.next()
	var list []PlayerID
	for _, p := range g.playing() {
		against := slices.ContainsFunc(g.barring(), func(j *Judgment) bool { return slices.Contains(j.Against, p.ID) })
		if p.ID != next && !against && !slices.Contains(g.Consents, p.ID) {
			list = append(list, p.ID)
		}
	}
	return list
}

// silentConsent is what the end of the time for overruling brings.
func (d *decision) silentConsent(j *Judgment) {
	if j.Ruling.Ruling == RuledParadox && d.paradox(j) {
		return
	}
	d.do(ConsentGiven{Players: d.g.silentOthers(), Assumed: true})
	d.afterConsent()
}

// watches are all running deadlines.
func (g *Game) watches() []*watch {
	list := append(g.judgmentWatches(), g.caseWatches()...)
	if w := g.watch(); w != nil {
		list = append([]*watch{w}, list...)
	}
	if w := g.silenceWatch(); w != nil {
		list = append(list, w)
	}
	return slices.Concat(list, g.rulingWatches(), g.ballotWatches(), g.claimWatches(), g.reportWatches())
}

// soonest picks the watch that does something first, and when that is; nil
// when none ever does.
func (g *Game) soonest() (first *watch, at time.Time) {
	for _, w := range g.watches() {
		if t := g.moment(w); !t.IsZero() && (first == nil || t.Before(at)) {
			first, at = w, t
		}
	}
	return first, at
}

// moment is when a watch does something next: zero for never.
func (g *Game) moment(w *watch) time.Time {
	if times := g.reminderTimes(w); w.reminders < len(times) {
		return times[w.reminders]
	}
	return w.at
}

// asked is the number of the question on which the whole game waits; 0 when it
// waits for none.
func (g *Game) asked() int {
	for _, j := range g.Standing() {
		if j.About != "" {
			return j.Number
		}
	}
	return 0
}

// judgmentDeadline is that of the question on which the whole game waits.
func (g *Game) judgmentDeadline() (of string, at time.Time) {
	if j := g.judged(g.asked()); j != nil {
		return ofJudgment, j.RuleBy
	}
	return "", time.Time{}
}
