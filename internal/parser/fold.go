package parser

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold brings words into the form in which they are compared: lower case,
// without accents, every i of Turkish the same letter, typographic apostrophes
// and spaces plain, invisible characters gone.
func fold(s string) string {
	if plainASCII(s) {
		return strings.ToLower(s)
	}
	table := latin()
	var out strings.Builder
	out.Grow(len(s))
	for _, r := range s {
		switch {
		case r < marksAt:
			out.WriteString(table[r])
		case r >= 0x2000 && r < 0x2200:
			out.WriteString(table[r-0x2000+marksAt])
		default:
			return foldAny(s)
		}
	}
	return out.String()
}

// marksAt is where punctuation begins in the table of latin.
const marksAt = 0x250

// latin is what becomes of each letter of the Latin blocks and of each mark of
// the blocks from U+2000 to U+21FF: none of them changes its neighbours.
var latin = sync.OnceValue(func() *[marksAt + 0x200]string {
	var t [marksAt + 0x200]string
	for r := range t {
		if t[r] = foldAny(string(rune(r))); r >= marksAt {
			t[r] = foldAny(string(rune(r - marksAt + 0x2000)))
		}
	}
	return &t
})

// foldAny is fold for every script.
func foldAny(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
			return -1
		case r == 'ı' || r == 'İ' || r == 'I':
			return 'i'
		case r == '’' || r == 'ʼ' || r == '‘' || r == '´' || r == '`':
			return '\''
		case unicode.IsSpace(r):
			return ' '
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
}

func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// foldLine is fold with white space made single.
func foldLine(s string) string { return strings.Join(strings.Fields(fold(s)), " ") }
