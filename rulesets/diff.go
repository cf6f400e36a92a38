package rulesets

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"nomicmail/internal/rules"
)

// Diff tells how b differs from a, for people: rules that one of them lacks,
// kinds, titles, texts and clauses, rule by rule, the last three as unified
// diffs in which each sentence is a line. With mechanics it leaves out titles
// and texts, as is good for sets in two languages. It is "" if nothing
// differs.
func Diff(a, b Set, mechanics bool) string {
	var out strings.Builder
	in := func(set []rules.Rule) map[int]rules.Rule {
		of := map[int]rules.Rule{}
		for _, r := range set {
			of[r.Number] = r
		}
		return of
	}
	ofA, ofB := in(a.Rules), in(b.Rules)
	onlyA, onlyB := lacking(a, ofB), lacking(b, ofA)
	if len(onlyA) > 0 {
		fmt.Fprintf(&out, "only in %s: %s\n", a.Name, named(onlyA))
	}
	if len(onlyB) > 0 {
		fmt.Fprintf(&out, "only in %s: %s\n", b.Name, named(onlyB))
	}
	for _, n := range everyNumber(a, b) {
		r, inA := ofA[n]
		s, inB := ofB[n]
		var d string
		switch {
		case inA && inB:
			d = diffRule(r, s, a.Name, b.Name, mechanics)
		case mechanics && r.Clause+s.Clause == "":
		case inA:
			d = diffTexts("", r, rules.Rule{Title: r.Title}, a.Name, "nothing", mechanics)
		default:
			d = diffTexts("", rules.Rule{Title: s.Title}, s, "nothing", b.Name, mechanics)
		}
		if d != "" {
			fmt.Fprintf(&out, "\n%s\n%s", heading(r, s, inA, inB), d)
		}
	}
	return strings.TrimPrefix(out.String(), "\n")
}

// lacking gives the rules of set that others has not.
func lacking(set Set, others map[int]rules.Rule) (numbers []int) {
	for _, r := range set.Rules {
		if _, has := others[r.Number]; !has {
			numbers = append(numbers, r.Number)
		}
	}
	slices.Sort(numbers)
	return numbers
}

func everyNumber(a, b Set) (numbers []int) {
	for _, r := range slices.Concat(a.Rules, b.Rules) {
		numbers = append(numbers, r.Number)
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// heading names a rule with its kind and its title, where both sides agree on
// them or only one has it.
func heading(r, s rules.Rule, inA, inB bool) string {
	if !inA {
		r = s
	}
	h := fmt.Sprintf("rule %d", r.Number)
	if !inA || !inB || r.Mutable == s.Mutable {
		h += ", " + kindName(r)
	}
	if r.Title != "" && (!inA || !inB || r.Title == s.Title) {
		h += ": " + r.Title
	}
	return h
}

func kindName(r rules.Rule) string {
	if r.Mutable {
		return mutable.String()
	}
	return immutable.String()
}

func diffRule(r, s rules.Rule, nameA, nameB string, mechanics bool) string {
	var kinds string
	if r.Mutable != s.Mutable {
		kinds = fmt.Sprintf("kind: %s in %s, %s in %s\n", kindName(r), nameA, kindName(s), nameB)
	}
	return diffTexts(kinds, r, s, nameA, nameB, mechanics)
}

func diffTexts(begin string, r, s rules.Rule, nameA, nameB string, mechanics bool) string {
	out := begin
	part := func(what, a, b string) {
		if a != b {
			out += udiff.Unified(nameA+", "+what, nameB+", "+what, a, b)
		}
	}
	if !mechanics {
		part("title", ended(r.Title), ended(s.Title))
		part("text", sentences(r.Text), sentences(s.Text))
	}
	part("clause", ended(r.Clause), ended(s.Clause))
	return out
}

// ended gives s with a line break at its end, unless it is empty.
func ended(s string) string {
	if s == "" {
		return s
	}
	return s + "\n"
}

var sentenceEnd = regexp.MustCompile(`([.!?:;][)"”»]?) `)

// sentences breaks a text after each sentence and where a line is full, so
// that a changed word changes few lines.
func sentences(text string) string {
	var out []string
	for _, s := range strings.Split(sentenceEnd.ReplaceAllString(text, "$1\n"), "\n") {
		if w := fields(s); len(w) > 0 {
			out = append(out, fill(w)...)
		} else {
			out = append(out, "")
		}
	}
	return ended(strings.Trim(strings.Join(out, "\n"), "\n"))
}
