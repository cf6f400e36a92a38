package parser

import "slices"

// What a sentence says of itself: a second word for the same numbers, "sorry",
// "I meant". The last statement stands only where it is clearly a correction.

// finish settles what waits at the end of a sentence.
func (v *voteReader) finish(s sentence, list []clause) {
	v.outside(list)
	for i := range v.claims {
		if c := &v.claims[i]; c.all != 0 || len(c.nums) > 1 {
			c.except(v.out)
		}
	}
	v.meant = v.meant || v.softly && len(v.claims) > 0
	v.twice()
	v.takenBack()
	if s.question {
		v.hold("unclear")
	}
	v.waiting(list)
	h := v.heading
	switch {
	case h == nil:
	case len(v.claims) == 0:
		v.vote = h
		v.vote.unsure = h.unsure || h.vote == sNo && thanked(s) // "No, thank you"
		v.alone = !v.talk && !s.question
	case h.t.start > v.claims[len(v.claims)-1].end:
		v.behind(*h)
	}
}

// waiting asks about numbers that no word followed, or keeps them.
func (v *voteReader) waiting(list []clause) {
	if len(v.pending) == 0 {
		return
	}
	n := v.pending[0]
	n.nums = numsOf(v.pending)
	n.t.end = v.pending[len(v.pending)-1].t.end
	switch {
	case len(v.claims) == 0 && !v.talk:
		v.nums = &n
	case len(v.claims) > 0 && !v.allClaimed(n.nums), len(v.claims) == 0 && (v.doubt == "" || heads(list, n)):
		v.add(n, item{t: n.t}, "no-vote-word", len(list))
	}
}

// heads says that numbers begin a sentence, which is about them then, and says
// more of them than "I do not know".
func heads(list []clause, n item) bool {
	undecided := slices.ContainsFunc(list, func(c clause) bool { return c.has(iMaybe) && !c.talks() })
	return !undecided && len(list[0].items) > 0 && list[0].items[0].t.start == n.t.start
}

// behind reads a vote word that came last, after one that headed its numbers.
func (v *voteReader) behind(one item) {
	last := v.claims[len(v.claims)-1]
	switch o := optionOf(one.vote); {
	case o == last.option && !one.unsure: // "yes to 303, I agree"
	case v.correct && len(v.claims) == 1:
		v.anew(one)
	default:
		v.hold("contradiction")
	}
}

// twice holds what is said of one proposal two ways in one sentence, when
// nothing shows that the second corrects the first. "301-304 for, 303 against"
// only says more of one.
func (v *voteReader) twice() {
	for j := range v.claims {
		b := &v.claims[j]
		for i := range j {
			a := &v.claims[i]
			if v.wrong >= 0 || a.span || b.span || a.all|b.all != 0 || a.option == b.option || a.reason != "" || b.reason != "" || b.correct {
				continue
			}
			if both := shared(a.nums, b.nums); len(both) > 0 {
				a.except(both)
				b.reason = "contradiction"
			}
		}
	}
}

// takenBack holds what stands before "I meant", but for what is said anew behind
// it; where something is, only that was meant.
func (v *voteReader) takenBack() {
	before, behind := 0, []int(nil)
	for _, c := range v.claims {
		if c.clause < v.wrong {
			before++
		} else if c.reason == "" {
			behind = append(behind, c.nums...)
		}
	}
	if v.wrong < 0 || before == 0 {
		return
	}
	again := slices.ContainsFunc(v.claims[:before], func(c claim) bool { return len(shared(c.nums, behind)) > 0 })
	for i := range v.claims[:before] {
		if c := &v.claims[i]; again {
			c.except(behind)
		} else if c.reason == "" {
			c.reason = "unclear"
		}
	}
}

// shared are the numbers that two lists have in common.
func shared(a, b []int) (both []int) {
	for _, n := range a {
		if slices.Contains(b, n) {
			both = append(both, n)
		}
	}
	return both
}

// thanked says that a sentence has thanks in it.
func thanked(s sentence) bool {
	return slices.ContainsFunc(s.toks, func(t token) bool { return t.sense&sThanks != 0 })
}

// anew reads a second vote word for the numbers of the last claim.
func (v *voteReader) anew(one item) {
	last, o := &v.claims[len(v.claims)-1], optionOf(one.vote)
	switch {
	case last.option == "" && last.reason == "no-vote-word":
		last.option, last.reason = o, "unclear" // for the question that will be asked
	case last.reason == "" && o == last.option:
	case last.reason == "" && v.correct && len(v.claims) == 1 && o != "" && !one.unsure && one.kind == iVote:
		last.option, last.end = o, one.t.end // "301 FOR, sorry, AGAINST"
		v.wrong = -1
	case last.reason == "":
		last.reason = "contradiction" // "301 FOR, AGAINST"
	case last.react && one.kind == iVote && last.option == o:
		last.react, last.reason = false, ""
	}
}
