// Package figure finds out which numbers of a rule's text have become others, and
// what its clause would be with them: "whoever has 300 points wins" in the place
// of 200 makes goal = 300 of goal = 200.
//
// It compares figures and words for numbers, in the language that it is told, and
// understands nothing else. What it finds is likely, never certain: it is for
// asking, and somebody has to say yes.
package figure

import (
	"slices"
	"strings"
)

// Offer is a clause that would follow the new text.
type Offer struct {
	Clause  string
	Changes []Change
}

// Change is a number of the clause that would be another, both as the clause
// writes them: "200" and "300", "days(7)" and "hours(36)".
type Change struct{ Was, Will string }

// Bounds of what is looked at and offered.
const (
	maxOffers = 4 // more are no help
	maxWords  = 800
)

// Offers gives the likeliest clauses first. There are none where no number of the
// clause stands in the old text and is gone from the new one, or where too many
// could have taken its place.
func Offers(old, now, clause, lang string) []Offer {
	was, will := read(old, lang), read(now, lang)
	if len(was.words) > maxWords || len(will.words) > maxWords {
		return nil
	}
	gone, come := missing(was.numbers, will.numbers), missing(will.numbers, was.numbers)
	pairs := aligned(was, will)
	var found []choice
	for _, places := range byValue(literals(clause)) {
		c := choice{places: places}
		for _, to := range candidates(places[0], gone, come, pairs) {
			if places[0].loses == will.loses || was.loses == will.loses {
				c.values = append(c.values, to)
			}
		}
		if len(c.values) > 0 {
			found = append(found, c)
		}
	}
	return combined(clause, found)
}

// choice is a number of the clause, where it stands, and what may have become of
// it.
type choice struct {
	places []literal
	values []number
}

// candidates are the numbers that may have taken the place of a literal: that
// which stands where it stood, else every new one that counts the same thing.
func candidates(l literal, gone, come []number, pairs map[int]number) []number {
	var list []number
	for _, g := range gone {
		if !l.means(g) {
			continue
		}
		if to, ok := pairs[g.at]; ok && g.like(to) {
			return []number{to}
		}
		for _, c := range come {
			if g.like(c) && !slices.ContainsFunc(list, c.same) {
				list = append(list, c)
			}
		}
	}
	return list
}

// combined makes offers of the choices: first all changes together where each has
// but one value, then each by itself.
func combined(clause string, found []choice) []Offer {
	var list []Offer
	add := func(edits []edit) {
		o := Offer{Clause: apply(clause, edits)}
		for _, e := range edits {
			c := Change{e.at.text, e.text}
			if !slices.Contains(o.Changes, c) {
				o.Changes = append(o.Changes, c)
			}
		}
		if o.Clause != clause && !slices.ContainsFunc(list, func(x Offer) bool { return x.Clause == o.Clause }) {
			list = append(list, o)
		}
	}
	single := !slices.ContainsFunc(found, func(c choice) bool { return len(c.values) > 1 })
	if single && len(found) > 1 {
		var all []edit
		for _, c := range found {
			all = append(all, c.edits(c.places, c.values[0])...)
		}
		add(all)
	}
	for _, c := range found {
		for _, v := range c.values {
			add(c.edits(c.places, v))
			for i := range c.places {
				add(c.edits(c.places[i:i+1], v))
			}
		}
	}
	if len(list) > maxOffers {
		return nil
	}
	return list
}

func (c choice) edits(places []literal, v number) []edit {
	var list []edit
	for _, l := range places {
		list = append(list, edit{l, l.written(v)})
	}
	return list
}

// edit puts a text in the place of a literal.
type edit struct {
	at   literal
	text string
}

// apply makes the edits, none of which overlap.
func apply(clause string, edits []edit) string {
	edits = slices.SortedFunc(slices.Values(edits), func(a, b edit) int { return a.at.start - b.at.start })
	var b strings.Builder
	end := 0
	for _, e := range edits {
		b.WriteString(clause[end:e.at.start] + e.text)
		end = e.at.end
	}
	return b.String() + clause[end:]
}

// missing are the numbers of a that b has less often.
func missing(a, b []number) []number {
	left := slices.Clone(b)
	var list []number
	for _, n := range a {
		if i := slices.IndexFunc(left, n.same); i >= 0 {
			left = slices.Delete(left, i, i+1)
			continue
		}
		list = append(list, n)
	}
	return list
}
