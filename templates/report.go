package templates

import (
	"strconv"
	"time"
)

type (
	// Report tells by the calendar how a game without turns stands. Sections and
	// Repealed are the ruleset, with Full the full one. Ratified is the last report
	// that is true to what it says, 0 for none; Ratifies is when this one will be,
	// zero for never. Why is the organiser's reason for one that takes the place of
	// another.
	Report struct {
		Frame
		Number    int
		At        time.Time
		InPlaceOf int
		Why       string
		Ratified  int
		Ratifies  time.Time
		Members   []Member
		Scores    []Score // nil where nobody has any
		Afoot     Afoot
		Decided   []Decision
		Status    Standing
		Doubted   []DoubtedReport // of which no organiser has answered the doubt
		Questions []Question
		Full      bool
		Sections  []Section
		Repealed  []RuleLine
	}

	// Member is somebody who plays. State is "active", "away" until Until, or
	// "inactive" since then.
	Member struct {
		Name  string
		Since time.Time
		State string
		Until time.Time
	}

	// Decision is how a vote ended. Outcome is as in [Resolved].
	Decision struct {
		Listed
		Outcome         string
		Favour, Against int64
	}

	// DoubtedReport is a doubt about a report.
	DoubtedReport struct {
		Name   string
		Number int
		Text   string
	}

	// Afoot is what is voted on in a game without turns, and what waits in the pool.
	// With Own the ballots of the reader are told. Next is when the pool is
	// distributed, zero when an organiser does it.
	Afoot struct {
		Own   bool
		Votes []Running
		Pool  []Listed
		Next  time.Time
	}

	// Running is a vote that runs. Mine is the reader's option, "" for none yet.
	Running struct {
		Listed
		Closes  time.Time // zero: no deadline
		Ballots int
		Mine    string
	}
)

func (Report) file() string { return "report" }

// Ends is when the vote ends, for a column of UTC.
func (r Running) Ends() string {
	if r.Closes.IsZero() {
		return "–"
	}
	return r.Closes.UTC().Format("2006-01-02 15:04")
}

// Voted is how many have voted and, behind a stroke, how many must at least.
func (r Running) Voted() string {
	if r.Quorum == 0 {
		return strconv.Itoa(r.Ballots)
	}
	return strconv.Itoa(r.Ballots) + "/" + strconv.Itoa(r.Quorum)
}

// Quorate says whether any of the votes has a quorum.
func (a Afoot) Quorate() bool {
	for _, v := range a.Votes {
		if v.Quorum > 0 {
			return true
		}
	}
	return false
}
