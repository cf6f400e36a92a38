package parser

import (
	"slices"
	"strings"
)

// "I vote as G. does": a vote that is somebody else's, told without a word that votes
// are made of. What it comes to is not known before that other vote is, and so it is
// asked about.

// likeAnother asks about a sentence that says so.
func (r *reader) likeAnother(s sentence, text string) bool {
	if r.c.Ballots == nil || s.question || s.colonEnd || slices.ContainsFunc(s.toks, func(t token) bool { return t.kind == number }) {
		return false
	}
	v, words := vocabulary(), spelled(text)
	for i := range words {
		n := v.phraseAt("as another", words[i:])
		if n == 0 || len(words) > maxNaming*2 {
			continue
		}
		if rest := words[i+n:]; v.phraseAt("as told", rest) > 0 || len(rest) == 0 && i == 0 {
			return false // "I vote as follows"
		}
		if strings.HasPrefix(strings.Join(words, " "), "if ") {
			return false
		}
		r.voting = len(r.frags)
		r.hold(Fragment{Text: text, Verb: "vote", Reason: "no-number", Answers: r.sayFor(r.c.Open, "")})
		return true
	}
	return false
}
