package mailer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
)

var noon = time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC)

// TestOrderAndMove: mails come in order of INTERNALDATE, whatever their UIDs,
// and then lie in the Done folder; a mail that comes later is noticed.
func TestOrderAndMove(t *testing.T) {
	everywhere(t, func(t *testing.T, h *house) {
		user, pw := h.user(t)
		hand := h.open(t, h.reading(user, pw), "INBOX")
		put(t, hand, "INBOX", "third", noon.Add(time.Hour), 10)
		put(t, hand, "INBOX", "first", noon.Add(-time.Hour), 10)
		put(t, hand, "INBOX", "second", noon, 10)
		w := watch(t, InboxOptions{Account: h.reading(user, pw), Done: "Done", Poll: 20 * time.Second}, nil)
		got := w.expect("first", "second", "third")
		if !got[1].At.Equal(noon) {
			t.Errorf("INTERNALDATE is %v, want %v", got[1].At, noon)
		}
		if want := fmt.Sprintf("INBOX/%d/3", hand.box.UIDValidity); got[1].Where != want || got[1].UID != 3 {
			t.Errorf("Where %q UID %d, want %q and 3", got[1].Where, got[1].UID, want)
		}
		w.calmed()
		put(t, hand, "INBOX", "fourth", noon, 10)
		w.expect("fourth")
		w.calmed()
		if n := left(t, hand, "INBOX"); n != 0 {
			t.Errorf("%d mails left in INBOX", n)
		}
		if n := left(t, hand, "Done"); n != 4 {
			t.Errorf("%d mails in Done, want 4", n)
		}
	})
}

// left counts the messages of a folder that are not marked as deleted.
func left(t *testing.T, s *session, folder string) int {
	t.Helper()
	if err := s.open(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	uids, err := s.search(t.Context(), &imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagDeleted}})
	if err != nil {
		t.Fatal(err)
	}
	return len(uids)
}

// TestDeliverFails: a mail that cannot be delivered stays, the ones behind it
// wait, deadlines wait, and all come in order when it is well again.
func TestDeliverFails(t *testing.T) {
	everywhere(t, func(t *testing.T, h *house) {
		user, pw := h.user(t)
		hand := h.open(t, h.reading(user, pw), "INBOX")
		for i, s := range []string{"one", "two", "three"} {
			put(t, hand, "INBOX", s, noon.Add(time.Duration(i)*time.Hour), 10)
		}
		broken := errors.New("disk full")
		var well atomic.Bool
		o := InboxOptions{Account: h.reading(user, pw), Done: "Done", CaughtUp: func(time.Time) {
			if !well.Load() {
				t.Error("caught up while a mail could not be delivered")
			}
		}}
		w := watch(t, o, map[string]error{"two": broken})
		w.expect("one", "two", "two", "two")
		if err := w.inbox.State().Err; !errors.Is(err, broken) {
			t.Errorf("State.Err is %v, want %v", err, broken)
		}
		well.Store(true)
		w.takeAll()
		for subject(w.next().Raw) == "two" { // those refused before the change
		}
		w.calmed()
		if n := left(t, hand, "Done"); n != 3 {
			t.Errorf("%d mails in Done, want 3", n)
		}
	})
}

// TestKeyword: without a Done folder mails stay and are marked; another Watch
// that remembers nothing leaves them alone.
func TestKeyword(t *testing.T) {
	everywhere(t, func(t *testing.T, h *house) {
		user, pw := h.user(t)
		hand := h.open(t, h.reading(user, pw), "INBOX")
		put(t, hand, "INBOX", "one", noon, 10)
		put(t, hand, "INBOX", "two", noon, 10)
		o := InboxOptions{Account: h.reading(user, pw)}
		w := watch(t, o, nil)
		w.expect("one", "two")
		w.calmed()
		w.stop()
		if err := hand.open(t.Context(), "INBOX"); err != nil {
			t.Fatal(err)
		}
		seen, err := hand.search(t.Context(), &imap.SearchCriteria{Flag: []imap.Flag{imap.FlagSeen, "NomicmailDone"}})
		if err != nil || len(seen) != 2 {
			t.Errorf("%d mails are marked (%v), want 2", len(seen), err)
		}
		put(t, hand, "INBOX", "three", noon.Add(-time.Hour), 10)
		w = watch(t, o, nil)
		w.expect("three")
		w.calmed()
	})
}

// TestAside: the receiver may ask for the Aside folder.
func TestAside(t *testing.T) {
	everywhere(t, func(t *testing.T, h *house) {
		user, pw := h.user(t)
		hand := h.open(t, h.reading(user, pw), "INBOX")
		put(t, hand, "INBOX", "odd", noon, 10)
		put(t, hand, "INBOX", "even", noon, 10)
		w := watch(t, InboxOptions{Account: h.reading(user, pw), Done: "Done", Aside: "Look at this"},
			map[string]error{"odd": fmt.Errorf("not for us: %w", ErrAside)})
		w.expect("odd", "even")
		w.calmed()
		if n := left(t, hand, "Look at this"); n != 1 {
			t.Errorf("%d mails set aside, want 1", n)
		}
		if n := left(t, hand, "Done"); n != 1 {
			t.Errorf("%d mails done, want 1", n)
		}
	})
}

// TestPlace: where there are no marks to go by, the place in the folder is
// remembered; when UIDVALIDITY changes, it is worth nothing and all comes again.
func TestPlace(t *testing.T) {
	everywhere(t, func(t *testing.T, h *house) {
		user, pw := h.user(t)
		hand := h.open(t, h.reading(user, pw), "INBOX")
		if err := hand.create(t.Context(), "Game"); err != nil {
			t.Fatal(err)
		}
		put(t, hand, "Game", "one", noon, 10)
		put(t, hand, "Game", "two", noon, 10)
		places := memory{}
		o := InboxOptions{Account: h.reading(user, pw), Folder: "Game", Keyword: "\\Flagged", Places: places}
		w := watch(t, o, nil)
		w.expect("one", "two")
		w.calmed()
		w.stop()
		if places["Game"].UID != 2 || places["Game"].UIDValidity == 0 {
			t.Errorf("the place is %v", places["Game"])
		}
		renew(t, hand, "Game")
		put(t, hand, "Game", "anew", noon, 10)
		w = watch(t, o, nil)
		w.expect("anew")
		w.calmed()
		if places["Game"].UID != 1 {
			t.Errorf("the place is %v", places["Game"])
		}
	})
}

func renew(t *testing.T, s *session, folder string) {
	t.Helper()
	if err := s.do(t.Context(), time.Minute, func() error { return s.c.Delete(folder).Wait() }); err != nil {
		t.Fatal(err)
	}
	if err := s.create(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
}

// TestTooLarge: of a mail above the limit only the beginning is fetched.
func TestTooLarge(t *testing.T) {
	everywhere(t, func(t *testing.T, h *house) {
		user, pw := h.user(t)
		hand := h.open(t, h.reading(user, pw), "INBOX")
		put(t, hand, "INBOX", "whale", noon, 20_000)
		put(t, hand, "INBOX", "shrimp", noon, 10)
		w := watch(t, InboxOptions{Account: h.reading(user, pw), Done: "Done", MaxSize: 5000}, nil)
		got := w.expect("whale", "shrimp")
		if m := got[0]; !m.TooLarge || !m.Truncated || m.Unfetchable || len(m.Raw) != 5000 {
			t.Errorf("whale: TooLarge %v Truncated %v Unfetchable %v, %d octets", m.TooLarge, m.Truncated, m.Unfetchable, len(m.Raw))
		}
		if m := got[1]; m.TooLarge || m.Truncated {
			t.Errorf("shrimp is too large: %+v", m)
		}
		w.calmed()
	})
}

// TestHangup: a lost connection is taken up again, and mail that came meanwhile
// is read.
func TestHangup(t *testing.T) {
	everywhere(t, func(t *testing.T, h *house) {
		user, pw := h.user(t)
		o := InboxOptions{Account: h.reading(user, pw), Done: "Done", Poll: 5 * time.Second}
		w := watch(t, o, nil)
		receive(t, w.calm)
		h.hangup(t, user)
		receive(t, w.calm) // only a new connection looks again by itself
		put(t, h.open(t, h.reading(user, pw), "INBOX"), "INBOX", "after", noon, 10)
		w.expect("after")
		w.calmed()
	})
}

// TestManyMails: more mails than the library buffers answers.
func TestManyMails(t *testing.T) {
	everywhere(t, func(t *testing.T, h *house) {
		user, pw := h.user(t)
		hand := h.open(t, h.reading(user, pw), "INBOX")
		const n = 3*chunk + 1
		var want []string
		for i := range n {
			put(t, hand, "INBOX", fmt.Sprint(i), noon.Add(time.Duration(i)*time.Second), 10)
			want = append(want, fmt.Sprint(i))
		}
		w := watch(t, InboxOptions{Account: h.reading(user, pw), Done: "Done"}, nil)
		w.expect(want...)
		w.calmed()
		if n := left(t, hand, "INBOX"); n != 0 {
			t.Errorf("%d mails left", n)
		}
	})
}

// TestLogins: every way of encrypting with every way of logging in, for reading
// and for sending.
func TestLogins(t *testing.T) {
	everywhere(t, func(t *testing.T, h *house) {
		user, pw := h.user(t)
		token := h.token(t, user)
		for _, auth := range []string{"password", "xoauth2", "oauthbearer"} {
			for _, tls := range []string{"tls", "starttls"} {
				secret := map[bool]string{true: pw, false: token}[auth == "password"]
				in := Account{Address: h.imaps, TLS: tls, User: user, Secret: says(secret), Auth: auth, CA: h.ca}
				out := in
				out.Address = h.smtps
				if tls == "starttls" {
					in.Address, out.Address = h.imap, h.smtp
				}
				if s, err := login(t.Context(), in, func(string) {}); err != nil {
					t.Errorf("read with %s and %s: %v", tls, auth, err)
				} else {
					s.quit(t.Context())
				}
				if c, err := out.submit(t.Context()); err != nil {
					t.Errorf("send with %s and %s: %v", tls, auth, err)
				} else {
					c.quit()
				}
				in.Secret, out.Secret = says("wrong"), says("wrong")
				var refused *LoginError
				if _, err := login(t.Context(), in, func(string) {}); !errors.As(err, &refused) {
					t.Errorf("read with a wrong secret: %v", err)
				}
				if _, err := out.submit(t.Context()); !errors.As(err, &refused) {
					t.Errorf("send with a wrong secret: %v", err)
				}
			}
		}
	})
}

// TestInOrder: a mail without a date stays behind the one that came before it.
func TestInOrder(t *testing.T) {
	list := inOrder([]entry{{uid: 4}, {uid: 1, at: noon}, {uid: 3, at: noon.Add(time.Hour)}, {uid: 2}, {uid: 5, at: noon}})
	var uids []imap.UID
	for _, e := range list {
		uids = append(uids, e.uid)
	}
	if want := []imap.UID{1, 2, 5, 3, 4}; !slices.Equal(uids, want) {
		t.Errorf("order %v, want %v", uids, want)
	}
}

// TestProgress: the place never passes a mail that is not done.
func TestProgress(t *testing.T) {
	p := progress{uids: []imap.UID{3, 4, 7}, done: map[imap.UID]bool{}, last: 2}
	var got []string
	for _, u := range []imap.UID{7, 3, 4} {
		p.finish(u)
		got = append(got, fmt.Sprint(p.last))
	}
	if s := strings.Join(got, " "); s != "2 3 7" {
		t.Errorf("places %s, want 2 3 7", s)
	}
}

// TestSearchIsFresh: what came before a search is found by it. CaughtUp rests on
// that, and servers need not tell a session of new mail before a NOOP.
func TestSearchIsFresh(t *testing.T) {
	everywhere(t, func(t *testing.T, h *house) {
		user, pw := h.user(t)
		hand := h.open(t, h.reading(user, pw), "INBOX")
		s := h.open(t, h.reading(user, pw), "INBOX")
		for i := range 20 {
			put(t, hand, "INBOX", "new", noon, 10)
			found, err := s.since(t.Context(), imap.UID(i))
			if err != nil || len(found) != 1 {
				t.Fatalf("mail %d: found %v (%v)", i+1, found, err)
			}
		}
	})
}
