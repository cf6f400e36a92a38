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
	from       int  // where the letters that hang on a number begin, or 0
	marked     bool // behind an apostrophe or a hyphen
	sense      sense
	langs      uint8 // the languages that gave it its sense, as a set
	ticked     bool  // of a box
	option     sense // of a reaction
	accent     bool  // written with an accent
	caps       bool
}

// maxSpan is the longest range that is read as one.
const maxSpan = 100

// tokens takes text apart. lang decides between the meanings of a word; -1 is
// no preference.
func tokens(s string, lang int) []token {
	out := make([]token, 0, len(s)/5+1)
	for i := 0; i < len(s); {
		t := next(s, i)
		i = t.end
		if t.kind != space {
			out = append(out, t)
		}
	}
	whole := make([]token, 0, len(out))
	for _, t := range out {
		whole = append(whole, unglue(t)...)
	}
	return meanings(ranges(whole), lang)
}

// next is the token at i; its kind is space for what is skipped.
func next(s string, i int) token {
	r, size := utf8.DecodeRuneInString(s[i:])
	t := token{start: i, end: i + size, text: s[i : i+size]}
	switch {
	case r == '\n':
		t.kind = newline
	case unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == 0xfe0f || r == '*' || r == '_' || r == '#' || r == '>' || r == '|':
	case unicode.IsDigit(r):
		return digits(s, i)
	case r == '[' || r == '(' || r == '☐' || r == '☑' || r == '☒' || r == '✓' || r == '✔':
		return boxAt(s, i, r, size)
	case unicode.IsLetter(r) || r == utf8.RuneError || r == 'º':
		return wordAt(s, i)
	case r == '"' || r == '“' || r == '„' || r == '«' || r == '”' || r == '»':
		return quoteAt(s, i, size)
	case r == '.' || r == '!' || r == ';' || r == '…':
		t.kind = stop
	case r == '?' || r == '¿':
		t.kind = query
		if r == '¿' {
			t.kind = space
		}
	case r == ':' || r == '=':
		t.kind = colon
	case r == ',' || r == ')' || r == '/' || r == '·' || r == '•' || r == '→' || r == '-' || unicode.Is(unicode.Pd, r):
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
// neighbours.
var closers = map[rune]string{'"': `"`, '“': `”"“`, '„': `”“"`, '«': `»`, '»': `«`, '”': `”`}

// quoteAt is a quotation inside one paragraph, or the lone mark.
func quoteAt(s string, i, size int) token {
	r, _ := utf8.DecodeRuneInString(s[i:])
	t := token{start: i, end: i + size}
	limit := s[i+size:]
	if j := strings.Index(limit, "\n\n"); j >= 0 {
		limit = limit[:j]
	}
	limit = limit[:min(len(limit), 4000)]
	j := strings.IndexAny(limit, closers[r])
	if j < 0 {
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
	t.caps = t.text == strings.ToUpper(t.text)
	for _, p := range []string{"p", "prop", "proposal", "n", "no", "nr", "nº"} { // P301
		if rest, ok := strings.CutPrefix(t.fold, p); ok && rest != "" && strings.Trim(rest, "0123456789") == "" {
			if n, ok := small(rest); ok {
				t.kind, t.nums = number, []int{n}
			}
		}
	}
	return t
}

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

// isVote says that a folded word is a vote word by itself.
func isVote(folded string) bool {
	for _, m := range vocabulary().phrases[folded] {
		if m.sense&sVote != 0 && len(m.words) == 1 {
			return true
		}
	}
	return false
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

// meanings gives words their senses and joins the words of a phrase.
func meanings(in []token, lang int) []token {
	v := vocabulary()
	out := in[:0]
	var words []string
	for i := 0; i < len(in); i++ {
		t := in[i]
		if t.kind != word {
			out = append(out, t)
			continue
		}
		words = words[:0]
		for j := i; j < len(in) && len(words) < 6; j++ {
			if in[j].kind == newline && j > i { // phrases may be wrapped
				continue
			}
			if in[j].kind != word {
				break
			}
			words = append(words, in[j].fold)
		}
		n, found := v.match(words)
		for k := 1; k < n; {
			i++
			if in[i].kind == word {
				k++
				t.end = in[i].end
				t.text += " " + in[i].text
				t.accent = t.accent || in[i].accent
			}
		}
		t.sense, t.langs = choose(found, lang)
		if n == 0 && len(t.fold) == 1 {
			t.sense = sFill
		}
		out = append(out, t)
	}
	return out
}

// choose takes the meanings in the mail's language when the word has any
// there, else all.
func choose(found []meaning, lang int) (s sense, langs uint8) {
	var all sense
	var allLangs uint8
	for _, m := range found {
		all |= m.sense
		allLangs |= 1 << m.lang
		if m.lang == lang {
			s |= m.sense
			langs |= 1 << m.lang
		}
	}
	if s == 0 {
		return all, allLangs
	}
	return s, langs
}

// wordsOf are the folded words of s, nothing else.
func wordsOf(s string) []string {
	var out []string
	for i := 0; i < len(s); {
		t := next(s, i)
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
