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

// --- Players: rules 113 and 201.

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

// --- Turns and circuits: rule 201.

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

// --- What the rules say: rules 110 and 211.

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

// --- Winning: rule 208.

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

// --- Rule-changes: rules 102, 103, 108, 109, 114 and 209.

// find gives the rule that bears the number, or else the one that bore it.
func (t *table) find(number int) *law {
	for _, l := range t.laws {
		if l.number == number {
			return l
		}
	}
	for _, l := range t.laws {
		if slices.Contains(l.was, number) {
			return l
		}
	}
	return nil
}

func (t *table) count(mutable bool) int {
	n := 0
	for _, l := range t.laws {
		if l.mutable == mutable {
			n++
		}
	}
	return n
}

// lawful says whether c may be proposed as number n.
func (t *table) lawful(c change, n int) bool {
	l := t.find(c.rule)
	switch {
	case c.kind == "enact":
		if c.text == "" {
			return false
		}
	case l == nil:
		return false
	case c.kind == "transmute":
	case !l.mutable:
		return false
	case c.kind == "amend" && c.text == "" && c.addition == "" && c.clause == "":
		return false
	case c.amendment != 0:
		if copied := *l; !copied.reamend(c, n) {
			return false
		}
	}
	return t.afterwards(c, n)
}

// afterwards looks at the rules as they would be: too many mutable ones or too
// few, by the rules as they are, or none by which anything could be adopted.
func (t *table) afterwards(c change, n int) bool {
	after := *t
	after.laws, after.gone = nil, nil
	for _, l := range t.laws {
		copied := *l
		after.laws = append(after.laws, &copied)
	}
	after.apply(c, n)
	switch was, is := t.count(true), after.count(true); {
	case is > was && is > t.number("max_mutable", is):
		return false
	case is < was && is < t.number("min_mutable", is):
		return false
	}
	switch was, is := t.count(false), after.count(false); {
	case is < was && is < t.number("min_immutable", is):
		return false
	}
	if t.answer("min_mutable") == nil && t.answer("min_immutable") == nil {
		return true // rule 114 is no more
	}
	everybody := &poll{number: n, mover: t.mover, said: map[*seat]string{}, voters: t.playing()}
	for _, s := range everybody.voters {
		everybody.said[s] = "for"
	}
	everybody.tally(&after)
	return after.adopts(everybody)
}

// apply makes the change take effect as proposal n.
func (t *table) apply(c change, n int) {
	if c.kind == "enact" {
		t.laws = append(t.laws, &law{wording: c.wording, number: n, mutable: t.answer("new_rules_are") != "immutable"})
		return
	}
	l := t.find(c.rule)
	if c.kind == "repeal" && c.amendment == 0 {
		t.laws = slices.DeleteFunc(t.laws, func(x *law) bool { return x == l })
		t.gone = append(t.gone, l)
		return
	}
	renumber := t.answer("renumber") == true
	switch {
	case c.kind == "transmute":
		l.mutable = !l.mutable
	case c.amendment != 0:
		l.reamend(c, n)
	default:
		before := l.wording
		l.wording = before.with(c)
		l.amendments = append(slices.Clone(l.amendments), amendment{number: n, before: before, after: l.wording, addition: c.addition, replaces: c.text != ""})
	}
	l.touched = true
	if renumber && l.number != n {
		l.was = append(slices.Clone(l.was), l.number)
		l.number = n
	}
}

// with is w as an amendment makes it.
func (w wording) with(c change) wording {
	switch {
	case c.addition != "":
		w.text += "\n\n" + c.addition
	case c.text != "":
		w.text = c.text
	}
	if c.clause != "" {
		w.clause, w.told = c.clause, c.told
	}
	return w
}

// reamend amends or repeals an amendment of l. Those that came later are made
// again, which is possible for paragraphs that they added, and for a clause
// unless both are about the clause; a whole new text buries the text before it.
func (l *law) reamend(c change, n int) bool {
	k := slices.IndexFunc(l.amendments, func(a amendment) bool {
		return a.number == c.amendment || slices.Contains(a.was, c.amendment)
	})
	if k < 0 {
		return false
	}
	a := l.amendments[k]
	list := slices.Clone(l.amendments[:k])
	then, now := a.after, a.before // as it was when the later ones were made, and as it is now
	if c.kind == "amend" {
		was := append(slices.Clone(a.was), a.number)
		now = a.after.with(c)
		a = amendment{n, was, a.before, now, a.addition, a.replaces}
		if c.text != "" {
			a.addition, a.replaces = "", true
		}
		list = append(list, a)
	}
	for _, later := range l.amendments[k+1:] {
		reclauses := later.after.clause != then.clause
		if later.replaces && now.text != then.text || reclauses && now.clause != then.clause {
			return false
		}
		next := now.with(change{addition: later.addition})
		if later.replaces {
			next.text = later.after.text
		}
		if reclauses {
			next.clause, next.told = later.after.clause, later.after.told
		}
		list = append(list, amendment{later.number, later.was, now, next, later.addition, later.replaces})
		then, now = later.after, next
	}
	l.wording, l.amendments = now, list
	return true
}

// --- Proposals and votes: rules 104 to 108, 111, 202 to 207.

func (t *table) propose(s *seat, cs []change) bool {
	if t.over != "" || s != t.mover || t.poll != nil || len(cs) != 1 {
		return false
	}
	n := cmp.Or(t.kept, t.next)
	if !t.lawful(cs[0], n) {
		return false
	}
	if t.kept == 0 {
		t.next++
	}
	t.kept = 0
	t.poll = &poll{number: n, mover: s, change: cs[0], state: "debate", hour: t.hour, said: map[*seat]string{}, silent: map[*seat]bool{}}
	t.polls = append(t.polls, t.poll)
	if t.least == 0 {
		t.open()
	}
	return true
}

// mine is the proposal of that number if s made it and it is in debate.
func (t *table) mine(s *seat, number int) *poll {
	if p := t.poll; t.over == "" && p != nil && p.state == "debate" && p.number == number && p.mover == s {
		return p
	}
	return nil
}

func (t *table) withdraw(s *seat, number int) bool {
	p := t.mine(s, number)
	if p == nil {
		return false
	}
	p.state, t.poll, t.kept = "withdrawn", nil, p.number
	return true
}

func (t *table) revise(s *seat, number int, c change) bool {
	p := t.mine(s, number)
	if p == nil || !t.lawful(c, p.number) {
		return false
	}
	p.change = c
	return true
}

func (t *table) askToOpen(s *seat, number int) bool {
	p := t.mine(s, number)
	if p == nil || p.asked {
		return false
	}
	if p.asked = true; t.hour >= p.hour+t.least {
		t.open()
	}
	return true
}

func (t *table) open() {
	p := t.poll
	p.state, p.hour, p.voters = "voting", t.hour, t.playing()
	if t.ownVote {
		p.said[p.mover] = "for"
	}
}

func (t *table) vote(s *seat, number int, say string) bool {
	p := t.poll
	if t.over != "" || p == nil || p.state != "voting" || p.number != number || !slices.Contains(p.voters, s) {
		return false
	}
	if say == "withdrawn" {
		_, voted := p.said[s]
		delete(p.said, s)
		return voted
	}
	if say == "abstain" && !t.abstain {
		return false
	}
	p.said[s] = say
	t.closeIfComplete()
	return true
}

func (t *table) closeIfComplete() {
	if len(t.poll.said) == len(t.poll.voters) {
		t.decide()
	}
}

// tick is the clock: the time to propose, a debate or a voting may be over.
func (t *table) tick() {
	p := t.poll
	switch {
	case t.over != "" || p == nil && (t.pass == 0 || t.hour < t.began+t.pass):
	case p == nil:
		t.endTurn()
	case p.state == "debate" && (t.hour >= p.hour+t.most || p.asked && t.hour >= p.hour+t.least):
		t.open()
	case p.state == "voting" && t.hour >= p.hour+t.period && t.silence != "wait":
		for _, s := range p.voters {
			if _, voted := p.said[s]; !voted {
				p.said[s], p.silent[s] = t.silence, true
			}
		}
		t.decide()
	}
}

func (p *poll) tally(t *table) {
	for s, say := range p.said {
		n := 1
		if of, ok := t.answer("votes_of").(func(*seat) int); ok {
			n = of(s)
		}
		switch say {
		case "for":
			p.favour += n
		case "against":
			p.against += n
		default:
			p.abstain += n
		}
	}
	p.cast = p.favour + p.against
}

func (p *poll) unanimous() bool { return p.favour > 0 && p.against == 0 }

// adopts is what the rules say of a vote on an ordinary rule-change.
func (t *table) adopts(p *poll) bool {
	if by, ok := t.answer("adopted").(func(*table, *poll) bool); ok {
		return by(t, p)
	}
	return p.unanimous()
}

// adoptsThis looks at what is voted on: making an immutable rule mutable has a
// rule of its own (Rule 109).
func (t *table) adoptsThis(p *poll) bool {
	if p.change.kind == "transmute" && !t.find(p.change.rule).mutable {
		if by, ok := t.answer("adopted_transmutation").(func(*table, *poll) bool); ok {
			return by(t, p)
		}
	}
	return t.adopts(p)
}

// decide ends the voting and the turn.
func (t *table) decide() {
	p := t.poll
	p.tally(t)
	if t.adoptsThis(p) {
		p.state = "adopted"
		goal := t.answer("goal")
		t.apply(p.change, p.number)
		if t.answer("goal") != goal {
			t.lookForWinner()
		}
		t.effects("when_adopted", p)
	} else {
		p.state = "defeated"
		t.effects("when_defeated", p)
	}
	t.effects("when_turn_ends", p)
	if t.over == "disputed" {
		t.unended = true
		return
	}
	t.endTurn()
}

// settle is the Judge's word, or the organiser's, on who of several has won.
func (t *table) settle(s *seat) bool {
	if t.over != "disputed" || !slices.Contains(t.winners, s) {
		return false
	}
	t.over, t.winners = "won", []*seat{s}
	if t.unended {
		t.endTurn()
	}
	return true
}
