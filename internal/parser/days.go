package parser

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// maxDate bounds the words of a date, in bytes.
const maxDate = 100

// dateWords is what the words of one have given so far; 0 is what they have not.
type dateWords struct {
	numbers        []int
	month, weekday int
	unit           int // days: 1 or 7
	days           []time.Time
	odd            bool // there is a word that belongs to no date
}

// Days gives the days that words can mean which name one: "2026-03-01", "1
// March", "1 Mart'a kadar", "március 1-ig", "Friday", "2 weeks". There are two
// for "3/4", of which one half of the world says the one and the other half the
// other, and none for other words. A date without a year is the next one from
// today on. The days begin at midnight in UTC.
func Days(words string, today time.Time) []time.Time {
	if len(words) > maxDate {
		return nil
	}
	today = time.Date(today.Year(), today.Month(), today.Day(), 0, 0, 0, 0, time.UTC)
	d := &dateWords{}
	for _, w := range strings.FieldsFunc(fold(words), func(c rune) bool { return c == ' ' || c == ',' || c == '(' || c == ')' }) {
		d.word(w, today)
	}
	if d.odd {
		return nil
	}
	return d.read(today)
}

var (
	slashedDate = regexp.MustCompile(`^(\d{1,4})([-./])(\d{1,2})(?:[-./](\d{1,4}))?\.?(?:-?\p{L}{1,4})?$`)
	dayNumber   = regexp.MustCompile(`^(\d{1,4})(?:[.ºª°]|st|nd|rd|th|\.?-?\p{L}{1,5})?$`)
	stretch     = regexp.MustCompile(`^(\d{1,3})([dw])$`)
)

// word takes one word in.
func (d *dateWords) word(w string, today time.Time) {
	w, _, _ = strings.Cut(w, "'")
	if m := stretch.FindStringSubmatch(w); m != nil {
		n, _ := strconv.Atoi(m[1])
		d.days = append(d.days, today.AddDate(0, 0, n*map[string]int{"d": 1, "w": 7}[m[2]]))
		return
	}
	if m := slashedDate.FindStringSubmatch(w); m != nil {
		d.days = append(d.days, slashed(m, today)...)
		d.odd = d.odd || len(d.days) == 0
		return
	}
	if m := dayNumber.FindStringSubmatch(w); m != nil {
		n, _ := strconv.Atoi(m[1])
		d.numbers = append(d.numbers, n)
		return
	}
	d.name(strings.TrimRight(w, "."), today)
}

// name takes a word without figures in.
func (d *dateWords) name(w string, today time.Time) {
	v := vocabulary()
	for i := 1; i <= 12; i++ {
		if v.in(fmt.Sprintf("month %d", i), w) {
			d.odd, d.month = d.odd || d.month != 0, i
			return
		}
	}
	for i := 1; i <= 7; i++ {
		if v.in(fmt.Sprintf("weekday %d", i), w) {
			d.weekday = i
			return
		}
	}
	switch {
	case v.in("tomorrow", w):
		d.days = append(d.days, today.AddDate(0, 0, 1))
	case v.in("day", w) && (len(d.numbers) > 0 || !v.in("date fill", w)):
		d.unit = 1
	case v.in("week", w):
		d.unit = 7
	case v.in("date fill", w), w == "-":
	default:
		d.odd = true
	}
}

// read makes days of what the words have given.
func (d *dateWords) read(today time.Time) []time.Time {
	n := d.numbers
	switch {
	case len(d.days) > 0:
		if len(n) > 0 || d.month != 0 || d.unit != 0 {
			return nil
		}
		return d.days
	case d.month != 0 && len(n) == 1:
		return next(d.month, n[0], today)
	case d.month != 0 && len(n) == 2 && n[0] > 31:
		return exact(n[0], d.month, n[1])
	case d.month != 0 && len(n) == 2:
		return exact(n[1], d.month, n[0])
	case d.month != 0:
		return nil
	case len(n) == 3 && n[0] > 31:
		return exact(n[0], n[1], n[2])
	case len(n) == 3:
		return exact(n[2], n[1], n[0])
	case d.unit != 0 && len(n) == 1 && n[0] <= 999:
		return []time.Time{today.AddDate(0, 0, n[0]*d.unit)}
	case d.weekday != 0 && len(n) == 0 && d.unit == 0:
		ahead := (d.weekday-int(today.Weekday())+6)%7 + 1
		return []time.Time{today.AddDate(0, 0, ahead)}
	}
	return nil
}

// slashed reads "2026-03-01", "1.3.2026", "3/4". With points the day comes first
// everywhere; with strokes it depends on who writes.
func slashed(m []string, today time.Time) []time.Time {
	a, _ := strconv.Atoi(m[1])
	b, _ := strconv.Atoi(m[3])
	c, _ := strconv.Atoi(m[4])
	at := func(month, day int) []time.Time {
		if m[4] == "" {
			return next(month, day, today)
		}
		return exact(c, month, day)
	}
	switch {
	case a > 31 && m[4] != "":
		return exact(a, b, c)
	case m[2] == "." || a == b:
		return at(b, a)
	}
	return append(at(b, a), at(a, b)...)
}

// exact is the day of a date with its year, which may be of two figures.
func exact(year, month, day int) []time.Time {
	if year < 100 {
		year += 2000
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if month < 1 || month > 12 || t.Day() != day {
		return nil
	}
	return []time.Time{t}
}

// next is the day of a date without its year.
func next(month, day int, today time.Time) []time.Time {
	for year := today.Year(); year <= today.Year()+8; year++ {
		if t := exact(year, month, day); t != nil && !t[0].Before(today) {
			return t
		}
	}
	return nil
}
