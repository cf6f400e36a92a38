// Package ical writes calendars (RFC 5545): the deadlines of a game, for letters and
// for the web.
package ical

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Event is a moment in a calendar.
type Event struct {
	UID string // the same for as long as it is about the same thing
	// Sequence is greater after each change of the event (§3.8.7.4).
	Sequence  uint64
	Changed   time.Time
	At        time.Time
	Summary   string
	Organizer string // a mail address, "" for none
	Gone      bool   // it has fallen away
}

// Calendar is a list of events. A method is needed where it is sent by mail
// (RFC 5546 §3.2), and then each event has an organizer.
type Calendar struct {
	Method string // "PUBLISH", or "" for a calendar that is fetched
	Name   string // "" for none
	Events []Event
}

// Bytes is the calendar as a file.
func (c Calendar) Bytes() []byte {
	var w writer
	w.line("BEGIN", "VCALENDAR")
	w.line("VERSION", "2.0")
	w.line("PRODID", "-//nomicmail//deadlines//EN")
	if c.Method != "" {
		w.line("METHOD", c.Method)
	}
	if c.Name != "" {
		w.line("NAME", escaped(c.Name)) // RFC 7986 §5.1
		w.line("X-WR-CALNAME", escaped(c.Name))
		w.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
	}
	for _, e := range c.Events {
		w.event(e)
	}
	w.line("END", "VCALENDAR")
	return []byte(w.String())
}

func (w *writer) event(e Event) {
	w.line("BEGIN", "VEVENT")
	w.line("UID", e.UID)
	w.line("SEQUENCE", strconv.FormatUint(e.Sequence, 10))
	w.line("DTSTAMP", utc(e.Changed))
	w.line("DTSTART", utc(e.At))
	w.line("SUMMARY", escaped(e.Summary))
	if e.Organizer != "" {
		w.line("ORGANIZER", "mailto:"+e.Organizer)
	}
	status := "CONFIRMED"
	if e.Gone {
		status = "CANCELLED"
	}
	w.line("STATUS", status)
	w.line("TRANSP", "TRANSPARENT")
	w.line("END", "VEVENT")
}

// utc is a moment as §3.3.5 writes it.
func utc(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

// writer writes content lines (§3.1).
type writer struct{ strings.Builder }

// mostOctets of a line, without its end.
const mostOctets = 75

// line writes a content line, folded where it is too long and never within a
// character.
func (w *writer) line(name, value string) {
	rest, most := name+":"+value, mostOctets
	for len(rest) > most {
		n := most
		for n > 1 && !utf8.RuneStart(rest[n]) {
			n--
		}
		w.WriteString(rest[:n] + "\r\n ")
		rest, most = rest[n:], mostOctets-1 // for the blank
	}
	w.WriteString(rest + "\r\n")
}

// escaped is a text as §3.3.11 writes it.
func escaped(s string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r", "", "\n", `\n`).Replace(s)
}
