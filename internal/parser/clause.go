package parser

import "slices"

// What the words of a sentence weigh where votes are read: items, in clauses.

// item is a token as a vote is read from it.
type item struct {
	t    token
	kind itemKind
	nums []int
	all  sense // sAll, sBoth, sRest or sSum for "all of them"
	sum  int   // how many they are, where that is said: "all three"
	vote sense

	unsure bool // the vote word may be none
	apart  bool // numbers excepted of others, with a vote of their own
}

type itemKind byte

// The kinds of item.
const (
	iNumber  itemKind = iota
	iVote             // a vote word
	iReact            // an emoji
	iNoise            // a word that votes are not made of
	iBecause          // what follows is a reason
	iIf
	iMaybe
	iNot
	iExcept
	iOthers // somebody else's words or deeds
	iExample
	iGarbled
	iExcepted // like iExcept, and behind its number
	iWhen     // begins a condition, where it begins its clause
	iThink    // a mere "I think" casts doubt, "I think it is too long" none
	iPlan     // a vote that is announced, remembered or imagined
	iMistake  // the writer takes something back
	iNod
	iSeen // "I have read it": a yes beside it may say no more than that
)

// clause is a sentence's part between commas, colons and dashes.
type clause struct {
	toks   []token
	items  []item
	person bool // the sender speaks of himself or of votes
	fill   bool // there were words without weight
	colon  bool // it ends with a colon
	said   string

	unlike  bool // it has "hanem" or "sino": what a "no" stood beside was only not meant
	correct bool // it has "sorry", "rather": a vote in it or behind it may replace another
	mistake bool // it has "I meant": what went before does not stand
	softly  bool // it has "I mean," which may only be a way to begin
}

func (c *clause) has(k itemKind) bool {
	for _, it := range c.items {
		if it.kind == k {
			return true
		}
	}
	return false
}

// clauses makes items of a sentence's tokens.
func clauses(s sentence, names map[string]bool) []clause {
	toks := unchosen(changed(spoken(unbroken(s.toks))))
	numbered := slices.ContainsFunc(toks, func(t token) bool { return t.kind == number })
	var out []clause
	var c clause
	from := 0
	for i, t := range toks {
		switch mark := clauseMark(toks, i); mark {
		case comma, colon:
			c.colon, c.toks = mark == colon, toks[from:i]
			out = append(out, c.arranged())
			c, from = clause{}, i+1
			continue
		case space:
			continue
		}
		c.note(t, toks[i+1:])
		it, weight := itemOf(toks, i, names)
		if !weight || numbered && it.all&sBoth != 0 || it.all == sAll && summed(out, c, 0) || t.sense&sSum != 0 && sums(t, out, c) { // "both 301 and 302"
			c.fill = true
			continue
		}
		c.add(it, i+1 < len(toks) && toks[i+1].sense&sExcepted != 0)
	}
	c.toks = toks[from:]
	return append(out, c.arranged())
}

// summed says that an "all" only sums up the numbers right before it, n of them
// unless that is 0: "301-303 all for", "301, 302 and 303: all three against".
func summed(before []clause, c clause, n int) bool {
	have := 0
	for k, c := range append(slices.Clip(before), c) {
		for _, it := range c.items {
			switch {
			case it.kind == iNumber && it.all == 0:
				have += len(it.nums)
			case n == 0 || it.kind != iVote || k < len(before):
				return false
			}
		}
	}
	return have > 1 && (n == 0 || have == n)
}

// sums says that a word such as "all three" sums up as many numbers before it.
func sums(t token, before []clause, c clause) bool { return summed(before, c, summedUp(t)) }

// summedUp is how many proposals a word such as "all three" sums up.
func summedUp(t token) int {
	for n := 3; n <= 5; n++ {
		if vocabulary().in("sum"+itoa(n), foldLine(t.text)) {
			return n
		}
	}
	return -1
}

// unbroken leaves out the line ends, which inside a sentence a program made.
func unbroken(toks []token) []token {
	newlines := func(t token) bool { return t.kind == newline }
	if !slices.ContainsFunc(toks, newlines) {
		return toks
	}
	return slices.DeleteFunc(slices.Clone(toks), newlines)
}

// clauseMark is comma or colon where a clause ends with the token at i, space
// where the token says nothing, and word elsewhere.
func clauseMark(toks []token, i int) kind {
	t := toks[i]
	switch {
	case t.kind == comma && tied(toks, i):
		return space
	case t.kind == comma, t.kind == colon:
		return t.kind
	case t.kind == stop, t.kind == box: // the point of an ordinal
		return space
	}
	if t.sense&sBut != 0 && t.sense&sFill == 0 && (t.sense&sExcept == 0 || !exceptsOnly(toks[:i], toks[i+1:])) {
		return comma
	}
	return word
}

// tied says that the mark at i is a stroke that ties a number to its vote:
// "301/FOR 302/AGAINST".
func tied(toks []token, i int) bool {
	if toks[i].text != "/" || i == 0 || i+1 >= len(toks) {
		return false
	}
	a, b := toks[i-1], toks[i+1]
	if a.kind != number {
		a, b = b, a
	}
	return a.kind == number && b.kind == word && b.sense&sVote != 0 && toks[i-1].end == toks[i].start && toks[i+1].start == toks[i].end
}

// exceptsOnly says that behind a "but" stands a number without a vote of its
// own: "all but 303", and not "but 303 against".
func exceptsOnly(before, rest []token) bool {
	if len(rest) == 0 || rest[0].kind != number {
		return false
	}
	for i, t := range rest {
		if ends(rest[i:]) { // "all but 303: for", and "for all, but 303: against"
			return t.kind != colon || !slices.ContainsFunc(before, func(t token) bool { return t.sense&sVote != 0 })
		}
		if t.sense&sVote != 0 {
			return false
		}
	}
	return true
}

// note remembers what a token says of its whole clause.
func (c *clause) note(t token, next []token) {
	if len(c.said) < maxRefusal {
		c.said += " " + foldLine(t.text)
	}
	soft := t.sense&sCorrection != 0 && len(next) > 0 && next[0].kind == comma
	c.softly = c.softly || soft && t.sense&sMistake != 0
	c.person = c.person || t.sense&sPerson != 0
	c.unlike = c.unlike || t.fold == "hanem" || t.fold == "sino"
	c.correct = c.correct || t.sense&sCorrection != 0
	c.mistake = c.mistake || t.sense&sMistake != 0 && !soft
}

// add appends an item; numbers that follow each other are one, but for one
// that is excepted.
func (c *clause) add(it item, excepted bool) {
	if it.kind == iNumber && it.all == 0 && !excepted && len(c.items) > 0 {
		if last := &c.items[len(c.items)-1]; last.kind == iNumber && last.all == 0 {
			last.nums = append(last.nums[:len(last.nums):len(last.nums)], it.nums...)
			last.t.end = it.t.end
			last.t.span = last.t.span || it.t.span
			last.unsure = last.unsure || it.unsure
			return
		}
	}
	c.items = append(c.items, it)
}

// arranged puts an "excepted" that stands behind its number before it.
func (c clause) arranged() clause {
	for k := 1; k < len(c.items); k++ {
		if c.items[k].kind == iExcepted && c.items[k-1].kind == iNumber {
			c.items[k-1], c.items[k] = c.items[k], c.items[k-1]
			c.items[k-1].kind = iExcept
		}
	}
	return c
}

// itemOf says what a token is for a vote; weight is false for words that may
// stand anywhere.
func itemOf(toks []token, i int, names map[string]bool) (it item, weight bool) {
	t := toks[i]
	it = item{t: t, kind: iNoise}
	switch t.kind {
	case number:
		it.kind, it.nums, it.unsure = iNumber, t.nums, t.doubtful
		return it, true
	case reaction:
		it.kind, it.vote = iReact, t.option
		return it, true
	case garbled:
		it.kind = iGarbled
		return it, true
	case quoteTok: // the title, in `301 "Tea for all"`
		return it, i == 0 || toks[i-1].kind != number
	case other:
		return it, true
	}
	if s := likened(toks, i); s != 0 {
		it.kind, it.vote = iVote, s
		return it, true
	}
	if leadsAlso(toks, i) {
		return it, true
	}
	s, unsure := senseOf(toks, i)
	if s&sVote != 0 {
		it.kind, it.vote, it.unsure = iVote, s&sVote, unsure
		return it, true
	}
	return weigh(it, s, toks, i, names)
}

// weigh finds the kind of a word that is no vote.
func weigh(it item, s sense, toks []token, i int, names map[string]bool) (item, bool) {
	t, next := it.t, toks[i+1:]
	switch {
	case s&sCorrection != 0:
		return it, false
	case s&sMistake != 0 && rethinks(toks, i):
		return it, false
	case s&sMistake != 0:
		it.kind = iMistake
	case s&sPlan != 0:
		it.kind = iPlan
	case s&sSeen != 0 && s&sFill == 0:
		it.kind = iSeen
	case s&sIf != 0:
		it.kind = iIf
	case s&sNot != 0:
		it.kind = iNot
	case s&sMaybe != 0 || asksTurkish(toks, i):
		it.kind = iMaybe
	case s&sThink != 0:
		it.kind = iThink
	case s&sWhen != 0:
		it.kind = iWhen
	case s&sOthers != 0:
		it.kind = iOthers
	case s&sExcepted != 0 && i > 0 && toks[i-1].kind == number:
		it.kind = iExcepted
	case s&sExcept != 0 && len(next) > 0 && (next[0].kind == number || s&sBecause == 0 && exceptNumber(next)):
		it.kind = iExcept
	case s&(sAll|sBoth|sRest) != 0 && s&sFill == 0:
		it.kind, it.all = iNumber, s&(sAll|sBoth|sRest)
	case s&sSum != 0 && !slices.ContainsFunc(toks, func(t token) bool { return t.kind == number }):
		it.kind, it.all, it.sum = iNumber, sSum, summedUp(t)
	case ofRules(toks, i):
	case s&(sFill|sProposal|sPerson) != 0 || names[t.fold] || i == 0 && vocabulary().in("ps", t.fold):
		return it, false
	case s&sBecause != 0 && t.fold == "as" && len(next) > 0 && next[0].sense&sVote != 0: // "record it as FOR"
		return it, false
	case s&sBecause != 0:
		it.kind = iBecause
	case s&sExample != 0:
		it.kind = iExample
	case s&sNod != 0:
		it.kind = iNod
	case s&sRule != 0:
		return it, false
	}
	return it, true
}

// exceptNumber says that a number follows, behind words without weight.
func exceptNumber(toks []token) bool {
	for _, t := range toks {
		if t.kind == number {
			return true
		}
		if t.sense&(sFill|sProposal) == 0 {
			return false
		}
	}
	return false
}
