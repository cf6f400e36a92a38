package web_test

import (
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/templates"
)

// TestRulesetsAgree: the same game's ruleset is the same on the page, in the letter
// that mail and verb give, and in the state that tools read: every rule with its
// number, its title, its text and its clause, and no other.
func TestRulesetsAgree(t *testing.T) {
	s := played(t)
	g, err := s.mod.Game("tea")
	s.must(err)
	state := moderator.StateOf(g)
	letter, err := s.mod.Page("tea", parser.Ask{What: "rules", Full: true}, templates.Reader{Language: "en"})
	s.must(err)
	mailed := squeezed(strings.ReplaceAll(letter.Text, "\n| ", "\n"))
	shown := shownRules(t, string(s.static()["tea/en/rules.html"].Body))
	if len(shown) != len(state.Rules) || len(shown) < 28 {
		t.Errorf("the page shows %d rules, and there are %d", len(shown), len(state.Rules))
	}
	for _, r := range state.Rules {
		page := shown[r.Number]
		for what, want := range map[string]string{"number": strconv.Itoa(r.Number), "title": r.Title, "text": withoutAddresses(r.Text), "clause": r.Clause} {
			if !strings.Contains(squeezed(page), squeezed(want)) {
				t.Errorf("the page does not show the %s of rule %d, %q:\n%s", what, r.Number, want, page)
			}
		}
		for what, want := range map[string]string{"title": r.Title, "text": r.Text, "clause": r.Clause} {
			if !strings.Contains(mailed, squeezed(want)) {
				t.Errorf("the letter does not show the %s of rule %d, %q", what, r.Number, want)
			}
		}
	}
}

// squeezed is a text without its breaks, and without the bars and dots that
// letters put into it.
func squeezed(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \n\t|", r) {
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\"", "'"))
}

// withoutAddresses is the text of the rule with addresses in it as a page has it.
func withoutAddresses(text string) string {
	return strings.NewReplacer("ada@secret.example.org", "[@]", "ADA+X@Secret.Example.ORG", "[@]").Replace(text)
}

// shownRules are the words of each rule on a page.
func shownRules(t *testing.T, page string) map[int]string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	all := map[int]string{}
	for n := range doc.Descendants() {
		if n.Data != "article" {
			continue
		}
		var b strings.Builder
		for c := range n.Descendants() {
			if c.Type == html.TextNode {
				b.WriteString(c.Data)
			}
		}
		for _, a := range n.Attr {
			if number, err := strconv.Atoi(strings.TrimPrefix(a.Val, "r")); a.Key == "id" && err == nil {
				all[number] = b.String()
			}
		}
	}
	return all
}
