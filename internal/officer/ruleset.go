package officer

import (
	"regexp"
	"strconv"
	"strings"
)

// Rule is a rule as list rulesets print it: a head such as "Rule 105/3
// (Power=2)", its title, its text, and what was done to it.
type Rule struct {
	Number   int
	Revision int    // -1 where it is not said
	Power    string // "" where it is not said
	Mutable  string // "mutable", "immutable" or ""
	Title    string
	Text     string
	History  []string // lines
	Lines    []int    // of History
	Line     int
}

// ruleHead begins a rule: "Rule 105/3 (Power=2)", "Rule 105 - Votes".
var ruleHead = regexp.MustCompile(`^\s*(?:Rule|Regra|Regla|Kural|Szabály)\s+(\d{1,6})(?:/(\d{1,4}))?\s*(.*)$`)

var (
	rulePower   = regexp.MustCompile(`(?i)\(?\s*(?:power|poder|güç|erő)\s*[=:]?\s*(\d{1,4}(?:[.,]\d{1,3})?)\s*\)?`)
	ruleMutable = regexp.MustCompile(`(?i)\(\s*(im)?mutable\s*\)`)
	historyHead = regexp.MustCompile(`(?i)^\s*(?:history|história|historia|geçmiş|történet)\s*:\s*$`)
)

// ReadRules reads the rules of a text; what stands above the first is passed over.
func ReadRules(text string) []Rule {
	var list []Rule
	for _, block := range ruleBlocks(ownLines(text)) {
		list = append(list, ruleOf(block))
	}
	return list
}

// ruleBlocks are the lines of each rule. A head follows an empty line or a ruler,
// and says no more than a head does.
func ruleBlocks(lines []line) [][]line {
	var list [][]line
	free := true
	for _, l := range lines {
		begins := free && isRuleHead(l.text)
		free = l.blank() || isRuler(l.text)
		switch {
		case begins && len(list) < maxRows*10:
			list = append(list, []line{l})
		case len(list) > 0:
			list[len(list)-1] = append(list[len(list)-1], l)
		}
	}
	return list
}

func isRuleHead(s string) bool {
	m := ruleHead.FindStringSubmatch(s)
	if m == nil {
		return false
	}
	rest := strings.TrimSpace(ruleMutable.ReplaceAllString(rulePower.ReplaceAllString(m[3], ""), ""))
	return rest == "" || m[2] != "" && len(rest) < 120 || strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "(")
}

func ruleOf(block []line) Rule {
	m := ruleHead.FindStringSubmatch(block[0].text)
	r := Rule{Revision: -1, Line: block[0].n}
	r.Number, _ = strconv.Atoi(m[1])
	if m[2] != "" {
		r.Revision, _ = strconv.Atoi(m[2])
	}
	if p := rulePower.FindStringSubmatch(m[3]); p != nil {
		r.Power = strings.ReplaceAll(p[1], ",", ".")
	}
	if k := ruleMutable.FindStringSubmatch(m[3]); k != nil {
		r.Mutable = strings.ToLower(k[1]) + "mutable"
	}
	r.Title = strings.Trim(ruleMutable.ReplaceAllString(rulePower.ReplaceAllString(m[3], ""), ""), " -:–()")
	body := block[1:]
	if r.Title == "" { // then it is the line below the head
		for len(body) > 0 && body[0].blank() {
			body = body[1:]
		}
		if len(body) > 1 && (body[1].blank() || isRuler(body[1].text)) {
			r.Title, body = strings.TrimSpace(body[0].text), body[1:]
		}
	}
	r.fill(body)
	return r
}

// fill takes the text up to a ruler, and the history.
func (r *Rule) fill(body []line) {
	var text []string
	told := false
	for _, l := range body {
		switch {
		case historyHead.MatchString(l.text):
			told = true
		case isRuler(l.text):
			if told || len(trimmed(text)) > 0 && strings.HasPrefix(strings.TrimSpace(l.text), "=") {
				r.Text = joined(text)
				return
			}
		case told && !l.blank():
			r.History, r.Lines = append(r.History, strings.TrimSpace(l.text)), append(r.Lines, l.n)
		case !told:
			text = append(text, l.text)
		}
	}
	r.Text = joined(text)
}

// joined takes off the blanks that a text is set in by.
func joined(lines []string) string {
	least := -1
	for _, s := range lines {
		if n := len(s) - len(strings.TrimLeft(s, " ")); strings.TrimSpace(s) != "" && (least < 0 || n < least) {
			least = n
		}
	}
	for i, s := range lines {
		if strings.TrimSpace(s) != "" {
			lines[i] = s[max(least, 0):]
		}
	}
	return trimmed(lines)
}

// ruleset says whether a post is one: it has at least three rules with a text.
func (r *reader) ruleset() bool {
	var all strings.Builder
	for _, l := range r.lines {
		all.WriteString(l.text + "\n")
	}
	list := ReadRules(all.String())
	if len(list) < 3 {
		return false
	}
	r.post.Rules = list
	return true
}
