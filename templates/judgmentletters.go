package templates

import "time"

// The letters of Judgment and of what was counted otherwise, and what stands in them.
type (
	// End is when the vote on a proposal ends.
	End struct {
		Number int
		At     time.Time
	}

	// Difference is one thing that an undo changes. Kind is "points" (Was, Is),
	// "plays", "gone", "rule-back", "rule-other", "rule-gone" (Number), "vote-back",
	// "vote-other", "vote-gone" (of Name on Number), "proposal-debate",
	// "proposal-voting", "proposal-adopted", "proposal-defeated",
	// "proposal-withdrawn", "proposal-gone", "proposal-parts" (other ones take
	// effect), "turn" (Number of Name; it was Former
	// of Other), "game-running", "game-paused" or "game-ended".
	Difference struct {
		Kind           string
		Name, Other    string
		Number, Former int
		Was, Is        string
	}

	// Disputed is an open dispute: Entry is 0 where it is not known what it is
	// about.
	Disputed struct {
		Number int
		Name   string
		Entry  uint64
	}

	// Judgment is news of a question that is a Judge's to decide (Rule 212). Code
	// is "invoked", "judge" (there is a new one), "ruled", "against" (Name would
	// overrule), "held" (the next turn waits for consent), "freed" or "due" (a
	// reminder).
	Judgment struct {
		Frame
		Question
		Code      string
		Mine      bool      // the reader is the Judge
		RuleBy    time.Time // zero: no deadline
		Late      bool
		IfSilent  string // "wait" or "next": what a silent Judge's deadline does
		How       string // the last Judge was "overruled", "silent", "forfeited" or "removed"
		Name      string
		StandsBy  time.Time // until when the ruling can be overruled at least; zero: until the next turn begins
		Lacking   []string  // who has not voted to overrule
		Mover     string    // who moves next
		Wanting   []string  // on whom the next turn waits
		Wanted    bool      // the reader is one of them
		Silence   bool      // silence is consent
		ProposeBy time.Time
		Rule      int // the number that Rule 212 bears now
	}

	// Question is a Judgment. About is "clause", "win" or "awards" where the game
	// itself asks because it cannot go on. With "awards" Text is that of the rule
	// on which the win of the Rivals depends.
	Question struct {
		Number  int
		About   string
		Text    string
		By      string
		Judge   string
		Turn    int
		Ruling  Ruling
		Earlier []Ruling // overruled ones
		Closed  string
		Wins    string   // who wins if a paradox stands, or ""
		WinsBy  int      // of a case: the rule that says so
		Clause  Failure  // what the game asks about
		Program string   // that clause
		Rivals  []string // the same

		// Case says that it is a call for judgment, whose Judge was found by
		// rotation: Text is its statement, Judge "" for the organiser, and Earlier
		// are rulings that were reconsidered, because of what was Asked.
		Case      bool
		Arguments string
		Evidence  string
		Barred    []string
		Asked     []Asking
	}

	// Asking is a player's word that a ruling should be thought over.
	Asking struct{ Name, Text string }

	// Ruling is what a Judge found: "true", "false" or "paradox", or on a case
	// "irrelevant", "insufficient", "paradoxical" or "dismiss"; "" for nothing yet.
	// Rules are those that a ruling on a case is about.
	Ruling struct {
		Judge   string
		Ruling  string
		Reasons string
		At      time.Time
		Rules   []int
	}
)

func (Judgment) file() string   { return "judgment" }
func (Correction) file() string { return "correction" }
