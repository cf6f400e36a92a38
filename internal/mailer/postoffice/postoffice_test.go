package postoffice

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2030, 3, 5, 12, 0, 0, 0, time.UTC)

func open(t *testing.T, o Options) *Office {
	t.Helper()
	p, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	for _, u := range []string{"ada", "bob"} {
		if err := p.AddUser(u, "pw-"+u); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func send(p *Office, from string, to ...string) error {
	c, err := smtp.Dial(p.SMTP())
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Auth(sasl.NewPlainClient("", "ada", "pw-ada")); err != nil {
		return err
	}
	return c.SendMail(from, to, strings.NewReader("Subject: hi\r\n\r\nbody\r\n"))
}

// TestOffice: mail goes to whoever the local part names, at the office's time.
func TestOffice(t *testing.T) {
	p := open(t, Options{Now: func() time.Time { return noon }})
	if err := send(p, "ada@example.org", "Bob+tea@example.org", "ada@example.net"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	got, err := p.Await(ctx, "bob", 1)
	if err != nil {
		t.Fatal(err)
	}
	m := got[0]
	if m.From != "ada@example.org" || m.To != "Bob+tea@example.org" || !m.At.Equal(noon) {
		t.Errorf("got %q to %q at %v", m.From, m.To, m.At)
	}
	if s := string(m.Raw); !strings.HasPrefix(s, "Return-Path: <ada@example.org>\r\n") || !strings.HasSuffix(s, "Subject: hi\r\n\r\nbody\r\n") {
		t.Errorf("the mail is %q", s)
	}
	if n := len(p.Mailbox("ada")); n != 1 {
		t.Errorf("ada has %d mails", n)
	}
	if err := send(p, "ada@example.org", "eve@example.org"); err == nil || !strings.Contains(err.Error(), "no such user") {
		t.Errorf("mail to a stranger: %v", err)
	}
}

func TestDeliver(t *testing.T) {
	p := open(t, Options{NoTags: true})
	raw := []byte("Subject: x\r\n\r\n")
	if err := p.Deliver(raw, "ada@example.org", noon); err != nil {
		t.Fatal(err)
	}
	raw[0] = '!'
	if m := p.Mailbox("ADA")[0]; m.Raw[0] != 'S' || !m.At.Equal(noon) {
		t.Errorf("the mail is %+v", m)
	}
	for _, to := range []string{"eve@example.org", "ada+tag@example.org"} {
		if err := p.Deliver(raw, to, noon); !errors.Is(err, ErrNoUser) {
			t.Errorf("%s: %v", to, err)
		}
	}
	if err := p.AddUser("Ada", "x"); err == nil {
		t.Error("two accounts of one name")
	}
	if p.Mailbox("eve") != nil {
		t.Error("eve has mail")
	}
}

// TestStranger: nobody sends without a login, and no letter is larger than allowed.
func TestStranger(t *testing.T) {
	p := open(t, Options{MaxSize: 100})
	c, err := smtp.Dial(p.SMTP())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Mail("ada@example.org", nil); err == nil {
		t.Error("mail without a login")
	}
	if err := c.Auth(sasl.NewPlainClient("", "ada", "wrong")); err == nil {
		t.Error("a wrong password")
	}
	if err := c.Auth(sasl.NewPlainClient("", "ada", "pw-ada")); err != nil {
		t.Fatal(err)
	}
	err = c.SendMail("ada@example.org", []string{"bob@example.org"}, io.LimitReader(strings.NewReader(strings.Repeat("x\r\n", 500)), 1000))
	if reply := (*smtp.SMTPError)(nil); !errors.As(err, &reply) || reply.Code != 552 {
		t.Errorf("too large: %v", err)
	}
}

// TestAwaitEnds: with its context.
func TestAwaitEnds(t *testing.T) {
	p := open(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Await(ctx, "ada", 1); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
