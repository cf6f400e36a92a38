package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

// verifyDice writes a record by hand in which turn 1 throws a die, and verifies
// it.
func verifyDice(t *testing.T, value func(rules.Die) int64, kept string) (code int, stdout, stderr string) {
	t.Helper()
	dir := t.TempDir()
	s, err := store.Open(filepath.Join(dir, "nomicmail.db"))
	if err != nil {
		t.Fatal(err)
	}
	d := rules.Die{Game: "tea", Turn: 1, Draw: 1, Secret: strings.Repeat("5e", 16)}
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	clock := record.Cause{Kind: "clock"}
	err = s.Commit(record.Commit{Game: "tea", Entries: []record.Entry{
		{At: at, Cause: clock, Events: []rules.Event{rules.GameCreated{Name: "tea", Language: "en", Timezone: "UTC"}}},
		{At: at, Cause: clock, Events: []rules.Event{rules.GameStarted{}, rules.TurnBegan{Turn: 1}, rules.DiceCommitted{Turn: 1, Draw: 1, Hash: d.Hash()}}},
		{At: at, Cause: clock, Events: []rules.Event{
			rules.DieThrown{Turn: 1, Draw: 1, Nth: 1, Sides: 6, Value: value(d), Secret: d.Secret, Rule: 202}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Place("die/tea/1/1", kept); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return runs(t, "", "verify", "--data", dir)
}

func TestVerifyThrowsTheDiceAgain(t *testing.T) {
	fair := func(d rules.Die) int64 { return d.Throw(1, 6) }
	code, out, stderr := verifyDice(t, fair, strings.Repeat("5e", 16))
	if code != exitDone || !strings.Contains(out, "every die shows what its secret says: 1 thrown") {
		t.Errorf("a fair die: exit %d, %q, %q", code, out, stderr)
	}
	code, out, stderr = verifyDice(t, func(d rules.Die) int64 { return d.Throw(1, 6)%6 + 1 }, strings.Repeat("5e", 16))
	for _, want := range []string{"die/tea/1/1, game tea, entry 3: throw 1 shows ", "hint: the file is as it was written: somebody chose this die"} {
		if code == exitDone || out != "" || !strings.Contains(stderr, want) {
			t.Errorf("a changed value: exit %d, %q, %q; want %q", code, out, stderr, want)
		}
	}
	code, _, stderr = verifyDice(t, fair, "another")
	if want := "entry 2: the secret that is kept for it is not the one"; code == exitDone || !strings.Contains(stderr, want) {
		t.Errorf("another secret kept: exit %d, %q; want %q", code, stderr, want)
	}
}
