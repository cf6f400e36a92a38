package rules

// The events of talk among players: no rule looks at them.
type (
	// TalkChosen: How is "ask", "always" or "never", for a player's mails of talk
	// alone.
	TalkChosen struct {
		Player PlayerID `json:"player"`
		How    string   `json:"how"`
	}
	// TalkMuted: the player wants no talk of the others, or wants it again.
	TalkMuted struct {
		Player PlayerID `json:"player"`
		Muted  bool     `json:"muted"`
	}
	// TalkGathered: the player gets the talk of the others in one letter from now
	// on, or each at once again.
	TalkGathered struct {
		Player   PlayerID `json:"player"`
		Gathered bool     `json:"gathered"`
	}
	// TalkPassed: what a player wrote to the others went to them. The words stay
	// in the mail, so that they can be withheld with it: Mail is its hash, and
	// Words is the hash of what was passed on. Proposal is what it was about, 0
	// for the game.
	TalkPassed struct {
		Player   PlayerID   `json:"player"`
		Proposal ProposalID `json:"proposal,omitempty"`
		Mail     string     `json:"mail"`
		Words    string     `json:"words"`
	}
)

func (TalkChosen) event()   {}
func (TalkMuted) event()    {}
func (TalkGathered) event() {}
func (TalkPassed) event()   {}
