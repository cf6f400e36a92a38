package mailer

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"nomicmail/internal/mailer/postoffice"
)

// TestRecall reads mails, asks for the later ones again, and gets them in their
// order, once more each.
func TestRecall(t *testing.T) {
	p, err := postoffice.Open(postoffice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	if err := p.AddUser("nomic", "pw"); err != nil {
		t.Fatal(err)
	}
	start := time.Date(2026, 1, 5, 22, 0, 0, 0, time.UTC)
	for i := range 6 {
		raw := fmt.Sprintf("Subject: %d\r\n\r\nhello\r\n", i)
		if err := p.Deliver([]byte(raw), "nomic@example.org", start.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	account := Account{Address: p.IMAPS(), TLS: "tls", User: "nomic", Secret: says("pw"), CA: p.CA(), Silence: 10 * time.Second}
	read := func(n int) (at []time.Time) {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		Watch(ctx, InboxOptions{Account: account, Done: "Nomic/Done", CaughtUp: func(time.Time) { cancel() }}, func(_ context.Context, m Mail) error {
			at = append(at, m.At.UTC())
			return nil
		})
		if len(at) != n {
			t.Fatalf("%d mails came, not %d: %v", len(at), n, at)
		}
		return at
	}
	all := read(6)
	for range 2 {
		n, err := Recall(t.Context(), account, []string{"Nomic/Done", "No/Such/Folder", ""}, "", start.Add(3*time.Hour))
		if err != nil || n != 3 {
			t.Fatalf("%d mails moved: %v", n, err)
		}
		if again := read(3); !slices.Equal(again, all[3:]) {
			t.Errorf("again came %v, and first %v", again, all)
		}
	}
	if n, err := Recall(t.Context(), account, []string{"INBOX"}, "INBOX", start); err != nil || n != 0 {
		t.Errorf("from a folder into itself: %d, %v", n, err)
	}
}
