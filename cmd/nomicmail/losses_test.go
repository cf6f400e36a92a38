package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nomicmail/internal/mailer"
	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

// TestClockThatStands: a deadline that passes and is still there is tried again a
// minute later, and not without end.
func TestClockThatStands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log lockedBuffer
		c := newClock(slog.New(slog.NewTextHandler(&log, nil)))
		due, ticks := time.Now().Add(-time.Hour), make(chan bool, 10*mostTicks)
		c.next, c.look = func() time.Time { return due }, func() {}
		c.tick = func(time.Time) error { ticks <- true; return nil }
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- c.run(ctx) }()
		c.caughtUp(time.Now())
		for n := 1; n <= 2; n++ {
			synctest.Wait()
			if got := len(ticks); got != n*mostTicks || strings.Count(log.String(), "does not pass") != n {
				t.Errorf("it was let pass %d times, want %d\n%s", got, n*mostTicks, &log)
			}
			time.Sleep(retryTick)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// textless is a record that has lost the text of a letter.
type textless struct {
	*store.Store
	lost record.Hash
}

func (b textless) Body(h record.Hash) ([]byte, bool, error) {
	if h == b.lost {
		return nil, false, nil
	}
	return b.Store.Body(h)
}

// TestLetterWithoutText fails, and those behind it go out.
func TestLetterWithoutText(t *testing.T) {
	book, o := withLetter(t)
	first, err := o.Due(noon)
	if err != nil || len(first) != 1 {
		t.Fatal(first, err)
	}
	raw := []byte("Subject: the next\r\n\r\nHello\r\n")
	next := record.Letter{ID: "<2@nomic.example.org>", To: []string{"ada@example.org"}, Raw: record.HashOf(raw), Status: record.Waiting, Made: noon}
	if err := book.Commit(record.Commit{Letters: []record.Letter{next}, Bodies: map[record.Hash][]byte{next.Raw: raw}}); err != nil {
		t.Fatal(err)
	}
	o.book = textless{book, record.HashOf(first[0].Raw)}
	due, err := o.Due(noon)
	if err != nil || len(due) != 1 || due[0].ID != next.ID || !bytes.Equal(due[0].Raw, raw) {
		t.Errorf("due are %+v, %v", due, err)
	}
	if l, _, err := book.Letter(first[0].ID); err != nil || l.Status != record.Failed || l.Why == "" {
		t.Errorf("the letter is %+v, %v", l, err)
	}
}

// TestBounceIsFollowedLater: a daemon dies after it has written down a bounce and
// before it has marked the letter; when the mail comes again, it does that.
func TestBounceIsFollowedLater(t *testing.T) {
	g := newKillGame(t, "", 0)
	g.begin()
	g.rise()
	for i := range 2 {
		g.deliver(i)
		g.settle()
	}
	raw := []byte(killBounce(g, "bob@example.org"))
	id := g.letterTo("bob@example.org", "302")
	at, where := g.clock.Now(), "INBOX/1/99"
	o, err := g.daemon.mod.Receive(moderator.Mail{Raw: raw, At: at, Where: where})
	g.must(err)
	if o.Returned == nil {
		t.Fatalf("the bounce is %+v", o)
	}
	g.must(g.daemon.deliver(t.Context(), mailer.Mail{Raw: raw, At: at, Where: where}))
	l, _, err := g.book.Letter(id)
	g.must(err)
	if !slices.Equal(l.To, []string{"bob@example.net"}) || len(l.Ends) == 0 || !strings.Contains(l.Ends[0].Why, "came back") {
		t.Errorf("the letter is %+v", l)
	}
	g.stop()
	g.must(<-g.ended)
	g.must(g.book.Close())
}

// TestFaultyMails are kept where the organiser finds them, with what was wrong,
// and their words do not count, though they may look whole.
func TestFaultyMails(t *testing.T) {
	g := newKillGame(t, "", 0)
	g.begin()
	g.rise()
	for name, c := range map[string]struct {
		mail mailer.Mail
		why  string
	}{
		"unfetchable": {mailer.Mail{Unfetchable: true, Truncated: true}, "the mail server could not give it"},
		"too large":   {mailer.Mail{TooLarge: true, Truncated: true}, "it is too large to be read"},
		"truncated":   {mailer.Mail{Truncated: true}, "only a part of it came"},
	} {
		c.mail.Raw = []byte("From: ada@example.org\r\nTo: nomic+tea@example.org\r\nMessage-ID: <" + name + "@example.org>\r\n\r\nrepeal 206\r\n")
		c.mail.At, c.mail.Where = g.clock.Now(), "INBOX/1/99"
		if err := g.daemon.deliver(t.Context(), c.mail); !errors.Is(err, mailer.ErrAside) {
			t.Errorf("%s: %v", name, err)
		}
		in, ok, err := g.book.Input(record.HashOf(c.mail.Raw))
		if err != nil || !ok || in.Outcome != "set aside: "+c.why {
			t.Errorf("%s: %q, %v", name, in.Outcome, err)
		}
	}
	game, err := g.daemon.mod.Game("tea")
	g.must(err)
	if len(game.Proposals) > 0 {
		t.Errorf("%d proposals", len(game.Proposals))
	}
	g.stop()
	g.must(<-g.ended)
	g.must(g.book.Close())
}

// line hands on each line that is written to it.
type line chan string

func (l line) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

// TestWatchdogWithoutRecord: systemd hears nothing from a daemon whose record cannot
// be read, and starts it anew.
func TestWatchdogWithoutRecord(t *testing.T) {
	d := atDesk(t)
	d.must(d.office.close())
	t.Setenv("WATCHDOG_USEC", "1000")
	t.Setenv("WATCHDOG_PID", strconv.Itoa(os.Getpid()))
	said := make(line)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	watched := &daemon{office: d.office, mod: d.mod, log: slog.New(slog.NewTextHandler(said, nil))}
	go func() { ended <- watched.watch(ctx) }()
	for range 3 {
		if text := <-said; !strings.Contains(text, "the record cannot be read") {
			t.Errorf("the log says %s", text)
		}
	}
	cancel()
	for over := false; !over; {
		select {
		case <-said:
		case err := <-ended:
			d.must(err)
			over = true
		}
	}
	d.told.SetReadDeadline(time.Now().Add(time.Millisecond))
	if n, _, err := d.told.ReadFrom(make([]byte, 100)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("systemd heard %d bytes (%v)", n, err)
	}
}
