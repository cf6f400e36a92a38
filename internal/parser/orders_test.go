package parser

import (
	"slices"
	"testing"
)

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
		"distribute":                           {Verb: "distribute", Words: ""},
		"kioszt":                               {Verb: "distribute", Words: ""},
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

// TestRecordedLines: below "record Ada:" every line is Ada's, and none of them the
// organiser's own; behind an empty line that is asked.
func TestRecordedLines(t *testing.T) {
	for text, want := range map[string][]any{
		"record Ada:\n301 FOR\n302 AGAINST": {
			Order{Verb: "record", Words: "Ada: 301 FOR"}, Order{Verb: "record", Words: "Ada: 302 AGAINST"},
		},
		"Hello,\n\nrecord Ada because she phoned:\n\n301 FOR\n\nThanks!\n\n302 AGAINST\n\nBob": {
			Order{Verb: "record", Words: "Ada because she phoned: 301 FOR"},
			Apart{"record Ada because she phoned: 302 AGAINST", "302 AGAINST"},
		},
		"record:\nAda: 301 FOR\nhm\nBob: 301 AGAINST\nend\n": {
			Order{Verb: "record", Words: "Ada: 301 FOR"}, Order{Verb: "record", Words: "hm"}, Order{Verb: "record", Words: "Bob: 301 AGAINST"},
		},
		"registar Ada:\n301 a favor\nregistar Bob: 301 contra": {
			Order{Verb: "record", Words: "Ada: 301 a favor"}, Order{Verb: "record", Words: "Bob: 301 contra"},
		},
		"record Ada:\nenact\ntitle: Tea\nTea is free.\n\nSo is milk.\nend\n301 FOR": {
			Order{Verb: "record", Words: "Ada: enact\ntitle: Tea\nTea is free.\n\nSo is milk."}, Order{Verb: "record", Words: "Ada: 301 FOR"},
		},
		"record Ada:\n> 302 FOR\n301 FOR\n\n-- \nOrg\n302 FOR": {Order{Verb: "record", Words: "Ada: 301 FOR"}},
		"record Ada: 301 FOR\n302 AGAINST\nrecord Bob: 301 FOR\n\n302 FOR is what I should say.": {
			Order{Verb: "record", Words: "Ada: 301 FOR"}, Apart{"record Ada: 302 AGAINST", "302 AGAINST"}, Order{Verb: "record", Words: "Bob: 301 FOR"},
		},
		"record Ada:": {Order{Verb: "record", Words: "Ada:"}},
	} {
		r := Read(&Letter{Kind: Message, Text: text}, Context{Open: []int{301, 302}, Organiser: true, Known: true, MayPropose: true})
		var got []any
		for _, f := range r.Fragments {
			switch f.Command.(type) {
			case Order, Apart:
				got = append(got, f.Command)
				continue
			}
			if f.Outcome == Counted {
				t.Errorf("%q: %+v", text, f)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q:\n got %+v\nwant %+v", text, got, want)
		}
	}
}
