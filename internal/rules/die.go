package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"nomicmail/internal/clause"
)

// theDie is what a clause calls to throw a die: roll(6).
const theDie = "roll"

// MaxSides bounds a die.
const MaxSides = 1_000_000

// Die is a die whose secret is known: all its throws follow from it. The hash of
// the secret is published before anybody can know what will depend on the die,
// and the secret with the first throw, so that everybody can see that the die was
// not chosen to suit what had happened in between.
//
// All hashes are SHA-256 (FIPS 180-4) of words with a space between them, so
// that they can be reckoned by hand.
type Die struct {
	Game       string
	Turn, Draw int // the second die of turn 5 is 5, 2
	Secret     string
}

// Name tells the die from all others: "tea 5 1".
func (d Die) Name() string { return fmt.Sprintf("%s %d %d", d.Game, d.Turn, d.Draw) }

// Hash commits to the secret: "tea 5 1 SECRET", hashed, in hexadecimal digits.
func (d Die) Hash() string {
	sum := sha256.Sum256([]byte(d.Name() + " " + d.Secret))
	return hex.EncodeToString(sum[:])
}

// Throw is what the die of so many sides, from 1 to a million, shows when it is
// thrown for the nth time: of the hash of "tea 5 1 SECRET NTH 1" the first eight
// hexadecimal digits, divided by the sides; the remainder and one. Where the
// digits are among the last few that would make low numbers more likely than
// high ones, the hash of "tea 5 1 SECRET NTH 2" is taken, and so on.
func (d Die) Throw(nth int, sides int64) int64 {
	const all = int64(1) << 32
	for try := 1; ; try++ {
		sum := sha256.Sum256([]byte(fmt.Sprintf("%s %s %d %d", d.Name(), d.Secret, nth, try)))
		n, _ := strconv.ParseInt(hex.EncodeToString(sum[:4]), 16, 64)
		if n < all-all%sides {
			return n%sides + 1
		}
	}
}

// Commitment is the die that is thrown next, as far as it is known.
type Commitment struct {
	Turn, Draw int
	Hash       string // "" before the first
	Thrown     int    // how often; it is used up when its secret has been known
}

// Secrets gives the secret of a die, "" where there is none. For the same die it
// must always be the same.
type Secrets func(turn, draw int) string

// UseSecrets lets the dice be thrown that [Decide] needs. Copies of g use s too.
// Without it a clause that throws a die fails.
func (g *Game) UseSecrets(s Secrets) { g.secrets = s }

// NextDie is the hash of the die that is thrown next; "" when none stands
// committed for this turn.
func (g *Game) NextDie() string {
	if c := g.Committed; c.Turn == g.Turn.Number && c.Thrown == 0 {
		return c.Hash
	}
	return ""
}

// Uncommitted says whether a rule in force throws dice and none is committed to,
// so that whoever throws the next could choose it. [Decide] leaves no game so,
// unless it has no secrets.
func (g *Game) Uncommitted() bool {
	goes := g.Status == Running || g.Status == Stopped
	return goes && g.law != nil && g.law.rolls && g.NextDie() == ""
}

// die gives the die of that name, if its secret is there.
func (g *Game) die(turn, draw int) (d Die, ok bool) {
	if g.secrets == nil {
		return Die{}, false
	}
	d = Die{g.Name, turn, draw, g.secrets(turn, draw)}
	return d, d.Secret != ""
}

// spend gives up a die whose secret is known from an earlier moment.
func (g *Game) spend() {
	if g.Committed.Thrown > 0 {
		g.Committed.Hash = ""
	}
}

// fresh is the commitment to a new die, after c.
func (g *Game) fresh(c Commitment) (DiceCommitted, error) {
	draw := 1
	if c.Turn == g.Turn.Number {
		draw = c.Draw + 1
	}
	d, ok := g.die(g.Turn.Number, draw)
	if !ok {
		return DiceCommitted{}, errors.New("there is nobody to throw the die")
	}
	return DiceCommitted{d.Turn, d.Draw, d.Hash()}, nil
}

// commit ends a moment of the game. Where the rules in force, or one that is
// proposed, throw dice, each turn begins with a die of its own, and a die that
// was thrown is followed by another.
func (d *decision) commit() {
	d.g.spend()
	if len(d.events) == 0 || !d.g.Uncommitted() && !d.proposesDice() {
		return
	}
	if e, err := d.g.fresh(d.g.Committed); err == nil {
		d.do(e)
	}
}

// proposesDice says whether a clause was just proposed that can come into force
// and throw a die before any other could be committed to.
func (d *decision) proposesDice() bool {
	return d.g.NextDie() == "" && slices.ContainsFunc(d.events, func(e Event) bool {
		switch e := e.(type) { // not all: those that bring a clause to be voted on
		case ProposalMade:
			return slices.ContainsFunc(e.Changes, Change.rolls)
		case ProposalRevised:
			return slices.ContainsFunc(e.Changes, Change.rolls)
		}
		return false
	})
}

func (c Change) rolls() bool {
	p, err := clause.Parse(c.Clause, Names())
	return err == nil && p.Uses(theDie)
}

// roll throws a die. On a trial it shows 1.
func (e *effect) roll(g *Game, r *Rule, args []clause.Value) (clause.Value, error) {
	if len(args) != 1 {
		return nil, usage("roll(6)")
	}
	sides, err := wholeOf(args[0], MaxSides)
	if err != nil || sides == 0 {
		return nil, wrong(fmt.Sprintf("a whole number from 1 to %d", MaxSides), args[0])
	}
	if e.trial {
		e.events = append(e.events, DieThrown{Sides: sides, Value: 1})
		return number(1), nil
	}
	if e.again != nil {
		value, err := e.again.next(sides)
		return number(value), err
	}
	d, err := e.take(g)
	if err != nil {
		return nil, err
	}
	e.dice.Thrown++
	value := d.Throw(e.dice.Thrown, sides)
	e.events = append(e.events, DieThrown{
		Turn: d.Turn, Draw: d.Draw, Nth: e.dice.Thrown, Sides: sides, Value: value, Secret: d.Secret, Rule: r.Number,
	})
	return number(value), nil
}

// take gives the die that was committed to. Where a rule came into force so
// suddenly that none was, it is committed to now.
func (e *effect) take(g *Game) (Die, error) {
	if e.dice == nil {
		c := g.Committed
		e.dice = &c
	}
	if e.dice.Hash == "" {
		c, err := g.fresh(*e.dice)
		if err != nil {
			return Die{}, err
		}
		e.events = append(e.events, c)
		*e.dice = Commitment{Turn: c.Turn, Draw: c.Draw, Hash: c.Hash}
	}
	d, ok := g.die(e.dice.Turn, e.dice.Draw)
	if !ok || d.Hash() != e.dice.Hash {
		return Die{}, fmt.Errorf("the secret of die %d of turn %d is not known here", e.dice.Draw, e.dice.Turn)
	}
	return d, nil
}
