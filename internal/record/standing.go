package record

import "nomicmail/internal/rules"

// Standing are the entries that count: an entry that holds [rules.Undone] takes
// away the one it names and everything between the two, and the entries after
// it tell anew what came after.
func Standing(entries []Entry) []Entry {
	var line []Entry
	for _, e := range entries {
		if n, ok := Undoes(e); ok {
			for len(line) > 0 && line[len(line)-1].N >= n {
				line = line[:len(line)-1]
			}
		}
		line = append(line, e)
	}
	return line
}

// Undoes says whether an entry takes back another, and which.
func Undoes(e Entry) (n uint64, ok bool) {
	for _, ev := range e.Events {
		if u, is := ev.(rules.Undone); is {
			return u.Entry, true
		}
	}
	return 0, false
}
