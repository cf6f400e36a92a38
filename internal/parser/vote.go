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

	out     []int // numbers that are excepted
	matter  []int // the excepted numbers of the clause before
	named   bool  // and it ends with a colon
	correct bool  // since the last claim somebody said "sorry", or "rather"
	wrong   int   // the last clause that says that something was a mistake, or -1
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
	default:
		v.heading = &one
	}
}

// used says that the heading has had numbers.
func (v *voteReader) used() bool { return len(v.claims) > 0 }

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
