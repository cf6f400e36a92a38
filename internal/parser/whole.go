package parser

import (
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// doubted asks about what a mail as a whole casts doubt on: nothing of a mere
// sign or of a mail that a program may have written counts, struck words do not
// either, and a text that was not read to its end is told of.
func (r *reader) doubted() {
	for i := range r.frags {
		if f := &r.frags[i]; f.Outcome == Counted && lost(*f) {
			f.Outcome, f.Reason = HeldBack, "garbled"
		}
	}
	if r.l.Other != "" {
		r.compare()
	}
	if r.l.Doubt != "" {
		r.holdAll(r.l.Doubt)
	}
	if r.l.Reaction != "" {
		r.frags = []Fragment{r.reacted()}
	}
	if r.l.Struck != "" {
		r.strike()
	}
	if r.cut || r.l.Damaged == TooLong {
		r.frags = append(r.frags, Fragment{Outcome: HeldBack, Reason: "too-long"})
	}
}

// compare holds each vote that the HTML of the mail gives otherwise than its
// plain text: the sender saw the one, and programs sent the other.
func (r *reader) compare() {
	other := *r.l
	other.Text, other.Other, other.Doubt, other.Reaction, other.Struck = r.l.Other, "", "", "", ""
	votes := map[int]rules.Vote{}
	for _, f := range Read(&other, r.c).Fragments {
		if v, ok := f.Command.(rules.Vote); ok && f.Outcome == Counted {
			votes[v.Proposal] = v
		}
	}
	all := r.c.Ballots != nil && len(votes) > 0
	for i := range r.frags {
		f := &r.frags[i]
		v, ok := f.Command.(rules.Vote)
		if o, there := votes[v.Proposal]; ok && f.Outcome == Counted && (there || all) && !sameBallot(o, v) {
			f.Outcome, f.Reason, f.Answers = HeldBack, "contradiction", r.sayFor([]int{v.Proposal}, v.Option)
		}
	}
}

// lost says that letters of what a fragment asks for are not known.
func lost(f Fragment) bool {
	bad := func(d rules.Draft) bool {
		return strings.Contains(d.Title+d.Text+d.Clause, lostMark) || d.Edit != nil && strings.Contains(d.Edit.Old+d.Edit.New, lostMark)
	}
	switch c := f.Command.(type) {
	case rules.Propose:
		return slices.ContainsFunc(c.Drafts, bad)
	case rules.Revise:
		return bad(c.Draft)
	}
	return strings.Contains(f.Text, lostMark)
}

func (r *reader) holdAll(reason string) {
	for i := range r.frags {
		f := &r.frags[i]
		if f.Outcome != Counted {
			continue
		}
		f.Outcome, f.Reason = HeldBack, reason
		if v, ok := f.Command.(rules.Vote); ok {
			f.Answers = r.sayFor([]int{v.Proposal}, v.Option)
		}
	}
}

// reacted is the question that a reaction leads to.
func (r *reader) reacted() Fragment {
	about := distinct(r.c.Rows)
	if len(about) == 0 {
		about = r.c.Open
	}
	var o rules.Option
	for _, c := range r.l.Reaction {
		if s := emoji(c); s != 0 {
			o = optionOf(s)
			break
		}
	}
	f := Fragment{Text: r.l.Reaction, Verb: "vote", Outcome: HeldBack, Reason: "reaction", Answers: r.sayFor(about, o)}
	if len(about) == 1 && o != "" {
		f.Command = rules.Vote{Proposal: about[0], Option: o, Source: f.Text}
	}
	return f
}

// strike asks about what is struck out: the text of a proposal that is to be
// frozen without it, and the row of a ballot of which nothing is left.
func (r *reader) strike() {
	voted := map[int]bool{}
	for i := range r.frags {
		f := &r.frags[i]
		switch c := f.Command.(type) {
		case rules.Vote:
			voted[c.Proposal] = true
		case rules.Propose, rules.Revise:
			if f.Outcome == Counted {
				f.Outcome, f.Reason = HeldBack, "struck"
			}
		}
	}
	var about []int
	for _, t := range tokens(r.l.Struck, r.lang) {
		if t.kind == number && r.open(t.nums[0]) && !voted[t.nums[0]] {
			about = append(about, t.nums[0])
		}
	}
	said := slices.ContainsFunc(r.frags, func(f Fragment) bool { return f.Reason != "nothing" && f.Reason != "talk" })
	if len(about) > 0 || !said && r.weighs(r.l.Struck) {
		r.frags = slices.DeleteFunc(r.frags, func(f Fragment) bool { return f.Reason == "nothing" || f.Reason == "talk" })
		r.frags = append(r.frags, Fragment{Text: r.l.Struck, Outcome: HeldBack, Reason: "struck", Answers: r.sayFor(distinct(about), "")})
	}
}

// weighs says that words have a vote word or the number of a proposal.
func (r *reader) weighs(words string) bool {
	return slices.ContainsFunc(tokens(words, r.lang), func(t token) bool {
		return t.kind == number && r.open(t.nums[0]) || t.kind == word && t.sense&(sVote|sKind) != 0
	})
}
