package rules

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// The numbers that mails are read for.
const (
	leastNumber = 1
	mostNumber  = 99_999
)

// Check says what is wrong with a game that is about to be created: every
// fault, one error each, joined.
func (e GameCreated) Check() error {
	var all []error
	if _, err := time.LoadLocation(e.Timezone); err != nil || e.Timezone == "Local" {
		all = append(all, fmt.Errorf("there is no time zone %q", e.Timezone))
	}
	for _, name := range slices.Sorted(maps.Keys(e.Customs)) {
		if err := CheckCustom(name, e.Customs[name]); err != nil {
			all = append(all, err)
		}
	}
	if e.NextNumber != 0 && (e.NextNumber < leastNumber || e.NextNumber > mostNumber) {
		all = append(all, fmt.Errorf("the next proposal cannot be %d: mails are read for numbers from %d to %d", e.NextNumber, leastNumber, mostNumber))
	}
	all = append(all, CheckRules(e.Rules))
	g := &Game{}
	g.Apply(GameCreated{Rules: e.Rules}, time.Time{})
	for _, r := range e.Rules {
		if g.OwnNumbers() { // then proposals have another row
			break
		}
		if e.NextNumber > 0 && e.NextNumber <= r.Number {
			all = append(all, fmt.Errorf("the next proposal cannot be %d: there is a rule %d", e.NextNumber, r.Number))
			break
		}
	}
	return errors.Join(all...)
}

// CheckRules says what is wrong with a set of rules to begin with: numbers
// that are no good, rules without a text, clauses that cannot be used, and
// that nothing could ever be adopted (Rule 114).
func CheckRules(set []Rule) error {
	var all []error
	known := map[int]bool{}
	for _, r := range set {
		switch {
		case r.Number <= 0:
			all = append(all, fmt.Errorf("rule %d: a number is greater than 0", r.Number))
		case known[r.Number]:
			all = append(all, fmt.Errorf("rule %d: there are two of them", r.Number))
		case r.Text == "":
			all = append(all, fmt.Errorf("rule %d: it has no text", r.Number))
		}
		known[r.Number] = true
	}
	g := &Game{}
	g.Apply(GameCreated{Rules: set}, time.Time{})
	for i, p := range madeUp(3) {
		p.ID = PlayerID(fmt.Sprintf("p%d", i+1))
		g.Apply(PlayerJoined{Player: *p, Order: append(slices.Clone(g.Order), p.ID)}, time.Time{})
	}
	for _, r := range g.Rules {
		if no := g.checkClause(r); no != nil {
			all = append(all, fmt.Errorf("rule %d: its clause: %s", r.Number, no.Text))
		}
	}
	if len(all) == 0 && !g.adoptable() {
		all = append(all, errors.New("not even a unanimous vote would adopt a rule-change"))
	}
	return errors.Join(all...)
}
