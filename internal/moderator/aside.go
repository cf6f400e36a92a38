package moderator

import (
	"slices"
	"strings"

	"nomicmail/internal/parser"
	"nomicmail/templates"
)

// mostAsides bounds what a receipt tells of the parts that were set aside.
const mostAsides = 5

// telling are the commands whose author would miss them.
var telling = []string{"vote", "enact", "amend", "repeal", "transmute", "revise", "withdraw", "open", "forfeit", "join", "judgment", "ruling"}

// noteAsides notes for the receipt the parts of a mail that were not read as its
// author's words and hold a command: a vote below the signature, or in the
// quotation of another player's mail. What is quoted of our own letters is none.
func (s *sheet) noteAsides(r parser.Reading, ctx parser.Context) {
	ctx.Questions, ctx.Rows = nil, nil
	for _, a := range r.Aside {
		l := &parser.Letter{Kind: parser.Message, Text: unquoted(a.Said)}
		var words []string
		for _, f := range parser.Read(l, ctx).Fragments {
			counts := f.Outcome == parser.Counted || f.Reason == "not-open" // as it may be by now
			if counts && slices.Contains(telling, f.Verb) {
				words = append(words, f.Text)
			}
		}
		if len(words) == 0 || len(s.aside) >= mostAsides {
			continue
		}
		s.aside = append(s.aside, templates.Item{Words: strings.Join(words, "\n"), Why: a.Why})
		s.in.Commands = append(s.in.Commands, firstLines(words[0], 1)+": set aside ("+a.Why+")")
	}
}

// unquoted is a text without the marks of quotation before its lines, and
// without the line that begins a signature (RFC 3676 §4.3).
func unquoted(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimLeft(line, "> \t|"); strings.TrimSpace(line) != "--" {
			b.WriteString(strings.TrimRight(line, "\n") + "\n")
		}
	}
	return b.String()
}
