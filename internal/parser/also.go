package parser

import "slices"

// "301 for, 302 too, 303 against": a "too" gives its number the vote before it.
// Without it the number would wait for the vote that follows.

// also says that a token gives what stands beside it the vote before.
func also(t token) bool { return t.kind == word && vocabulary().in("also", foldLine(t.text)) }

// likened is the vote that the "too" at i gives to the number right before it, 0
// for none: it ends its clause, in a sentence that names each number before its
// vote.
func likened(toks []token, i int) sense {
	if i == 0 || toks[i-1].kind != number || !also(toks[i]) || !ends(toks[i+1:]) {
		return 0
	}
	weighs := func(t token) bool { return t.kind == number || t.sense&sVote != 0 }
	if first := slices.IndexFunc(toks, weighs); toks[first].kind != number {
		return 0
	}
	for k := i - 2; k >= 0; k-- {
		if s := toks[k].sense & sVote; s != 0 {
			return s
		}
	}
	return 0
}

// leadsAlso says that the token at i is an "also" that stands before a number and
// nothing else: "301 for, also 302, 303 against". Whose vote that number has is
// asked.
func leadsAlso(toks []token, i int) bool {
	return i > 0 && toks[i-1].kind == comma && i+1 < len(toks) && toks[i+1].kind == number && also(toks[i]) && ends(toks[i+2:]) && len(toks) > i+2
}
