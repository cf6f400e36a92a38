package parser

import (
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// Our letters are forms: whoever answers one may write a vote at the end of a
// line of ours, or put another for the one that stands in it.

const (
	maxEdited     = 400 // lines that are looked at
	maxVoteWords  = 3
	leastUnedited = 3 // words of ours in such a line
)

// edits finds such lines in a mail that answers the letter itself. Without a
// mark they count; behind one they are asked about, for somebody else may have
// written them.
func (r *reader) edits() {
	if r.c.Answered == "" || r.c.Through {
		return
	}
	seen := 0
	for i := range r.lines {
		l := &r.lines[i]
		if l.from > 0 || l.marks > 1 || l.mark != mOwn && l.mark != mQuoted || l.barred() || len(l.bare) > maxTypedLine {
			continue
		}
		words := bareWords(l.bare)
		if len(words) <= leastUnedited || len(words) > maxCompared {
			continue
		}
		if seen++; seen > maxEdited {
			return
		}
		if c := r.editOf(words); c != nil && !slices.ContainsFunc(tokens(l.bare, r.lang), func(t token) bool { return t.kind == box }) {
			if l.marks > 0 {
				c.reason = "unclear"
			}
			l.mark, l.edit = mQuoted, c
		}
	}
}

// editOf is the vote that was written into the line of ours with these words;
// nil when there is none.
func (r *reader) editOf(words []string) *claim {
	o := r.original
	for _, p := range o.index[three(words)] {
		n := sameRun(words, o.words[p:])
		if n >= len(words) || o.barred[p] {
			continue
		}
		for given := 1; given <= maxVoteWords && n+given <= len(words); given++ {
			option := r.optionIn(words[n : n+given])
			if option == "" || !r.fits(words[n+given:], p+n) {
				continue
			}
			if about := r.onlyOpen(words[:n]); about > 0 && r.onlyOpen(words[n:]) == 0 {
				return &claim{nums: []int{about}, option: option}
			}
		}
	}
	return nil
}

// fits says that the words behind a vote go on as our letter does from a place
// on, with or without the vote that stands there; no words do where its line
// ends.
func (r *reader) fits(rest []string, at int) bool {
	o := r.original
	if len(rest) == 0 && slices.Contains(o.ends, at) {
		return true
	}
	for had := 1; had <= maxVoteWords && at+had < len(o.words); had++ {
		if r.optionIn(o.words[at:at+had]) == "" {
			continue
		}
		if len(rest) == 0 && slices.Contains(o.ends, at+had) || len(rest) > 0 && sameRun(rest, o.words[at+had:]) == len(rest) {
			return true
		}
	}
	return false
}

// optionIn is the vote that words are and nothing else, "" for none.
func (r *reader) optionIn(words []string) rules.Option {
	if !slices.ContainsFunc(words, isVoteWord) {
		return ""
	}
	s := strings.Join(words, " ")
	list := sentences(tokens(s, r.lang), s)
	if len(list) != 1 {
		return ""
	}
	b := readVotes(list[0], r.names, r.open)
	if b.vote == nil || !b.alone || b.vote.unsure {
		return ""
	}
	return optionOf(b.vote.vote)
}

// isVoteWord says that a word may be part of a vote: "en contra" begins with
// one that is none.
func isVoteWord(w string) bool {
	return slices.ContainsFunc(vocabulary().phrases[w], func(m meaning) bool { return m.sense&sVote != 0 })
}

// onlyOpen is the one open proposal that words name, 0 for none or several.
func (r *reader) onlyOpen(words []string) int {
	found := 0
	for _, t := range tokens(strings.Join(words, " "), r.lang) {
		if t.kind != number {
			continue
		}
		for _, n := range t.nums {
			if r.open(n) && n != found {
				if found > 0 {
					return 0
				}
				found = n
			}
		}
	}
	return found
}
