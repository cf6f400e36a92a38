package rulesets

import (
	"strings"
	"testing"
)

// A word that stood in two tongues would speak for both.
func TestTonguesShareNoWord(t *testing.T) {
	of := map[string]string{}
	for _, tongue := range tongues {
		for _, word := range strings.Fields(tongue.words) {
			if other, seen := of[word]; seen {
				t.Errorf("%q is %s and %s", word, other, tongue.name)
			}
			of[word] = tongue.name
			if word != strings.ToLower(word) {
				t.Errorf("%q is not in small letters", word)
			}
		}
	}
}
