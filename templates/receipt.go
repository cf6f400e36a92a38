package templates

import "time"

// The answer to a mail, item by item.
type (
	// Receipt answers a mail that carried or seemed to carry a command.
	Receipt struct {
		Frame
		Name      string // of the sender; "" for a stranger
		Items     []Item
		Aside     []Item        // quotations that held a command, and the like
		At        time.Time     // official time
		Before    time.Duration // until the deadline it was about; 0 when none
		Entry     uint64
		Hash      string
		Until     time.Time // "reply to change it until"
		Sealed    Sealed
		EnteredBy string // the organiser who entered it for the reader, or ""
		SettledBy string // the organiser who settled a question that the reader was asked, or ""
		Weaker    string // how sure it is that the mail is the reader's, where it was surer of the last ones; else ""
	}

	// Item is one fragment of a mail and what became of it.
	Item struct {
		Words    string   // the author's own
		Did      string   // "voted", "changed", "same", "withdrew-vote", "proposed", "revised", "withdrew", "opened", "opens-later", "opens-answered", "joined", "forfeited", "settled", ...
		No       *No      // it was refused
		Held     string   // it is held: a code of parser.Reasons
		Answers  []string // for a held one: what to send back
		First    int      // the number of the first answer
		Why      string   // set aside: "quoted", "signature", ...
		Proposal int
		Option   string
		Was      string // the option before
		Rule     int    // the number the rule bears now, when an old one was used
		Said     int    // the old number that was used
		Over     bool   // the vote is over with it
		At       time.Time
		Since    time.Time // of the first mail, when what it said was settled after the deadline
		Number   int       // of what is held
		Name     string
		// Suggested are clauses that a proposal's words may want; nil for none.
		Suggested *Suggested
		Entry     uint64       // of the record, of an undo
		Deed      Deed         // what that entry is
		Seat      *Seat        // that a stranger is asked to take, nil for none
		Undoes    []Difference // what it would change
		Again     bool         // since it was asked before, that has become something else
		Hat       bool         // a player did this as the organiser
		Files     bool         // what the mail brought beside its words was left out
		Missed    []Missed     // of a proposal: the parts that could not take effect now
		Listed    *Listed      // a proposal that waits, as it was read; nil for others
		Cast      *Cast        // a ballot that is more than its option; nil for others
		Holds     bool         // the first ballot counts: another one must take it back in so many words
	}

	// Cast is what a ballot says besides its option: whom it endorses, on what it
	// depends in its voter's words, or how many votes go to which side.
	Cast struct {
		Endorsed  string
		Condition string
		Parts     []CastPart
	}

	// CastPart is some of a voter's votes.
	CastPart struct {
		Option string
		Votes  int64
	}

	// Seat is a player's seat in the eyes of somebody who is asked to take it over.
	Seat struct {
		By     string // the organiser who asks
		Why    string
		Points string
		Others []string // who play besides
	}

	// Deed is what an entry of the record is to people. Kind is "vote" (of Name on
	// Number), "proposal" (Number of Name), "result" (of Number), or "" for
	// something else.
	Deed struct {
		Kind   string
		Name   string
		Number int
	}

	// No is a refusal: see rules.Refusal.
	No struct {
		Code     string
		Rule     int
		Proposal int
		Number   int
		Now      int
		Limit    int
		Player   string
		At       time.Time
		Text     string
		Hint     string
		Open     []int
	}
)

func (Receipt) file() string { return "receipt" }
