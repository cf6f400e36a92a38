package rulesets_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

// namedFigures are the numbers that the texts of the sets without turns name, by rule:
// the same in every language, as digits.
var namedFigures = map[string]map[int][]string{
	"list":   {103: {"1"}, 104: {"1001"}, 105: {"7"}, 106: {"3"}, 107: {"3"}, 108: {"2"}, 111: {"1"}, 117: {"1", "7"}, 118: {"30", "60", "7"}, 119: {"7"}, 120: {"14"}},
	"online": {102: {"301"}, 103: {"5"}},
}

// answers are what the clauses of those sets say.
var answers = map[string]map[string]string{
	"list": {
		"turns": "False", "distribution": "weekly", "first_number": "1001", "index": "1", "min_index": "1", "second_ballot": "first",
		"vote_period": "7d", "vote_closes": "deadline", "condition_period": "3d", "partial_changes": "True", "power": "1",
		"rule_numbers": "own", "renumber": "False", "min_mutable": "1", "vote_options": `["for", "against", "present", "endorse", "conditional"]`,
		"judges": "rotation", "bar": "1", "judgment_period": "7d", "missing_ruling": "next", "reconsideration_period": "7d",
		"rulings": `["true", "false", "irrelevant", "insufficient", "paradoxical", "dismiss"]`, "inactive_after": "30d", "leaves_after": "60d", "inactive_notice": "7d",
		"claim_period": "7d", "report": "weekly", "report_full": "monthly", "ratify_after": "14d",
	},
	"online": {
		"turns": "False", "distribution": "at once", "first_number": "301", "second_ballot": "last", "vote_period": "5d",
		"rule_numbers": "own", "renumber": "False", "min_mutable": "1", "vote_options": `["for", "against", "abstain"]`,
	},
}

func TestSetsWithoutTurns(t *testing.T) {
	for kind, want := range answers {
		english := load(t, kind+".en")
		for _, lang := range columns {
			set := load(t, kind+"."+lang)
			g := &rules.Game{}
			g.Apply(rules.GameCreated{Name: "tea", Timezone: "UTC", Rules: set.Rules}, time.Time{})
			for name, value := range want {
				if got := g.Explain(name).Value; got != value {
					t.Errorf("%s: %s is %s, want %s", set.Name, name, got, value)
				}
			}
			sameButForWords(t, english, set)
			for number, said := range namedFigures[kind] {
				r := g.Rule(number)
				for _, n := range said {
					if !slices.Contains(strings.FieldsFunc(r.Text, func(c rune) bool { return c < '0' || c > '9' }), n) {
						t.Errorf("%s: rule %d does not name %s:\n%s", set.Name, number, n, r.Text)
					}
				}
			}
		}
	}
}

// sameButForWords says that two sets have the same rules, powers and clauses.
func sameButForWords(t *testing.T, a, b rulesets.Set) {
	t.Helper()
	if len(a.Rules) != len(b.Rules) {
		t.Fatalf("%s has %d rules, %s %d", a.Name, len(a.Rules), b.Name, len(b.Rules))
	}
	for i, r := range b.Rules {
		w := a.Rules[i]
		if r.Number != w.Number || r.Power != w.Power || (r.Category == "") != (w.Category == "") || r.Clause != w.Clause || r.Mutable != w.Mutable {
			t.Errorf("%s: rule %d is not as in %s", b.Name, r.Number, a.Name)
		}
	}
}

// A game by the list set, from the pool to the next quorum.
func TestListGame(t *testing.T) {
	set := load(t, "list.en")
	g := &rules.Game{}
	now := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	g.Apply(rules.GameCreated{Name: "tea", Timezone: "UTC", Rules: set.Rules}, now)
	do := func(c rules.Command, by rules.By) {
		t.Helper()
		events, err := rules.Decide(g, c, by, now)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			g.Apply(e, now)
		}
	}
	for _, name := range []string{"Ada", "Bob", "Cem", "Dov", "Eve"} {
		do(rules.Join{Given: name, Surname: "Quill"}, rules.By{Organiser: true})
	}
	do(rules.Start{}, rules.By{Organiser: true})
	p1, p2, p3 := rules.By{Player: "p1"}, rules.By{Player: "p2"}, rules.By{Player: "p3"}
	do(rules.Propose{Title: "Eight days", Index: rules.Whole(2), Drafts: []rules.Draft{
		{Kind: rules.Amend, Rule: 105, Edit: &rules.Edit{Old: "for 7 days", New: "for 8 days"}},
		{Kind: rules.Amend, Rule: 101, Edit: &rules.Edit{Old: "All players", New: "All"}}, // power 3
	}}, p1)
	now = now.Add(7 * 24 * time.Hour)
	do(rules.Tick{}, rules.By{})
	do(rules.Vote{Proposal: 1001, Option: rules.For}, p1)
	do(rules.Vote{Proposal: 1001, Option: rules.Endorse, Endorsed: "p1"}, p2)
	do(rules.Vote{Proposal: 1001, Option: rules.Against}, p3)
	now = now.Add(7 * 24 * time.Hour)
	do(rules.Tick{}, rules.By{})
	p := g.Proposal(1001)
	if p.State != rules.Adopted || p.Tally.Favour != 6 || p.Tally.Against != 3 || len(p.Skipped) != 1 || !strings.Contains(g.Rule(105).Text, "8 days") {
		t.Errorf("%+v, %s", p, g.Rule(105).Text)
	}
	do(rules.Propose{Title: "Next", Drafts: []rules.Draft{{Kind: rules.Enact, Text: "Next."}}}, p1)
	do(rules.Distribute{}, rules.By{Organiser: true})
	if next := g.Proposal(1002); next.Quorum != 2 || next.QuorumBy != 108 {
		t.Errorf("quorum %d by rule %d", next.Quorum, next.QuorumBy)
	}
}

// Categories stand above the texts, and survive being written. What only looks
// like such a line is text.
func TestCategoryLines(t *testing.T) {
	src := "# A\n\nName: a.en\nLanguage: en\n\n## Mutable rules\n\n### 1. One\n\nCategory:  The   votes\nPower: 2\n\nThe text.\nCategory: none\n\n" +
		"### 2. Two\n\n\\Category: this is text.\n\n### 3. Three\n\nCategory: Rest\n\n\\Power: to the people.\n"
	set, err := rulesets.Parse("a.en.md", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := set.Write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := rulesets.Parse("a.en.md", []byte(b.String()))
	if err != nil || !reflect.DeepEqual(set, again) {
		t.Errorf("%v, %+v\nwant %+v", err, again, set)
	}
	for i, want := range []rules.Rule{
		{Category: "The votes", Power: rules.Whole(2), Text: "The text. Category: none"}, {Text: "Category: this is text."}, {Category: "Rest", Text: "Power: to the people."},
	} {
		if r := set.Rules[i]; r.Category != want.Category || r.Power != want.Power || r.Text != want.Text {
			t.Errorf("rule %d: %+v", r.Number, r)
		}
	}
}

func TestPowerLines(t *testing.T) {
	src := "# A\n\nName: a.en\nLanguage: en\n\n## Mutable rules\n\n### 1. One\n\nPower: %\n\nThe text is this.\n"
	set, err := rulesets.Parse("a.en.md", []byte(strings.Replace(src, "%", "7/2", 1)))
	if err != nil || set.Rules[0].Power.String() != "7/2" || set.Rules[0].Text != "The text is this." {
		t.Errorf("%+v, %v", set.Rules, err)
	}
	for _, bad := range []string{"much", "0", "-1", ""} {
		if _, err := rulesets.Parse("a.en.md", []byte(strings.Replace(src, "%", bad, 1))); err == nil {
			t.Errorf("the power %q is taken", bad)
		}
	}
}
