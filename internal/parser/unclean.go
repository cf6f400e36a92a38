package parser

import "slices"

// unclean reads a clause in which other words stand among numbers and votes:
// what it seems to say is held, and only if it is about open proposals.
func (v *voteReader) unclean(head []item, i int, first bool) {
	v.talk = true
	reason, before := doubtOf(head), len(v.claims)
	v.excepted(head)
	var vote *item
	for k := range head {
		if head[k].kind == iVote || head[k].kind == iReact {
			vote = &head[k]
		}
	}
	if reason == "conditional" && (head[0].kind != iNumber || vote == nil) {
		v.hold(reason)
		v.doubt = reason
	}
	if slices.ContainsFunc(head, func(it item) bool { return it.kind == iNot || it.kind == iMistake }) {
		v.hold("unclear")
		v.doubt = "unclear"
	}
	nums := append(v.pending, head...)
	if undecided(head) {
		return // "On 303 I am still thinking."
	}
	short := len(head) == 2 && (head[0].kind == iNumber || likewise(head[0].t) || also(head[0].t)) // "302 ditto", "likewise 302"
	if vote == nil && !first && !short && len(v.pending) == 0 && v.doubt == "" {
		return // numbers that are only mentioned
	}
	lead := first && head[0].kind == iNumber || short && (first || len(v.claims) > 0) || len(v.pending) > 0
	if vote == nil && !lead && first && v.doubt == "" {
		v.passed = append(v.passed, numbersAmong(head, v.open)...)
	}
	v.pending = nil
	cond := slices.IndexFunc(nums, func(it item) bool { return it.kind == iIf })
	for k, it := range nums {
		if it.kind != iNumber || it.all != 0 || v.allClaimed(it.nums) || cond >= 0 && k > cond && !besideVote(nums, k) {
			continue
		}
		switch {
		case vote != nil:
			v.add(it, *vote, reason, i)
		case lead || v.doubt != "":
			if reason == "unclear" {
				reason = "no-vote-word"
			}
			v.add(it, item{t: it.t}, reason, i)
		}
		lead = lead && len(v.pending) > 0
	}
	if vote != nil && len(v.out) > 0 && len(v.claims) == before { // "except 303, which I oppose"
		v.add(item{nums: v.out, t: vote.t}, *vote, reason, i)
	}
	v.hint = v.hint || vote != nil && len(v.claims) == before
	if len(v.claims) > 0 {
		v.claims[len(v.claims)-1].end = head[len(head)-1].t.end
	}
}

// undecided says that items only tell of numbers that the author does not know yet.
func undecided(items []item) bool {
	return !slices.ContainsFunc(items, func(it item) bool { return it.kind != iNumber && it.kind != iThink })
}

// likewise says that a word gives what follows the vote before it.
func likewise(t token) bool {
	return slices.Contains([]string{"likewise", "ditto", "idem", "igual", "igualmente", "aynen", "ugyanigy", "szinten"}, t.fold)
}

func (v *voteReader) allClaimed(nums []int) bool {
	for _, n := range nums {
		if !v.claimed[n] {
			return false
		}
	}
	return true
}

// reasons reads what stands behind "because": it is no vote, but if it looks
// like one about another proposal, that one is asked about.
func (v *voteReader) reasons(tail []item, i int) {
	nums, votes, _ := count(tail)
	for _, it := range tail {
		if it.kind == iIf || it.kind == iMaybe {
			v.hold("conditional")
		}
	}
	if nums == 0 || votes == 0 {
		return
	}
	v.unclean(tail, i, false)
}
