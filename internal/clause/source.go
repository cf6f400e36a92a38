package clause

import "strings"

// Source gives the lines that define name, and below them those of the private
// names that it may use; "" when the clause does not define it. Where two
// clauses have the same source for a name, the name does the same in both.
func (p *Program) Source(name string) string {
	d := p.named[name]
	if d == nil {
		return ""
	}
	text := p.definition(d)
	for _, other := range p.order {
		if private(other.name) && other != d {
			text += "\n" + p.definition(other)
		}
	}
	return text
}

// definition gives the lines of one definition, up to the next.
func (p *Program) definition(d *definition) string {
	lines := strings.Split(p.source, "\n")
	last := len(lines)
	for _, next := range p.order {
		if next.line > d.line {
			last = min(last, next.line-1)
		}
	}
	text := lines[d.line-1 : max(last, d.line)]
	for i, l := range text {
		text[i] = strings.TrimRight(l, " \t")
	}
	return strings.TrimRight(strings.Join(text, "\n"), "\n")
}
