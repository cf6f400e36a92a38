package rulesets

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/language"

	"nomicmail/internal/rules"
)

// Imported is a ruleset that was read out of plain text.
type Imported struct {
	Set    Set
	Done   []string // what was done to it, for the reader
	Doubts []string // what the reader should look at, and what is missing
}

// importer is an import under way.
type importer struct {
	file   string
	done   []string
	doubts []string
	faults Faults
	absent []int // numbers that a rule names and that are not there
}

func (im *importer) did(format string, args ...any) {
	im.done = append(im.done, fmt.Sprintf(format, args...))
}

func (im *importer) doubt(format string, args ...any) {
	im.doubts = append(im.doubts, fmt.Sprintf(format, args...))
}

// Import makes a ruleset out of plain text as people have it: rules with
// numbers in any usual form, in any usual encoding, with whatever stands above
// and below them. File is the name that errors call it and that the set gets.
// Lang is the tag of its language, or "" to tell it by its words. The set has
// no clauses; see [Imported.Attach]. The error is always [Faults].
func Import(file string, src []byte, lang string) (*Imported, error) {
	if lang != "" {
		if err := checkLanguage(lang); err != nil {
			return nil, Faults{{file, 1, err.Error(), languageHint}}
		}
	}
	switch set, err := Parse(file, src); {
	case err == nil:
		return &Imported{Set: set, Done: []string{"it is a ruleset file already"}}, nil
	case bytes.Contains(src, []byte("\n```clause")):
		return nil, err // it is meant to be one
	}
	text, err := decode(file, src)
	if err != nil {
		return nil, err
	}
	im := &importer{file: file, doubts: text.doubts}
	im.did("read as %s", text.encoding)
	lines := splitLines(text.text)
	all, err := findMarks(file, lines)
	if err != nil {
		return nil, err
	}
	marks := series(all, lines)
	if len(marks) == 0 {
		return nil, Faults{{file, 1, "no rule begins anywhere in this text", `each rule needs its number at the beginning of a line, e.g. "101. Every player ..."`}}
	}
	set := Set{Rules: im.rules(lines, all, marks)}
	if len(im.faults) > 0 {
		return nil, im.faults
	}
	im.describe(&set, lines[:marks[0].at], lang)
	return &Imported{Set: set, Done: im.done, Doubts: im.doubts}, nil
}

// rules makes the rules that begin at the marks.
func (im *importer) rules(lines []line, all, marks []mark) []rules.Rule {
	pieces := im.cutPieces(lines, marks)
	im.checkStrays(lines, all, marks)
	lay := layoutOf(pieces)
	var set []rules.Rule
	for _, p := range pieces {
		r := rules.Rule{Number: p.mark.number, Title: p.title, Text: im.textOf(p, lay)}
		if r.Text == "" {
			im.faults = append(im.faults, Fault{im.file, p.line, fmt.Sprintf("rule %d has no text", r.Number), "write the text below its number, or take the number away"})
		}
		set = append(set, r)
	}
	im.setKinds(set, pieces)
	im.checkGaps(set)
	return set
}

// checkStrays looks at the numbers between the rules that were taken for
// references and yet look like the beginning of a rule.
func (im *importer) checkStrays(lines []line, all, marks []mark) {
	lineOf := map[int]int{}
	for _, m := range marks {
		lineOf[m.number] = lines[m.at].n
	}
	in := marks[0] // the rule in which m stands
	for _, m := range all {
		n := lines[m.at].n
		switch {
		case lineOf[m.number] == n:
			in = m
		case n <= lines[marks[0].at].n || m.weak || m.weight < likely || length(m.number) != length(in.number):
		case lineOf[m.number] > 0 && m.weight > certain:
			im.faults = append(im.faults, Fault{im.file, n, fmt.Sprintf("rule %d stands here a second time", m.number), fmt.Sprintf("the other one is at line %d; give one of them another number", lineOf[m.number])})
		default:
			im.doubt("line %d begins like a rule %d, which breaks the order of the numbers; it was read as text of rule %d", n, m.number, in.number)
		}
	}
}

// checkGaps doubts numbers that are missing. From 301 on numbers are those of
// proposals, and gaps are the defeated ones (Rule 108).
func (im *importer) checkGaps(set []rules.Rule) {
	var gaps []int
	last := 0
	for _, r := range set {
		if r.Number > 300 {
			break
		}
		if r.Number/100 != last/100 || last == 0 {
			last = r.Number / 100 * 100
		}
		if r.Number-last > 100 {
			break
		}
		for last++; last < r.Number; last++ {
			gaps = append(gaps, last)
		}
	}
	gaps = slices.DeleteFunc(gaps, func(n int) bool { return slices.Contains(im.absent, n) })
	if len(gaps) > 0 {
		im.doubt("missing: %s", named(gaps))
	}
}

// named writes ascending numbers as "rules 101 to 116, 201".
func named(numbers []int) string {
	var parts []string
	word := "rules "
	if len(numbers) == 1 {
		word = "rule "
	}
	for len(numbers) > 0 {
		n := 1
		for n < len(numbers) && numbers[n] == numbers[n-1]+1 {
			n++
		}
		part := strconv.Itoa(numbers[0])
		if n > 1 {
			part += " to " + strconv.Itoa(numbers[n-1])
		}
		parts, numbers = append(parts, part), numbers[n:]
	}
	return word + strings.Join(parts, ", ")
}

// describe gives the set its language, name and title.
func (im *importer) describe(set *Set, above []line, lang string) {
	set.Language = lang
	if lang == "" {
		set.Language = im.language(set.Rules)
	}
	set.Title = "Nomic"
	if head := trimBlank(above); len(head) > 0 {
		s := trimTitle(head[0].text)
		if s != "" && utf8.RuneCountInString(s) <= maxTitle && !endsSentence(s) && !isSection(s) {
			set.Title = s
		}
	}
	base := strings.TrimSuffix(filepath.Base(im.file), filepath.Ext(im.file))
	base = strings.Trim(notName.ReplaceAllString(strings.TrimSuffix(base, "."+set.Language), "-"), "-.")
	if base == "" {
		base = "imported"
	}
	set.Name = base + "." + set.Language
	im.did("called %s, %q, in %s", set.Name, set.Title, languageName(set.Language))
}

var notName = regexp.MustCompile(`[^\pL\pN._-]+`)

// language tells the language in which most rules are.
func (im *importer) language(set []rules.Rule) string {
	of := map[string][]int{}
	var whole strings.Builder
	for _, r := range set {
		whole.WriteString(r.Text + "\n")
		if t, sure := guessTongue(r.Text); sure {
			of[t.tag] = append(of[t.tag], r.Number)
		}
	}
	guess, sure := guessTongue(whole.String())
	if guess == nil {
		im.doubt("the language could not be told and is given as English: say it with --language")
		return "en"
	}
	best := guess.tag
	for _, t := range tongues {
		if len(of[t.tag]) > len(of[best]) {
			best, sure = t.tag, true
		}
	}
	if !sure && len(of[best]) == 0 {
		im.doubt("the language may be %s: say it with --language", languageName(best))
	}
	for _, t := range tongues {
		if t.tag != best && len(of[t.tag]) > 0 {
			im.doubt("not in %s but in %s: %s", languageName(best), t.name, named(of[t.tag]))
		}
	}
	return best
}

const languageHint = "a language is named by its tag: en, pt, es, tr, hu"

// checkLanguage refuses a tag that is none of a language.
func checkLanguage(tag string) error {
	t, err := language.Parse(tag)
	if base, _ := t.Base(); err != nil || base.String() == "und" {
		return fmt.Errorf("the language %q is unknown", tag)
	}
	return nil
}

// Attach gives each rule the clause that the rule of its number has in from.
// It changes nothing if clauses are left that cannot be used together.
func (im *Imported) Attach(from Set) error {
	set := slices.Clone(im.Set.Rules)
	var got, alone []int
	var doubts []string
	for _, f := range from.Rules {
		i := slices.IndexFunc(set, func(r rules.Rule) bool { return r.Number == f.Number })
		switch {
		case f.Clause == "":
		case i < 0:
			alone = append(alone, f.Number)
		default:
			set[i].Clause = f.Clause
			got = append(got, f.Number)
			if odd := numbersNotIn(f.Clause, set[i].Text); odd != "" {
				doubts = append(doubts, fmt.Sprintf("rule %d: its clause has %s and its text has not", f.Number, odd))
			}
		}
	}
	if err := rules.CheckRules(set); err != nil {
		return fmt.Errorf("rulesets: attach the clauses of %s: %w", from.Name, err)
	}
	if len(got) == 0 {
		return errors.New("rulesets: " + from.Name + " has no clause for any of these rules")
	}
	im.Set.Rules = set
	im.Done = append(im.Done, fmt.Sprintf("attached the clauses of %s to %s", from.Name, named(got)))
	im.Doubts = append(im.Doubts, doubts...)
	if len(alone) > 0 {
		im.Doubts = append(im.Doubts, fmt.Sprintf("missing: %s, for which %s has a clause", named(alone), from.Name))
	}
	return nil
}

var figure = regexp.MustCompile(`\d+`)

// numbersNotIn gives a number that a clause uses and the text of its rule does
// not name, or "". Small ones are part of all reckoning.
func numbersNotIn(clause, text string) string {
	const small = 3
	figures := figure.FindAllString(text, -1)
	for _, n := range figure.FindAllString(clause, -1) {
		if v, err := strconv.Atoi(n); err == nil && v > small && !slices.Contains(figures, n) {
			return n
		}
	}
	return ""
}
