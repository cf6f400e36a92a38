package moderator_test

import (
	"reflect"
	"slices"
	"testing"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// TestEveryNoHasItsSentence: a code that the rules or the parser can give and
// that no language has words for would reach a player as a blank.
func TestEveryNoHasItsSentence(t *testing.T) {
	for _, lang := range templates.Languages() {
		have := templates.Refusals(lang)
		for _, c := range rules.Codes {
			if !slices.Contains(have, string(c)) {
				t.Errorf("%s: no sentence for the refusal %q", lang, c)
			}
		}
		have = templates.Reasons(lang)
		for _, r := range parser.Reasons {
			if !slices.Contains(have, r) {
				t.Errorf("%s: no sentence for the reason %q", lang, r)
			}
		}
	}
}

// TestAnswersAreRead: what a letter offers as an answer is read as that answer.
func TestAnswersAreRead(t *testing.T) {
	for _, lang := range templates.Languages() {
		vote, proposal := templates.Withdrawals(lang, 301)
		for words, want := range map[string]rules.Command{
			vote: rules.WithdrawVote{Proposal: 301}, proposal: rules.WithdrawProposal{Proposal: 301},
			"301 " + templates.Option(lang, "against"): rules.Vote{Proposal: 301, Option: rules.Against, Source: "301 " + templates.Option(lang, "against")},
		} {
			l := &parser.Letter{Kind: parser.Message, Text: words}
			r := parser.Read(l, parser.Context{Open: []int{301}, Proposer: []int{301}, Known: true, Language: lang})
			if len(r.Fragments) != 1 || r.Fragments[0].Outcome != parser.Counted || !reflect.DeepEqual(r.Fragments[0].Command, parser.Command(want)) {
				t.Errorf("%s: %q is read as %+v", lang, words, r.Fragments)
			}
		}
	}
}

// TestOurOwnLetters feeds every letter back to us, as an autoresponder or a mail
// program that quotes without marks would: none may count as anything, else two
// programs could write to each other for ever.
func TestOurOwnLetters(t *testing.T) {
	for _, lang := range templates.Languages() {
		t.Run(lang, func(t *testing.T) { feedBack(t, lang) })
	}
}

func feedBack(t *testing.T, lang string) {
	all, err := inEveryLanguage()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all[lang] {
		for _, mark := range []string{"", "> ", "> > "} {
			back := &parser.Letter{Kind: parser.Message, Text: prefix(l.text, mark)}
			r := parser.Read(back, parser.Context{
				Answered: l.text, Rows: []int{301}, Open: []int{301, 302}, Debate: []int{303}, Proposer: []int{303},
				Questions: []parser.Question{{First: 1, Answers: []string{"301 FOR", "301 AGAINST"}}, {First: 3, Answers: []string{"302 FOR", "302 AGAINST"}}},
				Rules:     []int{203, 206}, Known: true, MayPropose: true, Organiser: true,
			})
			for _, f := range r.Fragments {
				if f.Outcome == parser.Counted {
					t.Errorf("%s, sent back with %q, counts as %s %q", l.shape, mark, f.Verb, f.Text)
				}
			}
		}
	}
}
