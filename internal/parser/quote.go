package parser

import "strings"

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
	text   string // as it stands
	start  int    // its place in the letter's text
	mark   mark
	depth  int    // of quotation
	marks  int    // of quotation that stand before it: ">"
	odd    bool   // another mark than ">" does: ":", "#"
	bare   string // without quotation marks
	fields fields // of a header, that it may be

	borrowed bool   // quoted by its words alone, and they are a player's in our letter
	below    bool   // an attribution stands above it, and no mark before what follows that
	edit     *claim // a line of our letter into which this vote was written
	ours     bool   // made of sentences of our letters
	from, to int    // where its words stand in our letter, counted from 1; 0 when they do not
	last     bool   // our letter ends with it
}

func (l *line) blank() bool { return blank(l.bare) }

// sources are what is known of our own letters that a mail may quote.
type sources struct {
	answered *original // the letter that it answers
	direct   bool      // it answers that letter, not somebody's answer to it
	phrases  *Phrases
	list     *List // through which the mail came, nil for none
}

// linesOf cuts a text into lines and finds out whose they are. names are the
// words of the sender's name.
func linesOf(text string, from sources, names map[string]bool) []line {
	var list []line
	at := 0
	for raw := range strings.Lines(text) {
		l := line{text: strings.TrimSuffix(raw, "\n"), start: at}
		at += len(raw)
		l.marks, l.bare = unmark(l.text)
		l.depth, l.fields = l.marks, labelled(l.bare)
		if l.depth > 0 || l.barred() {
			l.mark = mQuoted
		}
		list = append(list, l)
	}
	listFooters(list, from.list)
	from.answered.ours(list)
	oddMarks(list)
	signatures(list)
	for i := 0; i < len(list); i++ {
		if list[i].mark == mOwn && !list[i].blank() || arrowed(list[i].text) {
			i = introduced(list, i, from.direct)
		}
	}
	from.phrases.mark(list)
	signOffs(list, names)
	return list
}

// unmark takes the quotation marks off a line and counts them. Some programs
// put the initials of who is quoted before the mark.
func unmark(s string) (depth int, bare string) {
	rest := s
	for {
		t := strings.TrimLeft(rest, " \u00a0")
		if len(rest)-len(t) > 2 {
			break
		}
		if n := initials(t); depth == 0 && n > 0 {
			t = t[n:]
		}
		if !strings.HasPrefix(t, ">") {
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

// initials is how many capital letters stand before a quotation mark, 0 for
// none or too many.
func initials(s string) int {
	n := 0
	for n < len(s) && n < 4 && s[n] >= 'A' && s[n] <= 'Z' {
		n++
	}
	if n == 0 || n == len(s) || s[n] != '>' {
		return 0
	}
	return n
}

// oddMarks marks lines behind another sign than ">" when an attribution stands
// above them: all that follow with the same sign.
func oddMarks(list []line) {
	var known byte
	for i := 0; i < len(list); i++ {
		sign := oddMark(list[i].text)
		if sign == 0 || list[i].marks > 0 {
			continue
		}
		j := i
		for j < len(list) && list[j].marks == 0 && oddMark(list[j].text) == sign {
			j++
		}
		if sign == known || j-i > 1 && attributed(list, i) {
			known = sign
			for k := i; k < j; k++ {
				l := &list[k]
				l.mark, l.depth, l.odd = mQuoted, max(l.depth, 1), true
				l.bare = strings.TrimPrefix(strings.TrimLeft(l.text, " ")[1:], " ")
			}
		}
		i = j - 1
	}
}

func oddMark(s string) byte {
	if t := strings.TrimLeft(s, " "); t != "" && strings.IndexByte(":#|}", t[0]) >= 0 {
		return t[0]
	}
	return 0
}

// attributed says that an attribution ends right above line i, were that
// quoted.
func attributed(list []line, i int) bool {
	above := i - 1
	for above >= 0 && list[above].blank() {
		above--
	}
	was := list[i].mark
	list[i].mark = mQuoted
	found := false
	for n := range 4 {
		found = found || above-n >= 0 && attribution(list, above-n) == n+1
	}
	list[i].mark = was
	return found
}

// signatures marks what stands below "-- " (RFC 3676 §4.3) up to the next
// quotation.
func signatures(list []line) {
	for i := 0; i < len(list); i++ {
		if list[i].mark != mOwn || list[i].text != "-- " && list[i].text != "--" {
			continue
		}
		for ; i < len(list) && list[i].mark == mOwn; i++ {
			if attribution(list, i) > 0 || headerBlock(list, i) || originalMessage(list[i].bare) {
				i--
				break
			}
			list[i].mark = mSignature
		}
	}
}
