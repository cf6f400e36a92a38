package rules

// The events of reports: see report.go.
type (
	// ReportMade: a report went out that tells how the game stands now. With Full,
	// the full ruleset came with it.
	ReportMade struct {
		Report int  `json:"report"`
		Full   bool `json:"full,omitempty"`
	}
	// ReportDoubted: a player says what is wrong in a report. It is not ratified
	// before an organiser has answered, and no later one is.
	ReportDoubted struct {
		Report int      `json:"report"`
		Player PlayerID `json:"player"`
		Words  string   `json:"words"`
	}
	// ReportSettled: an organiser has answered the doubts about a report. How is
	// [ReportStands] or [ReportAgain].
	ReportSettled struct {
		Report int    `json:"report"`
		How    string `json:"how"`
		Why    string `json:"why,omitempty"`
	}
	// ReportRatified: what a report told, and with it all earlier ones, is true.
	// What happened before it was made is no player's to doubt any more.
	ReportRatified struct {
		Report int `json:"report"`
	}
)

func (ReportMade) event()     {}
func (ReportDoubted) event()  {}
func (ReportSettled) event()  {}
func (ReportRatified) event() {}
