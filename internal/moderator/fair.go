package moderator

import (
	"fmt"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// Unfair is a die of the record that is not what was committed to.
type Unfair struct {
	Entry uint64
	Die   string // its place, as [DiePlace] gives it
	What  string
}

// CheckDice reckons every die of a game's record anew, and says what is wrong
// with each. Secret, which may be nil, gives the secrets of dice that were never
// thrown, where they are known. The hashes of the entries are not looked at.
func CheckDice(game string, entries []record.Entry, secret rules.Secrets) []Unfair {
	c := &diceCheck{game: game, secret: secret, first: map[string]pledge{}, g: &rules.Game{}}
	for _, e := range entries {
		if n, ok := undoes(e); ok {
			c.undo(n)
		}
		c.entry = e.N
		for _, event := range e.Events {
			c.g.Apply(event, e.At)
			c.event(event)
		}
		if c.g.Uncommitted() {
			c.fault(c.g.Turn.Number, c.g.Committed.Draw, "no die is committed to, though the rules throw dice: the next could be chosen")
		}
		c.line, c.states = append(c.line, e), append(c.states, c.diceState)
	}
	return c.faults
}

// undo goes back to before entry n.
func (c *diceCheck) undo(n uint64) {
	i := len(c.line)
	for i > 0 && c.line[i-1].N >= n {
		i--
	}
	c.line, c.states, c.diceState = c.line[:i], c.states[:i], diceState{}
	if i > 0 {
		c.diceState = c.states[i-1]
	}
	c.g = Fold(c.line)
}

// diceState is what was known of the dice after an entry.
type diceState struct {
	pledge pledge
	thrown int
	known  uint64 // the entry of the first throw, 0 before it
}

// pledge is a commitment and the entry that made it.
type pledge struct {
	rules.DiceCommitted
	entry uint64
}

type diceCheck struct {
	diceState
	game   string
	secret rules.Secrets
	entry  uint64
	g      *rules.Game
	line   []record.Entry    // those that stand
	states []diceState       // after each of them
	first  map[string]pledge // of each die, also of what was undone
	faults []Unfair
}

func (c *diceCheck) fault(turn, draw int, format string, args ...any) {
	c.faults = append(c.faults, Unfair{c.entry, DiePlace(c.game, turn, draw), fmt.Sprintf(format, args...)})
}

func (c *diceCheck) event(e rules.Event) {
	switch e := e.(type) { // not all: dice
	case rules.DiceCommitted:
		c.committed(e)
	case rules.DieThrown:
		c.threw(e)
	}
}

// committed checks that no die was put in the place of another.
func (c *diceCheck) committed(e rules.DiceCommitted) {
	key := DiePlace(c.game, e.Turn, e.Draw)
	last := c.pledge
	next := 1
	if last.Turn == e.Turn {
		next = last.Draw + 1
	}
	switch before, again := c.first[key]; {
	case e.Turn != c.g.Turn.Number || e.Draw != next:
		c.fault(e.Turn, e.Draw, "die %d of turn %d is committed to where die %d of turn %d comes next", e.Draw, e.Turn, next, c.g.Turn.Number)
	case last.Hash != "" && last.Turn == e.Turn && c.thrown == 0:
		c.fault(e.Turn, e.Draw, "it takes the place of die %d, which was not thrown", last.Draw)
	case again && before.Hash != e.Hash:
		c.fault(e.Turn, e.Draw, "it was committed to as %s in entry %d, and now as %s", before.Hash, before.entry, e.Hash)
	case !again:
		c.first[key] = pledge{e, c.entry}
	}
	if c.secret != nil {
		if s := c.secret(e.Turn, e.Draw); s != "" && c.die(e.Turn, e.Draw, s).Hash() != e.Hash {
			c.fault(e.Turn, e.Draw, "the secret that is kept for it is not the one that was committed to")
		}
	}
	c.pledge, c.thrown, c.known = pledge{e, c.entry}, 0, 0
}

func (c *diceCheck) die(turn, draw int, secret string) rules.Die {
	return rules.Die{Game: c.game, Turn: turn, Draw: draw, Secret: secret}
}

// threw checks a throw against the commitment, and its value against its secret.
func (c *diceCheck) threw(e rules.DieThrown) {
	d := c.die(e.Turn, e.Draw, e.Secret)
	switch p := c.pledge; {
	case p.Hash == "" || p.Turn != e.Turn || p.Draw != e.Draw:
		c.fault(e.Turn, e.Draw, "it is thrown without being committed to")
	case d.Hash() != p.Hash:
		c.fault(e.Turn, e.Draw, "its secret is not the one that entry %d committed to", p.entry)
	case c.known != 0 && c.known != c.entry:
		c.fault(e.Turn, e.Draw, "its secret has been known since entry %d", c.known)
	case e.Nth != c.thrown+1:
		c.fault(e.Turn, e.Draw, "throw %d follows throw %d", e.Nth, c.thrown)
	}
	if e.Sides < 1 || e.Sides > rules.MaxSides {
		c.fault(e.Turn, e.Draw, "it has %d sides", e.Sides)
	} else if shows := d.Throw(e.Nth, e.Sides); shows != e.Value {
		c.fault(e.Turn, e.Draw, "throw %d shows %d of %d by its secret, not %d as the record has it", e.Nth, shows, e.Sides, e.Value)
	}
	if c.known == 0 {
		c.known = c.entry
	}
	c.thrown = e.Nth
}
