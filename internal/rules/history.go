package rules

import (
	"slices"
	"time"
)

// Deed is one thing that was done to a rule.
type Deed struct {
	What     string    `json:"what"`               // one of the words below
	Proposal int       `json:"proposal,omitempty"` // the number of the proposal that did it, 0 for none
	At       time.Time `json:"at,omitzero"`
	Power    Ratio     `json:"power,omitzero"` // that the rule got
}

// What may be done to a rule.
const (
	DidEnact     = "enacted"
	DidReenact   = "re-enacted"
	DidAmend     = "amended"
	DidRetitle   = "retitled"
	DidRepower   = "power"
	DidTransmute = "transmuted"
	DidRepeal    = "repealed"
)

// Revisions is how often a rule's text or clause has been amended.
func (r *Rule) Revisions() int {
	n := 0
	for _, d := range r.History {
		if d.What == DidAmend {
			n++
		}
	}
	return n
}

// historyOf is the history of a rule with one deed more, after which it has that
// power of its own.
func (g *Game) historyOf(old *Rule, what string, power Ratio, by ProposalID, at time.Time) []Deed {
	if g.lean && old != nil {
		return old.History
	}
	deed := Deed{What: what, At: at}
	if p := g.at(by); p != nil {
		deed.Proposal = p.Number
	}
	if old == nil {
		return []Deed{deed}
	}
	if what == DidRepower {
		deed.Power = power
	}
	return append(slices.Clip(old.History), deed)
}

// deed says in a word what makes next of old.
func deed(old *Rule, next Rule) string {
	switch {
	case old == nil || old.Text != next.Text || old.Clause != next.Clause:
		return DidAmend
	case old.Title != next.Title:
		return DidRetitle
	case old.Power != next.Power:
		return DidRepower
	}
	return DidAmend
}
