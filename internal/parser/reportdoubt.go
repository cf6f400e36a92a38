package parser

import (
	"strconv"
	"strings"

	"nomicmail/internal/rules"
)

// reportDoubt reads "I doubt report 3: Dov has left" and what goes on right below it.
// Without a colon it is talk, as in "I doubt report 3 is right".
func (r *reader) reportDoubt(f Fragment, i int, args []string, rest string, colon bool) (next int, ok bool) {
	n := reportNumber(args)
	if !colon || n == 0 {
		return 0, false
	}
	words, next := r.wordsBehind(i+1, rest, r.endsDoubt)
	f.Command = rules.DoubtReport{Report: n, Words: words}
	r.say(f)
	return next, true
}

// doubtBehind finds that command where the number of the report comes first, as in
// Turkish "3 numaralı rapora itiraz" and Hungarian "a 3. jelentést kétlem".
func doubtBehind(words []string) (verb string, args []string) {
	for i := 1; i < min(4, len(words)); i++ {
		if verb, n := commandOf(words[i:]); verb == "doubt" && i+n == len(words) {
			return verb, words[:i]
		}
	}
	return "", nil
}

// reportNumber is the one number among words that mean nothing else, 0 for none.
// Those of reports are small.
func reportNumber(words []string) int {
	found, v := 0, vocabulary()
	for _, w := range words {
		switch n, err := strconv.Atoi(strings.TrimRight(w, ".")); {
		case err == nil && n > 0 && n < 10000 && found == 0:
			found = n
		case !v.in("fill", w) && !v.in("courtesy", w):
			return 0
		}
	}
	return found
}

// endsDoubt says that a line below a doubt begins with a number or a command, or may
// hold a vote.
func (r *reader) endsDoubt(l string, first bool) bool {
	return r.headsOther(l) || !first && acts(l)
}

// headsOther says that a line begins with a number, or as a command or a proposal does.
func (r *reader) headsOther(l string) bool {
	head, _, _ := strings.Cut(l, ":")
	words := spokenWords(head)
	if len(words) == 0 || numeral(words[0], r.lang) > 0 {
		return true
	}
	verb, _ := commandOf(words)
	order, _ := orderOf(words)
	return verb != "" || r.c.Organiser && order != "" || r.openingIn(l) != nil
}
