package rules

import (
	"slices"
	"sort"
)

// Caution is something that the proposer may not have thought of. None of them
// keeps a proposal from being made.
type Caution struct {
	Code   string
	Name   string     // the answer it is about
	Rule   int        // the rule by which it is so; 0 for none
	Number int        // of players, or of a proposal
	Who    []PlayerID // who would win
}

// The codes of cautions.
const (
	// CautionCounted: it changes how votes are counted, and its own vote is
	// counted in the old way (Rule 107).
	CautionCounted = "counted-before"
	// CautionNoGoal: nobody would win by points any more, and Rule 112 says that
	// points win.
	CautionNoGoal = "no-goal"
	// CautionGoalVaries: what wins would depend on more than points (Rule 112).
	CautionGoalVaries = "goal-varies"
	// CautionWins: Who have reached the goal already.
	CautionWins = "wins-at-once"
	// CautionNever: not even all players together could adopt anything.
	CautionNever = "never-again"
	// CautionFewer: nor could they once only Number are left.
	CautionFewer = "never-with-fewer"
	// CautionLater: nor could they from proposal Number on.
	CautionLater = "never-later"
	// CautionFixed: no immutable rule could be made mutable any more.
	CautionFixed = "never-transmuted"
)

func (f *foresight) cautions(news []News) []Caution {
	var list []Caution
	deciding := f.now.decides(f.c)
	for _, n := range news {
		switch n.Name {
		case deciding, "votes_of":
			list = append(list, Caution{Code: CautionCounted, Name: n.Name, Rule: f.now.cite(107)})
		case "goal":
			list = append(list, f.ofWinning(n)...)
		}
	}
	return append(list, f.ofAdopting()...)
}

// ofWinning are the cautions about a goal that is another (Rules 112, 208).
func (f *foresight) ofWinning(n News) []Caution {
	var list []Caution
	winning := f.winning()
	switch {
	case n.Will.Kind == ReplyNone && winning == 0:
		return nil
	case n.Will.Kind == ReplyNone:
		return []Caution{{Code: CautionNoGoal, Rule: winning}}
	case winning != 0 && f.after.varies(n.Will.Rule, "goal") && !f.now.varies(n.Was.Rule, "goal"):
		list = append(list, Caution{Code: CautionGoalVaries, Rule: winning})
	}
	if who := f.after.arrived(); len(who) > 0 && len(f.now.arrived()) == 0 {
		list = append(list, Caution{Code: CautionWins, Who: who, Rule: n.Will.Rule})
	}
	return list
}

// winning is the number that Rule 112 bears, with which nothing but points may
// win; 0 where it is gone or says something else by now.
func (f *foresight) winning() int {
	r := f.after.Rule(112)
	if r == nil || len(r.Amendments) > 0 {
		return 0
	}
	return r.Number
}

// arrived are those whose points reach the goal.
func (g *Game) arrived() []PlayerID {
	goal, r, err := g.goal()
	if r == nil || err != nil {
		return nil
	}
	return reached(g.playing(), goal)
}

// laterNumbers are how many proposals ahead a look is taken.
var laterNumbers = []int{1, 10, 100, 1000}

// ofAdopting are the cautions about a game in which nothing could be adopted
// (Rule 114), where it is not so already. What Rule 114 forbids now is refused
// and needs no caution.
func (f *foresight) ofAdopting() []Caution {
	rule := f.after.cite(114)
	var list []Caution
	if !f.after.adoptable() && f.now.adoptable() {
		return []Caution{{Code: CautionNever, Rule: rule}}
	}
	for n := len(f.now.playing()) - 1; n > 0; n-- {
		if !f.after.adoptableBy(n, 0) && f.now.adoptableBy(n, 0) {
			list = append(list, Caution{Code: CautionFewer, Number: n, Rule: rule})
			break
		}
	}
	if n := f.lastNumber(); n > 0 {
		list = append(list, Caution{Code: CautionLater, Number: n, Rule: rule})
	}
	if f.now.transmutable() && !f.after.transmutable() {
		list = append(list, Caution{Code: CautionFixed, Rule: f.after.cite(109)})
	}
	return list
}

// lastNumber is the first proposal from which on nothing could be adopted, where
// it could under the rules as they are; 0 when none is near.
func (f *foresight) lastNumber() int {
	never := func(number int) bool { return !f.after.adoptableBy(0, number) && f.now.adoptableBy(0, number) }
	good := f.p.Number
	for _, ahead := range laterNumbers {
		bad := f.p.Number + ahead
		if !never(bad) {
			good = bad
			continue
		}
		return good + 1 + sort.Search(bad-good-1, func(i int) bool { return never(good + 1 + i) })
	}
	return 0
}

// adoptableBy says whether the first n players together, or all for 0, could
// adopt some rule-change of that number, or the next for 0.
func (g *Game) adoptableBy(n, number int) bool {
	table := g.table()
	if n > 0 && n < len(table) {
		table = table[:n]
	}
	return slices.ContainsFunc([]Kind{Enact, Amend, Repeal, Transmute}, func(k Kind) bool {
		v := g.trialVote(table, k, 0, 0)
		if number > 0 {
			v.number = number
		}
		adopted, _, fail := g.verdict("adopted", v)
		return fail == nil && adopted
	})
}

// transmutable says whether all players together could make an immutable rule
// mutable.
func (g *Game) transmutable() bool {
	name := "adopted_transmutation"
	if _, ok := g.Answer(name); !ok {
		name = "adopted"
	}
	adopted, _, fail := g.verdict(name, g.trialVote(g.table(), Transmute, 0, 0))
	return fail == nil && adopted
}
