package parser

// What looks quoted and is its author's: the words of a rule with which an
// amendment begins, lines of a text that begin with ">".

// reclaim gives the lines of a proposal's text back to its author that only look
// quoted: whoever amends a rule begins with words that stood, as a player's, in
// the letter that is answered. It stops at the first line that is quoted for
// certain.
func (r *reader) reclaim(i int) {
	if i < r.reclaimed {
		return
	}
	for ; i < len(r.lines); i++ {
		r.reclaimed = i
		switch l := &r.lines[i]; {
		case l.mark == mQuoted && l.borrowed:
			l.mark, l.depth = mOwn, 0
		case l.mark != mOwn:
			return
		case r.endWord(i):
			return
		}
	}
}

// answersNone says that the mail answers none.
func (r *reader) answersNone() bool {
	return r.c.Answered == "" && len(r.l.InReplyTo)+len(r.l.References) == 0
}

// mine says that line k, inside a text, is its author's though it looks quoted
// or looks like an attribution: it is no line of our letter, and `end` closes
// the text below it, or the mail answers none, or it goes on with a paragraph of
// the author's.
func (r *reader) mine(k int) bool {
	l := &r.lines[k]
	switch {
	case l.mark == mAttribution:
		return (r.answersNone() || r.c.Answered != "") && r.closedAt(k) > k
	case l.mark != mQuoted || l.surelyOurs():
		return false
	}
	joined := r.c.Answered != "" && !r.c.Through && !r.lines[k-1].blank() // our own letter would be known
	if l.below {
		return (r.answersNone() || r.c.Answered != "") && r.closedAt(k) > k
	}
	return (l.marks > 0 || l.barred()) && (r.answersNone() || joined || r.closedAt(k) > k) || r.amid(k)
}

// amid says that line k stands in the middle of a paragraph of the author's.
func (r *reader) amid(k int) bool {
	return r.lines[k-1].mark == mOwn && !r.lines[k-1].blank() && k+1 < len(r.lines) && r.lines[k+1].mark == mOwn && !r.lines[k+1].blank()
}

// endAhead is what closedAt has found: between two lines it always finds the
// same.
type endAhead struct{ from, to, at int }

// closedAt is the line of the `end` that closes a text which goes on at line k,
// -1 when there is none: a line of ours, a signature or another mail comes
// first.
func (r *reader) closedAt(k int) int {
	if r.ahead.to > 0 && r.ahead.from <= k && k <= r.ahead.to {
		return r.ahead.at
	}
	c := endAhead{from: k, to: k, at: -1}
	for ; c.to < len(r.lines); c.to++ {
		l := &r.lines[c.to]
		if (l.mark == mOwn || l.below && l.mark == mQuoted) && r.endWord(c.to) {
			c.at = c.to
			break
		}
		if l.mark == mForwarded || l.mark == mSignature || l.mark == mSignOff || l.surelyOurs() {
			break
		}
	}
	r.ahead = c
	return c.at
}

// surelyOurs says that a line stands in a letter of ours, and is more than a few
// words that anybody could write.
func (l *line) surelyOurs() bool {
	return l.odd || l.ours || l.from > 0 && telling(bareWords(l.bare)) >= leastTelling
}
