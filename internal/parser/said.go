package parser

import (
	"regexp"
	"strings"
)

// What stands in the lines of a proposal's head may stand in the words above its parts
// as well: "I submit a proposal titled "Tea", with an adoption index of 2", or in its
// Subject: "Proposal: Tea (AI=2)".

// saidOfHead takes the title and the index that a sentence gives its proposal.
func (r *reader) saidOfHead(s sentence) {
	if r.c.Pool == nil || s.question {
		return
	}
	r.draftOnly(s)
	var seen sense
	index, title := "", ""
	for i, t := range s.toks {
		seen |= t.sense
		switch {
		case t.kind == quoteTok && i > 0 && s.toks[i-1].sense&sCalled != 0:
			title = strings.TrimSpace(inner(t.text))
		case t.kind == other && r.indexBefore(s.toks[:i]):
			index = t.text
		}
	}
	if seen&(sPropose|sMine|sProposal) == 0 || seen&(sOthers|sIf|sNot) != 0 {
		return
	}
	if index != "" {
		r.headLines = append(r.headLines, headLine{name: "index", value: index, at: len(r.frags)})
	}
	if title != "" && seen&sKind == 0 {
		r.headLines = append(r.headLines, headLine{name: "title", value: oneLine(title), at: len(r.frags)})
	}
}

// indexBefore says that words end with "adoption index", "AI =" or "index of".
func (r *reader) indexBefore(toks []token) bool {
	n := len(toks)
	for n > 0 && (toks[n-1].kind == colon || toks[n-1].kind == word && toks[n-1].sense&sFill != 0 && !vocabulary().in("index", toks[n-1].fold)) {
		n--
	}
	return n > 0 && n > len(toks)-3 && vocabulary().in("index", toks[n-1].fold)
}

var (
	listPrefix = regexp.MustCompile(`^(?:[A-Z]{2,4}:\s*)+`)           // "BUS:", which members write to name a list
	bracket    = regexp.MustCompile(`\s*[(\[{]([^()\[\]{}]*)[)\]}]$`) // at the end of a title
)

// withoutIndex takes the index off a title: "Tea (AI=2)".
func (r *reader) withoutIndex(title string) (rest, index string) {
	m := bracket.FindStringSubmatchIndex(title)
	if m == nil {
		return title, ""
	}
	toks := tokens(title[m[2]:m[3]], r.lang)
	if n := len(toks); n < 2 || toks[n-1].kind != other || !r.indexBefore(toks[:n-1]) || !vocabulary().in("index", toks[0].fold) {
		return title, ""
	}
	return title[:m[0]], toks[len(toks)-1].text
}

// titledIn is the title and the index in the Subject of a proposal; a title is only
// read behind the word for one.
func (r *reader) titledIn(subject string) (title, index string) {
	subject = listPrefix.ReplaceAllString(subject, "")
	subject, index = r.withoutIndex(subject)
	return r.titleIn(subject), index
}

// draftOnly notes that what follows is a draft that its author shows to the others
// first: "Here is a draft", "Proto-proposal: Tea". "I submit" ends that.
func (r *reader) draftOnly(s sentence) {
	var seen sense
	var words []string
	for _, t := range s.toks {
		seen |= t.sense
		words = append(words, spelled(t.text)...)
	}
	switch {
	case vocabulary().has("called draft", words) && seen&(sNot|sWas) == 0:
		r.tentative = true
	case seen&(sMine|sPropose) != 0 && seen&sKind == 0:
		r.tentative = false
	}
}

// draftIn says that a Subject names a draft: "Proto: Tea", "[draft] Tea".
func draftIn(subject string) bool {
	for _, part := range strings.FieldsFunc(subject, func(c rune) bool { return strings.ContainsRune(":[]()", c) }) {
		if vocabulary().in("draft", strings.Join(spelled(part), " ")) {
			return true
		}
	}
	return false
}
