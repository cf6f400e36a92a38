package parser

import (
	"nomicmail/internal/rules"
)

// columns are the vote words at the head of a table, with their places in the
// line.
type columns struct {
	options []rules.Option
	centers []int
}

// headOf reads a line as the head of a table of boxes: two or more different
// vote words and nothing else. ok is false when it is none.
func headOf(toks []token, start int) (c columns, ok bool) {
	for _, t := range toks {
		switch {
		case t.kind == newline, t.kind == comma:
		case t.kind == word && t.sense&sVote != 0:
			o := optionOf(t.sense & sVote)
			for _, p := range c.options {
				if o == p || o == "" {
					return c, false
				}
			}
			c.options = append(c.options, o)
			c.centers = append(c.centers, (t.start+t.end)/2-start)
		case t.kind == word && t.sense&(sFill|sProposal) != 0:
		default:
			return c, false
		}
	}
	return c, len(c.options) > 1
}

// tick is a row of boxes as it was read. option is "" when no box is ticked.
type tick struct {
	nums   []int
	option rules.Option
	reason string
	boxes  bool
}

// tickOf reads a line with boxes. Which word a tick belongs to is known from
// the words in the line, else from the head of the table.
func tickOf(toks []token, start int, head columns) tick {
	var r tick
	var boxes, words []token
	firstBox, firstWord := -1, -1
	for i, t := range toks {
		switch {
		case t.kind == box:
			boxes = append(boxes, t)
			if firstBox < 0 {
				firstBox = i
			}
		case t.kind == number && len(r.nums) == 0:
			r.nums = t.nums
		case t.kind == word && t.sense&sVote != 0 && (firstBox >= 0 || len(r.nums) > 0 || len(boxes) == 0):
			words = append(words, t)
			if firstWord < 0 {
				firstWord = i
			}
		}
	}
	r.boxes = len(boxes) > 0
	found := map[rules.Option]bool{}
	for i, b := range boxes {
		if !b.ticked {
			continue
		}
		o := rules.Option("")
		switch {
		case len(words) == len(boxes) && len(words) > 0:
			o = optionOf(words[i].sense & sVote)
		case len(words) == 0 && len(head.options) == len(boxes):
			o = head.options[i]
		case len(words) == 0 && len(head.options) > 0:
			o = head.nearest((b.start+b.end)/2 - start)
		}
		found[o] = true
	}
	switch {
	case len(found) > 1:
		r.reason = "contradiction"
	case found[""]:
		r.reason = "unclear"
	}
	for o := range found {
		if len(found) == 1 {
			r.option = o
		}
	}
	if firstBox >= 0 && len(words) > 0 && len(words) != len(boxes) && len(found) > 0 {
		r.reason = "unclear"
	}
	return r
}

// nearest is the option whose word stands nearest to a place in the line, ""
// when two are as near.
func (c columns) nearest(at int) rules.Option {
	best, second, o := 1<<30, 1<<30, rules.Option("")
	for i, p := range c.centers {
		d := max(p-at, at-p)
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
