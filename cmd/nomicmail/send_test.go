package main

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/mailer"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

// withLetter is an outbox with one letter to two addresses.
func withLetter(t *testing.T) (*store.Store, *outgoing) {
	t.Helper()
	book := store.Memory()
	t.Cleanup(func() { book.Close() })
	raw := []byte("Subject: ballot\r\n\r\n301\r\n")
	err := book.Commit(record.Commit{
		Letters: []record.Letter{{ID: "<1@nomic.example.org>", Kind: "ballot", To: []string{"ada@example.org", "bob@example.org"},
			From: "nomic@example.org", Subject: "ballot", Raw: record.HashOf(raw), Status: record.Waiting, Made: noon}},
		Bodies: map[record.Hash][]byte{record.HashOf(raw): raw},
	})
	if err != nil {
		t.Fatal(err)
	}
	return book, &outgoing{book: book, log: slog.New(slog.DiscardHandler)}
}

func recipient(to string, f mailer.Fate) mailer.Recipient {
	return mailer.Recipient{To: to, Fate: f, Code: 450, Enhanced: "4.2.1", Text: "later"}
}

// TestOutboxKeepsWhatIsLeft sends a letter to two, of whom one has it at first.
func TestOutboxKeepsWhatIsLeft(t *testing.T) {
	book, o := withLetter(t)
	due, err := o.Due(noon)
	if err != nil || len(due) != 1 || len(due[0].To) != 2 || !due[0].Since.Equal(noon) {
		t.Fatalf("due: %+v, %v", due, err)
	}
	next := noon.Add(time.Minute)
	mark := func(a mailer.Attempt) record.Letter {
		t.Helper()
		if err := o.Mark(due[0].ID, a); err != nil {
			t.Fatal(err)
		}
		l, _, err := book.Letter(due[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	l := mark(mailer.Attempt{At: noon, Next: next, Recipients: []mailer.Recipient{recipient("ada@example.org", mailer.Accepted), recipient("bob@example.org", mailer.Temporary)}})
	if l.Status != record.Waiting || !l.Next.Equal(next) || l.Tries != 1 || l.Why != "bob@example.org: 450 4.2.1 later" {
		t.Errorf("after the first attempt: %+v", l)
	}
	if early, _ := o.Due(noon); len(early) != 0 {
		t.Error("it is due before its time")
	}
	again, err := o.Due(next)
	if err != nil || len(again) != 1 || strings.Join(again[0].To, " ") != "bob@example.org" || again[0].Tries != 1 {
		t.Fatalf("the second time: %+v, %v", again, err)
	}
	l = mark(mailer.Attempt{At: next, Recipients: []mailer.Recipient{recipient("bob@example.org", mailer.Accepted)}})
	if l.Status != record.Sent || l.Why != "" {
		t.Errorf("at the end: %+v", l)
	}
	if left, _ := book.Waiting(); len(left) != 0 {
		t.Errorf("the outbox holds %+v", left)
	}
}

func TestLetterStatuses(t *testing.T) {
	next := noon.Add(time.Minute)
	for _, c := range []struct {
		fate mailer.Fate
		next time.Time
		want string
	}{
		{mailer.Accepted, time.Time{}, record.Sent},
		{mailer.Temporary, next, record.Waiting},
		{mailer.Temporary, time.Time{}, record.Failed},
		{mailer.Permanent, time.Time{}, record.Failed},
		{mailer.Doubtful, next, record.Doubtful},
		{mailer.Doubtful, time.Time{}, record.Doubtful},
	} {
		a := mailer.Attempt{Next: c.next, Recipients: []mailer.Recipient{recipient("ada@example.org", c.fate)}}
		if got := statusOf(a); got != c.want {
			t.Errorf("%v, next %v: %s instead of %s", c.fate, c.next, got, c.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	book := store.Memory()
	defer book.Close()
	p := places{book}
	if at, err := p.Place("INBOX"); err != nil || at != (mailer.Place{}) {
		t.Errorf("a folder that was never read: %v, %v", at, err)
	}
	want := mailer.Place{UIDValidity: 7, UID: 42}
	if err := p.SetPlace("INBOX", want); err != nil {
		t.Fatal(err)
	}
	if at, err := p.Place("INBOX"); err != nil || at != want {
		t.Errorf("%v, %v", at, err)
	}
	if at, _ := p.Place("Other"); at != (mailer.Place{}) {
		t.Errorf("another folder: %v", at)
	}
}
