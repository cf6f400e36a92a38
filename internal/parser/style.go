package parser

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds of the style of an HTML mail; what is beyond them is not looked at.
const (
	maxRules = 300
	maxStyle = 64 << 10 // bytes of all style elements together
	maxInner = 4 << 10  // bytes of one style attribute
)

// sheet is the part of the style elements of a mail that can hide something:
// declarations by simple selector, ".preheader", "#top" or "span".
type sheet map[string]declarations

// declarations are CSS properties with their values, in lower case.
type declarations map[string]string

// sheetOf reads the style elements of a document. Rules for some media only,
// and selectors that are not simple, hide nothing for certain and are left out.
func sheetOf(doc *html.Node) sheet {
	s := sheet{}
	left := maxStyle
	for n := range doc.Descendants() {
		if n.DataAtom != atom.Style || n.FirstChild == nil || left <= 0 {
			continue
		}
		css := n.FirstChild.Data
		css = css[:min(len(css), left)]
		left -= len(css)
		s.read(css)
	}
	return s
}

func (s sheet) read(css string) {
	for len(s) < maxRules {
		head, rest, ok := strings.Cut(css, "{")
		if !ok {
			return
		}
		if i := strings.LastIndex(head, "*/"); i >= 0 {
			head = head[i+2:]
		}
		head = strings.ToLower(strings.TrimSpace(strings.ReplaceAll(head, "<!--", "")))
		if strings.HasPrefix(head, "@") {
			css = afterBlock(rest)
			continue
		}
		var body string
		body, css, _ = strings.Cut(rest, "}")
		d := declared(body)
		for name := range strings.SplitSeq(head, ",") {
			if name = strings.TrimSpace(name); name != "" && !strings.ContainsAny(name, " >+~:[") {
				s.add(name, d)
			}
		}
	}
}

func (s sheet) add(name string, d declarations) {
	if s[name] == nil {
		s[name] = declarations{}
	}
	for k, v := range d {
		s[name][k] = v
	}
}

// afterBlock is what follows a block whose opening brace was read.
func afterBlock(css string) string {
	depth := 1
	for i := range len(css) {
		switch css[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return css[i+1:]
			}
		}
	}
	return ""
}

// declared reads "display: none; color: #fff".
func declared(css string) declarations {
	d := declarations{}
	for p := range strings.SplitSeq(css[:min(len(css), maxInner)], ";") {
		name, value, ok := strings.Cut(p, ":")
		if !ok {
			continue
		}
		value = strings.ToLower(strings.Join(strings.Fields(value), " "))
		value = strings.TrimSuffix(strings.TrimSuffix(value, "!important"), " ")
		d[strings.ToLower(strings.TrimSpace(name))] = value
	}
	return d
}

// of is what is declared for an element: by its name, its classes, its id and
// its own attributes, each stronger than those before.
func (s sheet) of(n *html.Node) declarations {
	var d declarations
	add := func(more declarations) {
		if d == nil && len(more) > 0 {
			d = declarations{}
		}
		for k, v := range more {
			d[k] = v
		}
	}
	var inline string
	add(s[n.Data])
	for _, a := range n.Attr {
		switch a.Key {
		case "class":
			for class := range strings.FieldsSeq(strings.ToLower(a.Val[:min(len(a.Val), 300)])) {
				add(s[n.Data+"."+class])
				add(s["."+class])
			}
		case "id":
			add(s["#"+strings.ToLower(a.Val)])
		case "bgcolor":
			add(declarations{"background-color": strings.ToLower(a.Val)})
		case "color":
			add(declarations{"color": strings.ToLower(a.Val)})
		case "style":
			inline = a.Val
		}
	}
	add(declared(inline))
	return d
}

// hides says that nobody sees what has these declarations.
func (d declarations) hides() bool {
	clipped := strings.HasPrefix(d["overflow"], "hidden")
	size, sized := d["font-size"]
	switch {
	case d["display"] == "none", d["visibility"] == "hidden", d["visibility"] == "collapse", d["mso-hide"] == "all":
		return true
	case zero(d["opacity"]), zero(d["max-height"]), zero(d["max-width"]), clipped && (zero(d["height"]) || zero(d["width"])):
		return true
	case sized && (zero(size) || size == "1px" || size == "1pt"):
		return true
	case strings.HasPrefix(d["text-indent"], "-99"), strings.HasPrefix(d["left"], "-99"), strings.HasPrefix(d["top"], "-99"):
		return true
	}
	return false
}

func zero(v string) bool {
	v = strings.TrimRight(v, "%abcdefghijklmnopqrstuvwxyz ")
	f, err := strconv.ParseFloat(v, 64)
	return err == nil && f == 0
}

// colour is red, green and blue; ok is false when nothing is known of it.
type colour struct {
	r, g, b int
	ok      bool
}

// near says that no eye tells the two apart.
func (c colour) near(o colour) bool {
	const least = 10
	return c.ok && o.ok && abs(c.r-o.r) <= least && abs(c.g-o.g) <= least && abs(c.b-o.b) <= least
}

func abs(n int) int { return max(n, -n) }

func colourOf(v string) colour {
	switch v {
	case "white", "snow", "ivory", "ghostwhite", "floralwhite":
		return colour{255, 255, 255, true}
	case "black":
		return colour{0, 0, 0, true}
	}
	if hex, ok := strings.CutPrefix(v, "#"); ok {
		if len(hex) == 3 {
			hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
		}
		n, err := strconv.ParseUint(hex, 16, 32)
		if err != nil || len(hex) != 6 {
			return colour{}
		}
		return colour{int(n >> 16), int(n >> 8 & 255), int(n & 255), true}
	}
	args, ok := strings.CutPrefix(v, "rgb(")
	if !ok {
		return colour{}
	}
	var c [3]int
	for i, s := range strings.SplitN(strings.TrimSuffix(args, ")"), ",", 3) {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil {
			return colour{}
		}
		c[i] = n
	}
	return colour{c[0], c[1], c[2], true}
}

// look is how the words of an element look, as far as it tells whether they are
// seen. Children inherit it.
type look struct {
	ink, ground colour
	pre         bool // white space stands as it is
	struck      bool
}

// with is the look of an element inside l.
func (l look) with(d declarations, n *html.Node) look {
	if v, ok := d["color"]; ok {
		l.ink = colourOf(v)
		if v == "transparent" {
			l.ink = l.ground
		}
	}
	for _, name := range []string{"background", "background-color"} {
		if v, ok := d[name]; ok && v != "transparent" && v != "none" && v != "inherit" {
			l.ground = colourOf(v)
		}
	}
	if v, ok := d["white-space"]; ok {
		l.pre = strings.HasPrefix(v, "pre")
	}
	l.pre = l.pre || n.DataAtom == atom.Pre
	line := d["text-decoration"] + d["text-decoration-line"]
	l.struck = l.struck || strings.Contains(line, "line-through") ||
		n.DataAtom == atom.S || n.DataAtom == atom.Strike || n.DataAtom == atom.Del
	return l
}
