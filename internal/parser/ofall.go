package parser

import (
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
	b.of, b.nth, ok = r.allOf(rest)
	return b, ok && b.option != ""
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
		if !r.c.Ballots.oneDistribution(b.nums) {
			b.nums = nil
		}
	default:
		if r.c.Ballots.oneDistribution(all) {
			b.nums = all
		}
	}
	if len(b.nums) == 0 {
		b.reason = "which-all"
	}
}
