package parser

import "testing"

// TestOrders: organisers give their orders in any language, and nobody else
// does.
func TestOrders(t *testing.T) {
	for text, want := range map[string]Order{
		"extend 2d because it is harvest time": {"extend", "2d because it is harvest time"},
		"prorrogar 2d porque há feriado":       {"extend", "2d porque há feriado"},
		"prorroga 2d porque es fiesta":         {"extend", "2d porque es fiesta"},
		"uzat 2d çünkü bayram":                 {"extend", "2d çünkü bayram"},
		"geri döndür 12":                       {"undo", "12"},
		"meghosszabbít 2d mert ünnep":          {"extend", "2d mert ünnep"},
		"pausa":                                {"pause", ""},
		"sürdür":                               {"resume", ""},
		"érvénytelenít 12":                     {"undo", "12"},
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
