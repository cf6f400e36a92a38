package parser

import "testing"

// TestSeveralNumbers: a repeal that names two numbers means two rules, or an
// amendment and its rule, and never just the first.
func TestSeveralNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"repeal 203, 206":                        "held",
		"repeal 203 and 206":                     "held",
		"transmute 112, 113":                     "held",
		"repeal 203, please":                     "repeal 203",
		"repeal 203, it's no good":               "repeal 203",
		"repeal amendment 304, rule 203":         "repeal 203 amendment 304",
		"304. módosítás eltörlése, 203. szabály": "repeal 203 amendment 304",
		"a 203. szabály 304. módosítását hatályon kívül helyezni": "repeal 203 amendment 304",
		"304. değişiklik kaldırılsın, 203. kural":                 "repeal 203 amendment 304",
	} {
		l := &Letter{Kind: Message, From: []Address{{Mail: "a@example.org"}}, FromFields: 1, Text: text}
		o := Describe(l, Read(l, Context{Open: []int{301}, Known: true, MayPropose: true}))
		got := "nothing"
		if len(o.Commands) == 1 {
			c := o.Commands[0]
			switch {
			case c.Outcome != Counted:
				got = "held"
			case c.Amendment != 0:
				got = c.Verb + " " + itoa(c.Rule) + " amendment " + itoa(c.Amendment)
			default:
				got = c.Verb + " " + itoa(c.Rule)
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
