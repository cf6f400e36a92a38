package parser

import "slices"

// A vote may say what the proposal does: "301 (repeal 206): FOR". Such words are
// the proposal's title, and neither a change of rules nor numbers to be voted on.

// maxDeed is how many tokens they are at most.
const maxDeed = 14

// casts are the senses of words that no title has.
const casts = sVote | sIf | sNot | sMaybe | sOthers | sExample | sWhen | sPlan | sThink | sMistake | sShould | sInstead

// withoutDeeds takes out what proposals do, where that stands right behind their
// numbers: in brackets, or between marks before the vote that ends the clause.
func withoutDeeds(toks []token, open func(int) bool) []token {
	var out []token // once it differs
	for i := 0; i < len(toks); i++ {
		n := 0
		if t := toks[i]; t.kind == number && open(t.nums[0]) {
			n = deed(toks[i+1:], open)
		}
		if n > 0 && out == nil {
			out = slices.Clone(toks[:i])
		}
		if out != nil {
			out = append(out, toks[i])
		}
		i += n
	}
	if out == nil {
		return toks
	}
	return out
}

// deed is how many tokens say what the proposal before them does, 0 for none.
func deed(rest []token, open func(int) bool) int {
	bracket := len(rest) > 0 && rest[0].kind == comma && rest[0].text == "("
	changes, ruled := false, false
	for k, t := range rest[:min(len(rest), maxDeed)] {
		mark := t.kind == comma || t.kind == colon
		switch {
		case bracket && mark && t.text == ")":
			if changes || ruled {
				return k + 1
			}
			return 0
		case k == 0 && mark, bracket && mark:
		case mark && changes && ruled && k+1 < len(rest) && rest[k+1].sense&sVote != 0 && ends(rest[k+2:]):
			return k
		case mark, t.kind == query, t.kind == newline, t.kind == garbled, t.kind == reaction, t.kind == box:
			return 0
		case t.kind == number && slices.ContainsFunc(t.nums, open), t.sense&casts != 0 && t.sense&(sFill|sReads) == 0:
			return 0
		}
		changes = changes || t.kind == word && t.sense&(sKind|sEdit|sAmendment) != 0
		ruled = ruled || t.kind == number || t.sense&sRule != 0
	}
	return 0
}
