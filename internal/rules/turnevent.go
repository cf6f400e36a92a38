package rules

import "time"

// The events of turns and proposals.
type (
	// CircuitBegan fixes the turn order of a circuit, because the collation of
	// names may differ in later versions.
	CircuitBegan struct {
		Circuit int        `json:"circuit"`
		Order   []PlayerID `json:"order"`
	}
	// TurnBegan: it is Mover's turn to propose, by ProposeBy.
	TurnBegan struct {
		Turn      int       `json:"turn"`
		Mover     PlayerID  `json:"mover"`
		ProposeBy time.Time `json:"propose_by"`
	}
	// ProposalMade: a rule-change was proposed and is in debate. Voting cannot
	// open before OpensAfter and opens by itself at OpensBy.
	ProposalMade struct {
		Proposal   ProposalID `json:"proposal"`
		Turn       int        `json:"turn,omitempty"`
		Proposer   PlayerID   `json:"proposer"`
		Changes    []Change   `json:"changes"`
		OpensAfter time.Time  `json:"opens_after"`
		OpensBy    time.Time  `json:"opens_by"`
	}
	// ProposalNumbered: numbers run on, adopted or not (Rule 108).
	ProposalNumbered struct {
		Proposal ProposalID `json:"proposal"`
		Number   int        `json:"number"`
	}
	// ProposalRevised: the proposer gave it another text in debate (Rule 111).
	ProposalRevised struct {
		Proposal ProposalID `json:"proposal"`
		Changes  []Change   `json:"changes"`
	}
	// ProposalWithdrawn: it will not be voted on. How is "proposer",
	// "forfeited", "removed" or "round", when a win began a new one.
	ProposalWithdrawn struct {
		Proposal ProposalID `json:"proposal"`
		How      string     `json:"how"`
	}
	// OpeningAsked: the proposer ended the debate; voting opens at At, when the
	// least time for debate is over.
	OpeningAsked struct {
		Proposal ProposalID `json:"proposal"`
		At       time.Time  `json:"at"`
	}
	// VotingOpened freezes the text and fixes the voters (Rules 105, 106).
	VotingOpened struct {
		Proposal ProposalID `json:"proposal"`
		Voters   []PlayerID `json:"voters"`
		Closes   time.Time  `json:"closes"`
	}
	// VoteCast: a vote was cast or changed.
	VoteCast struct {
		Proposal ProposalID `json:"proposal"`
		Voter    PlayerID   `json:"voter"`
		Ballot   Ballot     `json:"ballot"`
	}
	// VoteWithdrawn: a voter took a vote back.
	VoteWithdrawn struct {
		Proposal ProposalID `json:"proposal"`
		Voter    PlayerID   `json:"voter"`
	}
	// VoteComplete: everyone has voted; second thoughts end at Closes.
	VoteComplete struct {
		Proposal ProposalID `json:"proposal"`
		Closes   time.Time  `json:"closes"`
	}
	// VotingClosed is the vote as counted. Rule is the rule that decided, 0
	// when none answers and unanimity is the built-in answer. NoQuorum says that
	// too few have voted, so that nothing was decided: Rule is the quorum's.
	VotingClosed struct {
		Proposal ProposalID `json:"proposal"`
		Tally    Tally      `json:"tally"`
		Adopted  bool       `json:"adopted"`
		Rule     int        `json:"rule"`
		NoQuorum bool       `json:"no_quorum,omitempty"`
	}
	// TurnEnded: How is "voted", "forfeited", "removed" or "passed".
	TurnEnded struct {
		Turn  int      `json:"turn"`
		Mover PlayerID `json:"mover"`
		How   string   `json:"how"`
	}
	// CircuitEnded: each player in the order has had a turn.
	CircuitEnded struct {
		Circuit int `json:"circuit"`
	}
)

func (CircuitBegan) event()      {}
func (TurnBegan) event()         {}
func (ProposalMade) event()      {}
func (ProposalNumbered) event()  {}
func (ProposalRevised) event()   {}
func (ProposalWithdrawn) event() {}
func (OpeningAsked) event()      {}
func (VotingOpened) event()      {}
func (VoteCast) event()          {}
func (VoteWithdrawn) event()     {}
func (VoteComplete) event()      {}
func (VotingClosed) event()      {}
func (TurnEnded) event()         {}
func (CircuitEnded) event()      {}
