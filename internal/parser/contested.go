package parser

import "slices"

// A few words mean a vote and something else: in one language, as the Spanish
// "si" without its accent, or in two, as "no". What stands around such a word
// decides; where it cannot, the vote is asked about.

// senseOf is what the token at i means where it stands. unsure says that it may
// be a vote and may be none.
func senseOf(toks []token, i int) (s sense, unsure bool) {
	t := toks[i]
	s = t.sense
	switch {
	case s&sIf != 0 && s&sYes != 0: // Spanish sí and si
		if t.accent || affirms(toks, i) {
			return s &^ sIf, false
		}
		return sIf, false
	case s&sVote == 0 && s&sFill != 0 && t.other&sVote != 0 && misplaced(toks, i):
		return t.other & sVote, true // "301 no", from somebody who writes Portuguese
	case !t.surely && s&sVote != 0 && s&sNot != 0: // Hungarian nem is no, Portuguese nem is nor
		return s &^ sNot, !ends(toks[i+1:])
	case !t.surely && s&sVote != 0 && (s|t.other)&sFill != 0:
		onIt := i > 0 && toks[i-1].kind == word && i+1 < len(toks) && toks[i+1].kind == number
		return s, onIt // "voto no 301" is a no in Spanish, and "on 301" in Portuguese
	}
	return s, false
}

// doubt is why a vote word may be none; "" when it is one.
func (it item) doubt() string {
	if it.unsure {
		return "unclear"
	}
	return ""
}

// misplaced says that the token at i cannot be what the Portuguese "no" is: a
// preposition, which goes before its number or noun.
func misplaced(toks []token, i int) bool {
	return i > 0 && toks[i-1].kind == number || ends(toks[i+1:]) || and(toks[i+1])
}

// ends says that a clause ends before rest.
func ends(rest []token) bool {
	if len(rest) == 0 {
		return true
	}
	switch rest[0].kind {
	case comma, colon, stop, query, newline:
		return true
	}
	return rest[0].sense&sBut != 0 && rest[0].sense&sFill == 0
}

func and(t token) bool { return slices.Contains([]string{"y", "e", "and", "es", "ve"}, t.fold) }

// affirms decides whether a "si" without its accent is a yes and not an if.
func affirms(toks []token, i int) bool {
	rest := toks[i+1:]
	before := token{kind: stop}
	if i > 0 {
		before = toks[i-1]
	}
	first := before.kind != number && before.kind != word
	said := before.kind == word && before.sense&sFill != 0
	switch {
	case len(rest) > 0 && rest[0].kind == colon: // "SI: 301, 302"
		return true
	case ends(rest) || and(rest[0]): // "301 si", "voto si", "si, a favor de la 301"
		return said || before.kind == number || before.kind == colon || first && votesOnly(rest)
	case toks[i].caps:
		return (rest[0].kind == number || rest[0].sense&sFill != 0) && votesOnly(rest[:clauseLen(rest)])
	}
	return (first || said) && givenTo(rest, said)
}

// votesOnly says that toks have nothing but numbers, votes and words without weight.
func votesOnly(toks []token) bool {
	return !slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == other || t.kind == garbled || t.kind == quoteTok || t.kind == query ||
			t.kind == word && (t.sense&(sVote|sFill|sProposal|sPerson|sAll|sBoth|sBut) == 0 || t.sense&(sIf|sNot|sMaybe|sOthers|sExample) != 0)
	})
}

func clauseLen(toks []token) int {
	for i := range toks {
		if ends(toks[i:]) {
			return i
		}
	}
	return len(toks)
}

// givenTo says that what follows a "si" are the proposals to which it is given,
// and no condition: "a la 301, a la 302 y a la 303", or, behind a word such as
// "voto", the bare numbers.
func givenTo(rest []token, said bool) bool {
	if slices.ContainsFunc(rest, func(t token) bool { return t.fold == "entonces" }) {
		return false
	}
	named := false
	for i, t := range rest {
		switch {
		case t.kind == number || t.sense&(sAll|sBoth) != 0 && t.sense&sFill == 0:
			named = true
		case t.kind == comma && i+1 < len(rest) && leadsOn(rest[i+1]):
		case ends(rest[i:]), t.sense&sBecause != 0 && t.sense&sFill == 0, t.sense&sVote != 0 && and(rest[max(0, i-1)]):
			return named && toward(rest[0], said, rest)
		case !leadsOn(t):
			return false
		}
	}
	return named && toward(rest[0], said, rest)
}

// leadsOn says that a token may stand before the number of a proposal.
func leadsOn(t token) bool {
	return t.kind == number || t.sense&sProposal != 0 || and(t) ||
		slices.Contains([]string{"a", "al", "en", "la", "las", "el", "los", "lo", "numero", "num", "number"}, t.fold)
}

// toward says that a "si" is joined to its proposals by a preposition, as no
// condition is, or that no condition is left in the whole sentence.
func toward(first token, said bool, rest []token) bool {
	return first.fold == "a" || first.fold == "al" || said && (first.fold == "en" || votesOnly(rest))
}
