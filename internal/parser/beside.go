package parser

import (
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// What the clauses beside a vote do to it: they take it back, repeat it, or make
// it somebody else's.

// unlike holds the noes before a "hanem" or a "sino": "nem a 304-re, hanem a
// 305-re" says nothing against 304.
func (v *voteReader) unlike() {
	for i := range v.claims {
		if c := &v.claims[i]; c.option == rules.Against && c.reason == "" {
			c.reason = "unclear"
		}
	}
}

// maxRefusal is how long, in bytes, the words of a clause are kept.
const maxRefusal = 60

// refused holds votes for behind which a clause says the contrary: "301 for, no
// way", "301 igen, a kukába vele".
func (v *voteReader) refused(c *clause) {
	others := func(c claim) bool { return c.option != rules.For }
	if len(v.claims) > 0 && !slices.ContainsFunc(v.claims, others) && vocabulary().in("refusal", strings.TrimSpace(c.said)) {
		v.hold("unclear")
	}
}

// aside reads a clause without numbers and votes: it may cast doubt on those
// that follow or went before.
func (v *voteReader) aside(c *clause, head []item) {
	v.talk = true
	for k, it := range head {
		switch {
		case it.kind == iIf, it.kind == iMaybe, it.kind == iWhen && k == 0, it.kind == iThink && !c.talks():
			v.hold("conditional")
			v.doubt = "conditional"
		case it.kind == iMistake, it.kind == iNot && !c.talks() && !v.insists(it) && !v.repeats(c):
			v.hold("unclear")
		case len(head) == 1 && strings.HasSuffix(it.t.text, "%") && it.t.text != "100%": // "301 FOR (50%)"
			v.hold("unclear")
		case it.kind == iSeen && len(v.claims) > 0 && v.claims[len(v.claims)-1].yes:
			v.hold("unclear")
		case it.kind == iOthers && vocabulary().in("proxy", foldLine(it.t.text)): // "301 FOR (on behalf of Gus)"
			v.hold("unclear")
			v.doubt = "unclear"
		case (it.kind == iOthers || it.kind == iExample) && len(v.claims) == 0:
			v.doubt = "unclear"
		case it.kind == iNod:
			v.hint = true
		}
	}
	if c.colon && !c.person && len(v.claims) == 0 && v.doubt == "" && c.has(iNoise) {
		v.doubt = "unclear" // "Crumhorn says: 301 FOR"
	}
}

// insists says that a "never" stands behind votes against, which it only
// repeats: "302 no, never".
func (v *voteReader) insists(it item) bool {
	return len(v.claims) > 0 && vocabulary().in("never", it.t.fold) &&
		!slices.ContainsFunc(v.claims, func(c claim) bool { return c.option != rules.Against })
}

// repeats says that a clause says in other words what the votes before it do: "no,
// I don't like it".
func (v *voteReader) repeats(c *clause) bool {
	o := nodded(c.said)
	return o != "" && len(v.claims) > 0 && !slices.ContainsFunc(v.claims, func(c claim) bool { return c.option != o })
}

// talks says that a clause has words of its own, so that a "not" or an "I
// think" in it is about something else than the votes.
func (c *clause) talks() bool { return c.has(iNoise) || c.has(iPlan) || c.has(iBecause) }

// hold makes everything claimed so far uncertain.
func (v *voteReader) hold(reason string) {
	for i := range v.claims {
		if v.claims[i].reason == "" {
			v.claims[i].reason = reason
		}
	}
}
