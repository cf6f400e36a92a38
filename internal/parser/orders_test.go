package parser

import "testing"

// TestOrders: organisers give their orders in any language, and nobody else
// does.
func TestOrders(t *testing.T) {
	for text, want := range map[string]Order{
		"extend 2d because it is harvest time": {Verb: "extend", Words: "2d because it is harvest time"},
		"prorrogar 2d porque há feriado":       {Verb: "extend", Words: "2d porque há feriado"},
		"prorroga 2d porque es fiesta":         {Verb: "extend", Words: "2d porque es fiesta"},
		"uzat 2d çünkü bayram":                 {Verb: "extend", Words: "2d çünkü bayram"},
		"geri döndür 12":                       {Verb: "undo", Words: "12"},
		"meghosszabbít 2d mert ünnep":          {Verb: "extend", Words: "2d mert ünnep"},
		"pausa":                                {Verb: "pause", Words: ""},
		"sürdür":                               {Verb: "resume", Words: ""},
		"érvénytelenít 12":                     {Verb: "undo", Words: "12"},
		"settle rule 202 because it failed\nclause:\ndef when_turn_ends(turn):\n    award(turn.mover, 1)\n": {
			Verb: "settle", Words: "rule 202 because it failed", Clause: "def when_turn_ends(turn):\n    award(turn.mover, 1)",
		},
		"çöz kural 202\nkod: goal = 100": {Verb: "settle", Words: "kural 202", Clause: "goal = 100"},
	} {
		l := &Letter{Kind: Message, Text: text}
		r := Read(l, Context{Open: []int{301}, Rules: []int{203}, Organiser: true, Known: true})
		if len(r.Fragments) != 1 || r.Fragments[0].Outcome != Counted || r.Fragments[0].Command != want {
			t.Errorf("%q: %+v, want %+v", text, r.Fragments, want)
		}
		r = Read(l, Context{Open: []int{301}, Rules: []int{203}, Known: true})
		for _, f := range r.Fragments {
			if _, ok := f.Command.(Order); ok {
				t.Errorf("%q of a player is an order", text)
			}
		}
	}
}
