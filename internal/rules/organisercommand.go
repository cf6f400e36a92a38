package rules

import "time"

// The commands of organisers.
type (
	// Start begins the first turn, or takes a game begun elsewhere up where it
	// stood.
	Start struct{}

	// Pause stops all deadlines; Resume moves them by the time that has passed.
	Pause struct{ Why string }

	// Resume ends a pause.
	Resume struct{}

	// Extend moves the running deadline to To, which must lie ahead of both
	// the clock and, unless Why says why not, the deadline it replaces.
	Extend struct {
		To  time.Time
		Why string
	}

	// Grant awards points by the organiser's hand, publicly and with a reason.
	Grant struct {
		Player PlayerID
		Points Points
		Why    string
	}

	// Remove takes a player out of the game as a forfeit would.
	Remove struct {
		Player PlayerID
		Why    string
	}

	// Replace gives a player's seat to somebody else.
	Replace struct {
		Player         PlayerID
		Given, Surname string
		Addresses      []string
		Why            string
	}

	// AddOrganiser lets one more address organise the game; RemoveOrganiser
	// ends that.
	AddOrganiser struct{ Address, Why string }

	RemoveOrganiser struct{ Address, Why string }

	// NameList says that the game is played on a mailing list, or how that list
	// is now; DropList that it is not any more.
	NameList struct {
		List MailList
		Why  string
	}

	DropList struct{ Address, Why string }

	// SettleWin names the winner when several reached the goal at once.
	SettleWin struct {
		Players []PlayerID
		Why     string
	}

	// SettleClause gives a rule the clause that makes text and moderator agree
	// again, or, when Clause is what it was, says that they do.
	SettleClause struct {
		Rule   int
		Clause string
		Why    string
	}

	// SettleHeld ends what Hold began, with nothing done.
	SettleHeld struct {
		Held int
		How  string
	}

	// TakeOver brings proposals into a game that has not begun here yet, and goes
	// on where it stood: those of one distribution, or, where At is zero, of the
	// pool. Nothing follows from what was decided before.
	TakeOver struct {
		At, Closes time.Time
		Voters     []PlayerID // nil for all who played at At
		Proposals  []Taken
	}
)

func (Start) command()           {}
func (Pause) command()           {}
func (Resume) command()          {}
func (Extend) command()          {}
func (Grant) command()           {}
func (Remove) command()          {}
func (Replace) command()         {}
func (AddOrganiser) command()    {}
func (RemoveOrganiser) command() {}
func (NameList) command()        {}
func (DropList) command()        {}
func (SettleWin) command()       {}
func (SettleClause) command()    {}
func (SettleHeld) command()      {}
func (TakeOver) command()        {}
