package rules

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"time"

	"nomicmail/internal/clause"
)

// A rule answers to names, such as goal, and has effects, such as
// when_turn_ends. A named is one of them.
type named struct {
	name   string
	params []string // nil: a plain value
	either bool     // may also be a plain value
	legal  func(g *Game, v clause.Value) error
}

// effect says whether every rule's own holds, and not only the first's.
func (n named) effect() bool { return n.legal == nil }

// namedAll is what a clause may define, less the customs.
var namedAll = []named{
	{"turn_order", []string{"players"}, true, func(g *Game, v clause.Value) error { _, err := g.orderOf(v, nil); return err }},
	{"adopted", []string{"vote"}, false, isTruth},
	{"adopted_transmutation", []string{"vote"}, false, isTruth},
	{"votes_of", []string{"player"}, false, func(_ *Game, v clause.Value) error { _, err := wholeOf(v, maxWeight); return err }},
	{"goal", nil, false, isNumber},
	{"first_number", nil, false, isWhole},
	{"renumber", nil, false, isTruth},
	{"max_mutable", nil, false, isWhole},
	{"min_mutable", nil, false, isWhole},
	{"min_immutable", nil, false, isWhole},
	{"judge", []string{"players", "mover"}, false, isPlayer},
	{"turn_may_begin", []string{"consent"}, false, isTruth},
	{"winner_by_paradox", []string{"turn"}, false, isPlayer},
	{winnerByRuling, []string{"case"}, false, isPlayerOrNone},
	{"judges", nil, false, oneOf(previous, rotation)},
	{"rulings", nil, false, isRulings},
	{"bar", nil, false, isWhole},
	{"reconsiderers", nil, false, isWhole},
	{"new_rules_are", nil, false, isKindOfRule},
	{"turns", nil, false, isTruth},
	{"distribution", nil, false, isDistribution},
	{"quorum", []string{"proposal"}, true, isWhole},
	{"vote_options", nil, false, isVoteOptions},
	{"second_ballot", nil, false, oneOf("first", "last")},
	{"split_votes", nil, false, isTruth},
	{"index", nil, false, isPositive},
	{"min_index", nil, false, isPositive},
	{"power", nil, false, isPositive},
	{"partial_changes", nil, false, isTruth},
	{"rule_numbers", nil, false, oneOf("proposal", "own")},
	{"takes_precedence_over", nil, false, isClaim},
	{"defers_to", nil, false, isClaim},
	{whenAdopted, []string{"vote"}, false, nil},
	{whenDefeated, []string{"vote"}, false, nil},
	{whenTurnEnds, []string{"turn"}, false, nil},
	{whenCircuitEnds, []string{"game"}, false, nil},
	{whenTurnBegins, []string{"turn"}, false, nil},
	{whenJoined, []string{"player"}, false, nil},
	{whenWon, []string{"player"}, false, nil},
}

// The effects.
const (
	whenAdopted     = "when_adopted"
	whenDefeated    = "when_defeated"
	whenTurnEnds    = "when_turn_ends"
	whenCircuitEnds = "when_circuit_ends"
	whenTurnBegins  = "when_turn_begins"
	whenJoined      = "when_joined"
	whenWon         = "when_won"
)

// Bounds of what a clause answers.
const (
	maxWeight = 1_000_000     // votes of one player
	maxWhole  = 1_000_000_000 // of any other whole number
)

// Names is what a clause may see and define, for package clause.
func Names() clause.Names {
	n := clause.Names{
		Defines: map[string][]int{},
		Params:  map[string][]string{},
		Known:   slices.Concat([]string{"rule", "game", "award", "say", "keep", "kept", "repeal", theDie, "days", "hours"}, namedOrders),
		Attrs: map[string][]string{
			"vote": voteAttrs, "turn": turnAttrs, "rule": ruleAttrs, "game": gameAttrs, "player": playerAttrs,
			"consent": consentAttrs, "proposal": proposalAttrs, "last_vote": voteAttrs, "case": caseAttrs,
		},
	}
	for _, list := range []string{"players", "mover", "proposer", "favour_players", "against_players", "abstain_players", "coauthors", "caller"} {
		n.Attrs[list] = playerAttrs
	}
	for _, a := range namedAll {
		n.Params[a.name] = a.params
		if a.params != nil {
			n.Defines[a.name] = append(n.Defines[a.name], len(a.params))
		}
		if a.params == nil || a.either {
			n.Defines[a.name] = append(n.Defines[a.name], -1)
		}
	}
	for _, c := range customs {
		n.Defines[c.Name] = []int{-1}
	}
	return n
}

// wrong says that a clause should have given something else.
func wrong(want string, v clause.Value) error {
	s := "None"
	if v != nil {
		s = v.String()
	}
	if r := []rune(s); len(r) > 60 {
		s = string(r[:60]) + "…"
	}
	return fmt.Errorf("it should be %s, not %s", want, s)
}

func isTruth(_ *Game, v clause.Value) error {
	if _, ok := v.(clause.Truth); !ok {
		return wrong("True or False", v)
	}
	return nil
}

// oneOf checks a text that is one of some.
func oneOf(texts ...string) func(*Game, clause.Value) error {
	return func(_ *Game, v clause.Value) error {
		if t, ok := v.(clause.Text); ok && slices.Contains(texts, string(t)) {
			return nil
		}
		return wrong(strconv.Quote(texts[0])+" or "+strconv.Quote(texts[1]), v)
	}
}

func isNumber(_ *Game, v clause.Value) error {
	if _, ok := v.(clause.Number); !ok {
		return wrong("a number", v)
	}
	return nil
}

func isWhole(_ *Game, v clause.Value) error {
	_, err := wholeOf(v, maxWhole)
	return err
}

// wholeOf reads a whole number from 0 to most.
func wholeOf(v clause.Value, most int64) (int64, error) {
	n, ok := v.(clause.Number)
	if !ok || n.R == nil || !n.R.IsInt() || n.R.Sign() < 0 || n.R.Cmp(big.NewRat(most, 1)) > 0 {
		return 0, wrong(fmt.Sprintf("a whole number from 0 to %d", most), v)
	}
	return n.R.Num().Int64(), nil
}

func isPlayer(_ *Game, v clause.Value) error {
	if _, ok := v.(playerSeen); !ok {
		return wrong("a player", v)
	}
	return nil
}

// The kinds of rule, as clauses name them.
const (
	mutableRules   = "mutable"
	immutableRules = "immutable"
)

func isKindOfRule(_ *Game, v clause.Value) error {
	if t, ok := v.(clause.Text); !ok || t != mutableRules && t != immutableRules {
		return wrong(`"mutable" or "immutable"`, v)
	}
	return nil
}

// isClaim checks a claim of Rule 211.
func isClaim(g *Game, v clause.Value) error {
	l, ok := v.(clause.List)
	if !ok {
		return wrong(`a list of rule numbers, "mutable" or "immutable"`, v)
	}
	for _, x := range l {
		if isKindOfRule(g, x) != nil && isWhole(g, x) != nil {
			return wrong(`a list of rule numbers, "mutable" or "immutable"`, v)
		}
	}
	return nil
}

// customText writes a clause's answer to a custom as the settings have it: a
// number counts hours.
func customText(c Custom, v clause.Value) (string, error) {
	switch v := v.(type) {
	case clause.Text:
		return string(v), CheckCustom(c.Name, string(v))
	case clause.Truth:
		s := "no"
		if v {
			s = "yes"
		}
		return s, CheckCustom(c.Name, s)
	case clause.Number:
		return hoursText(c, v)
	case clause.List:
		return listText(c, v)
	}
	return "", wrong(c.Kind.String(), v)
}

func hoursText(c Custom, n clause.Number) (string, error) {
	if c.Kind != DurationCustom && c.Kind != DurationsCustom {
		return "", wrong(c.Kind.String(), n)
	}
	minutes := new(big.Rat).Mul(n.R, big.NewRat(60, 1))
	if !minutes.IsInt() || minutes.Sign() < 0 || minutes.Cmp(big.NewRat(maxDays*24*60, 1)) > 0 {
		return "", errors.New("it should be a number of hours, or days(...)")
	}
	s := spanOf(time.Duration(minutes.Num().Int64()) * time.Minute).String()
	return s, CheckCustom(c.Name, s)
}

func listText(c Custom, l clause.List) (string, error) {
	if c.Kind != DurationsCustom {
		return "", wrong(c.Kind.String(), l)
	}
	var parts string
	for i, v := range l {
		one, err := customText(c, v)
		if err != nil {
			return "", err
		}
		if i > 0 {
			parts += ", "
		}
		parts += one
	}
	if parts == "" {
		parts = none
	}
	return parts, CheckCustom(c.Name, parts)
}
