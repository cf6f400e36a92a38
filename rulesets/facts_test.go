package rulesets_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"nomicmail/internal/clause"
	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

// columns are the languages of testdata/facts.txt, in their order.
var columns = []string{"en", "pt", "es", "tr", "hu"}

// fact is a line of testdata/facts.txt: what a rule says.
type fact struct {
	name    string
	variant string   // "mail", "table" or "" for both
	said    []string // by column
}

// facts reads testdata/facts.txt, by rule.
func facts(t *testing.T) map[int][]fact {
	t.Helper()
	src, err := os.ReadFile("testdata/facts.txt")
	if err != nil {
		t.Fatal(err)
	}
	all, rule := map[int][]fact{}, 0
	for n, line := range strings.Split(string(src), "\n") {
		line = strings.TrimSpace(line)
		name, said, isFact := strings.Cut(line, ":")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case isFact:
			f := fact{name: name}
			for _, variant := range []string{"mail", "table"} {
				if rest, ok := strings.CutPrefix(name, variant+" "); ok {
					f.name, f.variant = rest, variant
				}
			}
			for _, s := range strings.Split(said, " | ") {
				f.said = append(f.said, strings.TrimSpace(s))
			}
			if len(f.said) == 1 {
				f.said = slices.Repeat(f.said, len(columns))
			}
			if len(f.said) != len(columns) {
				t.Fatalf("testdata/facts.txt:%d: %d columns", n+1, len(f.said))
			}
			all[rule] = append(all[rule], f)
		default:
			if rule, err = strconv.Atoi(line); err != nil || all[rule] != nil {
				t.Fatalf("testdata/facts.txt:%d: what is %q?", n+1, line)
			}
		}
	}
	return all
}

// missing says what a rule of a set does not say, and what it says amiss.
func missing(all map[int][]fact, set string, r rules.Rule) []string {
	variant, lang, _ := strings.Cut(strings.TrimPrefix(set, "suber-"), ".")
	column := slices.Index(columns, lang)
	if column < 0 || all[r.Number] == nil {
		return []string{fmt.Sprintf("there are no facts about rule %d of %s", r.Number, set)}
	}
	var list []string
	clause := ""
	for _, f := range all[r.Number] {
		if f.variant != "" && f.variant != variant {
			continue
		}
		want, amiss := f.said[column], ""
		switch f.name {
		case "numbers":
			amiss = differ(figures(r.Text), want)
		case "paragraphs":
			amiss = differ([]string{strconv.Itoa(strings.Count(r.Text, "\n\n") + 1)}, want)
		case "clause":
			clause = want
		default:
			amiss = unsaid(r.Text, want)
		}
		if amiss != "" {
			list = append(list, fmt.Sprintf("%s, rule %d, %s: %s", set, r.Number, f.name, amiss))
		}
	}
	if amiss := differ(answersTo(r.Clause), clause); amiss != "" {
		list = append(list, fmt.Sprintf("%s, rule %d, clause: %s", set, r.Number, amiss))
	}
	return list
}

// differ compares words without regard to their order.
func differ(got []string, want string) string {
	words := strings.Fields(want)
	slices.Sort(got)
	slices.Sort(words)
	if slices.Equal(got, words) {
		return ""
	}
	return fmt.Sprintf("%v, want %v", got, words)
}

var figure = regexp.MustCompile(`\d+`)

func figures(text string) []string { return figure.FindAllString(text, -1) }

// unsaid looks for words in a text, or, behind a "!", sees that they are not
// there.
func unsaid(text, words string) string {
	not, forbidden := strings.CutPrefix(words, "!")
	switch {
	case words == "-":
		return ""
	case forbidden && regexp.MustCompile("(?i)"+not).MatchString(text):
		return fmt.Sprintf("%q stands here, and should not", not)
	case !forbidden && !regexp.MustCompile("(?i)"+words).MatchString(strings.ReplaceAll(text, "\n", " ")):
		return fmt.Sprintf("no %q", words)
	}
	return ""
}

func answersTo(code string) []string {
	if code == "" {
		return nil
	}
	p, err := clause.Parse(code, rules.Names())
	if err != nil {
		return []string{err.Error()}
	}
	return p.Defined()
}

// TestEveryRuleSaysItsFacts: every rule of every set says, in its language, all
// that it must, with the right numbers.
func TestEveryRuleSaysItsFacts(t *testing.T) {
	all := facts(t)
	if len(all) != 29 {
		t.Fatalf("facts about %d rules, want 29", len(all))
	}
	for _, name := range bothVariants() {
		set := load(t, name)
		if len(set.Rules) != 29 {
			t.Errorf("%s has %d rules, want 29", name, len(set.Rules))
		}
		for i, r := range set.Rules {
			want := 101 + i
			if i >= 16 {
				want = 201 + i - 16
			}
			if r.Number != want || r.Mutable != (want >= 201) || r.Title == "" {
				t.Errorf("%s: place %d has rule %d, mutable %v, title %q; want rule %d", name, i, r.Number, r.Mutable, r.Title, want)
			}
			for _, m := range missing(all, name, r) {
				t.Error(m)
			}
		}
	}
	for _, name := range rulesets.List() {
		if strings.HasPrefix(name, "suber-") && !slices.Contains(bothVariants(), name) {
			t.Errorf("the facts of %s are not checked", name)
		}
	}
}

// bothVariants names the sets that there must be.
func bothVariants() []string {
	var names []string
	for _, lang := range columns {
		names = append(names, "suber-mail."+lang, "suber-table."+lang)
	}
	return names
}

// TestFactsNoticeEveryLoss takes away every sentence and every paragraph of
// every rule, and counts every number on by one: each time, some fact must be
// missing.
func TestFactsNoticeEveryLoss(t *testing.T) {
	all := facts(t)
	cases := 0
	for _, name := range bothVariants() {
		for _, r := range load(t, name).Rules {
			for _, text := range losses(r.Text) {
				cases++
				lesser := r
				lesser.Text = text
				if len(missing(all, name, lesser)) == 0 {
					t.Errorf("nobody would notice that rule %d of %s were only this:\n%s", r.Number, name, text)
				}
			}
		}
	}
	if cases < 1000 {
		t.Errorf("only %d losses tried", cases)
	}
}

// losses are the text with a piece gone or a number changed.
func losses(text string) []string {
	var out []string
	paragraphs := strings.Split(text, "\n\n")
	for i := range paragraphs {
		if rest := slices.Delete(slices.Clone(paragraphs), i, i+1); len(rest) > 0 {
			out = append(out, strings.Join(rest, "\n\n"))
		}
	}
	for _, at := range sentences(text) {
		if rest := text[:at[0]] + text[at[1]:]; strings.TrimSpace(rest) != "" {
			out = append(out, rest)
		}
	}
	for _, at := range figure.FindAllStringIndex(text, -1) {
		n, _ := strconv.Atoi(text[at[0]:at[1]])
		out = append(out, text[:at[0]]+strconv.Itoa(n+1)+text[at[1]:])
	}
	return out
}

var sentenceEnd = regexp.MustCompile(`[.;:]\s+|\n+|$`)

// sentences gives the places of sentences, and of items of lists. A point before
// a small letter ends none: "101–116. szabály".
func sentences(text string) [][2]int {
	var out [][2]int
	from := 0
	for _, end := range sentenceEnd.FindAllStringIndex(text, -1) {
		next, _ := utf8.DecodeRuneInString(text[end[1]:])
		if end[0] < from || unicode.IsLower(next) && !strings.Contains(text[end[0]:end[1]], "\n") {
			continue
		}
		if end[1] > from {
			out = append(out, [2]int{from, end[1]})
		}
		from = end[1]
	}
	return out
}
