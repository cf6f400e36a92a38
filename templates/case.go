package templates

import "time"

type (
	// Case is news of a call for judgment. Code is "called", "assigned" (to another
	// Judge), "ruled", "asked" (Name asks for reconsideration, and Lacking more must),
	// "reopened" or "due" (a reminder).
	Case struct {
		Frame
		Question
		Code     string
		Mine     bool      // the reader is the Judge
		Charge   bool      // the reader is the organiser, and no player is the Judge
		RuleBy   time.Time // zero: no deadline
		Late     bool
		IfSilent string // "wait" or "next": what a silent Judge's deadline does
		How      string // the last Judge was "silent", "unwilling" or "inactive", or has "forfeited" or been "removed"
		Name     string
		Lacking  int
		Until    time.Time // when the ruling cannot be reconsidered any more; zero: it cannot
		Rulings  []string
	}

	// Cases answers "cases", or, with One, "case 3".
	Cases struct {
		Frame
		Listed []Question
		One    int
	}
)

func (Case) file() string  { return "case" }
func (Cases) file() string { return "cases" }
