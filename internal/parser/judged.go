package parser

import (
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// A sentence that names a rule-change is not yet a proposal: it may be talk, a
// vote, or an opinion.

// votes says that the sentence is a vote on an open proposal, told with what that
// is about: "Proposal 301 (repeal 206): FOR".
func (o *opening) votes(r *reader) bool {
	last := o.toks[len(o.toks)-1]
	return len(o.rules) > 0 && r.open(o.rules[0]) && !r.rule(o.rules[0]) && last.sense&sVote != 0
}

// plain says that nothing makes the sentence doubtful.
func (o *opening) plain() bool {
	return o.edit == nil && !o.noise && !o.vote && o.doubt == ""
}

func (o *opening) numberAt(at int) bool {
	return slices.ContainsFunc(o.toks, func(t token) bool { return t.start == at && t.kind == number })
}

// isRule says that a number may be a rule's: it is one's, or no proposal's.
func (r *reader) isRule(n int) bool {
	return r.rule(n) || !slices.Contains(r.c.Open, n) && !slices.Contains(r.c.Debate, n)
}

// proposes says that the author makes the proposal, by the words alone.
func (o *opening) proposes() bool {
	return o.leads || o.marked || o.seen&(sPropose|sMine|sShall|sShould) != 0
}

// adjectiveAlone says that only "mutable" or "immutable" names the change, and
// the sentence does not say that the rule becomes it.
func (o *opening) adjectiveAlone() bool {
	if o.kinds[0] != rules.Transmute || o.seen&(sTransmute|sMake|sShall) != 0 {
		return false
	}
	return slices.ContainsFunc(o.toks, func(t token) bool {
		return t.kind == word && t.sense&(sMutable|sRule) == 0
	})
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
func (o *opening) amended() {
	if o.amendAt < 0 {
		return
	}
	if len(o.kinds) == 0 && len(o.rules) > 0 {
		o.kinds = []rules.Kind{rules.Amend}
		if len(o.rules) == 1 {
			o.findText(max(o.amendAt, o.numAt[0]) + 1)
			return
		}
	}
	if len(o.rules) != 2 || len(o.numAt) != 2 {
		return
	}
	which := 0
	switch {
	case ruleBeside(o.toks, o.numAt[0]):
		which = 1
	case ruleBeside(o.toks, o.numAt[1]):
		which = 0
	case o.amendAt > o.numAt[1]:
		which = 1
	case o.amendAt == o.numAt[0]+1 && o.amendAt == o.numAt[1]-1:
		o.doubt = "unclear" // "203 amendment 304": whose is which?
	}
	o.amendment = o.rules[which]
	o.rules = []int{o.rules[1-which]}
}

// proposalBeside says that a number is a proposal's: "javaslat visszavonása 306",
// "a 306. javaslat ...".
func (o *opening) proposalBeside() bool {
	toks := o.toks
	for _, i := range o.numAt {
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
