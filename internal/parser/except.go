package parser

import "slices"

// "All for, except 303": the numbers that an exception names have no part in
// what is said of the others. Those with a vote of their own keep it.

// turns says that a vote behind an exception is another than the one that was
// given to all before it: "301-304 for, except 302, against".
func (v *voteReader) turns(one item) bool {
	o := optionOf(one.vote)
	return len(v.claims) == 1 && !v.correct && !one.unsure && o != "" && o != v.claims[0].option && (len(v.claims[0].nums) > 1 || v.claims[0].all != 0)
}

// except takes numbers out of all claims so far.
func (v *voteReader) except(nums []int) {
	for i := range v.claims {
		v.claims[i].except(nums)
	}
}

func (c *claim) except(nums []int) {
	if c.apart {
		return
	}
	if c.all != 0 {
		c.but = append(slices.Clip(c.but), nums...)
	}
	c.nums = slices.DeleteFunc(slices.Clone(c.nums), func(n int) bool { return slices.Contains(nums, n) })
}

// excepted takes the numbers behind an "except" out of what was said of all,
// though other words stand in the clause: those numbers are asked about.
func (v *voteReader) excepted(head []item) {
	for k, it := range head {
		if it.kind != iExcept || k+1 >= len(head) || head[k+1].kind != iNumber {
			continue
		}
		nums := head[k+1].nums
		v.out = append(v.out, nums...)
		v.except(nums)
		for _, n := range nums {
			delete(v.claimed, n)
		}
	}
}

// outsideExcept takes "except 303" out of what the clause says of all, and keeps
// the number only when a word of its own follows.
func outsideExcept(head []item) (kept []item, out []int) {
	for k := 0; k < len(head); k++ {
		if head[k].kind == iExcept && k+1 < len(head) {
			out = append(out, head[k+1].nums...)
			if k+2 >= len(head) || head[k+2].kind == iNumber || len(kept)%2 != 0 {
				k++
			} else {
				head[k+1].apart = true
			}
			continue
		}
		kept = append(kept, head[k])
	}
	return kept, out
}

// outside asks about an exception that nothing before it holds: "301 for but
// not 302".
func (v *voteReader) outside(list []clause) {
	if len(v.claims) == 0 || slices.ContainsFunc(v.claims, func(c claim) bool { return c.all != 0 }) {
		return
	}
	for _, n := range v.out {
		if !v.claimed[n] {
			v.add(item{nums: []int{n}, t: token{start: v.claims[0].start, end: v.claims[0].end}}, item{t: token{start: v.claims[0].start}}, "no-vote-word", len(list))
		}
	}
}
