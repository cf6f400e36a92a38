package parser

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// introduced marks attributions and what programs put below them; it gives the
// last line that it has dealt with. direct says that the mail answers our letter
// itself.
func introduced(list []line, i int, direct bool) int {
	if len(list[i].bare) < 3 { // too short for any of them
		return i
	}
	if n := attribution(list, i); n > 0 {
		for k := range n {
			list[i+k].mark = mAttribution
		}
		if next := skipBlanks(list, i+n); next < len(list) && list[next].marks == 0 && !list[next].odd {
			for k := i + n; k < len(list); k++ {
				list[k].below = true
			}
			return unmarked(list, i+n, mQuoted, direct) // the program does not mark what it quotes
		}
		return i + n - 1
	}
	if arrowed(list[i].text) {
		list[i].mark = mAttribution
		return unmarked(list, i, mQuoted, direct)
	}
	if originalMessage(list[i].bare) || headerBlock(list, i) || memo(list, i) || rule(list, i) {
		m := mQuoted
		if forwards(list[i].bare) {
			m = mForwarded
		}
		return unmarked(list, i, m, direct)
	}
	if mobile(list[i].bare) {
		list[i].mark = mSignature
	}
	return i
}

// firstHead is the first line that introduces another mail, in the manner of
// programs that do not mark what they quote.
func firstHead(list []line) int {
	for i := range list {
		if list[i].mark == mOwn && !list[i].blank() && (originalMessage(list[i].bare) || headerBlock(list, i) || attribution(list, i) > 0) {
			return i
		}
	}
	return len(list)
}

func skipBlanks(list []line, i int) int {
	for i < len(list) && list[i].blank() && list[i].marks == 0 {
		i++
	}
	return i
}

// unmarked deals with a quotation without marks, which its attribution or its
// head at line i introduces. All below is quoted; where that begins as our own
// letter, what the author put into it or below it is not. It gives the last
// line that it has dealt with.
func unmarked(list []line, i int, m mark, direct bool) int {
	body := i
	for body < len(list) && (list[body].blank() || list[body].mark == mAttribution || list[body].fields != 0 || originalMessage(list[body].bare) || !worded(list[body].bare)) {
		body++
	}
	if !direct || m != mQuoted || body >= len(list) || list[body].from == 0 {
		markRest(list, i, m)
		return len(list)
	}
	markRest(list[:body], i, mQuoted)
	behind := -1 // the last line of our letter so far
	for k := body; k < len(list); k++ {
		l := &list[k]
		switch {
		case l.from > 0:
			behind = k
		case l.mark != mOwn || l.blank():
		case originalMessage(l.bare) || headerBlock(list, k) || attribution(list, k) > 0:
			markRest(list, k, m)
			return len(list)
		case !worded(l.bare) || !inserted(list, behind, k):
			l.mark, l.depth = m, max(l.depth, 1)
		}
	}
	return len(list)
}

// inserted says that line k, which stands below line behind of our letter, is
// no part of it: no word of ours is missing there.
func inserted(list []line, behind, k int) bool {
	if list[behind].last {
		return true
	}
	for ; k < len(list); k++ {
		if list[k].from > 0 {
			return list[k].from == list[behind].to
		}
	}
	return false
}

// worded says that a line has a letter or a digit.
func worded(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

func markRest(list []line, i int, m mark) {
	for ; i < len(list); i++ {
		if list[i].mark == mOwn {
			list[i].mark = m
			list[i].depth = max(list[i].depth, 1)
		}
	}
}

// mobile says that a line is what programs put below every mail: "Sent from my
// telephone".
func mobile(s string) bool {
	if len(s) < 8 || len(s) > 400 {
		return false
	}
	f := foldLine(s)
	first, _, _ := strings.Cut(f, " ")
	return slices.ContainsFunc(vocabulary().mobile[first], func(beginning string) bool { return strings.HasPrefix(f, beginning) })
}

var (
	dateLike = regexp.MustCompile(`\d{1,2}[:.h]\d{2}|\b(?:19|20)\d\d\b|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}`)
	mailLike = regexp.MustCompile(`[^\s<>@]+@[^\s<>@]+\.\w+|<\s*$`)
)

// attribution is how many lines, from i, say who wrote the quotation below: 0
// when they do not. It may be wrapped, also inside an address; a line of the
// author's right above it is no part of it.
func attribution(list []line, i int) int {
	n := 0
	for n < 4 && i+n < len(list) {
		l := &list[i+n]
		if l.mark != mOwn || l.blank() || len(l.text) > 400 {
			return 0
		}
		n++
		if introductory(l.bare) {
			if n > 1 && (!dateLike.MatchString(list[i].bare) && !mailLike.MatchString(list[i].bare) || whole(list[i+1:i+n])) {
				return 0
			}
			return attributes(list, i, n)
		}
	}
	return 0
}

// introductory says that a line ends as attributions do: with a colon, or, where
// hyphens stand around it, with those.
func introductory(s string) bool {
	s = strings.TrimSpace(s)
	return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：") || strings.HasPrefix(s, "--") && strings.HasSuffix(s, "--") && wroteIn(s)
}

// whole says that lines have the date and the verb of an attribution.
func whole(list []line) bool {
	joined := ""
	for _, l := range list {
		joined += " " + l.bare
	}
	return dateLike.MatchString(joined) && wroteIn(joined)
}

// attributes is n when the n lines from i, which end as an attribution does, say
// who wrote what stands below, and 0 when they do not. Whether that bears a mark
// or not: it is not the author's.
func attributes(list []line, i, n int) int {
	if first := list[i].bare; !strings.ContainsAny(first, "0123456789@<") && !wroteIn(first) {
		return 0
	}
	joined := ""
	for _, l := range list[i : i+n] {
		joined += " " + strings.TrimSpace(l.bare)
	}
	dated := dateLike.MatchString(joined)
	address := mailLike.MatchString(joined)
	wrote := wroteIn(joined)
	quoted := quotedNext(list, i+n)
	if wrote && (dated || address) && (quoted || dated && address) || dated && address && quoted || shaped(joined) {
		return n
	}
	return 0
}

// shaped says that nothing but a name, a date and short words follows the verb.
func shaped(s string) bool {
	wrote := false
	for _, w := range strings.FieldsFunc(strings.TrimSuffix(strings.TrimRight(s, " :：-"), "(a)"), unicode.IsSpace) {
		first, _ := utf8.DecodeRuneInString(w)
		switch {
		case wroteIn(w):
			wrote = true
		case wrote && unicode.IsLower(first) && len(w) > 3:
			wrote = false
		}
	}
	return wrote
}

func quotedNext(list []line, i int) bool {
	for ; i < len(list); i++ {
		if !list[i].blank() || list[i].mark == mQuoted {
			return list[i].mark == mQuoted
		}
	}
	return false
}

// wroteIn says that a line has the verb of an attribution.
func wroteIn(s string) bool {
	return slices.ContainsFunc(wordsOf(s), func(w string) bool { return vocabulary().in("wrote", w) })
}

// headerBlock says that a block of From, Sent, To and Subject begins at line i,
// in any of the languages, or the head of a mail in a digest.
func headerBlock(list []line, i int) bool {
	first := list[i].fields
	if first == 0 {
		return false
	}
	var seen fields
	for j := i; j < len(list) && j < i+10; j++ {
		if list[j].fields == 0 && first&fFrom == 0 {
			return false
		}
		seen |= list[j].fields
		if seen&(fFrom|fSubject) == fFrom|fSubject && (seen&(fSent|fTo) != 0 || announced(list, i)) {
			return true
		}
	}
	return false
}

// programs says that a line which was set aside is what programs write above a
// quotation.
func (l *line) programs() bool {
	return l.mark == mAttribution || l.mark != mOwn && (l.fields != 0 || originalMessage(l.bare) || introductory(l.bare) && wroteIn(l.bare))
}

// announced says that a line of hyphens or one that ends with a colon stands
// above line i.
func announced(list []line, i int) bool {
	for i--; i >= 0 && list[i].blank(); i-- {
	}
	if i < 0 {
		return false
	}
	above := strings.TrimSpace(list[i].bare)
	return strings.HasSuffix(above, ":") || strings.HasPrefix(above, "--") || strings.HasPrefix(above, "__")
}

// arrowed says that a line is what GroupWise writes above a mail that it quotes
// without marks: ">>> Ada <ada@example.org> 3/3/2025 10:12 AM >>>".
func arrowed(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) < 400 && strings.HasPrefix(s, ">>>") && strings.HasSuffix(s, ">>>") && dateLike.MatchString(s)
}

// memo says that lines from i are what Lotus Notes writes there: who wrote and
// when, and below that whom to and about what, with or without colons.
func memo(list []line, i int) bool {
	who := list[i].bare
	if i+1 < len(list) {
		who += " " + list[i+1].bare
	}
	if !mailLike.MatchString(list[i].bare) || len(who) > 400 || !dateLike.MatchString(who) {
		return false
	}
	var seen fields
	for j := i + 1; j < len(list) && j < i+maxMemo; j++ {
		f := list[j].fields
		if f == 0 {
			f = labelled(strings.TrimSpace(list[j].bare) + ":")
		}
		if seen == 0 && f&fTo == 0 && !list[j].blank() && j > i+1 {
			return false
		}
		seen |= f
	}
	return seen&(fTo|fSubject) == fTo|fSubject
}

// maxMemo is how many lines such a head has at most.
const maxMemo = 14

// fields are those of a header that a label may name: in another language it may
// name another.
type fields byte

const (
	fFrom fields = 1 << iota
	fSent
	fTo
	fSubject
)

// labelled are the fields that a line's label names.
func labelled(s string) (f fields) {
	label := labelOf(s)
	if label == "" {
		return 0
	}
	v := vocabulary()
	for i, name := range [...]string{"from", "sent", "to", "subject"} {
		if v.in(name, label) {
			f |= 1 << i
		}
	}
	return f
}

// labelOf is the folded label before the colon of a line, "" when it has none.
func labelOf(s string) string {
	label, _, ok := strings.Cut(s, ":")
	if !ok || len(label) > 40 {
		return ""
	}
	return foldLine(strings.Trim(label, " *_\t"))
}

// originalMessage says that a line announces another mail: "-----Original
// Message-----".
func originalMessage(s string) bool {
	t := strings.TrimSpace(s)
	core := strings.Trim(t, "-_= >:")
	if len(core) > 60 || len(core) == 0 {
		return false
	}
	if !strings.HasPrefix(t, "--") && !strings.HasPrefix(t, "__") && !strings.HasSuffix(t, ":") {
		return false
	}
	return vocabulary().in("original", foldLine(core))
}

func forwards(s string) bool {
	return slices.ContainsFunc(wordsOf(s), func(w string) bool { return vocabulary().in("forwarded", w) })
}

// rule says that line i is the line that Outlook draws above a header block.
func rule(list []line, i int) bool {
	t := strings.TrimSpace(list[i].bare)
	if len(t) < 10 || strings.Trim(t, "_-") != "" {
		return false
	}
	for j := i + 1; j < len(list) && j < i+3; j++ {
		if !list[j].blank() {
			return headerBlock(list, j)
		}
	}
	return false
}
