package parser

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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
			if i+1 < len(toks) && i > from && quotedSentence(t.text) && beginsSentence(toks[i+1]) {
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

func beginsSentence(t token) bool {
	first, _ := utf8.DecodeRuneInString(t.text)
	return t.kind == word && unicode.IsUpper(first)
}

// endsSentence decides about the point at i. A point after a number may make it
// an ordinal ("203. kuralı", "208. szabály") or an item of a list.
func endsSentence(toks []token, i, from int, src string) bool {
	end := toks[i].end
	if end < len(src) && !unicode.IsSpace(rune(src[end])) && src[end] < 0x80 && (letterAt(src, end) || src[end] >= '0' && src[end] <= '9') {
		return false // a host name, a version
	}
	if toks[i].text != "." || i == 0 || i+1 >= len(toks) || toks[i+1].kind == newline {
		return true
	}
	before, after := toks[i-1], toks[i+1]
	if before.kind == number {
		r := rune(0)
		for _, c := range after.text {
			r = c
			break
		}
		if i-1 == from || unicode.IsLower(r) || after.sense&(sRule|sProposal|sAmendment) != 0 {
			return false
		}
		return true
	}
	return !(after.kind == number && before.kind == word && (before.sense&(sFill|sProposal|sRule) != 0) && len(before.fold) <= 4)
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
	return next.kind == number || next.kind == box || next.kind == comma
}

// item is a token as a vote is read from it.
type item struct {
	t    token
	kind itemKind
	nums []int
	all  sense // sAll, sBoth or sRest for "all of them"
	vote sense

	unsure bool // the vote word may be none
}

type itemKind byte

// The kinds of item.
const (
	iNumber  itemKind = iota
	iVote             // a vote word
	iReact            // an emoji
	iNoise            // a word that votes are not made of
	iBecause          // what follows is a reason
	iIf
	iMaybe
	iNot
	iExcept
	iOthers // somebody else's words or deeds
	iExample
	iGarbled
)

// clause is a sentence's part between commas, colons and dashes.
type clause struct {
	items  []item
	person bool // the sender speaks of himself or of votes
	fill   bool // there were words without weight
	colon  bool // it ends with a colon
}

func (c *clause) has(k itemKind) bool {
	for _, it := range c.items {
		if it.kind == k {
			return true
		}
	}
	return false
}

// clauses makes items of a sentence's tokens.
func clauses(s sentence, names map[string]bool) []clause {
	toks := spoken(s.toks)
	var out []clause
	var c clause
	for i, t := range toks {
		k := t.kind
		if t.sense&sBut != 0 && t.sense&sFill == 0 && (i+1 >= len(toks) || toks[i+1].kind != number || t.sense&sExcept == 0) {
			k = comma
		}
		switch k {
		case comma, colon, stop:
			if t.kind == colon {
				c.colon = true
			}
			if t.kind == stop { // the point of an ordinal
				continue
			}
			out = append(out, c)
			c = clause{}
			continue
		case newline, box:
			continue
		}
		it, weight := itemOf(toks, i, names)
		if t.sense&(sPerson|sFill) != 0 && (t.sense&sPerson != 0) {
			c.person = true
		}
		if !weight {
			c.fill = true
			continue
		}
		if it.kind == iNumber && it.all == 0 && len(c.items) > 0 {
			if last := &c.items[len(c.items)-1]; last.kind == iNumber && last.all == 0 {
				last.nums = append(last.nums[:len(last.nums):len(last.nums)], it.nums...)
				last.t.end = it.t.end
				continue
			}
		}
		c.items = append(c.items, it)
	}
	return append(out, c)
}

// itemOf says what a token is for a vote; weight is false for words that may
// stand anywhere.
func itemOf(toks []token, i int, names map[string]bool) (it item, weight bool) {
	t := toks[i]
	it = item{t: t, kind: iNoise}
	switch t.kind {
	case number:
		it.kind, it.nums = iNumber, t.nums
		return it, true
	case reaction:
		it.kind, it.vote = iReact, t.option
		return it, true
	case garbled:
		it.kind = iGarbled
		return it, true
	case quoteTok, other:
		return it, true
	}
	s, unsure := senseOf(toks, i)
	switch {
	case s&sVote != 0:
		it.kind, it.vote, it.unsure = iVote, s&sVote, unsure
	case s&sIf != 0:
		it.kind = iIf
	case s&sNot != 0:
		it.kind = iNot
	case s&sMaybe != 0:
		it.kind = iMaybe
	case s&sOthers != 0:
		it.kind = iOthers
	case s&sExcept != 0 && (i+1 < len(toks) && (toks[i+1].kind == number || s&sBecause == 0 && exceptNumber(toks[i+1:]))):
		it.kind = iExcept
	case s&(sAll|sBoth|sRest) != 0 && s&sFill == 0:
		it.kind, it.all = iNumber, s&(sAll|sBoth|sRest)
	case s&(sFill|sProposal|sPerson) != 0 || names[t.fold]:
		return it, false
	case s&sBecause != 0:
		it.kind = iBecause
	case s&sExample != 0:
		it.kind = iExample
	case s&sRule != 0:
		return it, false
	}
	return it, true
}

// exceptNumber says that a number follows, behind words without weight.
func exceptNumber(toks []token) bool {
	for _, t := range toks {
		if t.kind == number {
			return true
		}
		if t.sense&(sFill|sProposal) == 0 {
			return false
		}
	}
	return false
}

// spoken takes the preposition out of "for 301: no" and "for 301 I vote no":
// with another vote word behind the number, "for" is no vote there.
func spoken(toks []token) []token {
	var out []token
	for i, t := range toks {
		as := i > 0 && toks[i-1].fold == "as" && i == 1
		if t.kind != word || t.fold != "for" || !as && i > 0 && toks[i-1].kind != comma && toks[i-1].kind != colon && toks[i-1].kind != newline && toks[i-1].sense&sFill == 0 {
			continue
		}
		j := i + 1
		for j < len(toks) && (toks[j].kind == number || toks[j].kind == word && toks[j].sense&sVote == 0 && toks[j].sense&(sFill|sProposal) != 0 && toks[j].sense&sPerson == 0) {
			j++
		}
		if j == i+1 || j >= len(toks) || toks[j-1].kind != number && toks[j].kind != colon {
			continue
		}
		if toks[j].kind != colon && toks[j].sense&sPerson == 0 {
			continue
		}
		for k := j + 1; k < len(toks) && toks[k].kind != number; k++ {
			if toks[k].sense&sVote != 0 {
				if out == nil {
					out = append([]token(nil), toks...)
				}
				out[i].sense = sFill
				if as {
					out[i-1].sense = sFill
				}
				break
			}
		}
	}
	if out == nil {
		return toks
	}
	return out
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
