package parser

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is what a token is.
type kind byte

// The kinds of token.
const (
	space kind = iota
	word
	number   // one number, or several: a range
	comma    // a mark that parts clauses: , : ( ) spaced dash
	colon    // the same, and what follows may be the matter
	stop     // a mark that ends a sentence
	query    // a question mark
	newline  // the end of a line
	quoteTok // words between quotation marks
	reaction // an emoji that stands for a vote
	garbled  // a word with a letter that could not be decoded
	box      // [ ] or [x]
	other    // a date, a telephone number, anything else
)

// token is a piece of text. start and end are its place in the text.
type token struct {
	kind       kind
	start, end int
	text       string
	fold       string
	nums       []int
	span       bool // nums are a range
	doubtful   bool // nums may be a range and may be a list
	from       int  // where the letters that hang on a number begin, or 0
	marked     bool // behind an apostrophe or a hyphen
	sense      sense
	other      sense // what it means only in languages that are not the mail's
	surely     bool  // its language is the mail's, by the mail's own words
	ticked     bool  // of a box
	option     sense // of a reaction
	accent     bool  // written with an accent
	caps       bool
}

// maxSpan is the longest range that is read as one.
const maxSpan = 100

// tongue is the language of a mail.
type tongue struct {
	lang    int  // -1 is none in particular
	sure    bool // its own words show it; otherwise it is the game's
	present bool // ballots may say PRESENT, so that the word is a vote
	series  *series
}

// tokens takes text apart. The language decides between the meanings of a word.
func tokens(s string, in tongue) []token {
	out := make([]token, 0, min(len(s), 2*strings.Count(s, "\n")+len(s)/5)+1)
	sc := scanner{s: s, most: in.series.most()}
	for i := 0; i < len(s); {
		t := sc.next(i)
		i = t.end
		switch {
		case t.kind == space:
		case t.from == 0:
			out = append(out, t)
		default:
			out = append(out, unglue(t, in)...)
		}
	}
	return in.series.numbered(meanings(ranges(out), in), s)
}

// scanner takes tokens off a text. open remembers for each quotation mark up
// to where it is known that none closes it, so that hostile text costs no more
// than other text.
type scanner struct {
	s    string
	most int // the highest number that is read without more; 0 is ordinary
	open map[rune]int
}

// next is the token at i; its kind is space for what is skipped.
func (sc *scanner) next(i int) token {
	s := sc.s
	r, size := utf8.DecodeRuneInString(s[i:])
	t := token{start: i, end: i + size, text: s[i : i+size]}
	switch {
	case r == '\n':
		t.kind = newline
	case r == '_' && blankBox(s[i:]) > 0:
		t.kind, t.end = box, i+blankBox(s[i:])
		t.text = s[i:t.end]
		t.ticked = strings.Trim(t.text, "_") != ""
	case unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == 0xfe0f || r == '*' || r == '_' || r == '#' || r == '>' || r == '|':
	case r >= '０' && r <= '９': // of another width: who writes so is asked
		t.kind = garbled
	case unicode.IsDigit(r):
		return digits(s, i, max(sc.most, ordinary))
	case r == '[' || r == '(' || r == '☐' || r == '☑' || r == '☒' || r == '✓' || r == '✔':
		return boxAt(s, i, r, size)
	case (r == 'x' || r == 'X') && blankBox(s[i:]) > 0:
		t.kind, t.end, t.ticked = box, i+blankBox(s[i:]), true
		t.text = s[i:t.end]
	case unicode.IsLetter(r) || r == utf8.RuneError || r == 'º':
		return wordAt(s, i)
	case r == '"' || r == '“' || r == '„' || r == '«' || r == '”' || r == '»' || r == '{':
		return sc.quoteAt(i, size)
	case r == '.' || r == '!' || r == ';' || r == '…':
		t.kind = stop
	case r == '?' || r == '¿':
		t.kind = query
		if r == '¿' {
			t.kind = space
		}
	case r == ':' || r == '=':
		t.kind = colon
	case r == ',' || r == ')' || r == '/' || r == '·' || r == '•' || r == '→' || r == '~' || r == '-' || unicode.Is(unicode.Pd, r):
		t.kind = comma
	default:
		if o := emoji(r); o != 0 {
			t.kind, t.option = reaction, o
			for j := t.end; j < len(s); { // skin tones
				r2, n := utf8.DecodeRuneInString(s[j:])
				if r2 < 0x1f3fb || r2 > 0x1f3ff {
					break
				}
				j += n
				t.end = j
			}
			t.text = s[i:t.end]
		}
	}
	return t
}

// emoji is the vote that a sign would stand for, 0 for none.
func emoji(r rune) sense {
	switch r {
	case '👍', '✅', '➕', '🆗', '👌', '🙆', '💚':
		return sFor
	case '👎', '❌', '➖', '🚫', '⛔', '🙅', '✗', '✘':
		return sAgainst
	case '🤷', '😐':
		return sAbstain
	}
	return 0
}

// blankBox is the length of a blank to be filled in, "____" or "_X_", at the
// beginning of s; 0 when there is none. A longer one is a rule under a text.
func blankBox(s string) int {
	n := 0
	for n < len(s) && n < 12 && strings.IndexByte("_xX", s[n]) >= 0 {
		n++
	}
	switch inside := strings.Trim(s[:n], "_"); {
	case n < 2 || n > 10 || len(inside) > 1 || letterAt(s, n):
		return 0
	}
	return n
}

func boxAt(s string, i int, r rune, size int) token {
	t := token{kind: box, start: i, end: i + size, text: s[i : i+size]}
	switch r {
	case '☐':
		return t
	case '☑', '☒', '✓', '✔':
		t.ticked = true
		return t
	}
	closing := "]"
	if r == '(' {
		closing = ")"
	}
	j := strings.Index(s[i:min(len(s), i+12)], closing)
	if j < 0 {
		t.kind = comma
		return t
	}
	inside := strings.TrimFunc(s[i+1:i+j], func(r rune) bool { return unicode.IsSpace(r) || r == '_' })
	switch fold(inside) {
	case "":
	case "x", "✓", "✔", "+", "*", "v", "☑", "☒", "✗":
		t.ticked = true
	default:
		t.kind = comma
		return t
	}
	t.end = i + j + 1
	t.text = s[i:t.end]
	return t
}

// closers pairs the quotation marks of the five languages and their
// neighbours, and the braces that list players set around a text.
var closers = map[rune]string{'{': `}`, '"': `"`, '“': `”"“`, '„': `”“"`, '«': `»`, '»': `«`, '”': `”`}

// quoteAt is a quotation inside one paragraph, or the lone mark.
func (sc *scanner) quoteAt(i, size int) token {
	s := sc.s
	r, _ := utf8.DecodeRuneInString(s[i:])
	t := token{start: i, end: i + size}
	if i < sc.open[r] {
		return t
	}
	limit := s[i+size:]
	limit = limit[:min(len(limit), 4000)]
	if j := strings.Index(limit, "\n\n"); j >= 0 {
		limit = limit[:j]
	}
	j := strings.IndexAny(limit, closers[r])
	if j < 0 {
		if sc.open == nil {
			sc.open = map[rune]int{}
		}
		sc.open[r] = i + size + len(limit)
		return t // a mark alone is skipped
	}
	_, n := utf8.DecodeRuneInString(limit[j:])
	t.kind, t.end = quoteTok, i+size+j+n
	t.text = s[i:t.end]
	return t
}

func wordAt(s string, i int) token {
	j, bad := i, false
	for j < len(s) {
		r, n := utf8.DecodeRuneInString(s[j:])
		switch {
		case r == utf8.RuneError || r == '?' && j > i && letterAt(s, j+n):
			bad = true
		case unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r) || r == 'º' || unicode.IsDigit(r):
		case (r == '\'' || r == '’' || r == 'ʼ' || r == '-') && j > i && letterAt(s, j+n):
		case r == '.' && letterAt(s, j+n) && single(s[i:j]):
		case r == '@' || r == '\\':
		default:
			return asWord(s, i, j, bad)
		}
		j += n
	}
	return asWord(s, i, j, bad)
}

func letterAt(s string, j int) bool {
	r, _ := utf8.DecodeRuneInString(s[j:])
	return unicode.IsLetter(r)
}

// single says that an abbreviation so far is of single letters: "e", "p.e".
func single(s string) bool {
	last := s[strings.LastIndexByte(s, '.')+1:]
	return utf8.RuneCountInString(last) == 1
}

func asWord(s string, i, j int, bad bool) token {
	if j == i {
		j = i + 1
	}
	t := token{kind: word, start: i, end: j, text: s[i:j], fold: fold(s[i:j])}
	if bad {
		t.kind = garbled
		return t
	}
	if strings.HasSuffix(t.text, "º") {
		t.fold = "number"
	}
	t.accent = strings.IndexFunc(t.text, func(r rune) bool { return r == 'í' || r == 'Í' }) >= 0
	t.caps = strings.IndexFunc(t.text, unicode.IsLower) < 0
	if !strings.ContainsAny(t.fold, "0123456789") {
		return t
	}
	for _, p := range []string{"p", "prop", "proposal", "n", "no", "nr", "nº"} { // P301
		if rest, ok := strings.CutPrefix(t.fold, p); ok && rest != "" && strings.Trim(rest, "0123456789") == "" {
			if n, ok := small(rest, ordinary); ok {
				t.kind, t.nums = number, []int{n}
			}
		}
	}
	return t
}

// wordsOf are the folded words of s, nothing else.
func wordsOf(s string) []string {
	var out []string
	sc := scanner{s: s}
	for i := 0; i < len(s); {
		t := sc.next(i)
		i = max(t.end, i+1)
		switch {
		case t.kind == word:
			out = append(out, t.fold)
		case t.kind == quoteTok:
			i = t.start + 1
			for i < len(s) && !utf8.RuneStart(s[i]) {
				i++
			}
		}
	}
	return out
}
