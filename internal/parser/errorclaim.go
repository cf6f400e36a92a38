package parser

import (
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// maxErrorClaims bounds how many resolutions one claim is about.
const maxErrorClaims = 10

// errorClaim reads "claim of error on 1001: my ballot was AGAINST" and what goes on
// below it. It is one claim for each number at its head; a head without one is about
// the first number behind the colon. No word of it is a vote.
func (r *reader) errorClaim(f Fragment, i int, args []string, rest string, colon bool) (next int, ok bool) {
	numbers := numbersIn(args)
	v := vocabulary()
	for _, w := range args {
		if numeral(w) == 0 && !v.in("fill", w) && !v.in("proposal", w) && !v.in("courtesy", w) && !v.in("resolution", w) {
			return 0, false
		}
	}
	if !colon && len(numbers) == 0 {
		return 0, false // talk of one
	}
	words, next := r.claimWords(i+1, rest)
	if len(numbers) == 0 {
		numbers = append(numbers, r.numberClaimed(words))
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	f.Text = strings.Join(append([]string{strings.TrimSpace(r.lines[i].text)}, textsOf(r.lines[i+1:next])...), "\n")
	for _, n := range numbers[:min(len(numbers), maxErrorClaims)] {
		f.Command = rules.ClaimError{Proposal: n, Words: words}
		r.say(f)
	}
	return next, true
}

// claimWords are what a claim says: what stands behind its colon with the lines that
// go on with it, or, when nothing does, the next ones. A line that begins with a
// number or a command goes on with nothing.
func (r *reader) claimWords(k int, rest string) (words string, next int) {
	lines := []string{strings.TrimSpace(rest)}
	if lines[0] == "" {
		lines, k = nil, r.skipBlank(k)
	}
	for ; k < len(r.lines) && r.lines[k].mark == mOwn && !r.lines[k].blank() && !r.endWord(k); k++ {
		l := strings.TrimSpace(r.lines[k].text)
		spoken := spokenWords(l)
		if len(lines) > 0 && (len(spoken) == 0 || numeral(spoken[0]) > 0 || r.headsCommand(l, spoken)) {
			break
		}
		lines = append(lines, l)
	}
	return strings.Join(lines, "\n"), k
}

// headsCommand says that a line begins as a command does, or as an order of the
// organiser's.
func (r *reader) headsCommand(l string, words []string) bool {
	verb, _ := commandOf(words)
	return verb != "" || r.headsOrder(l) || r.openingIn(l) != nil
}

// numberClaimed is the first number in a claim that is not a rule's, 0 for none.
func (r *reader) numberClaimed(words string) int {
	for _, n := range numbersIn(wordsAndNumbers(strings.NewReplacer(":", " ", "(", " ", ")", " ").Replace(words))) {
		if n > 99 && !r.rule(n) {
			return n
		}
	}
	return 0
}

func textsOf(lines []line) []string {
	var list []string
	for _, l := range lines {
		if t := strings.TrimSpace(l.text); t != "" {
			list = append(list, t)
		}
	}
	return list
}
