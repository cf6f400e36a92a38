package moderator

import (
	"testing"

	"nomicmail/internal/rules"
)

// TestOptionBehind: what a condition comes to is told in the words of a ballot in any
// language, also where an option has two.
func TestOptionBehind(t *testing.T) {
	for words, want := range map[string]struct {
		name   string
		option rules.Option
	}{
		"vote 1001 Ada Quillfeather FOR":     {"Ada Quillfeather", rules.For},
		"voto 1001 Ada A FAVOR":              {"Ada", rules.For},
		"voto 1001 Ada Quillfeather\ncontra": {"Ada Quillfeather", rules.Against},
		"voto 1001 Quillfeather en contra":   {"Quillfeather", rules.Against},
		"oy 1001 Ada KABUL":                  {"Ada", rules.For},
		"szavazat 1001 Ada NEM":              {"Ada", rules.Against},
		"voto 1001 Ada PRESENTE":             {"Ada", rules.Present},
		"voto 1001 A FAVOR":                  {},
		"vote 1001 Ada maybe":                {},
	} {
		m := settleVote.FindStringSubmatch(words)
		if m == nil {
			t.Errorf("%q is not read at all", words)
			continue
		}
		name, option, ok := optionBehind(m[2])
		if name != want.name || option != want.option || ok != (want.name != "") {
			t.Errorf("%q tells %q of %q, want %q of %q", words, option, name, want.option, want.name)
		}
	}
}
