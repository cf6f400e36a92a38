package mailer

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// Each test here loses a mail, takes one for another, or gives one up, without the
// guard that its comment names.

// swap puts other mails into the folder, as a server does that has made it anew.
func (o *odd) swap(subjects ...string) {
	o.mu.Lock()
	o.mails = nil
	o.mu.Unlock()
	for _, s := range subjects {
		o.add(s)
	}
}

// renewed answers SELECT with another UIDVALIDITY from the second time on.
func (o *odd) renewed(c *oddConn, tag, line string) bool {
	if !strings.HasPrefix(line, "SELECT") || o.times("select") == 1 {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	c.say("* %d EXISTS\r\n* OK [UIDVALIDITY 8] v\r\n%s OK done", len(o.mails), tag)
	return true
}

// Guard: open forgets, with the UIDVALIDITY, which UIDs are delivered and what was
// learned of odd ones. Here the folder is made anew after a mail was delivered and
// before it could be put away: the mail that has its UID now is another one.
func TestRenewedBeforePutAway(t *testing.T) {
	o := newOdd(t, "old")
	o.twist = func(c *oddConn, tag, line string) bool {
		switch {
		case o.renewed(c, tag, line):
			return true
		case strings.Contains(line, "INTERNALDATE") && o.times("dates") < 4: // nobody knows when the old one came
			c.say("* 1 FETCH (UID 1 FLAGS () RFC822.SIZE 40)\r\n%s OK done", tag)
			return true
		case strings.Contains(line, "UID MOVE") && o.times("move") == 1:
			o.swap("new")
			c.Close()
			return true
		}
		return false
	}
	w := watch(t, o.inbox(), nil)
	got := w.expect("old", "new")
	if !got[0].At.IsZero() || got[1].At.IsZero() || got[1].Where != "INBOX/8/1" {
		t.Errorf("the old mail came at %v, the new one at %v from %s", got[0].At, got[1].At, got[1].Where)
	}
	w.calmed()
}

// Guard: reopen compares the UIDVALIDITY. Here the folder is made anew in the
// middle of a look at it; the UIDs of the look are worth nothing then, and a place
// made of them would pass over mail to come.
func TestRenewedInAPass(t *testing.T) {
	o := newOdd(t, "one", "two", "three")
	o.flag = `\Seen`
	o.twist = func(c *oddConn, tag, line string) bool {
		switch {
		case o.renewed(c, tag, line):
			return true
		case about(line, "BODY.PEEK", 1) && o.times("body") == 1:
			o.swap("a", "b")
			c.say("* 1 FETCH (UID 1 RFC822 {4}\r\nboom)\r\n%s OK done", tag) // the library ends the connection
			return true
		}
		return false
	}
	in := o.inbox()
	in.Done = ""
	w := watch(t, in, nil)
	w.expect("a", "b")
	w.calmed()
	o.add("c")
	w.expect("c")
	w.calmed()
}

// Guard: mail looks whether a message is still there before it calls it
// unfetchable. Somebody takes a mail out of the folder while we read it.
func TestGoneMeanwhile(t *testing.T) {
	o := newOdd(t, "one", "two", "three")
	o.twist = func(c *oddConn, tag, line string) bool {
		if !about(line, "BODY.PEEK", 2) {
			return false
		}
		o.mu.Lock()
		o.mails[1].gone = true
		o.mu.Unlock()
		c.say("%s OK done", tag)
		return true
	}
	w := watch(t, o.inbox(), nil)
	w.expect("one", "three")
	w.calmed()
}

// Guard: readBody compares the UID, and body asks again whose number it was. A
// server answers with another message, or numbers them anew meanwhile.
func TestAnotherMessage(t *testing.T) {
	for name, answer := range map[string]func(o *odd, c *oddConn, two string){
		"with another UID": func(_ *odd, c *oddConn, two string) {
			c.say("* 2 FETCH (UID 3 BODY[] {%d}\r\n%s)", len(two), two)
		},
		"under a number that has moved": func(o *odd, c *oddConn, two string) {
			o.mu.Lock()
			o.mails[0].gone = true
			o.mu.Unlock()
			c.say("* 2 FETCH (BODY[] {%d}\r\n%s)", len(two), two)
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOdd(t, "zero", "one", "two")
			two := o.mails[2].body
			o.twist = func(c *oddConn, tag, line string) bool {
				switch {
				case about(line, "BODY.PEEK", 2): // the library drops what comes without the UID
				case strings.HasPrefix(line, "FETCH 2 ") && strings.Contains(line, "BODY.PEEK"):
					answer(o, c, two)
				default:
					return false
				}
				c.say("%s OK done", tag)
				return true
			}
			w := watch(t, o.inbox(), nil)
			w.expect("zero")
			if m := w.next(); !m.Unfetchable || m.UID != 2 {
				t.Errorf("the second mail is %q, unfetchable %v, UID %d", m.Raw, m.Unfetchable, m.UID)
			}
			w.expect("two")
			w.calmed()
		})
	}
}

// Guard: lossMost. A server that is started anew a few times while we read a mail
// is no reason to give that mail up.
func TestServerRestartsInOneMail(t *testing.T) {
	o := newOdd(t, "one", "two")
	o.twist = func(c *oddConn, _, line string) bool {
		if !strings.Contains(line, "BODY.PEEK") || o.times("cut") >= lossMost {
			return false
		}
		c.say("* 1 FETCH (UID 1 BODY[] {100}\r\nSubject: one\r\n\r\nhal")
		c.Close()
		return true
	}
	w := watch(t, o.inbox(), nil)
	for _, m := range w.expect("one", "two") {
		if m.Unfetchable || m.Truncated {
			t.Errorf("%q: unfetchable %v, truncated %v", m.Raw, m.Unfetchable, m.Truncated)
		}
	}
	w.calmed()
}

// Guard: upgrade looks for what was said before the encryption: it would be taken
// for the server's word (RFC 9051 §11.1).
func TestIMAPInClear(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	var served sync.WaitGroup
	served.Go(func() {
		c, err := ln.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		fmt.Fprint(c, "* OK hello\r\n")
		br := bufio.NewReader(c)
		br.ReadString('\n')
		fmt.Fprint(c, "S1 OK go on\r\n* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n")
		io.Copy(io.Discard, br)
	})
	a := Account{Address: ln.Addr().String(), TLS: "starttls", User: "u", Secret: says("p"), Silence: time.Second}
	if _, err := login(t.Context(), a, func(string) {}); err == nil || !strings.Contains(err.Error(), "talks on in clear") {
		t.Errorf("the login ended with %v", err)
	}
	served.Wait()
}

// dotted is a server that takes one letter, tells dotted when all of it has come,
// and says what answer gives.
func dotted(t *testing.T, dotted chan<- bool, answer func() string) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var served sync.WaitGroup
	served.Go(func() {
		c, err := ln.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		br := bufio.NewReader(c)
		for _, say := range []string{"220 hi", "250 hi", "250 ok", "250 ok", "354 go"} {
			fmt.Fprintf(c, "%s\r\n", say)
			if say != "354 go" {
				br.ReadString('\n')
			}
		}
		for line := ""; line != ".\r\n"; {
			if line, err = br.ReadString('\n'); err != nil {
				return
			}
		}
		dotted <- true
		fmt.Fprint(c, answer())
		io.Copy(io.Discard, br)
	})
	t.Cleanup(func() { ln.Close(); served.Wait() })
	return ln.Addr().String()
}

// Guard: data waits for the last word longer than for other replies (RFC 5321
// §4.5.3.2.6): a server that looks at a letter for long has taken it all the same.
func TestSlowLastWord(t *testing.T) {
	const silence = 100 * time.Millisecond
	address := dotted(t, make(chan bool, 1), func() string {
		<-time.After(8 * silence)
		return "250 taken\r\n"
	})
	s := NewSender(Account{Address: address, TLS: "none", Silence: silence}, nil)
	defer s.Close()
	if r := s.Send(t.Context(), letter("g@example.org", "a@example.org")); r.Recipients[0].Fate != Accepted {
		t.Errorf("%v (%s)", r.Recipients[0].Fate, r.Recipients[0].Text)
	}
}

// Guard: send closes the connection when ctx is done: a server that has fallen mute
// does not hold up the end of the daemon.
func TestMuteSenderAndShutdown(t *testing.T) {
	heard, never := make(chan bool, 1), make(chan string)
	address := dotted(t, heard, func() string { return <-never })
	s := NewSender(Account{Address: address, TLS: "none", Silence: time.Hour}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan Result, 1)
	go func() { ended <- s.Send(ctx, letter("g@example.org", "a@example.org")) }()
	receive(t, heard)
	cancel()
	if r := receive(t, ended); r.Recipients[0].Fate != Doubtful {
		t.Errorf("%v (%s)", r.Recipients[0].Fate, r.Recipients[0].Text)
	}
	close(never)
	s.Close()
}
