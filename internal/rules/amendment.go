package rules

import (
	"fmt"
	"regexp"
	"slices"
)

// An amendment of a rule can itself be amended or repealed (Rule 103b). The
// text is then what it would be if the amendment had said the new words, or
// had not been; amendments that came later are made again on it, if they fit.

func wordingOf(r *Rule) Wording { return Wording{r.Title, r.Text, r.Clause, r.Differs} }

// amendmentIndex is the place of the amendment that bears or bore the number,
// or -1.
func amendmentIndex(list []Amendment, number int) int {
	return slices.IndexFunc(list, func(a Amendment) bool {
		return number != 0 && (a.Number == number || slices.Contains(a.Was, number))
	})
}

// amendedBy is the rule in force that has the amendment.
func (g *Game) amendedBy(number int) *Rule {
	for _, r := range g.Rules {
		if amendmentIndex(r.Amendments, number) >= 0 {
			return r
		}
	}
	return nil
}

// resolveAmendment completes a change about an amendment of r. The text of one
// that repeals is the rule's as it will read.
func (g *Game) resolveAmendment(c Change, d Draft, r *Rule) (Change, *Refusal) {
	i := amendmentIndex(r.Amendments, d.Amendment)
	if i < 0 {
		return c, &Refusal{Code: NoSuchAmendment, Number: r.Number, Proposal: d.Amendment}
	}
	c.Amendment = r.Amendments[i].Number
	if c.Kind == Amend {
		return c, c.replace(d, r.Amendments[i].After, r.Number)
	}
	c.Clause = ""
	next, _, no := g.reamended(r, c, 0)
	c.Title, c.Text = next.Title, next.Text
	return c, no
}

// reamended gives r as the change of its amendment makes it, bearing the
// number of the proposal, with those amendments that are new or different. They stand
// in the place of the amendment from and of those after it.
func (g *Game) reamended(r *Rule, c Change, number int) (next Rule, from int, no *Refusal) {
	i := amendmentIndex(r.Amendments, c.Amendment)
	if i < 0 {
		return next, 0, &Refusal{Code: NoSuchAmendment, Number: r.Number, Proposal: c.Amendment}
	}
	a := r.Amendments[i]
	now, list := a.Before, []Amendment(nil)
	if c.Kind == Amend {
		now = c.wording(a.After)
		was := append(slices.Clone(a.Was), a.Number)
		list = append(list, Amendment{Number: number, Was: was, Before: a.Before, After: now})
	}
	then := a.After
	for _, later := range r.Amendments[i+1:] {
		next, ok := later.again(then, now)
		if !ok {
			return Rule{}, 0, &Refusal{
				Code: AmendmentBuried, Rule: g.cite(103), Number: r.Number, Proposal: c.Amendment,
				Hint: fmt.Sprintf("amend %d", r.Number),
			}
		}
		then = later.After
		list = append(list, Amendment{later.Number, later.Was, now, next})
		now = next
	}
	next = g.renumbered(r, number)
	next.Title, next.Text, next.Clause, next.Differs = now.Title, now.Text, now.Clause, now.Differs
	next.Amendments, next.Touched = list, true
	return next, a.Number, nil
}

// wording is what an amendment makes of old.
func (c Change) wording(old Wording) Wording {
	w := Wording{Title: c.Title, Text: c.Text, Clause: c.Clause}
	if c.KeepsClause {
		w.Clause, w.Differs = old.Clause, old.Differs || c.Text != old.Text
	}
	return w
}

// again makes a later amendment on now, where it was once made on then.
func (a Amendment) again(then, now Wording) (Wording, bool) {
	text, ok := merge(then.Text, a.After.Text, now.Text)
	if !ok {
		return Wording{}, false
	}
	w := Wording{Title: now.Title, Text: text, Clause: now.Clause, Differs: now.Differs || a.After.Differs}
	if a.After.Title != then.Title {
		w.Title = a.After.Title
	}
	if a.After.Clause != then.Clause {
		if now.Clause != then.Clause {
			return Wording{}, false // both give the rule another clause
		}
		w.Clause, w.Differs = a.After.Clause, a.After.Differs
	}
	return w, true
}

// merge makes on base's text other the change that led from base to next. Each
// of the two changes is what lies between the words that they have in common
// with base at the beginning and at the end; merge fails when they overlap.
func merge(base, next, other string) (string, bool) {
	words := split(base)
	a, b := differ(words, split(next)), differ(words, split(other))
	switch {
	case a.empty():
		return other, true
	case b.empty():
		return next, true
	case a.from == b.from && a.to == a.from && b.to == b.from:
		return "", false // two insertions at one place: in which order?
	case a.to > b.from && b.to > a.from:
		return "", false
	}
	if b.from < a.from || b.from == a.from && b.to < a.to {
		a, b = b, a
	}
	merged := slices.Concat(words[:a.from], a.words, words[a.to:b.from], b.words, words[b.to:])
	var text []byte
	for _, w := range merged {
		text = append(text, w...)
	}
	return string(text), true
}

var wordForm = regexp.MustCompile(`\s+|\S+`)

// split gives the words of a text and the white space between them.
func split(text string) []string { return wordForm.FindAllString(text, -1) }

// difference says that words stand where base had those in [from, to).
type difference struct {
	from, to int
	words    []string
}

func (d difference) empty() bool { return d.from == d.to && len(d.words) == 0 }

func differ(base, next []string) difference {
	from := 0
	for from < len(base) && from < len(next) && base[from] == next[from] {
		from++
	}
	end := 0
	for end < len(base)-from && end < len(next)-from && base[len(base)-1-end] == next[len(next)-1-end] {
		end++
	}
	return difference{from, len(base) - end, next[from : len(next)-end]}
}
