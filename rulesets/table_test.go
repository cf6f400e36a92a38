package rulesets_test

import (
	"strings"
	"testing"
)

// The table set says what the mail set says, but for what depends on a table.
func TestSuberTableDiffersFromSuberMail(t *testing.T) {
	mail, table := load(t, "suber-mail.en"), load(t, "suber-table.en")
	if len(table.Rules) != len(mail.Rules) {
		t.Fatalf("%d rules, want %d", len(table.Rules), len(mail.Rules))
	}
	own := map[int]struct {
		words  []string
		clause string
	}{
		201: {[]string{"clockwise", "skip one, pass, or leave a part", "zero points"}, "turn_order = by_joining"},
		202: {[]string{"(1)", "one rule-change", "(2)", "single die once"}, "def when_turn_ends(turn):\n    award(turn.mover, roll(6))"},
		208: {[]string{"first to reach 100 positive points"}, "goal = 100"},
		210: {[]string{"forbidden", "future rule-changes", "own team"}, ""},
	}
	for i, r := range table.Rules {
		want, special := own[r.Number]
		if !special {
			if m := mail.Rules[i]; r.Number != m.Number || r.Mutable != m.Mutable || r.Title != m.Title || r.Text != m.Text || r.Clause != m.Clause {
				t.Errorf("rule %d is not as in the mail set:\n%s", r.Number, r.Text)
			}
			continue
		}
		for _, w := range want.words {
			if !strings.Contains(r.Text, w) {
				t.Errorf("rule %d does not say %q:\n%s", r.Number, w, r.Text)
			}
		}
		if strings.Contains(r.Text, "mail") || r.Clause != want.clause {
			t.Errorf("rule %d is about mail, or has another clause:\n%s\n%s", r.Number, r.Text, r.Clause)
		}
	}
}
