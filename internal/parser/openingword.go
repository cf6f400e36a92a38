package parser

import (
	"nomicmail/internal/rules"
	"slices"
	"strings"
)

// word takes in the token at i, before the rule-change is complete.
func (o *opening) word(i int) {
	t := o.toks[i]
	s := t.sense
	k := kindOfToken(t)
	if o.speaksOf(i) || o.thanksFor(i) {
		o.doubt = "unclear"
	}
	switch {
	case t.kind == number:
		o.number(i)
		o.leads = o.leads || o.first
	case t.kind == quoteTok:
		if !o.called(i) {
			o.quotes = append(o.quotes, i)
		}
		return
	case t.kind == comma || t.kind == colon:
		if len(o.kinds)+len(o.rules) == 0 {
			o.before, o.noise = o.before || o.noise, false
		}
		return
	case t.kind == newline || t.kind == stop:
		return
	case voteNoun(t.fold):
		o.vote = true
	case s&sAmendment != 0 && (k == "" || amendmentNear(o.toks, i)):
		o.amendAt = i
	case k != "":
		o.leads = o.leads || o.first || i == len(o.toks)-1
		o.kind(k)
		if s&sMaybe != 0 { // "módosítanám", "I would amend": a polite wish, or a mere thought
			o.doubt = "unclear"
		}
	case s&sMutable != 0 && len(o.kinds) == 0:
		o.kind(rules.Transmute)
		o.leads = o.leads || o.seen&sMake != 0
	case o.unsure(i):
	case s&sVote != 0 && s&(sFill|sReads) == 0 && t.fold != "for":
		o.vote, o.noise = true, true
	case s&sIdle != 0 || t.fold == "for":
		o.leads = o.leads || o.first && s&sRule != 0
	default:
		o.noise = true
	}
	o.seen |= s
	if s&(sFill|sPerson|sAround|sPropose|sMine) == 0 || s&sKind != 0 {
		o.first = false
	}
}

// unsure takes in a word that makes a proposal doubtful, or none; false when
// the word at i is no such word.
func (o *opening) unsure(i int) bool {
	t := o.toks[i]
	s := t.sense
	switch {
	case negates(t):
		if o.denies(i) {
			o.denied = true
		} else {
			o.doubt = "unclear"
		}
	case o.turkish && (t.fold == "mi" || t.fold == "mu"):
		o.denied = true // the mark of a question
	case s&(sFill|sReads) != 0 && s&(sMine|sPropose) == 0:
		return false
	case o.first && i > 0 && modal(t.fold) && o.seen&sPerson != 0: // "I would amend 203"
		o.doubt = "unclear"
	case s&sAsks != 0 || o.first && modal(t.fold):
		o.denied = true
	case s&(sIf|sMaybe|sOthers|sExample) != 0:
		o.doubt = "unclear"
	default:
		return false
	}
	return true
}

// speaksOf says that the word at i says something of a proposal and makes none: "I
// like the proposal to repeal 210", "thanks for the motion", "good idea, the
// proposal to repeal 210".
func (o *opening) speaksOf(i int) bool {
	v, f := vocabulary(), foldLine(o.toks[i].text)
	assents := v.in("assent", f)
	if o.toks[i].kind != word || !assents && !v.in("of it", f) {
		return false
	}
	for _, t := range o.toks[i+1:] {
		noun, _, _ := strings.Cut(t.fold, " ")
		switch {
		case t.kind == word && v.in("proposal", noun):
			return true
		case assents && t.kind == comma:
		case t.kind != word || t.sense&(sFill|sPerson) == 0 || t.sense&(sKind|sMine) != 0:
			return false
		}
	}
	return false
}

// thanksFor says that the word at i thanks or asks pardon for a change that has been
// made: "gracias por derogar la 208", "köszönöm a 208. szabály eltörlését".
func (o *opening) thanksFor(i int) bool {
	if o.toks[i].sense&(sThanks|sCorrection) == 0 {
		return false
	}
	behind := i+1 < len(o.toks) && slices.Contains([]string{"for", "por", "pelo", "pela", "a", "az"}, o.toks[i+1].fold)
	return behind || i > 0 && o.toks[i-1].fold == "icin"
}

// negates says that a word takes back what follows it.
func negates(t token) bool {
	if t.sense&sNot != 0 && t.sense&sFill == 0 {
		return true
	}
	return slices.Contains([]string{"no", "nao", "nem"}, t.fold) && t.sense&sNo != 0
}

// denies says that the word at i denies the proposal itself, and not something
// beside it: a verb follows, or, as in Turkish, nothing.
func (o *opening) denies(i int) bool {
	for _, t := range o.toks[i+1:] {
		switch {
		case t.sense&(sKind|sPropose|sMine|sReads|sShall|sMutable|sReplace|sAppend|sDelete) != 0:
			return true
		case t.kind != word || t.sense&(sFill|sPerson|sAround) == 0:
			return false
		}
	}
	return true
}

// modal says that an English sentence which begins so is a question.
func modal(f string) bool {
	return slices.Contains([]string{"should", "shall", "must", "could", "would", "can", "may"}, f)
}

// heads says that the number at i is the proposal's own: "Proposal 301: repeal
// 206".
func (o *opening) heads(i int) bool {
	if i == 0 || i+1 >= len(o.toks) || o.toks[i-1].sense&sProposal == 0 {
		return false
	}
	return o.toks[i+1].kind == colon || dash(o.toks[i+1].text)
}

func (o *opening) number(i int) {
	if len(o.kinds) == 0 && o.heads(i) {
		return
	}
	o.rules = append(o.rules, o.toks[i].nums...)
	o.numAt = append(o.numAt, i)
}

func (o *opening) kind(k rules.Kind) {
	if !slices.Contains(o.kinds, k) {
		o.kinds = append(o.kinds, k)
	}
}
