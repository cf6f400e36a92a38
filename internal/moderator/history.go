package moderator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/rules"
)

// RuleFile is what was done to a rule before a [GameFile] took the game up, oldest
// first: "enacted 301 1995-03-02", with what is not known left out.
type RuleFile struct {
	Number  int      `toml:"number"`
	History []string `toml:"history"`
}

// Deeds are the words of a history.
var Deeds = []string{rules.DidEnact, rules.DidReenact, rules.DidAmend, rules.DidRetitle, rules.DidRepower, rules.DidTransmute, rules.DidRepeal}

// deeds reads the lines; fault is what is wrong with the first bad one.
func (r RuleFile) deeds() (list []rules.Deed, fault string) {
	for _, s := range r.History {
		f := strings.Fields(s)
		if len(f) == 0 || !slices.Contains(Deeds, f[0]) {
			return nil, fmt.Sprintf("history: %q begins with none of: %s", s, strings.Join(Deeds, ", "))
		}
		d := rules.Deed{What: f[0]}
		for _, x := range f[1:] {
			if n, err := strconv.Atoi(x); err == nil && n > 0 && d.Proposal == 0 {
				d.Proposal = n
			} else if at, err := time.Parse(time.DateOnly, x); err == nil && d.At.IsZero() {
				d.At = at
			} else {
				return nil, fmt.Sprintf("history: %q: %q is neither the number of a proposal nor a day such as 1995-03-02", s, x)
			}
		}
		list = append(list, d)
	}
	return list, ""
}

// giveHistories gives the rules of a set their histories.
func (f *GameFile) giveHistories(set []rules.Rule) error {
	for _, r := range f.Histories {
		i := slices.IndexFunc(set, func(x rules.Rule) bool { return x.Number == r.Number })
		if i < 0 {
			return fmt.Errorf("rule %d has a history, and there is no rule %d", r.Number, r.Number)
		}
		deeds, fault := r.deeds()
		if fault != "" {
			return fmt.Errorf("rule %d: %s", r.Number, fault)
		}
		set[i].History = deeds
	}
	return nil
}
