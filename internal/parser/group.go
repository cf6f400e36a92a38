package parser

import (
	"slices"

	"nomicmail/internal/rules"
)

// optionOf is the option that a vote word stands for, "" when it could stand
// for two.
func optionOf(s sense) rules.Option {
	var found []rules.Option
	for _, o := range []struct {
		s sense
		o rules.Option
	}{{sFor | sYes, rules.For}, {sAgainst | sNo, rules.Against}, {sAbstain, rules.Abstain}, {sPresent, rules.Present}, {sWithdraw, rules.Withdrawn}} {
		if s&o.s != 0 {
			found = append(found, o.o)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

func count(items []item) (nums, votes, rest int) {
	for i, it := range items {
		switch it.kind {
		case iNumber:
			nums++
		case iVote, iReact:
			votes++
		case iExcept:
			if i+1 >= len(items) || items[i+1].kind != iNumber {
				rest++
			}
		default:
			rest++
		}
	}
	return nums, votes, rest
}

// agree makes one vote of neighbouring vote words: "yes, for" agrees, "yes no"
// does not. A word outweighs an emoji that agrees with it.
func agree(head []item) item {
	one := head[0]
	for _, it := range head[1:] {
		if it.kind == iExcept || it.kind == iNumber {
			continue
		}
		if one.kind == iReact {
			one.kind = it.kind
		}
		one.vote |= it.vote
		one.unsure = one.unsure || it.unsure
		one.t.end = it.t.end
	}
	return one
}

func numsOf(items []item) []int {
	var out []int
	for _, it := range items {
		out = append(out, it.nums...)
	}
	return out
}

// group joins neighbouring vote words and neighbouring numbers.
func group(head []item) []item {
	var out []item
	for _, it := range head {
		if len(out) > 0 {
			last := &out[len(out)-1]
			switch {
			case last.kind == iNumber && it.kind == iNumber:
				last.nums = append(slices.Clone(last.nums), it.nums...)
				last.all |= it.all
				last.t.end = it.t.end
				continue
			case last.kind != iNumber && it.kind != iNumber:
				*last = agree([]item{*last, it})
				continue
			}
		}
		out = append(out, it)
	}
	return out
}

// besideVote says that a number has a vote word at its side: behind "if", the
// others are only what the vote depends on.
func besideVote(items []item, k int) bool {
	return k+1 < len(items) && items[k+1].kind == iVote || items[k-1].kind == iVote
}

// doubtOf says what makes a clause unclear.
func doubtOf(items []item) string {
	reason := "unclear"
	for _, it := range items {
		switch it.kind {
		case iIf, iMaybe, iWhen:
			return "conditional"
		case iGarbled:
			reason = "garbled"
		}
	}
	return reason
}
