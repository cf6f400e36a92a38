package parser

import (
	"slices"
	"strings"
	"testing"

	"nomicmail/internal/rules"
)

// TestErrorClaims: a claim of error is read in any language, with the number before
// its name or behind it, and no word of it is a vote.
func TestErrorClaims(t *testing.T) {
	for text, want := range map[string][]any{
		"claim of error on 1001: Cem's ballot was AGAINST, you counted FOR": {rules.ClaimError{Proposal: 1001, Words: "Cem's ballot was AGAINST, you counted FOR"}},
		"CoE: my ballot on 1001 was AGAINST":                                {rules.ClaimError{Proposal: 1001, Words: "my ballot on 1001 was AGAINST"}},
		"CoE on the resolution of 1001: wrong\nas I voted AGAINST":          {rules.ClaimError{Proposal: 1001, Words: "wrong\nas I voted AGAINST"}},
		"Claim of error on proposals 1001 and 1003: 1005 FOR was my vote":   {rules.ClaimError{Proposal: 1001, Words: "1005 FOR was my vote"}, rules.ClaimError{Proposal: 1003, Words: "1005 FOR was my vote"}},
		"claim of error on 1001:\n\nI said FOR, and it stands as AGAINST.":  {rules.ClaimError{Proposal: 1001, Words: "I said FOR, and it stands as AGAINST."}},
		"claim of error on 1001":                                            {rules.ClaimError{Proposal: 1001}},
		"CoE: it is wrong":                                                  {rules.ClaimError{Words: "it is wrong"}},
		"alegação de erro sobre a 1001: o meu voto era CONTRA":              {rules.ClaimError{Proposal: 1001, Words: "o meu voto era CONTRA"}},
		"alegación de error sobre 1001: mi voto era EN CONTRA":              {rules.ClaimError{Proposal: 1001, Words: "mi voto era EN CONTRA"}},
		"1001 için hata iddiası: oyum RET idi":                              {rules.ClaimError{Proposal: 1001, Words: "oyum RET idi"}},
		"hibabejelentés 1001: az én szavazatom NEM volt":                    {rules.ClaimError{Proposal: 1001, Words: "az én szavazatom NEM volt"}},
		"CoE on 1001: my ballot was AGAINST\n1005 FOR":                      {rules.ClaimError{Proposal: 1001, Words: "my ballot was AGAINST"}, rules.Vote{Proposal: 1005, Option: rules.For}},
		"I think I shall make a claim of error on 1001 some day":            nil,
		"A claim of error is what he made.":                                 nil,
		"claim of error, what is that?":                                     nil,
	} {
		r := Read(&Letter{Kind: Message, Text: text}, Context{Open: []int{1005}, Rules: []int{101}, Known: true})
		var got []any
		for _, f := range r.Fragments {
			if f.Outcome == Counted {
				c := f.Command
				if v, is := c.(rules.Vote); is {
					c = v.Proposal
					if v.Option == rules.For {
						c = "1005 FOR"
					}
				}
				got = append(got, c)
			}
		}
		for i, w := range want {
			if _, is := w.(rules.Vote); is {
				want[i] = "1005 FOR"
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q:\n%+v, want\n%+v", text, got, want)
		}
	}
}

// TestAnswersToClaims: an organiser's answer has its ballots below it, and talk of
// denying something is no answer.
func TestAnswersToClaims(t *testing.T) {
	for text, want := range map[string][]any{
		"deny claim 1: I have looked at it, and it was FOR": {Order{Verb: "deny", Words: "1: I have looked at it, and it was FOR"}},
		"uphold claim 1\nCem: 1001 AGAINST\nDov: 1001 FOR":  {Order{Verb: "uphold", Words: "1\nCem: 1001 AGAINST\nDov: 1001 FOR"}},
		"uphold claim 1 because I mistyped\n\nCem: 1001 AGAINST\n\nBest regards\nOrg": {
			Order{Verb: "uphold", Words: "1 because I mistyped\nCem: 1001 AGAINST"},
		},
		"uphold claims 1 and 2: Cem: 1001 AGAINST\npause": {Order{Verb: "uphold", Words: "1 and 2: Cem: 1001 AGAINST"}, Order{Verb: "pause"}},
		"negar alegação 1: está certo":                    {Order{Verb: "deny", Words: "1: está certo"}},
		"acolher alegação 1\nCem: 1001 CONTRA":            {Order{Verb: "uphold", Words: "1\nCem: 1001 CONTRA"}},
		"desestimar alegación 2: está bien":               {Order{Verb: "deny", Words: "2: está bien"}},
		"estimar alegación 2\nCem: 1001 EN CONTRA":        {Order{Verb: "uphold", Words: "2\nCem: 1001 EN CONTRA"}},
		"iddiayı geri çevir 1: oy KABUL idi":              {Order{Verb: "deny", Words: "1: oy KABUL idi"}},
		"iddiayı haklı bul 1\nCem: 1001 RET":              {Order{Verb: "uphold", Words: "1\nCem: 1001 RET"}},
		"bejelentést elvet 1: jó volt":                    {Order{Verb: "deny", Words: "1: jó volt"}},
		"bejelentésnek helyt ad 1\nCem: 1001 NEM":         {Order{Verb: "uphold", Words: "1\nCem: 1001 NEM"}},
		"I deny that.":            nil,
		"deny everything":         nil,
		"uphold claim and honour": nil,
		strings.Repeat("uphold claim\n", 3) + "We uphold claims of all 3.": nil,
	} {
		r := Read(&Letter{Kind: Message, Text: text}, Context{Open: []int{1005}, Rules: []int{101}, Organiser: true, Known: true})
		var got []any
		for _, f := range r.Fragments {
			if f.Outcome == Counted {
				got = append(got, f.Command)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q:\n%+v, want\n%+v", text, got, want)
		}
	}
}
