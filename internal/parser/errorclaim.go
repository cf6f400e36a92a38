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
	numbers := numbersIn(args, r.lang)
	v := vocabulary()
	for _, w := range args {
		if numeral(w, r.lang) == 0 && !v.in("fill", w) && !v.in("proposal", w) && !v.in("courtesy", w) && !v.in("resolution", w) {
			return 0, false
		}
	}
	if !colon && len(numbers) == 0 {
		return 0, false // talk of one
	}
	words, next := r.wordsBehind(i+1, rest, r.endsClaim)
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

// wordsBehind are what a claim or a doubt says: what stands behind its colon with the
// lines that go on with it, or, when nothing does, the next ones. ends says of a line
// that it goes on with nothing; first is the first of those words.
func (r *reader) wordsBehind(k int, rest string, ends func(line string, first bool) bool) (words string, next int) {
	lines := []string{strings.TrimSpace(rest)}
	if lines[0] == "" {
		lines, k = nil, r.skipBlank(k)
	}
	for ; k < len(r.lines) && r.lines[k].mark == mOwn && !r.lines[k].blank() && !r.endWord(k); k++ {
		l := strings.TrimSpace(r.lines[k].text)
		if ends(l, len(lines) == 0) {
			break
		}
		lines = append(lines, l)
	}
	return strings.Join(lines, "\n"), k
}

// endsClaim says that a line below a claim of error begins with a number or a command.
// The first line of the claim may, since a ballot is what most claims are about.
func (r *reader) endsClaim(l string, first bool) bool {
	words := spokenWords(l)
	return !first && (len(words) == 0 || numeral(words[0], r.lang) > 0 || r.headsCommand(l, words))
}

// headsCommand says that a line begins as a command does, or as an order of the
// organiser's.
func (r *reader) headsCommand(l string, words []string) bool {
	verb, _ := commandOf(words)
	return verb != "" || r.headsOrder(l) || r.openingIn(l) != nil
}

// numberClaimed is the first number in a claim that is not a rule's, 0 for none.
func (r *reader) numberClaimed(words string) int {
	for _, n := range numbersIn(wordsAndNumbers(strings.NewReplacer(":", " ", "(", " ", ")", " ").Replace(words)), r.lang) {
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
