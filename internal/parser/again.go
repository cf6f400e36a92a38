package parser

import "strings"

// maxAgain bounds how many lines of an earlier mail are looked for in vain.
const maxAgain = 300

// SaysAgain says that a mail's author sends words of an earlier mail once more,
// and says so: "this time to the public forum".
func SaysAgain(l *Letter) bool {
	for _, ln := range linesOf(l.Text, sources{answered: &original{}, list: l.list()}, namesOf(l)) {
		if ln.mark == mOwn && !ln.blank() && len(ln.text) <= 1000 {
			if _, phrase := contains(foldLine(ln.text), "again"); phrase != "" {
				return true
			}
		}
	}
	return false
}

// Again gives the lines of an earlier mail's author that a mail has once more,
// quoted or forwarded, in their order. whole says that these are all of them.
func Again(l, earlier *Letter) (text string, whole bool) {
	var said strings.Builder
	for _, ln := range linesOf(l.Text, sources{answered: &original{}, list: l.list()}, namesOf(l)) {
		if ln.mark != mOwn {
			said.WriteString(" " + strings.Join(bareWords(ln.bare), " "))
		}
	}
	rest := said.String() + " " + strings.Join(bareWords(l.Passed), " ") + " "
	var out strings.Builder
	words, missed := false, 0
	for _, ln := range linesOf(earlier.Text, sources{answered: &original{}, list: earlier.list()}, namesOf(earlier)) {
		if ln.mark != mOwn {
			continue
		}
		mine := strings.Join(bareWords(ln.bare), " ")
		if mine == "" {
			out.WriteString(ln.text + "\n")
			continue
		}
		if missed > maxAgain {
			break
		}
		_, after, found := strings.Cut(rest, " "+mine+" ")
		if !found {
			missed++
			continue
		}
		rest, words = " "+after, true
		out.WriteString(ln.text + "\n")
	}
	if !words {
		return "", false
	}
	return out.String(), missed == 0
}
