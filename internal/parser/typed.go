package parser

import (
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// Bounds of what is asked about.
const (
	maxAsked      = 5   // fragments
	maxTypedLine  = 500 // bytes
	maxTypedLines = 400
)

// whose names the marks that set a line aside.
var whose = map[mark]string{mQuoted: "quoted", mAttribution: "quoted", mSignature: "signature", mSignOff: "signature", mForwarded: "forwarded", mFooter: "footer", mCut: "signature"}

// askTyped asks about what is marked as quoted, is a command, and yet does not
// stand in the letter that is answered: it may be an answer typed into it, or
// the author's own line that happens to begin with the mark.
func (r *reader) askTyped() {
	read, asked, ours := 0, 0, 0
	for i := range r.lines {
		if r.lines[i].ours {
			ours++
		}
	}
	fresh := r.answersNone()
	foreign := false // somebody else's mail stands in this quotation
	for i := range r.lines {
		l := &r.lines[i]
		if l.mark == mOwn || l.mark == mAttribution {
			foreign = l.mark == mAttribution && fresh || foreign && l.blank()
			continue
		}
		foreign = foreign || r.introduces(i)
		if foreign || l.edit != nil || l.from > 0 || l.ours && ours > 2 || l.blank() || len(l.bare) > maxTypedLine || !r.typed(l, fresh) {
			continue
		}
		if read++; read > maxTypedLines || asked >= maxAsked {
			return
		}
		for _, f := range r.commandsIn(l) {
			if r.decided(f) {
				continue
			}
			asked++
			f.Outcome, f.Reason, f.Answers = HeldBack, "unclear", r.answersTo(f)
			r.frags = append(r.frags, f)
			l.mark = mOwn // it is not set aside
		}
	}
}

// introduces says that line i, inside a quotation, begins somebody else's mail.
func (r *reader) introduces(i int) bool {
	l := r.lines[i]
	if l.from > 0 {
		return false
	}
	return originalMessage(l.bare) || headerBlock(r.lines, i) || strings.HasSuffix(strings.TrimSpace(l.bare), ":") && wroteIn(l.bare)
}

// typed says that a line may be the author's own though a mark stands before it:
// it is quoted once, and the mail answers a letter of ours in which it does not
// stand, or is a fresh one; or it is a sentence that we write too.
func (r *reader) typed(l *line, fresh bool) bool {
	switch {
	case l.ours:
		return true
	case l.mark != mQuoted || l.marks > 1 || l.marks == 1 && r.l.HTMLOnly || (l.marks == 1) == l.barred():
		return false
	}
	return fresh || r.c.Answered != "" && !r.c.Through
}

// barred says that another sign than ">" stands before the line's words, in the
// manner of a few programs: a bar, as in our letters before a player's words, a
// colon, a brace.
func (l *line) barred() bool {
	t := strings.TrimLeft(l.bare, " ")
	if cells := strings.Split(strings.TrimRight(t, " "), "|"); len(cells) > 3 && cells[0] == "" && !blank(cells[1]) && cells[len(cells)-1] == "" {
		return false // a row of a table: "| 301 | for |"
	}
	return len(t) > 1 && t[1] == ' ' && (t[0] == '|' || t[0] == ':' || t[0] == '}') || t == "|"
}

// decided says that the author's own words vote on what f votes on.
func (r *reader) decided(f Fragment) bool {
	n, ok := votedOn(f)
	return ok && slices.ContainsFunc(r.frags, func(g Fragment) bool {
		m, voted := votedOn(g)
		return voted && m == n && g.Outcome != SetAside
	})
}

func (r *reader) answersTo(f Fragment) []string {
	if v, ok := f.Command.(rules.Vote); ok {
		return r.sayFor([]int{v.Proposal}, v.Option)
	}
	return nil
}

// commandsIn are the votes on open proposals and the beginnings of proposals
// that a line would be if it were its author's, in the language that it is in.
func (r *reader) commandsIn(l *line) (out []Fragment) {
	in := r.lang
	if i := languageOf(l.bare); i >= 0 {
		in = tongue{i, true, in.present, in.series}
	}
	for _, s := range sentences(tokens(l.bare, in), l.bare) {
		text := strings.TrimSpace(l.bare)
		for _, c := range readVotes(s, r.names, r.open).claims {
			for _, n := range c.nums {
				if c.reason == "" && c.option != "" && !c.react && c.option != rules.Withdrawn && r.open(n) {
					out = append(out, Fragment{Text: text, Verb: "vote", Command: rules.Vote{Proposal: n, Option: c.option, Source: text}})
				}
			}
		}
		if o := r.opening(s, l.bare); o != nil && o.proposes() && !o.noise && o.doubt == "" {
			out = append(out, Fragment{Text: text, Verb: string(o.kinds[0])})
		}
	}
	return out
}
