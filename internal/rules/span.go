package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxDays bounds a length of time.
const maxDays = 3660

// span is a length of time. Its days are days of the calendar: seven days from
// a Monday at nine is the next Monday at nine, whatever the clocks do.
type span struct {
	days int
	rest time.Duration
}

var spanForm = regexp.MustCompile(`^(?:(\d{1,5})d)?(?:(\d{1,5})h)?(?:(\d{1,5})m)?$`)

// parseSpan reads "7d", "36h", "30m" or a sum such as "1d12h".
func parseSpan(s string) (span, bool) {
	m := spanForm.FindStringSubmatch(s)
	if m == nil || s == "" {
		return span{}, false
	}
	n := func(i int) time.Duration {
		x, _ := strconv.Atoi(cmp.Or(m[i], "0"))
		return time.Duration(x)
	}
	sp := span{int(n(1)), n(2)*time.Hour + n(3)*time.Minute}
	return sp, sp.days <= maxDays && sp.rest <= maxDays*24*time.Hour
}

// Later is the moment that a length of time such as "7d", "36h" or "1d12h" comes
// to when it is reckoned from t in the zone. ok is false for other words.
func Later(t time.Time, length string, zone *time.Location) (to time.Time, ok bool) {
	s, ok := parseSpan(length)
	if !ok {
		return t, false
	}
	return s.after(t, zone), true
}

// spanOf gives whole days as days.
func spanOf(d time.Duration) span {
	const day = 24 * time.Hour
	if d%day == 0 {
		return span{days: int(d / day)}
	}
	return span{rest: d}
}

// String is what parseSpan reads.
func (s span) String() string {
	var b strings.Builder
	if s.days > 0 {
		fmt.Fprintf(&b, "%dd", s.days)
	}
	if h := s.rest / time.Hour; h > 0 {
		fmt.Fprintf(&b, "%dh", h)
	}
	if m := s.rest % time.Hour / time.Minute; m > 0 {
		fmt.Fprintf(&b, "%dm", m)
	}
	return cmp.Or(b.String(), "0h")
}

// after is the moment so long after t, reckoned in the zone.
func (s span) after(t time.Time, zone *time.Location) time.Time {
	return onClock(wallClock(t.In(zone)).AddDate(0, 0, s.days), zone).Add(s.rest).UTC()
}

// wallClock is what the clock shows at t, as a time in UTC.
func wallClock(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

// onClock is the moment at which the clock of the zone shows what wall says. A
// time that the clock leaves out when it is put on is as long after that as it
// would be before: where [time.Date] may be early, nobody loses an hour.
func onClock(wall time.Time, zone *time.Location) time.Time {
	at := time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), wall.Nanosecond(), zone)
	if wallClock(at).Before(wall) {
		at = at.Add(wall.Sub(wallClock(at)))
	}
	return at
}

// before is the moment so long before t.
func (s span) before(t time.Time, zone *time.Location) time.Time {
	return t.In(zone).AddDate(0, 0, -s.days).Add(-s.rest).UTC()
}

// parseSpans reads "3d, 1d", the longest first.
func parseSpans(list string) ([]span, bool) {
	const most = 10
	parts := strings.Split(list, ",")
	if len(parts) > most {
		return nil, false
	}
	var all []span
	for _, p := range parts {
		s, ok := parseSpan(strings.TrimSpace(p))
		if !ok || s == (span{}) {
			return nil, false
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b span) int { return cmp.Compare(b.hours(), a.hours()) })
	return slices.Compact(all), true
}

func (s span) hours() float64 { return float64(s.days)*24 + s.rest.Hours() }

// parseClock reads "20:00" as the time since midnight.
func parseClock(s string) (time.Duration, bool) {
	t, err := time.Parse("15:04", s)
	if err != nil {
		return 0, false
	}
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute, true
}
