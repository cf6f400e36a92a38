package mailer

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"nomicmail/internal/mailer/postoffice"
)

// TestOldMailbox: a mailbox of many old mails that were read before costs one
// search, and a new mail in it comes as fast as ever; if it was never read, all
// of it is read, in bounded memory. Bodies are fetched one by one: all 50,000
// take a minute, which is why the test reads fewer.
func TestOldMailbox(t *testing.T) {
	const old, unread = 50_000, 2_000
	p, err := postoffice.Open(postoffice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.AddUser("game", "pw"); err != nil {
		t.Fatal(err)
	}
	put := func(n int, subject string) {
		raw := fmt.Sprintf("From: ada@example.org\r\nSubject: %s\r\n\r\nhello\r\n", subject)
		if err := p.Deliver([]byte(raw), "game@example.org", noon.Add(time.Duration(n)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	for n := range old {
		put(n, "old")
	}
	o := InboxOptions{Account: Account{Address: p.IMAP(), TLS: "none", User: "game", Secret: says("pw"), Silence: patience}, Places: memory{}}
	s, err := login(t.Context(), o.Account, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.open(t.Context(), "INBOX"); err != nil {
		t.Fatal(err)
	}
	validity := s.box.UIDValidity
	s.quit(t.Context())
	o.Places.SetPlace("INBOX", Place{validity, old})
	begun := time.Now()
	w := watch(t, o, nil)
	receive(t, w.calm)
	first := time.Since(begun)
	begun = time.Now()
	put(old, "new")
	w.expect("new")
	arrival := time.Since(begun)
	w.calmed()
	t.Logf("%d old mails: %v to the first look's end, %v from a new mail's arrival to its delivery", old, first, arrival)
	w.stop()

	o.Places.SetPlace("INBOX", Place{validity, old - unread})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	begun = time.Now()
	w = watch(t, o, nil)
	for range unread {
		w.expect("old")
	}
	w.calmed() // the new one is done
	runtime.GC()
	runtime.ReadMemStats(&after)
	t.Logf("%d of them unread: %v", unread, time.Since(begun))
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 32<<20 {
		t.Errorf("the heap has grown by %d MB", grown>>20)
	}
}
