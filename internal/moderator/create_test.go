package moderator_test

import (
	"errors"
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
		{7, "the next proposal cannot be 7: mails are read for numbers from 100 to 9999\nthe next proposal cannot be 7: there is a rule 101"},
		{205, "the next proposal cannot be 205: there is a rule 205"},
		{10000, "the next proposal cannot be 10000: mails are read for numbers from 100 to 9999"},
		{317, ""},
	} {
		f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC", NextNumber: c.next,
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
