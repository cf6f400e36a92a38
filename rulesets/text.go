package rulesets

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// width is how long the lines of a written file are at most, in characters,
// unless a single word is longer.
const width = 80

// unwrap gives the text that lines of a file stand for: a paragraph is one
// line, whatever its width in the file; paragraphs are parted by an empty
// line. An item of a list and what follows a backslash at the end of a line
// begin a new line. A backslash before a line takes its first character as
// text.
func unwrap(lines []string) string {
	var out strings.Builder
	open := false // the last line of out goes on
	for _, s := range lines {
		s = strings.Join(fields(s), " ")
		if s == "" {
			out.WriteByte('\n')
			open = false
			continue
		}
		s, escaped := strings.CutPrefix(s, `\`)
		s, broken := unescapeEnd(s)
		if open && (escaped || !isItem(s)) {
			out.WriteByte(' ')
		} else {
			out.WriteByte('\n')
		}
		out.WriteString(s)
		open = !broken
	}
	text := strings.Trim(out.String(), "\n")
	for strings.Contains(text, "\n\n\n") {
		text = strings.ReplaceAll(text, "\n\n\n", "\n\n")
	}
	return text
}

// wrap is the reverse of unwrap for every text that unwrap gives; of other
// texts it keeps all but the amount of white space.
func wrap(text string) []string {
	var out []string
	lines := strings.Split(text, "\n")
	for i, s := range lines {
		words := fields(s)
		if len(words) == 0 {
			out = append(out, "")
			continue
		}
		filled := fill(words)
		for j, f := range filled {
			if mustEscape(f) || j > 0 && isItem(f) {
				filled[j] = `\` + f
			}
			filled[j] += strings.Repeat(`\`, trailing(f))
		}
		if i+1 < len(lines) && len(fields(lines[i+1])) > 0 && !isItem(lines[i+1]) {
			filled[len(filled)-1] += `\`
		}
		out = append(out, filled...)
	}
	return out
}

// fields splits at blanks and tabs alone: a no-break space is part of a word.
func fields(s string) []string {
	return strings.FieldsFunc(s, func(c rune) bool { return c == ' ' || c == '\t' })
}

// fill puts as many words on each line as the width allows.
func fill(words []string) []string {
	lines := []string{words[0]}
	for _, w := range words[1:] {
		last := &lines[len(lines)-1]
		if utf8.RuneCountInString(*last)+1+utf8.RuneCountInString(w) <= width {
			*last += " " + w
		} else {
			lines = append(lines, w)
		}
	}
	return lines
}

func mustEscape(s string) bool {
	for _, mark := range []string{"#", "```", `\`, powerMark, categoryMark} {
		if strings.HasPrefix(s, mark) {
			return true
		}
	}
	return false
}

// isItem reports whether s begins an item of a list: "- ", "* ", "(a) ",
// "12. ".
func isItem(s string) bool {
	mark, _, _ := strings.Cut(strings.TrimLeft(s, " \t"), " ")
	if mark == "-" || mark == "*" {
		return true
	}
	inner, isNumber := strings.CutSuffix(mark, ".")
	if !isNumber {
		var left, right bool
		inner, left = strings.CutPrefix(mark, "(")
		inner, right = strings.CutSuffix(inner, ")")
		if !left || !right {
			return false
		}
	}
	for _, c := range inner {
		if !unicode.IsDigit(c) && (isNumber || !unicode.IsLetter(c)) {
			return false
		}
	}
	return inner != "" && utf8.RuneCountInString(inner) <= 3
}

// unescapeEnd reads backslashes at the end of a line: two of them are one, and
// one that is left over breaks the line.
func unescapeEnd(s string) (text string, broken bool) {
	n := trailing(s)
	return s[:len(s)-n+n/2], n%2 == 1
}

// trailing counts the backslashes at the end of s.
func trailing(s string) int { return len(s) - len(strings.TrimRight(s, `\`)) }
