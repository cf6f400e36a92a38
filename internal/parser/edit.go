package parser

import (
	"regexp"
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

const sEdit = sReplace | sAppend | sDelete

// editing reads an amendment that names only what changes: replace "x" with "y"
// in 203, append to 203: ..., delete "x" from 203. It is nil when the sentence is
// none; what looks like one and cannot be resolved is in doubt.
func (r *reader) editing(toks []token, end int, src string) *opening {
	quoted := func(t token) bool { return t.kind == quoteTok }
	if !slices.ContainsFunc(toks, quoted) && len(toks) > 0 {
		toks = withSingles(toks, src)
	}
	words := slices.ContainsFunc(toks, quoted) // without them, "remove" makes away with a rule
	o := r.newOpening(toks, end)
	var verb sense
	behind := -1 // a colon behind the rule's number
	for i, t := range toks {
		switch {
		case t.sense&sEdit != 0 && verb == 0 && (words || t.sense&sKind == 0):
			verb = t.sense & sEdit
			o.leads, o.first = o.leads || o.first || behind >= 0 && behind == i-1, false
			o.seen |= t.sense
			continue
		case t.sense&sEdit != 0 && verb != 0 && t.kind == word:
			continue // "cseréljük ... helyett": one edit, two words of it
		case t.kind == colon && verb&sAppend != 0 && len(o.rules) > 0 && len(o.quotes) == 0:
			o.textAt, o.marked = t.end, true
		case t.kind == colon && len(o.rules) > 0:
			behind = i
		}
		if o.marked {
			break
		}
		o.word(i)
	}
	if len(o.rules) != 1 || o.denied || !o.edits(verb, behind) {
		return nil
	}
	o.kinds = []rules.Kind{rules.Amend}
	if o.edit == nil && o.doubt == "" {
		o.doubt = "unclear"
	}
	if verb == 0 && o.seen&(sShall|sShould|sAmend) != 0 {
		o.leads = true
	}
	if o.edit != nil && behind >= 0 {
		o.seen &^= sShould // "amend 209: where it says “25” it should say “30”" is no opinion
	}
	return r.judged(o)
}

// edits makes the edit of the quotations; false when the sentence is no edit.
func (o *opening) edits(verb sense, behind int) bool {
	q := o.quotes
	text := func(i int) string { return inner(o.toks[q[i]].text) }
	two := len(q) == 2 && (behind < 0 || verb != 0 && !o.noise)
	switch {
	case verb&sReplace != 0 && two, verb == 0 && len(q) == 2 && o.becomes(behind):
		first, second := text(0), text(1)
		if o.insteadBetween() {
			first, second = second, first
		}
		o.edit = &rules.Edit{Old: first, New: second}
	case verb&sDelete != 0 && len(q) == 1 && !o.noise:
		o.edit = &rules.Edit{Old: text(0)}
	case verb&sAppend != 0 && len(q) == 1 && !o.noise:
		o.edit = &rules.Edit{New: text(0)}
	case verb&sAppend != 0 && len(q) == 0 && o.marked:
		o.edit = &rules.Edit{}
	case verb&sReplace != 0 && len(q) == 1:
		return false // replace rule 203 with "..."
	case verb != 0 && behind < 0 && len(q) > 0:
		return o.leads || o.seen&(sPropose|sMine) != 0 // more than one edit, or one that is not known
	case verb&sAppend != 0 && len(q) == 0 && !o.noise && o.seen&(sMutable|sKind) == 0:
		o.edit = &rules.Edit{} // the text stands below
	case verb&(sReplace|sAppend) != 0 && behind < 0 && len(q) == 0:
		return o.leads && o.noise && o.seen&sKind == 0 // words to change that nothing marks
	default:
		return false
	}
	return true
}

// becomes says that a sentence with two quotations and no verb of an edit makes
// the one the other: "ten" becomes "five". Behind a colon it may be a rule's text,
// unless that begins with "where it says".
func (o *opening) becomes(behind int) bool {
	if behind < 0 {
		return o.seen&(sAmend|sShall|sShould|sInstead) != 0
	}
	if behind >= o.quotes[0] {
		return false
	}
	before, between := o.toks[behind+1:o.quotes[0]], o.toks[o.quotes[0]+1:o.quotes[1]]
	switch {
	case o.quotes[1] != len(o.toks)-1:
		return false
	case len(before) == 1 && whereItSays(before[0]):
		made := false
		for _, t := range between {
			if t.kind != comma && t.sense&sIdle == 0 {
				return false
			}
			made = made || t.sense&(sShall|sShould|sMake|sReads) != 0
		}
		return made
	}
	return len(before) == 0 && len(between) == 1 && between[0].sense&(sShall|sMake) != 0
}

// whereItSays says that words point at a place in a rule: "where it says", "donde dice".
func whereItSays(t token) bool { return t.sense&sPart != 0 && strings.Contains(t.text, " ") }

// insteadBetween says that the words to be put in come first: write “three”
// instead of “two”.
func (o *opening) insteadBetween() bool {
	return slices.ContainsFunc(o.toks[o.quotes[0]:o.quotes[1]], func(t token) bool { return t.sense&sInstead != 0 })
}

// singleQuotes finds words between single quotes; an apostrophe inside a word
// opens none.
var singleQuotes = regexp.MustCompile(`(?:^|[\s(])(['‘][^'’\n]{1,500}['’])`)

// withSingles adds to the tokens the words between single quotes, as quotations.
func withSingles(toks []token, src string) []token {
	from, to := toks[0].start, toks[len(toks)-1].end
	out := slices.Clone(toks)
	for _, m := range singleQuotes.FindAllStringSubmatchIndex(src[from:min(to+2, len(src))], 3) {
		start, end := from+m[2], from+m[3]
		k := slices.IndexFunc(out, func(t token) bool { return t.start >= start })
		if k < 0 {
			continue
		}
		q := token{kind: quoteTok, start: start, end: end, text: src[start:end]}
		j := k
		for j < len(out) && out[j].end <= end {
			j++
		}
		out = slices.Replace(out, k, j, q)
	}
	return out
}

// inner takes the quotation marks off, and nothing else.
func inner(s string) string {
	r := []rune(s)
	if len(r) < 2 {
		return s
	}
	return string(r[1 : len(r)-1])
}
