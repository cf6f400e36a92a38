package parser

import "slices"

// registers reads a sentence that says nothing but that its author becomes a player:
// "I hereby register as a player of this game."
func (r *reader) registers(s sentence, text string) bool {
	v, words := vocabulary(), spelled(text)
	n := v.phraseAt("register", words)
	if s.question || n == 0 || slices.ContainsFunc(words[n:], func(w string) bool { return !v.in("beside register", w) }) {
		return false
	}
	return r.join(Fragment{Text: text, Verb: "join"}, "", nil, 0)
}
