package parser

import (
	"slices"

	"nomicmail/internal/rules"
)

// opening is a sentence that makes a proposal, up to where its text begins.
type opening struct {
	toks []token
	end  int // of the sentence, in the tokens' text

	turkish bool

	kinds     []rules.Kind
	rules     []int
	numAt     []int // places of the numbers among toks
	amendAt   int   // place of a word that may be the noun "amendment", or -1
	amendment int
	quotes    []int // places of quotations before the text
	edit      *rules.Edit
	title     string // it is named in the sentence
	power     rules.Ratio

	seen   sense  // what the words say together
	first  bool   // only words without weight have come
	leads  bool   // the verb comes first, or its rule, as in Turkish and Hungarian
	before bool   // other words stand before the first comma
	noise  bool   // words that a proposal is not made of stand inside
	aside  bool   // a reason is being given
	vote   bool   // it speaks of votes
	denied bool   // "I do not propose", or a question without its mark
	doubt  string // why it may be none: a code of [Reasons]

	revises bool // the number is that of a proposal of the author's, in debate

	framed bool   // what begins there is a quotation
	textAt int    // where the text would begin, in the tokens' text
	marked bool   // it does begin there: behind a colon or a quotation mark
	inline bool   // it begins there without a mark
	dashed bool   // it, or its title, begins there behind a dash
	text   string // all of it stands between the words: "203. kuralı “…” olarak değiştir"
}

// maxOpening is how many words and marks are looked at for the beginning of a
// proposal.
const maxOpening = 400

// Words that stand among those of a proposal and change nothing.
const sIdle = sFill | sReads | sPerson | sProposal | sMutable | sPropose | sMine | sShall | sShould |
	sMake | sCalled | sPart | sAround | sInstead | sRule | sWith

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

// opening reads a sentence as the beginning of a proposal; nil when it is none.
func (r *reader) opening(s sentence, src string) *opening {
	r.spoken, r.half = false, false
	if s.question || !mayPropose(s.toks) {
		return nil
	}
	toks := withoutEndings(afterGreeting(s.toks, r.names))
	toks = toks[:min(len(toks), maxOpening)]
	if o := r.editing(toks, s.end, src); o != nil {
		return o
	}
	o := r.newOpening(toks, s.end)
	i := 0
	for ; i < len(toks) && !o.complete(); i++ {
		if o.implied(i) {
			o.kinds = []rules.Kind{rules.Amend}
			break
		}
		o.word(i)
	}
	if o.foretells() {
		o.kinds = []rules.Kind{rules.Amend}
	}
	switch {
	case !o.complete():
	case o.takesText():
		o.findText(i)
	default:
		o.goOn(i)
	}
	return r.judged(o)
}

// mayPropose is a first look: a proposal names a change, or a number.
func mayPropose(toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == number || t.sense&(sKind|sEdit|sMutable|sAmendment) != 0
	})
}

// proposing says that a line makes a proposal beyond doubt.
func (r *reader) proposing(line string) bool {
	o := r.openingIn(line)
	return o != nil && o.proposes() && !o.noise && o.doubt == ""
}

// openingIn is the opening that a line begins with, or nil.
func (r *reader) openingIn(line string) *opening {
	list := sentences(tokens(line, r.lang), line)
	if len(list) == 0 {
		return nil
	}
	return r.opening(list[0], line)
}

func (r *reader) newOpening(toks []token, end int) *opening {
	turkish := r.lang.lang >= 0 && languages[r.lang.lang] == "tr"
	return &opening{toks: toks, end: end, amendAt: -1, first: true, textAt: end, turkish: turkish}
}

// judged decides whether what was read is a proposal at all; nil when not.
func (r *reader) judged(o *opening) *opening {
	o.amended()
	if o.judged(r) {
		return o
	}
	r.spoken = o.complete() && !o.votesOnRule() && !slices.ContainsFunc(o.rules, r.open) && o.kinds[0] != rules.Enact
	about := len(o.rules) > 0 && r.isRule(o.rules[0])
	r.half = about && !o.complete() && !o.denied && !o.vote && o.seen&sMine != 0
	return nil
}

// votesOnRule says that a sentence votes in so many words: "I vote for repealing 210".
func (o *opening) votesOnRule() bool {
	return o.vote && slices.ContainsFunc(o.toks, func(t token) bool { return voteNoun(t.fold) })
}

// judged is false for talk; it notes what is in doubt.
func (o *opening) judged(r *reader) bool {
	mine := o.seen&(sPropose|sMine) != 0
	switch {
	case !o.complete() || o.denied || o.edit == nil && o.adjectiveAlone():
		return false
	case o.kinds[0] != rules.Enact && !slices.ContainsFunc(o.rules, r.isRule):
		o.revises = o.kinds[0] == rules.Amend && o.plain() && len(o.rules) == 1 &&
			slices.Contains(r.c.Proposer, o.rules[0]) && slices.Contains(r.c.Debate, o.rules[0])
		if !o.revises && o.mistakes() {
			o.doubt = "unclear"
			return true
		}
		return o.revises // or a vote is changed, or a proposal spoken of
	case o.vote && !mine, o.votes(r), o.kinds[0] == rules.Enact && o.inline && o.numberAt(o.textAt):
		return false // "New rule 301 is fine"
	case o.vote, o.before && o.seen&sMine == 0:
		o.noise = true
	}
	switch {
	case o.kinds[0] != rules.Enact && o.proposalBeside(), !o.marked && o.thanksFor(len(o.toks)-1):
		o.doubt = "unclear" // to withdraw a proposal is no repeal of a rule
	case o.doubt != "" && !mine && !o.marked && !o.leads:
		return false // talk about what might be
	case o.seen&sShould != 0 && !mine && !o.marked:
		o.doubt = "unclear" // an opinion, or a proposal?
	}
	return true
}

// mistakes says that the author amends an undecided proposal as if it were a rule:
// what stands below is its text, and nothing in that is an order.
func (o *opening) mistakes() bool {
	return o.kinds[0] == rules.Amend && (o.leads || o.marked) && o.plain() &&
		!slices.ContainsFunc(o.toks, func(t token) bool { return t.sense&sVote != 0 || voteNoun(t.fold) })
}

// complete says that the sentence names a rule-change and, unless it enacts,
// a rule.
func (o *opening) complete() bool {
	return len(o.kinds) > 0 && (len(o.rules) > 0 || o.kinds[0] == rules.Enact)
}

func (o *opening) takesText() bool {
	return o.kinds[0] == rules.Enact || o.kinds[0] == rules.Amend
}

// implied says that the mark at i is followed by what a rule shall say, though
// no verb has said that it is amended: "Rule 203 shall read: ...".
func (o *opening) implied(i int) bool {
	t := o.toks[i]
	if len(o.kinds) > 0 || len(o.rules) != 1 || t.kind != colon && t.kind != quoteTok || o.seen&(sReplace|sAppend|sDelete) != 0 {
		return false
	}
	wish := o.seen&(sPropose|sMine|sShall|sShould) != 0
	if wish && o.seen&(sReads|sShall|sShould) == 0 {
		o.doubt = "unclear" // "My proposal about 203: ..."
	}
	return wish
}

// foretells says that a whole sentence without a verb of a change says that what a
// rule shall say stands below: "My proposal: rule 208 shall read as follows."
func (o *opening) foretells() bool {
	const all = sReads | sShall
	return len(o.kinds) == 0 && len(o.rules) == 1 && len(o.quotes) == 0 && !o.noise && !o.vote &&
		o.seen&all == all && o.seen&(sMine|sPropose) != 0
}

// afterGreeting drops what stands before the first comma or newline when it has
// neither a number nor a verb: "Merhaba, ...".
func afterGreeting(toks []token, names map[string]bool) []token {
	for i, t := range toks {
		switch {
		case t.kind == comma || t.kind == newline:
			return toks[i+1:]
		case vocabulary().in("assent", foldLine(t.text)):
			return toks
		case t.sense&(sFill|sPerson) != 0 && t.sense&(sKind|sPropose|sMine|sShall|sShould|sReads) == 0 || names[t.fold] && t.sense == 0:
		default:
			return toks
		}
	}
	return toks
}

// withoutEndings drops the case endings that hang on a quotation: „három”-ra,
// "üç"le.
func withoutEndings(toks []token) []token {
	out := make([]token, 0, len(toks))
	for i, t := range toks {
		if n := len(out); n > 0 && out[n-1].kind == quoteTok && i > 0 {
			hangs := t.start == toks[i-1].end
			if hangs && t.kind == comma && dash(t.text) && i+1 < len(toks) && toks[i+1].start == t.end {
				continue
			}
			if hangs && t.kind == word && len(t.fold) <= 5 {
				continue
			}
		}
		out = append(out, t)
	}
	return out
}
