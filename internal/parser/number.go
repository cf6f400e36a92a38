package parser

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// small reads the number of a rule or a proposal, of three figures or more and up to
// most.
func small(s string, most int) (int, bool) {
	if len(s) < 3 || len(s) > 5 || s[0] == '0' {
		return 0, false
	}
	n := 0
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, n <= most
}

// digits reads a number with the case endings of Turkish and Hungarian
// ("203'ü", "203-as"), a list ("301,302") or something that only looks like
// one: a date, an hour, a telephone number.
func digits(s string, i, most int) token {
	j := i
	for j < len(s) && (s[j] >= '0' && s[j] <= '9' || strings.IndexByte(".,:/-", s[j]) >= 0 && j+1 < len(s) && s[j+1] >= '0' && s[j+1] <= '9') {
		j++
	}
	run := s[i:j]
	if j < len(s) && s[j] == '%' {
		return token{kind: other, start: i, end: j + 1, text: s[i : j+1]}
	}
	if n, ok := small(run, most); ok {
		t := token{kind: number, start: i, end: j, nums: []int{n}}
		t.end, t.from = ending(s, j)
		t.text = s[i:t.end]
		t.marked = t.from > j
		return t
	}
	if n := mistyped(s[i:]); n > 0 {
		return token{kind: garbled, start: i, end: i + n, text: s[i : i+n]}
	}
	t := token{kind: other, start: i, end: max(j, i+1), text: s[i:max(j, i+1)]}
	if i > 0 && s[i] >= 0x80 || j == i {
		_, n := utf8.DecodeRuneInString(s[i:])
		t.end = i + n
		t.text = s[i:t.end]
		return t
	}
	if list, span, ok := several(run, most); ok {
		t.kind, t.nums, t.span = number, list, span
	} else if shortened.MatchString(run) {
		t.kind = garbled
	}
	if end, _ := ending(s, j); end > j && t.kind == other {
		t.end = end
		t.text = s[i:end]
	}
	return t
}

// shortened is a list in which only the first number is whole: "301/2/3".
var shortened = regexp.MustCompile(`^[3-9][0-9]{2}(/[0-9]{1,2})+$`)

// mistyped is the length of what looks like a proposal's number with a letter
// for a digit, "3O1" or "30l", at the beginning of s; 0 when there is none. Which
// number was meant is not guessed.
func mistyped(s string) int {
	if len(s) < 3 || s[0] < '3' || s[0] > '9' || len(s) > 3 && (s[3] >= '0' && s[3] <= '9' || letterAt(s, 3)) {
		return 0
	}
	letters := 0
	for _, c := range []byte(s[1:3]) {
		switch {
		case strings.IndexByte("OoIl", c) >= 0:
			letters++
		case c < '0' || c > '9':
			return 0
		}
	}
	if letters == 0 {
		return 0
	}
	return 3
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
func unglue(t token, in tongue) []token {
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
	case t.marked && len(letters) <= 6, declined(letters, in), ordinalMark.MatchString(letters):
		return []token{t}
	}
	t.kind, t.nums = other, nil
	return []token{t}
}

// ordinalMark is what English, Portuguese and Spanish hang on a number: "301st", "301ª".
var ordinalMark = regexp.MustCompile(`^(st|nd|rd|th|ª|º|a|o)$`)

// caseEndings are what people hang on a number without an apostrophe or a
// hyphen: "301e" in Turkish, "301re" and "301esre" in Hungarian.
var caseEndings = map[string]*regexp.Regexp{
	"tr": regexp.MustCompile(`^([yn]?[aeiu]|[dt][ae]n?|n?[iu]n|i?nc[iu])$`),
	"hu": regexp.MustCompile(`^(as|es|os)?([aeo]?t|r[ae]|h[eo]z|n[ae]k|n[ae]l|[vg]?y?[ae]l|r[oe]l|t[oe]l|b[ae]n?|b[oe]l|ert|ig)?$`),
}

// declined says that letters are a case ending in the language of the mail.
func declined(letters string, in tongue) bool {
	return in.lang >= 0 && caseEndings[languages[in.lang]] != nil && caseEndings[languages[in.lang]].MatchString(letters)
}

// several reads "301,302", "301-303" and "1001-4".
func several(run string, most int) (list []int, span, ok bool) {
	if a, b, found := strings.Cut(run, "-"); found {
		lo, ok1 := small(a, most)
		hi, ok2 := small(spelledOut(a, b), most)
		if ok1 && ok2 && lo < hi && hi-lo <= maxSpan {
			return upTo(lo, hi), true, true
		}
		return nil, false, false
	}
	for _, p := range strings.FieldsFunc(run, func(r rune) bool { return r == ',' || r == '/' }) {
		n, ok := small(p, most)
		if !ok {
			return nil, false, false
		}
		list = append(list, n)
	}
	return list, false, len(list) > 1
}

// spelledOut is the end of a range of which only the last digits are written: "1004-7".
// One digit behind three may be the amendment of a rule, "301-2".
func spelledOut(from, to string) string {
	if len(from) > 3 && len(to) < 3 {
		return from[:len(from)-len(to)] + to
	}
	return to
}

func upTo(lo, hi int) []int {
	var list []int
	for n := lo; n <= hi; n++ {
		list = append(list, n)
	}
	return list
}

// ranges joins "301 – 303", with any dash, "301..303" and "301 to 303".
func ranges(in []token) []token {
	out := in[:0]
	for i := 0; i < len(in); i++ {
		t := in[i]
		if t.kind == number && len(t.nums) == 1 {
			if n, doubtful := rangeAt(in, i); n > 0 {
				lo, hi := t.nums[0], in[i+n].nums[0]
				t.nums, t.span, t.doubtful, t.end = upTo(lo, hi), true, doubtful && hi > lo+1, in[i+n].end
				i += n
			}
		}
		out = append(out, t)
	}
	return out
}

// rangeAt is how many tokens behind the number at i the number stands up to
// which it reaches; 0 when it reaches nowhere. "a la 301 a la 304" may be two
// proposals or four.
func rangeAt(in []token, i int) (n int, doubtful bool) {
	j := i + 1
	at := func(k int, kind kind) bool { return k < len(in) && in[k].kind == kind }
	switch {
	case at(j, comma) && dash(in[j].text):
		j++
	case at(j, stop) && (in[j].text == "…" || at(j+1, stop)) && in[j].start == in[i].end:
		for at(j, stop) {
			j++
		}
	case at(j, word) && through[in[j].fold]:
		doubtful = in[j].fold == "a" && givenEach(in[:i])
		j++
		for at(j, word) && slices.Contains([]string{"a", "la", "o", "as", "el"}, in[j].fold) {
			j++
		}
	case at(j, number) && fromEnding.MatchString(fold(in[i].text)) && toEnding.MatchString(fold(in[j].text)):
	default:
		return 0, false
	}
	if !at(j, number) || len(in[j].nums) != 1 || in[i].nums[0] >= in[j].nums[0] || in[j].nums[0]-in[i].nums[0] > maxSpan {
		return 0, false
	}
	return j - i, doubtful
}

// through are the words between the ends of a range.
var through = map[string]bool{"to": true, "through": true, "thru": true, "till": true, "until": true, "a": true, "al": true, "ao": true, "ate": true, "hasta": true}

// The endings that make a range: "301-től 304-ig", "301'den 304'e".
var (
	fromEnding = regexp.MustCompile(`^[0-9]+\W?((as|es|os)?tol|[dt][ae]n)$`)
	toEnding   = regexp.MustCompile(`^[0-9]+\W?((as|es|os)?ig|y?[ae])$`)
)

// givenEach says that the number behind before is given something by itself: "a
// la 301", "à 301", so that "a la 304" may be another.
func givenEach(before []token) bool {
	n := len(before)
	if n > 0 && slices.Contains([]string{"la", "el"}, before[n-1].fold) {
		n--
	}
	return n > 0 && slices.Contains([]string{"a", "al"}, before[n-1].fold)
}

func dash(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.Is(unicode.Pd, r) || r == '~'
}
