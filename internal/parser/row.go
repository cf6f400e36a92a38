package parser

import (
	"slices"
	"strings"
)

// quoted looks at a line of another mail: it may be the row that the next
// answer is about, or a ballot that was ticked where it stood.
func (r *reader) quoted(l *line) {
	if r.fresh {
		r.rows, r.rowVote, r.fresh = nil, false, false
	}
	if len(l.bare) > 500 || l.ours {
		return
	}
	if n := r.headsText(l.bare); n > 0 {
		r.textHeaded(n)
		return
	}
	toks := tokens(l.bare, r.lang)
	if l.from == 0 && !(l.barred() && l.marks > 0) {
		r.ticked(toks, l, true)
	}
	lead := true
	var nums []int
	var options sense
	for _, t := range toks {
		switch {
		case t.kind == number && r.open(t.nums[0]):
			if lead {
				nums = append(nums, t.nums...)
			}
		case t.kind == word && t.sense&sVote != 0:
			options, lead = options|t.sense&sVote, false
		case t.sense&(sProposal|sFill) != 0 || t.kind == comma || t.kind == box:
		default:
			lead = false
		}
	}
	if row, behind := r.c.Ballots.row(l.bare); row != nil && behind == "" {
		options, nums = 0, []int{row.Number} // they are of its title
	}
	r.under++
	if len(nums) == 1 {
		if r.rowVote && options == 0 && !slices.ContainsFunc(toks, func(t token) bool { return t.kind == box }) {
			r.rows, r.rowVote = nil, false // what stood above were examples of an answer
		}
		r.under = 0
		r.rows = append(r.rows, nums[0])
		if r.c.Ballots != nil {
			r.shown = append(r.shown, nums[0])
		}
		r.rowVote = r.rowVote || optionOf(options) != "" // the row of a form has all of them
	}
}

// ticked reads a line with boxes; it is false when there are none.
func (r *reader) ticked(toks []token, l *line, quoted bool) bool {
	line := l.text
	if quoted {
		line = l.bare
	}
	hasBox := slices.ContainsFunc(toks, func(t token) bool { return t.kind == box })
	if !hasBox && !crossed(toks, r.head) {
		if c, ok := headOf(toks, line); ok && quoted {
			r.head = c
		}
		return false
	}
	k := tickOf(toks, line, r.head)
	if len(k.nums) == 0 && r.numbers != nil {
		k.nums = r.numbers.nums
	} else if len(k.nums) == 0 && len(r.rows) == 1 {
		k.nums = r.rows
	} else if len(k.nums) == 0 && len(r.rows) > 1 && quoted && r.under == 0 {
		k.nums = r.rows[len(r.rows)-1:] // the boxes stand right below their row
	}
	if len(k.nums) == 0 && (k.option != "" || k.reason != "") {
		r.hold(Fragment{Text: strings.TrimSpace(l.bare), Verb: "vote", Reason: "no-number", Answers: r.sayFor(distinct(r.rows), k.option)})
		return true
	}
	if k.option == "" && k.reason == "" {
		if k.edited && !quoted {
			r.claim(claim{nums: k.nums, reason: "unclear"}, strings.TrimSpace(l.bare))
		}
		return true
	}
	if quoted && k.reason == "" && !(l.depth <= 1 && r.untickedOurs(l.bare)) {
		k.reason = "unclear"
	}
	r.claim(claim{nums: k.nums, option: k.option, reason: k.reason}, strings.TrimSpace(l.bare))
	return true
}

// untickedOurs says that a row stands in our letter with its boxes empty.
func (r *reader) untickedOurs(row string) bool {
	want := boxless(row)
	for l := range strings.Lines(r.c.Answered) {
		_, bare := unmark(strings.TrimSuffix(l, "\n"))
		if boxless(bare) == want && bare != row {
			return true
		}
	}
	return false
}

// boxless is a row without what stands in its boxes.
func boxless(s string) string {
	var out strings.Builder
	inside := false
	for _, c := range fold(s) {
		switch {
		case c == '[':
			inside = true
		case c == ']':
			inside = false
		case !inside && c != ' ' && c != '\t':
			out.WriteRune(c)
		}
	}
	return out.String()
}

// boxesBelow says that one of the author's next lines has boxes.
func (r *reader) boxesBelow(i int) bool {
	for k := i + 1; k < len(r.lines) && k < i+6; k++ {
		if l := r.lines[k].text; r.lines[k].mark != mOwn {
			return false
		} else if strings.ContainsAny(l, "[(☐☑☒✓✔") || slices.Contains(wordsOf(l), "x") {
			return true
		}
	}
	return false
}
