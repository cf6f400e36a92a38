package rules

import (
	"testing"
	"time"
)

// TestDeadlinesOverClockChanges: a deadline falls on the clock time of the zone
// though the clocks are put on or back in between, and in years in which they no
// longer are; a clock time that a day does not have, or has twice, is found.
func TestDeadlinesOverClockChanges(t *testing.T) {
	for _, c := range []struct{ what, zone, from, length, clock, want string }{
		{"clocks go on", "Europe/Budapest", "2026-03-26T20:00:00+01:00", "7d", "none", "2026-04-02T20:00:00+02:00"},
		{"clocks go back", "Europe/Budapest", "2026-10-22T20:00:00+02:00", "7d", "none", "2026-10-29T20:00:00+01:00"},
		{"hours are hours", "Europe/Budapest", "2026-03-28T20:00:00+01:00", "24h", "none", "2026-03-29T21:00:00+02:00"},
		{"a time that is not", "Europe/Budapest", "2026-03-28T03:00:00+01:00", "1d", "02:30", "2026-03-29T03:30:00+02:00"},
		{"a time that is twice", "Europe/Budapest", "2026-10-24T02:00:00+02:00", "1d", "02:30", "2026-10-25T02:30:00+01:00"},
		{"a time that is not, after days", "America/Sao_Paulo", "2018-11-03T00:30:00-03:00", "1d", "none", "2018-11-04T01:30:00-02:00"},
		{"midnight that is not", "America/Sao_Paulo", "2018-11-02T12:00:00-03:00", "1d", "00:00", "2018-11-04T01:00:00-02:00"},
		{"clocks went on", "America/Sao_Paulo", "2018-10-31T21:00:00-03:00", "7d", "none", "2018-11-07T21:00:00-02:00"},
		{"clocks went back", "America/Sao_Paulo", "2019-02-14T21:00:00-02:00", "7d", "none", "2019-02-21T21:00:00-03:00"},
		{"no more", "America/Sao_Paulo", "2026-10-31T21:00:00-03:00", "7d", "none", "2026-11-07T21:00:00-03:00"},
		{"the last time", "Europe/Istanbul", "2016-03-24T20:00:00+02:00", "7d", "none", "2016-03-31T20:00:00+03:00"},
		{"no more", "Europe/Istanbul", "2026-03-26T20:00:00+03:00", "7d", "20:00", "2026-04-02T20:00:00+03:00"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		from, err := time.Parse(time.RFC3339, c.from)
		if err != nil {
			t.Fatal(err)
		}
		g := &Game{Zone: zone, Customs: map[string]string{"vote_period": c.length, "deadline_at": c.clock}}
		got := g.deadline(from.UTC(), "vote_period")
		if s := got.In(zone).Format(time.RFC3339); s != c.want {
			t.Errorf("%s, %s: %s after %s is %s, want %s", c.zone, c.what, c.length, c.from, s, c.want)
		}
	}
}
