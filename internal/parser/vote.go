package parser

import (
	"cmp"
	"slices"

	"nomicmail/internal/rules"
)

// claim is a vote as a sentence states it. reason is "" when it stands beyond
// doubt.
type claim struct {
	nums   []int
	all    sense // "all", "both" or "the rest" instead of numbers
	option rules.Option
	react  bool
	reason string
	clause int
	start  int
	end    int
}

// ballot is what a sentence says about votes.
type ballot struct {
	claims []claim
	nums   *item // numbers that still want a word
	vote   *item // a word that still wants a number
	alone  bool  // the word is all that the sentence says
	talk   bool  // the sentence has words that no vote is made of
}

// reader of one sentence.
type voteReader struct {
	ballot
	open    func(int) bool
	pending []item // numbers of clauses that had nothing else
	heading *item  // the vote word that came before its numbers
	doubt   string // why nothing in this sentence stands, or ""
	claimed map[int]bool
}

// readVotes reads a sentence. open says whether a number is an open proposal's.
// The reading is careful: a vote stands only when its clause holds nothing but
// numbers, vote words and words without weight.
func readVotes(s sentence, names map[string]bool, open func(int) bool) ballot {
	v := &voteReader{open: open, claimed: map[int]bool{}}
	list := clauses(s, names)
	first := true
	for i := range list {
		c := &list[i]
		head, tail := c.items, []item(nil)
		if b := slices.IndexFunc(head, func(it item) bool { return it.kind == iBecause }); b >= 0 {
			head, tail = head[:b], head[b:]
			v.talk = true
		}
		v.clause(c, head, i, first)
		v.reasons(tail, i)
		first = first && len(c.items) == 0
	}
	v.finish(s, list)
	return v.ballot
}

// clause reads one clause; head is its items before any reason.
func (v *voteReader) clause(c *clause, head []item, i int, first bool) {
	nums, votes, rest := count(head)
	switch {
	case len(head) == 0:
		return
	case nums == 0 && votes == 0:
		v.aside(c, head)
	case rest > 0:
		v.unclean(head, i, first)
	case votes == 0:
		v.bareNumbers(head, i)
	case nums == 0:
		v.bareVote(head, i)
	default:
		v.pairs(head, i)
	}
}

// aside reads a clause without numbers and votes: it may cast doubt on those
// that follow or went before.
func (v *voteReader) aside(c *clause, head []item) {
	v.talk = true
	for _, it := range head {
		switch it.kind {
		case iIf:
			v.hold("conditional")
			v.doubt = "conditional"
		case iMaybe:
			v.hold("conditional")
			v.doubt = "conditional"
		case iOthers, iExample:
			if len(v.claims) == 0 {
				v.doubt = "unclear"
			}
		}
	}
	if c.colon && !c.person && len(v.claims) == 0 && v.doubt == "" && c.has(iNoise) {
		v.doubt = "unclear" // "Crumhorn says: 301 FOR"
	}
}

// hold makes everything claimed so far uncertain.
func (v *voteReader) hold(reason string) {
	for i := range v.claims {
		if v.claims[i].reason == "" {
			v.claims[i].reason = reason
		}
	}
}

func (v *voteReader) add(n item, vote item, reason string, clause int) {
	c := claim{nums: n.nums, all: n.all, option: optionOf(vote.vote), react: vote.kind == iReact, reason: cmp.Or(reason, vote.doubt()), clause: clause,
		start: min(n.t.start, vote.t.start), end: max(n.t.end, vote.t.end)}
	if c.reason == "" {
		switch {
		case v.doubt != "":
			c.reason = v.doubt
		case c.react:
			c.reason = "reaction"
		case c.option == "":
			c.reason = "contradiction"
		}
	}
	for _, k := range n.nums {
		v.claimed[k] = true
	}
	v.claims = append(v.claims, c)
}

// bareNumbers keeps numbers for the word that must follow, or gives them the
// heading's.
func (v *voteReader) bareNumbers(head []item, i int) {
	for k, it := range head {
		if it.kind == iExcept {
			v.except(head[k+1].nums)
			return
		}
		if v.heading != nil && len(v.pending) == 0 {
			v.add(it, *v.heading, "", i)
		} else {
			v.pending = append(v.pending, it)
		}
	}
}

// except takes numbers out of all claims so far.
func (v *voteReader) except(nums []int) {
	for i := range v.claims {
		c := &v.claims[i]
		if c.all != 0 {
			c.reason = "which-all"
		}
		c.nums = slices.DeleteFunc(slices.Clone(c.nums), func(n int) bool { return slices.Contains(nums, n) })
	}
}

// bareVote gives waiting numbers their vote, or waits for numbers.
func (v *voteReader) bareVote(head []item, i int) {
	one := agree(head)
	switch {
	case len(v.pending) > 0:
		for _, n := range v.pending {
			v.add(n, one, "", i)
		}
		v.pending = nil
	case len(v.claims) > 0 && v.heading == nil:
		last := &v.claims[len(v.claims)-1]
		if last.option == "" && last.reason == "no-vote-word" {
			last.option, last.reason = optionOf(one.vote), "unclear" // for the question that will be asked
		} else if last.reason == "" && optionOf(one.vote) != last.option {
			last.reason = "contradiction" // "301 FOR, AGAINST"
		} else if last.react && one.kind == iVote && last.option == optionOf(one.vote) {
			last.react, last.reason = false, ""
		}
	case v.heading != nil && !v.used():
		v.heading.vote |= one.vote
		v.heading.unsure = v.heading.unsure || one.unsure
	default:
		v.heading = &one
	}
}

// used says that the heading has had numbers.
func (v *voteReader) used() bool { return len(v.claims) > 0 }

// pairs reads a clause of numbers and vote words and nothing else. Which comes
// first decides how they belong together.
func (v *voteReader) pairs(head []item, i int) {
	head, out := outsideExcept(head)
	groups := group(head)
	if len(groups) > 0 && groups[0].kind == iNumber {
		groups[0].nums = append(numsOf(v.pending), groups[0].nums...)
	} else if len(v.pending) > 0 {
		v.add(item{nums: numsOf(v.pending), t: v.pending[0].t}, groups[0], "contradiction", i)
	}
	v.pending = nil
	if len(groups)%2 != 0 {
		v.odd(groups, i)
		return
	}
	if h := v.heading; h != nil && !v.used() && groups[0].kind == iNumber { // "No, 301 for"
		if optionOf(h.vote) != optionOf(groups[1].vote) {
			v.doubt = "contradiction"
		}
		v.heading = nil
	}
	from := len(v.claims)
	for k := 0; k+1 < len(groups); k += 2 {
		n, vote := groups[k], groups[k+1]
		if n.kind != iNumber {
			n, vote = vote, n
			v.heading = &vote
		}
		v.add(n, vote, "", i)
	}
	for k := from; k < len(v.claims); k++ {
		c := &v.claims[k]
		c.nums = slices.DeleteFunc(slices.Clone(c.nums), func(n int) bool { return slices.Contains(out, n) })
		if c.all != 0 && len(out) > 0 {
			c.reason = "which-all"
		}
	}
}

// odd holds a clause whose numbers and words do not come out even.
func (v *voteReader) odd(groups []item, i int) {
	var last item
	for _, g := range groups {
		if g.kind != iNumber {
			last = g
		}
	}
	for _, g := range groups {
		if g.kind == iNumber {
			v.add(g, last, "contradiction", i)
		}
	}
}

// unclean reads a clause in which other words stand among numbers and votes:
// what it seems to say is held, and only if it is about open proposals.
func (v *voteReader) unclean(head []item, i int, first bool) {
	v.talk = true
	reason := doubtOf(head)
	var vote *item
	for k := range head {
		if head[k].kind == iVote || head[k].kind == iReact {
			vote = &head[k]
		}
	}
	if reason == "conditional" && head[0].kind != iNumber {
		v.hold(reason)
		v.doubt = reason
	}
	if slices.ContainsFunc(head, func(it item) bool { return it.kind == iNot }) {
		v.hold("unclear")
		v.doubt = "unclear"
	}
	nums := append(v.pending, head...)
	if vote == nil && !first && len(v.pending) == 0 && v.doubt == "" {
		return // numbers that are only mentioned
	}
	lead := first && head[0].kind == iNumber || len(v.pending) > 0
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
	if len(v.claims) > 0 {
		v.claims[len(v.claims)-1].end = head[len(head)-1].t.end
	}
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

// finish settles what waits at the end of a sentence.
func (v *voteReader) finish(s sentence, list []clause) {
	if s.question {
		v.hold("unclear")
	}
	if len(v.pending) > 0 {
		n := v.pending[0]
		n.nums = numsOf(v.pending)
		n.t.end = v.pending[len(v.pending)-1].t.end
		if len(v.claims) == 0 && !v.talk {
			v.nums = &n
		} else if !v.allClaimed(n.nums) && len(v.claims) > 0 {
			v.add(n, item{t: n.t}, "no-vote-word", len(list))
		} else if len(v.claims) == 0 && v.doubt == "" {
			v.add(n, item{t: n.t}, "no-vote-word", len(list))
		}
	}
	if v.heading != nil && len(v.claims) == 0 {
		v.vote = v.heading
		v.alone = !v.talk && !s.question
	} else if v.heading != nil && len(v.claims) > 0 && v.heading.t.start > v.claims[len(v.claims)-1].end {
		v.hold("contradiction")
	}
}
