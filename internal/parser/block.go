package parser

import (
	"regexp"
	"strings"

	"nomicmail/internal/rules"
)

// block is the text of a proposal, with its title and clause.
type block struct {
	title, text, clause string
	next                int    // where reading goes on
	swallows            string // why it must be asked about: commands stand in a text that nothing marks
	power               rules.Ratio
	category            string
}

// block reads the parts of a proposal that begin at a place in the letter.
// Nothing but a mark, `end`, a signature or a quotation below ends them, and
// what is marked by quotation marks, a fence or an indent may hold anything.
func (r *reader) block(at int, skip bool) block {
	b := block{next: at}
	parts := map[string]string{}
	name := "text"
	i := r.lineAt(at)
	rest := r.text[at:r.lineEnd(i)]
	if strings.Trim(rest, " \t.,;:*_") == "" && skip {
		i++
		i = r.skipBlank(i)
		at = r.lineStart(i)
	}
	r.reclaim(i)
	for i < len(r.lines) {
		if r.headOfPart(i, &b, parts["text"] == "") {
			b.next = r.lineStart(i + 1)
			i = r.skipBlank(i + 1)
			at = r.lineStart(i)
			continue
		}
		if label, off := r.label(i, at); label != "" {
			name, at = label, off
			if blank(r.text[at:r.lineEnd(i)]) {
				i++
				if name != "clause" {
					i = r.skipBlank(i)
				}
				at = r.lineStart(i)
			}
		} else if parts[name] != "" {
			break
		}
		var text string
		next := r.lineStart(i + 1)
		if name == "title" {
			text = strings.Trim(r.text[at:r.lineEnd(i)], " \t\"“”«»")
		} else {
			text, next = r.part(at, i, name)
			if name == "text" && r.unfenced {
				b.swallows = r.swallowed(at, next)
			}
		}
		if text == "" && next <= at {
			break
		}
		r.take(i, next)
		parts[name] = text
		b.next = next
		i = r.skipBlank(r.lineAt(next))
		at = r.lineStart(i)
		if at < next { // the rest of a line behind a closing mark
			i = r.skipBlank(i + 1)
			at = r.lineStart(i)
		}
		if r.ended || r.closed {
			r.closed = false
			break
		}
		if name == "title" && parts["text"] == "" {
			name = "text"
			continue
		}
		name = "none"
		parts[name] = "."
	}
	b.title, b.text, b.clause = oneLine(parts["title"]), parts["text"], parts["clause"]
	return b
}

// headOfPart takes a line at the beginning of a part that is of the proposal's head,
// or gives the rule its power or its category.
func (r *reader) headOfPart(i int, b *block, before bool) bool {
	if r.c.Pool == nil || !before || r.lines[i].mark != mOwn {
		return false
	}
	if label, value, ok := strings.Cut(r.lines[i].text, ":"); ok && vocabulary().in("power", foldLine(strings.Trim(label, " *_"))) {
		n, ok := ratioOf(value)
		if ok {
			b.power = n
		}
		return ok
	}
	h, ok := r.headLine(i)
	if ok && h.name == "category" {
		b.category = h.value
		return true
	}
	if !ok || h.name != "index" && h.name != "coauthors" {
		return false
	}
	r.headLines = append(r.headLines, h)
	return true
}

// take gives the lines from i to a place to the proposal, so that none of them
// is shown as set aside.
func (r *reader) take(i, next int) {
	for ; i < len(r.lines) && r.lines[i].start < next; i++ {
		r.lines[i].mark, r.lines[i].depth = mOwn, 0
	}
}

// label is the part that line i names: "title", "text" or "clause", with the
// place behind its colon. A label begins its line.
func (r *reader) label(i, at int) (name string, behind int) {
	if i >= len(r.lines) || at != r.lines[i].start || r.lines[i].mark != mOwn && !(r.lines[i].below && r.mine(i)) {
		return "", 0
	}
	l := r.lines[i].text
	label, _, ok := strings.Cut(l, ":")
	if !ok || len(label) > 30 {
		return "", 0
	}
	f := foldLine(strings.Trim(label, " *_"))
	v := vocabulary()
	for _, n := range []string{"title", "text", "clause"} {
		if v.in(n, f) {
			rest := l[len(label)+1:]
			if n != "clause" { // stars of bold type may close behind the colon
				rest = strings.TrimLeft(rest, "*_")
			}
			behind = at + len(l) - len(rest)
			return n, behind
		}
	}
	return "", 0
}

// clauseLine is a line of a clause, roughly.
var clauseLine = regexp.MustCompile(`^\s*(?:def |#|[a-z_]+\s*=)`)

// parts says that line k begins another part of a proposal whose text is being
// read: a clause, or at its end the title. "Code: be kind" is part of a text.
func (r *reader) parts(k int, name string) bool {
	label, behind := r.label(k, r.lines[k].start)
	rest := r.text[min(behind, r.lineEnd(k)):r.lineEnd(k)]
	switch {
	case label == "" || label == name:
		return false
	case label == "clause":
		return blank(rest) || clauseLine.MatchString(rest)
	case label == "title":
		next := r.skipBlank(k + 1)
		if next >= len(r.lines) || r.lines[next].mark != mOwn || r.endWord(next) {
			return true
		}
		below, _ := r.label(next, r.lines[next].start)
		return below == "clause"
	}
	return name != "text"
}
