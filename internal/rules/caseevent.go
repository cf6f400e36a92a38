package rules

import "time"

// The events of cases, which are Judgment by rotation, and of silence: see
// docs/lists.md.
type (
	// CaseCalled: a statement is to be judged. Judge is "" where nobody may: then
	// the case is the organiser's. Rules are those that the statement names.
	CaseCalled struct {
		Judgment  int        `json:"judgment"`
		Statement string     `json:"statement"`
		Arguments string     `json:"arguments,omitempty"`
		Evidence  string     `json:"evidence,omitempty"`
		By        PlayerID   `json:"by"`
		Barred    []PlayerID `json:"barred,omitempty"`
		Rules     []int      `json:"rules,omitempty"`
		Judge     PlayerID   `json:"judge,omitempty"`
		RuleBy    time.Time  `json:"rule_by,omitzero"`
	}
	// CaseAssigned to another Judge, or to the organiser. How is "silent",
	// "unwilling", "inactive", "forfeited" or "removed".
	CaseAssigned struct {
		Judgment int       `json:"judgment"`
		Judge    PlayerID  `json:"judge,omitempty"`
		How      string    `json:"how"`
		RuleBy   time.Time `json:"rule_by,omitzero"`
	}
	// CaseRuled: a case is over. Until Until players may ask for it to be
	// reconsidered; zero when they may not. Rules are those that the ruling is about.
	CaseRuled struct {
		Judgment int       `json:"judgment"`
		Judge    PlayerID  `json:"judge,omitempty"`
		Ruling   string    `json:"ruling"`
		Reasons  string    `json:"reasons"`
		Rules    []int     `json:"rules,omitempty"`
		Until    time.Time `json:"until,omitzero"`
	}
	// ReconsiderationAsked by one player; CaseReopened: by enough.
	ReconsiderationAsked struct {
		Judgment int      `json:"judgment"`
		Player   PlayerID `json:"player"`
		Reasons  string   `json:"reasons"`
	}
	CaseReopened struct {
		Judgment int       `json:"judgment"`
		Judge    PlayerID  `json:"judge,omitempty"`
		RuleBy   time.Time `json:"rule_by,omitzero"`
	}
	// WinInSight: if the ruling on a case stands, the player wins by the rule.
	WinInSight struct {
		Judgment int      `json:"judgment"`
		Player   PlayerID `json:"player"`
		Rule     int      `json:"rule"`
	}
	// RulingStands: a ruling by which a win was in sight can be reconsidered no more.
	RulingStands struct {
		Judgment int `json:"judgment"`
	}
	// JudgingChosen: the player is given cases, or, Unwilling, none.
	JudgingChosen struct {
		Player    PlayerID `json:"player"`
		Unwilling bool     `json:"unwilling,omitempty"`
	}
	// SilenceCounted: from now on it matters how long players are silent, or, Off,
	// no longer.
	SilenceCounted struct {
		Off bool `json:"off,omitempty"`
	}
	// PlayerHeard: there was a mail of the player's, the first of a day.
	PlayerHeard struct {
		Player PlayerID `json:"player"`
	}
	// SilenceWarned: the player was told that more silence makes him or her
	// inactive, or ends the game for him or her: Of is "inactive" or "leaves". It
	// does not come before Until.
	SilenceWarned struct {
		Player PlayerID  `json:"player"`
		Of     string    `json:"of"`
		Until  time.Time `json:"until"`
	}
	// PlayerInactive: How is "silence", "self" or "organiser".
	PlayerInactive struct {
		Player PlayerID `json:"player"`
		How    string   `json:"how"`
		Why    string   `json:"why,omitempty"`
	}
	// PlayerActive again: How is "act", "self", "organiser" or "turns".
	PlayerActive struct {
		Player PlayerID `json:"player"`
		How    string   `json:"how"`
	}
)

func (CaseCalled) event()           {}
func (CaseAssigned) event()         {}
func (CaseRuled) event()            {}
func (ReconsiderationAsked) event() {}
func (CaseReopened) event()         {}
func (WinInSight) event()           {}
func (RulingStands) event()         {}
func (JudgingChosen) event()        {}
func (SilenceCounted) event()       {}
func (PlayerHeard) event()          {}
func (SilenceWarned) event()        {}
func (PlayerInactive) event()       {}
func (PlayerActive) event()         {}
