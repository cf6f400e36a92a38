package parser

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds of an HTML mail.
const (
	maxNodes = 50_000
	maxHTML  = 2 << 20 // bytes
	maxCell  = 8       // lines of a cell that still is one of a table of data
)

// lostMark stands where letters are lost, so that nothing that touches it is
// certain.
const lostMark = "\ufffd"

// struckMark stands for a moment where words are struck out. No text has it,
// since Unicode gives it to nobody.
const struckMark = "\ufdd0"

var errTooComplex = errors.New("html: too many elements")

// htmlText turns an HTML mail into text. What is quoted comes out behind "> ",
// what is hidden or struck out does not come out at all, and cells of a row are
// parted by tabs. struck are the words that are struck out in the author's own
// lines.
func htmlText(src string) (text, struck string, err error) {
	if len(src) > maxHTML || strings.Count(src, "<") > 2*maxNodes {
		return "", "", errTooComplex
	}
	doc, err := html.Parse(strings.NewReader(src))
	if err != nil {
		return "", "", errTooComplex
	}
	w := &htmlWriter{page: &page{sheet: sheetOf(doc), numbers: map[*html.Node]int{}}}
	w.node(doc, look{ground: colour{255, 255, 255, true}})
	if w.nodes > maxNodes {
		return "", "", errTooComplex
	}
	w.end(1)
	text, struck = ownStruck(w.out.String(), w.struck)
	return text, struck, nil
}

// ownStruck takes the marks out of a text and finds the struck words that stand
// in lines of its author: our own letters strike out what a change drops.
func ownStruck(text string, pieces []string) (rest, struck string) {
	if len(pieces) == 0 {
		return text, ""
	}
	var own []string
	for _, l := range linesOf(text, sources{answered: &original{}}, nil) {
		n := min(strings.Count(l.text, struckMark), len(pieces))
		if l.mark == mOwn {
			own = append(own, pieces[:n]...)
		}
		pieces = pieces[n:]
	}
	text = strings.ReplaceAll(text, " "+struckMark+" ", " ")
	return strings.ReplaceAll(text, struckMark, ""), strings.Join(strings.Fields(strings.Join(own, " \n ")), " ")
}

// page is what the writers of one mail share.
type page struct {
	sheet   sheet
	nodes   int
	numbers map[*html.Node]int // of the last item of each list
	struck  []string           // by their marks
}

type htmlWriter struct {
	*page
	out, line strings.Builder
	depth     int // of quotation
	blank     int // blank lines due
	lines     int // written
}

// end ends the current line, with at least n-1 blank ones after it.
func (w *htmlWriter) end(n int) {
	s := strings.TrimRight(w.line.String(), " \t\u00a0")
	w.line.Reset()
	if strings.Trim(s, " \t\u00a0") != "" {
		mark := strings.Repeat("> ", min(w.depth, 50))
		if w.out.Len() > 0 {
			for ; w.blank > 0; w.blank-- {
				w.out.WriteString(strings.TrimRight(mark, " ") + "\n")
			}
		}
		body := strings.TrimLeft(s, " \u00a0")
		indent := len([]rune(s)) - len([]rune(body))
		w.out.WriteString(mark + strings.Repeat(" ", indent) + body + "\n")
		w.blank = 0
		w.lines++
	}
	w.blank = min(max(w.blank, n-1), 20)
}

func (w *htmlWriter) node(n *html.Node, l look) {
	if w.nodes++; w.nodes > maxNodes {
		return
	}
	switch n.Type {
	case html.TextNode:
		w.text(n.Data, l)
		return
	case html.CommentNode, html.DoctypeNode:
		return
	case html.ElementNode:
		d := w.sheet.of(n)
		if unseen(n) || d.hides() {
			return
		}
		l = l.with(d, n)
	}
	switch n.DataAtom {
	case atom.Br:
		if w.line.Len() == 0 {
			w.blank++
		}
		w.end(1)
	case atom.Img:
		w.sign(n, l)
	case atom.Input:
		w.box(n)
	case atom.Tr:
		w.row(n, l)
	default:
		w.element(n, l)
	}
}

// element writes an element that is not one of a kind.
func (w *htmlWriter) element(n *html.Node, l look) {
	block := blockOf(n)
	if block > 0 {
		w.end(block)
	}
	if n.DataAtom == atom.Li {
		w.line.WriteString(w.bullet(n))
	}
	quote := quotes(n)
	if quote {
		w.depth++
	}
	w.children(n, l)
	if block > 0 {
		w.end(block)
	}
	if quote {
		w.depth--
	}
}

func (w *htmlWriter) children(n *html.Node, l look) {
	for c := n.FirstChild; c != nil && w.nodes <= maxNodes; c = c.NextSibling {
		w.node(c, l)
	}
}

// row writes a row of a table: in one line when it is one of data, otherwise as
// what is laid out in it.
func (w *htmlWriter) row(n *html.Node, l look) {
	w.end(1)
	cells := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Td || c.DataAtom == atom.Th {
			cells++
		}
	}
	first := true
	for c := n.FirstChild; c != nil && w.nodes <= maxNodes; c = c.NextSibling {
		d := w.sheet.of(c)
		if cells < 2 || c.DataAtom != atom.Td && c.DataAtom != atom.Th || layout(c) || unseen(c) || d.hides() {
			w.node(c, l)
			continue
		}
		if !first {
			w.line.WriteByte('\t')
		}
		first = false
		cell := &htmlWriter{page: w.page, depth: w.depth}
		cell.children(c, l.with(d, c))
		w.cell(cell)
	}
	w.end(1)
}

// cell joins a cell to its row. One of many lines frames a part of the page and
// stands by itself.
func (w *htmlWriter) cell(cell *htmlWriter) {
	mark := strings.Repeat("> ", min(w.depth, 50))
	cell.end(1)
	var lines []string
	for l := range strings.Lines(cell.out.String()) {
		l = strings.TrimSuffix(strings.TrimPrefix(l, mark), "\n")
		if len(lines) > 0 || l != "" {
			lines = append(lines, l)
		}
	}
	if len(lines) <= maxCell {
		w.line.WriteString(strings.Join(strings.Fields(strings.Join(lines, " ")), " "))
		return
	}
	w.end(1)
	for _, l := range lines {
		if strings.TrimSpace(l) == "" {
			w.blank++
		}
		w.line.WriteString(l)
		w.end(1)
	}
}

// layout says that a cell frames a page: it holds a table, a quotation,
// preformatted text, or much of anything.
func layout(cell *html.Node) bool {
	seen := 0
	for n := range cell.Descendants() {
		switch n.DataAtom {
		case atom.Table, atom.Blockquote, atom.Pre:
			return true
		}
		if seen++; seen > 100 {
			return true
		}
	}
	return false
}

// text writes words that can be seen.
func (w *htmlWriter) text(s string, l look) {
	s = strings.ReplaceAll(s, struckMark, "")
	switch {
	case l.ink.near(l.ground) && strings.TrimFunc(s, htmlSpace) != "":
	case l.struck && strings.TrimSpace(s) != "":
		if strings.HasSuffix(w.line.String(), struckMark) && len(w.struck) > 0 {
			w.struck[len(w.struck)-1] += " " + s
			return
		}
		w.struck = append(w.struck, s)
		w.line.WriteString(struckMark)
	default:
		w.words(s, l.pre)
	}
}

// words writes text, its white space folded unless it is preformatted.
func (w *htmlWriter) words(s string, pre bool) {
	if pre {
		for i, l := range strings.Split(strings.ReplaceAll(s, "\r", ""), "\n") {
			if i > 0 {
				if w.line.Len() == 0 && w.lines > 0 {
					w.blank++
				}
				w.end(1)
			}
			w.line.WriteString(l)
		}
		return
	}
	space := func() {
		if l := w.line.String(); l != "" && !strings.HasSuffix(l, " ") && !strings.HasSuffix(l, "\t") {
			w.line.WriteByte(' ')
		}
	}
	fields := strings.FieldsFunc(s, htmlSpace)
	if s != "" && htmlSpace(rune(s[0])) {
		space()
	}
	for i, f := range fields {
		if i > 0 {
			space()
		}
		w.line.WriteString(f)
	}
	if len(fields) > 0 && htmlSpace(rune(s[len(s)-1])) {
		space()
	}
}

func htmlSpace(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == '\f' }

// sign writes an image that is there instead of a sign: some programs send
// each emoji as one.
func (w *htmlWriter) sign(n *html.Node, l look) {
	for _, a := range n.Attr {
		if a.Key == "alt" && len(a.Val) < 32 && !strings.ContainsFunc(a.Val, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			w.text(a.Val, l)
		}
	}
}

// box writes a box to tick.
func (w *htmlWriter) box(n *html.Node) {
	kind, ticked := "", false
	for _, a := range n.Attr {
		switch a.Key {
		case "type":
			kind = strings.ToLower(a.Val)
		case "checked":
			ticked = true
		}
	}
	switch {
	case kind != "checkbox" && kind != "radio":
	case ticked:
		w.line.WriteString("[x] ")
	default:
		w.line.WriteString("[ ] ")
	}
}

// unseen says that an element is never shown, or not as words.
func unseen(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Head, atom.Script, atom.Style, atom.Title, atom.Template, atom.Noscript, atom.Select, atom.Textarea, atom.Object, atom.Iframe, atom.Svg, atom.Audio, atom.Video:
		return true
	}
	for _, a := range n.Attr {
		if a.Key == "hidden" {
			return true
		}
	}
	return false
}

// blockOf is how many line ends part an element from its neighbours: 0 for one
// within a line.
func blockOf(n *html.Node) int {
	switch n.DataAtom {
	case atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Ul, atom.Ol, atom.Dl, atom.Table, atom.Pre, atom.Blockquote:
		if (n.DataAtom == atom.Ul || n.DataAtom == atom.Ol) && n.Parent != nil && n.Parent.DataAtom == atom.Li {
			return 1
		}
		return 2
	case atom.Div, atom.Tr, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Hr, atom.Dt, atom.Dd, atom.Body, atom.Li,
		atom.Center, atom.Address, atom.Fieldset, atom.Form, atom.Main, atom.Nav, atom.Aside, atom.Figure, atom.Figcaption, atom.Caption, atom.Details, atom.Summary:
		return 1
	}
	return 0
}

// bullet is what stands before an item of a list: its number where the list has
// numbers.
func (w *htmlWriter) bullet(li *html.Node) string {
	list := li.Parent
	if list == nil || list.DataAtom != atom.Ol {
		return "* "
	}
	n, counted := w.numbers[list]
	if start, err := strconv.Atoi(attribute(list, "start")); !counted && err == nil {
		n = start - 1
	}
	w.numbers[list] = n + 1
	return strconv.Itoa(n+1) + ". "
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// quotes says that an element holds somebody else's words. The containers that
// programs put around attribution and quotation together are none: answers
// between quotations stand in them too.
func quotes(n *html.Node) bool {
	return n.DataAtom == atom.Blockquote &&
		!strings.Contains(strings.ReplaceAll(attribute(n, "style"), " ", ""), "border:none") // an indent of some programs
}
