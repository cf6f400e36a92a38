package parser

import (
	"slices"
	"strings"
)

// special reads line i when it is a row of boxes, a table's head, a number in
// reply, or a command that is no sentence.
func (r *reader) special(i int) (next int, ok bool) {
	l := &r.lines[i]
	if len(l.text) > 1000 {
		return 0, false
	}
	if rest, ok := aloud(l.text); ok {
		return r.toAll(i, rest), true
	}
	if len(l.text) < 8 && bareNumber(strings.TrimLeft(l.text, " +-")) > 0 && r.answersRow(l.text) {
		return i + 1, true
	}
	toks := tokens(l.text, r.lang)
	if c, ok := headOf(toks, l.text); ok && r.boxesBelow(i) {
		r.head = c
		return i + 1, true
	}
	if r.ticked(toks, l, false) {
		r.row = i
		return i + 1, true
	}
	if r.emptyRow(toks, i) {
		r.row = i
		return i + 1, true
	}
	if r.answers(i) {
		return i + 1, true
	}
	if r.headed(i) {
		return i + 1, true
	}
	if label, at := r.label(i, l.start); label == "title" && i+1 < len(r.lines) && r.lines[i+1].mark == mOwn && r.proposing(r.lines[i+1].text) {
		r.above = oneLine(strings.Trim(r.text[at:r.lineEnd(i)], " \t\"“”«»"))
		r.titleLine = l.text
		return i + 1, true
	}
	if r.c.Pool != nil {
		if next, ok := r.partLine(i); ok {
			return next, true
		}
	}
	r.leads(i)
	return r.commandLine(i)
}

// isSpecial says that special would read line i, without doing so.
func (r *reader) isSpecial(i int) bool {
	l := r.lines[i].text
	if len(l) > 300 {
		return false
	}
	if r.goesOnAt(i) {
		return true
	}
	if row, _ := r.c.Ballots.row(l); row != nil {
		return true
	}
	if _, ok := r.ballotAt(i); ok {
		return true
	}
	toks := tokens(l, r.lang)
	if _, ok := aloud(l); ok || slices.ContainsFunc(toks, func(t token) bool { return t.kind == box }) || crossed(toks, r.head) || r.emptyRow(toks, i) {
		return true
	}
	probe := *r
	probe.frags = slices.Clip(r.frags)
	if len(r.c.Questions) > 0 && probe.answers(i) {
		return true
	}
	head, rest, _ := strings.Cut(l, ":")
	words := spokenWords(head)
	if len(words) == 0 {
		return false
	}
	switch verb, _ := r.commandIn(words, rest); verb {
	case "":
		if !r.c.Organiser {
			return false
		}
		verb, _ := orderOf(words)
		return verb != "" && r.openingIn(l) == nil
	case "revise", "judgment", "ruling": // they read on below their line
		return true
	}
	_, ok := probe.commandLine(i)
	return ok
}

// single says that line i is all that the author wrote.
func (r *reader) single(i int) bool {
	if r.own > 1 || len(r.l.InReplyTo) == 0 && r.c.Answered == "" {
		return false
	}
	for k := i + 1; k < len(r.lines); k++ {
		if r.lines[k].mark == mOwn && !r.lines[k].blank() {
			return false
		}
	}
	return true
}

func bareNumber(s string) int {
	s = strings.Trim(s, " \t.)#:")
	if len(s) != 1 || s[0] < '1' || s[0] > '9' {
		return 0
	}
	return int(s[0] - '0')
}
