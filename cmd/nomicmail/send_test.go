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
	both := []string{"ada@example.org", "bob@example.org"}
	for _, c := range []struct {
		ada, bob mailer.Fate
		next     time.Time
		want     string
		left     string
	}{
		{mailer.Accepted, mailer.Accepted, time.Time{}, record.Sent, ""},
		{mailer.Accepted, mailer.Temporary, next, record.Waiting, "bob@example.org"},
		{mailer.Temporary, mailer.Doubtful, next, record.Waiting, "ada@example.org"},
		{mailer.Temporary, mailer.Accepted, time.Time{}, record.Failed, ""},
		{mailer.Permanent, mailer.Accepted, time.Time{}, record.Failed, ""},
		{mailer.Permanent, mailer.Temporary, next, record.Waiting, "bob@example.org"},
		{mailer.Doubtful, mailer.Permanent, time.Time{}, record.Doubtful, ""},
	} {
		l := record.Letter{To: both, Status: record.Waiting}
		attempted(&l, mailer.Attempt{At: noon, Next: c.next, Recipients: []mailer.Recipient{recipient(both[0], c.ada), recipient(both[1], c.bob)}})
		if got := strings.Join(l.Left(), " "); l.Status != c.want || got != c.left {
			t.Errorf("%v and %v, next %v: %s with %q left, want %s and %q", c.ada, c.bob, c.next, l.Status, got, c.want, c.left)
		}
		if ended := l.Status == record.Failed || l.Status == record.Doubtful; ended == l.Ended.IsZero() {
			t.Errorf("%s: it ended at %v", l.Status, l.Ended)
		}
	}
}

// TestDroppedUnderWay: what the organiser has given up while it was being sent
// does not wait again.
func TestDroppedUnderWay(t *testing.T) {
	book, o := withLetter(t)
	id := "<1@nomic.example.org>"
	if err := book.Mark(id, func(l *record.Letter) { l.Status = record.Dropped }); err != nil {
		t.Fatal(err)
	}
	later := []mailer.Recipient{recipient("ada@example.org", mailer.Temporary)}
	if err := o.Mark(id, mailer.Attempt{At: noon, Next: noon.Add(time.Minute), Recipients: later}); err != nil {
		t.Fatal(err)
	}
	if l, _, _ := book.Letter(id); l.Status != record.Dropped {
		t.Errorf("it is %s", l.Status)
	}
}

// TestDoubtIsNotSentTwice: a letter of which nobody knows is not due again; the
// organiser may have it sent all the same, and then only to whom it is due.
func TestDoubtIsNotSentTwice(t *testing.T) {
	book, o := withLetter(t)
	id := "<1@nomic.example.org>"
	if err := o.Mark(id, mailer.Attempt{At: noon, Recipients: []mailer.Recipient{
		recipient("ada@example.org", mailer.Accepted), recipient("bob@example.org", mailer.Doubtful)}}); err != nil {
		t.Fatal(err)
	}
	if due, err := o.Due(noon.Add(30 * 24 * time.Hour)); err != nil || len(due) != 0 {
		t.Fatalf("due by itself: %+v, %v", due, err)
	}
	front := &office{book: book, now: func() time.Time { return noon.Add(time.Hour) }}
	l, err := outboxMark{ID: id}.answer(t.Context(), front, silent)
	if err != nil || l.Status != record.Waiting {
		t.Fatalf("retry: %+v, %v", l, err)
	}
	due, err := o.Due(noon.Add(time.Hour))
	if err != nil || len(due) != 1 || strings.Join(due[0].To, " ") != "bob@example.org" || !due[0].Since.Equal(noon.Add(time.Hour)) {
		t.Errorf("after retry: %+v, %v", due, err)
	}
}

// TestRefusedAddress: a letter goes to another address of its reader, and the
// doubt about where it has been stays in it.
func TestRefusedAddress(t *testing.T) {
	book, o := withLetter(t)
	heard := ""
	o.refused = func(l record.Letter, address, why string, _ time.Time) string {
		heard = l.ID + " " + address + " " + why
		return "bob@example.net"
	}
	gone := mailer.Recipient{To: "bob@example.org", Fate: mailer.Permanent, Code: 550, Enhanced: "5.1.1", Text: "no such user"}
	spam := mailer.Recipient{To: "ada@example.org", Fate: mailer.Permanent, Code: 554, Enhanced: "5.7.1", Text: "spam"}
	if err := o.Mark("<1@nomic.example.org>", mailer.Attempt{At: noon, Recipients: []mailer.Recipient{spam, gone}}); err != nil {
		t.Fatal(err)
	}
	if want := "<1@nomic.example.org> bob@example.org 550 5.1.1 no such user"; heard != want {
		t.Errorf("heard %q, want %q", heard, want)
	}
	due, err := o.Due(noon)
	if err != nil || len(due) != 1 || strings.Join(due[0].To, " ") != "bob@example.net" {
		t.Fatalf("due: %+v, %v", due, err)
	}
	if err := o.Mark("<1@nomic.example.org>", mailer.Attempt{At: noon, Recipients: []mailer.Recipient{{To: "bob@example.net", Fate: mailer.Accepted}}}); err != nil {
		t.Fatal(err)
	}
	l, _, _ := book.Letter("<1@nomic.example.org>")
	if want := "ada@example.org (failed), bob@example.org (failed), bob@example.net (sent)"; l.Status != record.Failed || addressed(l) != want {
		t.Errorf("%s: %s, want %s", l.Status, addressed(l), want)
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
