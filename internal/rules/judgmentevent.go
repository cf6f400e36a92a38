package rules

import "time"

// The events of Judgment (Rules 212, 213).
type (
	// JudgmentInvoked by a player, or, with About "clause", "win" or "awards", by the game
	// itself, which cannot go on. Turn and Mover are those that it concerns.
	JudgmentInvoked struct {
		Judgment int       `json:"judgment"`
		Question string    `json:"question,omitempty"`
		About    string    `json:"about,omitempty"`
		By       PlayerID  `json:"by,omitempty"`
		Turn     int       `json:"turn"`
		Mover    PlayerID  `json:"mover"`
		Judge    PlayerID  `json:"judge"`
		RuleBy   time.Time `json:"rule_by,omitzero"`
	}
	// JudgeAppointed in the place of another. How is "overruled", "silent",
	// "forfeited" or "removed".
	JudgeAppointed struct {
		Judgment int       `json:"judgment"`
		Judge    PlayerID  `json:"judge"`
		How      string    `json:"how"`
		RuleBy   time.Time `json:"rule_by,omitzero"`
	}
	// RulingGiven: Ruling is "true", "false" or "paradox". At StandsBy silence
	// lets it stand, where silence counts.
	RulingGiven struct {
		Judgment int       `json:"judgment"`
		Judge    PlayerID  `json:"judge"`
		Ruling   string    `json:"ruling"`
		Reasons  string    `json:"reasons"`
		StandsBy time.Time `json:"stands_by,omitzero"`
	}
	// OverruleVoted: one of the other players is against the ruling.
	OverruleVoted struct {
		Judgment int      `json:"judgment"`
		Player   PlayerID `json:"player"`
	}
	// RulingOverruled: all other players are. What it settled stays as it is
	// until somebody settles it otherwise.
	RulingOverruled struct {
		Judgment int      `json:"judgment"`
		Judge    PlayerID `json:"judge"`
	}
	// ConsentGiven: the next turn may begin as far as these players are
	// concerned; Assumed, by their silence.
	ConsentGiven struct {
		Players []PlayerID `json:"players"`
		Assumed bool       `json:"assumed,omitempty"`
	}
	// TurnHeld: its mover may not propose while Judgment stands.
	TurnHeld struct {
		Turn int `json:"turn"`
	}
	// TurnFreed: the mover may propose after all.
	TurnFreed struct {
		Turn      int       `json:"turn"`
		ProposeBy time.Time `json:"propose_by,omitzero"`
	}
	// JudgmentClosed: How is "consent" (the next turn has begun), "settled",
	// "paradox" or "round".
	JudgmentClosed struct {
		Judgment int    `json:"judgment"`
		How      string `json:"how"`
	}
)

func (JudgmentInvoked) event() {}
func (JudgeAppointed) event()  {}
func (RulingGiven) event()     {}
func (OverruleVoted) event()   {}
func (RulingOverruled) event() {}
func (ConsentGiven) event()    {}
func (TurnHeld) event()        {}
func (TurnFreed) event()       {}
func (JudgmentClosed) event()  {}
