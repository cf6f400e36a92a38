package rulesets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"nomicmail/internal/rules"
)

// MaxSize bounds a ruleset file, in bytes.
const MaxSize = 1 << 20

// maxNumber bounds the number of a rule.
const maxNumber = 1_000_000

// Fault is one thing that is wrong with a ruleset file. Line counts from 1.
type Fault struct {
	File    string
	Line    int
	Problem string
	Hint    string // what to do about it
}

func (f Fault) Error() string {
	return fmt.Sprintf("%s:%d: %s: %s", f.File, f.Line, f.Problem, f.Hint)
}

// Faults is all that is wrong with a file, by line.
type Faults []Fault

func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Parse reads the source of a ruleset. File is what errors call it. The error
// is always [Faults], with everything that is wrong and not only the first
// thing. Clauses are checked as they are when a player proposes one.
func Parse(file string, src []byte) (Set, error) {
	r := &reader{file: file, seen: map[int]int{}, above: map[int]int{}}
	if len(src) > MaxSize {
		r.fault(1, fmt.Sprintf("the file has more than %d bytes", MaxSize), "a ruleset is one short text; is this the right file?")
		return Set{}, r.faults
	}
	text := strings.TrimPrefix(string(src), "\ufeff")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for _, line := range strings.Split(text, "\n") {
		r.n++
		r.line(r.clean(line))
	}
	r.finish()
	if len(r.faults) > 0 {
		slices.SortStableFunc(r.faults, func(a, b Fault) int { return a.Line - b.Line })
		return Set{}, r.faults
	}
	return r.set, nil
}

// reader is where in a file the reading stands.
type reader struct {
	file   string
	n      int // the line
	faults Faults
	set    Set

	tongue  int  // the line that names the language
	section bool // a heading of a section was seen
	mutable bool // its kind
	at      int  // the line of the open rule's heading, 0 before the first
	rule    rules.Rule
	body    []string    // the open rule's text, or the preface, as it stands in the file
	seen    map[int]int // a rule's number and the line of its heading

	fence  int  // backticks of the open fence, 0 outside
	opened int  // its line
	clause bool // it is a clause
	code   []string
	coded  int         // the line of the open rule's clause
	above  map[int]int // a rule's number and the line above its clause
}

func (r *reader) fault(line int, problem, hint string) {
	r.faults = append(r.faults, Fault{r.file, line, problem, hint})
}

// clean gives line in NFC, so that players' words are found in it whatever
// machine it was typed on.
func (r *reader) clean(line string) string {
	if !utf8.ValidString(line) {
		r.fault(r.n, "these bytes are no UTF-8", "save the file with the encoding UTF-8")
		return strings.ToValidUTF8(line, "\ufffd")
	}
	for _, c := range line {
		if unicode.IsControl(c) && c != '\t' {
			r.fault(r.n, fmt.Sprintf("the control character %U", c), "delete it")
		}
	}
	return norm.NFC.String(line)
}

func (r *reader) line(s string) {
	mark := strings.Trim(s, " \t")
	after := strings.TrimLeft(mark, "`")
	switch ticks := len(mark) - len(after); {
	case r.fence > 0 && (ticks < r.fence || after != ""):
		r.code = append(r.code, strings.TrimRight(s, " \t"))
	case r.fence > 0:
		r.closeFence()
	case ticks >= 3:
		r.openFence(ticks, strings.TrimSpace(after))
	case strings.HasPrefix(mark, "#"):
		r.heading(mark)
	case r.at == 0 && !r.section && r.frontLine(s):
	default:
		r.words(s)
	}
}

func (r *reader) words(s string) {
	blank := strings.TrimSpace(s) == ""
	switch {
	case !blank && r.coded > 0:
		r.fault(r.n, fmt.Sprintf("rule %d has text below its clause", r.rule.Number), "move the text above the clause")
	case !blank && r.mark(s):
	case !blank && r.section && r.at == 0:
		r.fault(r.n, "this text belongs to no rule", `put it below a heading such as "### 101. Title", or above the first section`)
	default:
		r.body = append(r.body, s)
	}
}

// The marks begin lines above a rule's text that tell its power, for games whose
// rules have one, and its category.
const (
	powerMark    = "Power:"
	categoryMark = "Category:"
)

// mark takes such a line, each once.
func (r *reader) mark(s string) bool {
	if r.at == 0 || strings.TrimSpace(strings.Join(r.body, "")) != "" {
		return false
	}
	power, isPower := strings.CutPrefix(s, powerMark)
	category, isCategory := strings.CutPrefix(s, categoryMark)
	category = strings.Join(fields(category), " ")
	switch {
	case isPower && r.rule.Power.Sign() == 0:
		r.power(strings.TrimSpace(power))
	case isCategory && r.rule.Category == "" && category != "":
		r.rule.Category = category
	default:
		return false
	}
	return true
}

func (r *reader) power(s string) {
	if err := r.rule.Power.UnmarshalJSON([]byte(strconv.Quote(s))); err != nil || r.rule.Power.Sign() <= 0 {
		r.rule.Power = rules.Ratio{}
		r.fault(r.n, fmt.Sprintf("the power %q is no number above 0", s), `write it like "Power: 3"`)
	}
}

func (r *reader) openFence(ticks int, info string) {
	r.fence, r.opened, r.clause, r.code = ticks, r.n, info == "clause", nil
	switch {
	case !r.clause:
		r.fault(r.n, fmt.Sprintf("a fence of the kind %q", info), "only ```clause stands in a ruleset; a text line that begins with ``` needs a backslash before it")
	case r.at == 0:
		r.fault(r.n, "this clause belongs to no rule", `put it below a heading such as "### 101. Title"`)
	case r.coded > 0:
		r.fault(r.n, fmt.Sprintf("rule %d has a second clause", r.rule.Number), fmt.Sprintf("put it into the one at line %d", r.coded))
	}
}

func (r *reader) closeFence() {
	r.fence = 0
	if !r.clause || r.at == 0 || r.coded > 0 {
		return // a fault already
	}
	r.coded = r.opened
	code := strings.Join(r.code, "\n")
	r.rule.Clause = strings.Trim(code, "\n")
	r.above[r.rule.Number] = r.opened + len(code) - len(strings.TrimLeft(code, "\n"))
	if r.rule.Clause == "" {
		r.fault(r.opened, fmt.Sprintf("the clause of rule %d is empty", r.rule.Number), "write it or delete the fence")
	}
}

func (r *reader) heading(s string) {
	text := strings.TrimLeft(s, "#")
	level := len(s) - len(text)
	text = strings.TrimSpace(text)
	switch {
	case level == 3:
		r.openRule(text)
	case level == 2:
		r.openSection(text)
	case level == 1 && r.set.Title == "" && text != "":
		r.set.Title = text
	default:
		r.fault(r.n, fmt.Sprintf("the heading %q has no place here", s), `one "# Title", then "## Immutable rules" and "## Mutable rules", and a "### 101. Title" for each rule; a text line that begins with # needs a backslash before it`)
	}
}

func (r *reader) openSection(text string) {
	r.closeRule()
	r.section = true
	for _, s := range sections {
		if strings.EqualFold(text, s.immutable) || strings.EqualFold(text, s.mutable) {
			r.mutable = strings.EqualFold(text, s.mutable)
			return
		}
	}
	r.fault(r.n, fmt.Sprintf("the section %q is unknown", text), `write "## Immutable rules" or "## Mutable rules"`)
}

func (r *reader) openRule(text string) {
	r.closeRule()
	digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
	number, err := strconv.Atoi(digits)
	title, spaced := strings.CutPrefix(text[len(digits):], ".")
	spaced = spaced || title == "" || strings.HasPrefix(title, " ")
	switch {
	case err != nil || number < 1 || number > maxNumber || !spaced:
		r.fault(r.n, fmt.Sprintf("the heading %q has no rule number", text), `write it like "### 101. Title"`)
	case r.seen[number] > 0:
		r.fault(r.n, fmt.Sprintf("rule %d stands here a second time", number), fmt.Sprintf("the first is at line %d; give one of them another number", r.seen[number]))
	case !r.section:
		r.fault(r.n, fmt.Sprintf("rule %d is in no section", number), `put "## Immutable rules" or "## Mutable rules" above it`)
	}
	if r.seen[number] == 0 {
		r.seen[number] = r.n
	}
	r.at = r.n
	r.rule = rules.Rule{Number: number, Mutable: r.mutable, Title: strings.TrimSpace(title)}
}

// closeRule ends the open rule, or the preface.
func (r *reader) closeRule() {
	text := unwrap(r.body)
	switch {
	case r.at == 0:
		r.set.Preface += text
	case strings.TrimSpace(text) == "":
		r.fault(r.at, fmt.Sprintf("rule %d has no text", r.rule.Number), "a rule is its text; a clause alone is none")
	}
	if r.at > 0 {
		r.rule.Text = text
		r.set.Rules = append(r.set.Rules, r.rule)
	}
	r.at, r.coded, r.body = 0, 0, nil
}

// frontLine takes "Name: ..." and "Language: ...", each once, as facts about
// the set.
func (r *reader) frontLine(s string) bool {
	key, value, _ := strings.Cut(s, ":")
	value = strings.TrimSpace(value)
	switch {
	case key == "Name" && r.set.Name == "":
		r.set.Name = value
	case key == "Language" && r.set.Language == "":
		r.set.Language, r.tongue = value, r.n
	default:
		return false
	}
	return true
}

func (r *reader) finish() {
	if r.fence > 0 {
		r.fault(r.opened, "this fence is not closed", "put ``` on a line below the clause")
	}
	r.closeRule()
	r.checkClauses()
	if r.set.Language != "" {
		if err := checkLanguage(r.set.Language); err != nil {
			r.fault(r.tongue, err.Error(), languageHint)
		}
	}
	for _, must := range []struct{ what, has, hint string }{
		{"title", r.set.Title, `begin it with a line such as "# The game of our club"`},
		{"name", r.set.Name, `put a line such as "Name: club.en" below the title`},
		{"language", r.set.Language, `put a line such as "Language: en" below the title`},
	} {
		if must.has == "" {
			r.fault(1, "the ruleset has no "+must.what, must.hint)
		}
	}
	if len(r.seen) == 0 {
		r.fault(1, "the ruleset has no rules", `each begins with a heading such as "### 101. Title"`)
	}
}

// checkClauses tries all clauses together, since one may look at the rules of
// the others.
func (r *reader) checkClauses() {
	err := rules.CheckRules(r.set.Rules)
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return
	}
	sound := len(r.faults) == 0
	for _, err := range joined.Unwrap() {
		var number, line, column int
		problem := err.Error()
		switch head, what, found := strings.Cut(problem, ": its clause: "); {
		case found:
			fmt.Sscanf(head, "rule %d", &number)
			if n, _ := fmt.Sscanf(what, "line %d, column %d", &line, &column); n == 2 {
				_, what, _ = strings.Cut(what, ": ")
			}
			r.fault(r.above[number]+max(line, 1), fmt.Sprintf("the clause of rule %d: %s", number, what), "docs/clauses.md says what a clause can be")
		case sound: // else it is among the faults already
			r.fault(1, problem, "docs/clauses.md says what clauses do")
		}
	}
}
