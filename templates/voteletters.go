package templates

import "time"

// The letters of turns, proposals and votes, and what stands in them.
type (
	// YourTurn asks the mover for a proposal.
	YourTurn struct {
		Frame
		Name      string
		Number    int       // that the proposal will get
		ProposeBy time.Time // zero: no deadline
		AtMost    string    // the points the turn can bring, "" when unknown
		IfSilent  string    // "wait" or "pass"
		Circuit   int
		Die       string    // what the turn's die is committed to, "" when there is none
		AwayUntil time.Time // zero unless the reader has announced an absence
		IfAway    string    // "wait" or "pass"
	}

	// Proposal announces a proposal in debate, or a revised text.
	Proposal struct {
		Frame
		Offer
		Revised    bool
		OnlyClause bool // of a revised one only the clause is another
		Mine       bool // the reader is the proposer
		Watching   bool // the reader has no vote
		OpensAfter time.Time
		OpensBy    time.Time
		Closes     time.Time // of a vote that has opened at once; zero in debate
	}

	// Offer is a proposal as it is shown.
	Offer struct {
		Number      int
		Proposer    string
		Kind        string // "enact", "amend", "repeal", "transmute"
		Rule        int    // the number the rule bears now, 0 for an enactment
		Was         []int  // its former numbers
		Amendment   int
		RuleTitle   string
		Title       string
		Text        string // the whole new text; "" for repeal and transmute
		Old         string // the text in force, for the diff; "" when there is none
		Clause      string
		OldClause   string
		KeepsClause bool // the rule has a clause and the proposal brings none
		ToMutable   bool // for transmute: immutable to mutable
		Warnings    []Warning
		Doings      []Doing // what I would do differently
		Tryouts     []Tryout
		Idle        bool // its clause changes nothing that I do
	}

	// Ballot asks for a vote on a frozen text.
	Ballot struct {
		Frame
		Offer
		Closes   time.Time // zero: no deadline
		IfSilent string    // "wait", "abstain", "against", or "none" where silence is no vote
		Abstain  bool      // the game has it
		Needs    string    // "unanimity", "majority" or "other"
		Forms    []Form    // the reply links
		Voters   []string
		Mine     string // how the reader's vote stands already: "", "for", ...
		Sealed   bool   // nobody is told of it before the vote is over
		Moved    bool   // the deadline was moved
		Die      string // what the turn's die is committed to, "" when there is none
		Away     []Absence
		IfAway   string // what a deadline does that finds somebody away: "wait" or "pass"
	}

	// Form is one mailto: link.
	Form struct{ Option, URL string }

	// Reminder goes to those who are awaited. Of is "propose", "debate" or
	// "vote". Vote is the one proposal of a vote that was distributed, as
	// [Distribution] shows it; nil of others.
	Reminder struct {
		Frame
		Offer
		Of       string
		Until    time.Time
		Late     bool
		Moved    bool // the deadline was moved, because this comes too late
		IfSilent string
		Abstain  bool
		Forms    []Form
		Awaited  []string
		Sealed   Sealed
		Vote     *Distribution
	}

	// Sealed is what may be told of sealed votes before they are over.
	Sealed struct {
		Keys  []string // the reader's own, each with the number of its proposal
		Seals []string // of everybody's ballots: a list of several lines for each vote
	}

	// Waiting tells that a deadline has come and waits for the answer to a
	// question. Of is "propose" or "vote".
	Waiting struct {
		Frame
		Offer
		Of       string
		Until    time.Time
		Asked    []Item // the questions that the reader has not answered; those of others are not told
		Missing  bool   // the reader's vote or proposal is missing
		IfSilent string
		Abstain  bool
	}

	// Result tells how a vote ended and what follows, sums written out.
	Result struct {
		Frame
		Offer
		Adopted                                 bool
		Votes                                   []VoteLine
		Favour, Against, AbstainN, Cast, Voters int64
		Decided                                 string // "unanimity", "majority", "other", "none"
		DecidedBy                               int    // the rule, 0 for none
		Lapsed                                  *No    // adopted, but the change could not take effect
		Throws                                  []Throw
		Awards                                  []Award
		Rules                                   []RuleLine // those the change touched, as they now stand
		Repealed                                []int
		Said                                    []Said
		Scores                                  []Score
		Goal                                    string
		CircuitEnded                            int    // its number, or 0
		Majority                                bool   // Rule 203 changed by itself
		Mover                                   string // whose turn is next, "" when the game is over
		ProposeBy                               time.Time
		Die                                     string    // what the next turn's die is committed to, "" when there is none
		Failed                                  []Failure // clauses that could not be run
		Winners                                 []string
		Sealed                                  string // sealed ballots opened, in several lines; "" where votes are open
	}

	// VoteLine is one voter's line of a result. Assumed is "silence" or
	// "proposer".
	VoteLine struct{ Name, Option, Assumed string }

	// Award is a change of points with its sum: Sum is "(305 − 291) × 3/4 =
	// 10.5 → 11", or "".
	Award struct {
		Name        string
		Points      string // signed: "+11", "−10"
		Rule        int
		Effect      string // "when_turn_ends", "when_adopted", "when_defeated", ...
		Sum         string
		Why         string
		Provisional bool
	}

	// Throw is a die that a rule threw. Of is the die's name, such as "tea 5 1";
	// what was hashed before is that and the secret behind it.
	Throw struct {
		Rule         int
		Sides, Value int64
		Of           string
		Nth          int
		Secret       string
	}

	// Said is an announcement of a rule in its own words.
	Said struct {
		Text string
		Rule int
	}

	// Failure is a clause that could not be run.
	Failure struct {
		Rule int
		Name string
		Why  string
	}

	// Passed tells that a turn ended without a vote: How is "forfeited",
	// "removed" or "passed", or "voted", when the vote had ended before and the
	// turn had to wait for something to be settled.
	Passed struct {
		Frame
		By           string // the organiser who removed the mover, "" for none
		Why          string
		Name         string // whose turn it was
		Mine         bool   // the reader's
		Away         bool   // the mover is away
		How          string
		Number       int // of the proposal that was withdrawn with it, or 0
		Mover        string
		ProposeBy    time.Time
		CircuitEnded int
		Majority     bool
		Die          string // what the next turn's die is committed to, "" when there is none
		Throws       []Throw
		Awards       []Award
		Said         []Said
		Repealed     []int // rules that repealed themselves
	}
)

func (YourTurn) file() string { return "yourturn" }
func (Proposal) file() string { return "proposal" }
func (Ballot) file() string   { return "ballot" }
func (Reminder) file() string { return "reminder" }
func (Waiting) file() string  { return "waiting" }
func (Result) file() string   { return "result" }
func (Passed) file() string   { return "passed" }
