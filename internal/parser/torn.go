package parser

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mayBeTorn says that line i may be the end of the quoted line right above it,
// which a program wrapped without a mark: its first word would have made that
// line longer than the others, or an empty box ends it. Of a letter that we have
// we know.
func (r *reader) mayBeTorn(i int) bool {
	if i == 0 || r.lines[i-1].mark != mQuoted || r.c.Answered != "" || capitalised(r.lines[i].text) {
		return false
	}
	if l, behind := r.c.Ballots.row(r.lines[i-1].bare); l != nil && behind == "" {
		return false // the whole row stands there
	}
	if r.longest == 0 {
		r.longest = leastWidth
		for _, l := range r.lines {
			if l.marks > 0 {
				r.longest = max(r.longest, utf8.RuneCountInString(l.text))
			}
		}
	}
	above := r.lines[i-1].text
	first, _, _ := strings.Cut(strings.TrimSpace(r.lines[i].text), " ")
	return strings.HasSuffix(above, "]") || utf8.RuneCountInString(above)+1+utf8.RuneCountInString(first) > r.longest
}

// capitalised says that a line begins as a sentence does, "Against." and not
// "against" or "AGAINST": no row of ours goes on so.
func capitalised(s string) bool {
	s = strings.TrimSpace(s)
	first, n := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[n:])
	return unicode.IsUpper(first) && unicode.IsLower(second)
}
