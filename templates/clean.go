package templates

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// marked is text in the source form that the renderers read: ours, or a
// player's made harmless by one of the functions in this file. A template
// prints nothing else, see [guard].
type marked string

// Marks of the source form. None of them can come from a player, because
// control characters never leave tame or tameBlock.
const (
	litOpen  = '\x02' // begins words that are not ours: no markup in them
	litClose = '\x03'
	linkTo   = '\x04' // between a link's words and its address
	linkOpen = '\x05'
	linkEnd  = '\x06'
	cellEnd  = '\x1f' // ends a cell of a table
	headRow  = '\x1e' // begins the row of a table's headings
	joint    = '\x11' // a space at which no line is broken
	uncited  = '\x12' // where a rule would be cited that the game has not got; brackets around it go with it
)

// Bounds, in columns, of what is said of a player within a line of ours.
const (
	nameLimit  = 40
	titleLimit = 50
	wordsLimit = 200
)

// tame makes s fit for the middle of a line: one line, no control or invisible
// characters, nothing that turns the direction of writing, no double quotes
// (ours stand around it), and about limit columns at most.
func tame(s string, limit int) string {
	var b strings.Builder
	n, marks := 0, 0
	space := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			space = n > 0
			continue
		case hidden(r):
			continue
		case unicode.In(r, unicode.Mn, unicode.Me):
			if marks++; marks > 4 || n == 0 {
				continue
			}
			b.WriteRune(r)
			continue
		case n >= limit:
			return b.String() + "…"
		}
		if space {
			b.WriteByte(' ')
			n++
		}
		b.WriteRune(single(r))
		n, marks, space = n+columns(string(r)), 0, false
	}
	return b.String()
}

// single gives the single quote for a double one.
func single(r rune) rune {
	switch r {
	case '"', '“', '”', '„', '‟', '«', '»', '″', '＂':
		return '\''
	}
	return r
}

// hidden reports whether r shows nothing by itself, or changes how its
// neighbours are shown.
func hidden(r rune) bool {
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0':
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp, unicode.Variation_Selector)
}

// tameBlock makes s fit to stand line by line behind a bar. Letters are kept
// as they are, for it may be the text of a rule; only what would deceive the
// eye goes: what turns the direction of writing becomes a visible mark.
func tameBlock(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\u0085", "\n", "\v", "\n", "\f", "\n",
		"\t", "    ").Replace(strings.ToValidUTF8(s, "\ufffd"))
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return utf8.RuneError
		case r == '\u200c', r == '\u200d', r == '\u200e', r == '\u200f': // spelling and emoji need them
			return r
		case unicode.In(r, unicode.Cc, unicode.Cf):
			return -1
		}
		return r
	}, s)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \u00a0")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// bare reports whether a name is made of nothing but what names are made of.
func bare(name string) bool {
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) && !strings.ContainsRune(" '’.-…", r) {
			return false
		}
	}
	return name != ""
}

// literal marks tamed words as not ours. A short run of them stays on one
// line, so that no line of a letter begins in the middle of it.
func literal(s string) marked {
	if s == "" {
		return ""
	}
	if columns(s) <= titleLimit+2 {
		s = strings.ReplaceAll(s, " ", string(joint))
	}
	return marked(string(litOpen) + s + string(litClose))
}

// columns is how many columns of a terminal s takes.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r < 0x300:
			n++
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case width.LookupRune(r).Kind() == width.EastAsianWide, width.LookupRune(r).Kind() == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}
