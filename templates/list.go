package templates

import (
	"slices"
	"time"
)

type (
	// Distribution gives proposals that waited their numbers, and asks for votes
	// on them: a table, then the texts. Ballots are the options there are;
	// Skipped are numbers that were passed over.
	Distribution struct {
		Frame
		Nth     int
		Listed  []Listed
		Voters  []string
		Closes  time.Time // zero: no deadline
		Ballots []string
		First   bool // of two ballots of one voter the first counts
		Skipped []int
	}

	// Habits are what the moderator of a game does with mail, where that is not what
	// every game does. Acts is the list on which alone acts have force, Forum one on
	// which they have it, too; at most one of them is there. With Quiet, receipts go
	// to whoever wants them; with Organiser, the organiser is asked what words mean.
	Habits struct {
		Acts, Forum      string
		Quiet, Organiser bool
	}

	// Listed is a proposal in a table. Index is "" where there are none, Quorum 0.
	Listed struct {
		Number    int
		Title     string
		Proposer  string
		Coauthors []string
		Index     string
		Quorum    int
		Parts     []Part
	}

	// Parts is whose a proposal is and all that it would change, for pages.
	Parts struct {
		Frame
		Listed
	}

	// Part is one rule-change of a proposal. Kind is as in [Offer], or "retitle",
	// "power" or "re-enact". With Edit, Old becomes Text in the rule: Old is ""
	// for a new paragraph, Text for words that go. Doubt is why it could not be
	// made as the rules are, "" where it could.
	Part struct {
		Nth       int
		Kind      string
		Rule      int
		RuleTitle string
		Title     string
		Text      string
		Edit      bool
		Old       string
		Clause    string
		Power     string
		Category  string
		Doubt     string
	}

	// Resolution tells how votes ended that ended together.
	Resolution struct {
		Frame
		Resolved []Resolved
		Away     []Absence
		Inactive []string
		Scores   []Score // nil where nobody has any
		Winners  []string
	}

	// Resolved is one of them. Outcome is "adopted", "rejected" or "no-quorum"; By
	// is the rule that decided. Ratio is "3", "1.5" or "∞"; Popularity is from
	// "−1.00" to "+1.00", "" where nobody was on a side.
	Resolved struct {
		Listed
		Outcome         string
		By              int
		Favour, Against int64
		Ratio           string
		Popularity      string
		Ballots         int64
		Sides           []Side
		Reads           []Read
		Pending         []string // who had not voted
		Lapsed          *No      // adopted, but nothing of it took effect
		Missed          []Missed
		Rules           []RuleLine
		Repealed        []int
		Awards          []Award
		Throws          []Throw
		Said            []Said
		Failed          []Failure
	}

	// Side is who voted one way, each with the votes that counted there.
	Side struct {
		Option string
		Votes  int64
		Voters []SideVoter
	}

	// SideVoter is one of them.
	SideVoter struct {
		Name  string
		Votes int64
	}

	// Read is a ballot that did not say by itself what it came to. Code is
	// "endorsed", "circle", "not-voted" (of the last of Via), "settled",
	// "indeterminate" or "over".
	Read struct {
		Code, Name string
		Via        []string
		Option     string
		Condition  string
	}

	// Missed is a part that could not take effect.
	Missed struct {
		Part int
		No   No
	}
)

// Kind is what a proposal does in a word, for where it has no title: that of its one
// part, as in [Part], or "several".
func (l Listed) Kind() string {
	if len(l.Parts) != 1 {
		return "several"
	}
	return l.Parts[0].Kind
}

// Rule is the rule that its first part is about, 0 for none.
func (l Listed) Rule() int {
	if len(l.Parts) == 0 {
		return 0
	}
	return l.Parts[0].Rule
}

// Count is how many parts it has.
func (l Listed) Count() int { return len(l.Parts) }

func (Distribution) file() string { return "distribution" }
func (Resolution) file() string   { return "resolution" }
func (Parts) file() string        { return "parts" }

// FirstNumber and LastNumber are those of what is distributed.
func (d Distribution) FirstNumber() int { return d.Listed[0].Number }
func (d Distribution) LastNumber() int  { return d.Listed[len(d.Listed)-1].Number }

// Numbers are those of all that is distributed, in their order.
func (d Distribution) Numbers() (nums []int) {
	for _, l := range d.Listed {
		nums = append(nums, l.Number)
	}
	return nums
}

// Boxes are the options that can be ticked in an answer to a reminder.
func (r Reminder) Boxes() (all []string) {
	has := []string{"for", "against"}
	if r.Abstain {
		has = append(has, "abstain")
	}
	if r.Vote != nil {
		has = r.Vote.Ballots
	}
	for _, o := range has {
		if o != "endorse" && o != "conditional" { // these say more than a box can
			all = append(all, o)
		}
	}
	return all
}

// Numbers are those of all that was decided, from the lowest up.
func (r Resolution) Numbers() (nums []int) {
	for _, x := range r.Resolved {
		nums = append(nums, x.Number)
	}
	slices.Sort(nums)
	return nums
}

// Adopted says how many of the votes adopted something.
func (r Resolution) Adopted() (n int) {
	for _, x := range r.Resolved {
		if x.Outcome == "adopted" {
			n++
		}
	}
	return n
}

// Only is what was decided alone; a zero one where there were several.
func (r Resolution) Only() Resolved {
	if len(r.Resolved) == 1 {
		return r.Resolved[0]
	}
	return Resolved{}
}
