package parser

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// small reads the number of a rule or a proposal.
func small(s string) (int, bool) {
	if len(s) < 3 || len(s) > 4 || s[0] == '0' {
		return 0, false
	}
	n := 0
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// digits reads a number with the case endings of Turkish and Hungarian
// ("203'ü", "203-as"), a list ("301,302") or something that only looks like
// one: a date, an hour, a telephone number.
func digits(s string, i int) token {
	j := i
	for j < len(s) && (s[j] >= '0' && s[j] <= '9' || strings.IndexByte(".,:/-", s[j]) >= 0 && j+1 < len(s) && s[j+1] >= '0' && s[j+1] <= '9') {
		j++
	}
	run := s[i:j]
	if n, ok := small(run); ok {
		t := token{kind: number, start: i, end: j, nums: []int{n}}
		t.end, t.from = ending(s, j)
		t.text = s[i:t.end]
		t.marked = t.from > j
		return t
	}
	t := token{kind: other, start: i, end: max(j, i+1), text: s[i:max(j, i+1)]}
	if i > 0 && s[i] >= 0x80 || j == i {
		_, n := utf8.DecodeRuneInString(s[i:])
		t.end = i + n
		t.text = s[i:t.end]
		return t
	}
	if list, span, ok := several(run); ok {
		t.kind, t.nums, t.span = number, list, span
	}
	if end, _ := ending(s, j); end > j && t.kind == other {
		t.end = end
		t.text = s[i:end]
	}
	return t
}

// ending is where letters that hang on a number end, and where they begin:
// behind it, or behind an apostrophe or a hyphen.
func ending(s string, j int) (end, from int) {
	from = j
	if r, n := utf8.DecodeRuneInString(s[j:]); (r == '\'' || r == '’' || r == '-' || r == 'ʼ') && letterAt(s, j+n) {
		from = j + n
	}
	end = from
	for end < len(s) {
		r, n := utf8.DecodeRuneInString(s[end:])
		if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) {
			break
		}
		end += n
	}
	return end, from
}

// unglue decides about a number with letters: "301for" and "301-FOR" are a
// number and a word, "203-as" and "203'ü" a number with its case ending, and
// "300s" is no number.
func unglue(t token) []token {
	at := t.from - t.start
	if t.from == 0 || at >= len(t.text) {
		return []token{t}
	}
	letters := fold(t.text[at:])
	switch {
	case isVote(letters):
		w := asWord(t.text, at, len(t.text), false)
		w.start, w.end = t.from, t.end
		t.text = strings.TrimRight(t.text[:at], "'’-ʼ")
		t.end = t.start + len(t.text)
		return []token{t, w}
	case t.marked && len(letters) <= 6:
		return []token{t}
	}
	t.kind, t.nums = other, nil
	return []token{t}
}

// several reads "301,302" and "301-303".
func several(run string) (list []int, span, ok bool) {
	if a, b, found := strings.Cut(run, "-"); found {
		lo, ok1 := small(a)
		hi, ok2 := small(b)
		if ok1 && ok2 && lo < hi && hi-lo <= maxSpan {
			return upTo(lo, hi), true, true
		}
		return nil, false, false
	}
	for _, p := range strings.FieldsFunc(run, func(r rune) bool { return r == ',' || r == '/' }) {
		n, ok := small(p)
		if !ok {
			return nil, false, false
		}
		list = append(list, n)
	}
	return list, false, len(list) > 1
}

func upTo(lo, hi int) []int {
	var list []int
	for n := lo; n <= hi; n++ {
		list = append(list, n)
	}
	return list
}

// ranges joins "301 – 303", with any dash.
func ranges(in []token) []token {
	out := in[:0]
	for i := 0; i < len(in); i++ {
		t := in[i]
		if t.kind == number && len(t.nums) == 1 && i+2 < len(in) && in[i+1].kind == comma && dash(in[i+1].text) &&
			in[i+2].kind == number && len(in[i+2].nums) == 1 {
			lo, hi := t.nums[0], in[i+2].nums[0]
			if lo < hi && hi-lo <= maxSpan {
				t.nums, t.span, t.end = upTo(lo, hi), true, in[i+2].end
				i += 2
			}
		}
		out = append(out, t)
	}
	return out
}

func dash(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.Is(unicode.Pd, r)
}
