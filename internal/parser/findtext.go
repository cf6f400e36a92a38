package parser

import (
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// Behind the words that name a rule-change: its text, another rule, or a reason.

// called says that the quotation at i is the rule's title: "a new rule called
// “Tea”", "„Tea” című új szabály".
func (o *opening) called(i int) bool {
	near := func(j int) bool {
		if j < 0 || j >= len(o.toks) || o.toks[j].kind != word {
			return false
		}
		words := spelled(o.toks[j].text)
		return o.toks[j].sense&sCalled != 0 || vocabulary().in("called", words[len(words)-1]) // "new rule called"
	}
	if !near(i-1) && !near(i+1) {
		return false
	}
	o.title = strings.TrimSpace(inner(o.toks[i].text))
	return true
}

// goOn reads on behind "repeal 206", which has no text: another rule, or a
// reason.
func (o *opening) goOn(i int) {
	for ; i < len(o.toks); i++ {
		t := o.toks[i]
		k := kindOfToken(t)
		switch {
		case t.kind == number:
			o.number(i)
		case t.kind == colon || t.kind == quoteTok,
			t.kind == comma && !o.another(o.toks[i:]):
			last := o.toks[len(o.toks)-1]
			if i+1 < len(o.toks) && o.toks[i+1].sense&(sIf|sMaybe|sWas) != 0 || i+2 == len(o.toks) && last.sense&sVote != 0 && last.sense&sWithdraw == 0 {
				o.doubt = "unclear" // "On the proposal to repeal 210: against."
			}
			return
		case t.kind == comma || t.kind == newline || t.kind == stop:
		case t.sense&sBecause != 0 && t.sense&sFill == 0:
			return
		case t.sense&sAmendment != 0 && (k == "" || amendmentNear(o.toks, i)):
			o.amendAt = i
		case k != "":
			o.kind(k)
		case o.unsure(i):
		case t.sense&sIdle != 0:
		default:
			o.doubt = "unclear"
			return
		}
		o.seen |= t.sense
	}
}

// another says that a sentence without a text names another rule behind a comma:
// "repeal 203, 206", or an amendment and its rule.
func (o *opening) another(rest []token) bool {
	return slices.ContainsFunc(rest, func(t token) bool {
		return t.kind == number && len(t.nums) > 0 && t.nums[0] > 100
	})
}

// findText looks, behind the words that name the change, for the beginning of
// its text.
func (o *opening) findText(i int) {
	for ; i < len(o.toks); i++ {
		t := o.toks[i]
		switch {
		case o.powered(i):
		case t.kind == quoteTok && o.called(i), t.kind == newline || t.kind == stop:
		case t.kind == quoteTok && o.titleMark(i):
			o.title, o.textAt, o.marked = strings.TrimSpace(inner(t.text)), o.toks[i+1].end, true
			return
		case t.kind == quoteTok:
			o.textAt, o.marked, o.framed = t.start, true, true
			return
		case t.kind == colon:
			o.textAt, o.marked = t.end, true
			return
		case t.kind == comma && dash(t.text) && !o.aside:
			o.textAt, o.dashed = t.end, true
			return
		case t.kind == comma, t.sense&sBecause != 0 && t.sense&(sFill|sReads) == 0:
			o.aside = true
		case t.kind == number && !o.aside && o.kinds[0] != rules.Enact:
			o.number(i)
		case o.other(i):
		default:
			if i = o.markAhead(i); i < 0 {
				return
			}
		}
		o.seen |= t.sense
	}
	alone := len(o.quotes) == 1 && len(o.numAt) == 1 && o.numAt[0] < o.quotes[0]
	if alone && o.kinds[0] == rules.Amend && !o.noise && o.seen&sEdit == 0 {
		o.text, o.marked = strings.TrimSpace(inner(o.toks[o.quotes[0]].text)), true
	}
}

// titleMark says that a colon follows the quotation at i, so that it is the
// title of what stands behind: "I propose a new rule, “Tea”: ...".
func (o *opening) titleMark(i int) bool {
	return o.kinds[0] == rules.Enact && i+1 < len(o.toks) && o.toks[i+1].kind == colon
}

// powered takes in "power 2", "Power=2" or "a power-2 rule" beside the change.
func (o *opening) powered(i int) bool {
	named := func(j int) bool { return j >= 0 && o.toks[j].kind == word && vocabulary().in("power", o.toks[j].fold) }
	mark := func(j int) bool { return j >= 0 && (o.toks[j].kind == colon || o.toks[j].kind == comma) }
	counts := func(j int) bool {
		if j >= len(o.toks) || o.toks[j].kind != other {
			return false
		}
		_, ok := ratioOf(o.toks[j].text)
		return ok
	}
	switch {
	case named(i) && (counts(i+1) || mark(i+1) && counts(i+2)), mark(i) && named(i-1) && counts(i+1):
		return true
	case counts(i) && (named(i-1) || mark(i-1) && named(i-2)):
		o.power, _ = ratioOf(o.toks[i].text)
		return true
	}
	return false
}

// other takes in a word between the change and its text that is known; false
// for one that is not.
func (o *opening) other(i int) bool {
	t := o.toks[i]
	k := kindOfToken(t)
	switch {
	case t.kind != word:
		return false
	case t.sense&sAmendment != 0 && (k == "" || amendmentNear(o.toks, i)):
		o.amendAt = i
	case k != "" && !o.aside:
		o.kind(k)
	case o.aside && t.sense&sIf == 0:
		return t.sense&sIdle != 0
	case o.unsure(i):
	default:
		return t.sense&sIdle != 0 || t.fold == "for"
	}
	return true
}

// markAhead is the place before the mark at which the text begins although
// other words stand between, as in "amend 203, which is too strict, to read: ...".
// It is -1 when there is none: then the text is what stands at i, or, behind a
// reason, what follows the sentence.
func (o *opening) markAhead(i int) int {
	for j := i + 1; j < len(o.toks); j++ {
		t := o.toks[j]
		if o.powered(j) || t.kind == quoteTok && o.called(j) {
			continue
		}
		last := j+1 == len(o.toks) || o.toks[j+1].kind == newline
		reads := o.toks[j-1].sense&(sReads|sShall) != 0
		if t.kind == colon && (last || reads) || t.kind == quoteTok && reads {
			o.noise = o.noise || !o.leads && o.seen&(sPropose|sMine) == 0
			return j - 1
		}
	}
	if !o.aside {
		o.inline, o.textAt = true, o.toks[i].start
	}
	return -1
}
