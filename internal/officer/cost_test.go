package officer

import (
	"strings"
	"testing"
	"time"
)

// TestCost reads posts that somebody wrote to keep the reader busy.
func TestCost(t *testing.T) {
	const n = 60_000
	for what, text := range map[string]string{
		"one line":  strings.Repeat("a ", n),
		"digits":    strings.Repeat("1003 ", n/5),
		"commas":    "1003\nFOR: " + strings.Repeat("Bob,", n/4) + "\nOUTCOME: ADOPTED\n",
		"brackets":  "1003\nFOR: " + strings.Repeat("(", n),
		"heads":     strings.Repeat("1003\n", n/5),
		"matrices":  strings.Repeat("Voter 1003 1004\n", n/16),
		"rows":      "Voter 1003 1004\n" + strings.Repeat("Bob F A\n", n/8),
		"tables":    strings.Repeat("ID Title\n", n/9),
		"list rows": strings.Repeat("1011: a, by b", n/13),
		"dashes":    "1011 - " + strings.Repeat("- by ", n/5),
		"rules":     strings.Repeat("Rule 1/1\n\nHistory:\n\n", n/20),
		"colons":    strings.Repeat("FOR:", n/4),
		"words":     "1003 is " + strings.Repeat("not failed ", n/11),
	} {
		began := time.Now()
		reads(t, "Resolution", text)
		if d := time.Since(began); d > 10*time.Second {
			t.Errorf("%s took %v", what, d)
		} else {
			t.Log(what, d)
		}
	}
}
