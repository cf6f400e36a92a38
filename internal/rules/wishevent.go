package rules

import "time"

// The events of what players and observers want of us: no rule looks at them.
type (
	// LanguageChosen: the player's letters are in another language.
	LanguageChosen struct {
		Player   PlayerID `json:"player"`
		Language string   `json:"language"`
	}
	// TimezoneChosen: they tell times by another clock.
	TimezoneChosen struct {
		Player   PlayerID `json:"player"`
		Timezone string   `json:"timezone"`
	}
	// ReceiptsChosen: Off, the player gets none for what was simply done.
	ReceiptsChosen struct {
		Player PlayerID `json:"player"`
		Off    bool     `json:"off,omitempty"`
	}
	// AbsenceBegan: the player is away until Until.
	AbsenceBegan struct {
		Player PlayerID  `json:"player"`
		Until  time.Time `json:"until"`
	}
	// AbsenceEnded: the player is back before that.
	AbsenceEnded struct {
		Player PlayerID `json:"player"`
	}
	// ObserverAdmitted: somebody who does not play gets the news.
	ObserverAdmitted struct {
		Address  string `json:"address"`
		Language string `json:"language,omitempty"`
	}
	// ObserverLeft gets them no longer.
	ObserverLeft struct {
		Address string `json:"address"`
	}
)

func (LanguageChosen) event()   {}
func (TimezoneChosen) event()   {}
func (ReceiptsChosen) event()   {}
func (AbsenceBegan) event()     {}
func (AbsenceEnded) event()     {}
func (ObserverAdmitted) event() {}
func (ObserverLeft) event()     {}
