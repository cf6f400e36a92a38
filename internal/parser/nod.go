package parser

import (
	"strings"

	"nomicmail/internal/rules"
)

// answersRow notes words right below the row of one proposal that are no vote
// and sound like one: "Sure.", "No way!", "+1".
func (r *reader) answersRow(text string) bool {
	about := distinct(r.rows)
	if len(about) != 1 || !r.open(about[0]) || len(r.nods) >= maxAsked {
		return false
	}
	o := nodded(text)
	if o == "" {
		return false
	}
	r.meant = true
	r.nods = append(r.nods, Fragment{
		Text: text, Verb: "vote", Command: rules.Vote{Proposal: about[0], Option: o, Source: text},
		Reason: "unclear", Answers: r.sayFor(about, o),
	})
	return true
}

// nodded is what words without a vote would vote for, "" when they say nothing.
func nodded(text string) rules.Option {
	v := vocabulary()
	switch f := foldLine(strings.Trim(text, " \t.,;!…*_")); {
	case f == "+1", v.in("assent", f):
		return rules.For
	case f == "-1", v.in("refusal", f):
		return rules.Against
	}
	return ""
}

// askNods asks about what sounded like a vote where the author has not said it
// plainly, above or below.
func (r *reader) askNods() {
	for _, f := range r.nods {
		if !r.decided(f) {
			r.hold(f)
		}
	}
}
