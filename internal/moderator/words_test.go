package moderator_test

import (
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
