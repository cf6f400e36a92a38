package rulesets

import "slices"

// lightest is what a series must weigh to be taken for rules.
const lightest = likely

// series gives, of marks in the order of the text, those whose numbers ascend
// and that together look most like the beginnings of rules. All other numbers
// break the series: they are references, or number something else and are of
// another length. Of two series that look alike it is
// the one with more text below its numbers, so that a table of contents loses.
func series(marks []mark, lines []line) []mark {
	best := make([]int, len(marks)) // the weight of the best series that ends here
	from := make([]int, len(marks)) // the mark before in that series, or -1
	end := -1
	for i, m := range marks {
		from[i] = -1
		if m.weak && m.number%100 != 1 {
			best[i] = -1 << 30 // unless its neighbour leads to it
		}
		for j, before := range marks[:i] {
			follows := before.number+1 == m.number
			leaps := length(before.number) != length(m.number) || m.weak && m.number%100 != 1
			if before.number >= m.number || leaps && !follows {
				continue
			}
			w := best[j]
			if follows {
				w += successive
			}
			if w >= best[i] {
				best[i], from[i] = w, j
			}
		}
		best[i] += m.weight + textBelow(marks, i, lines)
		if end < 0 || best[i] >= best[end] {
			end = i
		}
	}
	if end < 0 || best[end] < lightest {
		return nil
	}
	var chosen []mark
	for i := end; i >= 0; i = from[i] {
		chosen = append(chosen, marks[i])
	}
	slices.Reverse(chosen)
	return chosen
}

// textBelow counts the characters up to the next mark, as far as it matters.
func textBelow(marks []mark, i int, lines []line) int {
	n := lines[marks[i].at].width - marks[i].end
	last := len(lines)
	if i+1 < len(marks) {
		last = marks[i+1].at
	}
	for at := marks[i].at + 1; at < last && n < 100; at++ {
		n += lines[at].width
	}
	return min(max(n, 0), 100)
}

// length is 1 for numbers below 100 and more for those of more digits.
func length(n int) int {
	length := 1
	for ; n >= 100; n /= 10 {
		length++
	}
	return length
}
