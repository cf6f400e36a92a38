package mailer

import (
	"context"
	"crypto/x509"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"nomicmail/internal/mailer/mailhost"
	"nomicmail/internal/mailer/postoffice"
)

// house is a mail host that the suite runs on.
type house struct {
	imap, imaps, smtp, smtps string
	ca                       *x509.CertPool
	domain                   string
	user                     func(t *testing.T) (name, password string)
	token                    func(t *testing.T, user string) string
	hangup                   func(t *testing.T, user string)
}

// everywhere runs a test on the embedded servers, on the embedded servers as
// poor as servers get, and on Dovecot and Postfix.
func everywhere(t *testing.T, test func(t *testing.T, h *house)) {
	t.Run("embedded", func(t *testing.T) { test(t, embedded(t, postoffice.Options{})) })
	t.Run("poor", func(t *testing.T) {
		test(t, embedded(t, postoffice.Options{NoIdle: true, NoMove: true, NoUIDPlus: true}))
	})
	t.Run("dovecot", func(t *testing.T) {
		if real == nil {
			t.Skip("Dovecot and Postfix are not here: scripts/mailhost.sh install")
		}
		test(t, dovecot(t))
	})
}

var names atomic.Int64

func embedded(t *testing.T, o postoffice.Options) *house {
	p, err := postoffice.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return &house{imap: p.IMAP(), imaps: p.IMAPS(), smtp: p.SMTP(), smtps: p.SMTPS(), ca: p.CA(), domain: "example.org",
		user: func(t *testing.T) (string, string) {
			name := fmt.Sprintf("u%d", names.Add(1))
			if err := p.AddUser(name, "pw-"+name); err != nil {
				t.Fatal(err)
			}
			return name, "pw-" + name
		},
		token:  func(_ *testing.T, user string) string { return "pw-" + user },
		hangup: func(*testing.T, string) { p.Hangup() },
	}
}

var dovecotNames atomic.Int64

func dovecot(t *testing.T) *house {
	ca, err := ReadCA(real.CAFile)
	if err != nil {
		t.Fatal(err)
	}
	return &house{imap: real.IMAP, imaps: real.IMAPS, smtp: real.Submission, smtps: real.Submissions, ca: ca, domain: mailhost.Domain,
		user: func(t *testing.T) (string, string) {
			name := fmt.Sprintf("u%d", dovecotNames.Add(1)-1)
			return name, mailhost.Password(name)
		},
		token: func(t *testing.T, user string) string {
			token, err := real.JWT(user, 3600)
			if err != nil {
				t.Fatal(err)
			}
			return token
		},
		hangup: func(t *testing.T, user string) {
			if err := real.Kick(user); err != nil {
				t.Error(err)
			}
		},
	}
}

func says(secret string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return secret, nil }
}

func (h *house) reading(user, password string) Account {
	return Account{Address: h.imaps, TLS: "tls", User: user, Secret: says(password), CA: h.ca, Silence: 10 * time.Second}
}

func (h *house) sending(user, password string) Account {
	return Account{Address: h.smtps, TLS: "tls", User: user, Secret: says(password), CA: h.ca, Silence: 10 * time.Second}
}

func (h *house) address(user string) string { return user + "@" + h.domain }

// open logs in for looking and putting by hand.
func (h *house) open(t *testing.T, a Account, folder string) *session {
	t.Helper()
	s, err := login(t.Context(), a, func(string) {})
	if err == nil {
		err = s.open(t.Context(), folder)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.quit(context.Background()) })
	return s
}

// put appends a mail with this subject and time.
func put(t *testing.T, s *session, folder, subject string, at time.Time, pad int) {
	t.Helper()
	raw := fmt.Sprintf("From: ada@example.org\r\nSubject: %s\r\n\r\n%s\r\n", subject, strings.Repeat("x", pad))
	cmd := s.c.Append(folder, int64(len(raw)), &imap.AppendOptions{Time: at})
	_, err := cmd.Write([]byte(raw))
	if err == nil {
		err = cmd.Close()
	}
	if err == nil {
		_, err = cmd.Wait()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func subject(raw []byte) string {
	_, after, _ := strings.Cut(string(raw), "Subject: ")
	line, _, _ := strings.Cut(after, "\r\n")
	return line
}

// watching is a Watch that runs beside a test.
type watching struct {
	t     *testing.T
	inbox *Inbox
	mails chan Mail
	calm  chan time.Time // CaughtUp
	stop  func()

	mu     sync.Mutex
	refuse map[string]error
}

// watch starts a Watch that ends with the test, on a clock whose back-offs are
// short. deliver refuses mails with the subjects in refuse.
func watch(t *testing.T, o InboxOptions, refuse map[string]error) *watching {
	t.Helper()
	w := &watching{t: t, mails: make(chan Mail, 1000), calm: make(chan time.Time, 1000), refuse: refuse}
	caught := o.CaughtUp
	o.CaughtUp = func(at time.Time) {
		if caught != nil {
			caught(at)
		}
		w.calm <- at
	}
	if o.Clock == nil {
		o.Clock = hasty{}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	w.inbox = NewInbox(o)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.inbox.Watch(ctx, w.deliver) }()
	w.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != context.Canceled {
			t.Errorf("Watch ended with %v", err)
		}
	})
	t.Cleanup(w.stop)
	return w
}

func (w *watching) deliver(_ context.Context, m Mail) error {
	w.mails <- m
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.refuse[subject(m.Raw)]
}

func (w *watching) takeAll() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refuse = nil
}

const patience = 20 * time.Second

func (w *watching) next() Mail {
	w.t.Helper()
	return receive(w.t, w.mails)
}

func receive[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatalf("nothing came within %v", patience)
		panic("unreachable")
	}
}

// expect takes mails with these subjects in this order, and returns them.
func (w *watching) expect(subjects ...string) []Mail {
	w.t.Helper()
	var got []Mail
	for _, want := range subjects {
		m := w.next()
		if s := subject(m.Raw); s != want {
			w.t.Fatalf("got mail %q, want %q", s, want)
		}
		got = append(got, m)
	}
	return got
}

// calmed waits until everything has been read and put away, and checks that
// nothing more was delivered.
func (w *watching) calmed() {
	w.t.Helper()
	for len(w.calm) > 0 {
		<-w.calm
	}
	w.inbox.Look()
	receive(w.t, w.calm)
	if len(w.mails) > 0 {
		w.t.Fatalf("one mail too many: %q", subject((<-w.mails).Raw))
	}
}

// hasty is a clock on which every wait is a hundredth of what it should be.
type hasty struct{}

func (hasty) Now() time.Time                         { return time.Now() }
func (hasty) After(d time.Duration) <-chan time.Time { return time.After(d / 100) }
