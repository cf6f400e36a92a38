package parser

import (
	"slices"
	"strings"
)

// prose reads the sentences in the author's lines from i to k.
func (r *reader) prose(i, k int) int {
	base := r.lines[i].start
	src := r.text[base:r.lineEnd(k-1)]
	r.paragraphs++
	r.first = len(r.frags)
	list := sentences(tokens(src, r.lang), src)
	for n, s := range list {
		if r.stopped() {
			return k
		}
		r.heads = n+1 < len(list) && s.lineEnd && onlyNumbers(list[n+1])
		if len(s.toks) > maxSentence {
			r.meant = true
			continue
		}
		if r.ballotSentence(s, src) {
			continue
		}
		if said := oneLine(strings.TrimSpace(src[s.start:s.end])); r.byTitle(s, src) || r.registers(s, said) || r.likeAnother(s, said) {
			continue
		}
		r.saidOfHead(s)
		if c, ok := r.retyped(s, src); ok {
			r.voting = r.first
			r.claim(c, oneLine(strings.TrimSpace(src[s.start:s.end])))
			continue
		}
		if r.plainVote(s) {
			r.sentence(s, src)
			continue
		}
		if r.unread(s, oneLine(strings.TrimSpace(src[s.start:s.end]))) {
			continue
		}
		if next, ok := r.propose(list[n:], base); ok {
			at := r.lineBehind(next)
			if next > base+s.end || at > k {
				return max(at, i+1)
			}
			continue
		}
		if r.half && r.c.MayPropose {
			r.hold(Fragment{Text: oneLine(strings.TrimSpace(src[s.start:s.end])), Verb: "amend", Reason: "unclear"})
			continue
		}
		if r.spoken {
			r.talk, r.doubt = true, ""
			continue
		}
		r.sentence(s, src)
	}
	return k
}

// sentence reads a sentence for votes.
func (r *reader) sentence(s sentence, src string) {
	b := readVotes(s, r.names, r.open)
	text := oneLine(strings.TrimSpace(src[s.start:s.end]))
	r.changing = r.takesBack(text)
	b.repeated(r.c.Ballots != nil, s)
	if !r.talk && b.talk && courtesy(s, src, r.names) {
		return
	}
	r.talk = r.talk || b.talk
	r.quotesVote(s)
	r.takeBack(s, b)
	if vocabulary().in("or", foldLine(text)) {
		r.holdVotes(min(r.voting, len(r.frags)), len(r.frags), "unclear", nil)
		r.doubt = "unclear"
		return
	}
	if len(b.claims) == 0 && b.nums == nil && b.vote == nil {
		r.meant = r.meant || len(r.c.Rows) > 0 && (b.hint || nods(s))
		r.doubt = ""
		if s.colonEnd && (b.elses || castsDoubt(s, r.names)) || b.elses && !slices.ContainsFunc(s.toks, func(t token) bool { return t.kind == comma }) {
			r.doubt = "unclear"
		}
		if s.toks[0].sense&sIf != 0 && s.toks[0].sense&sVote == 0 && strings.HasPrefix(src[s.end:], "\n") { // "If I write", and below it the vote
			r.doubt = "conditional"
		}
	}
	if b.nums != nil && r.heading != nil && !r.heading.used || b.nums != nil && r.heading != nil && len(b.claims) == 0 {
		r.heading.used = true
		r.claim(claim{nums: b.nums.nums, all: b.nums.all, sum: b.nums.sum, option: r.heading.option}, r.heading.text+" "+text)
		return
	}
	if len(b.claims) == 0 && b.nums == nil && b.vote == nil {
		if !r.ownProposal(text) && !(!s.question && r.answersRow(text)) {
			r.likeVote(text)
			r.mention(s)
		}
		return
	}
	waiting := r.numbers
	r.numbers = nil
	switch {
	case b.nums != nil && waiting != nil && waiting.paragraph == r.paragraphs: // numbers, one a line
		r.numbers = &headNumbers{append(waiting.nums, b.nums.nums...), waiting.text + " " + text, r.paragraphs}
		return
	case b.nums != nil:
		r.leftover(waiting)
		r.numbers = &headNumbers{b.nums.nums, text, r.paragraphs}
		return
	case b.vote != nil && waiting != nil && b.alone && (len(waiting.nums) == 1 || waiting.paragraph == r.paragraphs):
		r.voting = r.first
		r.claim(claim{nums: waiting.nums, option: optionOf(b.vote.vote), react: b.vote.kind == iReact, reason: b.vote.doubt()}, waiting.text+" "+text)
		return
	case b.vote != nil:
		r.leftover(waiting)
		r.loneWord(b, text, s)
		return
	}
	r.leftover(waiting)
	r.heading, r.rows = nil, nil
	r.voting = r.first
	told := r.telling(s)
	for _, c := range b.claims {
		if told && c.reason == "" {
			c.reason = "unclear"
		}
		words := text
		if len(b.claims) > 1 && c.start < c.end && c.end <= len(src) {
			words = oneLine(src[c.start:c.end])
		}
		r.claim(c, words)
	}
}

// quotesVote asks about a vote between quotation marks that is a whole sentence, as
// it stands in what explains how to vote: “301 FOR”.
func (r *reader) quotesVote(s sentence) {
	if len(s.toks) != 1 || s.toks[0].kind != quoteTok || r.c.Ballots != nil {
		return
	}
	said := inner(s.toks[0].text)
	list := sentences(tokens(said, r.lang), said)
	if len(list) != 1 || list[0].question {
		return
	}
	for _, c := range readVotes(list[0], r.names, r.open).claims {
		if c.reason == "" && c.all == 0 && slices.ContainsFunc(c.nums, r.open) {
			c.reason = "unclear"
			r.claim(c, oneLine(s.toks[0].text))
		}
	}
}
