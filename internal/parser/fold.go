package parser

import (
	"strings"
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
