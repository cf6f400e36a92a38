package parser

import (
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/rules"
)

func itoa(n int) string { return strconv.Itoa(n) }

// settle decides what could not be decided line by line: words without a
// number, corrections, several proposals, mails that say nothing.
func (r *reader) settle() {
	r.leftover(r.numbers)
	r.loneWords()
	r.corrections()
	r.severalChanges()
	if len(r.frags) == 0 {
		r.said()
	}
	r.doubted()
	r.askTyped()
}

// said finds out what a mail without a command is.
func (r *reader) said() {
	switch {
	case r.l.Attached:
		r.frags = append(r.frags, Fragment{Outcome: HeldBack, Reason: "attached"})
	case r.l.Damaged != "" && blank(r.l.Text):
		r.frags = append(r.frags, Fragment{Outcome: HeldBack, Reason: "unreadable-part"})
	case r.own == 0 || r.meant || r.pointsBelow():
		r.frags = append(r.frags, Fragment{Outcome: HeldBack, Reason: "nothing"})
	default:
		r.frags = append(r.frags, Fragment{Outcome: SetAside, Reason: "talk"})
	}
}

// pointsBelow says that the author's words tell of answers among what is quoted,
// of which none could be read.
func (r *reader) pointsBelow() bool {
	v := vocabulary()
	for _, l := range r.lines {
		if l.mark != mOwn || len(l.text) > 200 {
			continue
		}
		words := wordsOf(l.text)
		for i := range words {
			if v.in("inline", words[i]) || i+1 < len(words) && v.in("inline", words[i]+" "+words[i+1]) {
				return slices.ContainsFunc(r.lines, func(l line) bool { return l.mark == mQuoted })
			}
		}
	}
	return false
}

// loneWords reads vote words without a number: as the whole reply to a ballot
// on one proposal they count, otherwise they are asked about. Without turns a
// "yes" to what somebody has answered may be about those words.
func (r *reader) loneWords() {
	rows := distinct(r.c.Rows)
	r.changing = false
	whole := len(r.frags) == 0 && !r.talk && len(rows) == 1 && (r.c.Ballots == nil || len(r.lone) < 3 && !r.c.Through)
	for _, l := range r.lone {
		whole = whole && l.option == r.lone[0].option && l.option != ""
	}
	for _, l := range r.lone {
		r.contradicted(l)
	}
	for i, l := range r.lone {
		switch {
		case l.used, r.c.Ballots != nil && len(r.lone) > 2 && i > 0: // one question about a picture made of votes
		case whole:
			r.claim(claim{nums: rows, option: l.option}, l.text)
			return
		case len(r.frags) > 0 && len(r.lone) == 1 && r.voted():
			// "Yes!" above a ballot that is clear without it.
		default:
			about := rows
			if len(about) == 0 {
				about = r.c.Open
			}
			f := Fragment{Text: l.text, Verb: "vote", Reason: "no-number", Answers: r.sayFor(about, l.option)}
			if len(about) == 1 && l.option != "" {
				f.Command = rules.Vote{Proposal: about[0], Option: l.option, Source: l.text}
			}
			if l.option == "" {
				f.Reason = "reaction"
			}
			r.hold(f)
		}
	}
}

// voted says that some vote was counted.
func (r *reader) voted() bool {
	return slices.ContainsFunc(r.frags, func(f Fragment) bool { return f.Verb == "vote" && f.Outcome == Counted })
}

// corrections lets the last statement about a proposal stand. A doubtful one
// that follows a clear one takes the clear one's certainty, unless it is mere
// talk.
func (r *reader) corrections() {
	last := map[int]int{}
	drop := map[int]bool{}
	for i := range r.frags {
		f := &r.frags[i]
		n, ok := votedOn(*f)
		if !ok || f.Outcome == SetAside {
			continue
		}
		p, before := last[n]
		if !before {
			last[n] = i
			continue
		}
		was := &r.frags[p]
		switch {
		case f.Outcome == Counted && was.Outcome == Counted && sameVote(*f, *was):
			drop[i] = true
			continue
		case f.Outcome == Counted && was.Outcome == Counted && r.firstHolds(f, was):
			was.Outcome, was.Reason, was.Answers = HeldBack, "contradiction", r.sayFor([]int{n}, optionIn(*was))
			drop[i] = true
			continue
		case f.Outcome == Counted:
			was.Outcome, was.Reason = SetAside, "corrected"
		case was.Outcome == Counted && (f.Reason == "no-vote-word" || f.Reason == "reaction" && sameVote(*f, *was)):
			drop[i] = true
			continue
		case was.Outcome == Counted:
			was.Outcome, was.Reason = HeldBack, f.Reason
			was.Answers = f.Answers
			drop[i] = true
			continue
		default:
			drop[i] = true
			continue
		}
		last[n] = i
	}
	kept := r.frags[:0]
	for i, f := range r.frags {
		if !drop[i] {
			kept = append(kept, f)
		}
	}
	r.frags = kept
}

func votedOn(f Fragment) (int, bool) {
	switch c := f.Command.(type) {
	case rules.Vote:
		return c.Proposal, true
	case rules.WithdrawVote:
		return c.Proposal, true
	}
	return 0, false
}

func sameVote(a, b Fragment) bool {
	x, ok1 := a.Command.(rules.Vote)
	y, ok2 := b.Command.(rules.Vote)
	return ok1 && ok2 && sameBallot(x, y)
}

// sameBallot says that two votes say the same.
func sameBallot(x, y rules.Vote) bool {
	return x.Option == y.Option && x.Endorsed == y.Endorsed && x.Condition == y.Condition && slices.Equal(x.Parts, y.Parts)
}

// firstHolds says that of two ballots in one mail the first would hold by the
// rules, and that nothing in the second takes it back. A ballot behind words
// that withdraw the first one is another.
func (r *reader) firstHolds(second, first *Fragment) bool {
	if r.c.Ballots == nil || !r.c.Ballots.First {
		return false
	}
	v, is := second.Command.(rules.Vote)
	if _, withdrawn := first.Command.(rules.WithdrawVote); withdrawn && is {
		v.Changes = true
		second.Command = v
	}
	return is && !v.Changes
}

// severalChanges holds a mail that makes more than one rule-change: Rule 111
// wants one. All of them are in the first fragment's command.
func (r *reader) severalChanges() {
	if len(r.drafts) < 2 || r.c.Pool != nil {
		return
	}
	for i := range r.frags {
		f := &r.frags[i]
		if _, ok := f.Command.(rules.Propose); ok {
			f.Outcome, f.Reason = HeldBack, "two-changes"
			f.Command = rules.Propose{Drafts: r.drafts}
		}
	}
}

// asks says whether the sender must be asked something.
func (r *reader) asks() bool {
	return slices.ContainsFunc(r.frags, func(f Fragment) bool { return f.Outcome == HeldBack })
}

// surelyTheLists says that a footer names the list that the mail came through: its
// author wrote none of it, and misses none.
func (r *reader) surelyTheLists(footer string) bool {
	list := r.l.list()
	return list != nil && list.named(foldLine(strings.ReplaceAll(footer, "\n", " ")))
}

// asides are the parts that were not read as the author's words.
func (r *reader) asides() []Aside {
	var out []Aside
	for i := 0; i < len(r.lines); {
		m := r.lines[i].mark
		j := i
		var b, said strings.Builder
		for j < len(r.lines) && whose[r.lines[j].mark] == whose[m] {
			b.WriteString(r.lines[j].text + "\n")
			if l := &r.lines[j]; !l.programs() && !l.surelyOurs() {
				said.WriteString(l.bare + "\n")
			}
			j++
		}
		if m != mOwn && !blank(b.String()) {
			w := whose[m]
			if m == mForwarded && r.ended {
				w = "after end"
			}
			out = append(out, Aside{Why: w, Text: strings.Trim(b.String(), "\n"), Said: said.String(), Cut: m == mCut || m == mFooter && !r.surelyTheLists(b.String())})
		}
		i = j
	}
	if r.l.Footer != "" {
		out = append(out, Aside{Why: "footer", Text: strings.TrimSpace(r.l.Footer), Said: r.l.Footer})
	}
	return out
}
