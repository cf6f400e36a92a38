package main

import (
	"strings"
	"testing"

	"nomicmail/internal/moderator"
)

func TestCounts(t *testing.T) {
	for n, want := range map[int]string{0: "0 rules", 1: "1 rule", 2: "2 rules"} {
		if got := counts(n, "rule"); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

// TestKeyHints: whoever has a key wrong in a game file is sent to the page that has
// that table.
func TestKeyHints(t *testing.T) {
	for line, page := range map[string]string{
		`game.toml:3:1: unknown key "list.adress"`:        "docs/lists.md",
		`game.toml:3:1: unknown key "customs.vote"`:       "docs/customs.md",
		`game.toml:3:1: unknown key "rule.nummer"`:        "nomicmail import",
		`game.toml:3:1: unknown key "player.mail"`:        "docs/run.md",
		`game.toml:3:1: unknown key "title"`:              "docs/run.md",
		`game.toml: the list "list.en" has no such thing`: "docs/run.md",
	} {
		if got := fileFaults(moderator.FileFaults{line})[0].Hint; !strings.HasPrefix(got, page) {
			t.Errorf("%s sends to %q, want %s", line, got, page)
		}
	}
}
