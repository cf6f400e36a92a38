package parser

// pairs reads a clause of numbers and vote words and nothing else. Which comes
// first decides how they belong together.
func (v *voteReader) pairs(c *clause, head []item, i int) {
	head, out := outsideExcept(head)
	groups := group(head)
	if len(groups) > 0 && groups[0].kind == iNumber && len(v.pending) > 0 && groups[0].all != 0 { // "301: all for one!"
		v.add(item{nums: numsOf(v.pending), t: v.pending[0].t}, groups[min(1, len(groups)-1)], "unclear", i)
		v.pending = nil
		return
	}
	if len(groups) > 0 && groups[0].kind == iNumber {
		groups[0].nums = append(numsOf(v.pending), groups[0].nums...)
	} else if len(v.pending) > 0 {
		v.add(item{nums: numsOf(v.pending), t: v.pending[0].t}, groups[0], "contradiction", i)
	}
	v.pending = nil
	if again, ok := votesAnew(groups); ok {
		groups = again
	}
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
		v.claims[k].except(out)
	}
	v.out = append(v.out, out...)
	if n := len(c.items); n > 1 && c.items[n-2].kind == iExcept && len(out) > 0 { // "for 301-304 except 303: against"
		v.matter, v.named = c.items[n-1].nums, c.colon
	}
}

// votesAnew leaves the vote of a clause that first withdraws another: "I
// withdraw my vote on 301 and vote against".
func votesAnew(groups []item) (kept []item, ok bool) {
	if len(groups) != 3 || groups[1].kind != iNumber || groups[0].vote != sWithdraw || groups[2].vote&sWithdraw != 0 {
		return nil, false
	}
	return groups[1:], true
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
