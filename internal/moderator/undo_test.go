package moderator_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

// TestNotUndone: what cannot be undone is said to be so, and nothing happens. A
// letter's old number finds an entry that was told anew since.
func TestNotUndone(t *testing.T) {
	m, err := moderator.New(store.Memory(), moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	file := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Organiser: "org@example.org", Players: []moderator.PlayerFile{
		{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}},
		{Given: "Bob", Surname: "Crumhorn", Addresses: []string{"bob@example.org"}},
	}}
	if _, err := m.Create(file, "org@example.org", at); err != nil {
		t.Fatal(err)
	}
	act := func(verb, words string) error {
		at = at.Add(time.Minute)
		_, err := m.Act(moderator.Act{Game: "tea", By: "org@example.org", Verb: verb, Words: words, At: at})
		return err
	}
	for _, words := range []string{"", "Ada 1 because of tea", "Ada 2 because of cake"} {
		verb := "award"
		if words == "" {
			verb = "start"
		}
		if err := act(verb, words); err != nil {
			t.Fatal(err)
		}
	}
	changes, err := m.Undoing("tea", "3")
	if got := strings.Join(changes, " "); err != nil || got != "Ada Quillfeather has 2 points, not 3." {
		t.Errorf("undoing 3 is told as %q, %v", got, err)
	}
	if err := act("undo", "3"); err != nil { // 5 undoes it, 6 tells 4 anew
		t.Fatal(err)
	}
	for _, c := range []struct {
		want  rules.Code
		words string
	}{{rules.NoSuchEntry, "99"}, {rules.EntryUndone, "3"}, {rules.UndoingStands, "5"}, {rules.FirstEntry, "1"}} {
		var no *rules.Refusal
		if err := act("undo", c.words); !errors.As(err, &no) || no.Code != c.want {
			t.Errorf("undo %s gives %v, not %s", c.words, err, c.want)
		}
		if _, err := m.Undoing("tea", c.words); !errors.As(err, &no) || no.Code != c.want {
			t.Errorf("what undo %s would change is told as %v, not %s", c.words, err, c.want)
		}
	}
	var misread *moderator.Misread
	if err := act("undo", "6 as 301 FOR"); !errors.As(err, &misread) {
		t.Errorf("an award is nobody's mail: %v", err)
	}
	if err := act("undo", "4 because of the old number"); err != nil {
		t.Error(err)
	}
	g, err := m.Game("tea")
	if err != nil || g.Player("p1").Points != (rules.Points{}) {
		t.Errorf("Ada has %v points, %v", g.Player("p1").Points, err)
	}
}
