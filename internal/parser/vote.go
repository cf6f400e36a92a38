package parser

import (
	"cmp"
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// claim is a vote as a sentence states it. reason is "" when it stands beyond
// doubt.
type claim struct {
	nums []int
	all  sense // "all", "both" or "the rest" instead of numbers
	sum  int   // how many they are, where that is said: "all three"
	but  []int // the numbers that are excepted of all
	span bool  // some of the numbers are a range's

	apart   bool // the numbers are excepted of others: this is their own vote
	correct bool // "sorry" or the like stands before it, and behind another
	yes     bool // its word is a yes, which also answers what is no ballot
	option  rules.Option
	ballot  rules.Vote // whom it endorses, its condition and its parts
	named   []Voter    // whom a name may mean, when they are several
	sure    bool       // the words of an endorsement beside it are another ballot's
	react   bool
	reason  string
	clause  int
	start   int
	end     int
}

// ballot is what a sentence says about votes.
type ballot struct {
	claims []claim
	nums   *item // numbers that still want a word
	vote   *item // a word that still wants a number
	alone  bool  // the word is all that the sentence says
	talk   bool  // the sentence has words that no vote is made of
	hint   bool  // there is a vote word or a nod whose matter is not known
	meant  bool  // the sentence says that something before it was a mistake
	softly bool  // it says so if it votes: "I mean, tea is great" does not
	elses  bool  // it says that votes are somebody else's

	doubt string // why nothing in the sentence stands, or ""
}

// reader of one sentence.
type voteReader struct {
	ballot
	open    func(int) bool
	pending []item // numbers of clauses that had nothing else
	heading *item  // the vote word that came before its numbers
	claimed map[int]bool

	out     []int  // numbers that are excepted
	passed  []item // open proposals that a clause has only spoken of
	matter  []int  // the excepted numbers of the clause before
	named   bool   // and it ends with a colon
	correct bool   // since the last claim somebody said "sorry", or "rather"
	wrong   int    // the last clause that says that something was a mistake, or -1
}

// readVotes reads a sentence. open says whether a number is an open proposal's.
// The reading is careful: a vote stands only when its clause holds nothing but
// numbers, vote words and words without weight.
func readVotes(s sentence, names map[string]bool, open func(int) bool) ballot {
	v := &voteReader{open: open, claimed: map[int]bool{}, wrong: -1}
	s.toks = withoutDeeds(unbroken(s.toks), open)
	list := clauses(s, names)
	if appeals(s) {
		v.doubt = "unclear"
	}
	first := true
	for i := range list {
		c := &list[i]
		head, tail := c.items, []item(nil)
		if b := slices.IndexFunc(head, func(it item) bool { return it.kind == iBecause }); b >= 0 {
			head, tail = head[:b], head[b:]
			v.talk = true
		}
		v.correct = v.correct || c.correct && len(v.claims) > 0
		if c.mistake {
			v.wrong, v.meant = i, true
		}
		if c.unlike {
			v.unlike()
		}
		v.softly = v.softly || c.softly
		v.refused(c)
		if c.elses(names) {
			v.hold("unclear")
			v.doubt, v.elses, v.talk = "unclear", true, true
			first = false
			continue
		}
		if c.colon && len(v.claims) == 0 && vocabulary().in("joke", strings.TrimSpace(c.said)) {
			v.doubt = "unclear"
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
		v.bareNumbers(c, head, i)
	case nums == 0:
		v.bareVote(head, i)
	default:
		v.pairs(c, head, i)
	}
}

func (v *voteReader) add(n item, vote item, reason string, clause int) {
	c := claim{nums: n.nums, all: n.all, sum: n.sum, option: optionOf(vote.vote), yes: vote.vote == sYes, react: vote.kind == iReact, clause: clause, span: n.t.span, apart: n.apart,
		reason: cmp.Or(reason, vote.doubt(), n.doubt(), v.mixed(n.nums)),
		start:  min(n.t.start, vote.t.start), end: max(n.t.end, vote.t.end)}
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
	c.correct = v.correct
	v.claims = append(v.claims, c)
	v.correct = false
}

// mixed holds a word over open proposals and rules: "301 against 203" is a
// remark about a proposal.
func (v *voteReader) mixed(nums []int) string {
	open := slices.ContainsFunc(nums, v.open)
	if open && slices.ContainsFunc(nums, func(n int) bool { return n < 300 && !v.open(n) }) {
		return "unclear"
	}
	return ""
}

// bareNumbers keeps numbers for the word that must follow, or gives them the
// heading's.
func (v *voteReader) bareNumbers(c *clause, head []item, i int) {
	for k, it := range head {
		if it.kind == iExcept {
			v.out = append(v.out, head[k+1].nums...)
			v.except(head[k+1].nums)
			v.matter = head[k+1].nums
			v.named = c.colon
			return
		}
		if v.heading != nil && len(v.pending) == 0 {
			v.add(it, *v.heading, "", i)
		} else {
			v.pending = append(v.pending, it)
		}
	}
}

// bareVote gives waiting numbers their vote, or waits for numbers.
func (v *voteReader) bareVote(head []item, i int) {
	one := agree(head)
	matter := v.matter
	v.matter = nil
	switch {
	case len(v.pending) > 0:
		for _, n := range v.pending {
			v.add(n, one, "", i)
		}
		v.pending = nil
	case len(matter) > 0 && (v.named || v.turns(one)): // "all for, except 302: against"
		v.add(item{nums: matter, t: one.t, apart: true}, one, "", i)
	case len(v.claims) > 0 && v.heading == nil:
		v.anew(one)
	case v.heading != nil && !v.used():
		v.heading.vote |= one.vote
		v.heading.unsure = v.heading.unsure || one.unsure
	case len(v.passed) > 0: // "On the matter of 1001, I vote for"
		for _, n := range v.passed {
			v.add(n, one, "unclear", i)
		}
		v.passed = nil
	default:
		v.heading = &one
	}
}

// numbersAmong are the items that are open proposals.
func numbersAmong(items []item, open func(int) bool) (nums []item) {
	for _, it := range items {
		if it.kind == iNumber && it.all == 0 && !slices.ContainsFunc(it.nums, func(n int) bool { return !open(n) }) {
			nums = append(nums, it)
		}
	}
	return nums
}

// used says that the heading has had numbers.
func (v *voteReader) used() bool { return len(v.claims) > 0 }
