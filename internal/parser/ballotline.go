package parser

import (
	"slices"
	"strings"
	"unicode/utf8"

	"nomicmail/internal/rules"
)

// ballotAt reads the statements that begin at line i; next is the line behind
// them. It changes nothing.
func (r *reader) ballotAt(i int) (list []stated, ok bool) {
	if r.c.Ballots == nil {
		return nil, false
	}
	list, _, _, ok = r.ballotFrom(i)
	return list, ok
}

// ballotFrom takes as many lines as belong together, and fewer where those say
// more than a ballot.
func (r *reader) ballotFrom(i int) (list []stated, text string, next int, ok bool) {
	ends := []int{i + 1}
	open := strings.Count(r.lines[i].text, "(") - strings.Count(r.lines[i].text, ")")
	for k := i + 1; k < len(r.lines) && k < i+maxJoined && r.promising(i) && r.goesOn(k, open > 0); k++ {
		open += strings.Count(r.lines[k].text, "(") - strings.Count(r.lines[k].text, ")")
		ends = append(ends, k+1)
	}
	for n := len(ends) - 1; n >= 0; n-- {
		text = r.text[r.lines[i].start:r.lineEnd(ends[n]-1)]
		text = strings.Trim(text, " \t*_-•")
		if list, ok = r.statements(text); ok {
			return list, text, ends[n], true
		}
	}
	return nil, "", i, false
}

// promising says that line i may begin a ballot of several lines.
func (r *reader) promising(i int) bool {
	return len(r.rows) > 0 || len(r.c.Rows) > 0 || r.numbers != nil || strings.ContainsAny(r.lines[i].text, "0123456789") ||
		vocabulary().has("endorsing", spelled(r.lines[i].text))
}

// goesOn says that line k goes on with the ballot in the line above it.
func (r *reader) goesOn(k int, open bool) bool {
	l, above := &r.lines[k], r.lines[k-1].text
	if l.mark != mOwn || l.blank() || r.endWord(k) {
		return false
	}
	text := strings.TrimSpace(l.text)
	first, _ := utf8.DecodeRuneInString(text)
	switch {
	case open:
		return true
	case strings.ContainsRune("0123456789-*•#([", first), strings.ContainsAny(above[max(0, len(above)-1):], ".!:"):
		return false
	}
	return utf8.RuneCountInString(above) >= leastWidth || strings.HasPrefix(l.text, "  ") || vocabulary().phraseAt("or else", spelled(text)) > 0
}

// ballotLine reads line i, and those that go on with it, as statements about
// votes; ok is false when it is none.
func (r *reader) ballotLine(i int) (next int, ok bool) {
	if r.c.Ballots == nil {
		return 0, false
	}
	r.naming = r.naming || r.headsNames(r.lines[i].text)
	list, text, next, ok := r.ballotFrom(i)
	if !ok || !r.cast(list, text) {
		return 0, false
	}
	return next, true
}

// ballotSentence reads a sentence among others in the same way.
func (r *reader) ballotSentence(s sentence, src string) bool {
	if r.c.Ballots == nil || s.question {
		return false
	}
	text := strings.TrimSpace(src[s.start:s.end])
	list, ok := r.statements(text)
	return ok && r.cast(list, text)
}

// headsNames says that a line heads a list of ballots: "I vote:".
func (r *reader) headsNames(l string) bool {
	head, rest, ok := strings.Cut(l, ":")
	if !ok {
		return false
	}
	voting := false
	for _, w := range spelled(head) {
		if voteNoun(w) || w == "votes" || w == "vote" {
			voting = true
		} else if !vocabulary().in("beside name", w) {
			return false
		}
	}
	return voting && (blank(rest) || len(r.called(spelled(rest))) > 0)
}

// cast makes fragments of statements; it is false, and does nothing, when they do
// not tell what they are about.
func (r *reader) cast(list []stated, text string) bool {
	for i := range list {
		if !r.about(&list[i]) {
			return false
		}
	}
	words := oneLine(text)
	r.paragraphs++
	r.first = len(r.frags)
	r.voting = r.first
	r.changing = r.takesBack(text)
	for _, b := range list {
		if r.torn && len(list) == 1 && b.reason == "" {
			b.reason = "unclear"
		}
		if len(b.nums) == 0 {
			r.hold(Fragment{Text: words, Verb: "vote", Reason: b.reason, Answers: r.sayFor(r.c.Open, b.option)})
			continue
		}
		if len(list) > 1 && b.words != "" {
			r.claim(b.claim, oneLine(b.words))
			continue
		}
		r.claim(b.claim, words)
	}
	r.changing, r.numbers, r.heading, r.rows = false, nil, nil, nil
	return true
}

// about finds the proposals that a statement is about where it names none.
func (r *reader) about(b *stated) bool {
	rows := distinct(r.rows)
	switch {
	case len(b.nums) > 0:
	case b.of != "":
		r.aboutAll(b)
	case r.numbers != nil:
		b.nums = r.numbers.nums
	case len(rows) == 1:
		b.nums = rows
	case b.bare:
		return false
	case len(rows) == 0 && len(distinct(r.c.Rows)) == 1 && b.special:
		b.nums = distinct(r.c.Rows)
	case b.option == rules.Endorse && len(b.named) > 0 && b.reason == "", len(b.ballot.Parts) > 0:
		b.reason = "no-number"
	default:
		return false
	}
	return true
}

// answersFor are answers ready to send back to a question about a vote.
func (r *reader) answersFor(n int, c claim) (out []string) {
	if c.option == rules.Endorse {
		for _, v := range c.named[:min(len(c.named), 5)] {
			out = append(out, r.answerOf(n, "ENDORSE "+v.name()))
		}
		return out
	}
	return r.sayFor([]int{n}, c.option)
}

// ownRow takes a row of a distribution's table that stands among the author's
// words without a ballot behind it: it names what the words below are about. One
// with a ballot is read as such; next is the line behind it all, 0 for no row.
func (r *reader) ownRow(i int) (next int) {
	l, behind := r.c.Ballots.row(r.lines[i].text)
	if l == nil {
		return 0
	}
	next = i + 1
	if r.fresh {
		r.rows, r.rowVote, r.fresh = nil, false, false
	}
	if behind == "" {
		r.rows, r.under = append(r.rows, l.Number), 0
		r.shown = append(r.shown, l.Number)
		r.meant = true
		return next
	}
	r.own++
	for k := i + 1; k < i+maxJoined && k < len(r.lines) && strings.Count(behind, "(") > strings.Count(behind, ")") && r.goesOn(k, true); k++ {
		behind += " " + strings.TrimSpace(r.lines[k].text)
		next = k + 1
	}
	text := itoa(l.Number) + ": " + behind
	bare, remarks, ok := withoutRemarks(text)
	b, good := stated{}, false
	if ok {
		b, good = r.statement(unbroken(tokens(bare, r.lang)), text, bare)
	}
	for _, remark := range remarks {
		good = good && r.harmless(remark, []stated{b})
	}
	if !good {
		b = stated{claim: claim{nums: []int{l.Number}, reason: "no-vote-word"}}
	}
	r.cast([]stated{b}, r.text[r.lines[i].start:r.lineEnd(next-1)])
	r.answered()
	return next
}

// asTold gives the author back the lines that say what our letters tell people to
// write, with or without other words: "I change my vote on 1001 to AGAINST". In a
// letter of ours they stand between quotation marks.
func (r *reader) asTold() {
	if r.c.Ballots == nil {
		return
	}
	for i := range r.lines {
		l := &r.lines[i]
		if l.mark != mQuoted || l.marks > 0 || l.odd || l.below || l.edit != nil || len(l.text) > 200 || strings.ContainsAny(l.text, "\"“”„«»") {
			continue
		}
		if vocabulary().has("changing", spelled(l.text)) {
			l.mark, l.depth, l.ours = mOwn, 0, false
		}
	}
}

// likeVote asks about a word right below the row of one proposal that may be a
// vote with a slip in it: "AGAINT", or one of another language: "ZA".
func (r *reader) likeVote(text string) {
	about, words := distinct(r.rows), spelled(text)
	if r.c.Ballots == nil || len(about) != 1 || !r.open(about[0]) || len(words) != 1 || r.names[words[0]] || len(r.nods) >= maxAsked {
		return
	}
	if w := strings.Trim(text, " \t.,!*_"); !capitals(w) && !slices.ContainsFunc([]string{"for", "against", "present", "endorse"}, func(v string) bool { return nearly(words[0], v) }) {
		return
	}
	r.meant = true
	r.nods = append(r.nods, Fragment{
		Text: text, Verb: "vote", Command: rules.Vote{Proposal: about[0], Source: text}, Reason: "no-vote-word", Answers: r.sayFor(about, ""),
	})
}

// nearly says that a word is another with a letter missing, too many or wrong, or
// with two of them changed round.
func nearly(a, b string) bool {
	i, j := 0, 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	for j < min(len(a), len(b))-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	x, y := a[i:len(a)-j], b[i:len(b)-j]
	return len(b) > 2 && (len(x) <= 1 && len(y) <= 1 || len(x) == 2 && len(y) == 2 && x[0] == y[1] && x[1] == y[0])
}

// repeated holds the claims of a sentence that says its vote again and again,
// where pictures have been made of such words.
func (b *ballot) repeated(may bool, s sentence) {
	votes, nums := 0, 0
	for _, t := range s.toks {
		if t.kind == number {
			nums += len(t.nums)
		} else if t.kind == word && t.sense&sVote != 0 {
			votes++
		}
	}
	if !may || votes < 3 || votes < nums+2 {
		return
	}
	for i := range b.claims {
		if b.claims[i].reason == "" {
			b.claims[i].reason = "unclear"
		}
	}
	if b.vote != nil {
		b.vote.unsure = true
	}
}
