package rules

import "time"

// Decide gives the events that command c of by causes in g at the time at. It
// changes nothing. The error is always a *[Refusal].
func Decide(g *Game, c Command, by By, at time.Time) ([]Event, error) {
	panic("to be written")
}

// Apply changes g as e says. It refuses nothing.
func (g *Game) Apply(e Event, at time.Time) { panic("to be written") }

// Clone gives a copy that can be changed without changing g. It is cheap.
func (g *Game) Clone() *Game { panic("to be written") }

// Custom is the value of a custom: of the first rule in force that answers to
// the name, else of the settings, else the default. Source is the number of
// the rule, or "setting" or "default".
func (g *Game) Custom(name string) (value, source string) { panic("to be written") }

// NextDeadline is the earliest moment at which a Tick would do something; zero
// when nothing is due.
func (g *Game) NextDeadline() time.Time { panic("to be written") }

// Player finds a player by ID; nil when there is none.
func (g *Game) Player(id PlayerID) *Player { panic("to be written") }

// Rule finds the rule that bears or bore the number; nil when there is none in
// force.
func (g *Game) Rule(number int) *Rule { panic("to be written") }

// Proposal finds a proposal by number; nil when there is none. Of several that
// bore the number in one turn it is the last.
func (g *Game) Proposal(number int) *Proposal { panic("to be written") }

// Awaited are the players that the game waits for now: the mover, the proposer
// or those voters who have not voted.
func (g *Game) Awaited() []PlayerID { panic("to be written") }
