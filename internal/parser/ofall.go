package parser

import (
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/rules"
)

// One vote for many proposals: "I vote FOR all of the above proposals", "PRESENT on
// all open proposals", "I endorse Bob on everything in distribution 2". Which they are
// has to be beyond doubt.

// ofAll reads one option, or an endorsement, for all of the proposals that are open,
// that stand above or that came in one distribution. bare are the words of toks.
func (r *reader) ofAll(toks []token, bare string) (b stated, ok bool) {
	rest := toks
	if at := allAt(toks); at > 0 && vocabulary().has("endorsing", spelled(bare[:toks[at].start])) {
		if b, ok = r.endorsing(spelled(bare[toks[0].start:toks[at].start])); !ok || b.bare {
			return b, false
		}
		rest = toks[at:]
	}
	b.special = true
	for i, t := range rest {
		s, unsure := senseOf(rest, i)
		if t.kind != word || s&sVote == 0 {
			continue
		}
		if b.option != "" || unsure {
			return b, false
		}
		if b.option = optionOf(s & sVote); b.option == "" || b.option == rules.Withdrawn {
			return b, false
		}
	}
	rest, b.but = excepting(rest)
	b.of, b.nth, ok = r.allOf(rest)
	return b, ok && b.option != ""
}

// excepting takes "except 1002 and 1004" off the end of words that speak of all, and
// keeps all of them where anything else is said there.
func excepting(toks []token) (rest []token, but []int) {
	at := slices.IndexFunc(toks, func(t token) bool { return t.kind == word && t.sense&sExcept != 0 && t.sense&sAll == 0 })
	if at <= 0 {
		return toks, nil
	}
	for _, t := range toks[at+1:] {
		switch {
		case t.kind == number && !t.doubtful:
			but = append(but, t.nums...)
		case t.kind != comma && !and(t) && !weighsNothing(t):
			return toks, nil
		}
	}
	if len(but) == 0 {
		return toks, nil
	}
	return trimmed(toks[:at]), but
}

// apartVote takes the vote of those that are excepted off the end: "FOR all of these
// except 1002, on which I vote AGAINST".
func apartVote(toks []token) (rest []token, apart *stated) {
	for i := len(toks) - 2; i > 1; i-- {
		if toks[i].kind != comma || toks[i-1].kind != number {
			continue
		}
		_, but := excepting(toks[:i])
		b, ok := plainly(toks[i+1:])
		if len(but) == 0 || !ok {
			continue
		}
		b.nums, b.special, b.sure = but, true, true
		return toks[:i], &b
	}
	return toks, nil
}

// allAt is the place of the word for all among toks, -1 for none.
func allAt(toks []token) int {
	for i, t := range toks {
		if t.sense&sAll != 0 {
			return i
		}
	}
	return -1
}

// allOf finds which proposals words mean by all of them, beside a vote; ok is false
// where anything else is said.
func (r *reader) allOf(toks []token) (of string, nth int, ok bool) {
	v := vocabulary()
	of = "all"
	all, named := false, false
	for i, t := range toks {
		words := spelled(t.text)
		switch {
		case t.kind == comma || t.kind == colon:
		case t.kind == other && nth == 0 && nthOf(t.text) > 0:
			nth = nthOf(t.text)
		case t.kind == stop && i > 0 && toks[i-1].kind == other: // "a 2. kiosztás"
		case t.kind != word:
			return "", 0, false
		case t.sense&sVote != 0 && t.sense&sAll == 0:
		case t.sense&sAll != 0:
			all = true
		case v.phraseAt("distribution", words) == len(words):
			named = true
		case v.phraseAt("ongoing", words) == len(words):
			of = "ongoing"
		case v.phraseAt("above", words) == len(words):
			of = "above"
		case weighsNothing(t) || t.sense&sProposal != 0 || v.phraseAt("beside name", words) == len(words):
		default:
			return "", 0, false
		}
	}
	switch {
	case nth > 0:
		return "distribution", nth, all && named
	case named && of == "ongoing": // "in the current distribution": there may be others
		of = "all"
	}
	return of, 0, all
}

// rowsBelow are the proposals whose rows are quoted anywhere in the mail: many write
// above what they answer.
func (r *reader) rowsBelow() (nums []int) {
	for _, l := range r.lines {
		if row, _ := r.c.Ballots.row(l.bare); l.mark == mQuoted && row != nil {
			nums = append(nums, row.Number)
		}
	}
	return distinct(nums)
}

// nthOf is the number of a distribution that stands in a mail, 0 for anything else.
func nthOf(s string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(s, "#"))
	if err != nil || n < 1 || n > 99 {
		return 0
	}
	return n
}

// aboutAll finds which proposals all of them are: those of one distribution that
// is named, stands above or is answered, or alone is open, or every one that is open where
// the words say so.
func (r *reader) aboutAll(b *stated) {
	all := r.c.Ballots.numbers()
	switch b.of {
	case "ongoing":
		b.nums = all
	case "distribution":
		b.nums = r.c.Ballots.cameIn(b.nth)
	case "above":
		if b.nums = distinct(r.shown); len(b.nums) == 0 {
			b.nums = distinct(r.c.Rows)
		}
		if len(b.nums) == 0 {
			b.nums = r.rowsBelow()
		}
		if !r.c.Ballots.oneDistribution(b.nums) {
			b.nums = nil
		}
	default:
		if r.c.Ballots.oneDistribution(all) {
			b.nums = all
		}
	}
	if len(b.nums) == 0 || slices.ContainsFunc(b.but, func(n int) bool { return !slices.Contains(b.nums, n) }) {
		b.reason = "which-all"
	}
}
