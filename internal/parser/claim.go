package parser

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"nomicmail/internal/rules"
)

// loneVote is a vote word without a number.
type loneVote struct {
	option rules.Option
	text   string
	alone  bool // nothing else stands in its sentence
	used   bool
	at     int // how many fragments stand before it
	voting int // and where the last that voted begin
}

type headNumbers struct {
	nums      []int
	text      string
	paragraph int
}

// mention notes that talk is about proposals, or about leaving the game.
func (r *reader) mention(s sentence) {
	r.meant = r.meant || quits(s)
	for _, t := range s.toks {
		if t.kind == number && (r.open(t.nums[0]) && len(r.c.Open) > 0) || t.kind == garbled {
			r.meant = true
		}
		if t.kind == number && r.open(t.nums[0]) && !slices.Contains(r.rows, t.nums[0]) {
			r.rows = nil // what follows may be about this one, and not about the row above
		}
	}
}

// quits says that a sentence begins with the words of a forfeit, two or more,
// and goes on: "I quit the game, have fun".
func quits(s sentence) bool {
	var words []string
	for _, t := range s.toks {
		if t.kind != word {
			break
		}
		words = append(words, strings.Fields(fold(t.text))...)
	}
	return len(words) > 1 && len(words) < 8 && vocabulary().in("forfeit", strings.Join(words, " "))
}

// leftover asks about numbers that no word followed.
func (r *reader) leftover(h *headNumbers) {
	if h != nil {
		r.claim(claim{nums: h.nums, reason: "no-vote-word"}, h.text)
	}
}

// loneWord gives a vote word without a number to the row above, or keeps it.
func (r *reader) loneWord(b ballot, text string, s sentence) {
	o := optionOf(b.vote.vote)
	plain := b.vote.vote&(sYes|sNo) == 0
	b.alone = b.alone || !b.vote.unsure && b.doubt == "" && seconded(o, text)
	if len(r.rows) > 0 && !(r.heads && b.alone) {
		r.meant = true
		if !b.alone && !plain || s.question {
			if slices.Contains([]rules.Option{rules.For, rules.Against, rules.Abstain}, o) && !s.question && b.talk {
				r.claim(claim{nums: r.rows, option: o, reason: "unclear"}, text)
				r.rows = nil
			}
			return
		}
		c := claim{nums: r.rows, option: o, react: b.vote.kind == iReact}
		switch {
		case o == "":
			c.reason = "contradiction"
		case b.doubt != "": // "For, as long as 302 fails."
			c.reason = b.doubt
		case r.overRow():
			c.reason = "unclear"
		case b.vote.unsure || r.torn:
			c.reason = "unclear"
		case len(distinct(r.rows)) > 1:
			c.reason = "no-number"
		case r.rowVote && !plain:
			c.reason = "unclear" // "yes" under a line that says AGAINST
		}
		c.nums = distinct(r.rows)
		r.rows = nil
		r.claim(c, text)
		return
	}
	if !b.alone || b.vote.unsure {
		r.mention(s)
		r.meant = r.meant || plain || len(r.c.Rows) > 0
		return
	}
	r.lone = append(r.lone, loneVote{option: o, text: text, alone: b.alone, at: len(r.frags), voting: min(r.voting, len(r.frags))})
	if b.vote.kind != iReact && o != "" && s.lineEnd {
		r.heading = &r.lone[len(r.lone)-1]
	}
	if b.vote.kind == iReact {
		r.lone[len(r.lone)-1].option = ""
	}
}

// seconded says that behind a word and a comma stands nothing but words that say the
// same: "Yes, sounds good to me", "No, I don't like it".
func seconded(o rules.Option, text string) bool {
	parts := strings.Split(text, ",")
	if len(parts) < 2 || !isVote(foldLine(strings.Trim(parts[0], " .!"))) {
		return false
	}
	return !slices.ContainsFunc(parts[1:], func(s string) bool { return nodded(s) != o })
}

// overRow says that the author may write each answer above its row: a vote word
// stands by itself above the first of them.
func (r *reader) overRow() bool {
	return len(r.lone) > 0 && r.lone[0].alone && r.lone[0].option != "" && !r.lone[0].used
}

func distinct(list []int) []int {
	out := slices.Clone(list)
	sort.Ints(out)
	return slices.Compact(out)
}

// claim makes fragments of what a sentence claims.
func (r *reader) claim(c claim, text string) {
	if c.reason == "" {
		c.reason = r.doubt
	}
	if c.reason == "" && (r.pasted || r.buried) {
		c.reason = "unclear"
	}
	if c.react && c.reason == "" {
		c.reason = "reaction"
	}
	if r.c.Endorsing && !c.sure && c.reason == "" && c.option == rules.For && endorses.MatchString(fold(text)) {
		c.reason = "unclear"
	}
	if c.option == "" && c.reason == "" {
		c.reason = "contradiction"
	}
	if c.all != 0 {
		c.nums = distinct(r.c.Rows)
		certain := false
		if b := r.c.Ballots; b != nil {
			if certain = b.oneDistribution(b.numbers()); !certain {
				c.nums = nil // several distributions are open
			} else if len(c.nums) == 0 && c.all&(sRest|sSum) != 0 {
				c.nums = b.numbers()
			}
		}
		if voted := r.votedNumbers(); c.all == sRest && certain && len(voted) > 0 {
			c.all, c.but = sAll, append(slices.Clip(c.but), voted...)
		}
		switch {
		case len(c.nums) == 0, c.all == sRest, c.all&sBoth != 0 && len(c.nums) != 2, c.all&sSum != 0 && len(c.nums) != c.sum:
			c.reason = "which-all"
			if len(c.nums) > 0 {
				c.but = append(slices.Clip(c.but), r.votedNumbers()...)
			}
			if len(c.nums) == 0 {
				r.hold(Fragment{Text: text, Verb: "vote", Reason: "which-all", Answers: r.sayFor(r.c.Open, c.option)})
				return
			}
		}
	}
	for _, n := range c.nums {
		if !slices.Contains(c.but, n) {
			r.vote(n, c, text)
		}
	}
}

// votedNumbers are the proposals that the mail has voted on so far.
func (r *reader) votedNumbers() (nums []int) {
	for _, f := range r.frags {
		if n, ok := votedOn(f); ok && (f.Outcome == Counted || r.c.Ballots != nil && f.Outcome == HeldBack) {
			nums = append(nums, n)
		}
	}
	return nums
}

// vote makes one fragment.
func (r *reader) vote(n int, c claim, text string) {
	f := Fragment{Text: text, Verb: "vote", Reason: c.reason}
	switch c.option {
	case "":
	case rules.Withdrawn:
		f.Command = rules.WithdrawVote{Proposal: n}
	default:
		v := c.ballot
		v.Proposal, v.Option, v.Source, v.Changes = n, c.option, text, r.changing
		f.Command = v
	}
	switch {
	case r.open(n):
		if c.reason != "" {
			f.Answers = r.answersFor(n, c)
			if c.option == "" {
				f.Command = rules.Vote{Proposal: n, Source: text}
			}
		}
		if c.option == rules.Withdrawn && c.reason == "" && r.mayBeProposal(n, text) {
			f.Reason, f.Answers = "withdraw-which", withdrawals(n)
		}
		r.say(f)
	case c.option == "":
		r.meant = r.meant || n > 300
	case r.rule(n):
		if c.reason == "" || c.reason == "no-vote-word" || c.reason == "unclear" {
			f.Reason = "rule-not-proposal"
		}
		f.Command, f.Answers = nil, nil
		r.say(f)
	case c.reason == "":
		f.Reason, f.Outcome = "not-open", SetAside
		r.frags = append(r.frags, f)
	}
}

// mayBeProposal says that words which withdraw something about n may mean the
// proposal and not a vote.
func (r *reader) mayBeProposal(n int, text string) bool {
	words := wordsOf(text)
	v := vocabulary()
	named := slices.ContainsFunc(words, func(w string) bool { return v.in("proposal", w) })
	return (named || slices.Contains(r.c.Proposer, n)) && !slices.ContainsFunc(words, voteNoun)
}

// sayFor are answers ready to send back about a few proposals.
func (r *reader) sayFor(nums []int, likely rules.Option) []string {
	var out []string
	for _, n := range nums[:min(len(nums), 6)] {
		first, second := "FOR", "AGAINST"
		if likely == rules.Against {
			first, second = second, first
		}
		if likely == rules.Present {
			out = append(out, r.answerOf(n, "PRESENT"))
		}
		out = append(out, r.answerOf(n, first), r.answerOf(n, second))
	}
	return out
}

// say adds a fragment that is counted, or held when it has a reason.
func (r *reader) say(f Fragment) {
	if f.Reason != "" {
		r.hold(f)
		return
	}
	f.Outcome = Counted
	r.bad = 0
	r.frags = append(r.frags, f)
}

func (r *reader) hold(f Fragment) {
	f.Outcome = HeldBack
	switch f.Reason {
	case "unclear", "no-vote-word", "garbled":
		r.bad++
	}
	r.frags = append(r.frags, f)
}

// below reads what stands below the sender's name. Nothing there counts; what
// fills a line as a vote on an open proposal is asked about.
func (r *reader) below(i int) int {
	l := &r.lines[i]
	if len(l.text) > 300 {
		return i + 1
	}
	for _, s := range sentences(tokens(l.text, r.lang), l.text) {
		for _, c := range readVotes(s, r.names, r.open).claims {
			for _, n := range c.nums {
				if c.reason == "" && len(r.c.Open) > 0 && r.open(n) {
					c.reason, c.nums = "unclear", []int{n}
					r.claim(c, strings.TrimSpace(l.text))
				}
			}
		}
	}
	return i + 1
}

// endorses finds the words by which, where ballots may follow somebody else's,
// a ballot may do so: they are a plain vote elsewhere.
var endorses = regexp.MustCompile(`\b(endors|endoss|endos|secund|respald|aval|subscrev|destekl|tamogat)`)
