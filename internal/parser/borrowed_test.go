package parser

import (
	"strings"
	"testing"

	"nomicmail/internal/rules"
)

// TestBorrowedText: whoever amends a rule begins with its words, which stand in
// the letter that is answered; they are not a quotation.
func TestBorrowedText(t *testing.T) {
	ours := "Proposal 315 is adopted, 3 for and 1 against.\n\nRule 315: \"The almanac\"\n" +
		"| Whoever has a proposal adopted writes one line about the weather into the\n| almanac.\n\nThe scores\n----------\n\nNext is your turn; see above.\n"
	borrowed := "Whoever has a proposal adopted writes one line about the weather into the\nalmanac. A line about the weather indoors will do.\n"
	for name, mail := range map[string]string{
		"titled":  "amend 315\ntitle: The almanac\n" + borrowed + "end\n",
		"bare":    "amend 315\n" + borrowed,
		"spaced":  "amend 315\n\n" + borrowed + "\nRegards\n-- \nZita\n",
		"quoting": "amend 315\n" + borrowed + "end\n\nOn Sat, 17 Jan 2026 at 04:00, tea nomic wrote:\n> " + strings.ReplaceAll(ours, "\n", "\n> "),
	} {
		r := Read(&Letter{Kind: Message, Text: mail}, Context{Answered: ours, Rules: []int{315}, Known: true, MayPropose: true})
		if len(r.Fragments) == 0 || r.Fragments[0].Outcome != Counted {
			t.Errorf("%s: %+v", name, r)
			continue
		}
		p, ok := r.Fragments[0].Command.(rules.Propose)
		if !ok || len(p.Drafts) != 1 || !strings.HasPrefix(p.Drafts[0].Text, strings.TrimSpace(borrowed)) {
			t.Errorf("%s: %+v", name, r.Fragments[0].Command)
		}
	}
	all := "amend 315\n\n" + ours
	r := Read(&Letter{Kind: Message, Text: all}, Context{Answered: ours, Rules: []int{315}, Known: true, MayPropose: true})
	for _, f := range r.Fragments {
		if f.Outcome == Counted {
			t.Errorf("our whole letter was taken for a text: %+v", f)
		}
	}
}
