package templates

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lineWidth is the most columns of a line of plain text.
const lineWidth = 72

// plainText is the text part of a letter.
func plainText(blocks []block) string {
	var b strings.Builder
	for i, bl := range blocks {
		if i > 0 && spaced(blocks[i-1], bl) {
			b.WriteByte('\n')
		}
		for _, l := range textLines(bl) {
			if !publishes(bl) {
				l = published.ReplaceAllString(l, "$1\u00a0")
			}
			b.WriteString(strings.TrimRight(l, " ") + "\n")
		}
	}
	return b.String()
}

// published begins what is published of sealed votes. Programs read it, so no line
// of anybody's words may look like it: a space in it becomes another one, which
// looks the same.
var published = regexp.MustCompile(`^([|> ]*(?:tally|seals)) `)

// publishes says that a block is what is published of sealed votes.
func publishes(b block) bool { return b.kind == quotation && sort(b.lines[0]) == '#' }

// spaced reports whether a blank line stands between two blocks.
func spaced(a, b block) bool {
	switch {
	case a.kind == item && b.kind == item:
		return false
	case a.kind == subheading && (b.kind == quotation || b.kind == subheading):
		return false
	}
	return true
}

func textLines(b block) []string {
	switch b.kind {
	case heading:
		lines := fill("", "", b.lines[0])
		return append(lines, strings.Repeat("-", max(4, columns(lines[len(lines)-1]))))
	case item:
		return fill(b.mark, strings.Repeat(" ", len(b.mark)), b.lines[0])
	case quotation:
		return barred(b.lines)
	case verbatim:
		var out []string
		for _, l := range b.lines {
			out = append(out, "    "+flat(l))
		}
		return out
	case line:
		return []string{strings.Repeat("-", lineWidth)}
	case table:
		return textTable(b.lines)
	default:
		return fill("", "", b.lines[0])
	}
}

// beforeDigit finds where a number must stay with the word before it: it reads
// better, and no line of ours begins with a number as a vote does.
var beforeDigit = regexp.MustCompile(` (\d)`)

// fill wraps a line of ours.
func fill(first, hang, line string) []string {
	text := strings.Join(strings.Fields(lineText(line)), " ")
	text = jointed(beforeDigit.ReplaceAllString(text, string(joint)+"$1"))
	lines := wrap(text, lineWidth-columns(first))
	for i, l := range lines {
		if i == 0 {
			lines[i] = first + l
		} else {
			lines[i] = hang + l
		}
	}
	return lines
}

// jointed keeps short words in double quotes on one line, together with the word
// before them, so that no line begins with a command that we name.
func jointed(s string) string {
	parts := strings.Split(s, `"`)
	out := parts[0]
	for i, p := range parts[1:] {
		if opens := i%2 == 0 && i+2 < len(parts); opens && columns(p) <= titleLimit+2 {
			p = strings.ReplaceAll(p, " ", string(joint))
			before := strings.TrimRight(out, " ")
			word := before[strings.LastIndexByte(before, ' ')+1:]
			if before != out && columns(word)+columns(p) < lineWidth-6 {
				out = before + string(joint)
			}
		}
		out += `"` + p
	}
	return out
}

// barred is a quotation: every line of it, and every line that wrapping makes,
// stands behind the bar.
func barred(lines []string) []string {
	var out []string
	carry := "" // words that did not fit into the line before
	for n, l := range lines {
		mark, text := l[:min(2, len(l))], l[min(2, len(l)):]
		first, hang := "| ", "| "
		switch mark {
		case "|:", "|#":
			out = append(out, "|     "+text)
			continue
		case "|-", "|+":
			first, hang = "| "+mark[1:]+" ", "|   "
		case "|=":
			first, hang = "|   ", "|   "
		}
		if carry != "" {
			text, carry = carry+" "+text, ""
		}
		wrapped := wrap(text, lineWidth-len(first))
		if last := len(wrapped) - 1; last > 0 && mark == "| " && n+1 < len(lines) && flows(lines[n+1]) {
			carry, wrapped = wrapped[last], wrapped[:last]
		}
		for i, w := range wrapped {
			if i == 0 {
				out = append(out, first+w)
			} else {
				out = append(out, hang+w)
			}
		}
	}
	return out
}

// flows says that a quoted line goes on with the sentence of the one before:
// what did not fit there may stand at its head. Lines that begin like those of
// a list or a verse set in do not.
func flows(line string) bool {
	text, ok := strings.CutPrefix(line, "| ")
	r, _ := utf8.DecodeRuneInString(text)
	return ok && unicode.IsLetter(r)
}

// wrap breaks s at spaces into lines of at most width columns. Spaces within a
// line stay as they are; a longer word keeps a line for itself.
func wrap(s string, width int) []string {
	var out []string
	var cur strings.Builder
	used := 0
	for _, tok := range tokens(s) {
		word := strings.TrimLeft(tok, " ")
		if w := columns(tok); used > 0 && used+w > width {
			out = append(out, cur.String())
			cur.Reset()
			used, tok = 0, word
		}
		cur.WriteString(tok)
		used += columns(tok)
	}
	out = append(out, cur.String())
	for i, l := range out {
		out[i] = strings.ReplaceAll(l, string(joint), " ")
	}
	return out
}

// tokens are the words of s, each with the spaces before it.
func tokens(s string) []string {
	var out []string
	for s != "" {
		n := len(s) - len(strings.TrimLeft(s, " "))
		if end := strings.IndexByte(s[n:], ' '); end >= 0 {
			n += end
		} else {
			n = len(s)
		}
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}

// textTable lines the columns of a table up. When it is too wide, its widest
// columns are made narrower.
func textTable(lines []string) []string {
	rows, headed := tableRows(lines)
	for _, r := range rows {
		for i, c := range r {
			r[i] = flat(c)
		}
	}
	widths := fit(rows, lineWidth-2)
	right := numeric(rows, headed)
	var out []string
	for i, r := range rows {
		out = append(out, textRow(r, widths, right))
		if i == 0 && headed {
			out = append(out, ruleOff(widths))
		}
	}
	return out
}

const gap = 2 // columns between two cells

// fit gives the width of every column so that all fit into total.
func fit(rows [][]string, total int) []int {
	var widths []int
	for _, r := range rows {
		for i, c := range r {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], columns(c), 1)
		}
	}
	for {
		sum, widest := -gap, 0
		for i, w := range widths {
			sum += w + gap
			if w > widths[widest] {
				widest = i
			}
		}
		if sum <= total || widths[widest] <= 8 {
			return widths
		}
		widths[widest]--
	}
}

// numeric tells which columns hold nothing but numbers, which line up at the
// right.
func numeric(rows [][]string, headed bool) map[int]bool {
	right := map[int]bool{}
	for n, r := range rows {
		if n == 0 && headed {
			continue
		}
		for i, c := range r {
			ok, seen := right[i]
			right[i] = (ok || !seen) && number(flat(c))
		}
	}
	return right
}

func number(s string) bool {
	return strings.TrimFunc(s, func(r rune) bool {
		return unicode.IsDigit(r) || strings.ContainsRune("+−-/. ", r)
	}) == ""
}

// textRow is a row in one line. What does not fit is cut, never wrapped: no
// line may begin in the middle of a player's words.
func textRow(row []string, widths []int, right map[int]bool) string {
	var b strings.Builder
	for i, c := range row {
		c = cutTo(c, widths[i])
		pad := strings.Repeat(" ", max(0, widths[i]-columns(c)))
		b.WriteString(strings.Repeat(" ", gap))
		if right[i] {
			b.WriteString(pad + c)
		} else {
			b.WriteString(c + pad)
		}
	}
	return b.String()
}

// cutTo cuts s to at most width columns.
func cutTo(s string, width int) string {
	if columns(s) <= width {
		return s
	}
	var b strings.Builder
	used := 1 // for the dots
	for _, r := range s {
		if used += columns(string(r)); used > width {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimRight(b.String(), " ") + "…"
}

func ruleOff(widths []int) string {
	var b strings.Builder
	for _, w := range widths {
		b.WriteString(strings.Repeat(" ", gap) + strings.Repeat("-", w))
	}
	return b.String()
}
