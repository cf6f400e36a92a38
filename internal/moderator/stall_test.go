package moderator_test

import (
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
)

// TestStallIsToldOnce: the organiser hears once a week that nothing moves, also
// over a restart, and the daemon knows when it must wake for it.
func TestStallIsToldOnce(t *testing.T) {
	const day = 24 * time.Hour
	book, start := store.Memory(), time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	open := func() *moderator.Moderator {
		m, err := moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	tick := func(m *moderator.Moderator, after time.Duration) (told int) {
		if err := m.Tick(start.Add(after)); err != nil {
			t.Fatal(err)
		}
		for l, err := range book.Letters("tea") {
			if err != nil {
				t.Fatal(err)
			}
			if l.Kind == "stalled" {
				told++
			}
		}
		return told
	}
	m := open()
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC", Organiser: "org@example.org",
		Customs: map[string]string{"propose_period": "3d"}}
	for _, given := range []string{"Ada", "Bram"} {
		f.Players = append(f.Players, moderator.PlayerFile{Given: given, Surname: "Quill", Addresses: []string{given + "@example.org"}})
	}
	if _, err := m.Create(f, "org@example.org", start); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Act(moderator.Act{Game: "tea", By: "org@example.org", Verb: "start", At: start}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		after time.Duration
		told  int
		next  time.Duration
		again bool
	}{
		{2 * day, 0, 3 * day, false}, {3 * day, 0, 10 * day, false}, {10*day - time.Second, 0, 10 * day, false}, {10 * day, 1, 17 * day, false},
		{11 * day, 1, 17 * day, true}, {30 * day, 2, 31 * day, false}, {30 * day, 2, 31 * day, true}, {31 * day, 3, 38 * day, false},
	} {
		if c.again {
			m = open()
		}
		if told := tick(m, c.after); told != c.told {
			t.Errorf("after %s the organiser has %d letters, not %d", c.after, told, c.told)
		}
		if next := m.NextDeadline(); !next.Equal(start.Add(c.next)) {
			t.Errorf("after %s the next moment is %s, not %s", c.after, next.Sub(start), c.next)
		}
	}
}
