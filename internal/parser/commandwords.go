package parser

import (
	"slices"
	"strings"
)

// The words of a command: its phrase, and what may stand around it.

// questions are the commands that only ask for something to read. They may be
// put as questions, and with more words around them than others.
var questions = []string{"help", "rules", "rule", "scores", "status", "history", "proposal"}

// spokenWords are the words of a command without the marks and the politeness
// around it.
func spokenWords(head string) []string {
	return politeless(wordsAndNumbers(strings.Trim(head, " *_.!?¡¿")))
}

// commandIn finds the command that words give: its phrase comes first, or stands
// among words that do not change it, as in "please send me the rules" or in
// Turkish "306. önergeyi geri çekiyorum". args are the other words.
func (r *reader) commandIn(words []string, rest string) (verb string, args []string) {
	first, n := commandOf(words)
	if first == "" || slices.Contains(questions, first) || slices.Contains(byNumber, first) {
		if verb, args = r.commandAmong(words, rest); verb != "" {
			return verb, args
		}
	}
	return first, words[n:]
}

// commandAmong finds a command among words that may stand beside it.
func (r *reader) commandAmong(words []string, rest string) (verb string, args []string) {
	if n := numeral(rest, r.lang); n > 0 {
		words = append(words, itoa(n))
	}
	at, n := 0, 0
	for i := range words {
		v, m := commandOf(words[i:])
		noun := v == "rule" || v == "proposal" // which also stand beside a verb
		if m > n && !noun || verb == "" && noun || m > 0 && (verb == "rule" || verb == "proposal") && !noun {
			verb, at, n = v, i, m
		}
	}
	if len(words) > 20 || !slices.Contains(questions, verb) && !slices.Contains(byNumber, verb) {
		return "", nil
	}
	asked := false
	for i, w := range words {
		switch v := vocabulary(); {
		case verb == "withdraw" && voteNoun(w):
			return "", nil
		case i >= at && i < at+n:
		case numeral(w, r.lang) > 0 || v.in("proposal", w) || v.in("rule", w) || v.in("full", w):
			args = append(args, w)
		case slices.Contains(questions, verb) && v.in("asking", w):
			asked = true
		case v.in("courtesy", w):
		case verb == "claim" && (v.in("fill", w) || v.in("resolution", w)):
		default:
			return "", nil
		}
	}
	if verb == "proposal" && !asked {
		return "", nil // "301. önerge" may head a vote
	}
	return verb, args
}

// byNumber are the commands whose number may come before their verb.
var byNumber = []string{"withdraw", "open", "revise", "claim"}

// numeral is the number of a rule or a proposal that a word is, with the case
// endings of Turkish and Hungarian: "306", "306-os", "306'yı"; 0 when it is none.
func numeral(w string, in tongue) int {
	w = strings.TrimRight(strings.TrimLeft(strings.TrimSpace(w), "p#"), ".!?,")
	if w == "" || w[0] < '0' || w[0] > '9' {
		return 0
	}
	if n := in.series.low(w); n > 0 {
		return n
	}
	t := digits(w, 0, highest)
	if t.end != len(w) || unglue(t, tongue{lang: -1})[0].kind != number || len(t.nums) != 1 {
		return 0
	}
	return t.nums[0]
}

// wordsAndNumbers are the folded words of s with its numbers and dates.
func wordsAndNumbers(s string) []string {
	return strings.FieldsFunc(fold(s), func(c rune) bool { return c == ' ' || c == '\t' || c == ',' || c == '#' || c == '"' })
}

// politeless drops what politeness puts around a command.
func politeless(words []string) []string {
	polite := map[string]bool{"please": true, "por": true, "favor": true, "lutfen": true, "kerem": true, "pls": true}
	for len(words) > 1 && polite[words[0]] {
		words = words[1:]
	}
	for len(words) > 1 && polite[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	return words
}

// commandOf is the longest command phrase that words begin with.
func commandOf(words []string) (verb string, n int) {
	for _, c := range vocabulary().commands[words[0]] {
		longer := len(c.words) > n || len(c.words) == n && c.verb == "rules" // "rules" is also a form of "rule"
		if longer && len(c.words) <= len(words) && slices.Equal(c.words, words[:len(c.words)]) {
			verb, n = c.verb, len(c.words)
		}
	}
	return verb, n
}

// beside says that a word may stand beside the number of a command: "open
// proposal 306".
func (r *reader) beside(verb, w string) bool {
	v := vocabulary()
	if verb == "rule" {
		return v.in("rule", w)
	}
	return v.in("proposal", w) || v.in("courtesy", w)
}

func numbersIn(words []string, in tongue) []int {
	var out []int
	for _, w := range words {
		if n := numeral(w, in); n > 0 {
			out = append(out, n)
		}
	}
	return out
}
