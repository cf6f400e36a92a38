package parser

import (
	"strings"
	"unicode"
)

// The least run of words that is taken for a quotation of our letter, and how
// many of them must be other words than numbers and votes: a player who copies
// "301 FOR" from our form means it.
const (
	minRun      = 7
	minWords    = 5
	maxCompared = 64 // words; keeps hostile repetition linear
)

// ours marks the lines that stand in our own letter, at any depth of quotation
// and however they were wrapped anew.
func ours(list []line, answered string) {
	if answered == "" {
		return
	}
	var letter []string
	var barred []bool // of each word: it stands behind a bar, so it is a player's
	for l := range strings.Lines(answered) {
		_, bare := unmark(strings.TrimSuffix(l, "\n"))
		for _, w := range bareWords(bare) {
			letter, barred = append(letter, w), append(barred, strings.HasPrefix(l, "|"))
		}
	}
	index := map[string][]int{} // by three words
	for i := 0; i+2 < len(letter); i++ {
		key := letter[i] + " " + letter[i+1] + " " + letter[i+2]
		if len(index[key]) < 8 {
			index[key] = append(index[key], i)
		}
	}
	var words []string
	var owner []int // the line of each word
	for i := range list {
		for _, w := range bareWords(list[i].bare) {
			words = append(words, w)
			owner = append(owner, i)
		}
	}
	matched := matchRuns(words, letter, index, owner)
	for i := 0; i < len(words); {
		j, all, players := i, true, true
		for j < len(words) && owner[j] == owner[i] {
			all = all && matched[j] > 0
			players = players && matched[j] > 0 && barred[matched[j]-1]
			j++
		}
		if l := &list[owner[i]]; all && l.mark == mOwn {
			l.borrowed = players && l.depth == 0
			l.mark, l.depth = mQuoted, max(l.depth, 1)
		}
		i = j
	}
}

// reclaim gives the lines of a proposal's text back to its author that only look
// quoted: whoever amends a rule begins with words that stood, as a player's, in
// the letter that is answered. It stops at the first line that is quoted for
// certain.
func (r *reader) reclaim(i int) {
	if i < r.reclaimed {
		return
	}
	for ; i < len(r.lines); i++ {
		r.reclaimed = i
		switch l := &r.lines[i]; {
		case l.mark == mQuoted && l.borrowed:
			l.mark, l.depth = mOwn, 0
		case l.mark != mOwn:
			return
		case r.endWord(i):
			return
		}
	}
}

// matchRuns says of each word whether it belongs to a long run of our letter,
// or to a short one that goes on where the last long one broke off and fills a
// line: its place there counted from 1, or 0.
func matchRuns(words, letter []string, index map[string][]int, owner []int) []int {
	matched := make([]int, len(words))
	expect := -1
	for i := 0; i < len(words); {
		if expect >= 0 && (i == 0 || owner[i-1] != owner[i]) {
			if n := sameRun(words[i:], letter[expect:]); wholeLines(owner, i, n) > 0 {
				n = wholeLines(owner, i, n)
				place(matched[i:i+n], expect+1)
				i, expect = i+n, expect+n
				continue
			}
		}
		best, at := 0, -1
		if i+2 < len(words) {
			for _, p := range index[words[i]+" "+words[i+1]+" "+words[i+2]] {
				if n := sameRun(words[i:min(len(words), i+maxCompared)], letter[p:]); n > best {
					best, at = n, p
				}
			}
		}
		if best >= minRun && telling(words[i:i+best]) >= minWords {
			best = sameRun(words[i:], letter[at:])
			place(matched[i:i+best], at+1)
			i, expect = i+best, at+best
			continue
		}
		i++
	}
	return matched
}

func place(places []int, from int) {
	for i := range places {
		places[i] = from + i
	}
}

func sameRun(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// wholeLines is the part of a run of n words from i that fills lines.
func wholeLines(owner []int, i, n int) int {
	for n > 0 && i+n < len(owner) && owner[i+n] == owner[i+n-1] {
		n--
	}
	return n
}

// telling counts the words that are neither numbers nor votes.
func telling(words []string) int {
	n := 0
	for _, w := range words {
		if w[0] >= '0' && w[0] <= '9' || isVote(w) {
			continue
		}
		n++
	}
	return n
}

// bareWords are the folded words and numbers of a line.
func bareWords(s string) []string {
	return strings.FieldsFunc(fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
