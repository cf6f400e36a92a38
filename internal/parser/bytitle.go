package parser

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Votes by title: "I vote FOR The Tea Act". The title stands for its number where
// exactly one open proposal has it, and the words around it are read as if that number
// stood there.

// titlesIn finds the titles of open proposals in a sentence that votes and names no
// number. nums are the proposals that the first may mean, and text is the sentence with
// that one's number in the place of each title; sure says that a title is written as its
// author wrote it and is more than one word of every day.
func (r *reader) titlesIn(s string) (nums []int, text string, sure bool) {
	b, sure := r.c.Ballots, true
	list := slices.Clone(b.Listed)
	slices.SortStableFunc(list, func(x, y Listed) int { return len(y.Title) - len(x.Title) }) // the longest first
	for _, l := range list {
		from, to := placeOf(s, l.Title)
		if from < 0 {
			continue
		}
		same := 0
		for _, other := range b.Listed {
			if foldLine(other.Title) == foldLine(l.Title) {
				same++
				nums = append(nums, other.Number)
			}
		}
		quoted := from > 0 && strings.ContainsRune("\"“„«'‘", lastRune(s[:from]))
		exact := s[from:to] == strings.TrimSpace(l.Title)
		sure = sure && same == 1 && exact && (quoted || len(strings.Fields(l.Title)) > 1)
		before := strings.TrimRight(s[:from], " \"“„«'‘")
		behind := strings.TrimLeft(s[to:], "\"”“»'’")
		behind = withoutAuthor(behind, l.Author)
		if before != "" {
			before += " "
		}
		s = before + itoa(l.Number) + behind
	}
	return nums, s, sure
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// placeOf is where a title stands in s, in whatever case, between words; from is -1
// where it does not.
func placeOf(s, title string) (from, to int) {
	want, _ := spelledAt(title)
	words, places := spelledAt(s)
	for i := 0; len(want) > 0 && i+len(want) <= len(words); i++ {
		if slices.Equal(words[i:i+len(want)], want) {
			return places[i][0], places[i+len(want)-1][1]
		}
	}
	return -1, 0
}

// withoutAuthor takes "by Bob" off what stands behind a title.
func withoutAuthor(behind, author string) string {
	words, places := spelledAt(behind)
	if len(words) < 2 || !vocabulary().in("authored", words[0]) || places[0][0] > 2 {
		return behind
	}
	n, names := 1, strings.Fields(foldLine(author))
	for n < len(words) && slices.Contains(names, words[n]) {
		n++
	}
	if n == 1 {
		return behind
	}
	return behind[places[n-1][1]:]
}

// byTitle reads a sentence that votes by title; it is false for any other.
func (r *reader) byTitle(s sentence, src string) bool {
	if r.c.Ballots == nil || s.question || s.end-s.start > maxStated || !slices.ContainsFunc(s.toks, func(t token) bool { return t.kind == word && t.sense&sVote != 0 }) {
		return false
	}
	if slices.ContainsFunc(s.toks, func(t token) bool { return t.kind == number || t.kind == garbled }) {
		return false
	}
	said := strings.TrimSpace(src[s.start:s.end])
	nums, text, sure := r.titlesIn(said)
	if len(nums) == 0 || !slices.ContainsFunc(tokens(text, r.lang), func(t token) bool { return t.kind == word && t.sense&sVote != 0 }) {
		return false
	}
	words := oneLine(said)
	if list, ok := r.statements(text); ok && sure && r.cast(list, words) {
		return true
	}
	claims := []claim(nil)
	if list := sentences(tokens(text, r.lang), text); len(list) == 1 {
		claims = readVotes(list[0], r.names, r.open).claims
	}
	if len(claims) == 0 {
		claims = []claim{{nums: distinct(nums), reason: "no-vote-word"}}
	}
	r.voting = len(r.frags)
	for _, c := range claims {
		if !sure && c.reason == "" {
			c.nums, c.reason = distinct(append(c.nums, nums...)), "unclear"
		}
		r.claim(c, words)
	}
	return true
}
