package rules

import "time"

// The events of deadlines, wins and of what waits for a person.
type (
	// DeadlineMoved: Of is "propose", "debate", "vote" or "judgment".
	DeadlineMoved struct {
		Of       string     `json:"of"`
		Proposal ProposalID `json:"proposal,omitempty"`
		To       time.Time  `json:"to"`
		Why      string     `json:"why,omitempty"`
		Judgment int        `json:"judgment,omitempty"`
		Down     bool       `json:"down,omitempty"` // because the last reminder could not be given in time
		Away     []PlayerID `json:"away,omitempty"` // because these were away when it came
	}
	// DeadlineWaits: the deadline has come, and until Until at the latest it
	// waits for the answers to questions. Of is as in [Hold].
	DeadlineWaits struct {
		Of       string     `json:"of"`
		Proposal ProposalID `json:"proposal,omitempty"`
		Until    time.Time  `json:"until"`
		Held     []int      `json:"held"`
	}
	// Reminded: Players were reminded of a deadline. Nth counts from 1; Late
	// is after the deadline.
	Reminded struct {
		Of       string     `json:"of"`
		Proposal ProposalID `json:"proposal,omitempty"`
		Players  []PlayerID `json:"players"`
		Nth      int        `json:"nth"`
		Late     bool       `json:"late,omitempty"`
		Judgment int        `json:"judgment,omitempty"`
		Claim    int        `json:"claim,omitempty"` // of "claim": the organiser is reminded
	}
	// GameWon by Rule; Why is set when a person settled who won.
	GameWon struct {
		Players []PlayerID `json:"players"`
		Rule    int        `json:"rule"`
		Why     string     `json:"why,omitempty"`
	}
	// WinDisputed: several reached the goal at once, and a Judge must say who
	// won.
	WinDisputed struct {
		Players []PlayerID `json:"players"`
		Rule    int        `json:"rule"`
	}
	// WinAwaits: players reached the goal with points that may be taken away
	// again, so the win waits until the Rules are settled. Step and Done are as
	// in [ClauseFailed]. Without players nothing waits any more.
	WinAwaits struct {
		Players []PlayerID `json:"players,omitempty"`
		Rules   []int      `json:"rules,omitempty"`
		Step    string     `json:"step,omitempty"`
		Done    []int      `json:"done,omitempty"`
		// Proposal is as in [ClauseFailed].
		Proposal ProposalID `json:"proposal,omitempty"`
	}
	// RoundBegan: after a win the game goes on with no points and a new order.
	// Rules are nil when the rules stay.
	RoundBegan struct {
		Round int    `json:"round"`
		Rules []Rule `json:"rules,omitempty"`
	}
	// GameEnded without a winner.
	GameEnded struct {
		Why string `json:"why,omitempty"`
	}
	// WordsHeld: something that a player wrote waits for a person.
	WordsHeld struct {
		Held   int      `json:"held"`
		Player PlayerID `json:"player,omitempty"`
		From   string   `json:"from,omitempty"`
		Text   string   `json:"text"`
		Reason string   `json:"reason"`
		// Answers are likely ones, ready to be sent back by number.
		Answers []string `json:"answers,omitempty"`
		// First is the number of the first answer, 0 for 1: the answers to all
		// questions of one letter are numbered through.
		First    int        `json:"first,omitempty"`
		Of       string     `json:"of,omitempty"` // what waits for the answer: see [Hold]
		Proposal ProposalID `json:"proposal,omitempty"`
		Since    time.Time  `json:"since,omitzero"` // of the first mail, when this asks again
		// Mail is the hash of a mail that is heard anew when the answer says so,
		// because it is not sure whose it is, or whether it is meant.
		Mail string `json:"mail,omitempty"`
		// Entry is the entry of the record that a dispute is about, 0 for none.
		Entry uint64 `json:"entry,omitempty"`
		// Foretold is a digest of what a yes would change, as it was told.
		Foretold string `json:"foretold,omitempty"`
	}
	// HeldSettled ends it. Expired says that no answer came in time; How is
	// else what the words meant, [DroppedHeld] or [AskedAgain].
	HeldSettled struct {
		Held    int    `json:"held"`
		How     string `json:"how"`
		Expired bool   `json:"expired,omitempty"`
	}
	// AddressFailed: letters to an address of a player come back for good. Why
	// has the words of the server that sent them back.
	AddressFailed struct {
		Player  PlayerID `json:"player"`
		Address string   `json:"address"`
		Why     string   `json:"why,omitempty"`
	}
	// AddressWorks: a mail came from an address that had failed.
	AddressWorks struct {
		Player  PlayerID `json:"player"`
		Address string   `json:"address"`
	}
	// Undone: the game goes back to what it was before the entry, and the
	// entries that follow this one tell anew what came after it.
	Undone struct {
		Entry uint64 `json:"entry"`
		Why   string `json:"why,omitempty"`
		Held  int    `json:"held,omitempty"` // the last question's number: none is given twice
		// Instead are words that the same player is taken to have sent in its
		// place, "" for none.
		Instead string   `json:"instead,omitempty"`
		Player  PlayerID `json:"player,omitempty"` // whose words
		// Right are ballots on Proposal that are counted in the entry's place, which
		// then is told anew like those behind it: see [BallotsPutRight]. Claims is the
		// last claim's number, so that none is given twice.
		Right    []RightBallot `json:"right,omitempty"`
		Proposal ProposalID    `json:"proposal,omitempty"`
		Claims   int           `json:"claims,omitempty"`
		// Seals are those of sealed ballots that are in the game no longer.
		Seals []UndoneSeal `json:"seals,omitempty"`
	}
)

func (DeadlineMoved) event() {}
func (DeadlineWaits) event() {}
func (Reminded) event()      {}
func (GameWon) event()       {}
func (WinDisputed) event()   {}
func (WinAwaits) event()     {}
func (RoundBegan) event()    {}
func (GameEnded) event()     {}
func (WordsHeld) event()     {}
func (HeldSettled) event()   {}
func (AddressFailed) event() {}
func (AddressWorks) event()  {}
func (Undone) event()        {}
