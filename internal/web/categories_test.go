package web_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/templates"
)

// TestRulesetsByCategory: where rules keep their numbers the page, the text, the letter
// and the JSON show them by categories, each with its revision, its power and its past.
func TestRulesetsByCategory(t *testing.T) {
	s := openWith(t, "list.en", nil)
	s.says("bob", "enact\ntitle: Cake\nThere is cake.\nend")
	s.says("ada", "amend 105\nreplace \"for 7 days\" with \"for 8 days\"")
	s.must(s.mod.Tick(s.now.AddDate(0, 0, 7)))
	for _, who := range []string{"ada", "bob", "cem"} {
		s.now = s.now.Add(8 * 24 * time.Hour / 3)
		if o := s.says(who, "1001: FOR\n1002: FOR"); o != "counted" {
			t.Fatalf("the votes of %s are %s", who, o)
		}
	}
	s.must(s.mod.Tick(s.now.AddDate(0, 0, 14)))
	g, err := s.mod.Game("tea")
	s.must(err)
	if r := g.Rule(105); r.Revisions() != 1 || g.Rule(117) == nil {
		t.Fatalf("rule 105 is %+v", r)
	}

	var listed []moderator.RuleState
	files := s.static()
	s.must(json.Unmarshal(files["api/v1/tea/rules.json"].Body, &listed))
	if want := moderator.StateOf(g).Rules; !reflect.DeepEqual(listed, want) {
		t.Errorf("JSON has\n%+v\nand the verb\n%+v", listed, want)
	}
	for _, r := range listed {
		if h := r.History; r.Number == 105 && (r.Category != "Voting" || r.Power != "1" || r.Revision != 1 || len(h) != 1 || h[0].Author != "Ada Quillfeather") {
			t.Errorf("JSON has %+v", r)
		}
	}

	say := func(full, texts bool) string {
		t.Helper()
		w, err := s.mod.Page("tea", parser.Ask{What: "rules", Full: full, Texts: texts}, templates.Reader{Language: "en"})
		s.must(err)
		return w.Text
	}
	short, full, text := say(false, false), say(true, false), string(files["tea/rules.txt"].Body)
	if verb := say(false, true); verb != short {
		t.Errorf("the verb prints\n%s\nand the letter has\n%s", verb, short)
	}
	page := string(files["tea/en/rules.html"].Body)
	for what, words := range map[string]string{"the short ruleset": short, "the full one": full, "the text": text} {
		last := -1
		for _, part := range []string{"\nCategory: The game\n", "Rule 101/0 (Power=3)", "Rule 114/0 (Power=3)", "\nCategory: Proposals\n", "\nCategory: Voting\n", "Rule 105/1 (Power=1)", "8 days", "\nOther rules\n", "Rule 121/0 (Power=1)"} {
			at := strings.LastIndex(words, part)
			if at < last {
				t.Errorf("%s has %q not in its place:\n%s", what, part, words)
			}
			last = at
		}
		if has := strings.Contains(words, "- Amended (1) by Proposal 1002 (Ada Quillfeather), 2026-"); has != (what != "the short ruleset") {
			t.Errorf("%s has histories: %v\n%s", what, has, words)
		}
	}
	for _, part := range []string{`id="category-3" dir="auto">Voting<`, `105<small lang="en">/1 (Power=1)</small>`, `id="category">Other rules<`} {
		if !strings.Contains(page, part) {
			t.Errorf("the page has no %s", part)
		}
	}
}
