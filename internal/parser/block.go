package parser

import (
	"strings"
	"unicode/utf8"
)

// block is the text of a proposal, with its title and clause.
type block struct {
	title, text, clause string
	next                int // where reading goes on
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
	if strings.Trim(rest, " \t.,;:") == "" && skip {
		i++
		i = r.skipBlank(i)
		at = r.lineStart(i)
	}
	r.reclaim(i)
	for i < len(r.lines) {
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
		}
		if text == "" && next <= at {
			break
		}
		parts[name] = text
		b.next = next
		i = r.skipBlank(r.lineAt(next))
		at = r.lineStart(i)
		if at < next { // the rest of a line behind a closing mark
			i = r.skipBlank(i + 1)
			at = r.lineStart(i)
		}
		if r.ended {
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

// label is the part that line i names: "title", "text" or "clause", with the
// place behind its colon. A label begins its line.
func (r *reader) label(i, at int) (name string, behind int) {
	if i >= len(r.lines) || at != r.lines[i].start || r.lines[i].mark != mOwn {
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
			return n, at + len(label) + 1
		}
	}
	return "", 0
}

// part reads one part from a place in line i.
func (r *reader) part(at, i int, name string) (text string, next int) {
	if i >= len(r.lines) || at >= len(r.text) {
		return "", at
	}
	lead := at + len(r.text[at:]) - len(strings.TrimLeft(r.text[at:], " \t\n\u00a0"))
	first, _ := utf8.DecodeRuneInString(r.text[lead:])
	if lead < r.lineEnd(i) && closers[first] != "" && name != "clause" {
		if end := r.closing(lead, first); end > 0 {
			n := utf8.RuneLen(first)
			_, m := utf8.DecodeLastRuneInString(r.text[:end])
			return strings.Trim(r.text[lead+n:end-m], " \n\t"), end
		}
	}
	if strings.HasPrefix(r.text[lead:], "```") && lead < r.lineEnd(i) {
		return r.fenced(r.lineAt(lead))
	}
	if at == r.lines[i].start && indented(r.lines[i].text) {
		if text, next, ok := r.indent(i); ok {
			return text, next
		}
	}
	return r.unmarked(at, i)
}

// closing is the place behind the quotation mark that closes the one at a
// place, 0 when none does. Marks of two shapes are counted; of straight ones,
// the first counts that ends a line before a blank one, a label or the end.
func (r *reader) closing(at int, first rune) int {
	end := r.textEnd(r.lineAt(at))
	depth, last := 0, 0
	for k := at; k < end; {
		c, n := utf8.DecodeRuneInString(r.text[k:])
		switch {
		case k == at:
			depth++
		case strings.ContainsRune(closers[first], c) && c != first:
			depth--
			last = k + n
		case c == first && first == '"':
			if r.endsBlock(k + n) {
				return k + n
			}
			last = k + n
		case c == first:
			depth++
		}
		if depth == 0 {
			return k + n
		}
		k += n
	}
	return last
}

// endsBlock says that nothing more of a text follows in this line and the next.
func (r *reader) endsBlock(at int) bool {
	i := r.lineAt(at)
	if strings.Trim(r.text[at:r.lineEnd(i)], " \t.,;)") != "" {
		return false
	}
	if i+1 >= len(r.lines) || r.lines[i+1].blank() || r.lines[i+1].mark != mOwn {
		return true
	}
	label, _ := r.label(i+1, r.lines[i+1].start)
	return label != "" || r.endWord(i+1)
}

// textEnd is the end of what may belong to a text that begins in line i: the
// next signature or attribution.
func (r *reader) textEnd(i int) int {
	for ; i < len(r.lines); i++ {
		switch r.lines[i].mark {
		case mSignature, mAttribution, mForwarded:
			return r.lines[i].start
		}
	}
	return len(r.text)
}

func indented(s string) bool {
	return strings.HasPrefix(s, "  ") || strings.HasPrefix(s, "\t")
}

// fenced reads up to the closing fence.
func (r *reader) fenced(i int) (string, int) {
	var out []string
	for k := i + 1; k < len(r.lines); k++ {
		if strings.HasPrefix(strings.TrimSpace(r.lines[k].text), "```") {
			return joinText(out), r.lineStart(k + 1)
		}
		out = append(out, r.lines[k].text)
	}
	return r.unmarked(r.lines[i].start+3, i)
}

// indent reads a text that is marked by its indent, when all its lines are.
func (r *reader) indent(i int) (string, int, bool) {
	var out []string
	k := i
	for ; k < len(r.lines) && r.lines[k].mark == mOwn && (indented(r.lines[k].text) || r.lines[k].blank()); k++ {
		out = append(out, r.lines[k].text)
	}
	if k < len(r.lines) && r.lines[k].mark == mOwn && !r.lines[k-1].blank() && !r.endWord(k) {
		if label, _ := r.label(k, r.lines[k].start); label == "" {
			return "", 0, false // a first line set in, as in books
		}
	}
	return joinText(dedent(out)), r.lineStart(k), true
}

// unmarked reads a text without marks: to `end`, the next label, a signature, or
// a quotation that is not inside it.
func (r *reader) unmarked(at, i int) (string, int) {
	var out []string
	k := i
	for ; k < len(r.lines); k++ {
		l := &r.lines[k]
		if k > i && l.mark == mQuoted && r.inside(k) {
			out = append(out, l.text)
			continue
		}
		if l.mark != mOwn {
			break
		}
		if r.endWord(k) {
			r.ended = true
			break
		}
		if k > i {
			if label, _ := r.label(k, l.start); label != "" {
				break
			}
			out = append(out, l.text)
		} else {
			out = append(out, strings.TrimLeft(r.text[at:r.lineEnd(i)], " \t"))
		}
	}
	return joinText(dedent(r.withoutDone(out))), r.lineStart(k)
}

// inside says that a line which looks quoted stands in the middle of a
// paragraph of the author's.
func (r *reader) inside(k int) bool {
	return r.lines[k-1].mark == mOwn && !r.lines[k-1].blank() && k+1 < len(r.lines) && r.lines[k+1].mark == mOwn && !r.lines[k+1].blank()
}

// withoutDone takes a last line such as "That is all." off a text.
func (r *reader) withoutDone(out []string) []string {
	n := len(out)
	for n > 0 && blank(out[n-1]) {
		n--
	}
	if n > 1 && blank(out[n-2]) {
		f := foldLine(strings.Trim(out[n-1], " .,!"))
		if v := vocabulary(); v.in("done", f) || v.in("closing", f) {
			n--
		}
	}
	return out[:n]
}

// dedent takes the common indent off.
func dedent(list []string) []string {
	least := -1
	for _, l := range list {
		if blank(l) {
			continue
		}
		n := len(l) - len(strings.TrimLeft(l, " "))
		if least < 0 || n < least {
			least = n
		}
	}
	out := make([]string, len(list))
	for i, l := range list {
		if least > 0 && len(l) >= least {
			l = l[least:]
		}
		out[i] = l
	}
	return out
}

// joinText makes a text of lines, without the blank ones around it.
func joinText(list []string) string {
	return strings.Trim(strings.Join(list, "\n"), "\n")
}
