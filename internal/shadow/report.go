// Package shadow compares what the officers of a game have posted with what the
// moderator counted while it only followed.
//
// A report is worked out from the record and the mails alone. It tells three
// things apart: what is certainly different, what could not be read for certain
// on either side, and what is the same. What follows from a difference is told
// with it and is none of its own.
package shadow

import "time"

// Kind is what sort of difference it is.
type Kind string

// The kinds of differences. Those of ballots are about one voter.
const (
	Otherwise  Kind = "counted otherwise" // the voter's ballot says something else
	Missing    Kind = "missing"           // a ballot that counts is not in the resolution
	Void       Kind = "void"              // counted, though it had no force
	Late       Kind = "late"              // counted, though the vote was over
	NoVoter    Kind = "no voter"          // counted, though its sender could not vote on that
	WrongList  Kind = "wrong list"        // counted, though it went to a list for talk
	Unfounded  Kind = "unfounded"         // counted, and no mail says so
	Strength   Kind = "strength"
	Sum        Kind = "sum" // F, A or the number of ballots is not what the list of voters comes to
	Quorum     Kind = "quorum"
	Outcome    Kind = "outcome"
	Early      Kind = "early" // resolved before the vote was over
	Number     Kind = "number"
	Index      Kind = "index"
	Author     Kind = "author"
	Title      Kind = "title"
	Text       Kind = "text"
	LeftOut    Kind = "left out"  // waited in the pool, and was not distributed
	Withdrawn  Kind = "withdrawn" // distributed after it was withdrawn
	RuleChange Kind = "rule"      // a rule is printed otherwise than it reads
)

// Mail is a mail that something rests on.
type Mail struct {
	At    time.Time `json:"at"`
	ID    string    `json:"id"` // Message-ID, "" where it has none
	From  string    `json:"from"`
	Words string    `json:"words,omitempty"`
}

// Difference is one thing that an officer has done otherwise than the rules and
// the mails say.
type Difference struct {
	Kind     Kind   `json:"kind"`
	Proposal int    `json:"proposal,omitempty"`
	Rule     int    `json:"rule,omitempty"`
	About    string `json:"about,omitempty"` // the voter
	Officer  string `json:"officer"`         // what the officer says
	Ours     string `json:"ours"`            // what we have
	Mails    []Mail `json:"mails"`           // the officer's first
	// Follows are consequences in the same resolution, such as another outcome.
	Follows []string `json:"follows,omitempty"`
	// Corrected is when an officer's later post put it right; zero for never.
	Corrected time.Time `json:"corrected,omitzero"`
}

// Unsure is something that could not be read for certain, so that it is neither
// a difference nor an agreement.
type Unsure struct {
	Proposal int    `json:"proposal,omitempty"`
	About    string `json:"about,omitempty"`
	What     string `json:"what"`
	Mails    []Mail `json:"mails,omitempty"`
}

// Beside is one proposal as the officer and as we have resolved it.
type Beside struct {
	Proposal int    `json:"proposal"`
	Officer  string `json:"officer"`
	Ours     string `json:"ours"`
}

// Report is what a comparison came to. Its lists are never nil.
type Report struct {
	Game        string       `json:"game"`
	From        time.Time    `json:"from"`
	Until       time.Time    `json:"until"`
	Differences []Difference `json:"differences"`
	Beside      []Beside     `json:"beside"`
	Unsure      []Unsure     `json:"unsure"`
	Agreed      Agreed       `json:"agreed"`
}

// Agreed counts what is the same on both sides.
type Agreed struct {
	Distributed int `json:"distributed"` // proposals
	Resolved    int `json:"resolved"`    // proposals of which nothing differs and nothing is unsure
	Ballots     int `json:"ballots"`
	Figures     int `json:"figures"` // sums, quorums, outcomes
	Rules       int `json:"rules"`
}
