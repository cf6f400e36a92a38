package figure

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// text is a text as words and the numbers in it.
type text struct {
	words   []string // folded; a number stands as what it is worth
	numbers []number
	loses   bool // it speaks of losing
}

// number is a number in a text.
type number struct {
	at      int // the place of its word
	value   int // lengths of time in hours
	unit    unit
	ordinal bool
}

// same says whether two numbers say the same.
func (n number) same(o number) bool {
	return n.value == o.value && n.ordinal == o.ordinal && (n.unit == ofTime) == (o.unit == ofTime)
}

// like says whether they may count the same thing.
func (n number) like(o number) bool {
	return n.ordinal == o.ordinal && (n.unit == o.unit || (n.unit == unknown || o.unit == unknown) && n.unit != ofTime && o.unit != ofTime)
}

// unit is what a number counts, if one of the next words says it.
type unit int

const (
	unknown unit = iota
	ofPoints
	ofVotes
	ofTime
	ofRules
	ofPlayers
	ofCircuits
	ofPercent
)

// wordForm is a word, with figures as they stand ("1,000", "2/3", "50%"), or a
// mark that parts sentences.
var wordForm = regexp.MustCompile(`\d+(?:[.,\x{00a0}\x{202f}]\d{3})*(?:[./]\d+)?|%|[\p{L}\p{M}]+|[.;:,()]`)

// read finds the numbers of a text.
func read(s, lang string) text {
	speech, ok := tongues[lang]
	if !ok {
		speech = tongues["en"]
	}
	var words []string
	for _, w := range wordForm.FindAllString(s, -1) {
		words = append(words, fold(w))
	}
	r := reader{speech, words, text{}}
	for i := 0; i < len(words); {
		i = r.next(i)
	}
	return r.out
}

// fold takes capitals and marks off letters: "Três" is "tres", "altı" "alti".
func fold(s string) string {
	s = strings.NewReplacer("ı", "i", "İ", "i").Replace(s)
	return strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Mn, c) {
			return -1
		}
		return unicode.ToLower(c)
	}, norm.NFD.String(s))
}

type reader struct {
	*tongue
	words []string
	out   text
}

// next reads what stands at i, and gives the place behind it.
func (r *reader) next(i int) int {
	w := r.words[i]
	n, size := number{at: len(r.out.words)}, 1
	switch value, ok := figures(w); {
	case ok:
		n.value = value
	case strings.Contains(w, "/") && w[0] <= '9':
		size = 0
	default:
		n.value, size = r.inWords(i)
		if size == 0 {
			n.value, n.ordinal = r.ordinals[w], r.ordinals[w] != 0
		}
		if size == 0 && n.ordinal {
			size = 1
		}
	}
	if size == 0 {
		r.out.loses = r.out.loses || slices.ContainsFunc(r.losing, func(stem string) bool { return strings.HasPrefix(w, stem) })
		r.out.words = append(r.out.words, w)
		return i + 1
	}
	end := i + size
	if r.fraction(i, end) {
		r.out.words = append(r.out.words, r.words[i:end]...)
		return end
	}
	hours := 0
	n.unit, hours = r.unitAt(end)
	article := r.weak[w] && size == 1 && (n.unit == unknown || n.unit != ofTime && r.articles[w])
	if article || r.namesRule(i, end) {
		r.out.words = append(r.out.words, r.words[i:end]...)
		return end
	}
	if n.unit == ofTime {
		n.value *= hours
	}
	r.out.words = append(r.out.words, strconv.Itoa(n.value))
	r.out.numbers = append(r.out.numbers, n)
	return end
}

// figures reads a number written in figures: "300", "1,000", "1.000".
func figures(w string) (int, bool) {
	if w[0] < '0' || w[0] > '9' || strings.Contains(w, "/") {
		return 0, false
	}
	digits := strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, w)
	if len(w) != len(digits) && len(digits)%3 != len(strings.FieldsFunc(w, func(c rune) bool { return c < '0' || c > '9' })[0])%3 || len(digits) > 9 {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}

// unitAt is what the number before place i counts: the first unit among the next
// three words of the sentence, and how many hours it has.
func (r *reader) unitAt(i int) (u unit, hours int) {
	for _, w := range r.words[i:min(i+3, len(r.words))] {
		if w == "%" {
			return ofPercent, 0
		}
		if strings.ContainsAny(w, ".;:,()") || w[0] <= '9' {
			return unknown, 0
		}
		best := counted{}
		for _, s := range r.units {
			if len(s.stem) > len(best.stem) && strings.HasPrefix(w, s.stem) {
				best = s
			}
		}
		if best.unit != unknown {
			return best.unit, best.hours
		}
	}
	return unknown, 0
}

// namesRule says whether a number is that of a rule or a proposal: one that
// stands behind such a word, perhaps with others, or just before one.
func (r *reader) namesRule(i, end int) bool {
	if r.after && end+1 < len(r.words) && r.isRule(r.words[end+1]) {
		if w := r.words[end]; w == "." || strings.HasPrefix(w, "numara") || len(w) <= 3 { // "203. kural", "203-as szabály"
			return true
		}
	}
	for k := i - 1; k >= max(0, i-6); k-- {
		w := r.words[k]
		_, figure := figures(w)
		switch {
		case figure || w == "," || w == "(" || slices.Contains(r.and, w) || w == "no" || w == "n":
		default:
			return r.isRule(w)
		}
	}
	return false
}

// isRule says whether w is a word for what bears a number; a proposer bears none.
func (r *reader) isRule(w string) bool {
	return !strings.HasPrefix(w, "javaslattev") && slices.ContainsFunc(r.rule, func(stem string) bool { return strings.HasPrefix(w, stem) })
}

// fraction says whether the number from i to end is a part of a fraction, such as
// "two thirds" or "üçte iki".
func (r *reader) fraction(i, end int) bool {
	if end < len(r.words) && slices.ContainsFunc(r.parts, func(p string) bool { return r.words[end] == p }) {
		return true
	}
	if i == 0 {
		return false
	}
	before := r.words[i-1]
	if _, ordinal := r.ordinals[r.words[i]]; ordinal {
		_, size := r.inWords(i - 1)
		_, figure := figures(before)
		return size == 1 || figure || r.weak[before]
	}
	if r.of == nil {
		return false
	}
	m := r.of.FindStringSubmatch(before)
	return m != nil && r.parse(m[1]) != nil
}
