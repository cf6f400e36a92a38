package rules

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// A game without turns may publish reports by the calendar: who plays, what is
// voted on, the rules. What nobody has doubted for a while is then true, whatever
// was: see [ReportRatified].

// Report is a report that was published and is not ratified yet.
type Report struct {
	Number int
	Made   time.Time // as of then it tells how the game stands
	Doubts []ReportDoubt
	stands time.Time // doubts about it were answered then
}

// ReportDoubt is a player's word that something in a report is wrong.
type ReportDoubt struct {
	Player PlayerID
	Words  string
	Made   time.Time
}

// How an organiser answers doubts about a report.
const (
	ReportStands = "stands" // it is right
	ReportAgain  = "again"  // another one takes its place at once
)

// Bounds of what is doubted, and of reports that are kept where none is ratified.
const (
	maxDoubtWords = 2000 // characters
	maxDoubts     = 10   // about one report
	maxReports    = 60
)

// When the full ruleset comes with a report: see the custom report_full.
const (
	monthly   = "monthly"
	everyOne  = "always"
	alternate = "alternate"
)

// Reports says whether the game publishes reports.
func (g *Game) Reports() bool { return g.Free() && !g.is("report", none) }

// NextReport is when the next report is published; zero for never. The days of
// reports begin at midnight UTC.
func (g *Game) NextReport() time.Time {
	if !g.Reports() {
		return time.Time{}
	}
	how, _ := g.Custom("report")
	day := slices.Index(weekdays, how)
	if how == weekly {
		day = int(time.Monday)
	}
	from := g.reported
	if from.Before(g.freeSince) {
		from = g.freeSince
	}
	y, m, d := from.UTC().Date()
	for n := 1; ; n++ {
		if at := time.Date(y, m, d+n, 0, 0, 0, 0, time.UTC); at.Weekday() == time.Weekday(day) {
			return at
		}
	}
}

// reportWatches are the deadlines of reports: the next one, and the end of the
// time for doubts about the oldest, unless it is in doubt.
func (g *Game) reportWatches() []*watch {
	var list []*watch
	if at := g.NextReport(); !at.IsZero() {
		list = append(list, &watch{of: "report", at: at, reached: (*decision).report})
	}
	if at := g.RatifiedAfter(); !at.IsZero() {
		list = append(list, &watch{of: "ratification", at: at, reached: func(d *decision) { d.do(ReportRatified{Report: d.g.Unratified[0].Number}) }})
	}
	return list
}

// RatifiedAfter is when the oldest report that is not ratified will be; zero when
// there is none, when it is in doubt, or when none ever is. A later one is not
// ratified before it.
func (g *Game) RatifiedAfter() time.Time {
	s, ok := g.length("ratify_after")
	if !ok || len(g.Unratified) == 0 || len(g.Unratified[0].Doubts) > 0 {
		return time.Time{}
	}
	r := g.Unratified[0]
	if at := s.after(r.Made, g.Zone); at.After(r.stands) {
		return at
	}
	return r.stands
}

// RatifyAt is when a report that was just made will be ratified if nobody doubts it
// or an earlier one; zero for never.
func (g *Game) RatifyAt(number int) time.Time {
	s, ok := g.length("ratify_after")
	r, no := g.openReport(number)
	if !ok || no != nil {
		return time.Time{}
	}
	return s.after(r.Made, g.Zone)
}

// Reported is when the last report was made; zero for never.
func (g *Game) Reported() time.Time { return g.reported }

// report publishes one report, however many days of reports have passed unseen.
func (d *decision) report() {
	d.do(ReportMade{Report: d.g.lastReport + 1, Full: d.g.fullReport(d.due)})
}

// fullReport says whether the full ruleset comes with the report of a moment.
func (g *Game) fullReport(at time.Time) bool {
	switch how, _ := g.Custom("report_full"); how {
	case everyOne:
		return true
	case alternate:
		return g.lastReport%2 == 0
	case monthly:
		return g.reported.IsZero() || g.reported.UTC().Format("2006-01") != at.UTC().Format("2006-01")
	}
	return false
}

// openReport is a report that can be doubted.
func (g *Game) openReport(number int) (*Report, *Refusal) {
	i := slices.IndexFunc(g.Unratified, func(r *Report) bool { return r.Number == number })
	switch {
	case i >= 0:
		return g.Unratified[i], nil
	case number > 0 && number <= g.Ratified.Number:
		return nil, &Refusal{Code: IsRatified, Number: g.Ratified.Number, At: g.Ratified.Made}
	}
	return nil, &Refusal{Code: NoSuchReport, Number: number}
}

// RatifiedBy refuses what would doubt something that was so at a moment, if a
// ratified report has told how the game stood later.
func (g *Game) RatifiedBy(at time.Time) *Refusal {
	if at.IsZero() || !at.Before(g.Ratified.Made) {
		return nil
	}
	return &Refusal{Code: IsRatified, Number: g.Ratified.Number, At: g.Ratified.Made}
}

func (d *decision) doubtReport(c DoubtReport, by By) *Refusal {
	who, no := d.player(by)
	if no != nil {
		return no
	}
	r, no := d.g.openReport(c.Report)
	words := strings.TrimSpace(c.Words)
	switch {
	case no != nil:
		return no
	case words == "":
		return &Refusal{Code: NoDoubtWords, Number: r.Number}
	case utf8.RuneCountInString(words) > maxDoubtWords:
		return &Refusal{Code: TextTooLong, Limit: maxDoubtWords, Text: firstWords(words)}
	case len(r.Doubts) >= maxDoubts:
		return &Refusal{Code: DoubtKnown, Number: r.Number}
	}
	for _, x := range r.Doubts {
		if x.Player == who.ID && strings.EqualFold(squeeze(x.Words), squeeze(words)) {
			return &Refusal{Code: DoubtKnown, Number: r.Number}
		}
	}
	d.do(ReportDoubted{Report: r.Number, Player: who.ID, Words: words})
	return nil
}

// settleReport is an organiser's answer to the doubts about a report.
func (d *decision) settleReport(c SettleReport) *Refusal {
	r, no := d.g.openReport(c.Report)
	switch {
	case no != nil:
		return no
	case len(r.Doubts) == 0:
		return &Refusal{Code: NothingDisputed}
	}
	d.do(ReportSettled{Report: r.Number, How: c.How, Why: c.Why})
	if c.How == ReportAgain {
		d.do(ReportMade{Report: d.g.lastReport + 1, Full: d.g.fullReport(d.due)})
	}
	return nil
}

func (g *Game) applyReport(e Event, at time.Time) {
	switch e := e.(type) { // not all: those that Apply hands on
	case ReportMade:
		g.lastReport, g.reported = e.Report, at
		g.Unratified = append(slices.Clip(g.Unratified), &Report{Number: e.Report, Made: at})
		if over := len(g.Unratified) - maxReports; over > 0 {
			g.Unratified = g.Unratified[over:]
		}
	case ReportDoubted:
		g.changeReport(e.Report, func(r *Report) {
			r.Doubts = append(slices.Clip(r.Doubts), ReportDoubt{e.Player, e.Words, at})
		})
	case ReportSettled:
		g.changeReport(e.Report, func(r *Report) { r.Doubts, r.stands = nil, at })
		if e.How == ReportAgain {
			g.Unratified = slices.DeleteFunc(slices.Clone(g.Unratified), func(r *Report) bool { return r.Number == e.Report })
		}
	case ReportRatified:
		for _, r := range g.Unratified {
			if r.Number == e.Report {
				g.Ratified = *r
			}
		}
		g.Unratified = slices.DeleteFunc(slices.Clone(g.Unratified), func(r *Report) bool { return r.Number <= e.Report })
	}
}

func (g *Game) changeReport(number int, change func(*Report)) {
	g.Unratified = slices.Clone(g.Unratified)
	for i, r := range g.Unratified {
		if r.Number == number {
			c := *r
			change(&c)
			g.Unratified[i] = &c
		}
	}
}
