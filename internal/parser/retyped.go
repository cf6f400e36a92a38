package parser

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// retyped reads a row of our list of what is open with a vote at its end: "301
// Crumhorn: amend rule 208, the goal becomes 150 points - FOR". What stands between
// the number and the vote is what such a row has: whose it is, a rule-change and its
// rule. Without the name it is the writer's own view of what is open.
func (r *reader) retyped(s sentence, src string) (c claim, ok bool) {
	toks := s.toks
	for len(toks) > 0 && (toks[0].sense&sProposal != 0 || toks[0].kind == stop) {
		toks = toks[1:]
	}
	for len(toks) > 0 && toks[len(toks)-1].kind == stop {
		toks = toks[:len(toks)-1]
	}
	n := len(toks) - 1
	if n < 4 || n > maxRetyped || s.question || toks[0].kind != number || len(toks[0].nums) != 1 || len(r.c.Open) == 0 || !r.open(toks[0].nums[0]) || r.rule(toks[0].nums[0]) {
		return claim{}, false
	}
	vote, title := toks[n], toks[1:n]
	option := optionOf(vote.sense & sVote)
	if vote.kind != word || option == "" || !setApart(title[len(title)-1], vote, src) || named(title) || !r.titles(title) {
		return claim{}, false
	}
	return claim{nums: toks[0].nums, option: option}, true
}

// named says that a name may stand right before the vote, whose vote it would be:
// "302 repeal 210, Gus: FOR".
func named(title []token) bool {
	n := len(title)
	if title[n-1].text == ")" || title[n-1].kind != comma && title[n-1].kind != colon {
		return false
	}
	k := n - 1
	for k > 0 && title[k-1].kind == word {
		k--
	}
	capital := func(t token) bool {
		first, _ := utf8.DecodeRuneInString(t.text)
		return unicode.IsUpper(first) && !t.caps
	}
	words := title[k : n-1]
	return k > 0 && title[k-1].kind == comma && len(words) > 0 && (len(words) == 1 || capital(words[0]))
}

// maxRetyped is how many tokens such a row has at most.
const maxRetyped = 60

// titles says that words tell of a rule-change and its rule, and of nothing else
// that a vote could depend on.
func (r *reader) titles(toks []token) bool {
	change, rule := false, false
	head := slices.IndexFunc(toks, func(t token) bool { return t.kind == colon })
	if head < 1 || slices.ContainsFunc(toks[:head], func(t token) bool { return t.kind == number || t.sense&sKind != 0 }) {
		return false // no name before a colon
	}
	for _, t := range toks {
		switch {
		case t.kind == number && slices.ContainsFunc(t.nums, r.open), t.kind == query, t.kind == garbled, t.kind == box, t.kind == reaction:
			return false
		case t.kind == number:
			rule = rule || r.rule(t.nums[0])
		case t.sense&sKind != 0:
			change = true
		case t.sense&sVote != 0 && t.fold != "for", t.sense&(sIf|sMaybe|sThink|sPlan|sMistake|sNot|sBut) != 0 && t.sense&sFill == 0:
			return false
		}
	}
	return change && rule
}
