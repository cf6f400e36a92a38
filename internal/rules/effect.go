package rules

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"nomicmail/internal/clause"
)

// Bounds of what one effect may do.
const (
	maxDeeds   = 500  // awards, values kept, words said and dice thrown
	maxLedger  = 1000 // names in the ledger
	maxKeeping = 100  // characters of a name in the ledger
)

// nothing is how a clause writes that a name in the ledger is free again.
const nothing = "None"

// effect is what a clause does while it runs. It becomes events when the
// clause has come to its end, and nothing when it fails.
type effect struct {
	name     string
	proposal ProposalID
	events   []Event
	kept     map[string]string
	dice     *Commitment // as the throws of this run leave it; nil before the first
	again    *rethrow    // the dice of a run whose awards are worked out again; nil for others
	trial    bool        // nothing of it will happen, and no die is thrown
}

// env is what a clause of r sees. Without an effect to gather its deeds it may
// do nothing, only answer.
func (g *Game) env(r *Rule, e *effect, game *gameSeen) clause.Env {
	act := func(do clause.Builtin) clause.Builtin {
		return func(args []clause.Value) (clause.Value, error) {
			if e == nil {
				return nil, errors.New("this can be done only in a when_... function")
			}
			if len(e.events) >= maxDeeds {
				return nil, fmt.Errorf("more than %d things are done at once", maxDeeds)
			}
			return do(args)
		}
	}
	deed := func(do func([]clause.Value) error) clause.Builtin {
		return act(func(args []clause.Value) (clause.Value, error) { return clause.Nothing{}, do(args) })
	}
	env := clause.Env{
		Builtins: map[string]clause.Builtin{
			"award":  deed(func(args []clause.Value) error { return e.award(r, args) }),
			"say":    deed(func(args []clause.Value) error { return e.say(r, args) }),
			"repeal": deed(func(args []clause.Value) error { return e.repeal(r, args) }),
			"keep":   deed(func(args []clause.Value) error { return e.keep(g, r, args) }),
			theDie:   act(func(args []clause.Value) (clause.Value, error) { return e.roll(g, r, args) }),
			"kept":   func(args []clause.Value) (clause.Value, error) { return g.recall(e, args) },
			"days":   func(args []clause.Value) (clause.Value, error) { return hours(24, "days(7)", args) },
			"hours":  func(args []clause.Value) (clause.Value, error) { return hours(1, "hours(36)", args) },
		},
		Values: map[string]clause.Value{"rule": ruleSeen{r}, "game": game},
		Costs: map[string]func([]clause.Value) int{
			"kept":      func(args []clause.Value) int { return g.reading(e, args) },
			"game.rule": func([]clause.Value) int { return len(g.Rules) / 32 },
		},
	}
	for _, o := range namedOrders {
		env.Values[o] = clause.Text(o)
	}
	return env
}

func usage(example string) error { return fmt.Errorf("write it as in %s", example) }

// award books points for a player. What a clause awards that may disagree with
// its rule's text is provisional.
func (e *effect) award(r *Rule, args []clause.Value) error {
	if len(args) != 2 {
		return usage("award(turn.mover, 10)")
	}
	p, ok := args[0].(playerSeen)
	n, isNumber := args[1].(clause.Number)
	if !ok || !isNumber {
		return usage("award(turn.mover, 10)")
	}
	if p.State != Playing {
		return fmt.Errorf("%s has left the game and can be awarded nothing", p.Name())
	}
	points, err := PointsOf(n.R)
	if err != nil {
		return err
	}
	e.events = append(e.events, Awarded{
		Player: p.ID, Points: points, Rule: r.Number, Name: e.name, Proposal: e.proposal, Provisional: r.Differs,
	})
	return nil
}

func (e *effect) say(r *Rule, args []clause.Value) error {
	if len(args) == 1 {
		if t, ok := args[0].(clause.Text); ok && t != "" {
			e.events = append(e.events, Said{Text: string(t), Rule: r.Number})
			return nil
		}
	}
	return usage(`say("The bank is empty.")`)
}

func (e *effect) keep(g *Game, r *Rule, args []clause.Value) error {
	if len(args) != 2 && len(args) != 3 {
		return usage(`keep("bank", 100)`)
	}
	name, err := keeping(slices.Delete(slices.Clone(args), 1, 2))
	if err != nil {
		return err
	}
	value, err := clause.Format(args[1])
	if err != nil {
		return err
	}
	if _, known := g.Ledger[name]; !known && len(g.Ledger)+len(e.kept) >= maxLedger {
		return fmt.Errorf("the game keeps no more than %d names", maxLedger)
	}
	if e.kept == nil {
		e.kept = map[string]string{}
	}
	e.kept[name] = value
	e.events = append(e.events, Kept{Name: name, Value: value, Rule: r.Number})
	return nil
}

// keeping is the name in the ledger that a text means, or a text and a player.
func keeping(args []clause.Value) (string, error) {
	name, ok := args[0].(clause.Text)
	if n := len([]rune(string(name))); !ok || n == 0 || n > maxKeeping {
		return "", fmt.Errorf("a name to keep something under is a text of 1 to %d characters", maxKeeping)
	}
	if len(args) == 1 {
		return string(name), nil
	}
	p, ok := args[1].(playerSeen)
	if !ok {
		return "", usage(`keep("square", 5, turn.mover) and kept("square", turn.mover)`)
	}
	return fmt.Sprintf("%s (%s)", name, p.Name()), nil
}

// recall gives what is kept under a name, also by the clause itself a moment
// before; None when nothing is.
func (g *Game) recall(e *effect, args []clause.Value) (clause.Value, error) {
	if len(args) != 1 && len(args) != 2 {
		return nil, usage(`kept("bank")`)
	}
	name, err := keeping(args)
	if err != nil {
		return nil, err
	}
	value := g.written(e, name)
	if value == "" {
		return clause.Nothing{}, nil
	}
	return clause.Literal(value)
}

// written is what is kept under a name, as it stands in the ledger; "" when
// nothing is.
func (g *Game) written(e *effect, name string) string {
	if e != nil && e.kept[name] != "" {
		return e.kept[name]
	}
	return g.Ledger[name]
}

// reading is what it costs to read from the ledger.
func (g *Game) reading(e *effect, args []clause.Value) int {
	if len(args) != 1 && len(args) != 2 {
		return 0
	}
	name, err := keeping(args)
	if n := len(g.written(e, name)); err == nil && n > 0 {
		return 16 + n/4
	}
	return 0
}

// hours gives a length of time as a number of hours.
func hours(each int64, example string, args []clause.Value) (clause.Value, error) {
	if len(args) == 1 {
		if n, ok := args[0].(clause.Number); ok {
			return clause.Number{R: new(big.Rat).Mul(n.R, big.NewRat(each, 1))}, nil
		}
	}
	return nil, usage(example)
}
