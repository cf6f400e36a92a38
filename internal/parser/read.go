package parser

import (
	"strings"

	"nomicmail/internal/rules"
)

// Bounds of what is read in one mail.
const (
	maxBad       = 5    // lines in a row that look like commands and are none
	maxSentence  = 2000 // tokens; nobody writes more without a point
	maxFragments = 500
	leastWidth   = 50        // characters; no program wraps shorter lines
	maxText      = 256 << 10 // bytes; what is below is not read
	maxAbove     = 400       // quoted lines in a row, in a game without turns; nobody reads on to a ballot below
)

// Read finds what l says. l must be a Message.
func Read(l *Letter, c Context) Reading {
	r := &reader{l: l, c: c, names: namesOf(l), original: originalOf(c.Answered, c.Shown)}
	subject := r.ownSubject()
	r.read(l.Text)
	switch {
	case subject == "":
		r.answeredInSubject()
	case r.commands():
		r.besideSubject(subject)
	default:
		r.withSubject(subject)
	}
	if r.c.Pool == nil {
		r.titled(subject)
	}
	r.askNods()
	r.settle()
	r.pooled(subject)
	return Reading{Fragments: r.frags, Aside: r.asides(), Ask: r.asks(), Language: r.language(), Speakers: r.speakers, Talk: r.talks()}
}

// read reads a text from the beginning.
func (r *reader) read(text string) {
	if len(text) > maxText {
		r.cut = true
		text = strings.ToValidUTF8(text[:maxText], "")
	}
	r.text = text
	r.lines = linesOf(text, sources{r.original, !r.c.Through, r.c.Phrases, r.l.list()}, r.names)
	r.lang = r.guessLanguage()
	r.edits()
	r.asTold()
	r.tally()
	for i := 0; i < len(r.lines) && !r.ended && !r.stopped(); {
		l := &r.lines[i]
		switch {
		case l.edit != nil:
			r.own++
			r.claim(*l.edit, strings.TrimSpace(l.bare))
			l.mark = mOwn
			i++
		case l.mark == mQuoted:
			r.quoting++
			r.quoted(l)
			i++
		case l.mark == mSignOff || l.mark == mCut || l.mark == mFooter:
			i = r.below(i)
		case l.mark != mOwn || l.blank():
			i++
		case r.listFooter(i):
		case r.endWord(i) && r.goesOnAt(r.skipBlank(i+1)):
			i++
		case r.endWord(i):
			r.ended = true
			markRest(r.lines, i+1, mForwarded)
		case r.speakerLine(i):
			i++
		case r.pastes(i):
			r.pasted = true
			i++
		default:
			if next := r.ownRow(i); next > 0 {
				i = next
				continue
			}
			r.buried, r.quoting = r.c.Ballots != nil && (r.buried || r.quoting > maxAbove), 0
			r.own++
			from, before := i, len(r.frags)
			i = r.paragraph(from)
			r.linesRead(from, i, before)
		}
	}
	if r.stopped() {
		r.frags = append(r.frags, Fragment{Outcome: HeldBack, Reason: "too-many"})
	}
}

// stopped says that reading has come to an end before the mail has.
func (r *reader) stopped() bool { return r.bad >= maxBad || len(r.frags) > maxFragments }

// commands says whether anything was read that is not talk.
func (r *reader) commands() bool {
	return len(r.frags) > 0
}

// paragraph reads the author's lines from i to the next blank one; it gives the
// first line that it has not read.
func (r *reader) paragraph(i int) int {
	r.torn = r.mayBeTorn(i)
	if next, ok := r.ballotLine(i); ok {
		r.answered()
		return next
	}
	if next, ok := r.special(i); ok {
		r.answered()
		return next
	}
	k := i + 1
	for k < len(r.lines) && r.lines[k].mark == mOwn && !r.lines[k].blank() && !r.endWord(k) && !r.isSpecial(k) && r.speaker(k) == "" {
		k++
	}
	next := r.prose(i, k)
	r.answered()
	return next
}

func (r *reader) answered() { r.fresh = true }

// linesRead gives the lines from i to next to the one fragment that was read from
// them since there were so many, when it is more than a vote.
func (r *reader) linesRead(i, next, before int) {
	if len(r.frags) != before+1 || next <= i+1 {
		return
	}
	f := &r.frags[before]
	if _, is := f.Command.(rules.Vote); !is && f.Lines == "" {
		f.Lines = strings.TrimRight(r.text[r.lines[i].start:r.lineStart(next)], " \t\n")
	}
}
