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

// Standing are the entries that count: see [record.Standing].
func Standing(entries []record.Entry) []record.Entry { return record.Standing(entries) }

func undoes(e record.Entry) (n uint64, ok bool) { return record.Undoes(e) }

func apply(g *rules.Game, e record.Entry) {
	for _, ev := range e.Events {
		g.Apply(ev, e.At)
	}
}
