package parser

import (
	"regexp"
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// opening is a sentence that makes a proposal, before its text.
type opening struct {
	kinds     []rules.Kind
	rules     []int
	amendment int
	proposes  bool // "I propose", or the verb itself comes first
	doubt     string
	noise     bool // words that a proposal is not made of stand inside
	inline    bool // such words follow at once
	textAt    int  // where the text would begin, in the tokens' text
	marked    bool // it does begin there: behind a colon or a quotation mark
	edit      *rules.Edit
	vote      bool // it speaks of votes, so it is no proposal
}

var kindSenses = []struct {
	s sense
	k rules.Kind
}{{sEnact, rules.Enact}, {sRepeal, rules.Repeal}, {sTransmute, rules.Transmute}, {sAmend, rules.Amend}}

// kindOfToken is the rule-change that a verb or noun names, "" for none.
func kindOfToken(t token) rules.Kind {
	for _, k := range kindSenses {
		if t.sense&k.s != 0 {
			return k.k
		}
	}
	return ""
}

// openingOf reads a sentence as the beginning of a proposal; nil when it is
// none.
func openingOf(s sentence, src string, names map[string]bool) *opening {
	if s.question {
		return nil
	}
	toks := afterGreeting(s.toks, names)
	if e := editOf(toks, src); e != nil {
		return e
	}
	o := &opening{textAt: s.end}
	first := true
	var numAt []int
	amendAt := -1
	for i, t := range toks {
		if o.complete() && (t.kind == colon || t.kind == comma && !o.goesOn(toks[i:]) || t.kind == quoteTok) {
			o.stopAt(t)
			break
		}
		if !o.word(t, i, toks, first, &amendAt) {
			if o.complete() && t.kind == word {
				o.inline, o.textAt = true, t.start
				break
			}
			o.noise = true
		}
		if t.kind == number {
			o.rules = append(o.rules, t.nums...)
			numAt = append(numAt, i)
		}
		if t.kind != newline && t.sense&(sFill|sPerson) == 0 || t.sense&sKind != 0 {
			first = false
		}
	}
	o.amended(toks, numAt, amendAt)
	if len(o.kinds) > 0 && o.kinds[0] != rules.Enact && proposalBeside(toks, numAt) {
		o.doubt = "unclear" // to withdraw a proposal is no repeal of a rule
	}
	if !o.complete() || o.vote {
		return nil
	}
	return o
}

// goesOn says that a sentence without a text names another rule behind a comma:
// "repeal 203, 206", or an amendment and its rule.
func (o *opening) goesOn(rest []token) bool {
	if o.kinds[0] != rules.Repeal && o.kinds[0] != rules.Transmute {
		return false
	}
	return slices.ContainsFunc(rest, func(t token) bool {
		return t.kind == number && len(t.nums) > 0 && t.nums[0] > 100
	})
}

func (o *opening) stopAt(t token) {
	switch t.kind {
	case colon:
		o.textAt, o.marked = t.end, true
	case quoteTok:
		o.textAt, o.marked = t.start, true
	default:
		o.textAt = t.end
	}
}

// complete says that the sentence names a rule-change and, unless it enacts,
// a rule.
func (o *opening) complete() bool {
	return len(o.kinds) > 0 && (len(o.rules) > 0 || o.kinds[0] == rules.Enact)
}

// word takes one token in; it is false for a word that does not belong to a
// proposal.
func (o *opening) word(t token, i int, toks []token, first bool, amendAt *int) bool {
	s := t.sense
	k := kindOfToken(t)
	if voteNoun(t.fold) {
		o.vote = true
	}
	if s&sPropose != 0 {
		o.proposes = true
		return true
	}
	switch {
	case t.kind == number:
		if first {
			o.proposes = true // the number comes first in Turkish and Hungarian
		}
	case s&sAmendment != 0 && (k == "" || amendmentNear(toks, i)):
		*amendAt = i
	case k != "":
		if first || i == len(toks)-1 {
			o.proposes = true
		}
		if len(o.kinds) == 0 || o.kinds[0] != k {
			o.kinds = append(o.kinds, k)
		}
	case s&sMutable != 0 && len(o.kinds) == 0:
		o.kinds = append(o.kinds, rules.Transmute)
	case s&(sNot|sIf|sMaybe|sOthers|sExample) != 0 && s&(sFill|sReads) == 0:
		o.doubt = "unclear"
	case s&sVote != 0 && s&(sFill|sReads) == 0:
		o.vote = o.vote || !o.complete()
		return false
	case s&sRule != 0:
		if first {
			o.proposes = true
		}
	case t.kind == newline || t.kind == comma || t.kind == colon || t.kind == stop:
	case s&(sFill|sReads|sPerson|sProposal|sMutable) != 0:
	default:
		return false
	}
	return true
}

// amendmentNear says that a word which may be the verb "amend" or the noun
// "amendment" is the noun: another verb stands in the sentence.
func amendmentNear(toks []token, i int) bool {
	for j, t := range toks {
		if j != i && t.sense&(sRepeal|sAmend) != 0 && (t.sense&sAmendment == 0 || t.fold != toks[i].fold && j < i) {
			return true
		}
	}
	return false
}

// amended finds which of two numbers is an amendment's: "amendment 304 of 203",
// "a 203. szabály 304. módosítása".
func (o *opening) amended(toks []token, numAt []int, amendAt int) {
	if amendAt < 0 {
		return
	}
	if len(o.kinds) == 0 && len(o.rules) > 0 {
		o.kinds = []rules.Kind{rules.Amend}
		if len(o.rules) == 1 {
			return
		}
	}
	if len(o.rules) != 2 || len(numAt) != 2 {
		return
	}
	which := 0
	switch {
	case ruleBeside(toks, numAt[0]):
		which = 1
	case ruleBeside(toks, numAt[1]):
		which = 0
	case amendAt > numAt[1]:
		which = 1
	case amendAt == numAt[0]+1 && amendAt == numAt[1]-1:
		o.doubt = "unclear" // "203 amendment 304": whose is which?
	}
	o.amendment = o.rules[which]
	o.rules = []int{o.rules[1-which]}
}

// proposalBeside says that a number is a proposal's: "javaslat visszavonása 306",
// "a 306. javaslat ...".
func proposalBeside(toks []token, numAt []int) bool {
	for _, i := range numAt {
		if i > 0 && toks[i-1].sense&sProposal != 0 || i > 1 && kindOfToken(toks[i-1]) != "" && toks[i-2].sense&sProposal != 0 {
			return true
		}
		j := i + 1
		if j < len(toks) && toks[j].kind == stop {
			j++
		}
		if j < len(toks) && toks[j].sense&sProposal != 0 {
			return true
		}
	}
	return false
}

func ruleBeside(toks []token, i int) bool {
	if i > 0 && toks[i-1].sense&sRule != 0 {
		return true
	}
	for j := i + 1; j < len(toks) && j <= i+2; j++ {
		if toks[j].sense&sRule != 0 {
			return true
		}
		if toks[j].kind != stop {
			break
		}
	}
	return false
}

// afterGreeting drops what stands before the first comma or newline when it has
// neither a number nor a verb: "Merhaba, ...".
func afterGreeting(toks []token, names map[string]bool) []token {
	for i, t := range toks {
		switch {
		case t.kind == comma || t.kind == newline:
			return toks[i+1:]
		case t.sense&(sFill|sPerson) != 0 && t.sense&(sKind|sPropose) == 0 || names[t.fold] && t.sense == 0:
		default:
			return toks
		}
	}
	return toks
}

// voteNoun says that a word means a vote, so that "I change my vote on 301" is
// no amendment of 301.
func voteNoun(f string) bool {
	for _, w := range [...]string{"vote", "voto", "votos", "votes", "ballot", "szavazat", "szavazatom", "szavazatomat", "voksom", "oyum", "oyumu", "oy", "my vote", "cambio mi voto"} {
		if f == w {
			return true
		}
	}
	return strings.Contains(f, " vot") || strings.HasSuffix(f, " voto")
}

// editOf reads an amendment that names only what changes: replace "x" with "y"
// in 203, append to 203: ..., delete "x" from 203.
func editOf(toks []token, src string) *opening {
	var quotes []token
	var nums []int
	var verb sense
	proposes := false
	o := &opening{kinds: []rules.Kind{rules.Amend}}
	for i, t := range toks {
		switch {
		case t.kind == quoteTok:
			quotes = append(quotes, t)
		case t.kind == number:
			nums = append(nums, t.nums...)
		case t.kind == colon && verb == sAppend && len(nums) > 0:
			o.textAt, o.marked = t.end, true
		case t.sense&(sReplace|sAppend|sDelete) != 0 && verb == 0:
			verb = t.sense & (sReplace | sAppend | sDelete)
			proposes = proposes || i < 3 || len(quotes) > 0 || len(nums) > 0
		case t.sense&sPropose != 0:
			proposes = true
		case t.sense&(sNot|sIf|sMaybe) != 0:
			o.doubt = "unclear"
		}
		if o.marked {
			break
		}
	}
	if verb == 0 || len(nums) != 1 || !proposes {
		return nil
	}
	o.rules, o.proposes = nums, true
	if len(toks) > 0 && o.textAt == 0 {
		o.textAt = toks[len(toks)-1].end
	}
	if len(quotes) == 0 {
		quotes = singlyQuoted(toks, src)
	}
	switch {
	case verb&sReplace != 0 && len(quotes) == 2:
		o.edit = &rules.Edit{Old: inner(quotes[0].text), New: inner(quotes[1].text)}
	case verb&sDelete != 0 && len(quotes) == 1:
		o.edit = &rules.Edit{Old: inner(quotes[0].text)}
	case verb&sAppend != 0 && len(quotes) == 1:
		o.edit = &rules.Edit{New: inner(quotes[0].text)}
	case verb&sAppend != 0 && len(quotes) == 0 && o.marked:
		o.edit = &rules.Edit{}
	default:
		return nil
	}
	return o
}

// singleQuotes finds words between single quotes; an apostrophe inside a word
// opens none.
var singleQuotes = regexp.MustCompile(`(?:^|[\s(])(['‘][^'’\n]{1,500}['’])`)

func singlyQuoted(toks []token, src string) []token {
	var list []token
	for _, m := range singleQuotes.FindAllStringSubmatch(src[toks[0].start:toks[len(toks)-1].end], 3) {
		list = append(list, token{kind: quoteTok, text: m[1]})
	}
	return list
}

// inner takes the quotation marks off.
func inner(s string) string {
	r := []rune(s)
	if len(r) < 2 {
		return s
	}
	return strings.TrimSpace(string(r[1 : len(r)-1]))
}

// propose reads the proposal that begins with sentence s, whose tokens lie at
// base in the letter; ok is false when there is none. next is the place at
// which reading goes on.
func (r *reader) propose(s sentence, base int) (next int, ok bool) {
	o := openingOf(s, r.text[base:], r.names)
	if o == nil {
		return 0, false
	}
	words := oneLine(r.text[base+s.start : base+s.end])
	if !o.proposes || o.noise {
		if o.noise && o.proposes && r.c.MayPropose && len(o.rules) > 0 {
			r.hold(Fragment{Text: words, Verb: string(o.kinds[0]), Reason: "unclear"})
			return base + s.end, true
		}
		return 0, false
	}
	drafts := o.drafts()
	d := &drafts[0]
	next = base + s.end
	f := Fragment{Text: words, Verb: string(d.Kind), Reason: o.doubt}
	takesText := (d.Kind == rules.Enact || d.Kind == rules.Amend) && (o.edit == nil || *o.edit == rules.Edit{})
	if takesText {
		b := r.block(base+o.textAt, !o.inline)
		d.Title, d.Text, d.Clause = b.title, b.text, b.clause
		if d.Edit != nil {
			d.Edit.New, d.Text = b.text, ""
		}
		next = b.next
		if r.cut && next >= len(r.text) {
			f.Reason = "garbled"
		} else if b.text == "" && (d.Kind == rules.Enact || b.clause == "") {
			f.Reason = "no-text"
		} else if o.inline && !o.marked && f.Reason == "" && d.Kind == rules.Amend {
			f.Reason = inlineDoubt(b.text)
		}
	} else if o.inline && f.Reason == "" {
		f.Reason = "unclear"
	}
	r.drafts = append(r.drafts, drafts...)
	r.proposals = append(r.proposals, len(r.frags))
	f.Command = rules.Propose{Drafts: drafts}
	r.say(f)
	return next, true
}

// inlineDoubt says whether the words right behind "amend 203" are its text:
// a sentence that begins with a capital letter is.
func inlineDoubt(text string) string {
	first := []rune(text)
	if len(first) > 0 && strings.ToUpper(string(first[0])) == string(first[0]) {
		return ""
	}
	return "no-text"
}

// drafts makes the rule-changes that the opening names, one for each rule.
func (o *opening) drafts() []rules.Draft {
	if o.kinds[0] == rules.Enact {
		return []rules.Draft{{Kind: rules.Enact}}
	}
	var out []rules.Draft
	for _, k := range o.kinds {
		for _, n := range o.rules {
			out = append(out, rules.Draft{Kind: k, Rule: n, Amendment: o.amendment, Edit: o.edit})
		}
	}
	return out
}
