package parser

import (
	"slices"
	"strings"
	"unicode"

	"nomicmail/internal/rules"
)

// What stands below the text of a proposal that has no `end`: a greeting and a
// name, a company's notice, a list's footer, or another command.

// maxTail is the most lines that a greeting, a name and what people put below
// them have.
const maxTail = 8

// closes says that line k begins the end of a mail: a closing formula with or
// without a name, or the sender's name in a paragraph of its own. Where it is
// not certain the line stays with the text, which its author is shown.
func (r *reader) closes(k int) bool {
	is, _ := r.farewell(k)
	return is
}

// farewell is closes; guessed says that the name is not known to be the sender's.
func (r *reader) farewell(k int) (is, guessed bool) {
	l := &r.lines[k]
	if l.mark != mOwn && l.mark != mSignOff || l.blank() || len(l.text) > 120 {
		return false, false
	}
	formula, name := r.formula(l.text)
	alone := k > 0 && r.lines[k-1].blank()
	if !formula && !(alone && nameOnly(l.text, r.names)) {
		return false, false
	}
	rest, contact := r.tail(k)
	if rest > maxTail {
		return false, false
	}
	if !formula {
		return rest == 1 || contact || r.fullName(l.text), false
	}
	if name == "" {
		next := r.skipBlank(k + 1)
		if next >= len(r.lines) || r.lines[next].mark != mOwn && r.lines[next].mark != mSignOff {
			return true, false
		}
		name = r.lines[next].text
		alone = alone || rest <= 3
	}
	known := nameOnly(name, r.names)
	return known || alone && nameLike(name), !known
}

// signOff marks what line k begins, up to a quotation or a postscript.
func (r *reader) signOff(k int) {
	m := mSignOff
	if _, guessed := r.farewell(k); guessed {
		m = mCut
	}
	for ; k < len(r.lines) && (r.lines[k].mark == mOwn || r.lines[k].mark == mSignOff) && !postscript(r.lines[k].bare); k++ {
		r.lines[k].mark = m
	}
}

// fullName says that a line is the sender's name, the surname with it.
func (r *reader) fullName(s string) bool {
	words := wordsOf(s)
	return len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return !r.names[w] && len(w) > 2 })
}

// formula takes a line apart into a closing formula and the name behind it.
func (r *reader) formula(s string) (is bool, name string) {
	v := vocabulary()
	s = strings.Trim(s, " \t*_")
	if f := foldLine(strings.Trim(s, " ,.!;-–—\t:)")); closesMail(f) || v.in("done", f) {
		return true, ""
	}
	i := strings.IndexAny(s, ",:;–—!.")
	if i < 0 {
		return false, ""
	}
	if !closesMail(foldLine(s[:i])) {
		return false, ""
	}
	return true, strings.TrimLeft(s[i:], " ,:;–—!.")
}

// closesMail says that folded words are a closing formula, or two: "gracias y un
// saludo", "abraço e obrigado a todos".
func closesMail(f string) bool {
	v := vocabulary()
	for _, all := range []string{" to all", " to everyone", " everyone", " a todos", " a todas", " herkese", " mindenkinek"} {
		f = strings.TrimSuffix(f, all)
	}
	if v.in("closing", f) {
		return true
	}
	for _, and := range []string{" and ", " y ", " e ", " ve ", " es "} {
		if first, second, ok := strings.Cut(f, and); ok && v.in("closing", first) && v.in("closing", second) {
			return true
		}
	}
	return false
}

// nameLike says that a line may be a person's name: few words, all with a
// capital, and no mark that ends a sentence.
func nameLike(s string) bool {
	s = strings.Trim(s, " \t*_")
	words := strings.Fields(s)
	if len(words) == 0 || len(words) > 4 || strings.ContainsAny(s, "0123456789:;?!\"“„«") {
		return false
	}
	for _, w := range words {
		if c := []rune(w)[0]; !unicode.IsUpper(c) && !unicode.IsTitle(c) && len(w) > 3 {
			return false
		}
	}
	return true
}

// tail counts the lines with words from line k to the next quotation or
// signature; contact says that one of them has an address or a number.
func (r *reader) tail(k int) (n int, contact bool) {
	for ; k < len(r.lines) && n <= maxTail; k++ {
		l := &r.lines[k]
		if l.mark != mOwn && l.mark != mSignOff || r.footerAt(k) {
			break
		}
		if !l.blank() {
			n++
			contact = contact || n > 1 && strings.ContainsAny(l.text, "0123456789@")
		}
	}
	return n, contact
}

// footerAt says that line k begins what a company or a list puts below a mail,
// and marks it.
func (r *reader) footerAt(k int) bool {
	l := &r.lines[k]
	if l.mark == mFooter {
		return true
	}
	if l.mark != mOwn && l.mark != mSignOff || l.blank() {
		return false
	}
	drawn := drawn(l.text)
	begins := k > 0 && (r.lines[k-1].blank() || r.lines[k-1].mark == mFooter) && startsWith(foldLine(strings.TrimLeft(l.text, " *_-")), vocabulary().footer)
	return (drawn || begins) && r.footed(k, func(words string) bool { return r.footing(words, drawn) })
}

// footed marks what begins in line k as what stands below a mail, when its folded
// words are such.
func (r *reader) footed(k int, such func(words string) bool) bool {
	words := r.lines[k].text
	own := func(j int) bool { return r.lines[j].mark == mOwn || r.lines[j].mark == mSignOff }
	for j := k + 1; j < len(r.lines) && j <= k+6 && own(j); j++ {
		words += "\n" + r.lines[j].text[:min(len(r.lines[j].text), 400)]
	}
	if !such(fold(words[:min(len(words), 2000)])) {
		return false
	}
	for ; k < len(r.lines) && own(k); k++ {
		r.lines[k].mark = mFooter
	}
	return true
}

// listFooter says that a line is drawn in line k above what a list puts below a
// mail, or a company, and marks that. Where a vote seems to stand in it, it stays
// the author's, who is asked.
func (r *reader) listFooter(k int) bool {
	if !drawn(r.lines[k].text) || r.votesBelow(k+1) {
		return false
	}
	return r.footed(k, func(words string) bool {
		return slices.ContainsFunc(vocabulary().footing, func(w string) bool { return strings.Contains(words, w) })
	})
}

// votesBelow says that the author's lines from k on, of which there are many or
// few, have something like a vote.
func (r *reader) votesBelow(k int) bool {
	n := 0
	for ; k < len(r.lines) && r.lines[k].mark == mOwn; k++ {
		l := r.lines[k].text
		if n++; n > 2*maxTail || len(l) > 1000 {
			return true
		}
		for _, s := range sentences(tokens(l, r.lang), l) {
			if slices.ContainsFunc(readVotes(s, r.names, r.open).claims, func(c claim) bool { return c.option != "" }) {
				return true
			}
		}
	}
	return false
}

// drawn says that a line is a long rule.
func drawn(s string) bool {
	return len(s) >= 20 && strings.Trim(s, "_-=*") == ""
}

// footing says that words speak of addressees, secrecy, or leaving a list.
func (r *reader) footing(f string, drawn bool) bool {
	if drawn && strings.Count(f, "\n") > maxTail {
		return false
	}
	for _, w := range vocabulary().footing {
		if strings.Contains(f, w) {
			return true
		}
	}
	return strings.Contains(f, "://") || drawn && strings.Contains(f, "@")
}

// swallowed is why a text that nothing marks must be asked about: a paragraph of
// it begins with a rule-change of its own, or the last one is nothing but votes
// on open proposals, or its last line opens or withdraws a proposal.
func (r *reader) swallowed(at, next int) string {
	from, to := r.lineAt(at)+1, r.lineAt(next)
	if next >= len(r.text) {
		to = len(r.lines)
	}
	for to > from && r.lines[to-1].blank() {
		to--
	}
	if at == r.lineStart(from-1) && r.endsInVotes(from-1, 1) || r.endsInVotes(to-1, 2) {
		return "unclear"
	}
	for k := from; k < to; k++ {
		if r.lines[k-1].blank() && r.verbFirst(k) && r.commandAt(k) == "change" {
			return "two-changes"
		}
	}
	if to > 0 && r.moves(to-1) {
		return "unclear"
	}
	votes := false
	for k := to - 1; k >= max(from, to-maxRows) && !r.lines[k].blank(); k-- {
		if r.commandAt(k) != "vote" {
			return ""
		}
		votes = k == from || r.lines[k-1].blank()
	}
	if votes {
		return "unclear"
	}
	return ""
}

// endsInVotes says that line k has at least so many sentences and ends with one
// that is nothing but votes: "Nobody loses points. 301 FOR."
func (r *reader) endsInVotes(k, least int) bool {
	if k < 0 || k >= len(r.lines) || len(r.lines[k].text) > maxTypedLine {
		return false
	}
	l := r.lines[k].text
	list := sentences(tokens(l, r.lang), l)
	return len(list) >= least && r.plainVote(list[len(list)-1])
}

// moves says that line k is nothing but the opening or the withdrawal of a
// proposal that it names.
func (r *reader) moves(k int) bool {
	l := &r.lines[k]
	if l.mark != mOwn || len(l.text) > 60 {
		return false
	}
	words := spokenWords(l.text)
	if len(words) == 0 {
		return false
	}
	verb, args := r.commandIn(words, "")
	other := func(w string) bool { return numeral(w, r.lang) == 0 && !r.beside(verb, w) }
	return (verb == "open" || verb == "withdraw") && len(numbersIn(args, r.lang)) == 1 && !slices.ContainsFunc(args, other)
}

// maxRows is how many votes below each other are looked at, below a text.
const maxRows = 30

// verbFirst says that line k begins with a verb or noun of rule-changes.
func (r *reader) verbFirst(k int) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(r.lines[k].text, " \t*_"), " ")
	if len(first) > 40 {
		return false
	}
	return slices.ContainsFunc(vocabulary().phrases[strings.Trim(fold(first), ".:")], func(m meaning) bool { return m.sense&sKind != 0 })
}

// commandAt says whether line k is nothing but a "change" of rules or a "vote"
// on an open proposal; "" when it is neither.
func (r *reader) commandAt(k int) string {
	l := &r.lines[k]
	if l.mark != mOwn || len(l.text) > 60 || l.blank() {
		return ""
	}
	list := sentences(tokens(l.text, r.lang), l.text)
	if len(list) != 1 {
		return ""
	}
	s := list[0]
	if o := r.opening(s, l.text); o != nil && len(s.toks) <= 5 && o.leads && !o.noise && !o.inline && o.doubt == "" &&
		(o.kinds[0] != rules.Enact || len(s.toks) <= 2) && s.toks[0].sense&sKind != 0 {
		return "change"
	}
	b := readVotes(s, r.names, r.open)
	if len(b.claims) == 0 || b.talk {
		return ""
	}
	for _, c := range b.claims {
		for _, n := range c.nums {
			if c.reason != "" || len(r.c.Open) == 0 || !r.open(n) {
				return ""
			}
		}
	}
	return "vote"
}

func startsWith(s string, beginnings []string) bool {
	return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(s, b) })
}
