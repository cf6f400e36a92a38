package parser

import (
	"slices"
	"strings"
	"unicode"
)

// The least run of words that is taken for a quotation of our letter where no
// mark says so, and how many of them must be other words than numbers and votes:
// a player who copies "301 FOR" from our form means it.
const (
	minRun      = 7
	minWords    = 5
	maxCompared = 64 // words; keeps hostile repetition linear
	maxTwice    = 16 // words of an answer
	maxSearches = 300
	maxPlaces   = 8 // at which the same words are looked for, for the same reason
)

// original is the letter of ours that a mail answers, word by word: as it was
// sent, and once more without the targets of its links, which programs that
// show the HTML part do not have.
type original struct {
	words  []string
	barred []bool           // of each word: it stands behind a bar, so it is a player's
	ends   []int            // where its lines end
	said   string           // all of it, folded, on one line
	index  map[string][]int // where three words stand
	first  map[string][]int // where one word stands
}

func originalOf(answered, shown string) *original {
	o := &original{index: map[string][]int{}, first: map[string][]int{}}
	if blank(answered) {
		return o
	}
	o.add(answered)
	if bare := withoutLinks(answered); bare != answered {
		o.add(bare)
	}
	if shown != "" {
		o.add(shown)
	}
	for i, w := range o.words {
		keep(o.first, w, i)
		if i+2 < len(o.words) {
			keep(o.index, three(o.words[i:]), i)
		}
	}
	return o
}

func three(w []string) string { return w[0] + " " + w[1] + " " + w[2] }

func keep(index map[string][]int, key string, at int) {
	if len(index[key]) < maxPlaces {
		index[key] = append(index[key], at)
	}
}

// add appends a letter, and behind it a word that no mail has.
func (o *original) add(text string) {
	var said strings.Builder
	for l := range strings.Lines(text) {
		_, bare := unmark(strings.TrimSuffix(l, "\n"))
		said.WriteString(foldLine(bare) + " ")
		for _, w := range bareWords(bare) {
			o.words, o.barred = append(o.words, w), append(o.barred, strings.HasPrefix(l, "|"))
		}
		o.ends = append(o.ends, len(o.words))
	}
	o.words, o.barred = append(o.words, ""), append(o.barred, false)
	o.said += said.String()
}

// withoutLinks takes the targets of links out: what stands between angle
// brackets and has a colon, on one line.
func withoutLinks(s string) string {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "<")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		inside, after, ok := strings.Cut(rest, ">")
		if !ok || strings.ContainsAny(inside, "\n ") || !strings.Contains(inside, ":") {
			out.WriteByte('<')
			s = rest
			continue
		}
		s = after
	}
}

// ours marks the lines that stand in our own letter, at any depth of quotation
// and however they were wrapped anew, and notes where they stand there.
func (o *original) ours(list []line) {
	if len(o.words) == 0 {
		return
	}
	m := matching{o: o, list: list, expect: -1, below: firstHead(list)}
	for i := range list {
		for _, w := range bareWords(list[i].bare) {
			m.words, m.owner = append(m.words, w), append(m.owner, i)
		}
	}
	m.match()
	for i := 0; i < len(m.words); {
		l := &list[m.owner[i]]
		j, all, players := i, true, true
		for ; j < len(m.words) && m.owner[j] == m.owner[i]; j++ {
			at := m.places[j]
			all = all && at > 0
			players = players && at > 0 && o.barred[at-1]
		}
		if all {
			l.from, l.to = m.places[i], m.places[j-1]+1
			l.last = o.words[l.to-1] == ""
			if l.mark == mOwn {
				l.borrowed = players && l.depth == 0
				l.mark, l.depth = mQuoted, max(l.depth, 1)
			}
		}
		i = j
	}
}

// matching looks for the words of a mail in our letter.
type matching struct {
	o        *original
	list     []line
	words    []string
	owner    []int // the line of each word
	places   []int // where each word stands in our letter, counted from 1, or 0
	below    int   // the first line that stands below the head of another mail
	searches int   // how often worded has searched
	expect   int   // where our letter goes on, -1 when that is not known
}

// match says of each word whether it belongs to a long run of our letter, or to
// a short one that goes on where the last one broke off and fills a line, or to
// a line that is marked as quoted and stands there.
func (m *matching) match() {
	m.places = make([]int, len(m.words))
	for i := 0; i < len(m.words); {
		begins := i == 0 || m.owner[i-1] != m.owner[i]
		if begins && m.expect >= 0 {
			n := m.wholeLines(i, sameRun(m.words[i:], m.o.words[m.expect:]))
			if n > 0 && !m.twice(i, m.expect) && m.worded(i) {
				i = m.place(i, m.upToTwice(i, n, m.expect), m.expect)
				continue
			}
		}
		if begins && m.again(i) {
			i = m.lineEnd(i)
			continue
		}
		n, at := m.longest(i)
		if n >= minRun && telling(m.words[i:i+n]) >= minWords {
			n = sameRun(m.words[i:], m.o.words[at:])
			if whole := m.wholeLines(i, n); whole > 0 {
				n = whole // the line that it breaks off in is somebody else's
			}
			i = m.place(i, m.upToTwice(i, n, at), at)
			continue
		}
		if begins && (m.list[m.owner[i]].mark == mQuoted || m.owner[i] >= m.below) {
			if n, at := m.line(i); n > 0 {
				i = m.place(i, n, at)
				continue
			}
		}
		i++
	}
}

// place notes that n words from i stand in our letter from at on; it gives the
// word behind them.
func (m *matching) place(i, n, at int) int {
	for k := range n {
		m.places[i+k] = at + k + 1
	}
	m.expect = at + n
	return i + n
}

// longest is the longest run of our letter that begins with word i.
func (m *matching) longest(i int) (n, at int) {
	if i+2 >= len(m.words) {
		return 0, 0
	}
	for _, p := range m.o.index[three(m.words[i:])] {
		if k := sameRun(m.words[i:min(len(m.words), i+maxCompared)], m.o.words[p:]); k > n {
			n, at = k, p
		}
	}
	return n, at
}

// lineEnd is the word behind those of the line that begins with word i.
func (m *matching) lineEnd(i int) int {
	j := i + 1
	for j < len(m.owner) && m.owner[j] == m.owner[i] {
		j++
	}
	return j
}

// twice says that the next line begins with the words of the one that begins
// with word i, and our letter, at a place, has them once: then the first of them is
// somebody's answer.
func (m *matching) twice(i, at int) bool {
	j := m.lineEnd(i)
	n := j - i
	if n > maxTwice || j+n > len(m.words) || m.words[i] != m.words[j] || sameRun(m.words[i:j], m.words[j:]) < n {
		return false
	}
	if m.list[m.owner[i]].mark == mQuoted && m.list[m.owner[j]].mark == mOwn {
		return false // then it is the second
	}
	if k := min(m.lineEnd(j), j+maxCompared); sameRun(m.words[j:k], m.o.words[at:]) < k-j {
		return false // the next line says something else
	}
	behind := m.o.words[min(at+n, len(m.o.words)):]
	return sameRun(m.words[j:j+n], behind) < n
}

// again says that the author's line which begins with word i has the words of the
// quoted line right above it, and our letter has them once.
func (m *matching) again(i int) bool {
	j := m.lineEnd(i)
	n := j - i
	if m.list[m.owner[i]].mark != mOwn || n > maxTwice || i < n || m.places[i-1] == 0 || m.places[i-1] != m.expect {
		return false
	}
	return m.lineEnd(i-n) == i && (i == n || m.owner[i-n-1] != m.owner[i-n]) && sameRun(m.words[i:j], m.words[i-n:i]) == n
}

// upToTwice is the part of a run of n words from i, which stand in our letter
// from at on, that goes to the first line which the mail has twice.
func (m *matching) upToTwice(i, n, at int) int {
	for k := i + 1; k < i+n; k++ {
		if m.owner[k] != m.owner[k-1] && m.twice(k, at+k-i) {
			return k - i
		}
	}
	return n
}

// line finds the words of the quoted line that begins with word i, all of them,
// at the nearest place behind the last one. Without a mark they must tell
// something.
func (m *matching) line(i int) (n, at int) {
	n = m.lineEnd(i) - i
	if n > maxCompared || m.list[m.owner[i]].mark != mQuoted && telling(m.words[i:i+n]) < 3 {
		return 0, 0
	}
	places := m.o.first[m.words[i]]
	if n > 2 {
		places = m.o.index[three(m.words[i:])]
	}
	found := -1
	for _, p := range places {
		if sameRun(m.words[i:i+n], m.o.words[p:]) == n && (found < 0 || found < m.expect && p >= m.expect) {
			found = p
		}
	}
	if found < 0 || !m.worded(i) {
		return 0, 0
	}
	return n, found
}

// worded says of the line that begins with word i that, if it is a few words
// and a vote, our letter says it so, with nothing between its words and around
// it: "301 FOR" is not its "301 [ ] FOR".
func (m *matching) worded(i int) bool {
	words := m.words[i:m.lineEnd(i)]
	if len(words) > maxTwice || telling(words) >= leastTelling || !slices.ContainsFunc(words, isVote) {
		return true
	}
	if m.searches++; m.searches > maxSearches {
		return true
	}
	said := foldLine(strings.TrimLeft(m.list[m.owner[i]].bare, " |:#}"))
	for rest := m.o.said; ; {
		before, after, ok := strings.Cut(rest, said)
		if !ok {
			return false
		}
		if (before == "" || strings.HasSuffix(before, " ")) && (after == "" || after[0] == ' ') {
			return true
		}
		rest = after
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
func (m *matching) wholeLines(i, n int) int {
	for n > 0 && i+n < len(m.owner) && m.owner[i+n] == m.owner[i+n-1] {
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
