package rulesets

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mark is a number that may begin a rule.
type mark struct {
	at         int // its line, as an index
	start, end int // the bytes of the line that it takes; text before it is another rule's
	number     int
	style      string // what stands about the number
	weight     int    // how much it looks like the beginning of a rule
	bold       string // the sign of bold letters that opens before the number
	level      int    // of the heading that the line is; 6 if it is wholly bold, else 0
	weak       bool   // it stands within a line and counts only beside its neighbours
}

// Weights of marks.
const (
	certain    = 1000
	likely     = 600
	possible   = 300
	styled     = 500 // more, for the commonest style
	successive = 200 // more, for the number that follows the one before it
)

// maxMarks bounds the numbers that are looked at in one file.
const maxMarks = 5000

const ruleWords = `(?i:rule|regla|regra|kural|szabály|article|artículo|artigo|madde)`

// These take a mark apart, from its beginning on.
var (
	markLead   = regexp.MustCompile(`^(?:#{1,6} ?|[-–—*+] |[•·] ?)`)
	markBold   = regexp.MustCompile(`^(?:\*\*|__|\*|_)`)
	markWord   = regexp.MustCompile(`^` + ruleWords + ` (?i:no\.? ?|n\.? ?º ?)?`)
	markNumber = regexp.MustCompile(`^[#§(\[]?(\d{1,6})`)
	markAfter  = regexp.MustCompile(`^[.-]? ?(?i:(?:as|es|os|ös)\.? )?(?i:(?:számú )?szabály|(?:numaralı |sayılı |nolu )?kural)`)
	markPoint  = regexp.MustCompile(`^[)\]]?[.:º°]*[)\]]?`)
	markDash   = regexp.MustCompile(`^ ?[-–—:](?: |$)`)
)

// These find marks that stand where a line break was lost.
var (
	markAtEnd  = regexp.MustCompile(`[.!?:;…)"”»]( ?([-–—*•])? ?(\d{1,6})([.)])?)$`)
	markWithin = regexp.MustCompile(`[.!?…)"”»] ?((?:[-–—*•] ?)?(?:` + ruleWords + ` )?(\d{1,6})[.):]) ?["(“«„¿¡]?\p{Lu}`)
)

// findMarks finds the numbers that may begin a rule, in the order of the text.
// Numbers in the middle of a sentence are none.
func findMarks(file string, lines []line) ([]mark, error) {
	var marks []mark
	for i, l := range lines {
		if l.text == "" {
			continue
		}
		if m, ok := markOf(l.text); ok && !(m.number < 100 && isSection(l.text[m.end:])) {
			m.at = i
			inside := interrupts(lines, i)
			if inside {
				m.weight = min(m.weight, possible)
			}
			if !inside || !refersOn(lines[i-1].text) {
				marks = append(marks, m)
			}
		}
		marks = append(marks, marksInside(l.text, i)...)
		if len(marks) > maxMarks {
			return nil, Faults{{file, l.n, fmt.Sprintf("more than %d numbers may begin a rule", maxMarks), "cut out of the file what is no rule"}}
		}
	}
	preferCommonStyle(marks)
	return marks, nil
}

// scanner takes a text apart from its beginning on.
type scanner struct{ rest string }

func (s *scanner) take(form *regexp.Regexp) string {
	got := form.FindString(s.rest)
	s.rest = s.rest[len(got):]
	return got
}

// takeAfter takes the word for rule that follows a number, unless it begins the
// text.
func (s *scanner) takeAfter() string {
	before := s.rest
	word := s.take(markAfter)
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(s.rest, " "))
	if strings.HasPrefix(s.rest, " ") && unicode.IsUpper(next) || s.rest == "" || strings.ContainsRune(".:)*_–—-", next) {
		return word
	}
	s.rest = before
	return ""
}

// markOf reads the number with which a line begins.
func markOf(text string) (mark, bool) {
	s := &scanner{text}
	lead, bold, word := strings.TrimSpace(s.take(markLead)), s.take(markBold), s.take(markWord)
	digits := s.take(markNumber)
	number, _ := strconv.Atoi(strings.Trim(digits, "#§(["))
	after := s.takeAfter()
	point := s.take(markPoint)
	shut := bold != "" && strings.HasPrefix(s.rest, bold)
	if shut {
		s.rest = s.rest[len(bold):]
		point += s.take(markPoint)
	}
	dash := s.take(markDash)
	depth := level(lead)
	if bold != "" && !shut {
		if !strings.Contains(s.rest, bold) {
			return mark{}, false
		}
		if depth == 0 && strings.HasSuffix(s.rest, bold) {
			depth = 6
		}
	}
	named := word + after
	m := mark{
		end: len(text) - len(s.rest), number: number, bold: bold, level: depth,
		style: strings.Join([]string{strings.TrimLeft(lead, "#"), bold, plain(named), strings.TrimRight(digits, "0123456789"), point, dash}, "|"),
	}
	closed := point+dash != "" || shut
	m.weight = weigh(s.rest, closed, depth > 0 || bold != "", lead+named != "")
	return m, number > 0 && m.weight > 0
}

// openers may stand before the first letter of a sentence.
const openers = `"'(“«„¿¡*_[`

// weigh says how much a number looks like the beginning of a rule by what
// follows it: closed says that a point or the like does, raised that it is a
// heading or bold, announced that a dash or the word "rule" is at its side.
func weigh(rest string, closed, raised, announced bool) int {
	first, _ := utf8.DecodeRuneInString(rest)
	body := strings.TrimSpace(rest)
	begins, _ := utf8.DecodeRuneInString(strings.TrimLeft(body, openers))
	switch {
	case rest != "" && first != ' ' && !closed:
		return 0 // "101st", "101's", "101-116"
	case rest != "" && first != ' ' && !unicode.IsLetter(first) && !strings.ContainsRune(openers, first):
		return 0 // "101.5"
	case closed || raised:
		return certain
	case body == "" && announced:
		return certain
	case body == "" || announced && unicode.IsUpper(begins):
		return likely
	case unicode.IsUpper(begins):
		return possible
	}
	return 0 // "Rule 203 says", "10 points"
}

// referWords are those after which a number at the beginning of the next line
// still belongs to the sentence. The words for rule are told by their stems.
const referWords = " and or to of y e o u ou a al de da do la el ve veya ya ile es vagy no nr number numero "

// refersOn reports whether s, a line that is not the last of its paragraph,
// leads on to a number.
func refersOn(s string) bool {
	if strings.TrimRight(s, ",(-–—§#") != s {
		return true
	}
	w := words(s[max(0, len(s)-40):])
	if len(w) == 0 || endsSentence(s) {
		return false
	}
	return strings.Contains(referWords, " "+w[len(w)-1]+" ") || isRuleWord(w[len(w)-1])
}

// marksInside finds the marks in text, which is line at, that are not at its
// beginning.
func marksInside(text string, at int) (marks []mark) {
	for _, m := range markWithin.FindAllStringSubmatchIndex(text, -1) {
		n, _ := strconv.Atoi(text[m[4]:m[5]])
		marks = append(marks, mark{at: at, start: m[2], end: m[3], number: n, weight: possible, weak: true})
	}
	if m := markAtEnd.FindStringSubmatchIndex(text); m != nil && (m[4] >= 0 || m[8] >= 0) {
		n, _ := strconv.Atoi(text[m[6]:m[7]])
		one := mark{at: at, start: m[2], end: m[3], number: n, weight: possible, weak: true}
		if m[4] >= 0 {
			one.weight, one.weak, one.style = certain, false, text[m[4]:m[5]]+"|||||"
		}
		marks = append(marks, one)
	}
	return slices.DeleteFunc(marks, func(m mark) bool { return m.number == 0 })
}

// preferCommonStyle makes the marks weightier that look like most others.
func preferCommonStyle(marks []mark) {
	count := map[string]int{}
	common := ""
	for _, m := range marks {
		if m.weight < likely {
			continue
		}
		if count[m.style]++; count[m.style] > count[common] {
			common = m.style
		}
	}
	for i := range marks {
		if m := &marks[i]; !m.weak && m.style == common && count[common] > 1 && m.weight >= likely {
			m.weight += styled
		}
	}
}
