package clause

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"go.starlark.net/syntax"
)

// misread turns an error of the syntax package about source into words for a
// player, and points to where the token in question begins, as far as that can
// be told.
func misread(source string, err error) error {
	var e syntax.Error
	if !errors.As(err, &e) {
		return place{1, 1}.errorf("this clause cannot be read")
	}
	p := placeOf(e.Pos)
	if got, want, ok := strings.Cut(strings.TrimPrefix(e.Msg, "got "), ", want "); ok {
		got = strings.TrimSuffix(got, " after expression")
		if want != "primary expression" { // of which the beginning is given
			p = tokenStart(source, p, got)
		}
		return p.errorf("%s", unexpected(got, want))
	}
	if c, ok := strings.CutPrefix(e.Msg, "unexpected input character "); ok {
		return p.errorf("%s", strange(strings.Trim(c, "'`")))
	}
	if _, second, ok := strings.Cut(e.Msg, " does not associate with "); ok {
		second, _, _ = strings.Cut(second, " (")
		return tokenStart(source, p, second).errorf(`one comparison at a time: write "and" between two, as in 0 < x and x < 10`)
	}
	for _, known := range misreadings {
		if strings.Contains(e.Msg, known.part) {
			return tokenStart(source, p, known.token).errorf("%s", known.words)
		}
	}
	return p.errorf("this clause cannot be read from here on")
}

// misreadings are the syntax package's errors and what we say instead. The
// first that fits holds. Those with a token are reported where it ends.
var misreadings = []struct{ part, words, token string }{
	{"load", `"load" is no part of the language of clauses`, "identifier"},
	{"newline in string", "this text has no closing quotation mark on its line", ""},
	{"EOF in string", "this text has no closing quotation mark", ""},
	{"escape sequence", `a "\" in a text stands only before n, t, " or another "\"`, ""},
	{"code point", `a "\" in a text stands only before n, t, " or another "\"`, ""},
	{"unindent does not match", "this line begins further left than the lines above, but under none of them", ""},
	{"excessive nesting", "this goes too many levels deep", ""},
	{"without else clause", `a value with "if" needs an "else" too: 1 if vote.unanimous else 0`, ""},
	{"not an identifier", "a name should stand here", "identifier"},
	{"keyword argument", `"=" cannot stand here; to compare, write "=="`, "'='"},
	{"trailing comma", "there is a comma too many at the end", ""},
	{"obsolete form of octal", "a number cannot begin with 0", "int literal"},
	{"float literal", "this is not a number that a clause can use; write it with the digits 0 to 9", "float literal"},
	{"literal", "this is not a number that a clause can use; write it with the digits 0 to 9", ""},
	{"stray backslash", `a "\" cannot stand here`, "'\\'"},
	{"unexpected ')'", `this ")" closes nothing`, ""},
	{"unexpected ']'", `this "]" closes nothing`, ""},
	{"unexpected '}'", `this "}" closes nothing`, ""},
}

// tokenStart goes back from p, where a token ends, to its beginning.
func tokenStart(source string, p place, token string) place {
	lines := strings.Split(source, "\n")
	// An end of a line is told at the head of the next one, where there is one.
	ended := token == "newline" || token == "outdent" && lines[p.line-1] == ""
	if ended && p.line > 1 && p.column == 1 {
		before := p.line - 1
		return place{before, len([]rune(lines[before-1])) + 1}
	}
	back := 0
	text := []rune(lines[p.line-1])
	text = text[:min(p.column-1, len(text))]
	switch token {
	case "", "end of file", "indent", "outdent", "newline":
	case "identifier", "int literal", "float literal":
		for back < len(text) && isWord(text[len(text)-1-back], token != "identifier") {
			back++
		}
	case "string literal":
		for back = 1; back < len(text) && text[len(text)-1-back] != text[len(text)-1]; {
			back++
		}
		back++
	default:
		back = len(strings.Trim(token, "'"))
	}
	return place{p.line, max(1, p.column-back)}
}

func isWord(c rune, number bool) bool {
	return c == '_' || c == '.' && number || unicode.IsLetter(c) || unicode.IsDigit(c)
}

// unexpected says that got stands where want should.
func unexpected(got, want string) string {
	switch {
	case got == "'='":
		return `"=" cannot stand here; to compare, write "=="`
	case got == "if" && want == "':'":
		return `write "elif" instead of "else if"`
	case got == "indent":
		return "this line begins further right than the line it should stand under"
	case want == "indent":
		return `the lines that belong to the ":" above must begin further right than it`
	case got == "newline" && want == "':'":
		return `a ":" is missing at the end of this line`
	}
	return fmt.Sprintf("%s should stand here, not %s", called(want), called(got))
}

// called is what we call a token of the syntax package.
func called(token string) string {
	switch token {
	case "newline", "outdent":
		return "the end of the line"
	case "end of file", "EOF":
		return "the end of the clause"
	case "identifier":
		return "a name"
	case "int literal", "float literal":
		return "a number"
	case "string literal", "":
		return "a text"
	case "primary expression":
		return "a value"
	}
	return `"` + strings.ReplaceAll(token, "'", "") + `"`
}

// strange explains a character that the language has no use for. Mail programs
// and telephones put most of them in unasked.
func strange(c string) string {
	instead := map[string]string{
		"“": `"`, "”": `"`, "„": `"`, "«": `"`, "»": `"`, "‘": `"`, "’": `"`, "‚": `"`,
		"−": "-", "–": "-", "—": "-", "×": "*", "·": "*", "÷": "/",
		"≤": "<=", "≥": ">=", "≠": "!=", "!": "not", "…": "...",
	}[c]
	if instead == "" {
		return fmt.Sprintf("the character %s means nothing in a clause", c)
	}
	return fmt.Sprintf("the character %s means nothing in a clause; write %s instead", c, instead)
}
