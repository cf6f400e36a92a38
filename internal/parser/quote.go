package parser

import (
	"regexp"
	"strings"
)

// mark says whose words a line is.
type mark byte

// The marks of lines.
const (
	mOwn         mark = iota
	mQuoted           // another mail's: behind ">" or "|", or found in the letter that is answered
	mAttribution      // "On ... wrote:", a block of From, Sent, To and Subject
	mSignature        // below "-- "
	mSignOff          // below a greeting and the sender's name, where a signature may stand
	mForwarded
	mFooter // what a company or a list puts below a mail
	mCut    // a greeting and a name below a proposal's text, by their looks alone
)

// line is a line of a letter.
type line struct {
	text  string // as it stands
	start int    // its place in the letter's text
	mark  mark
	depth int    // of quotation marks
	bare  string // without quotation marks

	borrowed bool // quoted by its words alone, and they are a player's in our letter
}

func (l *line) blank() bool { return blank(l.bare) }

// linesOf cuts a text into lines and finds out whose they are. answered is our
// own letter that it answers; names are the words of the sender's name.
func linesOf(text, answered string, names map[string]bool) []line {
	var list []line
	at := 0
	for raw := range strings.Lines(text) {
		l := line{text: strings.TrimSuffix(raw, "\n"), start: at}
		at += len(raw)
		l.depth, l.bare = unmark(l.text)
		if l.depth > 0 || strings.HasPrefix(strings.TrimLeft(l.text, " "), "| ") {
			l.mark = mQuoted
		}
		list = append(list, l)
	}
	ours(list, answered)
	signatures(list)
	for i := 0; i < len(list); i++ {
		if list[i].mark == mOwn && !list[i].blank() {
			i = introduced(list, i)
		}
	}
	signOffs(list, names)
	return list
}

// unmark takes the quotation marks off a line and counts them.
func unmark(s string) (depth int, bare string) {
	rest := s
	for {
		t := strings.TrimLeft(rest, " \u00a0")
		if len(rest)-len(t) > 2 || !strings.HasPrefix(t, ">") {
			break
		}
		depth++
		rest = t[1:]
	}
	if depth > 0 {
		rest = strings.TrimPrefix(rest, " ")
	}
	return depth, rest
}

// signatures marks what stands below "-- " (RFC 3676 §4.3) up to the next
// quotation.
func signatures(list []line) {
	for i := 0; i < len(list); i++ {
		if list[i].mark != mOwn || list[i].text != "-- " && list[i].text != "--" {
			continue
		}
		for ; i < len(list) && list[i].mark == mOwn; i++ {
			if attribution(list, i) > 0 || headerBlock(list, i) {
				i--
				break
			}
			list[i].mark = mSignature
		}
	}
}

// introduced marks attributions and what programs put below them; it gives the
// last line that it has dealt with.
func introduced(list []line, i int) int {
	if len(list[i].bare) < 3 { // too short for any of them
		return i
	}
	if n := attribution(list, i); n > 0 {
		for k := range n {
			list[i+k].mark = mAttribution
		}
		if !quotedNext(list, i+n) { // the program does not mark what it quotes
			markRest(list, i+n, mQuoted)
			return len(list)
		}
		return i + n - 1
	}
	if originalMessage(list[i].bare) || headerBlock(list, i) || rule(list, i) {
		m := mQuoted
		if forwards(list[i].bare) {
			m = mForwarded
		}
		markRest(list, i, m)
		return len(list)
	}
	if v := vocabulary(); startsWith(foldLine(list[i].bare), v.mobile) {
		list[i].mark = mSignature
	}
	return i
}

func markRest(list []line, i int, m mark) {
	for ; i < len(list); i++ {
		if list[i].mark == mOwn {
			list[i].mark = m
			list[i].depth = max(list[i].depth, 1)
		}
	}
}

func startsWith(s string, beginnings []string) bool {
	for _, b := range beginnings {
		if strings.HasPrefix(s, b) {
			return true
		}
	}
	return false
}

var (
	dateLike = regexp.MustCompile(`\d{1,2}[:.h]\d{2}|\b(?:19|20)\d\d\b|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}`)
	mailLike = regexp.MustCompile(`[^\s<>@]+@[^\s<>@]+\.\w+|<\s*$`)
)

// attribution is how many lines, from i, say who wrote the quotation below: 0
// when they do not. It may be wrapped, also inside an address.
func attribution(list []line, i int) int {
	joined := ""
	for n := 1; n <= 4 && i+n <= len(list); n++ {
		l := &list[i+n-1]
		if l.mark != mOwn || l.blank() || len(l.text) > 400 {
			return 0
		}
		text := strings.TrimSpace(l.bare)
		joined += " " + text
		if n == 1 && !strings.ContainsAny(text, "0123456789@<") && !wroteIn(text) {
			return 0
		}
		if !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "：") {
			continue
		}
		dated := dateLike.MatchString(joined)
		address := mailLike.MatchString(joined)
		wrote := wroteIn(joined)
		quoted := quotedNext(list, i+n)
		switch {
		case wrote && (dated || address) && (quoted || dated && address):
			return n
		case quoted && wrote && endsWrote(joined):
			return n
		case quoted && dated && address:
			return n
		}
		return 0
	}
	return 0
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
	v := vocabulary()
	for _, w := range wordsOf(s) {
		if v.in("wrote", w) {
			return true
		}
		switch w {
		case "ecrit", "schrieb", "scritto", "schreef", "skrev", "napisal", "napisał", "kirjoitti":
			return true
		}
	}
	return false
}

func endsWrote(s string) bool {
	w := wordsOf(s)
	return len(w) > 0 && wroteIn(w[len(w)-1])
}

// headerBlock says that a block of From, Sent, To and Subject begins at line i,
// in any of the languages.
func headerBlock(list []line, i int) bool {
	v := vocabulary()
	if label := labelOf(list[i].bare); label == "" || !v.in("from", label) {
		return false
	}
	seen := map[string]bool{"from": true}
	for j := i + 1; j < len(list) && j < i+10 && len(seen) < 4; j++ {
		if list[j].blank() {
			continue
		}
		label := labelOf(list[j].bare)
		for _, name := range []string{"sent", "to", "subject"} {
			if label != "" && v.in(name, label) {
				seen[name] = true
			}
		}
	}
	return seen["subject"] && (seen["sent"] || seen["to"])
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
	f := foldLine(core)
	if !vocabulary().in("original", f) {
		return false
	}
	return strings.HasPrefix(t, "--") || strings.HasPrefix(t, "__") || strings.HasSuffix(t, ":")
}

func forwards(s string) bool {
	f := foldLine(s)
	for _, w := range []string{"forward", "encaminhad", "reencaminhad", "reenviad", "iletilen", "yonlendiril", "tovabbit"} {
		if strings.Contains(f, w) {
			return true
		}
	}
	return false
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

// signOffs marks what stands below a closing formula and the sender's name, or
// the name alone, up to the next quotation. Something must stand above it.
func signOffs(list []line, names map[string]bool) {
	said := false
	for i := 0; i < len(list); i++ {
		l := &list[i]
		if l.mark != mOwn || l.blank() {
			continue
		}
		if said && signsOff(list, i, names) {
			for ; i < len(list) && list[i].mark == mOwn; i++ {
				if postscript(list[i].bare) {
					break
				}
				list[i].mark = mSignOff
			}
			i--
			continue
		}
		if !greets(l.bare) {
			said = true
		}
	}
}

// signsOff says that line i begins the end of a mail.
func signsOff(list []line, i int, names map[string]bool) bool {
	v := vocabulary()
	f := foldLine(strings.Trim(list[i].bare, " ,.!;-–—\t:)"))
	if nameOnly(list[i].bare, names) {
		return true
	}
	closing := v.in("closing", f)
	done := v.in("done", f)
	if !closing && !done {
		return false
	}
	j := i + 1
	for j < len(list) && list[j].blank() && list[j].mark == mOwn {
		j++
	}
	if j >= len(list) || list[j].mark != mOwn {
		return true
	}
	return nameOnly(list[j].bare, names) || signsOff(list, j, names)
}

// nameOnly says that a line is nothing but words of the sender's name.
func nameOnly(s string, names map[string]bool) bool {
	words := wordsOf(s)
	if len(words) == 0 || len(words) > 6 || strings.ContainsAny(s, "0123456789:?") {
		return false
	}
	hits := 0
	for _, w := range words {
		if names[w] {
			hits++
		} else if len(w) > 2 {
			return false
		}
	}
	return hits > 0
}

func postscript(s string) bool {
	w := wordsOf(s)
	return len(w) > 0 && (vocabulary().in("ps", w[0]) && w[0] != "not")
}

func greets(s string) bool {
	w := wordsOf(s)
	if len(w) == 0 || len(w) > 6 {
		return false
	}
	v := vocabulary()
	return v.in("greeting", w[0]) || len(w) > 1 && v.in("greeting", w[0]+" "+w[1])
}

// namesOf are the folded words of the sender's name and of the local part of
// the address.
func namesOf(l *Letter) map[string]bool {
	names := map[string]bool{}
	for _, a := range l.From {
		local, _, _ := strings.Cut(a.Mail, "@")
		for _, w := range append(wordsOf(a.Name), bareWords(local)...) {
			if len([]rune(w)) > 1 && !isVote(w) && strings.Trim(w, "0123456789") != "" {
				names[w] = true
			}
		}
	}
	return names
}
