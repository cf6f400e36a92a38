package postoffice

import (
	"crypto/tls"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

func (p *Office) smtpServer(conf *tls.Config) *smtp.Server {
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &envelope{p: p}, nil
	}))
	s.Domain = "localhost"
	s.TLSConfig = conf
	s.AllowInsecureAuth = true
	s.EnableSMTPUTF8 = true
	s.MaxMessageBytes = p.o.MaxSize
	s.MaxRecipients = 100
	s.ReadTimeout, s.WriteTimeout = time.Minute, time.Minute
	s.ErrorLog = quiet
	return s
}

// envelope is an SMTP connection and the letter it is about to send.
type envelope struct {
	p    *Office
	user string // who has logged in
	from string
	to   []string
}

var _ smtp.AuthSession = (*envelope)(nil)

func (e *envelope) AuthMechanisms() []string { return mechanisms }

func (e *envelope) Auth(mech string) (sasl.Server, error) {
	server := saslServer(mech,
		e.enter(func(u *user) string { return u.password }),
		e.enter(func(u *user) string { return u.token }))
	if server == nil {
		return nil, smtp.ErrAuthUnknownMechanism
	}
	return server, nil
}

func (e *envelope) enter(secret func(*user) string) func(name, given string) error {
	return func(name, given string) error {
		e.p.mu.Lock()
		defer e.p.mu.Unlock()
		u := e.p.account(name)
		if u == nil || secret(u) != given {
			return smtp.ErrAuthFailed
		}
		e.user = u.name
		return nil
	}
}

func (e *envelope) Mail(from string, _ *smtp.MailOptions) error {
	if e.user == "" {
		return smtp.ErrAuthRequired
	}
	e.from = from
	return nil
}

func (e *envelope) Rcpt(to string, _ *smtp.RcptOptions) error {
	e.p.mu.Lock()
	defer e.p.mu.Unlock()
	if e.p.account(to) == nil {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user here"}
	}
	e.to = append(e.to, to)
	return nil
}

// Data delivers one copy to each recipient, with the trace fields of a real host
// (RFC 5321 §4.4).
func (e *envelope) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	now := e.p.o.Now()
	for _, to := range e.to {
		trace := fmt.Sprintf("Return-Path: <%s>\r\nDelivered-To: %s\r\nReceived: from localhost by localhost with ESMTPA\r\n\tfor <%s>; %s\r\n",
			e.from, to, to, now.Format(time.RFC1123Z))
		if strings.ContainsAny(e.from+to, "\r\n") {
			return &smtp.SMTPError{Code: 553, EnhancedCode: smtp.EnhancedCode{5, 1, 3}, Message: "bad address"}
		}
		m := Message{From: e.from, To: to, At: now, Raw: append([]byte(trace), raw...)}
		if err := e.p.deliver(m); err != nil {
			return err
		}
	}
	return nil
}

func (e *envelope) Reset()        { e.from, e.to = "", nil }
func (e *envelope) Logout() error { return nil }
