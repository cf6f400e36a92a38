package moderator

import (
	"strings"

	"nomicmail/internal/parser"
	"nomicmail/templates"
)

// asideOnList says of an item that on a list it is nobody's business: talk, and
// what is quoted.
func asideOnList(i templates.Item) bool {
	return i.Why != "" || i.Held == "no-question" || i.Held == "which-answer"
}

// enough says of an item that the mail has asked for too many letters.
func enough(i templates.Item) bool { return i.Why == "enough" }

// line tells in one line what was read and what became of it.
func line(f parser.Fragment, i templates.Item) string {
	what := f.Text
	if what == "" {
		what = f.Verb
	}
	what, _, _ = strings.Cut(what, "\n")
	switch {
	case i.No != nil:
		return what + ": refused (" + i.No.Code + ")"
	case i.Held != "":
		return what + ": held (" + i.Held + ")"
	case i.Why != "":
		return what + ": set aside (" + i.Why + ")"
	}
	return what + ": " + i.Did
}

// verdict sums a mail up for the record.
func (s *sheet) verdict() string {
	var did, no, held, answered bool
	for _, i := range s.items {
		switch {
		case i.No != nil:
			no = true
		case i.Held != "":
			held = true
		case i.Did == "answered" || i.Did == "tested":
			answered = true
		case i.Did != "":
			did = true
		}
	}
	switch {
	case did:
		return "counted"
	case s.noForce != "":
		return s.noForce
	case held || s.heldOver:
		return "held"
	case no:
		return "refused"
	case answered:
		return "answered"
	}
	return "set aside"
}

func heldOnly(f parser.Fragment) string {
	if f.Outcome == parser.HeldBack {
		return f.Reason
	}
	return ""
}
