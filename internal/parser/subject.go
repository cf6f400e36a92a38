package parser

import (
	"slices"
	"strings"
)

// What a Subject says where it is the sender's own.

// ownSubject is the Subject when the sender wrote it: a reply's is ours.
func (r *reader) ownSubject() string {
	s, _ := struckThrough(r.l.Subject)
	s = strings.TrimSpace(s)
	for strings.HasPrefix(s, "[") {
		_, rest, ok := strings.Cut(s, "]")
		if !ok {
			break
		}
		s = strings.TrimSpace(rest)
	}
	prefix, _, ok := strings.Cut(s, ":")
	if ok && (r.l.answers() || replied(prefix) || forwarded(prefix)) {
		return ""
	}
	return s
}

// answers says that the letter tells which one it answers.
func (l *Letter) answers() bool { return len(l.InReplyTo)+len(l.References) > 0 }

// replied says that what stands before the colon of a Subject is put there by
// programs that answer.
func replied(prefix string) bool {
	return slices.Contains([]string{"re", "aw", "sv", "ynt", "res", "va", "antw", "ref", "odp", "vs", "yan", "rif"}, bareOfPrefix(prefix))
}

// forwarded is the same of programs that pass a mail on.
func forwarded(prefix string) bool {
	return slices.Contains([]string{"rv", "fwd", "fw", "enc", "ilt", "i"}, bareOfPrefix(prefix))
}

func bareOfPrefix(s string) string {
	return strings.TrimRight(strings.TrimSpace(fold(s)), "[]0123456789")
}

// answeredInSubject reads votes in a Subject that looks like an answer's, where
// nothing stands below it and the mail answers none, or our own letter, whose
// Subject has no votes: "Re: 301 FOR". The sender wrote them.
func (r *reader) answeredInSubject() {
	prefix, rest, ok := strings.Cut(r.l.Subject, ":")
	if !ok || !replied(prefix) || !r.saysNothing() {
		return
	}
	s := &reader{l: r.l, c: r.c, names: r.names, original: r.original}
	s.read(strings.TrimSpace(rest))
	plain := func(f Fragment) bool { _, votes := votedOn(f); return votes && f.Outcome == Counted }
	if !s.talk && !slices.ContainsFunc(s.frags, func(f Fragment) bool { return !plain(f) }) {
		r.frags, r.lang = s.frags, s.lang
	}
}

// saysNothing says that the text of the mail has nothing of its author's but a
// greeting or a name, and no mail that it might answer but ours.
func (r *reader) saysNothing() bool {
	ours := r.c.Answered != "" && !r.c.Through
	if r.l.answers() && !ours {
		return false
	}
	v := vocabulary()
	for _, l := range r.lines {
		f := foldLine(strings.Trim(l.text, " \t.,!"))
		switch {
		case l.blank(), l.mark == mSignature, l.mark == mSignOff:
		case l.mark != mOwn && !ours, l.mark == mOwn && !v.in("closing", f) && !v.in("thanks", f) && !r.names[f]:
			return false
		}
	}
	return !r.commands()
}

// withSubject reads a Subject together with the text below it: it may be the
// whole mail, or the first line of a proposal.
func (r *reader) withSubject(subject string) {
	s := *r
	s.frags, s.lone, s.rows, s.nods, s.drafts, s.speakers, s.aloud = nil, nil, nil, nil, nil, nil, nil
	s.numbers, s.heading, s.ended, s.bad, s.own, s.led = nil, nil, false, 0, 0, false
	s.reclaimed, s.unended = 0, 0
	s.tentative = false
	s.headLines, s.naming, s.shown, s.quoting, s.buried = nil, false, nil, 0, false
	s.read(subject + "\n\n" + r.l.Text)
	if s.commands() {
		s.text, s.lines = r.text, r.lines
		*r = s
	}
}

// besideSubject asks about votes in a Subject on proposals on which the text below
// says nothing: "301 for", and below it "302 against".
func (r *reader) besideSubject(subject string) {
	s := &reader{l: r.l, c: r.c, names: r.names, original: r.original}
	s.read(subject)
	for _, f := range s.frags {
		n, ok := votedOn(f)
		if !ok || f.Outcome != Counted || r.mentions(n) {
			continue
		}
		f.Reason, f.Answers = "unclear", r.sayFor([]int{n}, optionIn(f))
		r.hold(f)
	}
}

// mentions says that a fragment votes on proposal n, or would.
func (r *reader) mentions(n int) bool {
	return slices.ContainsFunc(r.frags, func(f Fragment) bool {
		m, ok := votedOn(f)
		return ok && m == n
	})
}
