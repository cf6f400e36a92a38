package rules

import "time"

// Command is something that somebody asks the game to do. [Decide] answers it
// with events or a [Refusal].
//
//sumtype:decl
type Command interface{ command() }

// By is who gives a command: a player, the organiser, or, when it is zero, a
// stranger or the clock.
type By struct {
	Player    PlayerID
	Organiser bool
}

// Option is what a ballot says.
type Option string

// The options of a ballot in Suber's game. Withdrawn is no vote: it takes an
// earlier vote back.
const (
	For       Option = "for"
	Against   Option = "against"
	Abstain   Option = "abstain"
	Withdrawn Option = "withdrawn"
)

// The options that the rules of a game without turns may allow besides: see the
// name vote_options.
const (
	Present     Option = "present"     // on neither side, and there for the quorum
	Endorse     Option = "endorse"     // whatever another voter's ballot says in the end
	Conditional Option = "conditional" // what its condition comes to when the vote is over
)

// Kind is the kind of a rule-change (Rule 103).
type Kind string

// The rule-changes of Rule 103.
const (
	Enact     Kind = "enact"
	Amend     Kind = "amend"
	Repeal    Kind = "repeal"
	Transmute Kind = "transmute"
)

// The rule-changes that rules with titles of their own, with power, and with
// numbers that they keep have besides.
const (
	Retitle Kind = "retitle"
	Repower Kind = "power"
	Reenact Kind = "re-enact"
)

// Draft is a rule-change as a player writes it: rule numbers may be former
// ones, and an amendment may be written as an edit of the text in force.
type Draft struct {
	Kind      Kind   `json:"kind"`
	Rule      int    `json:"rule,omitempty"`      // 0 for an enactment
	Amendment int    `json:"amendment,omitempty"` // of Rule, when the change is about an amendment
	Title     string `json:"title,omitempty"`
	Text      string `json:"text,omitempty"`
	Clause    string `json:"clause,omitempty"`
	Edit      *Edit  `json:"edit,omitempty"`
	Power     Ratio  `json:"power,omitzero"`     // of a new rule, or the new one of an old rule
	Category  string `json:"category,omitempty"` // of a new rule
}

// Edit is an amendment that names only what changes. Old is empty for text to
// be appended as a new paragraph; New is empty for text to be deleted.
type Edit struct {
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`
}

// The commands that the moderator gives itself, and the clock's.
type (
	// Hold keeps a player's words for a person to decide about.
	Hold struct {
		Player PlayerID
		From   string // address
		Text   string // the words
		Reason string // a code of the parser or of the moderator
		// Answers are likely ones, ready to be sent back by number; First is the
		// number of the first, 0 for 1.
		Answers []string
		First   int
		// Held is its number when this is told anew after an undoing; 0 is the next.
		Held int
		// Of is what the words may be about, [OfVote] or [OfDebate] with the
		// number of the proposal, or [OfProposal]: its deadline waits for the
		// answer. Or it is [OfClause], with the number of the sender's proposal.
		Of       string
		Proposal int
		Mail     string // see [WordsHeld]
		Entry    uint64 // the same
		Foretold string // the same
	}
	// Late does what a mail of an earlier time said that had to be confirmed
	// first: a vote counts as of Since.
	Late struct {
		Since   time.Time
		Command Command
	}
	// Pending proposes or revises something about whose clause the proposer is
	// asked at once. Where there is no time for debate, the vote waits for the
	// answer, a day at most.
	Pending struct{ Command Command }
	// Answer says what held words meant: Command is done for their author, a
	// vote as of the time of the mail that they stood in. How tells it in words.
	Answer struct {
		Held    int
		How     string
		Command Command
	}
	// FailAddress says that letters to an address of a player come back, and
	// HearFrom that there is mail from it, by which the player is not silent. Neither is anybody's move: they are
	// kept in the game so that its letters find their way.
	FailAddress struct {
		Player  PlayerID
		Address string
		Why     string
	}
	HearFrom struct {
		Player  PlayerID
		Address string
	}
	// Tick lets the clock move the game on. Now is when that really happens, if
	// it may be later than it should; see [Game.NextDeadline].
	Tick struct{ Now time.Time }
)

func (Hold) command()        {}
func (Answer) command()      {}
func (Late) command()        {}
func (Pending) command()     {}
func (FailAddress) command() {}
func (HearFrom) command()    {}
func (Tick) command()        {}
