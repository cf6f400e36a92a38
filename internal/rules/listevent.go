package rules

import "time"

// The events of a game without turns: see docs/lists.md.
type (
	// TurnsStopped: it is nobody's turn any more, and everyone may propose.
	TurnsStopped struct{}
	// ProposalPooled: a proposal waits, without a number, until it is
	// distributed. Its text is final. Index is 0 where the rules know none.
	ProposalPooled struct {
		Proposal  ProposalID `json:"proposal"`
		Proposer  PlayerID   `json:"proposer"`
		Title     string     `json:"title,omitempty"`
		Coauthors []PlayerID `json:"coauthors,omitempty"`
		Index     Ratio      `json:"index,omitzero"`
		Changes   []Change   `json:"changes"`
		At        time.Time  `json:"at,omitzero"` // when it was made, of one that was taken over from elsewhere
	}
	// ProposalsDistributed: proposals of the pool have got their numbers, and
	// the votes on all of them have begun. Nth counts the distributions. Skipped
	// are the numbers passed over since the last, because rules bear them.
	ProposalsDistributed struct {
		Nth       int           `json:"nth"`
		Proposals []Distributed `json:"proposals"`
		Voters    []PlayerID    `json:"voters"`
		Closes    time.Time     `json:"closes,omitzero"`
		Skipped   []int         `json:"skipped,omitempty"`
		At        time.Time     `json:"at,omitzero"` // as in [ProposalPooled]
	}
	// OfficerPosted: in a game that is followed an officer has posted something
	// official. Kind is "distribution", "resolution", "ruleset" or "unclear";
	// Mail is the hash of the mail.
	OfficerPosted struct {
		Kind string `json:"kind"`
		Mail string `json:"mail"`
	}
	// BallotRefused: in a game that is followed somebody's ballot had no force.
	// It is kept because an officer may have counted it. Code is the refusal's;
	// Voter is "" for a stranger, whose name From and Name tell.
	BallotRefused struct {
		Proposal ProposalID `json:"proposal,omitempty"`
		Number   int        `json:"number"`
		Voter    PlayerID   `json:"voter,omitempty"`
		From     string     `json:"from,omitempty"`
		Name     string     `json:"name,omitempty"`
		Option   Option     `json:"option,omitempty"`
		Words    string     `json:"words"`
		Code     string     `json:"code"`
	}
	// PartSkipped: a part of an adopted proposal, counted from 1, could not take
	// effect as it stands. The others did.
	PartSkipped struct {
		Proposal ProposalID `json:"proposal"`
		Part     int        `json:"part"`
		Refusal  Refusal    `json:"refusal"`
	}
	// VotesWeighed: when the vote was counted these voters had other votes than
	// when they voted (Rule 207).
	VotesWeighed struct {
		Proposal ProposalID         `json:"proposal"`
		Votes    map[PlayerID]int64 `json:"votes"`
	}
	// ConditionsAsked: the votes on these are over, and what the conditions in
	// some ballots come to must be told by an organiser, until Until at the
	// latest.
	ConditionsAsked struct {
		Proposals []ProposalID `json:"proposals"`
		Until     time.Time    `json:"until"`
	}
	// ConditionSettled: a conditional ballot comes to Option.
	ConditionSettled struct {
		Proposal ProposalID `json:"proposal"`
		Voter    PlayerID   `json:"voter"`
		Option   Option     `json:"option"`
		Why      string     `json:"why,omitempty"`
	}
)

// Distributed is a proposal that has got its number. Quorum is how many must
// vote on it at least, by the rule QuorumBy: 0 where no rule says so.
type Distributed struct {
	Proposal ProposalID `json:"proposal"`
	Number   int        `json:"number"`
	Quorum   int        `json:"quorum,omitempty"`
	QuorumBy int        `json:"quorum_by,omitempty"`
}

func (TurnsStopped) event()         {}
func (ProposalPooled) event()       {}
func (ProposalsDistributed) event() {}
func (OfficerPosted) event()        {}
func (BallotRefused) event()        {}
func (PartSkipped) event()          {}
func (VotesWeighed) event()         {}
func (ConditionsAsked) event()      {}
func (ConditionSettled) event()     {}
