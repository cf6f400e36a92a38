package parser

import (
	"slices"
	"strings"
	"testing"
)

// TestNoTwoMeanings: within one language no phrase may be a vote and something
// that takes votes away, nor both for and against. The few that may are named.
func TestNoTwoMeanings(t *testing.T) {
	hard := []sense{sFor | sYes, sAgainst | sNo, sAbstain, sWithdraw, sFill | sPerson, sNot, sIf, sMaybe, sBecause, sExcept, sOthers, sExample}
	allowed := map[string]bool{"es si": true, "en but": true}
	for _, list := range vocabulary().phrases {
		senses := map[string]sense{}
		for _, m := range list {
			senses[languages[m.lang]+" "+strings.Join(m.words, " ")] |= m.sense
		}
		for phrase, s := range senses {
			n := 0
			for _, h := range hard {
				if s&h != 0 {
					n++
				}
			}
			if n > 1 && !allowed[phrase] {
				t.Errorf("%q has %d meanings that exclude each other", phrase, n)
			}
		}
	}
}

// TestEveryLanguageHasEveryList: a list that only some languages have is a
// hole in the others.
func TestEveryLanguageHasEveryList(t *testing.T) {
	names := map[string][]string{}
	for _, lang := range languages {
		data, err := wordFiles.ReadFile("words/" + lang + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if name, _, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(name, "#") {
				if slices.Contains(names[name], lang) {
					t.Errorf("%s has %q twice", lang, name)
				}
				names[name] = append(names[name], lang)
			}
		}
	}
	for name, in := range names {
		if len(in) != len(languages) {
			t.Errorf("%q is only in %v", name, in)
		}
	}
	for name := range senseNames {
		if len(names[name]) == 0 {
			t.Errorf("no language has %q", name)
		}
	}
}
