package moderator

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

// TestFollowedGamesWriteToOrganisersAlone plays all that makes letters in a game
// that is only followed, and looks into the outbox.
func TestFollowedGamesWriteToOrganisersAlone(t *testing.T) {
	book := store.Memory()
	m, err := New(book, Settings{Address: "nomic@example.org"})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	file := GameFile{
		Name: "pond", Ruleset: "list.en", Organiser: "org@example.org", Shadow: true, Officers: []string{"bob@example.org"},
		Players: []PlayerFile{{Given: "Ada", Surname: "Quill", Addresses: []string{"ada@example.org"}}, {Given: "Bob", Surname: "Crumb", Addresses: []string{"bob@example.org"}}, {Given: "Cem", Surname: "Oat", Addresses: []string{"cem@example.org"}}},
	}
	if _, err := m.Create(file, "org@example.org", at); err != nil {
		t.Fatal(err)
	}
	act := func(verb, words string) {
		if _, err := m.Act(Act{Game: "pond", By: "org@example.org", Verb: verb, Words: words, At: at}); err != nil {
			t.Fatal(verb, err)
		}
	}
	act("start", "")
	distribution := "I hereby distribute this:\n\nID     Author     AI    Title\n------------------------------\n1001   Ada Quill  1.0   Tea\n\nID: 1001\nTitle: Tea\n\nenact\ntitle: Tea\nTea at four.\n"
	for i, x := range [][3]string{
		{"ada@example.org", "proposal", "enact\ntitle: Tea\nTea at four.\n"}, {"bob@example.org", "Distribution", distribution},
		{"ada@example.org", "vote", "1001 FOR"}, {"cem@example.org", "vote", "1001 FRO"}, {"cem@example.org", "help", "help"}, {"zed@example.org", "hello", "1001 FOR"},
		{"zed@example.org", "hello", "join Zed Fox"}, {"org@example.org", "order", "status"}, {"cem@example.org", "leaving", "forfeit"},
	} {
		at = at.Add(time.Hour)
		raw := fmt.Sprintf("From: %s\nTo: nomic@lists.example.org\nMessage-ID: <%d@example.org>\nSubject: %s\n\n%s\n", x[0], i, x[1], x[2])
		if _, err := m.Receive(Mail{Raw: []byte(raw), At: at}); err != nil {
			t.Fatal(err)
		}
	}
	act("announce", "The server moves.")
	if g, _ := m.Game("pond"); g.Proposal(1001) == nil {
		t.Error("the officer's distribution did not distribute")
	}
	if err := m.Tick(at.Add(20 * 24 * time.Hour)); err != nil {
		t.Fatal(err)
	}
	if g, _ := m.Game("pond"); g.Proposal(1001) == nil || g.Proposal(1001).Ended.IsZero() {
		t.Error("the vote was not counted")
	}
	held, sent := outboxOf(t, book)
	if len(sent) == 0 || slices.ContainsFunc(sent, func(to string) bool { return to != "org@example.org" }) {
		t.Errorf("letters would go to %v", sent)
	}
	if held < 10 {
		t.Errorf("only %d letters were kept back", held)
	}
}

// outboxOf gives the recipients of what waits to be sent, and how many letters were
// kept back.
func outboxOf(t *testing.T, book *store.Store) (held int, sent []string) {
	t.Helper()
	waiting, err := book.Outbox(time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC), 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range waiting {
		sent = append(sent, l.To...)
	}
	for l, err := range book.Letters("pond") {
		if err != nil {
			t.Fatal(err)
		}
		if l.Status == record.Dropped && strings.Contains(l.Why, FollowedOnly) {
			held++
		}
	}
	return held, sent
}
