package parser

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a player writes as the text of a rule is kept as it stands. Here is
// decided where it begins and ends.

// part reads one part of a proposal from a place in line i.
func (r *reader) part(at, i int, name string) (text string, next int) {
	r.unfenced, r.framed = false, false
	if i >= len(r.lines) || at >= len(r.text) {
		return "", at
	}
	lead := at + len(r.text[at:]) - len(strings.TrimLeft(r.text[at:], " \t\n\u00a0"))
	first, _ := utf8.DecodeRuneInString(r.text[lead:])
	if marks := wrappers[first]; lead < r.lineEnd(i) && marks != "" && name != "clause" && fence(r.text[lead:r.lineEnd(r.lineAt(lead))]) == "" {
		if end := r.closing(lead, first); end > 0 && !r.framesNext(end) {
			r.framed = true
			last, m := utf8.DecodeLastRuneInString(r.text[:end])
			text := r.text[lead+utf8.RuneLen(first) : end-m]
			if last != first { // in books each paragraph begins with the mark that only the last one closes
				text = strings.ReplaceAll(text, "\n\n"+string(first), "\n\n")
			}
			if first == '{' {
				return joinText(dedent(strings.Split(strings.Trim(text, "\n"), "\n"))), end
			}
			return strings.Trim(text, " \n\t"), end
		}
	}
	if k := r.lineAt(lead); lead < r.lineEnd(i) && fence(r.text[lead:r.lineEnd(k)]) != "" {
		if text, next, ok := r.fenced(k, fence(r.text[lead:r.lineEnd(k)])); ok {
			return text, next
		}
	}
	stop, ended := r.textStop(i)
	if at == r.lines[i].start && indented(r.lines[i].text) && !ended {
		if text, next, ok := r.indent(i); ok {
			return text, next
		}
	}
	r.unfenced = !ended && name == "text"
	return r.unmarked(at, i, stop, ended, name)
}

// framesNext says that the next paragraph stands in marks of its own, so that
// neither frame is that of a text.
func (r *reader) framesNext(end int) bool {
	k := r.lineBehind(end)
	if k >= len(r.lines) || !r.lines[k].blank() {
		return false
	}
	if k = r.skipBlank(k); k >= len(r.lines) || r.lines[k].mark != mOwn {
		return false
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(r.lines[k].text))
	return wrappers[first] != ""
}

// wrappers are the quotation marks that may stand around a whole text, with
// those that close them. Braces may hold lines that are set in, and braces.
var wrappers = map[rune]string{
	'{': `}`,
	'"': `"`, '“': `”"“`, '„': `”“"`, '«': `»`, '»': `«`, '”': `”`, '‹': `›`, '›': `‹`, '‘': `’`, '‚': `‘’`,
}

// closing is the place behind the mark that closes the one at a place, 0 when
// that one does not stand around the whole text. Marks inside are counted. The
// closing one ends a line, or a sentence behind which another begins.
func (r *reader) closing(at int, first rune) int {
	end := r.textEnd(r.lineAt(at))
	depth, last := 0, 0
	before := ' '
	for k := at; k < end; {
		c, n := utf8.DecodeRuneInString(r.text[k:])
		after, _ := utf8.DecodeRuneInString(r.text[k+n:])
		closes := strings.ContainsRune(wrappers[first], c) && !(unicode.IsLetter(after) && unicode.IsLetter(before))
		opens := c == '{' && first == c || c == first && (before == ' ' || unicode.IsSpace(before) || strings.ContainsRune("([„«“\"", before)) && !unicode.IsSpace(after)
		switch {
		case k == at:
			depth++
		case opens && (c != '"' && c != '”' || !r.endsBlock(k+n)):
			if first == '{' || !r.paragraphAt(k) { // marks at the beginning of each paragraph are closed by one
				depth++
			}
		case closes:
			depth--
			if r.endsBlock(k + n) {
				last = k + n
			}
		}
		if depth == 0 {
			if r.endsBlock(k+n) || r.endsSentence(k, n, before) {
				return k + n
			}
			return 0 // “Tea” is a drink
		}
		before = c
		k += n
	}
	return last
}

// paragraphAt says that a place is the beginning of a line below a blank one.
func (r *reader) paragraphAt(at int) bool {
	i := r.lineAt(at)
	return i > 0 && blank(r.text[r.lines[i].start:at]) && r.lines[i-1].blank()
}

// endsSentence says that the closing mark of n bytes at k ends a sentence, and
// that what follows in its line begins another one.
func (r *reader) endsSentence(k, n int, before rune) bool {
	rest := r.text[k+n : r.lineEnd(r.lineAt(k))]
	stopped := strings.ContainsRune(".!?…", before) || strings.HasPrefix(rest, ".")
	rest = strings.TrimLeft(rest, " .")
	first, _ := utf8.DecodeRuneInString(rest)
	return stopped && (unicode.IsUpper(first) || strings.ContainsRune("–—-(¿¡:", first))
}

// endsBlock says that nothing more of a text follows in this line and the next.
func (r *reader) endsBlock(at int) bool {
	i := r.lineAt(at)
	if strings.Trim(r.text[at:r.lineEnd(i)], " \t.,;)!") != "" {
		return false
	}
	if i+1 >= len(r.lines) || r.lines[i+1].blank() || r.lines[i+1].mark != mOwn {
		return true
	}
	label, _ := r.label(i+1, r.lines[i+1].start)
	return label != "" || r.endWord(i+1) || r.closes(i+1) || r.commandAt(i+1) != ""
}

// textEnd is the end of what may belong to a text that begins in line i: the
// next signature or attribution.
func (r *reader) textEnd(i int) int {
	for ; i < len(r.lines); i++ {
		if l := &r.lines[i]; l.mark == mAttribution || l.mark == mForwarded || l.text == "-- " || l.text == "--" {
			return l.start
		}
	}
	return len(r.text)
}

func indented(s string) bool {
	return strings.HasPrefix(s, "  ") || strings.HasPrefix(s, "\t") || strings.HasPrefix(s, "\u00a0\u00a0")
}

// fence is the kind of fence that a line is: backquotes, waves, quotation marks,
// scissors, or a line drawn; "" when it is none.
func fence(s string) string {
	s = strings.TrimSpace(s)
	for _, f := range []string{"```", "~~~", `"""`} {
		if strings.HasPrefix(s, f) && !strings.Contains(s[3:], f) {
			return f
		}
	}
	if strings.HasPrefix(s, "--") && (strings.Contains(s, "8<") || strings.Contains(s, ">8") || strings.Contains(s, "✂") || strings.Contains(s, "✄")) {
		return "8<"
	}
	if len(s) >= 3 && strings.ContainsAny(s[:1], "-=_*#+~") && strings.Trim(s, s[:1]) == "" {
		return s[:1]
	}
	return ""
}

// fenced reads from the fence in line i up to the closing one of its kind; ok is
// false when there is none.
func (r *reader) fenced(i int, kind string) (text string, next int, ok bool) {
	var out []string
	for k := i + 1; k < len(r.lines); k++ {
		if r.lines[k].mark == mAttribution && !r.answersNone() {
			break
		}
		if fence(r.lines[k].text) == kind {
			return joinText(out), r.lineStart(k + 1), true
		}
		out = append(out, r.lines[k].text)
	}
	return "", 0, false
}

// indent reads a text that is marked by its indent, when all its lines are.
func (r *reader) indent(i int) (string, int, bool) {
	var out []string
	k := i
	for ; k < len(r.lines) && r.setIn(k); k++ {
		out = append(out, r.lines[k].text)
	}
	if k < len(r.lines) && r.lines[k].mark == mOwn && !r.lines[k-1].blank() && !r.endWord(k) {
		if label, _ := r.label(k, r.lines[k].start); label == "" {
			return "", 0, false // a first line set in, as in books
		}
	}
	return joinText(dedent(out)), r.lineStart(k), true
}

// setIn says that line k is blank or set in, and the author's own or only by its
// words like a signature.
func (r *reader) setIn(k int) bool {
	l := &r.lines[k]
	switch l.mark {
	case mOwn, mSignOff, mSignature:
		return indented(l.text) || l.blank()
	}
	return false
}

// textStop is the first line below a text that begins in line i which is
// certainly none of it: its `end`, which makes ended true, the signature, or
// another mail. Before an `end` nothing is cut, whatever it looks like.
func (r *reader) textStop(i int) (stop int, ended bool) {
	if i < r.unended {
		return r.noEnd, false
	}
	for k := i; k < len(r.lines); k++ {
		l := &r.lines[k]
		switch {
		case (l.mark == mAttribution || l.below) && r.mine(k) && !r.endWord(k):
		case l.mark == mAttribution || l.mark == mForwarded || l.text == "-- " || l.text == "--",
			l.mark == mQuoted && !l.borrowed && strings.TrimLeft(l.text, " ") == strings.TrimLeft(l.bare, " ") && !l.barred():
			r.unended, r.noEnd = k, k
			return k, false
		case r.endWord(k):
			return k, true
		}
	}
	r.unended, r.noEnd = len(r.lines), len(r.lines)
	return len(r.lines), false
}

// unmarked reads a text without marks, up to the line stop: to `end`, the next
// part, a signature, a closing formula, or a quotation that is not inside it.
func (r *reader) unmarked(at, i, stop int, ended bool, name string) (string, int) {
	var out []string
	k := i
	for ; k < stop; k++ {
		l := &r.lines[k]
		if k > i && (r.parts(k, name) || !ended && r.goesOnAt(k)) {
			break
		}
		if k > i && !ended && r.closes(k) {
			r.signOff(k)
			break
		}
		if k > i && !ended && (r.footerAt(k) || l.mark == mQuoted && !r.mine(k) || l.mark == mSignature) {
			break
		}
		if k == i {
			if l.mark != mOwn && !ended {
				break
			}
			out = append(out, strings.TrimLeft(r.text[at:r.lineEnd(i)], " \t"))
			if at == l.start && ended || at == l.start && name == "clause" {
				out[0] = l.text
			}
			continue
		}
		out = append(out, l.text)
	}
	if k == stop && ended {
		if len(out) > 1 && vocabulary().in("begin", foldLine(strings.Trim(out[0], " .-_=*`"))) {
			out = out[1:]
		}
		if r.goesOnAt(r.skipBlank(k + 1)) {
			r.closed = true
			return joinText(dedent(out)), r.lineStart(k + 1)
		}
		r.ended = true
		markRest(r.lines, stop+1, mForwarded)
	}
	if name == "clause" {
		out = plainSpaces(out)
	}
	if !ended {
		out = r.withoutDone(out)
	}
	return joinText(dedent(out)), r.lineStart(k)
}

// plainSpaces makes the spaces before each line plain ones: programs that write
// HTML set lines in with others.
func plainSpaces(list []string) []string {
	out := make([]string, len(list))
	for i, l := range list {
		body := strings.TrimLeft(l, " \t\u00a0")
		out[i] = strings.ReplaceAll(l[:len(l)-len(body)], "\u00a0", " ") + body
	}
	return out
}

// maxAfterwords is how many lines below a text are looked at that may speak to its
// readers.
const maxAfterwords = 3

// withoutDone takes last lines such as "That is all." and "What do you think?" off a
// text.
func (r *reader) withoutDone(out []string) []string {
	v := vocabulary()
	n := len(out)
	for range maxAfterwords {
		end := n
		for end > 0 && blank(out[end-1]) {
			end--
		}
		if end < 2 || !blank(out[end-2]) {
			break
		}
		f := foldLine(strings.Trim(out[end-1], " .,!?¿¡:;)-"))
		if !v.in("done", f) && !v.in("closing", f) && !v.in("afterword", f) {
			break
		}
		n = end - 1
	}
	return out[:n]
}

// dedent takes the white space off that all lines begin with.
func dedent(list []string) []string {
	common, any := "", false
	for _, l := range list {
		if blank(l) {
			continue
		}
		lead := l[:len(l)-len(strings.TrimLeft(l, " \t\u00a0"))]
		if !any {
			common, any = lead, true
		}
		for !strings.HasPrefix(lead, common) {
			_, n := utf8.DecodeLastRuneInString(common)
			common = common[:len(common)-n]
		}
	}
	out := make([]string, len(list))
	for i, l := range list {
		out[i] = strings.TrimPrefix(l, common)
	}
	return out
}

// joinText makes a text of lines, without the blank ones around it.
func joinText(list []string) string {
	return strings.Trim(strings.Join(list, "\n"), "\n")
}
