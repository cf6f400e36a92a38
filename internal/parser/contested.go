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
	case s&sNo != 0 && isNot(toks, i), t.fold == "for" && forNothing(toks, i), s&sVote != 0 && tallied(toks, i):
		return s, true
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

// doubt is why a vote word may be none, or numbers others; "" when there is none.
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

// isNot says that the "no" at i may be the "not" of what follows: "no voto",
// "não sou contra", "nem ellenzem", "no todas".
func isNot(toks []token, i int) bool {
	rest := toks[i+1:]
	if len(rest) == 0 || rest[0].kind != word || !slices.Contains([]string{"no", "nao", "nem"}, toks[i].fold) {
		return false
	}
	if t := rest[0]; t.sense&(sAll|sBoth) != 0 && t.sense&sFill == 0 {
		return true
	}
	if i == 0 && toks[i].fold == "nao" && rest[0].fold == "e" { // "Nao e na 304 ..."
		return true
	}
	if noun := i > 0 && slices.Contains([]string{"a", "my", "un", "um"}, toks[i-1].fold); !noun && verbal(toks[i], rest[0]) {
		return true
	}
	for _, t := range rest {
		switch {
		case t.kind != word:
			return false
		case t.sense&sVote != 0:
			return true
		case t.sense&(sFill|sPerson) == 0:
			return false
		}
	}
	return false
}

// verbal says that a word which follows a "no" is a verb or the noun "vote", or
// joins it to a vote before: "a favor de 301 pero no de 302".
func verbal(no, t token) bool {
	switch {
	case t.sense&sPerson != 0, voteNoun(t.fold), t.text == "é":
		return true
	case no.fold == "no":
		return slices.Contains([]string{"es", "soy", "estoy", "is", "quiero", "de", "del"}, t.fold)
	}
	return slices.Contains([]string{"sou", "estou", "quero", "da", "do", "das", "vagyok"}, t.fold)
}

// forNothing says that the "for" at i may be the preposition of "301 for now".
func forNothing(toks []token, i int) bool {
	k := i - 1
	for k > 0 && (toks[k].kind == comma || toks[k].kind == colon) {
		k--
	}
	if k < 0 || toks[k].kind != number || i+1 >= len(toks) || exceptNumber(toks[i+1:]) {
		return false
	}
	return slices.Contains([]string{"now", "me", "sure", "us", "today", "my", "our", "the", "a", "an", "this", "that", "you", "everyone", "everybody", "anyone", "anybody", "all", "him", "her", "them"}, toks[i+1].fold)
}

// tallied says that the votes at i are counted and not cast: "Votes against 301:
// two". A heading has a mark before its numbers.
func tallied(toks []token, i int) bool {
	if i == 0 || !slices.Contains([]string{"votes", "votos", "szavazatok", "voksok", "oylar"}, toks[i-1].fold) || i+1 >= len(toks) || !exceptNumber(toks[i+1:]) {
		return false
	}
	return !slices.ContainsFunc(toks, func(t token) bool { return t.sense&sPerson != 0 }) && slices.ContainsFunc(toks[i:], func(t token) bool { return t.kind == colon })
}

// ofRules says that the word for rules at i belongs to a vote word before it,
// which says something about a proposal: "301 is against the rules".
func ofRules(toks []token, i int) bool {
	if !slices.Contains([]string{"rules", "law", "reglas", "regras", "leyes", "leis"}, toks[i].fold) {
		return false
	}
	k := i - 1
	for k >= 0 && toks[k].kind == word && toks[k].sense&sVote == 0 && toks[k].sense&sFill != 0 {
		k--
	}
	return k > 0 && toks[k].sense&(sFor|sAgainst) != 0 && slices.ContainsFunc(toks[:k], func(t token) bool { return t.kind == number }) &&
		!slices.ContainsFunc(toks[i:], func(t token) bool { return t.kind == number })
}

// asksTurkish says that the token at i is the particle that makes a question of
// a Turkish vote: "301 evet mi".
func asksTurkish(toks []token, i int) bool {
	return i > 0 && toks[i-1].sense&sVote != 0 && ends(toks[i+1:]) && slices.Contains([]string{"mi", "mu", "miyim", "muyum"}, toks[i].fold)
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

// spoken takes the preposition out of "for 301: no", "my vote for 301 is no" and
// "thanks for 301": it is no vote there.
func spoken(toks []token) []token {
	out := toks
	for i, t := range toks {
		as := i == 1 && toks[0].fold == "as"
		if t.kind != word || t.fold != "for" || !(as && exceptNumber(toks[i+1:]) || topic(toks, i) || ofNoun(toks, i) && !(t.caps && !toks[i-1].caps) || ofYes(toks, i)) {
			continue
		}
		if &out[0] == &toks[0] {
			out = slices.Clone(toks)
		}
		out[i].sense = sFill
		if as {
			out[0].sense = sFill
		}
	}
	return out
}

// changed takes the weight off the vote that a sentence changes: the first in
// "from for to against", "de sí a no", "igenről nemre".
func changed(toks []token) []token {
	for i := 0; i+3 < len(toks); i++ {
		from, was, to, is := toks[i], toks[i+1], toks[i+2], toks[i+3]
		if slices.Contains([]string{"from", "de", "del", "do"}, from.fold) && slices.Contains([]string{"to", "a", "para", "al"}, to.fold) &&
			was.kind == word && is.kind == word && was.sense&sVote != 0 && is.sense&sVote != 0 {
			out := slices.Clone(toks)
			out[i+1].sense = sFill
			out[i+2].sense = sFill
			return out
		}
	}
	return toks
}

// rethinks says that the words at i only lead to a vote: "I changed my mind about
// 302: against". Its number stands in the same clause, and its vote behind the
// colon.
func rethinks(toks []token, i int) bool {
	if !vocabulary().in("rethought", foldLine(toks[i].text)) {
		return false
	}
	from, to := i, i
	for from > 0 && toks[from-1].kind != comma && toks[from-1].kind != colon {
		from--
	}
	for to < len(toks) && toks[to].kind != comma && toks[to].kind != colon {
		to++
	}
	numbered := slices.ContainsFunc(toks[from:to], func(t token) bool { return t.kind == number })
	return numbered && to+1 < len(toks) && toks[to].kind == colon && toks[to+1].sense&sVote != 0
}

// unchosen takes out the vote that a sentence says is not meant, right behind
// the one that is: "AGAINST, not FOR", "en contra, no a favor", "for instead of
// against".
func unchosen(toks []token) []token {
	for i := range toks {
		said := optionOf(toks[i].sense & sVote)
		if toks[i].kind != word || said == "" {
			continue
		}
		k := i + 1
		for k < len(toks) && (toks[k].kind == comma || and(toks[k]) || toks[k].sense&sBut != 0) {
			k++
		}
		if k+1 >= len(toks) || !negates(toks[k]) && toks[k].sense&sInstead == 0 {
			continue
		}
		if o := optionOf(toks[k+1].sense & sVote); toks[k+1].kind == word && o != "" && o != said && ends(toks[k+2:]) {
			if toks[k].fold == "degil" { // which stands behind what is not meant: "evet değil hayır"
				return slices.Delete(slices.Clone(toks), i, k+1)
			}
			return slices.Delete(slices.Clone(toks), i+1, k+2)
		}
	}
	return toks
}

// topic says that the "for" at i only names what a vote behind it is about:
// "for 301: no", "for 301 I vote no".
func topic(toks []token, i int) bool {
	if i > 0 && toks[i-1].kind != comma && toks[i-1].kind != colon && toks[i-1].sense&sFill == 0 {
		return false
	}
	j := i + 1
	for j < len(toks) && (toks[j].kind == number || toks[j].kind == word && toks[j].sense&sVote == 0 && toks[j].sense&(sFill|sProposal) != 0 && toks[j].sense&sPerson == 0) {
		j++
	}
	if j == i+1 || j >= len(toks) || toks[j-1].kind != number && toks[j].kind != colon || toks[j].kind != colon && toks[j].sense&sPerson == 0 {
		return false
	}
	for k := j + 1; k < len(toks) && toks[k].kind != number; k++ {
		if toks[k].sense&sVote != 0 {
			return true
		}
	}
	return false
}

// ofNoun says that the "for" at i belongs to a noun: "my vote for 301", "thanks
// for 301". To cast one's vote for 301 is a vote.
func ofNoun(toks []token, i int) bool {
	if i == 0 || !exceptNumber(toks[i+1:]) {
		return false
	}
	before := toks[i-1]
	switch {
	case before.sense&(sThanks|sCorrection) != 0, slices.Contains([]string{"ballot", "ballots", "answer", "answers", "reply"}, before.fold):
		return true
	case before.fold != "vote" && before.fold != "votes" || i < 2:
		return false
	case !slices.Contains([]string{"my", "our", "the", "a", "this", "your"}, toks[i-2].fold):
		return false
	}
	return i < 3 || toks[i-3].fold != "cast" && toks[i-3].fold != "casting"
}

// ofYes says that the "for" at i belongs to a yes or a no in a sentence that
// has "yes for 301".
func ofYes(toks []token, i int) bool {
	if i == 0 || toks[i-1].sense&(sYes|sNo) == 0 {
		return false
	}
	for k := 1; k+1 < len(toks); k++ {
		if toks[k].fold == "for" && toks[k-1].sense&sYes != 0 && toks[k+1].kind == number {
			return true
		}
	}
	return false
}
