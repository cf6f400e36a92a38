package clause

import (
	"slices"
	"strings"
)

// nearestName gives the candidate that name was most likely meant to be, or ""
// when none is near. Of two equally near it is the first by alphabet.
func nearestName(name string, candidates []string) string {
	if len(name) > 64 {
		return ""
	}
	best, least := "", len(name)
	for _, c := range slices.Sorted(slices.Values(candidates)) {
		d := distance(strings.ToLower(name), strings.ToLower(c))
		if near := max(1, len(name)/3, len(c)/3); d <= near && d < least {
			best, least = c, d
		}
	}
	return best
}

// distance counts the letters to add, drop, replace or swap with a neighbour
// to turn a into b.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	var before []int
	row := make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(s); i++ {
		next := make([]int, len(t)+1)
		next[0] = i
		for j := 1; j <= len(t); j++ {
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+differ(s[i-1], t[j-1]))
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row = row, next
	}
	return row[len(t)]
}

func differ(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}
