package parser

import (
	"hash/fnv"
	"iter"
	"strings"
	"unicode/utf8"
)

// Phrases know the sentences of all our letters, whoever they were written to:
// a letter of ours that comes back without a mark and without saying which it is
// must do nothing either. The zero Phrases know nothing.
type Phrases struct{ grams map[uint64]struct{} }

const (
	gramWords    = 4
	leastTelling = 3 // words in a line that is known for ours
)

// PhrasesOf makes Phrases of letters. What stands behind a bar in them is a
// player's and is left out.
func PhrasesOf(letters iter.Seq[string]) *Phrases {
	p := &Phrases{grams: map[uint64]struct{}{}}
	for text := range letters {
		var words []string
		for l := range strings.Lines(text) {
			if strings.HasPrefix(l, "|") {
				p.learn(words)
				words = nil
				continue
			}
			words = append(words, bareWords(l)...)
		}
		p.learn(words)
	}
	return p
}

func (p *Phrases) learn(words []string) {
	for i := 0; i+gramWords <= len(words); i++ {
		p.grams[gram(words[i:i+gramWords])] = struct{}{}
	}
}

// gram is a number for a few words; all numbers are alike in it.
func gram(words []string) uint64 {
	h := fnv.New64a()
	for _, w := range words {
		if w[0] >= '0' && w[0] <= '9' {
			w = "0"
		}
		h.Write([]byte(w))
		h.Write([]byte{' '})
	}
	return h.Sum64()
}

// mark marks the author's lines that are mostly made of our sentences. Where
// a good part of the mail is, what stands between them is a letter of ours too.
func (p *Phrases) mark(list []line) {
	if p == nil || len(p.grams) == 0 {
		return
	}
	known, all, goesOn := p.known(list)
	first, last, ours, lines := -1, -1, 0, 0
	for i := range list {
		l := &list[i]
		if l.mark != mOwn || all[i] == 0 {
			continue
		}
		lines++
		if known[i]*5 >= all[i]*3 && (goesOn[i] || telling(bareWords(l.bare)) >= leastTelling) || underlined(list, i) {
			l.mark, l.depth, l.ours, l.borrowed = mQuoted, max(l.depth, 1), true, true
			if ours++; first < 0 {
				first = i
			}
			last = i
		}
	}
	if ours < 3 || ours*3 < lines {
		return
	}
	for i := first; i < last; i++ {
		if l := &list[i]; l.mark == mOwn && !l.blank() {
			l.mark, l.depth = mQuoted, max(l.depth, 1)
		}
	}
}

// underlined says that line i is a heading as our letters have them.
func underlined(list []line, i int) bool {
	if i+1 >= len(list) {
		return false
	}
	below := strings.TrimSpace(list[i+1].bare)
	return len(below) > 2 && strings.Trim(below, "-") == "" && len(below) == utf8.RuneCountInString(strings.TrimSpace(list[i].bare))
}

// known counts for each line the words in long runs of ours, and all words; and
// it says whether the line goes on with a sentence of ours from the one above.
func (p *Phrases) known(list []line) (known, all []int, goesOn []bool) {
	known, all, goesOn = make([]int, len(list)), make([]int, len(list)), make([]bool, len(list))
	var words []string
	var owner []int
	for i := range list {
		for _, w := range bareWords(list[i].bare) {
			words, owner = append(words, w), append(owner, i)
			all[i]++
		}
	}
	joined := make([]bool, len(words)) // two sentences that happen to meet are no run: "… or 301 AGAINST", "Vote: 301 FOR"
	for i := 0; i+gramWords <= len(words); i++ {
		if _, ok := p.grams[gram(words[i:i+gramWords])]; ok {
			for k := range gramWords - 1 {
				joined[i+k] = true
			}
		}
	}
	for i := 0; i < len(words); {
		j := i
		for j < len(words) && joined[j] {
			j++
		}
		if j > i {
			j++
		}
		if j-i >= minRun && telling(words[i:j]) >= minWords {
			for k := i; k < j; k++ {
				known[owner[k]]++
				if k >= i+3 && owner[k-1] != owner[k] && telling(words[k-3:k]) > 1 {
					goesOn[owner[k]] = true
				}
			}
		}
		i = max(j, i+1)
	}
	return known, all, goesOn
}
