package rulesets

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/rules"
)

// kind is one of the two kinds of rules, or none.
type kind int

const (
	noKind kind = iota
	immutable
	mutable
)

func (k kind) String() string {
	return [...]string{"of no kind", "immutable", "mutable"}[k]
}

// kindStems begin the words for a kind, in letters without marks.
var kindStems = []struct {
	stem string
	kind kind
}{
	{"immutab", immutable}, {"unchangeab", immutable}, {"imutave", immutable}, {"inmutab", immutable}, {"inmudab", immutable},
	{"degismez", immutable}, {"degistirilemez", immutable}, {"sarkalatos", immutable},
	{"megvaltoztathatatlan", immutable}, {"valtoztathatatlan", immutable}, {"modosithatatlan", immutable},
	{"mutab", mutable}, {"mutave", mutable}, {"mudab", mutable}, {"changeab", mutable},
	{"degisken", mutable}, {"degisebilir", mutable}, {"degistirilebilir", mutable}, {"nemsarkalatos", mutable},
	{"megvaltoztathato", mutable}, {"valtoztathato", mutable}, {"modosithato", mutable},
}

// kindsOf gives the kind that each word names. "Not" turns it round.
func kindsOf(words []string) []kind {
	kinds := make([]kind, len(words))
	for i, w := range words {
		for _, s := range kindStems {
			if strings.HasPrefix(w, s.stem) {
				kinds[i] = s.kind
			}
		}
		if kinds[i] != noKind && i > 0 && slices.Contains([]string{"nem", "not", "no", "nao", "non"}, words[i-1]) {
			kinds[i] = immutable + mutable - kinds[i]
		}
	}
	return kinds
}

// ruleStems begin the words for rule.
var ruleStems = []string{"rule", "regla", "regra", "kural", "szabaly"}

func isRuleWord(w string) bool {
	return slices.ContainsFunc(ruleStems, func(stem string) bool { return strings.HasPrefix(w, stem) })
}

// besides are words that may stand in the heading of a section.
const besides = " the of as os las los a az initial inicial iniciais iniciales baslangic kezdeti part parte section secao seccion bolum resz set conjunto series serie to nem not no nao non "

// sectionKind gives the kind whose heading s is, or none. A heading says
// hardly more than a kind and the word for rule.
func sectionKind(s string) kind {
	if i := strings.LastIndex(s, "["); i > 0 && strings.HasSuffix(s, "]") {
		s = s[:i] // "[edit]"
	}
	if s == "" {
		return noKind
	}
	loud := isHeading(s)
	s = sectionLabel.ReplaceAllString(s, "")
	w := words(s)
	if !loud && strings.ContainsAny(s, ".,;|") || len(w) > 8 || beginsItem(s) {
		return noKind
	}
	found := noKind
	for i, k := range kindsOf(w) {
		switch _, err := strconv.Atoi(w[i]); {
		case k != noKind && found != noKind && k != found:
			return noKind // it names both
		case k != noKind:
			found = k
		case !loud && err != nil && !isRuleWord(w[i]) && !strings.Contains(besides, " "+w[i]+" ") && strings.Trim(w[i], "ivx") != "":
			return noKind
		}
	}
	return found
}

var sectionLabel = regexp.MustCompile(`^(?:[0-9]+|[ivxIVX]+|[A-Za-z])[.)] ?`)

func isSection(s string) bool { return sectionKind(s) != noKind }

// span is a row of numbers that a rule says to be of a kind.
type span struct {
	first, last int
	kind        kind
	from, to    int // the words that name it
}

// statedKinds reads from the text of a rule which numbers are of which kind:
// "101 to 116 are immutable", "rules in the 200's are mutable". The kind
// stands after the numbers or before them, the same way throughout. It gives
// nil where the text does not name both kinds.
func statedKinds(text string) []span {
	w := words(text)
	kinds := kindsOf(w)
	var spans []span
	for i := 0; i < len(w); i++ {
		first, ok := ruleNumber(w[i])
		if !ok {
			continue
		}
		s := span{first: first, last: first, from: i}
		if first%100 == 0 {
			s.last += 99
		}
		for j := i + 1; j < min(i+5, len(w)) && kinds[j] == noKind; j++ {
			if last, ok := ruleNumber(w[j]); ok && last > first && last/100 == first/100 {
				s.last, i = last, j
				break
			}
		}
		if s.to = i; s.last > s.first {
			spans = append(spans, s)
		}
	}
	after, far := pairKinds(spans, kinds, 1)
	before, near := pairKinds(spans, kinds, -1)
	if after == nil || before != nil && near < far {
		return before
	}
	return after
}

// pairKinds gives each span the kind that stands next to it in the direction
// of step, before the next span or, failing that, beyond it; and how many words
// away they are. It gives nil if that is not both kinds.
func pairKinds(spans []span, kinds []kind, step int) (got []span, away int) {
	seen := map[kind]bool{}
	got = slices.Clone(spans)
	for n := range got {
		i, at, stop := n, got[n].from, -1
		if step > 0 {
			i = len(got) - 1 - n
			at, stop = got[i].to, len(kinds)
		}
		next := i + step
		if n > 0 {
			stop = got[next].from
		}
		s := &got[i]
		for ; at != stop && s.kind == noKind; at += step {
			s.kind = kinds[at]
			away++
		}
		if s.kind == noKind && n > 0 {
			s.kind = got[next].kind
		}
		seen[s.kind] = true
	}
	if !seen[immutable] || !seen[mutable] || seen[noKind] {
		return nil, 0
	}
	return got, away
}

func ruleNumber(w string) (int, bool) {
	n, err := strconv.Atoi(w)
	return n, err == nil && n > 0 && n <= maxNumber
}

// kindOf gives the kind of number n by spans.
func kindOf(spans []span, n int) kind {
	for _, s := range spans {
		if s.first <= n && n <= s.last {
			return s.kind
		}
	}
	return noKind
}

// setKinds gives each rule its kind: as the first two rules say it (Rules 101
// and 102), else as the headings do, else by the hundred of its number, which
// is a guess.
func (im *importer) setKinds(set []rules.Rule, pieces []*piece) {
	stated, by := im.stated(set)
	only := onlyHundred(pieces)
	var asStated, asHeaded, guessed, against []int
	for i := range set {
		r := &set[i]
		k, headed := kindOf(stated, r.Number), pieces[i].under
		if headed == immutable && only >= 0 && only != r.Number/100 {
			headed = noKind
		}
		switch {
		case k != noKind:
			asStated = append(asStated, r.Number)
			if headed != noKind && headed != k {
				against = append(against, r.Number)
			}
		case headed != noKind:
			k = headed
			asHeaded = append(asHeaded, r.Number)
		default:
			k = mutable
			if r.Number/100 == 1 {
				k = immutable
			}
			guessed = append(guessed, r.Number)
		}
		r.Mutable = k == mutable
	}
	im.reportKinds(set)
	if len(asStated) > 0 {
		im.did("the kinds of %s are those that rule %d names", named(asStated), by)
	}
	if len(asHeaded) > 0 {
		im.did("the kinds of %s are those of the headings", named(asHeaded))
	}
	if len(guessed) > 0 {
		im.doubt("the kinds of %s are guessed by their numbers: from 101 to 199 immutable, else mutable", named(guessed))
	}
	if len(against) > 0 {
		im.doubt("%s: the heading says another kind than rule %d", named(against), by)
	}
}

func (im *importer) reportKinds(set []rules.Rule) {
	of := map[bool][]int{}
	for _, r := range set {
		of[r.Mutable] = append(of[r.Mutable], r.Number)
	}
	for _, is := range []bool{false, true} {
		if len(of[is]) > 0 {
			im.did("%s: %s", map[bool]kind{false: immutable, true: mutable}[is], named(of[is]))
		}
	}
}

// stated reads which numbers are of which kind out of the first two rules, and
// gives the rule that says it. It doubts what the second says otherwise and
// numbers that are named and not there.
func (im *importer) stated(set []rules.Rule) (spans []span, by int) {
	has := map[int]bool{}
	for _, r := range set {
		has[r.Number] = true
	}
	for _, r := range set[:min(2, len(set))] {
		got := statedKinds(r.Text)
		var absent []int
		for _, s := range got {
			for n := s.first; n <= s.last && s.first%100 != 0; n++ {
				if !has[n] {
					absent = append(absent, n)
				}
			}
		}
		im.absent = append(im.absent, absent...)
		if len(absent) > 0 {
			im.doubt("missing: %s, which rule %d names", named(absent), r.Number)
		}
		if spans == nil && got != nil {
			spans, by = got, r.Number
			continue
		}
		for n := range has {
			if a, b := kindOf(spans, n), kindOf(got, n); a != noKind && b != noKind && a != b {
				im.doubt("rules %d and %d disagree on the kinds of rules; %d is followed", by, r.Number, by)
				break
			}
		}
	}
	return spans, by
}

// onlyHundred tells, where no heading says that rules are mutable, the hundred
// to which the one that says immutable can apply: that of the first rule below
// it. Else it is -1.
func onlyHundred(pieces []*piece) int {
	only := -1
	for _, p := range pieces {
		switch {
		case p.under == mutable:
			return -1
		case p.under == immutable && only < 0:
			only = p.mark.number / 100
		}
	}
	return only
}
