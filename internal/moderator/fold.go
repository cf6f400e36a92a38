package moderator

import (
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// Fold gives the game that the entries make: their events applied in order,
// with what was undone left out.
func Fold(entries []record.Entry) *rules.Game {
	g := &rules.Game{}
	for _, e := range Standing(entries) {
		apply(g, e)
	}
	return g
}

// Standing are the entries that count: an entry that holds [rules.Undone] takes
// away the one it names and everything between the two, and the entries after
// it tell anew what came after.
func Standing(entries []record.Entry) []record.Entry {
	var line []record.Entry
	for _, e := range entries {
		if n, ok := undoes(e); ok {
			for len(line) > 0 && line[len(line)-1].N >= n {
				line = line[:len(line)-1]
			}
		}
		line = append(line, e)
	}
	return line
}

func undoes(e record.Entry) (n uint64, ok bool) {
	for _, ev := range e.Events {
		if u, is := ev.(rules.Undone); is {
			return u.Entry, true
		}
	}
	return 0, false
}

func apply(g *rules.Game, e record.Entry) {
	for _, ev := range e.Events {
		g.Apply(ev, e.At)
	}
}
