package rulesets

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// piece is one rule as it stands in the text.
type piece struct {
	mark  mark
	line  int    // of the number, counting from 1
	lines []line // none of them empty at either end
	under kind   // the last heading of a section above it
	title string
}

// cutPieces gives each rule the lines from its number up to the next number or
// heading. It says what it leaves out.
func (im *importer) cutPieces(lines []line, marks []mark) []*piece {
	under := noKind
	for _, l := range lines[:marks[0].at] {
		if k := sectionKind(l.text); k != noKind {
			under = k
		}
	}
	if before := trimBlank(lines[:marks[0].at]); len(before) > 0 {
		im.did("left out what stands above rule %d: %s", marks[0].number, where(before))
	}
	var pieces []*piece
	for i, m := range marks {
		p := &piece{mark: m, line: lines[m.at].n, under: under}
		if i+1 < len(marks) {
			p.lines = between(lines, m, marks[i+1])
		} else {
			p.lines = between(lines, m, mark{at: len(lines)})
		}
		p.lines = append(p.lines[:1], trimEnd(p.lines[1:])...)
		im.cutCode(p)
		if k := im.cutHeadings(p); k != noKind {
			under = k
		}
		p.lines = trimBlank(p.lines)
		for n := len(p.lines); n > 0 && isRuler(p.lines[n-1].text); n = len(p.lines) {
			p.lines = trimBlank(p.lines[:n-1])
		}
		pieces = append(pieces, p)
	}
	var lay layout
	lay.judgeWidth(pieces)
	im.cutClosing(pieces[len(pieces)-1], lay)
	return pieces
}

// between gives what stands between two marks.
func between(lines []line, m, next mark) []line {
	first := lines[m.at]
	if next.at == m.at {
		first.text = strings.TrimSpace(first.text[m.end:next.start])
		return []line{first}
	}
	first.text = strings.TrimSpace(first.text[m.end:])
	part := append([]line{first}, lines[m.at+1:next.at]...)
	if next.at < len(lines) && next.start > 0 {
		last := lines[next.at]
		last.text = strings.TrimSpace(last.text[:next.start])
		part = append(part, last)
	}
	return part
}

// cutCode empties the lines of fenced code in a piece.
func (im *importer) cutCode(p *piece) {
	fenced := func(l line) bool { return strings.HasPrefix(l.text, "```") }
	for i := 1; i < len(p.lines); i++ {
		if !fenced(p.lines[i]) {
			continue
		}
		n := 1 + slices.IndexFunc(p.lines[i+1:], fenced) // lines to the other fence
		if n == 0 {
			return
		}
		im.doubt("left out below rule %d: the code from line %d to %d; --clauses attaches clauses", p.mark.number, p.lines[i].n, p.lines[i+n].n)
		for ; n >= 0; n, i = n-1, i+1 {
			p.lines[i].text = ""
		}
	}
}

// cutHeadings ends a piece where a heading follows, and gives the kind that
// the heading names.
func (im *importer) cutHeadings(p *piece) (under kind) {
	for i := 1; i < len(p.lines); i++ {
		s := p.lines[i].text
		k := sectionKind(s)
		switch loud := isHeading(s); {
		case loud && p.mark.level > 0 && level(s) > p.mark.level:
			continue // it is part of the rule
		case !loud && (k == noKind || !p.alone(i)):
			continue
		}
		if rest := trimBlank(p.lines[i:]); k == noKind || len(rest) > 1 {
			im.doubt("left out below rule %d: %s", p.mark.number, where(rest))
		}
		for _, l := range p.lines[i:] {
			if k := sectionKind(l.text); k != noKind {
				under = k
			}
		}
		p.lines = p.lines[:i]
		break
	}
	return under
}

// alone reports whether line i is a paragraph of its own or the last line.
func (p *piece) alone(i int) bool {
	rest := trimBlank(p.lines[i:])
	return len(rest) == 1 && !interrupts(p.lines, i) ||
		p.lines[i-1].text == "" && i+1 < len(p.lines) && p.lines[i+1].text == ""
}

// level counts the # of a heading.
func level(s string) int { return len(s) - len(strings.TrimLeft(s, "#")) }

// closers are headings of what follows the last rule, in letters without
// marks.
var closers = []string{
	"external links", "links", "references", "see also", "notes", "sources", "further reading",
	"ligacoes externas", "links externos", "referencias", "ver tambem", "veja tambem", "notas", "fontes",
	"enlaces externos", "enlaces", "vease tambien", "fuentes",
	"dis baglantilar", "kaynaklar", "kaynakca", "ayrica bakiniz", "notlar",
	"kulso hivatkozasok", "hivatkozasok", "forrasok", "lasd meg", "jegyzetek",
}

// origins are words of those who tell where a text comes from, and no words of
// its last paragraphs.
var origins = []string{"http://", "https://", "www.", "©", "copyright", "creative commons", "suber", "hofstadter", "nomic"}

// cutClosing ends the last rule where the text goes on with something else:
// links, sources, a signature. Its first paragraph is never cut.
func (im *importer) cutClosing(p *piece, lay layout) {
	from := 0 // where the paragraph of line i begins
	for i := 1; i < len(p.lines); i++ {
		s := p.lines[i].text
		if p.lines[i-1].text == "" || !lay.goesOn(p.lines[i-1], p.lines[i]) {
			from = i
		}
		if s == "" || from == 0 {
			continue
		}
		first := s
		if rest := trimBlank(p.lines[i+1:]); isRuler(s) && len(rest) > 0 {
			first = rest[0].text
		}
		low := plain(first)
		known := slices.Contains(closers, strings.Trim(low, "#*_: "))
		told := slices.ContainsFunc(origins, func(w string) bool { return strings.Contains(low, w) })
		if !known && !told && !isRuler(s) && s != "--" && !p.looksAbove(i) {
			continue
		}
		if rest := trimBlank(p.lines[from:]); known {
			im.did("left out what stands below rule %d: %s", p.mark.number, where(rest))
		} else {
			im.doubt("left out below rule %d, as no part of it: %s", p.mark.number, where(rest))
		}
		p.lines = trimBlank(p.lines[:from])
		return
	}
}

// looksAbove reports whether line i looks like a heading above other lines.
func (p *piece) looksAbove(i int) bool {
	s := p.lines[i].text
	return p.lines[i-1].text == "" && i+1 < len(p.lines) && len(trimBlank(p.lines[i+1:])) > 0 &&
		!endsSentence(s) && !beginsItem(s) && !isHeading(s) && len(strings.Fields(s)) <= 6 && i > 1 && !startsSmall(s)
}

func trimBlank(lines []line) []line {
	for len(lines) > 0 && lines[0].text == "" {
		lines = lines[1:]
	}
	return trimEnd(lines)
}

func trimEnd(lines []line) []line {
	for len(lines) > 0 && lines[len(lines)-1].text == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// where names lines, which are some, by their numbers and first words.
func where(lines []line) string {
	first, last := lines[0], lines[len(lines)-1]
	if first.n == last.n {
		return fmt.Sprintf("line %d, %q", first.n, short(first.text))
	}
	return fmt.Sprintf("lines %d to %d, %q", first.n, last.n, short(first.text))
}

// short gives the beginning of s.
func short(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	s = string([]rune(s)[:most])
	return s[:max(strings.LastIndex(s, " "), most/2)] + "…"
}
