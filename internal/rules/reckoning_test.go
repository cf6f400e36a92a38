package rules_test

import (
	"cmp"
	"slices"
	"strings"
)

// This file reckons the game a second time: plain sums and lists, written from
// the rules as people read them, with nothing of the engine in it. The random
// games of random_test.go are played by both, and both must agree.

// points are counted in sixths, so that a clause may divide by two and three.
const whole = 6

// seat is a player.
type seat struct {
	given, surname string
	sixths         int
	left           bool
}

// told is what a clause says, by the names that the moderator asks for: an int,
// a bool, a string, a func(*table, *law, *poll) or a func(*table, *poll) bool.
type told map[string]any

// wording is what an amendment replaces.
type wording struct {
	text, clause string
	told         told
}

// amendment is one amendment of a rule. Addition is a paragraph that it
// appends; otherwise it is a text in place of the whole, or, with neither, a
// clause alone.
type amendment struct {
	number        int
	was           []int
	before, after wording
	addition      string
	replaces      bool
}

// law is a rule.
type law struct {
	wording
	number           int
	was              []int
	mutable, touched bool
	amendments       []amendment
}

// change is a rule-change as a player asks for it. A wording without a clause
// leaves the clause as it is; addition is a paragraph to append.
type change struct {
	kind            string
	rule, amendment int
	wording
	addition string
}

// poll is a proposal and its vote.
type poll struct {
	number  int
	mover   *seat
	change  change
	state   string
	hour    int // when the debate or the voting began
	asked   bool
	voters  []*seat
	said    map[*seat]string
	silent  map[*seat]bool
	favour  int
	against int
	abstain int
	cast    int
	earned  int // sixths, by its mover when the turn ended (Rule 202)
}

// table is the whole game. Exactly one of poll and "it is the mover's turn to
// propose" holds while nobody has won.
type table struct {
	hour     int
	least    int // hours of debate at least, and at most
	most     int
	period   int    // hours of voting
	silence  string // what a missing vote is: "wait", "abstain" or "against"
	abstain  bool   // players may abstain
	ownVote  bool   // proposers are in favour unless they say otherwise
	pass     int    // hours after which a silent mover's turn is over, or 0
	seats    []*seat
	order    []*seat
	mover    *seat
	turn     int
	began    int // its hour
	circuits int
	laws     []*law
	gone     []*law
	polls    []*poll
	poll     *poll // in debate or voting
	next     int
	kept     int // number of a proposal withdrawn in this turn
	majority bool
	over     string  // "", "won", "disputed", "alone"
	winners  []*seat // or those who dispute the win
	disputed bool    // over was "disputed", and perhaps the win is settled
	unended  bool    // the dispute came in mid-turn
}

func (t *table) join(given, surname string) bool {
	for _, s := range t.seats {
		if strings.EqualFold(s.given+" "+s.surname, given+" "+surname) {
			return false
		}
	}
	s := &seat{given: given, surname: surname}
	t.seats = append(t.seats, s)
	wanted := t.sorted(t.seats)
	behind := wanted[slices.Index(wanted, s):]
	at := slices.IndexFunc(t.order, func(o *seat) bool { return !o.left && slices.Contains(behind, o) })
	if at < 0 {
		at = len(t.order)
	}
	t.order = slices.Insert(t.order, at, s)
	if t.turn > 0 {
		t.effects("when_joined", &poll{mover: s})
	}
	return true
}

// sorted gives the order of turns: by surname until the players change that.
func (t *table) sorted(seats []*seat) []*seat {
	how := t.answer("turn_order")
	return slices.SortedStableFunc(slices.Values(seats), func(a, b *seat) int {
		switch how {
		case "by_surname":
			return cmp.Or(cmp.Compare(a.surname, b.surname), cmp.Compare(a.given, b.given))
		case "by_given_name":
			return cmp.Or(cmp.Compare(a.given, b.given), cmp.Compare(a.surname, b.surname))
		}
		return slices.Index(t.seats, a) - slices.Index(t.seats, b)
	})
}

func (t *table) playing() []*seat {
	return slices.DeleteFunc(slices.Clone(t.seats), func(s *seat) bool { return s.left })
}

func (t *table) forfeit(s *seat) bool {
	if t.over != "" || s.left {
		return false
	}
	s.left = true
	p := t.poll
	if p != nil && p.state == "voting" {
		delete(p.said, s)
		p.voters = slices.DeleteFunc(p.voters, func(v *seat) bool { return v == s })
	}
	switch {
	case len(t.playing()) < 2:
		t.over = "alone"
	case s == t.mover:
		if p != nil {
			p.state = "withdrawn"
		}
		t.endTurn()
	case p != nil && p.state == "voting":
		t.closeIfComplete()
	}
	return true
}

func (t *table) start() {
	t.order = t.sorted(t.seats)
	t.mover = t.order[0]
	t.turn, t.began = 1, t.hour
	t.next = t.number("first_number", 301)
}

func (t *table) endTurn() {
	t.poll, t.kept = nil, 0
	after := t.order[slices.Index(t.order, t.mover)+1:]
	for _, s := range after {
		if !s.left {
			t.mover = s
			t.beginTurn()
			return
		}
	}
	t.circuits++
	if t.over == "" {
		t.effects("when_circuit_ends", nil)
	}
	t.order = t.sorted(t.playing())
	t.mover = t.order[0]
	t.beginTurn()
}

func (t *table) beginTurn() {
	if t.over == "" {
		t.turn++
		t.began = t.hour
		t.effects("when_turn_begins", &poll{mover: t.mover})
	}
}

// ranked are the rules in force, the strongest first.
func (t *table) ranked() []*law {
	return slices.SortedFunc(slices.Values(t.laws), func(a, b *law) int {
		if a.mutable != b.mutable {
			if a.mutable {
				return 1
			}
			return -1
		}
		return a.number - b.number
	})
}

func (t *table) answer(name string) any {
	for _, l := range t.ranked() {
		if v, ok := l.told[name]; ok {
			return v
		}
	}
	return nil
}

func (t *table) number(name string, otherwise int) int {
	if n, ok := t.answer(name).(int); ok {
		return n
	}
	return otherwise
}

// effects lets every rule that has a say in it do what it does, and looks for
// a winner after each (Rule 208).
func (t *table) effects(name string, p *poll) {
	for _, l := range t.ranked() {
		if do, ok := l.told[name].(func(*table, *law, *poll)); ok && t.over == "" {
			do(t, l, p)
			t.lookForWinner()
		}
	}
}

func (t *table) lookForWinner() {
	goal, ok := t.answer("goal").(int)
	if !ok || t.over != "" {
		return
	}
	for _, s := range t.playing() {
		if s.sixths >= goal*whole && s.sixths > 0 {
			t.winners = append(t.winners, s)
		}
	}
	switch len(t.winners) {
	case 0:
	case 1:
		t.over = "won"
	default:
		t.over, t.disputed = "disputed", true
	}
}
