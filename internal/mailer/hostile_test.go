package mailer

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// The tests of this file put one fault at a time into every state of both
// protocols. Each says what is seen when its handling is taken out.

// faults of an IMAP server: what it does instead of answering a command.
var imapFaults = map[string]func(c *oddConn, tag string){
	"closes":         func(c *oddConn, _ string) { c.Close() },
	"half a line":    func(c *oddConn, _ string) { fmt.Fprint(c, "* OK [UN"); c.Close() },
	"BYE":            func(c *oddConn, _ string) { c.say("* BYE going down") }, // and stays
	"BYE and closes": func(c *oddConn, _ string) { c.say("* BYE going down"); c.Close() },
	"NO":             func(c *oddConn, tag string) { c.say("%s NO not now", tag) },
	"BAD":            func(c *oddConn, tag string) { c.say("%s BAD what", tag) },
	"mute":           func(*oddConn, string) {},
	"garbage":        func(c *oddConn, _ string) { c.say("HTTP/1.1 502 Bad Gateway\r\n\r\n\x00\xff<html>") },
	"another tag":    func(c *oddConn, _ string) { c.say("ZZ9 OK done") },
	"continuation":   func(c *oddConn, _ string) { c.say("+ go on") },
	"giant line":     func(c *oddConn, _ string) { flood(c, "* OK "+strings.Repeat("x", 1<<16), "x") },
	"endless":        func(c *oddConn, _ string) { flood(c, "", "* 1 EXISTS\r\n") },
}

// flood writes one text and then another until nobody listens any more.
func flood(c *oddConn, first, more string) {
	block := []byte(strings.Repeat(more, 1+(16<<10)/len(more)))
	_, err := c.Write([]byte(first))
	for err == nil {
		_, err = c.Write(block)
	}
}

// TestIMAPFaults: whatever a server does instead of its answer, in whatever
// state, all mail comes, once and in order, as soon as it answers again.
//
// Without guardConn "mute" never ends, without the end of ask "endless" does not;
// without the reader's map of what is delivered a fault in MOVE brings mails twice.
func TestIMAPFaults(t *testing.T) {
	for _, state := range []string{"CAPABILITY", "LOGIN", "SELECT", "NOOP", "UID SEARCH", "INTERNALDATE", "BODY.PEEK", "UID MOVE", "IDLE", "DONE"} {
		for name, fault := range imapFaults {
			t.Run(state+"/"+name, func(t *testing.T) {
				t.Parallel()
				o := newOdd(t, "one", "two")
				if state == "CAPABILITY" { // asked for only when the greeting does not tell
					o.greeting = "* OK hello"
				}
				idle := "" // the tag of an IDLE whose DONE is to come
				o.twist = func(c *oddConn, tag, line string) bool {
					switch {
					case state == "DONE" && line == "IDLE" && o.times("idle") == 1:
						idle = tag
						c.say("+ idling")
					case state == "DONE" && tag == "DONE" && o.times("fault") == 1:
						fault(c, idle)
					case state != "DONE" && strings.Contains(line, state) && o.times("fault") == 1:
						fault(c, tag)
					default:
						return false
					}
					return true
				}
				in := o.inbox()
				in.Account.Silence, in.Account.longest, in.Idle = 500*time.Millisecond, 2*time.Second, 20*time.Millisecond
				w := watch(t, in, nil)
				w.expect("one", "two")
				receive(t, w.calm)
				o.add("three")
				w.expect("three")
				w.calmed()
				if o.times("fault") < 2 {
					t.Errorf("%s never came", state)
				}
			})
		}
	}
}

// TestIMAPGreetings: what is no greeting is an error that says what came.
func TestIMAPGreetings(t *testing.T) {
	for greeting, want := range map[string]string{
		"* BYE too many connections":            "too many connections",
		"220 smtp.example.org ESMTP":            "",
		"HTTP/1.1 400 Bad Request":              "",
		"\x15\x03\x01\x00\x02\x02\x46":          "",
		"* OK" + strings.Repeat(" x", maxLine):  "line too long",
		"* " + strings.Repeat("(", 1<<16):       "",
		"* OK [CAPABILITY" + " A" + "] {99}x {": "",
	} {
		o := newOdd(t)
		o.greeting = greeting
		a := o.account()
		a.Silence = 200 * time.Millisecond // nothing more comes after most
		if want != "" {
			a.Silence = patience
		}
		s, err := login(t.Context(), a, func(string) {})
		if err == nil { // a strange greeting, and all is well after it
			s.close()
			continue
		}
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v", greeting, err)
		}
	}
}

// TestLiterals: a body whose literal is not what was announced is had some other
// way or set aside, and the next mail comes. Without the end of ask a dripping one
// holds the reader for ever.
func TestLiterals(t *testing.T) {
	short := "Subject: one\r\n\r\n"
	for name, body := range map[string]func(c *oddConn, tag string){
		"shorter, then the end": func(c *oddConn, tag string) { c.say("* 1 FETCH (UID 1 BODY[] {500}\r\n%s)\r\n%s OK done", short, tag) },
		"shorter, then closed":  func(c *oddConn, _ string) { c.say("* 1 FETCH (UID 1 BODY[] {500}\r\n%s", short); c.Close() },
		"longer":                func(c *oddConn, tag string) { c.say("* 1 FETCH (UID 1 BODY[] {4}\r\n%s)\r\n%s OK done", short, tag) },
		"no number":             func(c *oddConn, tag string) { c.say("* 1 FETCH (UID 1 BODY[] {x}\r\n%s)\r\n%s OK done", short, tag) },
		"negative":              func(c *oddConn, tag string) { c.say("* 1 FETCH (UID 1 BODY[] {-5}\r\n%s)\r\n%s OK done", short, tag) },
		"more than there can be": func(c *oddConn, tag string) {
			c.say("* 1 FETCH (UID 1 BODY[] {99999999999999999999}\r\n%s)\r\n%s OK done", short, tag)
		},
		"dripping": func(c *oddConn, _ string) {
			c.say("* 1 FETCH (UID 1 BODY[] {500000}")
			drip(c)
		},
		"in a word": func(c *oddConn, tag string) { c.say("* 1 FETCH (UID 1 BODY[] NIL)\r\n%s OK done", tag) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOdd(t, "one", "two")
			o.twist = func(c *oddConn, tag, line string) bool {
				if about(line, "BODY.PEEK", 1) || strings.HasPrefix(line, "FETCH 1 ") && strings.Contains(line, "BODY.PEEK") && o.times("first") < 30 && !o.done(1) {
					body(c, tag)
					return true
				}
				return false
			}
			in := o.inbox()
			in.Aside = "Look"
			in.Account.Silence, in.Account.longest = 500*time.Millisecond, 1500*time.Millisecond
			w := watch(t, in, nil)
			if m := w.next(); !m.Unfetchable || !m.Truncated {
				t.Errorf("unfetchable %v, truncated %v: %q", m.Unfetchable, m.Truncated, m.Raw)
			}
			w.expect("two")
			w.calmed()
		})
	}
}

// done says whether a mail was moved away.
func (o *odd) done(uid int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.mails[uid-1].gone
}

// TestWrongSizes: RFC822.SIZE is a hint. A mail that comes whole is whole, however
// large it was said to be; without that a small one is set aside as too large.
func TestWrongSizes(t *testing.T) {
	for _, size := range []string{"0", "1", "99999999999", "4294967296", "-1", "99999999999999999999", "NIL"} {
		t.Run(size, func(t *testing.T) {
			t.Parallel()
			o := newOdd(t, "one", "two")
			o.twist = func(c *oddConn, tag, line string) bool {
				if !strings.Contains(line, "RFC822.SIZE") {
					return false
				}
				for _, u := range set(strings.Fields(line)[2], 2) {
					if !o.done(u) {
						c.say("* %d FETCH (UID %d RFC822.SIZE %s FLAGS () INTERNALDATE \"0%d-Mar-2026 12:00:00 +0000\")", o.seq(u), u, size, u)
					}
				}
				c.say("%s OK done", tag)
				return true
			}
			w := watch(t, o.inbox(), nil)
			for _, m := range w.expect("one", "two") {
				if m.TooLarge || m.Truncated || m.Unfetchable {
					t.Errorf("too large %v, truncated %v, unfetchable %v", m.TooLarge, m.Truncated, m.Unfetchable)
				}
			}
			w.calmed()
		})
	}
}

// TestUntaggedSurprises: what a server tells unasked changes nothing of what is
// read.
func TestUntaggedSurprises(t *testing.T) {
	for name, line := range map[string]string{
		"expunge":              "* 1 EXPUNGE",
		"expunge of none":      "* 99 EXPUNGE",
		"shrinks":              "* 0 EXISTS",
		"grows":                "* 4294967295 EXISTS",
		"flags of none":        "* 77 FETCH (FLAGS (\\Seen))",
		"body unasked":         "* 1 FETCH (UID 2 BODY[] {4}\r\nboom)",
		"search unasked":       "* SEARCH 1 2 3 4 5 6 7 8 9",
		"capabilities change":  "* CAPABILITY IMAP4rev1 LOGINDISABLED",
		"namespace":            "* NAMESPACE ((\"\" \"/\")) NIL NIL",
		"quota":                "* QUOTA \"\" (STORAGE 10 512)",
		"an ok with a literal": "* OK [REFERRAL imap://{3}] {3}",
		"empty":                "",
		"star":                 "*",
		"number":               "* 12",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOdd(t, "one", "two")
			o.twist = func(c *oddConn, _, _ string) bool {
				if o.times("said") < 12 {
					c.say("%s", line)
				}
				return false
			}
			in := o.inbox()
			in.Account.Silence = time.Second
			w := watch(t, in, nil)
			got := map[string]int{}
			for len(got) < 2 || got["one"] == 0 || got["two"] == 0 {
				got[subject(w.next().Raw)]++
			}
			w.calmed()
		})
	}
}

// TestFolderDeleted: the folder goes away while it is open and is made anew. The
// log says what is wrong, once, and how to mend it.
func TestFolderDeleted(t *testing.T) {
	o := newOdd(t, "one")
	o.flag = `\Seen`
	o.twist = func(c *oddConn, tag, line string) bool {
		switch {
		case strings.HasPrefix(line, "SELECT") && o.times("select") > 5:
			c.say("* 1 EXISTS\r\n* OK [UIDVALIDITY 8] v\r\n%s OK done", tag)
			return true
		case strings.HasPrefix(line, "SELECT") && o.times("open") > 1, strings.HasPrefix(line, "NOOP") && o.times("noop") == 2:
			c.say("%s NO [NONEXISTENT] no such folder", tag)
			return true
		}
		return false
	}
	var log lines
	in := o.inbox()
	in.Done, in.Idle, in.Log = "", 10*time.Millisecond, slog.New(slog.NewTextHandler(&log, nil))
	w := watch(t, in, nil)
	if got := w.expect("one", "one"); got[1].Where != "INBOX/8/1" {
		t.Errorf("came from %s", got[1].Where)
	}
	w.calmed()
	if got := log.String(); strings.Count(got, "is gone") != 1 || !strings.Contains(got, "there is no such folder") || !strings.Contains(got, "is back") {
		t.Errorf("the log says:\n%s", got)
	}
}

// smtpStates are where a letter can be, with the reply that is right there and
// what a fault in its place means: the fate of a letter, and whether that is the
// server's trouble and not the letter's.
var smtpStates = []struct {
	key, right string
	fate       Fate
	halts      bool
}{
	{"hello", "220 hi", Temporary, true},
	{"EHLO", "250-hi\r\n250 AUTH PLAIN", Temporary, true},
	{"AUTH", "235 ok", Temporary, true},
	{"MAIL", "250 ok", Temporary, true},
	{"RCPT", "250 ok", Temporary, false},
	{"DATA", "354 go", Temporary, false},
	{".", "250 ok", Doubtful, false},
	{"QUIT", "221 bye", Accepted, false},
}

// TestSMTPFaults: whatever a server says instead of its reply, in whatever
// state, a letter is never taken for sent that was not, nor for refused; the
// next one goes out over a new connection.
//
// Without refusal "another code" is a refusal for good; without guardConn.within
// "dripping" lasts as long as the server likes; without replyMost "endless" fills
// the memory for as long.
func TestSMTPFaults(t *testing.T) {
	for _, s := range smtpStates {
		for name, fault := range map[string]string{
			"closes": "-", "mute": "mute", "endless": "endless", "dripping": "drip", "giant line": "250 " + strings.Repeat("x", 1<<20),
			"no reply": "HTTP/1.1 502 Bad Gateway", "binary": "\x00\xff\x15\x03\x01", "another code": "299 well", "a reply too short": "25",
			"half a reply": "250-half\r\n-", "closing down": "421 4.3.2 closing",
		} {
			t.Run(s.key+"/"+name, func(t *testing.T) {
				t.Parallel()
				d := newSMTPD(t, replies{s.key: {fault, s.right}})
				sender := NewSender(d.account(), nil)
				defer sender.Close()
				if name == "mute" || name == "dripping" { // the end of the last word is ten minutes away, as it must be
					sender.account.Silence, sender.lastWord = 300*time.Millisecond, 600*time.Millisecond
				}
				r := sender.Send(t.Context(), letter("g@example.org", "a@example.org"))
				want := s.fate
				if name == "closing down" && s.key == "." {
					want = Temporary // it has said that it did not take it
				}
				if got := r.Recipients[0]; got.Fate != want || (r.Halt != nil) != s.halts {
					t.Errorf("%v (%s), halt %v; want %v, %v", got.Fate, got.Text, r.Halt, want, s.halts)
				}
				if text := r.Recipients[0].Text; name == "endless" && s.key != "QUIT" && !strings.Contains(text, "does not end") {
					t.Errorf("it was listened to until %s", text)
				}
				sender.Close()
				sender.account.Silence, sender.lastWord = patience, 0
				if r := sender.Send(t.Context(), letter("g@example.org", "a@example.org")); r.Recipients[0].Fate != Accepted {
					t.Errorf("the next letter: %v (%s)", r.Recipients[0].Fate, r.Recipients[0].Text)
				}
			})
		}
	}
}

// TestOutOfStep: a server that says more than it is asked has its later words
// taken for the replies to later commands; here the letter is refused in the end.
// Without the check in dialog.Write it passes for accepted.
func TestOutOfStep(t *testing.T) {
	for name, r := range map[string]replies{
		"at the greeting": {"hello": {"220 hi\r\n250 ok"}, ".": {"554 5.7.1 spam"}},
		"at MAIL":         {"MAIL": {"250 ok\r\n250 ok"}, ".": {"554 5.7.1 spam"}},
		"at RCPT":         {"RCPT": {"250 ok\r\n354 go\r\n250 taken"}, ".": {"554 5.7.1 spam"}},
		"at DATA":         {"DATA": {"354 go\r\n250 taken"}, ".": {"554 5.7.1 spam"}},
	} {
		s := NewSender(newSMTPD(t, r).account(), nil)
		if got := s.Send(t.Context(), letter("g@example.org", "a@example.org")).Recipients[0]; got.Fate == Accepted || got.Fate == Permanent {
			t.Errorf("%s: %v (%s)", name, got.Fate, got.Text)
		}
		s.Close()
	}
}

// TestSTARTTLSFaults: nothing is said in clear that should not be, whatever the
// server does instead of TLS.
func TestSTARTTLSFaults(t *testing.T) {
	for name, r := range map[string]replies{
		"not offered":       {"EHLO": {"250 hi"}},
		"refused":           {"EHLO": {"250-hi\r\n250 STARTTLS"}, "STARTTLS": {"454 4.7.0 not now"}},
		"closes":            {"EHLO": {"250-hi\r\n250 STARTTLS"}, "STARTTLS": {"-"}},
		"mute":              {"EHLO": {"250-hi\r\n250 STARTTLS"}, "STARTTLS": {"mute"}},
		"no TLS after it":   {"EHLO": {"250-hi\r\n250 STARTTLS"}, "STARTTLS": {"220 go"}},
		"talks on in clear": {"EHLO": {"250-hi\r\n250 STARTTLS"}, "STARTTLS": {"220 go\r\n250 AUTH PLAIN"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newSMTPD(t, r)
			a := d.account()
			a.TLS, a.Silence = "starttls", 200*time.Millisecond
			s := NewSender(a, nil)
			defer s.Close()
			got := s.Send(t.Context(), letter("g@example.org", "a@example.org"))
			if got.Halt == nil || got.Recipients[0].Fate != Temporary {
				t.Errorf("%v, halt %v", got.Recipients[0].Fate, got.Halt)
			}
			if name == "talks on in clear" && !strings.Contains(fmt.Sprint(got.Halt), name) {
				t.Errorf("what it said in clear was not noticed: %v", got.Halt)
			}
			if d.heard("AUTH")+d.heard("MAIL") != 0 {
				t.Error("the password or the letter was sent in clear")
			}
		})
	}
}
