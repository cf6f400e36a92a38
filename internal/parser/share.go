package parser

import "strings"

// leastShared is how many words a mail must have for its likeness to count.
const leastShared = 20

// Share is how much of a mail's text stands in another text, from 0 to 1: the
// share of its words that stand there with the same words before and behind them.
// What is quoted in it and what a list puts below are left out; a few words are
// like nothing.
func Share(text, other string) float64 {
	if len(text) > maxText || len(other) > maxText {
		return 0
	}
	var own strings.Builder
	for line := range strings.Lines(aboveFooter(text, nil)) {
		if !strings.HasPrefix(strings.TrimLeft(line, " \t"), ">") {
			own.WriteString(line)
		}
	}
	words := bareWords(own.String())
	if len(words) < leastShared {
		return 0
	}
	known := map[string]bool{}
	for rest := bareWords(other); len(rest) >= 3; rest = rest[1:] {
		known[three(rest)] = true
	}
	shared := 0
	for rest := words; len(rest) >= 3; rest = rest[1:] {
		if known[three(rest)] {
			shared++
		}
	}
	return float64(shared) / float64(len(words)-2)
}
