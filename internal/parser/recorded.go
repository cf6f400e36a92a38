package parser

import (
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// recorded reads what an organiser enters for players below a line that ends in a
// colon: "record Ada:" and the lines that are Ada's, or "record:" and lines each of
// which names its player. Every line is an order of its own, so that one that is
// wrong keeps none of the others back. No line down to the end of the mail is taken
// for the organiser's own: behind an empty line those that may do something are
// asked about. It gives the first line that it has not read, i + 1 when there are
// none.
func (r *reader) recorded(i int, name string) (next int) {
	any, apart := false, false
	k := i + 1
	for k < len(r.lines) && !r.endWord(k) {
		l := strings.TrimSpace(r.lines[k].text)
		switch {
		case r.lines[k].mark != mOwn || l == "":
			apart = apart || any
		case r.headsOrder(l):
			return k
		case apart && !acts(l):
		default:
			words, behind := r.recordedFrom(k, name != "" && !apart)
			r.enter(l, name, words, apart)
			any, k = true, behind
			continue
		}
		k++
	}
	if !any {
		return i + 1
	}
	return k
}

// besideRecorded reads the lines right below "record Ada: 301 FOR". Whether they go
// on with what Ada said, or are the organiser's own, is asked.
func (r *reader) besideRecorded(k int, words string) (next int) {
	name, _, _ := strings.Cut(words, ":")
	for ; k < len(r.lines) && r.lines[k].mark == mOwn && !r.lines[k].blank() && !r.endWord(k); k++ {
		l := strings.TrimSpace(r.lines[k].text)
		if r.headsOrder(l) || !acts(l) {
			break
		}
		r.enter(l, name, l, true)
	}
	return k
}

// enter notes what is entered for a player: line l, which says words. One that stands
// apart may be the organiser's own.
func (r *reader) enter(l, name, words string, apart bool) {
	own := words
	if name != "" {
		words = name + ": " + words
	}
	f := Fragment{Text: l, Verb: "record", Command: Order{Verb: "record", Words: words}}
	switch {
	case apart && name != "":
		f.Command = Apart{Order: "record " + words, Own: own}
	case apart:
		f.Command = Apart{Own: own}
	}
	r.say(f)
}

// headsOrder says that a line is another order of the organiser's.
func (r *reader) headsOrder(l string) bool {
	words := spokenWords(l)
	if len(words) == 0 {
		return false
	}
	verb, _ := orderOf(words)
	return verb != "" && strings.Contains(l, orderNeeds[verb])
}

// acts says that a line may be a vote or another command.
func acts(l string) bool {
	return strings.ContainsAny(l, "0123456789") || slices.ContainsFunc(spokenWords(l), isVote)
}

// recordedFrom are the words that begin in line k: that line, or a proposal with
// its text down to a line "end", which belongs to it.
func (r *reader) recordedFrom(k int, whole bool) (words string, next int) {
	l := strings.TrimSpace(r.lines[k].text)
	o := r.openingIn(l)
	if o == nil || !whole || !slices.ContainsFunc(o.kinds, func(kind rules.Kind) bool { return kind == rules.Enact || kind == rules.Amend }) {
		return l, k + 1
	}
	text := []string{l}
	for k++; k < len(r.lines) && r.lines[k].mark == mOwn && !r.endWord(k); k++ {
		text = append(text, r.lines[k].text)
	}
	if r.endWord(k) {
		k++
	}
	return joinText(text), k
}

// answerToClaims are the words of an answer to claims: the line itself and those that
// go on right below it, as each ballot that is put right has its own. A line that
// begins another order ends them, and, of ballots, one that is none.
func (r *reader) answerToClaims(k int, first string, ballots bool) (words string, next int) {
	lines := []string{first}
	if !strings.Contains(first, ":") {
		k = r.skipBlank(k)
	}
	for ; k < len(r.lines) && r.lines[k].mark == mOwn && !r.lines[k].blank() && !r.endWord(k); k++ {
		l := strings.TrimSpace(r.lines[k].text)
		if r.headsOrder(l) || ballots && !acts(l) {
			break
		}
		lines = append(lines, l)
	}
	return strings.Join(lines, "\n"), k
}
