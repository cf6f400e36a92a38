package rules

import "time"

// PlayerID names a player for ever: "p1" is whoever joined first.
type PlayerID string

// ProposalID names a proposal for ever: 1 is the first that was ever made in
// the game. Its number (301, ...) is an attribute given by [ProposalNumbered],
// because a proposal need not have one yet.
type ProposalID int

// Event is something that happened in a game. Events are facts: they are
// applied, never checked. Their kinds and fields are written to disk and kept
// for ever, so none is renamed; a new meaning is a new kind.
//
//sumtype:decl
type Event interface{ event() }

// Ballot is what one voter said of one proposal.
type Ballot struct {
	Option  Option `json:"option"`
	Weight  int64  `json:"weight"`            // votes it stands for (Rule 207)
	Source  string `json:"source,omitempty"`  // the voter's own words
	Nonce   string `json:"nonce,omitempty"`   // see [Vote]
	Assumed string `json:"assumed,omitempty"` // "silence", "proposer" or "claim" (see [BallotsPutRight]): nobody said it
	// Since is the official time of the mail that first said it, when a question
	// had to be answered before it could count.
	Since time.Time `json:"since,omitzero"`
	Seal  string    `json:"seal,omitempty"` // see [Seal]: its key is Nonce; "" where votes are not sealed
	// Endorsed is whose ballot this one follows, of an [Endorse].
	Endorsed PlayerID `json:"endorsed,omitempty"`
	// Condition is a [Conditional] ballot in the voter's own words, and Settled
	// what it came to when the vote was over: "" before that.
	Condition string `json:"condition,omitempty"`
	Settled   Option `json:"settled,omitempty"`
	// Parts are the votes of a ballot that divides them: see [Part].
	Parts []Part `json:"parts,omitempty"`
}

// Part is some of a voter's votes, where a voter may divide them.
type Part struct {
	Option Option `json:"option"` // [For], [Against] or [Present]
	Votes  int64  `json:"votes"`
}

// Change is a rule-change as it is voted on: its text is whole and its rule is
// named by the number that the rule bore when the proposal was made. Of one
// that amends an amendment the text is the amendment's, as if it had said that
// (see [Game.Outcome] for the rule's); of one that repeals an amendment it is
// the rule's as it will read.
type Change struct {
	Kind        Kind   `json:"kind"`
	Rule        int    `json:"rule,omitempty"` // 0 for an enactment
	Amendment   int    `json:"amendment,omitempty"`
	Title       string `json:"title,omitempty"`
	Text        string `json:"text,omitempty"`
	Clause      string `json:"clause,omitempty"`
	KeepsClause bool   `json:"keeps_clause,omitempty"` // no clause was offered: the old one stays
	// Edit is made on whatever the text is when the change takes effect, where
	// several proposals are voted on side by side.
	Edit  *Edit `json:"edit,omitempty"`
	Power Ratio `json:"power,omitzero"` // of the new rule, or which an old one gets
	// Category is that of a new rule: see [Rule].
	Category string `json:"category,omitempty"`
}

// Tally is a vote counted.
type Tally struct {
	Voters  int64 `json:"voters"`
	Favour  int64 `json:"favour"`
	Against int64 `json:"against"`
	Abstain int64 `json:"abstain"`
	Cast    int64 `json:"cast"` // favour and against
	// Ballots is how many voters have voted, each counted once, where the rules
	// have a quorum.
	Ballots int64 `json:"ballots,omitempty"`
}
