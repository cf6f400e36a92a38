package parser

import "testing"

// TestTeam reads who is a team with whom, in five languages, and leaves votes and
// talk alone.
func TestTeam(t *testing.T) {
	for text, want := range map[string]Command{
		"team with Bob Crumhorn":      Setting{"team", "Bob Crumhorn"},
		"Team with Bob.":              Setting{"team", "Bob"},
		"team with nobody":            Setting{"team", ""},
		"equipa com Bob Crumhorn":     Setting{"team", "Bob Crumhorn"},
		"equipa com ninguém":          Setting{"team", ""},
		"equipo con Inés Ñáñez Gil":   Setting{"team", "Inés Ñáñez Gil"},
		"Equipo con nadie.":           Setting{"team", ""},
		"takım Bob Crumhorn":          Setting{"team", "Bob Crumhorn"},
		"takım kimse":                 Setting{"team", ""},
		"csapattársam Kovács Anna":    Setting{"team", "Kovács Anna"},
		"csapattársam senki":          Setting{"team", ""},
		"team with Bob for 301":       nil,
		"Our team with Bob was good.": nil,
		"We could team up one day.":   nil,
	} {
		r := Read(Parse(mailOf(text), Options{}), Context{Known: true, Open: []int{301}, Rules: []int{203}})
		var got Command
		for _, f := range r.Fragments {
			if s, ok := f.Command.(Setting); ok && f.Outcome == Counted {
				got = s
			}
		}
		if got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}
