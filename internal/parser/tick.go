package parser

import (
	"slices"
	"strings"
	"unicode/utf8"

	"nomicmail/internal/rules"
)

// spot is where a word or a tick stands in its line: how many characters from
// the left, and in which cell when bars or tabs part the line, else in cell 0.
type spot struct{ cell, column int }

func spotOf(t token, line string) spot {
	before := line[:min(t.start, len(line))]
	return spot{strings.Count(before, "|") + strings.Count(before, "\t"), utf8.RuneCountInString(before) + utf8.RuneCountInString(t.text)/2}
}

// columns are the vote words at the head of a table, with their places in the
// line.
type columns struct {
	options []rules.Option
	spots   []spot
}

// headOf reads a line as the head of a table of boxes: two or more different
// vote words and nothing else. ok is false when it is none.
func headOf(toks []token, line string) (c columns, ok bool) {
	for _, t := range afterNo(toks) {
		switch {
		case t.kind == newline, t.kind == comma:
		case t.kind == word && t.sense&sVote != 0:
			o := optionOf(t.sense & sVote)
			if o == "" || slices.Contains(c.options, o) {
				return c, false
			}
			c.options = append(c.options, o)
			c.spots = append(c.spots, spotOf(t, line))
		case t.kind == word && t.sense&(sFill|sProposal) != 0:
		default:
			return c, false
		}
	}
	return c, len(c.options) > 1
}

// afterNo leaves out the "No." that heads the column of the numbers.
func afterNo(toks []token) []token {
	if len(toks) < 2 || toks[0].kind != word || toks[0].fold != "no" {
		return toks
	}
	rest := toks[1:]
	if rest[0].kind == stop {
		return rest[1:]
	}
	if slices.ContainsFunc(rest, func(t token) bool { return t.sense&sAgainst != 0 }) {
		return rest
	}
	return toks
}

// crossed says that a line below the head of a table has a number and a bare X,
// and no words.
func crossed(toks []token, head columns) bool {
	numbered, cross := false, false
	for _, t := range toks {
		switch {
		case t.kind == number:
			numbered = true
		case isCross(t):
			cross = true
		case t.kind == word && t.sense&(sFill|sProposal) == 0:
			return false
		}
	}
	return numbered && cross && len(head.options) > 0
}

// emptyRow says that line i is a row of a table in which nothing is ticked: a
// number right below another row.
func (r *reader) emptyRow(toks []token, i int) bool {
	return len(r.head.options) > 0 && r.row > 0 && i == r.row+1 && len(toks) == 1 && toks[0].kind == number
}

func isCross(t token) bool { return t.kind == word && t.fold == "x" }

// tick is a row of boxes as it was read. option is "" when no box is ticked.
type tick struct {
	nums   []int
	option rules.Option
	reason string
	edited bool // its words and its boxes do not come out even
}

// tickOf reads a line with boxes. Which word a tick belongs to is known from
// the words in the line, else from the head of the table.
func tickOf(toks []token, line string, head columns) tick {
	var r tick
	var boxes, words []token
	crosses := crossed(toks, head)
	for _, t := range toks {
		switch {
		case t.kind == box, crosses && isCross(t):
			t.ticked = t.ticked || t.kind != box
			boxes = append(boxes, t)
		case t.kind == number && len(r.nums) == 0:
			r.nums = t.nums
		case t.kind == word && t.sense&sVote != 0 && (len(boxes) > 0 || len(r.nums) > 0 || len(words) == 0):
			words = append(words, t)
		}
	}
	r.edited = len(boxes) > 0 && len(words) > 0 && len(words) != len(boxes)
	found := map[rules.Option]bool{}
	for i, b := range boxes {
		if !b.ticked {
			continue
		}
		o := rules.Option("")
		switch {
		case len(words) == len(boxes):
			o = optionOf(words[i].sense & sVote)
		case len(words) == 0:
			o = head.under(spotOf(b, line), i, len(boxes))
		}
		found[o] = true
	}
	switch {
	case len(found) > 1:
		r.reason = "contradiction"
	case found[""], r.edited && len(found) > 0:
		r.reason = "unclear"
	}
	for o := range found {
		if len(found) == 1 {
			r.option = o
		}
	}
	return r
}

// under is the option in whose column the i-th of n boxes of a row stands; ""
// when that is in doubt.
func (c columns) under(at spot, i, n int) rules.Option {
	switch {
	case n == len(c.options) && n > 1:
		return c.options[i]
	case len(c.options) > 0 && at.cell > 0 && c.spots[0].cell > 0:
		for k, p := range c.spots {
			if p.cell == at.cell {
				return c.options[k]
			}
		}
		return ""
	}
	return c.nearest(at.column)
}

// nearest is the option whose word stands nearest to a place in the line, ""
// when two are as near.
func (c columns) nearest(at int) rules.Option {
	best, second, o := 1<<30, 1<<30, rules.Option("")
	for i, p := range c.spots {
		d := max(p.column-at, at-p.column)
		if d < best {
			best, second, o = d, best, c.options[i]
		} else if d < second {
			second = d
		}
	}
	if second-best < 2 {
		return ""
	}
	return o
}
