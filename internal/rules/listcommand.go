package rules

import "time"

// The commands of games without turns: see docs/lists.md.
type (
	// Distribute gives the proposals in the pool their numbers and opens the
	// votes on them.
	Distribute struct{}

	// DistributeAs says that an officer of a game that is followed has given
	// these proposals of the pool these numbers. Others stay there.
	DistributeAs struct{ Numbers []Numbering }

	// DoubtReport is a player's word that something in a report is wrong.
	DoubtReport struct {
		Report int
		Words  string
	}

	// SettleReport is an organiser's answer to doubts: How is [ReportStands] or
	// [ReportAgain].
	SettleReport struct {
		Report int
		How    string
		Why    string
	}

	// SettleCondition tells what the condition in a voter's ballot comes to, once
	// the vote is over: [For], [Against] or [Present].
	SettleCondition struct {
		Proposal int
		Voter    PlayerID
		Option   Option
		Why      string
	}

	// ClaimError is a player's claim that the resolution of a proposal was counted
	// wrong. Claim is its number when it is told anew after an undoing; 0 is the next.
	ClaimError struct {
		Proposal int
		Words    string
		Claim    int
	}

	// SettleClaims is an organiser's answer to claims: How is [Denied] or [Upheld].
	SettleClaims struct {
		Claims []int
		How    string
		Why    string
	}

	// PutRight says what ballots on a proposal should have been, ahead of the count
	// that follows. It is given only where a count was undone.
	PutRight struct {
		Proposal int
		Ballots  []RightBallot
	}

	// ExtendVotes moves the ends of votes that run side by side: of the Proposals, or
	// of all that were in the distribution of that number. Each ends at To, or as
	// much later as By says, "7d".
	ExtendVotes struct {
		Proposals    []int
		Distribution int
		To           time.Time
		By           string
		Why          string
	}
)

func (Distribute) command()      {}
func (DoubtReport) command()     {}
func (SettleReport) command()    {}
func (SettleCondition) command() {}
func (ClaimError) command()      {}
func (SettleClaims) command()    {}
func (PutRight) command()        {}
func (ExtendVotes) command()     {}
func (DistributeAs) command()    {}
