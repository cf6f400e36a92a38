package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// initial is Suber's set in few words, with the clauses of a mail game.
func initial() []Rule {
	clauses := map[int]string{
		102: `new_rules_are = "mutable"`,
		108: "first_number = 301\nrenumber = True",
		109: "def adopted_transmutation(vote):\n    return vote.unanimous",
		114: "min_mutable = 1\nmin_immutable = 0",
		201: "turn_order = by_surname",
		202: "def when_turn_ends(turn):\n    award(turn.mover, nearest((turn.vote.number - 291) * turn.vote.favour / turn.vote.cast) if turn.vote.cast > 0 else 0)",
		203: "def adopted(vote):\n    return vote.favour > vote.against if kept(\"simple majority\") else vote.unanimous\n\n" +
			"def when_circuit_ends(game):\n    if game.circuits == 2 and not rule.amended:\n        keep(\"simple majority\", True)\n        say(\"From now on a simple majority is enough.\")",
		204: "def when_adopted(vote):\n    if not vote.unanimous:\n        for p in vote.against_players:\n            award(p, 10)",
		206: "def when_defeated(vote):\n    award(vote.proposer, -10)",
		207: "def votes_of(player):\n    return 1",
		208: "goal = 200",
		209: "max_mutable = 25",
	}
	var set []Rule
	for n := 101; n <= 213; n++ {
		if n == 117 {
			n = 201
		}
		set = append(set, Rule{Number: n, Mutable: n > 200, Text: fmt.Sprintf("The words of rule %d.", n), Clause: clauses[n]})
	}
	return set
}

// playing is a game that a test plays, with the record of its events.
type playing struct {
	*testing.T
	g      *Game
	now    time.Time
	events []Event
	times  []time.Time
}

var monday = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// quick are customs without debate.
func quick(more ...string) map[string]string {
	m := map[string]string{"debate_least": "0h", "joining": "open"}
	for i := 0; i < len(more); i += 2 {
		m[more[i]] = more[i+1]
	}
	return m
}

// created is a game with players called "Given Surname" that has not begun.
func created(t *testing.T, e GameCreated, names ...string) *playing {
	t.Helper()
	if e.Rules == nil {
		e.Rules = initial()
	}
	if e.Timezone == "" {
		e.Timezone = "UTC"
	}
	p := &playing{T: t, g: &Game{}, now: monday}
	p.apply(e)
	for _, n := range names {
		given, surname, _ := strings.Cut(n, " ")
		p.do(Join{Given: given, Surname: surname}, By{Organiser: true})
	}
	return p
}

var three = []string{"Ada Quillfeather", "Bram Zuidema", "Cleo Abbot"}

// begun has Cleo (p3), Ada (p1) and Bram (p2), who move in that order.
func begun(t *testing.T, customs map[string]string) *playing {
	t.Helper()
	p := created(t, GameCreated{Customs: customs}, three...)
	p.do(Start{}, By{Organiser: true})
	return p
}

func (p *playing) apply(e Event) {
	p.events, p.times = append(p.events, e), append(p.times, p.now)
	p.g.Apply(e, p.now)
}

func (p *playing) do(c Command, by By) []Event {
	p.Helper()
	events, err := Decide(p.g, c, by, p.now)
	if err != nil {
		p.Fatalf("%T %+v: %v", c, c, err)
	}
	for _, e := range events {
		p.apply(e)
	}
	return events
}

func (p *playing) refused(want Code, c Command, by By) *Refusal {
	p.Helper()
	events, err := Decide(p.g, c, by, p.now)
	var no *Refusal
	if !errors.As(err, &no) || no.Code != want {
		p.Fatalf("%T %+v: got %v and %v, want the refusal %s", c, c, events, err, want)
	}
	return no
}

func (p *playing) wait(d time.Duration) { p.now = p.now.Add(d) }

func (p *playing) tick() []Event { p.Helper(); return p.do(Tick{}, By{}) }

func player(n int) By { return By{Player: PlayerID(fmt.Sprintf("p%d", n))} }

var organiser = By{Organiser: true}

// mover is the player whose turn it is.
func (p *playing) mover() By { return By{Player: p.g.Turn.Mover} }

// propose makes the mover's proposal and gives its number.
func (p *playing) propose(d Draft) int {
	p.Helper()
	p.do(Propose{Drafts: []Draft{d}}, p.mover())
	return p.g.at(p.g.made).Number
}

// votes casts a vote for each playing player, in the order of joining: "+",
// "-", "0" or " " for none.
func (p *playing) votes(number int, marks string) []Event {
	p.Helper()
	var all []Event
	for i, m := range marks {
		if o := map[rune]Option{'+': For, '-': Against, '0': Abstain}[m]; o != "" {
			all = append(all, p.do(Vote{Proposal: number, Option: o}, player(i+1))...)
		}
	}
	return all
}

// turn plays a whole turn.
func (p *playing) turn(d Draft, marks string) []Event {
	p.Helper()
	return p.votes(p.propose(d), marks)
}

func (p *playing) points(want ...int64) {
	p.Helper()
	for i, n := range want {
		if got := p.g.Players[i].Points; got != Whole(n) {
			p.Errorf("%s has %s points, want %d", p.g.Players[i].Name(), got, n)
		}
	}
}

func (p *playing) is(what string, got, want any) {
	p.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		p.Errorf("%s is %v, want %v", what, got, want)
	}
}

// kinds are the kinds of the events, in short.
func kinds(events []Event) string {
	var names []string
	for _, e := range events {
		names = append(names, strings.TrimPrefix(fmt.Sprintf("%T", e), "rules."))
	}
	return strings.Join(names, " ")
}

// last gives the last event of its kind.
func last[E Event](p *playing) E {
	p.Helper()
	for _, e := range slices.Backward(p.events) {
		if e, ok := e.(E); ok {
			return e
		}
	}
	var none E
	p.Fatalf("there was no %T", none)
	return none
}

func enact(text string) Draft { return Draft{Kind: Enact, Text: text} }

func amend(rule int, text, clause string) Draft {
	return Draft{Kind: Amend, Rule: rule, Text: text, Clause: clause}
}
