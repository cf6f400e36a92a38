package rulesets

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// line is one line of a text.
type line struct {
	n     int    // counting from 1
	text  string // with single blanks and none at either end
	width int    // in characters, as it stood, without blanks at its end
}

// splitLines cleans the lines of text. A bar of mail quotation that runs down
// all of it is taken off.
func splitLines(text string) []line {
	raw := strings.Split(strings.Map(cleanRune, norm.NFC.String(text)), "\n")
	full, barred := 0, 0
	for _, s := range raw {
		if strings.TrimSpace(s) != "" {
			full++
		}
		if strings.HasPrefix(s, ">") {
			barred++
		}
	}
	lines := make([]line, len(raw))
	for i, s := range raw {
		if barred*10 > full*9 {
			s = strings.TrimPrefix(s, ">")
		}
		s = strings.TrimRight(s, " ")
		lines[i] = line{i + 1, strings.Join(fields(s), " "), utf8.RuneCountInString(s)}
	}
	return lines
}

// cleanRune makes one blank of all blanks and drops what cannot be seen.
func cleanRune(c rune) rune {
	switch {
	case c == '\t' || unicode.Is(unicode.Zs, c):
		return ' '
	case c == '\ufeff' || c == '\u00ad' || c == '\u200b' || c == '\u2060':
		return -1
	}
	return c
}

// endsSentence reports whether a sentence, or what introduces a list, ends
// with s.
func endsSentence(s string) bool {
	s = strings.TrimRight(s, `)]"'”’»*_`)
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".!?:;…", last)
}

// interrupts reports whether line i begins within a sentence of the line
// before it.
func interrupts(lines []line, i int) bool {
	if i == 0 || lines[i-1].text == "" {
		return false
	}
	before := lines[i-1].text
	return !endsSentence(before) && !strings.HasPrefix(before, "#") && !isRuler(before) && !isSection(before)
}

// isRuler reports whether s is a drawn line.
func isRuler(s string) bool {
	s = strings.ReplaceAll(s, " ", "")
	return utf8.RuneCountInString(s) >= 3 && strings.Trim(s, "-–—_*=~·•") == ""
}

// isHeading reports whether s is a heading in Markdown.
func isHeading(s string) bool {
	text := strings.TrimLeft(s, "#")
	level := len(s) - len(text)
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, " *_"))
	return level >= 1 && level <= 6 && (unicode.IsLetter(first) || first == '"')
}

// beginsItem reports whether s begins an item of a list, in more forms than
// [isItem] knows.
func beginsItem(s string) bool {
	if isItem(s) {
		return true
	}
	first, _ := utf8.DecodeRuneInString(s)
	if strings.ContainsRune("•·–—+", first) {
		return true
	}
	mark, _, _ := strings.Cut(s, " ")
	inner := strings.TrimPrefix(strings.TrimRight(mark, ".)"), "(")
	n := utf8.RuneCountInString(inner)
	if inner == mark || n == 0 || n > 4 || len(mark)-len(inner) > 2 {
		return false
	}
	return n == 1 || strings.Trim(inner, "0123456789") == "" || strings.Trim(inner, "ivxIVX") == ""
}

// words gives the words and the numbers of s, in small letters without marks.
func words(s string) []string {
	return strings.FieldsFunc(plain(s), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}
