package moderator_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
)

// TestTogether: mails, the clock, the organiser, bounces and readers come at the same
// time, as in the daemon. The race detector looks on; without it, all of it is done.
func TestTogether(t *testing.T) {
	const rounds = 12
	book := store.Memory()
	m := teaGame(t, book)
	inputs := func() (n int) {
		for _, err := range book.Inputs("tea") {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		return n
	}
	before := inputs()
	at := func(i int) time.Time { return time.Date(2026, 1, 5, 12, i, 0, 0, time.UTC) }
	receive := func(i int, from, to, text, fault string) error {
		raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <%d.%s>\r\n\r\n%s\r\n", from, to, i, from, text)
		_, err := m.Receive(moderator.Mail{Raw: []byte(raw), At: at(i), Fault: fault})
		return err
	}
	const tea, mailbox = "nomic+tea@nomic.example.org", "nomic@nomic.example.org"
	var all sync.WaitGroup
	for name, do := range map[string]func(i int) error{
		"votes": func(i int) error {
			return receive(i, "ada@example.org", tea, []string{"301 FOR", "301 AGAINST"}[i%2], "")
		},
		"asks":        func(i int) error { return receive(i, "bob@example.org", mailbox, "status", "") },
		"is stranger": func(i int) error { return receive(i, "eve@example.net", tea, "301 FOR", "") },
		"is too long": func(i int) error {
			return receive(i+rounds, "ada@example.org", mailbox, "301 FOR", "it is too large to be read")
		},
		"lets time pass": func(i int) error {
			m.NextDeadline()
			return m.Tick(at(i))
		},
		"acts": func(i int) error {
			_, err := m.Act(moderator.Act{Game: "tea", By: "org", Verb: "announce", Words: fmt.Sprint("Tea is ready: ", i), At: at(i).Add(time.Second)})
			return err
		},
		"comes back": func(i int) error {
			_, err := m.Refuse("tea", "bob@example.org", "550 no such user", at(i))
			return err
		},
		"reads": func(int) error {
			g, err := m.Game(m.Games()[0])
			if err == nil {
				m.History(g)
				m.Report(g, at(0))
			}
			return err
		},
	} {
		all.Go(func() {
			for i := range rounds {
				if err := do(i); err != nil {
					t.Errorf("who %s, at %d: %v", name, i, err)
				}
			}
		})
	}
	all.Wait()
	if n := inputs() - before; n != 5*rounds { // of four senders and the organiser
		t.Errorf("the record has %d more inputs of the game", n)
	}
}
