package parser

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nomicmail/internal/rules"
)

// propose reads the proposal that begins with the first of the sentences, whose
// tokens lie at base in the letter; ok is false when there is none. next is the
// place at which reading goes on.
func (r *reader) propose(list []sentence, base int) (next int, ok bool) {
	s := list[0]
	src := r.text[base:]
	o := r.opening(s, src)
	if o == nil {
		return 0, false
	}
	words := oneLine(src[s.start:s.end])
	if !o.proposes() || o.noise {
		if o.noise && o.proposes() && r.c.MayPropose && len(o.rules) > 0 {
			r.hold(Fragment{Text: words, Verb: string(o.kinds[0]), Reason: "unclear"})
			return base + s.end, true
		}
		return 0, false
	}
	if o.revises {
		f := Fragment{Text: words, Verb: "revise"}
		return r.revised(f, o.rules[0], base+o.textAt), true
	}
	drafts := o.drafts()
	d := &drafts[0]
	f := Fragment{Text: words, Verb: string(d.Kind), Reason: o.doubt}
	if r.pasted || r.tentative {
		f.Reason = cmp.Or(f.Reason, "unclear")
	}
	next = base + s.end
	if o.takesText() && (o.edit == nil || *o.edit == rules.Edit{}) {
		var reason string
		next, reason = r.proposed(o, d, list, base)
		if f.Reason == "" {
			f.Reason = reason
		}
	}
	r.drafts = append(r.drafts, drafts...)
	f.Command = rules.Propose{Drafts: drafts}
	f.Lines = r.aboveAll(r.text[base+s.start : r.pointEnd(max(next, base+s.end))])
	r.say(f)
	return next, true
}

// aboveAll puts the line with a title above the lines of its proposal.
func (r *reader) aboveAll(lines string) string {
	above := r.titleLine
	r.titleLine = ""
	return strings.Trim(above+"\n"+strings.TrimRight(lines, " \t\n"), "\n")
}

// pointEnd is the end of the line of a place, when nothing but marks stands between.
func (r *reader) pointEnd(at int) int {
	if end := r.lineEnd(r.lineAt(at)); end > at && strings.Trim(r.text[at:end], " \t.,;!\"”»)") == "" {
		return end
	}
	return at
}

// proposed reads the text of a draft; reason is why it must be asked about.
func (r *reader) proposed(o *opening, d *rules.Draft, list []sentence, base int) (next int, reason string) {
	at, aside := o.textAt, false
	if !o.marked && !o.inline && !o.dashed {
		at, aside = r.laterMark(o, list, base)
	}
	if o.dashed || o.marked {
		d.Title, at = r.titleBehind(base+at, o.dashed)
		at -= base
	}
	b := block{text: o.text, next: base + o.end}
	if next, ok := r.editsBelow(o, d, base+at); ok {
		return next, ""
	}
	if o.text == "" {
		b = r.block(base+at, !o.inline)
	}
	d.Text, d.Clause, d.Power, next = b.text, b.clause, b.power, b.next
	if d.Category = b.category; d.Category != "" && d.Kind != rules.Enact {
		return next, "unclear" // only what a proposal makes gets one
	}
	if d.Kind == rules.Enact && r.c.Pool != nil && d.Power.Sign() == 0 {
		d.Power = o.power
	}
	switch {
	case b.title != "":
		d.Title = b.title
	case o.title != "":
		d.Title = o.title
	case d.Title == "":
		d.Title = r.above
	}
	r.above = ""
	if d.Edit != nil {
		d.Edit.New, d.Text = b.text, ""
	}
	switch e := r.editWithin(*d); {
	case r.cut && next >= len(r.text):
		reason = "garbled"
	case !strings.ContainsFunc(b.text, unicode.IsLetter) && (d.Kind == rules.Enact || b.clause == ""):
		reason = "no-text"
	case aside, o.text == "" && strings.HasSuffix(b.text, ":") && !strings.Contains(b.text, "\n"): // "The text shall be:"
		reason = "no-text"
	case o.inline && !capital(b.text):
		reason = "no-text"
	case o.framed && o.text == "" && !r.framed:
		reason = "unclear"
		if o.second() {
			reason = "two-changes"
		}
	case b.swallows != "":
		reason = b.swallows
	case r.c.Pool != nil && (r.holdsParts(base+at, next) || r.beginsWithEdit(*d)):
		reason = "unclear"
	case o.text == "" && b.clause == "" && beforeAfter(b.text), o.text == "" && withCode(b.text), d.Kind == rules.Amend && o.text == "" && e == nil && r.bareEdit(b.text):
		reason = "unclear"
	case e != nil:
		d.Edit, d.Text = e, ""
	}
	return next, reason
}

// second says that another rule is named behind the quotation that begins the
// text: amend 203 to read "A" and 204 to read "B".
func (o *opening) second() bool {
	return slices.ContainsFunc(o.toks, func(t token) bool { return t.kind == number && t.start > o.textAt })
}

// capital says that words right behind "amend 203" are its text: a sentence
// begins with a capital letter.
func capital(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return !unicode.IsLower(first)
}

// laterMark is where the text begins that a later sentence of the paragraph
// announces: "I propose to amend rule 203. It shall read: ...". aside says that
// the opening is followed by other words, which are no text.
func (r *reader) laterMark(o *opening, list []sentence, base int) (at int, aside bool) {
	rest := r.text[base+o.end : r.lineEnd(r.lineAt(base+o.end))]
	same := strings.Trim(rest, " \t.,;:!") != ""
	for i, s := range list[1:] {
		if m := announces(s, i == 0 && o.kinds[0] == rules.Enact); m >= 0 {
			return m, false
		}
	}
	return o.end, same && o.seen&(sPropose|sMine) != 0
}

// announces is where a text begins that a sentence announces without naming a
// rule: "It should read: ..."; -1 when it does not. Right behind a proposal of a new
// rule, of which there is no other text, "It goes like this:" is enough.
func announces(s sentence, behindNew bool) int {
	var seen sense
	for i, t := range s.toks {
		switch {
		case t.kind == colon || t.kind == quoteTok && i > 0:
			wanted := seen&(sShall|sShould|sMine|sPropose) != 0
			if seen&sReads == 0 || !wanted && !(behindNew && t.kind == colon && i == len(s.toks)-1) {
				return -1
			}
			if t.kind == colon {
				return t.end
			}
			return t.start
		case t.kind != word || t.sense&sIdle == 0:
			return -1
		}
		seen |= t.sense
	}
	return -1
}

// Bounds of a title that stands in a line with other words, in bytes.
const maxTitle = 80

// titleBehind takes the title that stands behind "enact" and a dash, or behind a
// colon and above a blank line, off the text below it; at is where that begins.
func (r *reader) titleBehind(at int, dashed bool) (title string, text int) {
	i := r.lineAt(at)
	title = strings.TrimSpace(r.text[at:r.lineEnd(i)])
	last, _ := utf8.DecodeLastRuneInString(title)
	first, _ := utf8.DecodeRuneInString(title)
	if title == "" || len(title) > maxTitle || strings.ContainsRune(".!?;:,…\"”»“", last) || closers[first] != "" || unicode.IsLower(first) {
		return "", at
	}
	k := r.skipBlank(i + 1)
	if k >= len(r.lines) || r.lines[k].mark != mOwn || r.endWord(k) {
		return "", at
	}
	label, _ := r.label(k, r.lines[k].start)
	below, _ := utf8.DecodeRuneInString(strings.TrimSpace(r.lines[k].text))
	if label == "" && k == i+1 && (!dashed || unicode.IsLower(below)) || label == "title" || label == "clause" {
		return "", at
	}
	return title, r.lineEnd(i)
}

// editWithin is the edit that a whole text turns out to be: below "amend 203"
// stands "replace “two” with “three”".
func (r *reader) editWithin(d rules.Draft) *rules.Edit {
	if d.Kind != rules.Amend || d.Edit != nil || len(d.Text) > 1000 || strings.Contains(d.Text, "\n\n") {
		return nil
	}
	src := "amend " + itoa(d.Rule) + ": " + strings.TrimRight(d.Text, " .")
	list := sentences(tokens(src, r.lang), src)
	if len(list) != 1 {
		return nil
	}
	anywhere := reader{names: r.names} // whatever bears the number
	o := anywhere.editing(withoutEndings(list[0].toks), len(src), src)
	if o == nil || o.noise || o.doubt != "" || o.marked || o.edit == nil {
		return nil
	}
	return o.edit
}

// bareEdit says that a text is an edit in which nothing marks the words: below
// "amend 208" stands "replace 100 with 150", or "where it says 100 it should say 150".
func (r *reader) bareEdit(text string) bool {
	if len(text) > maxBareEdit || strings.Contains(text, "\n\n") {
		return false
	}
	toks := tokens(text, r.lang)
	if len(toks) == 0 || len(sentences(toks, text)) != 1 {
		return false
	}
	makes := sense(0)
	switch {
	case toks[0].sense&sReplace != 0:
		makes = sWith | sInstead
	case whereItSays(toks[0]):
		makes = sShall | sShould | sReads
	}
	return slices.ContainsFunc(toks[1:], func(t token) bool { return t.sense&makes != 0 })
}

// maxBareEdit is how long such an edit is at most, in bytes.
const maxBareEdit = 200

// drafts makes the rule-changes that the opening names, one for each rule.
func (o *opening) drafts() []rules.Draft {
	if o.kinds[0] == rules.Enact {
		return []rules.Draft{{Kind: rules.Enact}}
	}
	var out []rules.Draft
	for _, k := range o.kinds {
		for _, n := range o.rules {
			out = append(out, rules.Draft{Kind: k, Rule: n, Amendment: o.amendment, Edit: o.edit})
		}
	}
	return out
}

// titled gives the one proposal of a mail that has no title the one in the
// Subject: "Proposal: Tea for all".
func (r *reader) titled(subject string) {
	var only *rules.Draft
	for _, f := range r.frags {
		p, ok := f.Command.(rules.Propose)
		if !ok {
			continue
		}
		if only != nil || len(p.Drafts) != 1 {
			return
		}
		only = &p.Drafts[0]
	}
	if only == nil || only.Title != "" || only.Kind != rules.Enact && only.Kind != rules.Amend {
		return
	}
	only.Title = r.titleIn(subject)
}

// titleIn is the title in a Subject, behind words that announce a proposal.
func (r *reader) titleIn(subject string) string {
	toks := tokens(subject, r.lang)
	i := slices.IndexFunc(toks, func(t token) bool { return t.kind == colon || t.kind == comma && dash(t.text) || t.kind == quoteTok })
	if i < 1 || !announcing(toks[:i]) {
		return ""
	}
	at := toks[i].end
	if toks[i].kind == quoteTok {
		at = toks[i].start
	}
	title := strings.Trim(subject[at:], " \t\"“”«»„")
	if title == "" || len(title) > 2*maxTitle || announcing(toks[i+1:]) {
		return ""
	}
	return title
}

// announcing says that words tell only that a proposal follows, and which.
func announcing(toks []token) bool {
	var seen sense
	for _, t := range toks {
		switch {
		case t.kind == number || t.kind == stop:
		case t.kind == word && t.sense&(sIdle|sKind|sAmendment) != 0:
			seen |= t.sense
		default:
			return false
		}
	}
	return seen&(sKind|sProposal|sPropose|sMine|sRule|sAmendment) != 0
}
