package parser

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxNodes bounds an HTML mail.
const maxNodes = 50_000

// htmlText turns an HTML mail into text. What is quoted comes out behind "> ",
// what is hidden or struck out does not come out at all, and cells of a row are
// parted by tabs.
func htmlText(src string) (text string, struck bool, err error) {
	doc, err := html.Parse(strings.NewReader(src))
	if err != nil {
		return "", false, fmt.Errorf("html: %w", err)
	}
	w := &htmlWriter{}
	w.node(doc, false)
	if w.nodes > maxNodes {
		return "", false, fmt.Errorf("html: more than %d nodes", maxNodes)
	}
	w.end(1)
	return w.out.String(), w.struck, nil
}

type htmlWriter struct {
	out, line strings.Builder
	depth     int // of quotation
	blank     int // blank lines due
	nodes     int
	struck    bool
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
	}
	w.blank = min(max(w.blank, n-1), 20)
}

func (w *htmlWriter) node(n *html.Node, pre bool) {
	if w.nodes++; w.nodes > maxNodes {
		return
	}
	switch n.Type {
	case html.TextNode:
		w.words(n.Data, pre)
		return
	case html.CommentNode, html.DoctypeNode:
		return
	case html.ElementNode:
		if !w.seen(n) {
			return
		}
	}
	switch n.DataAtom {
	case atom.Br:
		if w.line.Len() == 0 {
			w.blank++
		}
		w.end(1)
		return
	case atom.Td, atom.Th:
		if w.line.Len() > 0 {
			w.line.WriteByte('\t')
		}
	case atom.Li:
		w.end(1)
		w.line.WriteString("* ")
	}
	block := blockOf(n)
	quote := quotes(n)
	if block > 0 {
		w.end(block)
	}
	if quote {
		w.depth++
	}
	for c := n.FirstChild; c != nil && w.nodes <= maxNodes; c = c.NextSibling {
		w.node(c, pre || n.DataAtom == atom.Pre || strings.Contains(style(n), "white-space:pre"))
	}
	if block > 0 || n.DataAtom == atom.Li {
		w.end(max(block, 1))
	}
	if quote {
		w.depth--
	}
}

// words writes text, its white space folded unless it is preformatted.
func (w *htmlWriter) words(s string, pre bool) {
	if pre {
		for i, l := range strings.Split(strings.Trim(s, "\r\n"), "\n") {
			if i > 0 {
				if w.line.Len() == 0 {
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

// seen says whether a person would see the element.
func (w *htmlWriter) seen(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Head, atom.Script, atom.Style, atom.Title, atom.Template, atom.Noscript, atom.Select, atom.Textarea:
		return false
	case atom.S, atom.Strike, atom.Del:
		w.struck = true
		return false
	}
	for _, a := range n.Attr {
		if a.Key == "hidden" {
			return false
		}
	}
	v := style(n)
	if strings.Contains(v, "line-through") {
		w.struck = true
		return false
	}
	for _, hide := range []string{"display:none", "visibility:hidden", "mso-hide:all", "opacity:0;", "max-height:0", "font-size:0;", "font-size:0px", "font-size:0pt", "font-size:1px"} {
		if strings.Contains(v+";", hide) {
			return false
		}
	}
	return true
}

func style(n *html.Node) string {
	for _, a := range n.Attr {
		if a.Key == "style" {
			return strings.ToLower(strings.Join(strings.Fields(a.Val), ""))
		}
	}
	return ""
}

// blockOf is how many line ends part an element from its neighbours: 0 for one
// within a line.
func blockOf(n *html.Node) int {
	switch n.DataAtom {
	case atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.Ul, atom.Ol, atom.Table, atom.Pre, atom.Blockquote:
		return 2
	case atom.Div, atom.Tr, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Hr, atom.Dt, atom.Dd, atom.Body:
		return 1
	}
	return 0
}

// quotes says that an element holds somebody else's words. The containers that
// programs put around attribution and quotation together are none: answers
// between quotations stand in them too.
func quotes(n *html.Node) bool {
	if n.DataAtom == atom.Blockquote {
		for _, a := range n.Attr {
			if a.Key == "style" && strings.Contains(strings.ReplaceAll(a.Val, " ", ""), "border:none") {
				return false // an indent of some programs
			}
		}
		return true
	}
	return false
}
