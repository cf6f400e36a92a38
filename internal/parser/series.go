package parser

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Numbers of three and four figures are read wherever they stand. Shorter and longer
// ones are more often something else, a count, a day, a zip code, and are read where a
// proposal of the game has them: five figures up to a little above the highest, and
// low ones in forms that are plain.

// The numbers that are read without more, the highest of all, and how far above the
// highest proposal's a slip may be.
const (
	ordinary = 9999
	highest  = 99_999
	slip     = 100
	lowest   = 100 // of those read without more
)

// series is what a game's proposals have of numbers that are not read without more;
// nil where they have none.
type series struct {
	lows    []int
	above   int // how far numbers of five figures are read
	divides bool
}

// seriesOf finds the numbers of a context's proposals.
func seriesOf(c Context) *series {
	s := &series{divides: c.Ballots != nil && c.Ballots.Divides}
	top := c.Highest
	for _, list := range [][]int{c.Open, c.Debate, c.Decided} {
		for _, n := range list {
			if top = max(top, n); n < lowest {
				s.lows = append(s.lows, n)
			}
		}
	}
	if s.above = min(top+slip, highest); s.above <= ordinary {
		s.above = 0
	}
	if len(s.lows) == 0 && s.above == 0 {
		return nil
	}
	return s
}

// most is the highest number that is read without more.
func (s *series) most() int {
	if s == nil {
		return ordinary
	}
	return max(s.above, ordinary)
}

// low is the number below 100 that a word is, with its case ending, where a proposal
// has it; 0 for any other word.
func (s *series) low(w string) int {
	if s == nil || len(s.lows) == 0 {
		return 0
	}
	m := lowNumber.FindStringSubmatch(strings.TrimRight(w, ".!?,"))
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	if !slices.Contains(s.lows, n) {
		return 0
	}
	return n
}

var (
	lowNumber  = regexp.MustCompile(`^([1-9][0-9]?)(?:['’ʼ-]\pL{1,6})?$`)
	lowSpan    = regexp.MustCompile(`^([1-9][0-9]?)([-,])([1-9][0-9]?)((?:,[1-9][0-9]?)*)$`)
	prefixed   = regexp.MustCompile(`^(?:p|prop|proposal)([1-9][0-9]?|[1-9][0-9]{4})$`)
	fiveDigits = regexp.MustCompile(`^[1-9][0-9]{4}$`)
)

// numbered makes numbers of those tokens that were not read as such and are proposals'
// by their form: "P7", "#7", "Proposal 10007", "7: FOR", "FOR: 7, 9". A low number right
// beside a vote that may be no proposal's, as in "7. FOR", is doubtful. src is the text
// of the tokens.
func (s *series) numbered(toks []token, src string) []token {
	for i := range toks {
		named := i > 0 && toks[i-1].kind == word && toks[i-1].sense&sProposal != 0
		if named && toks[i].kind == other && fiveDigits.MatchString(toks[i].text) {
			toks[i].kind = number
			toks[i].nums = []int{mustNumber(toks[i].text)}
		}
		if m := prefixed.FindStringSubmatch(toks[i].fold); m != nil && toks[i].kind == word && (len(m[1]) == 5 || s.low(m[1]) > 0) {
			toks[i].kind, toks[i].nums = number, []int{mustNumber(m[1])}
		}
	}
	if s == nil || len(s.lows) == 0 {
		return toks
	}
	for i := 0; i < len(toks); i++ {
		if len(s.lowsIn(toks[i])) == 0 {
			continue
		}
		from := i
		for i+1 < len(toks) && s.joined(toks, i+1) {
			i++
		}
		s.settle(toks, from, i, src)
	}
	return ranges(toks)
}

func mustNumber(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// lowsIn are the proposals that a token may be: "7", "7-9", "7,9".
func (s *series) lowsIn(t token) []int {
	if t.kind != other {
		return nil
	}
	if n := s.low(t.text); n > 0 {
		return []int{n}
	}
	m := lowSpan.FindStringSubmatch(t.text)
	if m == nil || s.low(m[1]) == 0 || s.low(m[3]) == 0 {
		return nil
	}
	if m[2] == "-" {
		if a, b := s.low(m[1]), s.low(m[3]); m[4] == "" && a < b {
			return upTo(a, b)
		}
		return nil
	}
	var list []int
	for _, w := range strings.Split(t.text, ",") {
		n := s.low(w)
		if n == 0 {
			return nil
		}
		list = append(list, n)
	}
	return list
}

// joined says that the token at i goes on with a row of low numbers: it is one, or
// joins the one before it to the next.
func (s *series) joined(toks []token, i int) bool {
	if len(s.lowsIn(toks[i])) > 0 {
		return true
	}
	t := toks[i]
	link := t.kind == comma || and(t) || t.kind == word && (through[t.fold] || weighsNothing(t) && t.sense&sProposal != 0)
	return link && i+1 < len(toks) && (len(s.lowsIn(toks[i+1])) > 0 || t.kind == comma && and(toks[i+1]) && i+2 < len(toks) && len(s.lowsIn(toks[i+2])) > 0)
}

// settle decides about the low numbers among the tokens from a to b, which belong
// together.
func (s *series) settle(toks []token, a, b int, src string) {
	clear, vague := s.form(toks, a, b, src)
	if !clear && !vague {
		return
	}
	for i := a; i <= b; i++ {
		if nums := s.lowsIn(toks[i]); len(nums) > 0 {
			toks[i].kind, toks[i].nums, toks[i].span = number, nums, strings.Contains(toks[i].text, "-") && len(nums) > 1
			toks[i].doubtful = !clear
		}
	}
}

// form says whether numbers stand as those of proposals do, or right beside a vote.
func (s *series) form(toks []token, a, b int, src string) (clear, vague bool) {
	voteAt := func(i int) bool {
		return i >= 0 && i < len(toks) && (toks[i].kind == word && toks[i].sense&sVote != 0 || toks[i].kind == quoteTok && i == b+1)
	}
	ends := func(i int) bool {
		return i >= len(toks) || toks[i].kind == newline || toks[i].kind == stop && (i+1 >= len(toks) || toks[i+1].kind == newline)
	}
	first := a == 0 || toks[a-1].kind == newline || !s.divides && a > 1 && toks[a-1].kind == comma && voteAt(a-2)
	counts := b+1 < len(toks) && toks[b+1].kind == word && toks[b+1].sense == 0 // "for 8 days"
	marked := toks[a].start > 0 && src[toks[a].start-1] == '#'
	named := a > 0 && toks[a-1].kind == word && toks[a-1].sense&sProposal != 0
	behind := b+1 < len(toks) && toks[b+1].kind == word && toks[b+1].sense&sProposal != 0 && toks[b+1].sense&sVote == 0
	if b+2 < len(toks) && toks[b+1].kind == stop && toks[b+1].text == "." && toks[b+2].kind == word && toks[b+2].sense&sProposal != 0 {
		behind = true // "7. önerge", "a 7. javaslat"
	}
	if strings.ContainsAny(toks[b].text, "'’ʼ") || strings.Contains(toks[b].text, "-") && len(s.lowsIn(toks[b])) == 1 {
		behind = true // with a case ending
	}
	switch {
	case marked || named || behind:
		return true, false
	case first && b+1 < len(toks) && toks[b+1].kind == colon:
		return true, false
	case first && b+2 < len(toks) && toks[b+1].kind == comma && dash(toks[b+1].text) && voteAt(b+2):
		return true, false
	case first && voteAt(b+1):
		return !s.divides, true
	case a > 1 && toks[a-1].kind == colon && voteAt(a-2) && ends(b+1):
		return true, false
	case voteAt(a-1) && ends(b+1):
		return !s.divides, true
	}
	return false, voteAt(a-1) && !counts || voteAt(b+1) || b+2 < len(toks) && (toks[b+1].kind == stop || toks[b+1].kind == comma) && voteAt(b+2)
}

// rowNumber is the number that begins the row of a table, in the characters that
// people set around it; 0 for none.
func rowNumber(s string) int {
	s = strings.Trim(invisible.Replace(s), "*_~# ")
	s = strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(s, "P"), "p"), ".:)")
	if n, err := strconv.Atoi(s); err == nil && n > 0 && n <= highest {
		return n
	}
	return 0
}

// answerOf is a vote ready to be sent back; a colon makes a low number plain.
func (r *reader) answerOf(n int, vote string) string {
	if n < lowest {
		return itoa(n) + ": " + vote
	}
	return itoa(n) + " " + vote
}
