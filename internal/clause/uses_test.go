package clause

import "testing"

// What only looks like a name of the game is none: a text, a comment, a
// parameter, an attribute.
func TestUses(t *testing.T) {
	names := Names{Defines: map[string][]int{"adopted": {1}}, Known: []string{"award", "echo", "game"}}
	p, err := Parse("def adopted(echo):\n    _pay()\n    return echo\n\ndef _pay():\n    return award(\"game\", 1) # game", names)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"award": true, "echo": false, "game": false, "_pay": false, "adopted": false} {
		if p.Uses(name) != want {
			t.Errorf("Uses(%q) is %v", name, !want)
		}
	}
}
