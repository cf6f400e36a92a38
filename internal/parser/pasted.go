package parser

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stamped finds the time in a line that a program writes above what somebody
// says in a conversation: "Gus Oatmarsh — Tue 4 Mar, 9:02", "[04.03.25 09:02] Gus:".
var stamped = regexp.MustCompile(`\d{1,2}[:.]\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?[\])]?(?:[^\d]{0,60}:)?$`)

// maxStamp is how long such a line is at most, in bytes.
const maxStamp = 100

// pastes says that line i stands above words of somebody else's that were copied
// out of a conversation: nothing in it but a name, which is not the sender's, a
// date and a time.
func (r *reader) pastes(i int) bool {
	s := strings.TrimSpace(r.lines[i].text)
	if len(s) > maxStamp || !strings.ContainsAny(s, "—–[(,") && !strings.Contains(s, "  ") || !stamped.MatchString(s) || i+1 >= len(r.lines) || r.lines[i+1].mark != mOwn || r.lines[i+1].blank() {
		return false
	}
	named, marked := false, strings.ContainsAny(s, "—–[")
	for _, t := range tokens(s, r.lang) {
		if t.kind == number && r.open(t.nums[0]) || t.sense&sVote != 0 {
			return false
		}
		first, _ := utf8.DecodeRuneInString(t.text)
		switch {
		case t.kind != word:
		case r.names[t.fold]:
			return false
		case dated(t.fold) || utf8.RuneCountInString(t.text) < 3:
		case !unicode.IsUpper(first) && !marked:
			return false
		default:
			named = true
		}
	}
	return named
}

// dated says that a word may stand in a date.
func dated(f string) bool {
	v := vocabulary()
	for n := 1; n <= 12; n++ {
		if v.in("month "+itoa(n), f) || n <= 7 && v.in("weekday "+itoa(n), f) {
			return true
		}
	}
	return v.in("stamp", f)
}
