package mailer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func letter(from string, to ...string) Message {
	return Message{From: from, To: to, Raw: []byte("From: <" + from + ">\r\nTo: <" + strings.Join(to, ">, <") + ">\r\nSubject: a letter\r\n\r\n.dot\r\nbody\r\n")}
}

func fates(r Result) string {
	var list []string
	for _, to := range r.Recipients {
		list = append(list, fmt.Sprintf("%v %d %s", to.Fate, to.Code, to.Enhanced))
	}
	return strings.Join(list, ", ")
}

// TestSend: letters arrive, tags and all; an unknown recipient is refused without
// harm to the others; one connection serves them all.
func TestSend(t *testing.T) {
	everywhere(t, func(t *testing.T, h *house) {
		user, pw := h.user(t)
		other, otherPw := h.user(t)
		s := NewSender(h.sending(user, pw), nil)
		defer s.Close()
		from := h.address(user)
		r := s.Send(t.Context(), letter(from, h.address(other), h.address("nobody"), h.address(other+"+tea")))
		if got, want := fates(r), "accepted 250 , permanent 550 5.1.1, accepted 250 "; got != want || r.Halt != nil {
			t.Errorf("fates %q, want %q; halt %v", got, want, r.Halt)
		}
		conn := s.conn
		if r := s.Send(t.Context(), letter(from, h.address(other))); r.Recipients[0].Fate != Accepted || s.conn != conn {
			t.Errorf("second letter: %v, same connection %v", r, s.conn == conn)
		}
		if !s.State().Connected {
			t.Errorf("state %+v", s.State())
		}
		w := watch(t, InboxOptions{Account: h.reading(other, otherPw), Done: "Done", Poll: time.Second}, nil)
		for _, m := range w.expect("a letter", "a letter", "a letter") {
			if !strings.HasSuffix(string(m.Raw), "\r\n\r\n.dot\r\nbody\r\n") {
				t.Errorf("the letter came as %q", m.Raw)
			}
			if age := time.Since(m.At); age < -2*time.Second || age > time.Minute {
				t.Errorf("INTERNALDATE is %v old", age)
			}
		}
	})
}

// box is an outbox in memory.
type box struct {
	mu      sync.Mutex
	letters []Outgoing
	next    map[string]time.Time
	marks   chan Attempt
	fail    int // how many Marks fail
}

func newBox(letters ...Outgoing) *box {
	return &box{letters: letters, next: map[string]time.Time{}, marks: make(chan Attempt, 100)}
}

func (b *box) Due(now time.Time) ([]Outgoing, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var due []Outgoing
	for _, l := range b.letters {
		if len(l.To) > 0 && !now.Before(b.next[l.ID]) {
			due = append(due, l)
		}
	}
	return due, nil
}

func (b *box) Mark(id string, a Attempt) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail > 0 {
		b.fail--
		return errors.New("disk full")
	}
	for i := range b.letters {
		if l := &b.letters[i]; l.ID == id {
			l.Tries++
			l.To = toRetry(a)
			b.next[id] = a.Next
		}
	}
	b.marks <- a
	return nil
}

// toRetry are the addresses to try again.
func toRetry(a Attempt) (list []string) {
	for _, r := range a.Recipients {
		if r.Fate == Temporary && !a.Next.IsZero() {
			list = append(list, r.To)
		}
	}
	return list
}

// sent says whether every address has accepted the letter.
func sent(a Attempt) bool {
	return !slices.ContainsFunc(a.Recipients, func(r Recipient) bool { return r.Fate != Accepted })
}

func (b *box) put(l Outgoing) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.letters = append(b.letters, l)
}

// draining runs a Drain until the test ends.
func draining(t *testing.T, s *Sender, b *box, o DrainOptions) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Drain(ctx, b, o) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("Drain ended with %v", err)
		}
	})
}

// TestDrain: what is in the outbox goes out, and what is put into it later too.
func TestDrain(t *testing.T) {
	everywhere(t, func(t *testing.T, h *house) {
		user, pw := h.user(t)
		wake := make(chan struct{}, 1)
		b := newBox(Outgoing{ID: "1", Message: letter(h.address(user), h.address(user)), Since: time.Now()},
			Outgoing{ID: "2", Message: letter(h.address(user), h.address("nobody"), h.address(user)), Since: time.Now()})
		draining(t, NewSender(h.sending(user, pw), nil), b, DrainOptions{Wake: wake})
		if a := receive(t, b.marks); !sent(a) || !a.Next.IsZero() {
			t.Errorf("first letter: %+v", a)
		}
		if a := receive(t, b.marks); sent(a) || !a.Next.IsZero() || a.Recipients[0].Fate != Permanent || a.Recipients[1].Fate != Accepted {
			t.Errorf("second letter: %+v", a)
		}
		b.put(Outgoing{ID: "3", Message: letter(h.address(user), h.address(user)), Since: time.Now()})
		wake <- struct{}{}
		if a := receive(t, b.marks); !sent(a) {
			t.Errorf("third letter: %+v", a)
		}
	})
}

// TestReplies: what each reply means for a letter, and whether it means that no
// other letter should be tried now.
func TestReplies(t *testing.T) {
	for _, c := range []struct {
		name  string
		r     replies
		want  string
		halts bool
	}{
		{"greylisted", replies{"RCPT": {"451 4.7.1 come back later"}}, "temporary 451 4.7.1, temporary 451 4.7.1", false},
		{"one unknown", replies{"RCPT": {"550 5.1.1 who", "250 ok"}}, "permanent 550 5.1.1, accepted 250 ", false},
		{"mailbox full after DATA", replies{".": {"452 4.2.2 full"}}, "temporary 452 4.2.2, temporary 452 4.2.2", false},
		{"spam after DATA", replies{".": {"554 5.7.1 spam"}}, "permanent 554 5.7.1, permanent 554 5.7.1", false},
		{"DATA refused", replies{"DATA": {"451 4.3.0 busy"}}, "temporary 451 4.3.0, temporary 451 4.3.0", false},
		{"too many recipients", replies{"RCPT": {"250 ok", "452 4.5.3 too many", "250 ok"}}, "accepted 250 , accepted 250 ", false},
		{"too large", replies{"MAIL": {"552 5.3.4 too big"}}, "permanent 552 5.3.4, permanent 552 5.3.4", false},
		{"sender not allowed", replies{"MAIL": {"553 5.7.1 not yours"}}, "temporary 553 5.7.1, temporary 553 5.7.1", false},
		{"quota of the day", replies{"MAIL": {"450 4.2.1 too much today"}}, "temporary 450 4.2.1, temporary 450 4.2.1", true},
		{"login wanted", replies{"MAIL": {"530 5.7.0 log in"}}, "temporary 530 5.7.0, temporary 530 5.7.0", true},
		{"wrong password", replies{"AUTH": {"535 5.7.8 no"}}, "temporary 535 5.7.8, temporary 535 5.7.8", true},
		{"closing down", replies{"hello": {"421 4.3.2 closing"}}, "temporary 421 4.3.2, temporary 421 4.3.2", true},
		{"no service", replies{"hello": {"554 5.3.2 no"}}, "temporary 554 5.3.2, temporary 554 5.3.2", true},
		{"421 in RCPT", replies{"RCPT": {"421 4.3.2 closing"}}, "temporary 421 4.3.2, temporary 421 4.3.2", false},
		{"hangs up before the letter", replies{"DATA": {"-"}}, "temporary 0 , temporary 0 ", false},
		{"no answer after the dot", replies{".": {"-"}}, "doubtful 0 , doubtful 0 ", false},
		{"QUIT refused", replies{"QUIT": {"500 what"}}, "accepted 250 , accepted 250 ", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := NewSender(newSMTPD(t, c.r).account(), nil)
			defer s.Close()
			r := s.Send(t.Context(), letter("g@example.org", "a@example.org", "b@example.org"))
			if got := fates(r); got != c.want || (r.Halt != nil) != c.halts {
				t.Errorf("got %q (halt %v), want %q (halt %v)", got, r.Halt, c.want, c.halts)
			}
			for _, to := range r.Recipients {
				if to.Text == "" || to.To == "" {
					t.Errorf("%+v says nothing", to)
				}
			}
		})
	}
}

// Guard: Message.Plain. Without it no letter goes out through a server that lets
// an account send from its own address alone; with it the server is asked once.
func TestPlainSender(t *testing.T) {
	d := newSMTPD(t, replies{"MAIL": {"553 5.7.1 not yours", "250 ok"}})
	s := NewSender(d.account(), nil)
	defer s.Close()
	for range 2 {
		m := letter("g@example.org", "a@example.org")
		m.From, m.Plain = "g+bounce-x@example.org", "g@example.org"
		if r := s.Send(t.Context(), m); r.Recipients[0].Fate != Accepted {
			t.Errorf("%s: %s", fates(r), r.Recipients[0].Text)
		}
	}
	if n := d.heard("MAIL"); n != 3 {
		t.Errorf("MAIL was said %d times, want 3", n)
	}
	for _, keep := range []string{"450 4.2.1 too much today", "552 5.3.4 too big", "530 5.7.0 log in"} {
		d := newSMTPD(t, replies{"MAIL": {keep}})
		s := NewSender(d.account(), nil)
		m := letter("g@example.org", "a@example.org")
		m.Plain = "g@example.org"
		if r := s.Send(t.Context(), m); r.Recipients[0].Fate == Accepted || d.heard("MAIL") != 1 {
			t.Errorf("after %q MAIL was said %d times", keep, d.heard("MAIL"))
		}
		s.Close()
	}
}

// Guard: the fate Doubtful, and guardConn for the wait after the last dot.
func TestMuteAfterDot(t *testing.T) {
	a := newSMTPD(t, replies{"DATA": {"mute"}}).account()
	a.Silence = 50 * time.Millisecond
	s := NewSender(a, nil)
	defer s.Close()
	if r := s.Send(t.Context(), letter("g@example.org", "a@example.org")); r.Recipients[0].Fate != Temporary {
		t.Errorf("mute before the letter: %v", fates(r))
	}
	d := newSMTPD(t, replies{".": {"mute"}})
	s = NewSender(d.account(), nil)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	defer s.Close()
	if r := s.Send(ctx, letter("g@example.org", "a@example.org")); r.Recipients[0].Fate != Doubtful {
		t.Errorf("mute after the letter: %v", fates(r))
	}
}

// Guard: guardConn gives each write of a body an end; go-smtp has none. This
// server reads no more than it must.
func TestStuckBody(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	enough := make(chan struct{})
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
		<-enough
	})
	s := NewSender(Account{Address: ln.Addr().String(), TLS: "none", Silence: 100 * time.Millisecond}, nil)
	m := letter("g@example.org", "a@example.org")
	m.Raw = append(m.Raw, slices.Repeat([]byte("0123456789\r\n"), 5<<20)...)
	r := s.Send(t.Context(), m)
	close(enough)
	served.Wait()
	s.Close()
	var mute *muteError
	if r.Recipients[0].Fate != Temporary || !strings.Contains(r.Recipients[0].Text, (&muteError{100 * time.Millisecond}).Error()) {
		t.Errorf("%v %v: %s", errors.As(r.Halt, &mute), fates(r), r.Recipients[0].Text)
	}
}

// TestOldConnection: a server that has closed an idle connection is connected to
// again without a word.
func TestOldConnection(t *testing.T) {
	for _, reset := range []string{"-", "421 4.4.2 idle for too long"} {
		d := newSMTPD(t, replies{"RSET": {reset, "250 ok"}})
		s := NewSender(d.account(), nil)
		for range 3 {
			if r := s.Send(t.Context(), letter("g@example.org", "a@example.org")); r.Recipients[0].Fate != Accepted {
				t.Errorf("%s: %s", reset, fates(r))
			}
		}
		s.Close()
		if n := d.heard("hello"); n != 2 {
			t.Errorf("%s: %d connections, want 2", reset, n)
		}
	}
}

// TestUTF8: SMTPUTF8 is asked for only where a letter needs it, and a letter that
// needs it is not sent to a server without it.
func TestUTF8(t *testing.T) {
	for _, c := range []struct {
		server, to, fate, asked string
	}{
		{"250 hi", "a@example.org", "accepted", ""},
		{"250 hi", "josé@example.org", "permanent", ""},
		{"250-hi\r\n250 SMTPUTF8", "a@example.org", "accepted", ""},
		{"250-hi\r\n250 SMTPUTF8", "josé@example.org", "accepted", "SMTPUTF8"},
	} {
		d := newSMTPD(t, replies{"EHLO": {c.server}})
		s := NewSender(d.account(), nil)
		r := s.Send(t.Context(), letter("g@example.org", c.to))
		s.Close()
		if got := r.Recipients[0].Fate.String(); got != c.fate {
			t.Errorf("%s at %q: %s, want %s", c.to, c.server, got, c.fate)
		}
		if asked := d.line("MAIL"); strings.Contains(asked, "SMTPUTF8") != (c.asked != "") {
			t.Errorf("%s at %q: %q", c.to, c.server, asked)
		}
	}
}

// TestInjection: an address cannot smuggle in commands.
func TestInjection(t *testing.T) {
	d := newSMTPD(t, replies{})
	s := NewSender(d.account(), nil)
	defer s.Close()
	for _, bad := range []string{"a@example.org>\r\nRCPT TO:<b@example.org", "a\n@example.org"} {
		for _, m := range []Message{letter("g@example.org", bad), letter(bad, "a@example.org")} {
			if r := s.Send(t.Context(), m); r.Recipients[0].Fate == Accepted {
				t.Errorf("%q was accepted", bad)
			}
		}
	}
	if n := d.heard("."); n > 0 {
		t.Errorf("%d letters were sent", n)
	}
}

// steps is a clock that a test moves: every wait asks for it.
type steps struct {
	mu    sync.Mutex
	now   time.Time
	waits chan time.Duration
	go1   chan time.Time
}

func newSteps() *steps {
	return &steps{now: noon, waits: make(chan time.Duration), go1: make(chan time.Time)}
}

func (s *steps) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *steps) After(d time.Duration) <-chan time.Time {
	s.waits <- d
	return s.go1
}

// step lets the present wait pass, after d.
func (s *steps) step(t *testing.T, d time.Duration) (asked time.Duration) {
	asked = receive(t, s.waits)
	s.mu.Lock()
	s.now = s.now.Add(d)
	s.mu.Unlock()
	s.go1 <- s.Now()
	return asked
}

// TestRetries: a letter is tried at growing distances for five days and then
// given up.
func TestRetries(t *testing.T) {
	d := newSMTPD(t, replies{"RCPT": {"451 4.7.1 later"}})
	clock := newSteps()
	b := newBox(Outgoing{ID: "1", Message: letter("g@example.org", "a@example.org"), Since: noon})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- NewSender(d.account(), nil).Drain(ctx, b, DrainOptions{Clock: clock}) }()
	var waits []string
	for {
		a := receive(t, b.marks)
		if a.Next.IsZero() {
			break
		}
		waits = append(waits, a.Next.Sub(a.At).String())
		clock.step(t, a.Next.Sub(a.At))
	}
	if got, want := strings.Join(waits[:7], " "), "1m0s 5m0s 15m0s 1h0m0s 3h0m0s 6h0m0s 6h0m0s"; got != want {
		t.Errorf("waits %s, want %s", got, want)
	}
	if d := clock.Now().Sub(noon); d < 5*24*time.Hour || d > 5*24*time.Hour+6*time.Hour {
		t.Errorf("given up after %v", d)
	}
	receive(t, clock.waits)
	cancel()
	<-ended
}

// TestHangsUpAgainAndAgain: a server that takes one letter at a time, and is busy
// for the next, is not left alone for longer after each.
func TestHangsUpAgainAndAgain(t *testing.T) {
	var hello []string
	b := newBox()
	const n = 8
	for i := range n {
		hello = append(hello, "220 hi", "421 4.3.2 busy")
		b.put(Outgoing{ID: fmt.Sprint(i), Message: letter("g@example.org", "a@example.org"), Since: noon})
	}
	d := newSMTPD(t, replies{"hello": append(hello, "220 hi"), ".": {"250 ok\r\n-"}})
	clock := newSteps()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- NewSender(d.account(), nil).Drain(ctx, b, DrainOptions{Clock: clock}) }()
	for i := range n {
		if a := receive(t, b.marks); !sent(a) {
			t.Errorf("letter %d: %+v", i, a)
		}
		if i < n-1 {
			if wait := clock.step(t, time.Second); wait > backoffLeast*5/4 {
				t.Errorf("after %d letters it waits %v", i+1, wait)
			}
		}
	}
	receive(t, clock.waits)
	cancel()
	<-ended
}

// TestAbsent: the absence of the server is said once, no letter is blamed for it,
// and its return is said once.
func TestAbsent(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := ln.Addr().String()
	ln.Close()
	var log lines
	clock := newSteps()
	a := Account{Address: addr, TLS: "none", Silence: 5 * time.Second}
	s := NewSender(a, slog.New(slog.NewTextHandler(&log, nil)))
	b := newBox(Outgoing{ID: "1", Message: letter("g@example.org", "a@example.org"), Since: noon})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Drain(ctx, b, DrainOptions{Clock: clock}) }()
	for range 5 {
		if wait := clock.step(t, time.Second); wait > backoffMost*2 {
			t.Errorf("waits %v", wait)
		}
	}
	receive(t, clock.waits) // it has failed five times, and waits
	if err := s.State().Err; err == nil || !strings.Contains(Hint(err), "nothing listens") {
		t.Errorf("state %v, hint %q", err, Hint(err))
	}
	d := newSMTPD(t, replies{})
	s.mu.Lock()
	s.account.Address = d.addr // the server is back
	s.account.User = ""
	s.mu.Unlock()
	clock.go1 <- clock.Now()
	if m := receive(t, b.marks); !sent(m) {
		t.Errorf("marked %+v", m)
	}
	receive(t, clock.waits)
	cancel()
	<-ended
	if n := len(b.marks); n != 0 {
		t.Errorf("%d attempts more were marked", n)
	}
	if got := log.String(); strings.Count(got, "cannot be sent now") != 1 || strings.Count(got, "can be sent again") != 1 {
		t.Errorf("the log says:\n%s", got)
	}
}

// lines is a log.
type lines struct {
	mu sync.Mutex
	strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Builder.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Builder.String()
}

// TestMarkFails: a letter that was sent is not sent again because the record of
// it failed.
func TestMarkFails(t *testing.T) {
	d := newSMTPD(t, replies{})
	b := newBox(Outgoing{ID: "1", Message: letter("g@example.org", "a@example.org"), Since: time.Now()})
	b.fail = 3
	draining(t, NewSender(d.account(), nil), b, DrainOptions{Clock: hasty{}})
	receive(t, b.marks)
	if n := d.heard("."); n != 1 {
		t.Errorf("the letter was sent %d times", n)
	}
}

// TestPoisonLetter: a letter on which the server hangs up each time does not
// block the others.
func TestPoisonLetter(t *testing.T) {
	d := newSMTPD(t, replies{"RCPT": {"-", "250 ok"}})
	b := newBox(Outgoing{ID: "1", Message: letter("g@example.org", "a@example.org"), Since: time.Now()},
		Outgoing{ID: "2", Message: letter("g@example.org", "b@example.org"), Since: time.Now()})
	draining(t, NewSender(d.account(), nil), b, DrainOptions{})
	if a := receive(t, b.marks); a.Recipients[0].Fate != Temporary || a.Next.IsZero() {
		t.Errorf("poison: %+v", a)
	}
	if a := receive(t, b.marks); !sent(a) {
		t.Errorf("the other: %+v", a)
	}
}

// TestShutdown: a letter that is under way when the daemon stops is not cut off.
func TestShutdown(t *testing.T) {
	b := newBox(Outgoing{ID: "1", Message: letter("g@example.org", "a@example.org"), Since: time.Now()})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	dotted, goOn := make(chan bool), make(chan bool)
	d := &smtpd{got: replies{}}
	var served sync.WaitGroup
	served.Go(func() {
		c, err := ln.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		br := bufio.NewReader(c)
		fmt.Fprint(c, "220 hi\r\n")
		for _, key := range []string{"EHLO", "MAIL", "RCPT", "DATA"} {
			br.ReadString('\n')
			text := d.reply(key)
			if text == "" {
				text = "250 ok"
			}
			fmt.Fprintf(c, "%s\r\n", text)
		}
		for line := ""; line != ".\r\n"; {
			if line, err = br.ReadString('\n'); err != nil {
				return
			}
		}
		dotted <- true
		<-goOn
		fmt.Fprint(c, "250 taken\r\n")
		br.ReadString('\n')
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	s := NewSender(Account{Address: ln.Addr().String(), TLS: "none"}, nil)
	go func() { ended <- s.Drain(ctx, b, DrainOptions{}) }()
	receive(t, dotted)
	cancel()
	close(goOn)
	if a := receive(t, b.marks); !sent(a) {
		t.Errorf("the letter was cut off: %+v", a)
	}
	receive(t, ended)
	served.Wait()
}
