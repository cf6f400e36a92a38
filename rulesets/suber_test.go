package rulesets_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"nomicmail/internal/clause"
	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

// facts are words and numbers without which a rule would say less than it
// must, with the number of its paragraphs.
var facts = map[int]struct {
	paragraphs int
	words      []string
	clause     []string
}{
	101: {1, []string{"in force", "101 to 116", "201 to 213"}, nil},
	102: {1, []string{"101 to 116 are immutable", "201 to 213 are mutable", "transmuted", "except"}, []string{`new_rules_are = "mutable"`}},
	103: {1, []string{"nothing else", "(a)", "enacted, amended or repealed", "(b) An amendment", "(c)", "transmuted", "becomes mutable", "becomes immutable"}, nil},
	104: {1, []string{"proper way", "as many votes as the rules in force ask for"}, nil},
	105: {1, []string{"All players are eligible voters", "duty"}, nil},
	106: {1, []string{"in writing", "exactly the wording"}, nil},
	107: {1, []string{"only once its adopting vote is over", "even where its own words", "reach back"}, nil},
	108: {2, []string{"301", "next whole number", "adopted or not", "after a repeal", "Amending", "transmuting", "one of its amendments, the whole rule"}, []string{"first_number = 301", "renumber = True"}},
	109: {1, []string{"each and every eligible voter", "implication"}, []string{"def adopted_transmutation(vote):"}},
	110: {1, []string{"void: all of it", "transmute an immutable rule"}, nil},
	111: {2, []string{"two readings", "two or more rule-changes", "leaves everything as it was", "every other doubt", "reasonable time", "proposer settles the final wording", "voting opens", "Judge"}, nil},
	112: {1, []string{"number n of points", "no rule may put another way of winning", "how points are earned", "play cannot go on", "amended and repealed"}, nil},
	113: {1, []string{"forfeit", "at any time", "No penalty may be harsher than losing", "judges that"}, nil},
	114: {1, []string{"One rule at least must be mutable", "no rule-change whatever"}, []string{"min_mutable = 1", "min_immutable = 0"}},
	115: {1, []string{"like all the others", "the very rule from which it draws its force", "applies to itself"}, nil},
	116: {1, []string{"neither forbid nor regulate", "without limit", "Only the changing of rules", "by implication"}, nil},
	201: {2, []string{"clockwise", "skip one, pass, or leave a part", "zero points", "mail or computer", "by surname, in alphabetical order"}, []string{"turn_order = by_surname"}},
	202: {2, []string{"(1)", "one rule-change", "(2)", "single die once", "mail or computer", "less 291", "share of the votes cast", "nearest whole number", "A half is rounded up", "no vote was cast", "from 0 to 10 points", "grows by one"}, []string{"def when_turn_ends(turn):", "291"}},
	203: {2, []string{"Until the second complete circuit", "unanimous vote of the eligible voters", "simple majority", "more votes in favour than against", "by itself", "not amended"}, []string{"def adopted(vote):", "def when_circuit_ends(game):", "rule.amended"}},
	204: {1, []string{"without unanimity", "vote against", "10 points each"}, []string{"def when_adopted(vote):", "10"}},
	205: {1, []string{"full force", "vote is complete"}, nil},
	206: {1, []string{"defeated", "loses 10 points"}, []string{"def when_defeated(vote):", "-10"}},
	207: {1, []string{"one vote", "never more and never fewer"}, []string{"def votes_of(player):"}},
	208: {1, []string{"first to reach 100 positive points", "mail or computer", "200 positive points"}, []string{"goal = 200"}},
	209: {1, []string{"more mutable rules than 25"}, []string{"max_mutable = 25"}},
	210: {1, []string{"future rule-changes", "own team", "mail or computer this rule is void", "This game is one of them"}, nil},
	211: {2, []string{"two or more mutable rules", "two or more immutable", "lowest number", "defers to", "takes precedence over", "kind of rules", "the numbers that decide after all"}, nil},
	212: {6, []string{"just before the mover", "One player who insists", "invoking Judgment", "consent of a majority of the others", "unanimous vote of all the other players", "before the next turn begins", "and so on", "own turn", "team-mate", "every question of the game", "powers as Judge", "No Judge is tied", "completing the turn", "in keeping with every rule", "customs and its spirit", "other standards"}, []string{"def judge(players, mover):"}},
	213: {2, []string{"first to be unable to complete a turn", "(a)", "(b)", "settle for good", "(c)", "without being overruled", "legal and illegal in equal measure", "takes precedence over"}, nil},
}

func TestSuberMailSaysWhatItMust(t *testing.T) {
	set := load(t, "suber-mail.en")
	if len(set.Rules) != 29 {
		t.Fatalf("%d rules, want 29", len(set.Rules))
	}
	for i, r := range set.Rules {
		want := 101 + i
		if i >= 16 {
			want = 201 + i - 16
		}
		if r.Number != want || r.Mutable != (want >= 201) || r.Title == "" {
			t.Errorf("place %d has rule %d, mutable %v, title %q; want rule %d", i, r.Number, r.Mutable, r.Title, want)
		}
		has(t, r)
	}
}

// has checks that r says all the facts, and no clause that is not among them.
func has(t *testing.T, r rules.Rule) {
	t.Helper()
	f := facts[r.Number]
	if n := strings.Count(r.Text, "\n\n") + 1; n != f.paragraphs {
		t.Errorf("rule %d has %d paragraphs, want %d", r.Number, n, f.paragraphs)
	}
	for _, w := range f.words {
		if !strings.Contains(r.Text, w) {
			t.Errorf("rule %d does not say %q:\n%s", r.Number, w, r.Text)
		}
	}
	for _, w := range f.clause {
		if !strings.Contains(r.Clause, w) {
			t.Errorf("the clause of rule %d has no %q:\n%s", r.Number, w, r.Clause)
		}
	}
	if f.clause == nil && r.Clause != "" {
		t.Errorf("rule %d has a clause:\n%s", r.Number, r.Clause)
	}
}

// The name of a file is the name of its set, and every file is just as
// Set.Write writes it, so that a change by hand or by program gives a small
// diff.
func TestEveryRulesetIsAsWritten(t *testing.T) {
	for _, name := range rulesets.List() {
		set := load(t, name)
		if set.Name != name {
			t.Errorf("%s.md calls itself %q", name, set.Name)
		}
		if !strings.HasSuffix(name, "."+set.Language) {
			t.Errorf("%s.md is in %q", name, set.Language)
		}
		want, err := os.ReadFile(name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		if got := written(t, set); !bytes.Equal(got, want) {
			t.Errorf("%s.md is not in the written form; it would be:\n%s", name, got)
		}
	}
}

func TestLoadKnowsItsNames(t *testing.T) {
	if _, err := rulesets.Load("suber-mail.xx"); err == nil || !strings.Contains(err.Error(), "suber-mail.en") {
		t.Errorf("the error for an unknown name does not list the known ones: %v", err)
	}
	if _, err := rulesets.Load("README"); err == nil {
		t.Error("README.md was taken for a ruleset")
	}
}

func load(t *testing.T, name string) rulesets.Set {
	t.Helper()
	set, err := rulesets.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func written(t interface {
	Helper()
	Fatal(...any)
}, set rulesets.Set) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := set.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The Judge is the player before the mover, and the last one where the mover
// is the first (Rule 212).
func TestJudgeIsThePlayerBeforeTheMover(t *testing.T) {
	set := load(t, "suber-mail.en")
	i := slices.IndexFunc(set.Rules, func(r rules.Rule) bool { return r.Number == 212 })
	p, err := clause.Parse(set.Rules[i].Clause, clause.Names{Defines: map[string][]int{"judge": {2}}})
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
}
