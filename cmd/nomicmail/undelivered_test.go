package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/mailer"
	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

// handClock stands where a test puts it.
type handClock struct{ at time.Time }

func (c *handClock) Now() time.Time                       { return c.at }
func (c *handClock) After(time.Duration) <-chan time.Time { return nil }

// lettersIn files a letter for each kind and status, ended an hour ago.
func lettersIn(t *testing.T, book *store.Store, game string, kinds ...string) {
	t.Helper()
	raw := []byte("Subject: x\r\n\r\n")
	for i, k := range kinds {
		kind, status, _ := strings.Cut(k, " ")
		l := record.Letter{ID: fmt.Sprintf("<%s.%d.%s@nomic.example.org>", game, i, kind), Game: game, Kind: kind, Subject: kind, Raw: record.HashOf(raw),
			To: []string{"ada@example.org"}, Status: status, Made: noon, Why: "550 no", Ended: noon.Add(-30 * time.Minute)}
		if status == record.Doubtful {
			l.Ends = []record.End{{To: "ada@example.org", Status: record.Doubtful}}
		}
		c := record.Commit{Letters: []record.Letter{l}, Bodies: map[record.Hash][]byte{l.Raw: raw}}
		if err := book.Commit(c); err != nil {
			t.Fatal(err)
		}
	}
}

func watchOver(book *store.Store, clock *handClock) (*undelivered, *[]string) {
	told := &[]string{}
	return &undelivered{
		book: book, clock: clock, log: slog.New(slog.DiscardHandler), wake: make(chan struct{}, 1),
		found: func(context.Context, []string) ([]string, error) { return nil, nil },
		tell: func(game string, lines []string, _ time.Time) error {
			*told = append(*told, game+"\n"+strings.Join(lines, "\n"))
			return nil
		},
	}, told
}

// TestOrganisersAreToldOnceADay of all letters that did not get through, but not
// of letters about letters.
func TestOrganisersAreToldOnceADay(t *testing.T) {
	book := store.Memory()
	defer book.Close()
	lettersIn(t, book, "tea", "ballot failed", "result doubtful", "receipt waiting", "undelivered failed", "unreachable failed", "stranger failed")
	lettersIn(t, book, "", "stranger failed")
	clock := &handClock{noon}
	u, told := watchOver(book, clock)
	round := func(want int) time.Duration {
		t.Helper()
		wait, err := u.round(t.Context())
		if err != nil || len(*told) != want {
			t.Fatalf("told %d times, want %d: %q, %v", len(*told), want, *told, err)
		}
		return wait
	}
	round(1)
	if got, want := (*told)[0], "tea\nfailed: \"ballot\", ada@example.org: 550 no\ndoubtful: \"result\", ada@example.org: 550 no"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
	if err := book.Mark("<tea.2.receipt@nomic.example.org>", func(l *record.Letter) { l.Status, l.Ended = record.Failed, noon.Add(time.Minute) }); err != nil {
		t.Fatal(err)
	}
	clock.at = noon.Add(10 * time.Hour)
	if wait := round(1); wait != 14*time.Hour {
		t.Errorf("the next letter may come in %v, want 14h", wait)
	}
	clock.at = noon.Add(24 * time.Hour)
	round(2)
	if got := (*told)[1]; got != "tea\nfailed: \"receipt\", ada@example.org: 550 no" {
		t.Errorf("told %q", got)
	}
	clock.at = noon.Add(72 * time.Hour)
	round(2)
}

// TestDoubtIsSettled: the server has a copy of what it was sent, or the reader
// has answered; until two minutes have passed nobody is told.
func TestDoubtIsSettled(t *testing.T) {
	book := store.Memory()
	defer book.Close()
	lettersIn(t, book, "tea", "ballot doubtful", "result doubtful", "passed doubtful")
	clock := &handClock{noon.Add(-29 * time.Minute)}
	u, told := watchOver(book, clock)
	u.found = func(_ context.Context, ids []string) ([]string, error) {
		if len(ids) != 3 {
			t.Errorf("looked for %q", ids)
		}
		return ids[:1], errors.New("and then the connection broke")
	}
	if wait, err := u.round(t.Context()); err != nil || wait > doubtLeast || len(*told) != 0 {
		t.Fatalf("told %q, wait %v, %v", *told, wait, err)
	}
	raw := []byte("From: ada@example.org\r\nIn-Reply-To: <tea.1.result@nomic.example.org>\r\n\r\nfine\r\n")
	if err := u.answers(raw, "mallory@example.net"); err != nil {
		t.Fatal(err)
	}
	if got := statuses(t, book); got != "sent doubtful doubtful" {
		t.Errorf("they are %s", got)
	}
	if err := u.answers(raw, "ada@example.org"); err != nil {
		t.Fatal(err)
	}
	if got := statuses(t, book); got != "sent sent doubtful" {
		t.Errorf("they are %s", got)
	}
	clock.at = noon.Add(2 * time.Hour)
	u.found = func(_ context.Context, ids []string) ([]string, error) {
		t.Errorf("looked again for %q", ids)
		return nil, nil
	}
	if _, err := u.round(t.Context()); err != nil || len(*told) != 1 || !strings.Contains((*told)[0], "passed") {
		t.Errorf("told %q, %v", *told, err)
	}
}

// countedBook counts how often all waiting letters are read.
type countedBook struct {
	*store.Store
	looks int
}

func (b *countedBook) Waiting() ([]record.Letter, error) {
	b.looks++
	return b.Store.Waiting()
}

// TestMailsDoNotReadTheOutbox: each mail may answer a letter in doubt, and with
// ten thousand of both nobody must look at each letter for each mail.
func TestMailsDoNotReadTheOutbox(t *testing.T) {
	book := &countedBook{Store: store.Memory()}
	defer book.Close()
	lettersIn(t, book.Store, "tea", "ballot waiting", "result waiting")
	u, _ := watchOver(book.Store, &handClock{noon})
	u.book = book
	mails := func() {
		t.Helper()
		for i := range 100 {
			raw := fmt.Sprintf("From: ada@example.org\r\nIn-Reply-To: <tea.%d.ballot@nomic.example.org>\r\n\r\nfine\r\n", i)
			if err := u.answers([]byte(raw), "ada@example.org"); err != nil {
				t.Fatal(err)
			}
		}
	}
	mails()
	if got := statuses(t, book.Store); book.looks != 1 || got != "waiting waiting" {
		t.Errorf("%d looks, and they are %s", book.looks, got)
	}
	if err := book.Mark("<tea.0.ballot@nomic.example.org>", func(l *record.Letter) {
		l.Status, l.Ends = record.Doubtful, []record.End{{To: "ada@example.org", Status: record.Doubtful}}
	}); err != nil {
		t.Fatal(err)
	}
	u.stirred()
	mails()
	if got := statuses(t, book.Store); book.looks != 2 || got != "sent waiting" {
		t.Errorf("%d looks, and they are %s", book.looks, got)
	}
}

func statuses(t *testing.T, book *store.Store) string {
	t.Helper()
	var list []string
	for l, err := range book.Letters("tea") {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, l.Status)
	}
	return strings.Join(list, " ")
}

// TestReturnedLetter goes on to another address, or fails where there is none.
func TestReturnedLetter(t *testing.T) {
	for _, c := range []struct{ instead, status, to string }{
		{"", record.Failed, "ada@example.org"}, {"ada@example.net", record.Waiting, "ada@example.net"},
	} {
		l := record.Letter{To: []string{"ada@example.org"}, Status: record.Sent, Ends: []record.End{{To: "ada@example.org", Status: record.Sent}}}
		r := moderator.Returned{Address: "ADA@example.org", Why: "550 gone", Instead: c.instead}
		for range 2 { // some servers say it twice
			returned(&l, r, noon)
		}
		if l.Status != c.status || !slices.Equal(l.To, []string{c.to}) || len(l.Ends) != 1 || !strings.Contains(l.Ends[0].Why, "gone") {
			t.Errorf("instead %q: %+v", c.instead, l)
		}
	}
}

var _ mailer.Clock = (*handClock)(nil)
