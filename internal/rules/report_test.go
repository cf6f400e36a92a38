package rules

import (
	"testing"
	"time"
)

// weeklyReports lets reports be published on Mondays.
var weeklyReports = map[int]string{113: "report = \"weekly\""}

// on gives the same at a moment.
func (p *playing) on(at time.Time) *playing { p.now = at; return p }

// reportsUntil lets time pass to a moment, deadline by deadline.
func (p *playing) reportsUntil(at time.Time) (kinds []string) {
	p.Helper()
	for next := p.g.NextDeadline(); !next.IsZero() && !next.After(at); next = p.g.NextDeadline() {
		for _, e := range p.on(next).tick() {
			switch e.(type) { // not all: those of reports
			case ReportMade:
				kinds = append(kinds, "made")
			case ReportRatified:
				kinds = append(kinds, "ratified")
			}
		}
	}
	p.on(at)
	return kinds
}

func january(day int) time.Time { return time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC) }

func TestReportsByTheCalendar(t *testing.T) {
	p := listed(t, weeklyReports)
	p.is("first", p.g.NextReport(), january(12))
	p.is("told", p.reportsUntil(january(25)), []string{"made", "made"})
	p.is("first ratified", p.g.RatifiedAfter(), january(26))
	p.is("told", p.reportsUntil(january(26)), []string{"made", "ratified"})
	p.is("ratified", p.g.Ratified.Number, 1)
	p.is("as of", p.g.Ratified.Made, january(12))
	p.is("open", len(p.g.Unratified), 2)
	if no := p.g.RatifiedBy(january(11)); no == nil || no.Code != IsRatified || no.Number != 1 {
		t.Errorf("what was before it is %v", no)
	}
	if p.g.RatifiedBy(january(12)) != nil || p.g.RatifiedBy(time.Time{}) != nil {
		t.Error("what came after it cannot be doubted")
	}
	p.refused(IsRatified, DoubtReport{Report: 1, Words: "No."}, player(1))
}

// What a ratified report has told cannot be claimed to be wrong, however long
// the time for claims.
func TestRatifiedResolution(t *testing.T) {
	p := listed(t, map[int]string{113: "report = \"weekly\"\nclaim_period = days(60)", 103: "distribution = \"at once\""})
	p.put(player(1), "Tea")
	n := p.g.Proposals[0].Number
	p.reportsUntil(january(25))
	p.do(ClaimError{Proposal: n, Words: "It was counted wrong."}, player(2))
	p.reportsUntil(january(26))
	p.is("ratified", p.g.Ratified.Made, january(12))
	p.is("ended before", p.g.Proposals[0].Ended.Before(january(19)), true)
	p.reportsUntil(january(26 + 7))
	p.refused(IsRatified, ClaimError{Proposal: n, Words: "It was counted very wrong."}, player(3))
}

// However long nobody was there, one report makes up for those that were due.
func TestReportsAfterSilence(t *testing.T) {
	p := listed(t, weeklyReports)
	p.on(january(29).Add(time.Hour))
	p.is("events", kinds(p.tick()), "ReportMade")
	p.is("next", p.g.NextReport(), january(29).AddDate(0, 0, 4))
}

func TestFullReports(t *testing.T) {
	for how, want := range map[string][]bool{
		"monthly": {true, false, false, true}, "alternate": {true, false, true, false}, "always": {true, true, true, true}, "none": {false, false, false, false},
	} {
		p := listed(t, map[int]string{113: "report = \"weekly\"\nreport_full = \"" + how + "\""})
		var got []bool
		for range 4 {
			for _, e := range p.on(p.g.NextReport()).tick() {
				if r, is := e.(ReportMade); is {
					got = append(got, r.Full)
				}
			}
		}
		p.is(how, got, want)
	}
}

func TestDoubtedReports(t *testing.T) {
	p := listed(t, weeklyReports)
	p.reportsUntil(january(13))
	p.refused(NoSuchReport, DoubtReport{Report: 2, Words: "Dov has left."}, player(1))
	p.refused(NoDoubtWords, DoubtReport{Report: 1, Words: " "}, player(1))
	p.refused(NothingDisputed, SettleReport{Report: 1, How: ReportStands}, organiser)
	p.is("events", kinds(p.do(DoubtReport{Report: 1, Words: "Dov has left."}, player(1))), "ReportDoubted")
	p.refused(DoubtKnown, DoubtReport{Report: 1, Words: "dov  has LEFT."}, player(1))
	p.refused(NotOrganiser, SettleReport{Report: 1, How: ReportStands}, player(1))
	p.is("told", p.reportsUntil(january(30)), []string{"made", "made"}) // and none is ratified
	p.is("events", kinds(p.do(SettleReport{Report: 1, How: ReportStands, Why: "he has not"}, organiser)), "ReportSettled")
	p.is("ratified", p.reportsUntil(january(30).Add(time.Hour)), []string{"ratified"})
	p.do(DoubtReport{Report: 2, Words: "Esme has left."}, player(2))
	p.is("again", kinds(p.do(SettleReport{Report: 2, How: ReportAgain}, organiser)), "ReportSettled ReportMade")
	p.refused(NoSuchReport, DoubtReport{Report: 2, Words: "Finn has left."}, player(2))
	p.is("ratified", p.g.Ratified.Number, 1)
	p.is("open", p.g.Unratified[len(p.g.Unratified)-1].Number, 4)
}

func TestNoReportsWithTurns(t *testing.T) {
	p := created(t, GameCreated{Rules: listRules(map[int]string{101: "", 113: "report = \"weekly\""})}, six...)
	p.do(Start{}, organiser)
	p.is("reports", p.g.Reports(), false)
	p.is("next", p.g.NextReport().IsZero(), true)
}
