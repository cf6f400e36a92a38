package moderator_test

import (
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/store"
)

// TestMarks: a game that is made anew under the name of an old one sends no letter
// with the id of one of the old game's, and is in threads of its own. A game without
// a mark keeps the ids that it has always had.
func TestMarks(t *testing.T) {
	born := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	play := func(mark string) (ids, threads map[string]bool) {
		book := store.Memory()
		m, err := moderator.New(book, moderator.Settings{Address: "nomic@example.org", Delimiter: "+"})
		if err != nil {
			t.Fatal(err)
		}
		f, err := moderator.ParseGameFile("tea.toml", []byte(diceGame))
		if err != nil {
			t.Fatal(err)
		}
		f.Mark = mark
		if _, err := m.Create(f, "org@example.org", born); err != nil {
			t.Fatal(err)
		}
		if _, err := m.Act(moderator.Act{Game: "tea", By: "org@example.org", Verb: "start", At: born.Add(time.Minute)}); err != nil {
			t.Fatal(err)
		}
		ids, threads = map[string]bool{}, map[string]bool{}
		for l, err := range book.Letters("tea") {
			if err != nil {
				t.Fatal(err)
			}
			ids[l.ID] = true
			raw, _, err := book.Body(l.Raw)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range parser.Parse(raw, parser.Options{}).References {
				threads[r] = true
			}
		}
		for e, err := range book.Entries("tea", 1) {
			if err != nil {
				t.Fatal(err)
			}
			again, _, err := moderator.GameFileOf(e, "")
			if err != nil || again.Mark != mark {
				t.Errorf("the game file has the mark %q, not %q: %v", again.Mark, mark, err)
			}
			break
		}
		return ids, threads
	}
	old, oldThreads := play("")
	first, firstThreads := play(moderator.NewMark(born))
	second, secondThreads := play(moderator.NewMark(born.AddDate(1, 0, 0)))
	if !oldThreads["<tea@example.org>"] || len(old) != len(first) || len(old) < 3 {
		t.Errorf("without a mark the ids are %v in %v", old, oldThreads)
	}
	for id := range second {
		if old[id] || first[id] || !strings.HasPrefix(id, "<tea.") {
			t.Errorf("%s is the id of two letters", id)
		}
	}
	for r := range secondThreads {
		if oldThreads[r] || firstThreads[r] {
			t.Errorf("%s is the thread of two games", r)
		}
	}
	if _, err := moderator.ParseGameFile("tea.toml", []byte("mark = \"a b\"\n"+diceGame)); err == nil || !strings.Contains(err.Error(), "mark") {
		t.Errorf("a mark that no id can have: %v", err)
	}
}
