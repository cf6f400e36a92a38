package rules_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
)

// suber is what the clauses of suber-mail.en mean, written from the text of
// each rule.
var suber = map[int]told{
	102: {"new_rules_are": "mutable"},
	108: {"first_number": 301, "renumber": true},
	109: {"adopted_transmutation": func(_ *table, p *poll) bool { return p.unanimous() }},
	114: {"min_mutable": 1, "min_immutable": 0},
	201: {"turn_order": "by_surname"},
	202: {"when_turn_ends": func(_ *table, _ *law, p *poll) {
		if p.cast > 0 { // a half is rounded up
			p.mover.award((2*(p.number-291)*p.favour + p.cast) / (2 * p.cast))
		}
	}},
	203: {"adopted": func(t *table, p *poll) bool {
		if t.majority {
			return p.favour > p.against
		}
		return p.unanimous()
	}, "when_circuit_ends": func(t *table, l *law, _ *poll) {
		if t.circuits == 2 && !l.touched {
			t.majority = true
		}
	}},
	204: {"when_adopted": func(_ *table, _ *law, p *poll) {
		for s, say := range p.said {
			if !p.unanimous() && say == "against" && !p.silent[s] {
				s.award(10)
			}
		}
	}},
	206: {"when_defeated": func(_ *table, _ *law, p *poll) { p.mover.award(-10) }},
	207: {"votes_of": func(*seat) int { return 1 }},
	208: {"goal": 200},
	209: {"max_mutable": 25},
}

func (s *seat) award(points int) { s.sixths += points * whole }

// setting is what a random game starts with.
type setting struct {
	names       [][2]string
	least, most int
	period      int
	silence     string
	abstain     bool
	ownVote     bool
	pass        int
	favour      float64 // how likely a vote is in favour
	kinds       []string
	aim         string // a name that proposals are often about
}

// move is something that somebody tries, after some hours.
type move struct {
	wait           int
	verb           string
	who            int // a seat, or -1 for a stranger
	number         int
	say            string
	changes        []change
	given, surname string
	form           uint64 // seeds how it is written as a mail
}

func (m move) String() string {
	s := fmt.Sprintf("%+d h: %s", m.wait, m.verb)
	switch {
	case m.verb == "join":
		return s + " " + m.given + " " + m.surname
	case m.verb != "tick":
		s = fmt.Sprintf("%+d h: p%d %s", m.wait, m.who+1, m.verb)
	}
	if m.number != 0 {
		s += fmt.Sprintf(" %d %s", m.number, m.say)
	}
	for _, c := range m.changes {
		s += fmt.Sprintf(" {%s %d amendment %d text %.20q addition %q clause %q}", c.kind, c.rule, c.amendment, c.text, c.addition, c.clause)
	}
	return s
}

// chance makes random settings and moves.
type chance struct {
	*rand.Rand
	texts int
}

// of is true in n cases of a hundred.
func (r *chance) of(n int) bool { return r.IntN(100) < n }

func pick[T any](r *chance, from ...T) T { return from[r.IntN(len(from))] }

func (r *chance) name() [2]string {
	return [2]string{
		pick(r, "Ada", "Bram", "Cleo", "Dov", "Esme"),
		pick(r, "Abbot", "Byrne", "Carver", "Dunn", "Eck", "Farrow", "Gale"),
	}
}

func (r *chance) setting() setting {
	s := setting{
		least:   pick(r, 0, 0, 24),
		most:    72,
		period:  pick(r, 48, 168),
		silence: pick(r, "wait", "abstain", "against"),
		abstain: r.of(70),
		ownVote: r.of(30),
		favour:  pick(r, 0.5, 0.8, 0.95, 1),
		aim:     pick(r, "", "goal", "goal", "when_circuit_ends", "adopted", "turn_order"),
		kinds: pick(r,
			[]string{"enact", "amend", "amend", "amend", "repeal", "transmute"},
			[]string{"enact"},
			[]string{"enact", "enact", "transmute"},
			[]string{"repeal", "repeal", "repeal", "transmute"},
			[]string{"amend", "amend", "transmute"}),
	}
	if s.least == 0 { // who withdraws a proposal has more time
		s.pass = pick(r, 0, 0, 50)
	}
	for range 2 + r.IntN(6) {
		if n := r.name(); !slices.Contains(s.names, n) {
			s.names = append(s.names, n)
		}
	}
	if len(s.names) < 2 {
		s.names = [][2]string{{"Bram", "Zuidema"}, {"Ada", "Quillfeather"}}
	}
	return s
}

// move is what happens next at t.
func (r *chance) move(t *table, s setting) move {
	m := move{wait: r.IntN(4), who: r.IntN(len(t.seats))}
	mover := slices.Index(t.seats, t.mover)
	switch {
	case t.over == "disputed" && r.of(70):
		m.verb = "settle"
	case t.over == "disputed":
		m.verb, m.number, m.say = "vote", t.next-1, "for"
	case r.of(2):
		n := r.name()
		m.verb, m.given, m.surname = "join", n[0], n[1]
	case r.of(1):
		m.verb = "forfeit"
	case r.of(2):
		m.verb, m.wait = "tick", pick(r, 24, 72, 170)
	case r.of(2):
		m.verb, m.number, m.say = "vote", pick(r, t.next, t.next-1, t.next-2), "for"
	case t.poll == nil || r.of(2):
		m.verb, m.changes = "propose", []change{r.change(t, s)}
		if r.of(95) {
			m.who = mover
		}
		if r.of(2) {
			m.changes = append(m.changes, r.change(t, s))
		}
	case t.poll.state == "debate":
		r.debate(t, s, &m, mover)
	default:
		r.vote(t, s, &m)
	}
	return m
}

func (r *chance) debate(t *table, s setting, m *move, mover int) {
	m.verb, m.number = pick(r, "open", "open", "open", "revise", "withdraw", "tick"), t.poll.number
	if r.of(90) {
		m.who = mover
	}
	switch {
	case m.verb == "tick":
		m.number, m.wait = 0, 73
	case m.verb == "revise":
		m.changes = []change{r.change(t, s)}
	case m.verb == "open" && t.poll.asked:
		m.verb, m.number, m.wait = "tick", 0, 25
	}
}

func (r *chance) vote(t *table, s setting, m *move) {
	m.verb, m.number, m.say = "vote", t.poll.number, "against"
	if r.Float64() < s.favour {
		m.say = "for"
	}
	switch {
	case r.of(4):
		m.say = "withdrawn"
	case r.of(4):
		m.say = "abstain"
	case r.of(4):
		m.number--
	}
	for i, v := range t.seats { // mostly somebody who has not voted
		if _, voted := t.poll.said[v]; !voted && slices.Contains(t.poll.voters, v) && r.of(70) {
			m.who = i
		}
	}
}

// figureless numbers texts by letters: a figure would be offered to the clause of
// the rule, and the vote would wait for the answer.
func figureless(n int) string {
	s := ""
	for ; n > 0; n /= 26 {
		s += string(rune('A' + n%26))
	}
	return s + "x"
}

// change is a rule-change that may or may not be lawful.
func (r *chance) change(t *table, s setting) change {
	r.texts++
	c := change{kind: pick(r, s.kinds...), wording: wording{text: "Text " + figureless(r.texts) + "."}}
	if r.of(2) {
		c.text = ""
	}
	if c.kind == "enact" || len(t.laws) == 0 {
		c.kind = "enact"
		switch {
		case r.of(20):
			c.offer(r, s.aim)
		case r.of(30):
			c.offer(r, "")
		}
		return c
	}
	l := pick(r, t.laws...)
	if c.kind != "transmute" && !l.mutable && r.of(90) && t.count(true) > 0 {
		l = pick(r, slices.DeleteFunc(slices.Clone(t.laws), func(l *law) bool { return !l.mutable })...)
	}
	for _, aim := range t.laws {
		if _, ok := aim.told[s.aim]; ok && r.of(30) {
			l = aim
		}
	}
	c.rule = l.number
	switch {
	case r.of(10) && len(l.was) > 0:
		c.rule = pick(r, l.was...)
	case r.of(2):
		c.rule = pick(r, 1, 117, 300, t.next, t.next-1)
	}
	if k := len(l.amendments); k > 0 && c.kind != "transmute" && r.of(40) {
		a := l.amendments[max(r.IntN(k), r.IntN(k))]
		c.amendment = pick(r, append(a.was, a.number)...)
	}
	switch {
	case c.kind != "amend":
		c.wording = wording{}
	case r.of(40):
		if names := slices.Sorted(maps.Keys(l.told)); len(names) > 0 {
			c.offer(r, pick(r, names...))
		}
	case r.of(20) && c.amendment == 0:
		c.wording, c.addition = wording{}, fmt.Sprintf("More %d.", r.texts)
	}
	return c
}
