package figure

// aligned pairs numbers of the old text with those that stand in their place in
// the new one, by the place of the old: close between two words that have stayed,
// as many numbers are gone as have come.
func aligned(was, will text) map[int]number {
	pairs := map[int]number{}
	a, b := 0, 0
	const close = 3
	pair := func(endA, endB int) {
		if endA-a > close || endB-b > close {
			return
		}
		gone, come := between(was.numbers, a, endA), between(will.numbers, b, endB)
		gone, come = missing(gone, come), missing(come, gone)
		if len(gone) == len(come) {
			for i := range gone {
				pairs[gone[i].at] = come[i]
			}
		}
	}
	for _, m := range common(was.words, will.words) {
		pair(m[0], m[1])
		a, b = m[0]+1, m[1]+1
	}
	pair(len(was.words), len(will.words))
	return pairs
}

func between(all []number, from, to int) []number {
	var list []number
	for _, n := range all {
		if n.at >= from && n.at < to {
			list = append(list, n)
		}
	}
	return list
}

// common are the places of a longest common sequence of words, in pairs.
func common(a, b []string) [][2]int {
	rows := make([][]uint16, len(a)+1)
	for i := range rows {
		rows[i] = make([]uint16, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if rows[i][j] = max(rows[i+1][j], rows[i][j+1]); a[i] == b[j] {
				rows[i][j] = rows[i+1][j+1] + 1
			}
		}
	}
	var list [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			list = append(list, [2]int{i, j})
			i, j = i+1, j+1
		case rows[i+1][j] >= rows[i][j+1]:
			i++
		default:
			j++
		}
	}
	return list
}
