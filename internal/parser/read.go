package parser

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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

// reader reads one letter.
type reader struct {
	l         *Letter
	c         Context
	text      string
	lines     []line
	longest   int // of the quoted lines, in characters; 0 when it is not known
	reclaimed int // how far reclaim has looked
	unended   int // lines above this one have no end below them before line noEnd
	noEnd     int
	framed    bool   // quotation marks stood around the text that was read last
	closed    bool   // an `end` has ended a text, and the mail goes on
	unfenced  bool   // nothing marked the text that was read last
	above     string // a title that stands above its proposal
	titleLine string // the line in which it stands
	half      bool   // the last sentence proposes something about a rule, but not what
	tentative bool   // what follows is called a draft
	spoken    bool   // the last sentence spoke of a rule-change and proposed none
	ahead     endAhead
	original  *original
	lang      tongue
	names     map[string]bool

	frags  []Fragment
	drafts []rules.Draft
	lone   []loneVote

	nods    []Fragment // what sounds like a vote below a quoted row
	rows    []int      // numbers at the head of the quoted lines just above
	rowVote bool       // such a line carried a vote word itself
	torn    bool       // what follows it may be its own end, wrapped without a mark
	under   int        // how many quoted lines stand between the last of them and the next
	fresh   bool       // the author has answered since the last quoted line

	changing  bool // the sentence takes an earlier ballot back in so many words
	naming    bool // "I vote:" stands above, so that a name alone is a ballot
	headLines []headLine
	sought    int       // how often names were looked for
	callings  *callings // of the voters; made when it is first wanted
	shown     []int     // numbers at the head of all quoted lines
	quoting   int       // quoted lines since the author's last
	buried    bool      // so many of them that nobody reads on

	numbers *headNumbers // a line of numbers alone, waiting for its word
	heading *loneVote    // a word alone, which may head numbers
	head    columns      // of a table of boxes
	row     int          // the last line that was a row of it

	heads      bool // the sentence that follows has nothing but numbers
	paragraphs int  // of the author's that were read
	first      int  // place of the first fragment of the paragraph that is read
	voting     int  // and of the last one that voted

	talk     bool   // there are words that are no command
	meant    bool   // and they speak of proposals or votes
	doubt    string // what a line such as "For example:" casts on those below it
	ended    bool
	pasted   bool // somebody else's words may follow, see pastes
	cut      bool // the text was too long to be read to its end
	bad      int
	own      int      // own lines with words
	led      bool     // the author has begun with something else than an answer
	speakers []string // see Reading
	aloud    []string // the remarks to all
}

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

// guessLanguage is the language of the author's own lines: what is quoted, and
// a signature, may be in another.
func (r *reader) guessLanguage() tongue {
	var own strings.Builder
	for _, l := range r.lines {
		if l.mark == mOwn {
			own.WriteString(l.text + "\n")
		}
		if own.Len() > maxText/16 {
			break
		}
	}
	present := r.c.Ballots.may(rules.Present)
	if i := languageOf(own.String() + r.ownSubject()); i >= 0 {
		return tongue{i, true, present}
	}
	return tongue{lang: slices.Index(languages[:], r.c.Language), present: present}
}

func (r *reader) language() string {
	if r.lang.lang < 0 || len(r.frags) == 0 {
		return ""
	}
	return languages[r.lang.lang]
}

// open says whether a number is an open proposal's. Without any knowledge of a
// game every number that a proposal can have is.
func (r *reader) open(n int) bool {
	if len(r.c.Open)+len(r.c.Debate)+len(r.c.Rules) == 0 {
		return n > 300
	}
	return slices.Contains(r.c.Open, n)
}

func (r *reader) rule(n int) bool {
	if len(r.c.Rules) == 0 {
		return n < 300
	}
	return slices.Contains(r.c.Rules, n)
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

// mayBeTorn says that line i may be the end of the quoted line right above it,
// which a program wrapped without a mark: its first word would have made that
// line longer than the others, or an empty box ends it. Of a letter that we have
// we know.
func (r *reader) mayBeTorn(i int) bool {
	if i == 0 || r.lines[i-1].mark != mQuoted || r.c.Answered != "" || capitalised(r.lines[i].text) {
		return false
	}
	if l, behind := r.c.Ballots.row(r.lines[i-1].bare); l != nil && behind == "" {
		return false // the whole row stands there
	}
	if r.longest == 0 {
		r.longest = leastWidth
		for _, l := range r.lines {
			if l.marks > 0 {
				r.longest = max(r.longest, utf8.RuneCountInString(l.text))
			}
		}
	}
	above := r.lines[i-1].text
	first, _, _ := strings.Cut(strings.TrimSpace(r.lines[i].text), " ")
	return strings.HasSuffix(above, "]") || utf8.RuneCountInString(above)+1+utf8.RuneCountInString(first) > r.longest
}

// capitalised says that a line begins as a sentence does, "Against." and not
// "against" or "AGAINST": no row of ours goes on so.
func capitalised(s string) bool {
	s = strings.TrimSpace(s)
	first, n := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[n:])
	return unicode.IsUpper(first) && unicode.IsLower(second)
}

// special reads line i when it is a row of boxes, a table's head, a number in
// reply, or a command that is no sentence.
func (r *reader) special(i int) (next int, ok bool) {
	l := &r.lines[i]
	if len(l.text) > 1000 {
		return 0, false
	}
	if rest, ok := aloud(l.text); ok {
		return r.toAll(i, rest), true
	}
	if len(l.text) < 8 && bareNumber(strings.TrimLeft(l.text, " +-")) > 0 && r.answersRow(l.text) {
		return i + 1, true
	}
	toks := tokens(l.text, r.lang)
	if c, ok := headOf(toks, l.text); ok && r.boxesBelow(i) {
		r.head = c
		return i + 1, true
	}
	if r.ticked(toks, l, false) {
		r.row = i
		return i + 1, true
	}
	if r.emptyRow(toks, i) {
		r.row = i
		return i + 1, true
	}
	if r.answers(i) {
		return i + 1, true
	}
	if r.headed(i) {
		return i + 1, true
	}
	if label, at := r.label(i, l.start); label == "title" && i+1 < len(r.lines) && r.lines[i+1].mark == mOwn && r.proposing(r.lines[i+1].text) {
		r.above = oneLine(strings.Trim(r.text[at:r.lineEnd(i)], " \t\"“”«»"))
		r.titleLine = l.text
		return i + 1, true
	}
	if r.c.Pool != nil {
		if next, ok := r.partLine(i); ok {
			return next, true
		}
	}
	r.leads(i)
	return r.commandLine(i)
}

// isSpecial says that special would read line i, without doing so.
func (r *reader) isSpecial(i int) bool {
	l := r.lines[i].text
	if len(l) > 300 {
		return false
	}
	if r.goesOnAt(i) {
		return true
	}
	if row, _ := r.c.Ballots.row(l); row != nil {
		return true
	}
	if _, ok := r.ballotAt(i); ok {
		return true
	}
	toks := tokens(l, r.lang)
	if _, ok := aloud(l); ok || slices.ContainsFunc(toks, func(t token) bool { return t.kind == box }) || crossed(toks, r.head) || r.emptyRow(toks, i) {
		return true
	}
	probe := *r
	probe.frags = slices.Clip(r.frags)
	if len(r.c.Questions) > 0 && probe.answers(i) {
		return true
	}
	head, rest, _ := strings.Cut(l, ":")
	words := spokenWords(head)
	if len(words) == 0 {
		return false
	}
	switch verb, _ := r.commandIn(words, rest); verb {
	case "":
		if !r.c.Organiser {
			return false
		}
		verb, _ := orderOf(words)
		return verb != "" && r.openingIn(l) == nil
	case "revise", "judgment", "ruling": // they read on below their line
		return true
	}
	_, ok := probe.commandLine(i)
	return ok
}

// single says that line i is all that the author wrote.
func (r *reader) single(i int) bool {
	if r.own > 1 || len(r.l.InReplyTo) == 0 && r.c.Answered == "" {
		return false
	}
	for k := i + 1; k < len(r.lines); k++ {
		if r.lines[k].mark == mOwn && !r.lines[k].blank() {
			return false
		}
	}
	return true
}

func bareNumber(s string) int {
	s = strings.Trim(s, " \t.)#:")
	if len(s) != 1 || s[0] < '1' || s[0] > '9' {
		return 0
	}
	return int(s[0] - '0')
}

// Places in the text.
