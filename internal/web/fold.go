package web

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// folded is a text as it is searched: in small letters without their marks, every i of
// Turkish the same letter, apostrophes and spaces plain. Each letter is folded for
// itself, so that a place in it is that of a letter of the text.
func folded(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		b.WriteString(foldedLetter(r))
	}
	return b.String()
}

// lettersTo is the end of the letters that most texts are of.
const lettersTo = 0x250

// letters are those, folded.
var letters = sync.OnceValue(func() *[lettersTo]string {
	var t [lettersTo]string
	for r := range t {
		t[r] = foldAny(rune(r))
	}
	return &t
})

func foldedLetter(r rune) string {
	if r < lettersTo {
		return letters()[r]
	}
	return foldAny(r)
}

func foldAny(r rune) string {
	switch {
	case r == 'ı' || r == 'İ':
		return "i"
	case r == '’' || r == 'ʼ' || r == '‘' || r == '´':
		return "'"
	case unicode.IsSpace(r):
		return " "
	}
	return strings.Map(func(d rune) rune {
		if unicode.In(d, unicode.Mn, unicode.Cf) {
			return -1
		}
		return unicode.ToLower(d)
	}, norm.NFKD.String(string(r)))
}

// places are where each byte of the folded text comes from in s, and at the end where
// s ends.
func places(s string) []int {
	list := make([]int, 0, len(s)+1)
	for i, r := range s {
		for range len(foldedLetter(r)) {
			list = append(list, i)
		}
	}
	return append(list, len(s))
}
