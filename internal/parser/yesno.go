package parser

import (
	"slices"
	"strings"
)

// maxYes is how many words a line has at most that says yes or no and nothing
// else, as in "yes, it was me".
const maxYes = 5

// yesOrNo is the number of the answer that a line gives which begins with yes or
// no, in any of the languages, where one question of ours wants just that; 0
// when it is none.
func (r *reader) yesOrNo(l string) int {
	words := wordsOf(l)
	first := 0
	for _, q := range r.c.Questions {
		if q.YesNo && !q.Over {
			if first > 0 {
				return 0 // which of them?
			}
			first = max(1, q.First)
		}
	}
	if first == 0 || len(words) == 0 || len(words) > maxYes || strings.ContainsAny(l, "0123456789?") {
		return 0
	}
	v := vocabulary()
	yes, no := v.in("yes", words[0]), v.in("no", words[0])
	switch {
	case yes && !no && !r.hedged(l):
		return first
	case no && !yes:
		return first + 1
	}
	return 0
}

// hedged says that a line takes something back of what it begins with: "yes, but
// not to Bram". The yes itself may look like more: "sí" is spelt like "si".
func (r *reader) hedged(l string) bool {
	toks := tokens(l, r.lang)
	return len(toks) > 1 && slices.ContainsFunc(toks[1:], func(t token) bool { return t.sense&(sIf|sMaybe|sNot|sExcept|sBut) != 0 })
}
