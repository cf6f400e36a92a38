package parser

import (
	"nomicmail/internal/rules"
	"slices"
	"strings"
)

// revise reads "revise 301" and the new text.
func (r *reader) revise(f Fragment, i int, args []string) (next int, ok bool) {
	nums := numbersIn(args, r.lang)
	others := slices.ContainsFunc(args, func(w string) bool { return numeral(w, r.lang) == 0 && !r.beside("revise", w) })
	if len(nums) != 1 || others || r.rule(nums[0]) {
		return 0, false // "new text for rule 203" amends it
	}
	at := r.lineEnd(i)
	if colon := strings.IndexByte(r.lines[i].text, ':'); colon >= 0 {
		at = r.lines[i].start + colon + 1
	}
	next = r.revised(f, nums[0], at)
	return max(r.lineBehind(next), i+1), true
}

// revised reads the new text of a proposal from a place on.
func (r *reader) revised(f Fragment, proposal, at int) (next int) {
	b := r.block(at, true)
	d := rules.Draft{Title: b.title, Text: b.text, Clause: b.clause}
	switch e := r.editWithin(rules.Draft{Kind: rules.Amend, Rule: proposal, Text: b.text}); {
	case b.text == "" && b.clause == "" && b.title == "":
		f.Reason = "no-text"
	case b.swallows != "":
		f.Reason = b.swallows
	case e != nil:
		d.Edit, d.Text = e, ""
	}
	f.Command = rules.Revise{Proposal: proposal, Draft: d}
	r.say(f)
	return b.next
}
