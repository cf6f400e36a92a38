package parser

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nomicmail/internal/rules"
)

// maxTrail is how many tokens behind points are looked at.
const maxTrail = 20

// sentence is what is read at once: the tokens between two hard ends.
type sentence struct {
	toks     []token
	question bool
	start    int
	end      int
	lineEnd  bool // it ended with its line
	colonEnd bool // it ended with a colon
}

// sentences cuts tokens at marks that end a sentence and at the ends of lines
// that a person broke on purpose. src is the text of the tokens.
func sentences(toks []token, src string) []sentence {
	var out []sentence
	from := 0
	flush := func(to int, question, line bool) {
		if to > from {
			s := sentence{toks: toks[from:to], question: question, start: toks[from].start, end: toks[to-1].end, lineEnd: line}
			s.colonEnd = toks[to-1].kind == colon
			out = append(out, s)
		}
		from = to + 1
	}
	for i, t := range toks {
		switch t.kind {
		case stop:
			if endsSentence(toks, i, from, src) {
				flush(i, false, i+1 >= len(toks) || toks[i+1].kind == newline)
			}
		case quoteTok:
			if i+1 < len(toks) && i > from && quotedSentence(t.text) && (beginsSentence(toks[i+1]) || votesNumber(toks[i+1:])) {
				flush(i+1, false, false)
				from = i + 1
			}
		case query:
			flush(i, true, i+1 >= len(toks) || toks[i+1].kind == newline)
		case newline:
			if i+1 >= len(toks) || hardEnd(toks, i, src) {
				flush(i, false, true)
			}
		}
	}
	flush(len(toks), false, true)
	return out
}

// quotedSentence says that a quotation ends as a sentence does.
func quotedSentence(s string) bool {
	_, n := utf8.DecodeLastRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s[:len(s)-n])
	return strings.ContainsRune(".!?…", last)
}

// votesNumber says that the number of a proposal and a vote word come next.
func votesNumber(toks []token) bool {
	return len(toks) > 1 && toks[0].kind == number && toks[0].nums[0] > 300 && toks[1].sense&sVote != 0
}

func beginsSentence(t token) bool {
	first, _ := utf8.DecodeRuneInString(t.text)
	return t.kind == word && unicode.IsUpper(first)
}

// endsSentence decides about the point at i. A point after a number may make it
// an ordinal ("203. kuralı", "208. szabály") or an item of a list.
func endsSentence(toks []token, i, from int, src string) bool {
	end := toks[i].end
	if trailsOn(toks, i) {
		return false
	}
	if end < len(src) && !unicode.IsSpace(rune(src[end])) && src[end] < 0x80 && (letterAt(src, end) || src[end] >= '0' && src[end] <= '9') {
		return false // a host name, a version
	}
	if toks[i].text != "." || i == 0 || i+1 >= len(toks) || toks[i+1].kind == newline {
		return true
	}
	before, after := toks[i-1], toks[i+1]
	if before.kind == number && after.sense&sVote != 0 && i+2 < len(toks) && toks[i+2].kind == colon {
		return true // "for: 301, 303. against: 302"
	}
	if before.kind == number {
		r := rune(0)
		for _, c := range after.text {
			r = c
			break
		}
		named := after.sense&(sRule|sProposal|sAmendment) != 0
		if named && unicode.IsUpper(r) && i+2 < len(toks) && toks[i+2].kind == number {
			return true // "I abstain on 303. Rule 208 is long enough."
		}
		return i-1 != from && !unicode.IsLower(r) && !named
	}
	if after.kind == number && vocabulary().in("contact", before.fold) {
		return false // "Tel. 302 303", "Ext. 301"
	}
	short := before.sense&(sFill|sProposal|sRule) != 0 && len(before.fold) <= 4 && !slices.Contains([]string{"it", "this", "that", "too", "me", "us", "them", "so", "now"}, before.fold)
	return !(after.kind == number && before.kind == word && short)
}

// trailsOn says that the point at i is one of several behind which the sentence
// goes on, without a new capital and without another vote, behind a vote for
// something: "301 for... the bin".
func trailsOn(toks []token, i int) bool {
	before, k := i, i
	for before > max(0, i-maxTrail) && toks[before].kind == stop {
		before--
	}
	for k < min(len(toks), i+maxTrail) && toks[k].kind == stop && (toks[k].text == "." || toks[k].text == "…") {
		k++
	}
	several := k-i > 1 || toks[k-1].text == "…" || i > 0 && toks[i-1].kind == stop && toks[i-1].text == "."
	if !several || k >= len(toks) || toks[k].kind != word {
		return false
	}
	if first, _ := utf8.DecodeRuneInString(toks[k].text); !unicode.IsLower(first) && !(toks[k].caps && toks[before].caps) {
		return false
	}
	if optionOf(toks[before].sense&sVote) != rules.For {
		return false
	}
	said := ""
	for ; k < len(toks) && k < i+maxTrail && toks[k].kind != newline && toks[k].kind != stop && toks[k].kind != query; k++ {
		if toks[k].kind == number || toks[k].sense&sVote != 0 {
			return false
		}
		said += " " + foldLine(toks[k].text)
	}
	return !vocabulary().in("trail", strings.TrimSpace(said))
}

// hardEnd decides about the line end at i: only a long line that runs on
// without a mark is taken for one that a program wrapped.
func hardEnd(toks []token, i int, src string) bool {
	next := toks[i+1]
	if next.kind == newline {
		return true
	}
	if i > 0 {
		switch toks[i-1].kind {
		case stop, query, colon:
			return true
		}
	}
	begin := toks[i].start
	for begin > 0 && src[begin-1] != '\n' {
		begin--
	}
	if toks[i].start-begin < 50 {
		return true
	}
	if next.kind == box || next.kind == comma {
		return true
	}
	row := strings.TrimLeft(src[begin:toks[i].start], " \t#*") // of a list of rows, each with its number
	return next.kind == number && i > 0 && row != "" && row[0] >= '0' && row[0] <= '9' && (!leadsTo(toks[i-1]) || i > 1 && setApart(toks[i-2], toks[i-1], src))
}

// setApart says that a mark or several blanks stand before a vote word, as at the
// end of a row.
func setApart(before, vote token, src string) bool {
	return vote.sense&sVote != 0 && (before.kind == comma || before.kind == colon || strings.Contains(src[before.end:vote.start], "  "))
}

// leadsTo says that a line which ends with a token goes on with a number: "all
// but", "I vote for", "the proposals".
func leadsTo(t token) bool {
	switch t.kind {
	case comma, number:
		return true
	case word:
		return and(t) || t.sense&(sProposal|sExcept|sVote) != 0 ||
			slices.Contains([]string{"on", "to", "for", "of", "the", "a", "la", "las", "al", "el", "en", "de", "da", "do", "na", "no", "as", "os", "az"}, t.fold)
	}
	return false
}

// onlyNumbers says that a sentence has nothing but numbers.
func onlyNumbers(s sentence) bool {
	return !slices.ContainsFunc(s.toks, func(t token) bool { return t.kind != number && t.kind != comma && t.kind != newline })
}

// castsDoubt says that a line which introduces others makes them no votes of
// the author's: "For example:", "Draft, not final:", "Crumhorn's votes:".
func castsDoubt(s sentence, names map[string]bool) bool {
	noise, person, votes := false, false, false
	for _, c := range clauses(s, names) {
		for _, k := range []itemKind{iNot, iIf, iMaybe, iOthers, iExample} {
			if c.has(k) {
				return true
			}
		}
		noise = noise || c.has(iNoise)
		person = person || c.person
	}
	for _, t := range s.toks {
		votes = votes || voteNoun(t.fold)
	}
	return noise && votes && !person
}
