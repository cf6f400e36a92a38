package mailer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Each test here makes a server odd in one way, and fails without the guard that
// its comment names.

// Guard: guardConn. Without it the library waits for ever.
func TestMuteServer(t *testing.T) {
	for _, command := range []string{"LOGIN", "SELECT", "SEARCH", "FETCH", "MOVE", "IDLE"} {
		t.Run(command, func(t *testing.T) {
			o := newOdd(t, "one")
			o.twist = func(_ *oddConn, _, line string) bool {
				return strings.Contains(line, command) && o.times("mute") == 1
			}
			in := o.inbox()
			in.Account.Silence = 50 * time.Millisecond
			w := watch(t, in, nil)
			w.expect("one")
			receive(t, w.calm)
			for o.reconnected() < 2 { // IDLE comes after the calm
				receive(t, w.calm)
			}
		})
	}
}

func (o *odd) reconnected() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.conns
}

// Guard: guardConn in upgrade and in login, before the library has a connection.
func TestMuteGreeting(t *testing.T) {
	for _, tls := range []string{"none", "starttls", "tls"} {
		a := Account{Address: mute(t), TLS: tls, User: "u", Secret: says("p"), Silence: 50 * time.Millisecond}
		if _, err := login(t.Context(), a, func(string) {}); err == nil {
			t.Errorf("%s: a login without a server", tls)
		}
		if _, err := a.submit(t.Context()); err == nil {
			t.Errorf("%s: an SMTP login without a server", tls)
		}
	}
}

// Guard: ask closes the connection when ctx is done.
func TestMuteServerAndShutdown(t *testing.T) {
	o := newOdd(t, "one")
	heard := make(chan bool, 1)
	o.twist = func(_ *oddConn, _, line string) bool {
		if strings.Contains(line, "BODY.PEEK") {
			heard <- true
			return true
		}
		return false
	}
	in := o.inbox()
	in.Account.Silence = time.Hour
	w := watch(t, in, nil)
	receive(t, heard)
	w.stop()
}

// Guard: session.told wakes idle on BYE. The library says nothing of it until
// the server closes the connection, which this one does not.
func TestByeInIdle(t *testing.T) {
	o := newOdd(t)
	o.twist = func(c *oddConn, _, line string) bool {
		if line != "IDLE" || o.times("bye") > 1 {
			return false
		}
		c.say("+ idling\r\n* BYE going down")
		return true
	}
	w := watch(t, o.inbox(), nil)
	receive(t, w.calm)
	receive(t, w.calm)
	if n := o.reconnected(); n != 2 {
		t.Errorf("%d connections, want 2", n)
	}
}

// Guard: idle ends after InboxOptions.Idle and the folder is searched whatever
// IDLE has told. This server never announces anything.
func TestIdleTellsNothing(t *testing.T) {
	o := newOdd(t)
	in := o.inbox()
	in.Idle = 10 * time.Millisecond
	w := watch(t, in, nil)
	receive(t, w.calm)
	o.add("unannounced")
	w.expect("unannounced")
}

// Guard: session.move. The library's Move goes on to delete the message when the
// COPY was refused.
func TestCopyRefused(t *testing.T) {
	for _, caps := range []string{"IDLE", "IDLE UIDPLUS"} {
		o := newOdd(t, "precious")
		o.caps = caps
		o.twist = func(c *oddConn, tag, line string) bool {
			if strings.HasPrefix(line, "UID COPY") {
				c.say("%s NO [OVERQUOTA] full", tag)
				return true
			}
			return false
		}
		w := watch(t, o.inbox(), nil)
		w.expect("precious")
		w.calmed()
		if del := append(o.heard("STORE"), o.heard("EXPUNGE")...); len(del) > 0 {
			t.Errorf("%s: the mail was deleted though it was copied nowhere: %q", caps, del)
		}
	}
}

// Guard: session.remove. An EXPUNGE without UIDs deletes other people's mail.
func TestNoPlainExpunge(t *testing.T) {
	o := newOdd(t, "one")
	o.caps = "IDLE"
	w := watch(t, o.inbox(), nil)
	w.expect("one")
	w.calmed()
	if got := o.heard("EXPUNGE"); len(got) > 0 {
		t.Errorf("the server was told to %q", got)
	}
	if got := o.heard(`\Deleted`); len(got) != 1 {
		t.Errorf("marked with %q", got)
	}
}

// Guard: errMissing and the second and third way of asking in mail. The library
// hands none of these bodies to the FETCH that asked for it, and no error.
func TestBodyDropped(t *testing.T) {
	body := func(o *odd) string { return fmt.Sprintf("BODY[] {%d}\r\n%s", len(o.mails[1].body), o.mails[1].body) }
	for name, answer := range map[string]func(o *odd) string{
		"literal before UID": func(o *odd) string { return "* 2 FETCH (" + body(o) + " UID 2)" },
		"no UID":             func(o *odd) string { return "* 2 FETCH (" + body(o) + ")" },
		"FLAGS first": func(o *odd) string {
			if o.times("flags") > 1 {
				return "* 2 FETCH (UID 2 " + body(o) + ")"
			}
			return "* 2 FETCH (UID 2 FLAGS (\\Seen))\r\n* 2 FETCH (UID 2 " + body(o) + ")"
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOdd(t, "one", "two", "three")
			o.twist = func(c *oddConn, tag, line string) bool {
				if about(line, "BODY.PEEK", 2) || strings.HasPrefix(line, "FETCH 2 ") && strings.Contains(line, "BODY.PEEK") {
					c.say("%s\r\n%s OK done", answer(o), tag)
					return true
				}
				return false
			}
			w := watch(t, o.inbox(), nil)
			for _, m := range w.expect("one", "two", "three") {
				if m.Unfetchable || m.Truncated {
					t.Errorf("%s: unfetchable %v, truncated %v", subject(m.Raw), m.Unfetchable, m.Truncated)
				}
			}
			w.calmed()
		})
	}
}

// Guard: describe compares the answers with the question and asks again for what
// is missing.
func TestEntryDropped(t *testing.T) {
	o := newOdd(t, "one", "two", "three")
	o.twist = func(c *oddConn, tag, line string) bool {
		if strings.HasPrefix(line, "UID FETCH 1:3 ") {
			c.say("* 1 FETCH (FLAGS () RFC822.SIZE 10)\r\n* 2 FETCH (UID 2 FLAGS (\\Seen))\r\n%s OK done", tag)
			return true
		}
		return false
	}
	w := watch(t, o.inbox(), nil)
	for i, m := range w.expect("one", "two", "three") {
		if want := noon.Add(time.Duration(i+1) * time.Hour); !m.At.Equal(want) {
			t.Errorf("%s came at %v, want %v", subject(m.Raw), m.At, want)
		}
	}
	w.calmed()
}

// Guard: body looks at the error of cmd.Close, and readLiteral counts. To the
// library's reader a connection that dies in a body is the end of the body.
func TestTruncatedLiteral(t *testing.T) {
	o := newOdd(t, "one", "two")
	o.twist = func(c *oddConn, _, line string) bool {
		if about(line, "BODY.PEEK", 1) && o.times("cut") == 1 {
			c.say("* 1 FETCH (UID 1 BODY[] {100}\r\nSubject: one\r\n\r\nhal")
			c.Close()
			return true
		}
		return false
	}
	w := watch(t, o.inbox(), nil)
	got := w.expect("one", "two")
	if string(got[0].Raw) != o.mails[0].body || got[0].Truncated {
		t.Errorf("got %q, truncated %v", got[0].Raw, got[0].Truncated)
	}
	w.calmed()
}

// Guard: lossMost in afterFailure. A message in which the server dies each time
// must not block the ones behind it.
func TestServerDiesInOneMail(t *testing.T) {
	o := newOdd(t, "one", "two")
	o.twist = func(c *oddConn, _, line string) bool {
		if about(line, "BODY.PEEK", 1) || strings.HasPrefix(line, "FETCH 1 ") && strings.Contains(line, "BODY.PEEK") && o.reconnected() < 20 {
			c.say("* 1 FETCH (UID 1 BODY[] {100}\r\nSubject: one\r\n\r\nhal")
			c.Close()
			return true
		}
		return false
	}
	in := o.inbox()
	in.Aside = "Look"
	w := watch(t, in, nil)
	got := w.expect("one", "two")
	if m := got[0]; !m.Unfetchable || !m.Truncated || m.Err == nil {
		t.Errorf("unfetchable %v, truncated %v, err %v", m.Unfetchable, m.Truncated, m.Err)
	}
	w.calmed()
	if moves := o.heard("MOVE 1 "); len(moves) != 1 || !strings.Contains(moves[0], "Look") {
		t.Errorf("put away with %q", moves)
	}
}

// Guard: wire drops untagged responses that the library does not know, keywords
// that are no atoms, and response codes with strange arguments. Each of these
// ends the connection otherwise; the keyword makes the folder impossible to open.
func TestOddResponses(t *testing.T) {
	for name, line := range map[string]string{
		"unknown response":     "* XFOO (a b) \"c\"",
		"unknown with literal": "* LSUB () {3}\r\na)b \"x\"",
		"vanished":             "* VANISHED (EARLIER) 41,43:116",
		"keyword":              "* FLAGS (\\Seen [Junk] good)",
		"permanent keyword":    "* OK [PERMANENTFLAGS (\\Seen [Junk] a\\b \\*)] kept",
		"response code":        "* OK [X \"a]b\"] hm",
		"unilateral flags":     "* 1 FETCH (FLAGS (\\Seen [Junk]) UID 1)",
	} {
		t.Run(name, func(t *testing.T) {
			o := newOdd(t, "one")
			o.twist = func(c *oddConn, _, command string) bool {
				if !strings.Contains(command, "BODY.PEEK") {
					c.say("%s", line)
				}
				return false
			}
			w := watch(t, o.inbox(), nil)
			w.expect("one")
			w.calmed()
			if n := o.reconnected(); n != 1 {
				t.Errorf("%d connections, want 1", n)
			}
		})
	}
}

// Guard: describe asks again for each message by itself, and describeOdd for each
// item by itself. An answer that the library cannot read ends the connection and
// with it what was said of all other messages.
func TestOddFetchAnswer(t *testing.T) {
	for name, answer := range map[string]string{
		"unknown item":     `* 5 FETCH (UID 5 X-GM-MSGID 1278455344230334865 FLAGS ())`,
		"date of no month": `* 5 FETCH (UID 5 INTERNALDATE "00-Jan-0000 00:00:00 +0000" RFC822.SIZE 40 FLAGS ())`,
		"date with a name": `* 5 FETCH (UID 5 INTERNALDATE "05-Mar-2026 12:00:00 GMT" RFC822.SIZE 40 FLAGS ())`,
	} {
		t.Run(name, func(t *testing.T) {
			o := newOdd(t, "1", "2", "3", "4", "5", "6", "7")
			o.twist = func(c *oddConn, tag, line string) bool {
				if about(line, "INTERNALDATE", 5) || strings.HasPrefix(line, "FETCH 5 ") && strings.Contains(line, "INTERNALDATE") {
					c.say("%s\r\n%s OK done", answer, tag)
					return true
				}
				return false
			}
			w := watch(t, o.inbox(), nil)
			got := w.expect("1", "2", "3", "4", "5", "6", "7")
			if !got[4].At.IsZero() || got[4].Unfetchable {
				t.Errorf("mail 5: at %v, unfetchable %v", got[4].At, got[4].Unfetchable)
			}
			w.calmed()
		})
	}
}

// Guard: reader.odd remembers from one pass to the next. Each of these messages
// costs several connections, and there are only so many in a pass.
func TestManyOddMails(t *testing.T) {
	var subjects []string
	for i := range 40 {
		subjects = append(subjects, fmt.Sprint(i))
	}
	o := newOdd(t, subjects...)
	o.twist = func(c *oddConn, tag, line string) bool {
		if strings.Contains(line, "INTERNALDATE") {
			c.say("* 1 FETCH (UID 1 INTERNALDATE \"00-Jan-0000 00:00:00 +0000\")\r\n%s OK done", tag)
			return true
		}
		return false
	}
	w := watch(t, o.inbox(), nil)
	w.expect(subjects...)
	w.calmed()
}

// Guard: mail gives up on one message after three ways of asking.
func TestUnfetchable(t *testing.T) {
	o := newOdd(t, "one", "two", "three")
	o.twist = func(c *oddConn, tag, line string) bool {
		if about(line, "BODY.PEEK", 2) || strings.HasPrefix(line, "FETCH 2 ") && strings.Contains(line, "BODY.PEEK") {
			c.say("* 2 FETCH (UID 2 RFC822 {4}\r\nboom)\r\n%s OK done", tag)
			return true
		}
		return false
	}
	w := watch(t, o.inbox(), nil)
	got := w.expect("one", "", "three")
	if m := got[1]; !m.Unfetchable || m.Err == nil || m.UID != 2 || !strings.HasSuffix(m.Where, "/7/2") {
		t.Errorf("unfetchable %v, err %v, where %s", m.Unfetchable, m.Err, m.Where)
	}
	w.calmed()
}

// Guard: the same, for a server that says NO to one message and lives on.
func TestRefusedMessage(t *testing.T) {
	o := newOdd(t, "one", "two")
	o.twist = func(c *oddConn, tag, line string) bool {
		if strings.Contains(line, "BODY.PEEK") && (about(line, "BODY", 1) || strings.HasPrefix(line, "FETCH 1 ")) {
			c.say("%s NO [SERVERBUG] cannot open this message", tag)
			return true
		}
		return false
	}
	w := watch(t, o.inbox(), nil)
	if m := w.expect("", "two")[0]; !m.Unfetchable {
		t.Error("the message came")
	}
	w.calmed()
	if n := o.reconnected(); n != 1 {
		t.Errorf("%d connections, want 1", n)
	}
}

// Guard: the limit in readLiteral. The library would take 3 GB into memory, or
// skip them one by one.
func TestHugeLiteral(t *testing.T) {
	o := newOdd(t, "one", "two")
	o.twist = func(c *oddConn, tag, line string) bool {
		if !about(line, "BODY.PEEK", 1) {
			return false
		}
		c.say("* 1 FETCH (UID 1 BODY[]%s {3000000000}\r\nSubject: one\r\n", map[bool]string{true: "<0>"}[strings.Contains(line, "<0.")])
		block := strings.Repeat("x", 1<<20)
		for range 3000 {
			if _, err := c.Write([]byte(block)); err != nil {
				return true
			}
		}
		return true
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	in := o.inbox()
	in.MaxSize = 1 << 20
	w := watch(t, in, nil)
	m := w.expect("one", "two")[0]
	w.calmed()
	runtime.ReadMemStats(&after)
	if !m.TooLarge || !m.Truncated || m.Unfetchable || len(m.Raw) > 1<<20 {
		t.Errorf("too large %v, truncated %v, unfetchable %v, %d octets", m.TooLarge, m.Truncated, m.Unfetchable, len(m.Raw))
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 100<<20 {
		t.Errorf("%d MB were allocated", used>>20)
	}
}

// Guard: chunk. More than 128 unread answers stop the library's goroutine, and
// then Close never returns.
func TestChunks(t *testing.T) {
	var subjects []string
	for i := range 300 {
		subjects = append(subjects, fmt.Sprint(i))
	}
	o := newOdd(t, subjects...)
	w := watch(t, o.inbox(), nil)
	w.expect(subjects...)
	w.calmed()
	for _, line := range o.heard("INTERNALDATE") {
		if n := len(set(strings.Fields(line)[2], 1000)); n > 128 {
			t.Errorf("%d messages were asked for at once", n)
		}
	}
}

// Guard: the news channel is only filled, never waited for, on the library's
// goroutine: a handler that blocks, or sends a command, stops everything.
func TestNewsAllTheTime(t *testing.T) {
	o := newOdd(t, "one", "two")
	o.twist = func(c *oddConn, _, line string) bool {
		for i := range 300 {
			c.say("* %d EXISTS\r\n* %d RECENT", i, i)
		}
		return false
	}
	w := watch(t, o.inbox(), nil)
	w.expect("one", "two")
	receive(t, w.calm)
}

// Guard: Watch counts. A server that is away for long is no news each second.
func TestGoneAndBack(t *testing.T) {
	o := newOdd(t, "one")
	o.twist = func(c *oddConn, _, line string) bool {
		return strings.HasPrefix(line, "LOGIN") && o.times("login") <= 5 && c.Close() == nil
	}
	var log lines
	in := o.inbox()
	in.Log = slog.New(slog.NewTextHandler(&log, nil))
	w := watch(t, in, nil)
	w.expect("one")
	w.calmed()
	if s := w.inbox.State(); !s.Connected || s.Err != nil || s.CaughtUp.IsZero() {
		t.Errorf("state %+v", s)
	}
	if got := log.String(); strings.Count(got, "is gone") != 1 || strings.Count(got, "is back") != 1 {
		t.Errorf("the log says:\n%s", got)
	}
}

// Guard: since drops UIDs that are not above the last. "n:*" finds the last
// message even when it is below n.
func TestStarFindsLast(t *testing.T) {
	o := newOdd(t, "one", "two")
	o.flag = `\Seen`
	in := o.inbox()
	in.Done = ""
	w := watch(t, in, nil)
	w.expect("one", "two")
	w.calmed()
	w.calmed()
	if got := o.heard("SEARCH UID 3:*"); len(got) == 0 {
		t.Error("the search does not begin behind the last message")
	}
}

// Guard: session.told compares UIDVALIDITY. The library drops a value that is
// announced while the folder is open.
func TestRenewedWhileOpen(t *testing.T) {
	o := newOdd(t, "one")
	o.flag = `\Seen`
	o.twist = func(c *oddConn, tag, line string) bool {
		switch {
		case strings.HasPrefix(line, "SELECT") && o.times("select") > 1:
			c.say("* 1 EXISTS\r\n* OK [UIDVALIDITY 8] v\r\n%s OK done", tag)
			return true
		case line == "IDLE" && o.times("idle") == 1:
			c.say("* OK [UIDVALIDITY 8] renewed")
		}
		return false
	}
	in := o.inbox()
	in.Done = ""
	w := watch(t, in, nil)
	if got := w.expect("one", "one"); got[0].Where != "INBOX/7/1" || got[1].Where != "INBOX/8/1" {
		t.Errorf("came from %s and %s", got[0].Where, got[1].Where)
	}
}

// Guard: a UIDVALIDITY of 0 is none: no place is kept, all is read again.
func TestNoUIDValidity(t *testing.T) {
	o := newOdd(t, "one")
	o.flag = `\Seen`
	o.twist = func(c *oddConn, tag, line string) bool {
		if strings.HasPrefix(line, "SELECT") {
			c.say("* 1 EXISTS\r\n%s OK done", tag)
			return true
		}
		return line == "IDLE" && o.times("idle") == 1 && c.Close() == nil
	}
	in := o.inbox()
	in.Done = ""
	w := watch(t, in, nil)
	w.expect("one", "one")
}

// Guard: putInto sets a keyword only where PERMANENTFLAGS allows it, and nothing
// searches by keyword: Exchange answers both with BAD.
func TestNoKeywords(t *testing.T) {
	o := newOdd(t, "one")
	o.flag = `\Seen \Deleted`
	in := o.inbox()
	in.Done = ""
	w := watch(t, in, nil)
	w.expect("one")
	w.calmed()
	if got := append(o.heard("KEYWORD"), o.heard("NomicmailDone")...); len(got) > 0 {
		t.Errorf("the server was asked %q", got)
	}
	if got := o.heard("STORE"); len(got) != 1 || !strings.Contains(got[0], `(\Seen)`) {
		t.Errorf("marked with %q", got)
	}
}

// Guard: search walks ranges only up to searchMost. An ESEARCH answer may name
// four thousand million messages in a few letters.
func TestSearchBomb(t *testing.T) {
	o := newOdd(t, "one")
	o.twist = func(c *oddConn, tag, line string) bool {
		if strings.HasPrefix(line, "UID SEARCH") {
			c.say("* ESEARCH (TAG %q) UID ALL 1:4294967295\r\n%s OK done", tag, tag)
			return true
		}
		return false
	}
	s, err := login(t.Context(), o.account(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer s.quit(context.Background())
	if err := s.open(t.Context(), "INBOX"); err != nil {
		t.Fatal(err)
	}
	if found, err := s.since(t.Context(), 0); err != nil || len(found) != searchMost {
		t.Errorf("%d messages (%v), want %d", len(found), err, searchMost)
	}
}

// Guard: xoauth2 answers one challenge. A server that sends challenges for ever
// would keep the login going for ever.
func TestChallengesWithoutEnd(t *testing.T) {
	o := newOdd(t)
	o.caps = "AUTH=XOAUTH2 SASL-IR"
	o.twist = func(c *oddConn, _, line string) bool {
		if strings.HasPrefix(line, "CAPABILITY") {
			return false
		}
		c.say("+ eyJzdGF0dXMiOiI0MDAifQ==")
		return true
	}
	a := o.account()
	a.Auth = "xoauth2"
	if _, err := login(t.Context(), a, func(string) {}); err == nil {
		t.Error("logged in")
	}
}

// Guard: wire passes ALERT on; the library has no place for it.
func TestAlert(t *testing.T) {
	o := newOdd(t)
	o.twist = func(c *oddConn, tag, line string) bool {
		if strings.HasPrefix(line, "LOGIN") {
			c.say("%s NO [ALERT] Please log in via your web browser", tag)
			return true
		}
		return false
	}
	said := ""
	var refused *LoginError
	if _, err := login(t.Context(), o.account(), func(text string) { said = text }); !errors.As(err, &refused) {
		t.Errorf("the login ended with %v", err)
	}
	if said != "Please log in via your web browser" {
		t.Errorf("the alert was %q", said)
	}
}

// Guard: authenticate. A server that takes no passwords in clear says so, and a
// password must not be sent to it all the same.
func TestLoginDisabled(t *testing.T) {
	o := newOdd(t)
	o.caps = "LOGINDISABLED"
	if _, err := login(t.Context(), o.account(), func(string) {}); !errors.Is(err, errLoginDisabled) || Hint(err) == "" {
		t.Errorf("got %v", err)
	}
	if got := o.heard("LOGIN "); len(got) > 0 {
		t.Errorf("the password was sent: %q", got)
	}
}
