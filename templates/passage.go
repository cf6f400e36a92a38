package templates

import (
	"html"
	"html/template"
	"strconv"
	"strings"
)

// Passages writes letters for one reader as parts of web pages. It may be used by
// several goroutines.
type Passages struct{ writer *writer }

// NewPassages makes one.
func NewPassages(r Reader) (*Passages, error) {
	w, err := newWriter(r)
	return &Passages{w}, err
}

// Write gives the body of a letter as a part of a page, and its subject without
// the game's name. Its first headings are of level. It has classes in the place of
// styles, since pages allow no style but their sheet's.
func (p *Passages) Write(l Letter, level int) (subject string, body template.HTML, err error) {
	subject, source, err := p.writer.compose(l)
	if err != nil {
		return "", "", err
	}
	if _, rest, ok := strings.Cut(subject, "] "); ok {
		subject = rest
	}
	return subject, passage(read(source), level), nil
}

// Doings are the sentences that tell what the moderator does by a rule.
func Doings(lang string, all []Doing) []string {
	w, err := newWriter(Reader{Language: lang})
	if err != nil {
		return nil
	}
	var list []string
	for _, d := range all {
		if s, err := w.sentence("doing", d.Name, d); err == nil {
			list = append(list, oneLine(string(s)))
		}
	}
	return list
}

func passage(blocks []block, level int) template.HTML {
	var b strings.Builder
	for _, g := range group(blocks) {
		b.WriteString(passagePart(g, level))
	}
	return template.HTML(b.String()) // every part of it was escaped where it was written
}

// passagePart is one block, or a list of several items.
func passagePart(bs []block, level int) string {
	switch b := bs[0]; b.kind {
	case heading:
		return element("h"+strconv.Itoa(level), "", inlineHTML(b.lines[0]))
	case subheading:
		return element("h"+strconv.Itoa(level+1), "", inlineHTML(b.lines[0]))
	case item:
		name := "ul"
		if b.mark != "- " {
			name = "ol"
		}
		var items strings.Builder
		for _, it := range bs {
			items.WriteString(element("li", "", inlineHTML(it.lines[0])))
		}
		return element(name, "", "\n"+items.String())
	case quotation:
		return passageQuote(b.lines)
	case verbatim:
		return element("pre", "clause", html.EscapeString(flat(strings.Join(b.lines, "\n"))))
	case small:
		return element("p", "note", inlineHTML(b.lines[0]))
	case line:
		return "<hr>\n"
	case table:
		return passageTable(b.lines)
	default:
		return element("p", "", inlineHTML(b.lines[0]))
	}
}

func element(name, class, inner string) string {
	if class != "" {
		class = ` class="` + class + `"`
	}
	return "<" + name + class + ">" + inner + "</" + name + ">\n"
}

func passageQuote(lines []string) string {
	switch sort(lines[0]) {
	case ':', '#':
		return element("pre", "clause", html.EscapeString(unbarred(lines)))
	case ' ':
		return `<blockquote class="words" dir="auto">` + html.EscapeString(unbarred(lines)) + "</blockquote>\n"
	}
	return `<blockquote class="diff" dir="auto">` + htmlDiff(lines, pageLook) + "</blockquote>\n"
}

func unbarred(lines []string) string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l[min(2, len(l)):]
	}
	return strings.Join(out, "\n")
}

func passageTable(lines []string) string {
	rows, headed := tableRows(lines)
	right := numeric(rows, headed)
	var b strings.Builder
	for i, r := range rows {
		b.WriteString("<tr>")
		for c, text := range r {
			class := ""
			if right[c] {
				class = ` class="number"`
			}
			switch {
			case i == 0 && headed && text == "":
				b.WriteString("<td></td>")
			case i == 0 && headed:
				b.WriteString(`<th scope="col"` + class + ">" + inlineHTML(text) + "</th>")
			case c == 0:
				b.WriteString(`<th scope="row"` + class + ">" + inlineHTML(text) + "</th>")
			default:
				b.WriteString("<td" + class + ">" + inlineHTML(text) + "</td>")
			}
		}
		b.WriteString("</tr>\n")
	}
	return "<div class=\"wide\"><table>\n" + b.String() + "</table></div>\n"
}
