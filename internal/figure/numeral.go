package figure

import "slices"

// inWords reads a number in words that begins at i; size is how many words it
// has, 0 when there is none.
func (r *reader) inWords(i int) (value, size int) {
	sum := amount{}
	for k := i; k < len(r.words); {
		parts := r.parse(r.words[k])
		next := sum
		if parts == nil || !next.takesAll(parts) || r.alone(i, k) {
			break
		}
		sum, size = next, k+1-i
		if k++; k < len(r.words)-1 && slices.Contains(r.joint, r.words[k]) && r.parse(r.words[k+1]) != nil && sum.joins(r.words[k]) {
			k++
		}
	}
	return sum.total(), size
}

// alone says whether the word at k does not go on the number that began at i: in
// Hungarian a number is one word, and articles begin no number but themselves.
func (r *reader) alone(i, k int) bool {
	if k == i {
		return false
	}
	hungarian := r.glued && r.of == nil
	return hungarian || k == i+1 && r.articles[r.words[i]] && r.numerals[r.words[k]] < 100
}

// parse takes a word apart into numerals; nil when it is none.
func (r *reader) parse(w string) []int {
	if n, ok := r.numerals[w]; ok {
		return []int{n}
	}
	if !r.glued || len(w) > 60 {
		return nil
	}
	var parts []int
	for w != "" {
		best := ""
		for word := range r.numerals {
			if len(word) > len(best) && len(w) >= len(word) && w[:len(word)] == word {
				best = word
			}
		}
		if best == "" {
			return nil
		}
		parts, w = append(parts, r.numerals[best]), w[len(best):]
	}
	return parts
}

// amount is a number that is being put together.
type amount struct {
	thousands, rest int
	any, thousand   bool
}

func (a amount) total() int { return a.thousands + a.rest }

// joins says whether a joint such as "and" can stand in the number here: in
// English only behind hundreds and thousands.
func (a amount) joins(word string) bool {
	return word != "and" || a.total() >= 100 && a.total()%100 == 0
}

func (a *amount) takesAll(parts []int) bool {
	for _, p := range parts {
		if !a.take(p) {
			return false
		}
	}
	return true
}

// take adds a numeral, if it can stand where the number is so far.
func (a *amount) take(n int) bool {
	ok := !a.any
	switch {
	case !a.any:
	case n == 1000:
		ok = !a.thousand && a.rest > 0
	case n == 100:
		ok = a.rest < 10
	case n > 100:
		ok = a.rest == 0
	case n >= 10:
		ok = a.rest%100 == 0 && a.total() > 0
	case n > 0:
		ok = a.rest%10 == 0 && a.total() > 0
	}
	if !ok {
		return false
	}
	a.any = true
	switch n {
	case 1000:
		a.thousands, a.rest, a.thousand = max(a.rest, 1)*1000, 0, true
	case 100:
		a.rest = max(a.rest, 1) * 100
	default:
		a.rest += n
	}
	return true
}
