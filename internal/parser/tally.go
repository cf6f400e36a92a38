package parser

import (
	"regexp"
	"slices"
	"strings"
)

// Who tells how several have voted sets their names before it: "Gus, 301 yes", and
// below it "Ada, 301 no". One such name is somebody spoken to. Of two before
// commas, or before one number, the sender can hardly be both: the votes are
// theirs. Dashes before several numbers part a proposal's name from its number.

// heldBy finds the name before a vote, what parts them, and the number.
var heldBy = regexp.MustCompile(`(?:^|[\n.;!?])[\s*•·-]*(\p{L}+(?: \p{L}+)?)(,| ?[–—]| -)\s[^\n.;!?]{0,60}?\b(\d{3})\b`)

// tally finds the names before votes that are told of others.
func (r *reader) tally() {
	if r.c.Ballots != nil { // who cast them endorse one another by name
		return
	}
	var own strings.Builder
	for _, l := range r.lines {
		if l.mark == mOwn && own.Len() < maxText/16 {
			own.WriteString(l.text + "\n")
		}
	}
	names, told, before := map[string]bool{}, false, map[string]string{}
	for _, m := range heldBy.FindAllStringSubmatch(own.String(), maxFragments) {
		toks := tokens(m[1], r.lang)
		name := toks[0]
		self := name.sense&sPerson != 0 || r.names[name.fold]
		if !self && slices.ContainsFunc(toks, func(t token) bool { return t.kind != word || t.sense != 0 }) {
			continue
		}
		key := m[2] + m[3]
		if m[2] == "," {
			key = m[2]
		}
		told = told || before[key] != "" && before[key] != name.fold
		before[key] = name.fold
		names[name.fold] = !self
	}
	if told {
		r.tallied = names
	}
}

// telling says that a sentence has a name before which others' votes are told.
func (r *reader) telling(s sentence) bool {
	return slices.ContainsFunc(s.toks, func(t token) bool { return t.sense == 0 && r.tallied[t.fold] })
}
