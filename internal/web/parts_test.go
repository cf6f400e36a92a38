package web_test

import (
	"strings"
	"testing"
)

// TestProposalOfParts: the page of a proposal shows every part of it, and the list
// tells how many there are.
func TestProposalOfParts(t *testing.T) {
	s := openWith(t, "list.en", nil)
	s.says("bob", "title: Sweets\nenact\ntitle: Cake\nThere is cake.\nend\namend 105\nreplace \"for 7 days\" with \"for 8 days\"\nend\nrepeal 116")
	s.says("ada", "append to 115:\nTea is no doubt.\nend")
	has := func(name string, parts ...string) {
		t.Helper()
		page := string(s.static()[name].Body)
		for _, part := range parts {
			if !strings.Contains(page, part) {
				t.Errorf("%s has no %q", name, part)
			}
		}
	}
	has("tea/en/proposals.html", "in the pool")
	s.must(s.mod.Tick(s.now.AddDate(0, 0, 7)))
	has("tea/en/proposals.html", ">Sweets<", "3 rule-changes", `amend <a href="rules/115.html">rule 115</a>`)
	has("tea/en/proposals/1001.html", "Proposal 1001: Sweets", "3 rule-changes", "There is cake.", "for 7 days", "for 8 days", "Rule 116")
	has("tea/en/proposals/1002.html", "Tea is no doubt.")
	if page := string(s.static()["tea/en/proposals/1002.html"].Body); strings.Contains(page, "<del>") {
		t.Errorf("all of rule 115 goes:\n%s", page)
	}
}
