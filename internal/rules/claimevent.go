package rules

import "time"

// The events of claims that a resolution was counted wrong.
type (
	// ClaimMade: a player says what is wrong with the resolution of a proposal.
	// Until AnswerBy the organiser is not reminded: zero for never.
	ClaimMade struct {
		Claim    int        `json:"claim"`
		Proposal ProposalID `json:"proposal"`
		Player   PlayerID   `json:"player"`
		Words    string     `json:"words"`
		AnswerBy time.Time  `json:"answer_by,omitzero"`
	}
	// ClaimsSettled: an organiser has answered claims. How is [Denied] or [Upheld].
	ClaimsSettled struct {
		Claims []int  `json:"claims"`
		How    string `json:"how"`
		Why    string `json:"why,omitempty"`
	}
	// BallotsPutRight: when the vote on a proposal is counted, these voters'
	// ballots are taken to be these, whatever was read. It stands where a count
	// was undone, ahead of the new one.
	BallotsPutRight struct {
		Proposal ProposalID    `json:"proposal"`
		Ballots  []RightBallot `json:"ballots"`
	}
)

// RightBallot is what a voter's ballot should have been: none where Gone.
type RightBallot struct {
	Voter  PlayerID `json:"voter"`
	Ballot Ballot   `json:"ballot,omitzero"`
	Gone   bool     `json:"gone,omitempty"`
}

func (ClaimMade) event()       {}
func (ClaimsSettled) event()   {}
func (BallotsPutRight) event() {}
