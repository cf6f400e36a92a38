package rulesets_test

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/clause"
	"nomicmail/internal/rules"
)

// mechanics are the points in which the sets differ, each following its own
// model. All else they have in common.
type mechanics struct {
	mail      bool  // by surname, no die, 200 points; at a table by joining, one die, 100 points
	up        bool  // Rule 202 rounds up, not to the nearest
	never     bool  // Rule 203 asks for unanimity for ever, not for two circuits
	against   int64 // what Rule 204 awards
	immutable bool  // Rule 114 asks for an immutable rule, not for a mutable one
}

// everyMechanics is the table of the sets.
func everyMechanics() map[string]mechanics {
	all := map[string]mechanics{}
	for name, m := range map[string]mechanics{
		"en": {against: 10},
		"pt": {against: 10, immutable: true},
		"es": {against: 20, never: true},
		"tr": {against: 10, up: true},
		"hu": {against: 10},
	} {
		all["suber-table."+name] = m
		m.mail = true
		all["suber-mail."+name] = m
	}
	return all
}

// eachSet plays every set.
func eachSet(t *testing.T, play func(t *testing.T, name string, m mechanics)) {
	t.Helper()
	all := everyMechanics()
	if names := bothVariants(); len(all) != len(names) {
		t.Fatalf("the mechanics of %d sets, want %v", len(all), names)
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) { play(t, name, all[name]) })
	}
}

// match is a game that a test plays.
type match struct {
	*testing.T
	g      *rules.Game
	now    time.Time
	events []rules.Event
}

var organiser = rules.By{Organiser: true}

// begin begins a game without debate, of three who joined in another order than
// that of their surnames.
func begin(t *testing.T, e rules.GameCreated) *match {
	t.Helper()
	p := &match{T: t, g: &rules.Game{}, now: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
	e.Name, e.Timezone = "tea", "UTC"
	e.Customs = map[string]string{"debate_least": "0h"}
	p.g.UseSecrets(func(turn, draw int) string { return fmt.Sprintf("%032x", turn*100+draw) })
	p.apply(e)
	for _, surname := range []string{"Quill", "Zuidema", "Abbot"} {
		p.do(rules.Join{Given: "A", Surname: surname}, organiser)
	}
	p.do(rules.Start{}, organiser)
	return p
}

// game begins a game by a set whose next proposal has that number.
func game(t *testing.T, set string, number int) *match {
	t.Helper()
	s := load(t, set)
	return begin(t, rules.GameCreated{Ruleset: set, Language: s.Language, Rules: s.Rules, NextNumber: number})
}

func (p *match) apply(e rules.Event) {
	p.events = append(p.events, e)
	p.g.Apply(e, p.now)
}

func (p *match) do(c rules.Command, by rules.By) {
	p.Helper()
	events, err := rules.Decide(p.g, c, by, p.now)
	if err != nil {
		p.Fatalf("%T %+v: %v", c, c, err)
	}
	for _, e := range events {
		p.apply(e)
	}
}

func (p *match) refused(want rules.Code, d rules.Draft) *rules.Refusal {
	p.Helper()
	_, err := rules.Decide(p.g, rules.Propose{Drafts: []rules.Draft{d}}, p.mover(), p.now)
	var no *rules.Refusal
	if !errors.As(err, &no) || no.Code != want {
		p.Fatalf("%+v: got %v, want the refusal %s", d, err, want)
	}
	return no
}

func (p *match) mover() rules.By { return rules.By{Player: p.g.Turn.Mover} }

// turn proposes and votes: the mover first, then the others in the order of
// joining; "+", "-" or "0" for an abstention. It gives the number.
func (p *match) turn(d rules.Draft, marks string) int {
	p.Helper()
	mover := p.g.Turn.Mover
	p.do(rules.Propose{Drafts: []rules.Draft{d}}, p.mover())
	number := p.g.NextNumber() - 1
	voters := []rules.PlayerID{mover}
	for _, q := range p.g.Players {
		if q.ID != mover {
			voters = append(voters, q.ID)
		}
	}
	for i, m := range marks {
		o := map[rune]rules.Option{'+': rules.For, '-': rules.Against, '0': rules.Abstain}[m]
		p.do(rules.Vote{Proposal: number, Option: o}, rules.By{Player: voters[i]})
	}
	return number
}

// turns plays some on which everybody agrees.
func (p *match) turns(n int) {
	p.Helper()
	for range n {
		p.turn(rules.Draft{Kind: rules.Enact, Text: "Whoever moves names a tea."}, "+++")
	}
}

// vote plays a turn and says whether the proposal was adopted.
func (p *match) vote(d rules.Draft, marks string) bool {
	p.Helper()
	return p.g.Proposal(p.turn(d, marks)).State == rules.Adopted
}

// awarded adds up what the effect of a rule gave since the last turn but one.
func (p *match) awarded(name string) (points []string) {
	for _, e := range p.events[p.lastTurn():] {
		if a, ok := e.(rules.Awarded); ok && a.Name == name {
			points = append(points, a.Points.String())
		}
	}
	return points
}

// lastTurn is the place of the proposal that was voted on last.
func (p *match) lastTurn() int {
	for i := len(p.events) - 1; i > 0; i-- {
		if _, ok := p.events[i].(rules.ProposalMade); ok {
			return i
		}
	}
	return 0
}

func (p *match) is(what string, got, want any) {
	p.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		p.Errorf("%s: %v, want %v", what, got, want)
	}
}

var tea = rules.Draft{Kind: rules.Enact, Text: "Tea is free."}

// Rule 201: by surname, or clockwise, which is the order of joining.
func TestOrderOfTurns(t *testing.T) {
	eachSet(t, func(t *testing.T, name string, m mechanics) {
		p := game(t, name, 0)
		var order []string
		for _, id := range p.g.Order {
			order = append(order, p.g.Player(id).Surname)
		}
		want := "[Quill Zuidema Abbot]"
		if m.mail {
			want = "[Abbot Quill Zuidema]"
		}
		p.is("order", order, want)
	})
}

// Rule 202: by the share of the votes, or one die.
func TestPointsOfTheMover(t *testing.T) {
	eachSet(t, func(t *testing.T, name string, m mechanics) {
		for _, c := range []struct {
			number      int
			marks       string
			nearest, up int64
		}{
			{301, "+++", 10, 10},
			{301, "---", 0, 0},
			{301, "000", 0, 0},     // no votes cast
			{305, "++-", 9, 10},    // 14 × 2/3 = 9 1/3
			{301, "++-", 7, 7},     // 10 × 2/3 = 6 2/3
			{302, "+-0", 6, 6},     // 11 × 1/2 = 5 1/2
			{303, "++-", 8, 8},     // 12 × 2/3
			{304, "+--", 4, 5},     // 13 × 1/3 = 4 1/3
			{150, "++-", -94, -94}, // -141 × 2/3, below zero too
			{152, "+-0", -69, -69}, // -139 × 1/2 = -69 1/2, a half upwards
		} {
			p := game(t, name, c.number)
			p.turn(tea, c.marks)
			want := c.nearest
			if m.up {
				want = c.up
			}
			if !m.mail {
				want = p.die()
			}
			p.is(fmt.Sprintf("points of %d by %s", c.number, c.marks), p.awarded("when_turn_ends"), []string{fmt.Sprint(want)})
		}
	})
}

// die is the one die of six sides that was thrown.
func (p *match) die() int64 {
	p.Helper()
	var thrown []rules.DieThrown
	for _, e := range p.events {
		if d, ok := e.(rules.DieThrown); ok {
			thrown = append(thrown, d)
		}
	}
	if len(thrown) != 1 || thrown[0].Sides != 6 || thrown[0].Rule != 202 {
		p.Fatalf("the dice are %+v", thrown)
	}
	return thrown[0].Value
}

// Rules 203 and 109: unanimity at first; after the second circuit a simple
// majority, or never, and never for a transmutation of an immutable rule.
func TestFromUnanimityToMajority(t *testing.T) {
	eachSet(t, func(t *testing.T, name string, m mechanics) {
		p := game(t, name, 0)
		p.turns(5)
		p.is("5 turns", p.vote(tea, "++-"), false)
		p.is("circuits", p.g.Circuits, 2)
		p.is("2 of 3 after two circuits", p.vote(tea, "++-"), !m.never)
		p.is("1 of 2", p.vote(tea, "+-0"), false)
		p.is("all but those who abstain", p.vote(tea, "+00"), true)
		p.is("transmutation by 2 of 3", p.vote(rules.Draft{Kind: rules.Transmute, Rule: 101}, "++-"), false)
		p.is("transmutation by all", p.vote(rules.Draft{Kind: rules.Transmute, Rule: 101}, "+++"), true)
		said := 0
		for _, e := range p.events {
			if s, ok := e.(rules.Said); ok && s.Rule == 203 {
				said++
			}
		}
		p.is("announced", said == 1, !m.never)
	})
}

// Rule 203 stays as it is where the players have amended it in time.
func TestAmendedRuleStaysUnanimous(t *testing.T) {
	eachSet(t, func(t *testing.T, name string, _ mechanics) {
		p := game(t, name, 0)
		p.turn(rules.Draft{Kind: rules.Amend, Rule: 203, Edit: &rules.Edit{New: "And that is final."}}, "+++")
		p.turns(5)
		p.is("circuits", p.g.Circuits, 2)
		p.is("2 of 3", p.vote(tea, "++-"), false)
	})
}

const byMajority = "def adopted(vote):\n    return vote.favour > vote.against"

// Rule 204 awards those against what is adopted: as soon as that is possible,
// or once Rule 203 was amended or repealed.
func TestPointsAgainst(t *testing.T) {
	precedes := rules.Draft{Kind: rules.Enact, Text: "A majority is enough, before rule 203.", Clause: byMajority + "\n\ntakes_precedence_over = [203]"}
	amended := rules.Draft{Kind: rules.Amend, Rule: 203, Text: "A majority is enough.", Clause: byMajority}
	enacted := rules.Draft{Kind: rules.Enact, Text: "A majority is enough.", Clause: byMajority}
	repealed := rules.Draft{Kind: rules.Repeal, Rule: 203}
	eachSet(t, func(t *testing.T, name string, m mechanics) {
		for _, c := range []struct {
			what   string
			before []rules.Draft
			awards bool
		}{
			{"203 overtaken", []rules.Draft{precedes}, !m.never},
			{"203 amended", []rules.Draft{amended}, true},
			{"203 repealed", []rules.Draft{enacted, repealed}, true},
		} {
			p := game(t, name, 0)
			for _, d := range c.before {
				p.is(c.what, p.vote(d, "+++"), true)
				p.is("points against, all in favour", p.awarded("when_adopted"), "[]")
			}
			p.is(c.what, p.vote(tea, "++-"), true)
			var want []string
			if c.awards {
				want = []string{fmt.Sprint(m.against)}
			}
			p.is("points against, "+c.what, p.awarded("when_adopted"), want)
		}
	})
}

// Rules 206 and 207.
func TestDefeatAndOneVoteEach(t *testing.T) {
	eachSet(t, func(t *testing.T, name string, _ mechanics) {
		p := game(t, name, 0)
		n := p.turn(tea, "+-+")
		p.is("defeat", p.awarded("when_defeated"), "[-10]")
		p.is("tally", p.g.Proposal(n).Tally, rules.Tally{Voters: 3, Favour: 2, Against: 1, Cast: 3})
	})
}

// Rule 208.
func TestGoal(t *testing.T) {
	eachSet(t, func(t *testing.T, name string, m mechanics) {
		goal := int64(100)
		if m.mail {
			goal = 200
		}
		p := game(t, name, 0)
		first := p.g.Players[0].ID
		p.do(rules.Grant{Player: first, Points: rules.Whole(goal - 1)}, organiser)
		p.is("one point less", p.g.Status, rules.Running)
		p.do(rules.Grant{Player: first, Points: rules.Whole(1)}, organiser)
		p.is("the goal", p.g.Status, rules.Won)
	})
}

// Rules 102 and 108: numbers from 301 on, adopted or not; new rules are mutable,
// and what is transmuted is of either kind.
func TestNumbersAndKinds(t *testing.T) {
	eachSet(t, func(t *testing.T, name string, _ mechanics) {
		p := game(t, name, 0)
		p.is("first", p.turn(tea, "+++"), 301)
		p.is("kind of a new rule", p.g.Rule(301).Mutable, true)
		p.is("after an adopted one", p.turn(tea, "---"), 302)
		p.is("after a defeated one", p.turn(rules.Draft{Kind: rules.Amend, Rule: 205, Text: "At once."}, "+++"), 303)
		p.is("amended", p.g.Rule(205).Number, 303)
		p.turn(rules.Draft{Kind: rules.Transmute, Rule: 210}, "+++")
		p.is("transmuted", fmt.Sprint(p.g.Rule(210).Number, p.g.Rule(210).Mutable), "304 false")
		p.turn(rules.Draft{Kind: rules.Transmute, Rule: 101}, "+++")
		p.is("transmuted", fmt.Sprint(p.g.Rule(101).Number, p.g.Rule(101).Mutable), "305 true")
	})
}

// Rule 209: 13 mutable rules at first, and 25 at most.
func TestMostMutableRules(t *testing.T) {
	eachSet(t, func(t *testing.T, name string, _ mechanics) {
		p := game(t, name, 0)
		p.turns(12)
		no := p.refused(rules.TooManyMutable, tea)
		p.is("refused by", fmt.Sprint(no.Rule, no.Limit), "209 25")
		p.refused(rules.TooManyMutable, rules.Draft{Kind: rules.Transmute, Rule: 101})
		p.is("another kind", p.vote(rules.Draft{Kind: rules.Repeal, Rule: 210}, "+++"), true)
	})
}

// Rule 114: the last mutable rule stays so, or the last immutable one.
func TestLastRuleOfItsKind(t *testing.T) {
	eachSet(t, func(t *testing.T, name string, m mechanics) {
		lone := func(number int, mutable bool) *match {
			s := load(t, name)
			for i := range s.Rules {
				s.Rules[i].Mutable = (s.Rules[i].Number == number) == mutable
			}
			s.Rules = slices.DeleteFunc(s.Rules, func(r rules.Rule) bool { return r.Clause == "" && r.Number != number })
			return begin(t, rules.GameCreated{Language: s.Language, Rules: s.Rules})
		}
		try := func(p *match, d rules.Draft, forbidden bool) {
			t.Helper()
			if !forbidden {
				p.is(string(d.Kind), p.vote(d, "+++"), true)
				return
			}
			no := p.refused(rules.TooFewRules, d)
			p.is("refused by", fmt.Sprint(no.Rule, no.Limit), "114 1")
		}
		try(lone(210, true), rules.Draft{Kind: rules.Repeal, Rule: 210}, !m.immutable)
		try(lone(210, true), rules.Draft{Kind: rules.Transmute, Rule: 210}, !m.immutable)
		try(lone(101, false), rules.Draft{Kind: rules.Transmute, Rule: 101}, m.immutable)
	})
}

// The Judge is the player before the mover, and the last one where the mover
// is the first (Rule 212).
func TestJudgeIsThePlayerBeforeTheMover(t *testing.T) {
	eachSet(t, func(t *testing.T, name string, _ mechanics) {
		p, err := clause.Parse(clauseOf(t, name, 212), judgment())
		if err != nil {
			t.Fatal(err)
		}
		players := clause.List{clause.Text("Ada"), clause.Text("Bram"), clause.Text("Cleo")}
		for i, mover := range players {
			want := players[(i+2)%3]
			if got, err := p.Run("judge", clause.Env{}, players, mover); err != nil || got != want {
				t.Errorf("when %s moves the Judge is %v (%v), want %s", mover, got, err, want)
			}
		}
	})
}

// judgment is what the clauses of Rule 212 may define and see.
func judgment() clause.Names {
	return clause.Names{
		Defines: map[string][]int{"judge": {2}, "turn_may_begin": {1}},
		Attrs:   map[string][]string{"consent": {"given", "others", "players"}},
	}
}

// consent is how many of so many players consent, besides the next mover.
type consent struct{ given, players int64 }

func (c consent) String() string  { return "the consent" }
func (c consent) Kind() string    { return "consent" }
func (c consent) Attrs() []string { return []string{"given", "others", "players"} }

func (c consent) Attr(name string) clause.Value {
	n := map[string]int64{"given": c.given, "others": c.players - 1, "players": c.players}[name]
	return clause.Number{R: big.NewRat(n, 1)}
}

// The next turn begins with the consent of a majority: of the other players in
// the English and the Hungarian set; of all players in the others, where
// whoever begins consents too. That makes a difference where players are odd.
func TestConsentToTheNextTurn(t *testing.T) {
	eachSet(t, func(t *testing.T, name string, _ mechanics) {
		p, err := clause.Parse(clauseOf(t, name, 212), judgment())
		if err != nil {
			t.Fatal(err)
		}
		ofOthers := strings.HasSuffix(name, ".en") || strings.HasSuffix(name, ".hu")
		for players, needed := range map[int64]int64{2: 1, 3: 1, 4: 2, 5: 2, 6: 3} {
			if ofOthers && players%2 == 1 {
				needed++
			}
			for given := range players {
				got, err := p.Run("turn_may_begin", clause.Env{}, consent{given, players})
				if want := clause.Truth(given >= needed); err != nil || got != want {
					t.Errorf("%d of %d players and the mover: %v (%v), want %v", given, players, got, err, want)
				}
			}
		}
	})
}

func clauseOf(t *testing.T, set string, number int) string {
	t.Helper()
	for _, r := range load(t, set).Rules {
		if r.Number == number {
			return r.Clause
		}
	}
	t.Fatalf("%s has no rule %d", set, number)
	return ""
}

var words = regexp.MustCompile(`say\(".*"\)`)

// Where sets do not differ in what they do, neither do their clauses, but for
// the words that a rule says to the players. Those are in the set's language.
func TestClausesAreTheSame(t *testing.T) {
	own := map[string][]int{"pt": {114, 212}, "es": {203, 204, 212}, "tr": {202, 212}}
	spoken := map[string]bool{}
	eachSet(t, func(t *testing.T, name string, m mechanics) {
		for i, r := range load(t, name).Rules {
			other := load(t, "suber-mail.en").Rules[i]
			said := words.FindString(r.Clause)
			if said != "" && m.mail && spoken[said] {
				t.Errorf("rule %d says in two languages: %s", r.Number, said)
			}
			spoken[said] = true
			_, lang, _ := strings.Cut(name, ".")
			differs := slices.Contains(own[lang], r.Number) && (m.mail || r.Number != 202) ||
				!m.mail && slices.Contains([]int{201, 202, 208}, r.Number)
			same := words.ReplaceAllString(r.Clause, "say") == words.ReplaceAllString(other.Clause, "say")
			if same == differs {
				t.Errorf("rule %d has the clause\n%s\nand that of suber-mail.en is\n%s", r.Number, r.Clause, other.Clause)
			}
		}
	})
}
