package templates

import "time"

// The letters that tell how the game stands, and what stands in them.
type (
	// RuleLine is a rule as it stands.
	RuleLine struct {
		Number  int
		Was     []int
		Mutable bool
		Title   string
		Text    string
		Clause  string
		Differs bool
		History []int  // proposals that amended or transmuted it
		Note    string // "majority" when Rule 203's change has happened

		// Of a rule that keeps its number: how often it was amended, its power ("" where
		// rules have none), what was done to it, oldest first and never nothing, and
		// what was ruled about it.
		Revision    int
		Power       string
		Deeds       []RuleDeed
		Annotations []Annotation
	}

	// RuleDeed is one thing that was done to a rule: "enacted", "re-enacted", "amended"
	// (for the Nth time), "retitled", "power", "transmuted", "repealed", or "initial",
	// when the rule was there from the start. Proposal is 0 for none.
	RuleDeed struct {
		What     string
		Nth      int
		Power    string
		Proposal int
		Author   string
		At       time.Time
	}

	// Annotation is a ruling about a rule. Ruling is as in [Ruling].
	Annotation struct {
		Case   int
		Ruling string
		Text   string
	}

	// Section is a category of a ruleset, "" for the rules that have none.
	Section struct {
		Name  string
		Rules []RuleLine
	}

	// Score is one line of the scores, in turn order.
	Score struct {
		Name        string
		Points      string
		Provisional string // how many of them are provisional, "" for none
		State       string // "playing", "inactive", "forfeited", "removed"
		Mover       bool
	}

	// Digest is the ruleset with what has changed.
	Digest struct {
		Frame
		Full      bool
		At        time.Time // the ruleset as it stood then; zero for now
		Changed   []Changed // since Since
		Since     time.Time
		Rules     []RuleLine
		Sections  []Section // the same, where the ruleset is shown by categories; else nil
		Repealed  []RuleLine
		Questions []Question // all, with their rulings
		Scores    []Score    // nil where nobody has any
		SumsOf    int        // the proposal of the last turn
		Sums      []Award    // what that turn brought
		Status    Standing
		One       int    // only this rule, 0 for all
		Afoot     *Afoot // of a game without turns; nil of others
	}

	// Changed is one change of the ruleset.
	Changed struct {
		Proposal int
		Kind     string
		Rule     int
		Was      int
		Title    string
		Old, New string
	}

	// Standing is whose turn it is and what is waited for.
	Standing struct {
		Status   string // "waiting", "running", "paused", "won", "ended"
		Phase    string // "propose", "debate", "vote", "judgment", "consent"
		Turn     int
		Circuit  int
		Mover    string
		Number   int // of the proposal in debate or voted on
		Title    string
		Until    time.Time
		Since    time.Time // the deadline that was, when it waits for an answer until Until
		Awaited  []string
		IfSilent string
		Why      string // of a pause
		Winners  []string
		Goal     string
		// Unreachable are those to whom no letter gets through.
		Unreachable []string
		Marked      []Marked   // rules whose text and clause may disagree
		Disputed    []Disputed // what somebody says is wrong, not settled yet
		Claims      []Claimed  // of error in resolutions, not answered yet
		Away        []Absence
		Inactive    []string
	}

	// StatusReport answers "status" and "scores".
	StatusReport struct {
		Frame
		Scores    []Score
		Status    Standing
		Open      []Offer
		Listed    []Listed   // the same in a game without turns
		Afoot     *Afoot     // of a game without turns; nil of others
		Questions []Question // those before a Judge
		Sealed    Sealed
		Opened    string // of one proposal whose sealed vote is over, as in Result
		Lists     []ListLine
	}

	// ListLine is a mailing list of the game. Role is "actions", "reports" or "talk".
	ListLine struct{ Address, Role string }

	// History answers "history": every proposal in a line.
	History struct {
		Frame
		Proposals []Past
		Questions []Question // all, with their rulings
	}

	// Past is one decided proposal.
	Past struct {
		Number       int
		Proposer     string
		Kind         string // as in [Listed.Kind]
		Rule         int
		Count        int // parts
		Title        string
		Status       string
		Favour, Cast int64
		Points       string
		Claims       []Claimed // of error in its resolution
	}
)

func (Digest) file() string       { return "digest" }
func (StatusReport) file() string { return "status" }
func (History) file() string      { return "history" }
