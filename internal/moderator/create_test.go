package moderator_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
)

// TestFirstNumber: no game begins with a number for its proposals that a rule has,
// or that mails are not read for.
func TestFirstNumber(t *testing.T) {
	m, err := moderator.New(store.Memory(), moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		next  int
		fault string
	}{
		{7, "the next proposal cannot be 7: there is a rule 101"},
		{205, "the next proposal cannot be 205: there is a rule 205"},
		{100_000, "the next proposal cannot be 100000: mails are read for numbers from 1 to 99999"},
		{10_000, ""},
		{317, ""},
	} {
		f := moderator.GameFile{Name: fmt.Sprint("tea", c.next), Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC", NextNumber: c.next,
			Players: []moderator.PlayerFile{{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}}}}
		_, err := m.Create(f, "org", time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC))
		var faults moderator.FileFaults
		got := ""
		if errors.As(err, &faults) {
			got = faults.Error()
		} else if err != nil {
			t.Errorf("%d: %v", c.next, err)
		}
		if got != c.fault {
			t.Errorf("%d: %q, want %q", c.next, got, c.fault)
		}
	}
}

// TestMover: a game begun elsewhere goes on with one of its players, and a file is
// read with the mark that some editors put before it.
func TestMover(t *testing.T) {
	for mover, fault := range map[string]string{
		"Ada Quillfeather": "",
		"Zed Quillfeather": "tea.toml: mover = \"Zed Quillfeather\" is none of the players: write the name as below [[player]], given name and surname",
	} {
		src := "\ufeffname = \"tea\"\nruleset = \"suber-mail.en\"\nmover = \"" + mover + "\"\n" +
			"[[player]]\ngiven = \"Ada\"\nsurname = \"Quillfeather\"\naddresses = [\"ada@example.org\"]\npoints = 7\n"
		f, err := moderator.ParseGameFile("tea.toml", []byte(src))
		if got := fmt.Sprint(err); fault != "" && got != fault || fault == "" && err != nil {
			t.Errorf("%s: %v, want %q", mover, err, fault)
		}
		if err == nil && f.Mover != mover {
			t.Errorf("the mover is %q", f.Mover)
		}
	}
}

// TestPointsBroughtAlong: what players had when their game came here is theirs, and
// no award of this game.
func TestPointsBroughtAlong(t *testing.T) {
	m, err := moderator.New(store.Memory(), moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
	if err != nil {
		t.Fatal(err)
	}
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC",
		Players: []moderator.PlayerFile{{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}, Points: 7}}}
	if _, err := m.Create(f, "org", time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	g, err := m.Game("tea")
	if err != nil {
		t.Fatal(err)
	}
	s := moderator.StateOf(g)
	if len(s.Awards) != 0 || s.Players[0].Points.String() != "7" {
		t.Errorf("awards %v, players %v", s.Awards, s.Players)
	}
}
