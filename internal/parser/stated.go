package parser

import (
	"slices"
	"strings"
	"unicode"

	"nomicmail/internal/rules"
)

// Ballots that say more than an option are read as statements: numbers and one
// verdict, which is nothing but an endorsement, a condition or divided votes, or
// all of what was distributed. Whatever else stands in the same words makes them
// none, and they are read as sentences are, which hold what is not plain.

// stated is a statement about votes. Without numbers and all of them it is about
// the proposal that the place of its words tells.
type stated struct {
	claim
	of      string // which of all are meant: "above", "ongoing", "distribution", "all", or ""
	nth     int    // the number of the distribution
	words   string // as they stand
	bare    bool   // it is a name alone
	special bool   // a sentence is not read as a vote of this kind
}

// Bounds of a statement.
const (
	maxStated      = 2000 // bytes
	maxJoined      = 8    // lines
	maxDividedInto = 10   // parts of a ballot
)

// statements reads words as statements and nothing else; ok is false when they
// hold anything more, or nothing but what is read as a sentence anyhow.
func (r *reader) statements(text string) (list []stated, ok bool) {
	if r.c.Ballots == nil || len(text) > maxStated || strings.ContainsAny(text, "?¿") {
		return nil, false
	}
	bare, remarks, ok := withoutRemarks(text)
	if !ok {
		return nil, false
	}
	bare, changes := r.withoutChanging(bare)
	toks := unbroken(tokens(bare, r.lang))
	for len(toks) > 0 && (toks[len(toks)-1].kind == stop || toks[len(toks)-1].kind == comma) {
		toks = toks[:len(toks)-1]
	}
	if len(toks) == 0 || slices.ContainsFunc(toks, func(t token) bool { return t.kind == garbled || t.kind == reaction || t.kind == box }) {
		return nil, false
	}
	toks, apart := apartVote(toks)
	special, parts := changes || apart != nil || strings.Contains(text, "\n"), r.ballotsIn(toks)
	for i, part := range parts {
		to := len(strings.TrimRight(text, " .,;!\n"))
		if i+1 < len(parts) {
			to = part[len(part)-1].end
		}
		b, ok := r.statement(part, text[:to], bare)
		if !ok {
			return nil, false
		}
		special = special || b.special
		list = append(list, b)
	}
	if apart != nil {
		if len(list) != 1 || !slices.Equal(list[0].but, apart.nums) {
			return nil, false
		}
		list = append(list, *apart)
	}
	for _, remark := range remarks {
		switch {
		case r.harmless(remark, list):
		case len(list) == 1 && r.limits(remark):
			list[0] = list[0].under(r.conditional(list[0].words))
			special = true
		default:
			return nil, false
		}
	}
	return list, special
}

// withoutRemarks blanks what stands in parentheses, so that all else keeps its
// place; ok is false where they do not pair.
func withoutRemarks(s string) (bare string, remarks []string, ok bool) {
	if !strings.ContainsAny(s, "()") {
		return s, nil, true
	}
	out, from, depth := []byte(s), 0, 0
	for i := range out {
		switch s[i] {
		case '(':
			if depth++; depth == 1 {
				from = i
			}
		case ')':
			if depth--; depth == 0 {
				remarks = append(remarks, s[from+1:i])
				out[i] = ' '
			}
		}
		if depth < 0 {
			return "", nil, false
		}
		if depth > 0 {
			out[i] = ' '
		}
	}
	return string(out), remarks, depth == 0
}

// withoutChanging blanks the words that take an earlier ballot back, and what stands
// in front of them where that changes nothing.
func (r *reader) withoutChanging(s string) (bare string, changes bool) {
	words, places := spelledAt(s)
	out := []byte(s)
	for i := range words {
		n := vocabulary().phraseAt("changing", words[i:])
		if n == 0 {
			continue
		}
		from := places[i][0]
		if !changes && r.before(s[:from]) {
			from = 0
		}
		for k := from; k < places[i+n-1][1]; k++ {
			out[k] = ' '
		}
		changes = true
	}
	return string(out), changes
}

// harmless says that a remark beside statements changes nothing about them: no
// other vote stands in it, no condition and no doubt. Behind a condition it is a
// part of that.
func (r *reader) harmless(remark string, list []stated) bool {
	if !slices.ContainsFunc(list, func(b stated) bool { return b.option != rules.Conditional }) {
		return true
	}
	toks := tokens(remark, r.lang)
	for i, t := range toks {
		s, _ := senseOf(toks, i)
		o := optionOf(s & sVote)
		switch {
		case s&(sIf|sMaybe|sNot|sMistake|sOthers|sExample|sPlan) != 0, t.kind == garbled, t.kind == query:
			return false
		case t.fold == "for" && !t.caps: // "far too long for me"
		case s&sVote != 0 && slices.ContainsFunc(list, func(b stated) bool { return b.option != o }):
			return false
		case t.kind == number && slices.ContainsFunc(t.nums, r.open):
			return false
		}
	}
	return true
}

// limits says that a remark makes the vote before it one with a condition.
func (r *reader) limits(remark string) bool {
	toks := tokens(remark, r.lang)
	at := slices.IndexFunc(toks, func(t token) bool { return t.sense&(sIf|sMaybe|sMistake|sOthers|sExample|sPlan) != 0 })
	if at < 0 || at == len(toks)-1 {
		return false
	}
	s, _ := senseOf(toks, at)
	return s&sIf != 0 && r.c.Ballots.may(rules.Conditional)
}

// under is the statement with another ballot.
func (b stated) under(other stated) stated {
	other.nums, other.span, other.of, other.words = b.nums, b.span, b.of, b.words
	if other.reason == "" {
		other.reason = b.reason
	}
	return other
}

// ballotsIn cuts tokens before each number that begins another ballot: "1001:
// FOR, 1002: ENDORSE Bob".
func (r *reader) ballotsIn(toks []token) (parts [][]token) {
	from, said := 0, false
	for i, t := range toks {
		switch {
		case t.kind == number && said && !(t.doubtful && t.nums[0] < lowest) && (toks[i-1].kind == comma || toks[i-1].kind == stop || and(toks[i-1])) && r.headsBallot(toks[i:]):
			parts = append(parts, trimmed(toks[from:i]))
			from, said = i, false
		case t.kind == word && (t.sense&(sFill|sProposal) == 0 || t.sense&sVote != 0):
			said = true
		}
	}
	return append(parts, toks[from:])
}

// headsBallot says that numbers are followed by a colon, a vote or a condition.
func (r *reader) headsBallot(toks []token) bool {
	for i, t := range toks {
		switch {
		case t.kind == colon, t.kind == comma && dash(t.text):
			return true
		case t.kind == number || t.kind == comma || and(t):
		default:
			return i > 0 && t.kind == word && (t.sense&(sVote|sIf) != 0 || vocabulary().in("endorsing", t.fold))
		}
	}
	return false
}

// trimmed takes what joins ballots off the end of one.
func trimmed(toks []token) []token {
	for n := len(toks); n > 0 && (toks[n-1].kind == comma || toks[n-1].kind == stop || and(toks[n-1])); n-- {
		toks = toks[:n-1]
	}
	return toks
}

// statement reads the tokens of one. text is that of all up to its end, and bare
// the same without remarks.
func (r *reader) statement(toks []token, text, bare string) (b stated, ok bool) {
	if b, ok = r.ofAll(toks, bare); ok {
		b.words = text[toks[0].start:]
		return b, true
	}
	nums, rest := headed(toks)
	if len(nums) == 0 {
		if nums, ok = r.votedIf(toks); ok {
			b, rest = r.conditional(text[toks[0].start:]), toks
		} else {
			nums, rest = ended(toks)
		}
	}
	if len(rest) == 0 {
		return b, false
	}
	if !ok {
		from, to := rest[0].start, rest[len(rest)-1].end
		if b, ok = r.verdict(rest, text[from:max(to, len(text))], bare[from:to]); !ok {
			return b, false
		}
		b.words = text[from:]
	}
	for _, t := range nums {
		b.nums = append(b.nums, t.nums...)
		b.span = b.span || t.span
		if t.doubtful && b.reason == "" {
			b.reason = "unclear"
		}
	}
	b.nums, b.sure = distinct(b.nums), true
	return b, true
}

// votedIf takes the numbers of a vote before its condition: "FOR 1001 if Bob
// agrees".
func (r *reader) votedIf(toks []token) (nums []token, ok bool) {
	at := slices.IndexFunc(toks, func(t token) bool { return t.sense&sIf != 0 })
	if at < 2 || at == len(toks)-1 || !r.c.Ballots.may(rules.Conditional) {
		return nil, false
	}
	nums, vote := ended(trimmed(toks[:at]))
	if _, plain := plainly(vote); len(nums) == 0 || !plain {
		return nil, false
	}
	return nums, true
}

// headed takes the numbers that stand first, with words without weight before
// them and a title or a colon behind.
func headed(toks []token) (nums, rest []token) {
	i := 0
	for i < len(toks) && (weighsNothing(toks[i]) || len(toks) > 1 && toks[i].kind == colon) {
		i++
	}
	for ; i < len(toks); i++ {
		if toks[i].kind == number {
			nums = append(nums, toks[i])
		} else if len(nums) == 0 || !joins(toks[i:]) {
			break
		}
	}
	if i < len(toks) && toks[i].kind == quoteTok {
		i++
	}
	if i < len(toks) && (toks[i].kind == colon || toks[i].kind == comma || toks[i].kind == stop) {
		i++
	}
	return nums, toks[i:]
}

// ended takes the numbers that stand last.
func ended(toks []token) (nums, rest []token) {
	i, from := len(toks), len(toks)
	for i > 0 && (toks[i-1].kind == number || from < len(toks) && joins(toks[i-1:])) {
		if i--; toks[i].kind == number {
			nums, from = append(nums, toks[i]), i
		}
	}
	i = from
	for len(nums) > 0 && i > 0 && (weighsNothing(toks[i-1]) || toks[i-1].kind == colon) {
		i--
	}
	return nums, toks[:i]
}

// joins says that what stands first only joins one number to the next: "and on".
func joins(toks []token) bool {
	for i, t := range toks[:min(len(toks), 4)] {
		switch {
		case t.kind == number:
			return i > 0
		case t.kind != comma && !and(t) && !weighsNothing(t):
			return false
		}
	}
	return false
}

// weighsNothing says that a word may stand beside numbers.
func weighsNothing(t token) bool {
	return t.kind == word && t.sense&(sFill|sProposal|sPerson) != 0 && t.sense&(sVote|sIf|sAll|sBoth|sNot|sMaybe) == 0
}

// spelled are the folded words of s and its numbers, without marks.
func spelled(s string) []string {
	words, _ := spelledAt(s)
	return words
}

// spelledAt gives for each of them where it begins and ends.
func spelledAt(s string) (words []string, places [][2]int) {
	from := -1
	for i, c := range s + " " {
		inside := unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.Is(unicode.Mn, c) || unicode.Is(unicode.Cf, c) ||
			from >= 0 && (c == '\'' || c == '’' || c == '-')
		switch {
		case inside && from < 0:
			from = i
		case !inside && from >= 0:
			words, places = append(words, fold(s[from:i])), append(places, [2]int{from, i})
			from = -1
		}
	}
	return words, places
}

// phraseAt is how many words the longest phrase of a list has with which words
// begin, 0 for none.
func (v *lexicon) phraseAt(list string, words []string) int {
	for n := min(5, len(words)); n > 0; n-- {
		if v.in(list, strings.Join(words[:n], " ")) {
			return n
		}
	}
	return 0
}

// has says that a phrase of a list stands among words.
func (v *lexicon) has(list string, words []string) bool {
	for i := range words {
		if v.phraseAt(list, words[i:]) > 0 {
			return true
		}
	}
	return false
}

// takesBack says that a sentence takes an earlier ballot back in so many words.
func (r *reader) takesBack(text string) bool {
	return r.c.Ballots != nil && vocabulary().has("changing", spelled(text)) ||
		r.c.Ballots != nil && slices.ContainsFunc(tokens(text, r.lang), func(t token) bool { return t.sense&sWithdraw != 0 })
}
