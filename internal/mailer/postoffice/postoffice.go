// Package postoffice is a mail host in this process: IMAP mailboxes and an SMTP
// submission server that delivers into them, on loopback, all in memory. The
// demo plays on it and the fast tests run on it.
//
// Where it differs from a real host: keywords come back in lower case, a MOVE
// announces expunged messages under wrong sequence numbers, messages vanish with
// the process, and mail to any domain goes to the account of its local part.
package postoffice

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"
)

// Options change what the office does; the zero value is right for most uses.
type Options struct {
	// Now gives received mail its INTERNALDATE; nil is time.Now.
	Now func() time.Time

	NoIdle, NoMove, NoUIDPlus bool // hide these capabilities
	NoTags                    bool // refuse user+tag

	MaxSize int64 // of a mail in octets; 0 is 20 MiB
}

// Message is a mail as it was delivered to an account.
type Message struct {
	From, To string // of the envelope; To is the account's address with its tag
	At       time.Time
	Raw      []byte
}

// ErrNoUser says that there is no account of that name.
var ErrNoUser = errors.New("postoffice: no such user")

// Office is a running mail host. Its methods may be called from anywhere.
type Office struct {
	o    Options
	imap *imapserver.Server
	smtp *smtp.Server
	ca   *x509.CertPool

	imapAddr, imapsAddr, smtpAddr, smtpsAddr string
	listeners                                []net.Listener
	serving                                  sync.WaitGroup

	mu      sync.Mutex
	users   map[string]*user
	conns   map[*conn]bool
	arrived chan struct{} // closed and renewed when a mail is delivered
}

type user struct {
	name, password, token string
	box                   *imapmemserver.User
	got                   []Message
}

// Open starts an office on four free ports of 127.0.0.1.
func Open(o Options) (*Office, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.MaxSize == 0 {
		o.MaxSize = 20 << 20
	}
	cert, pool, err := certificate()
	if err != nil {
		return nil, fmt.Errorf("postoffice: certificate: %w", err)
	}
	p := &Office{o: o, ca: pool, users: map[string]*user{},
		conns: map[*conn]bool{}, arrived: make(chan struct{})}
	conf := &tls.Config{Certificates: []tls.Certificate{cert}}
	p.imap = p.imapServer(conf)
	p.smtp = p.smtpServer(conf)
	if err := p.listen(conf); err != nil {
		p.Close()
		return nil, fmt.Errorf("postoffice: listen: %w", err)
	}
	return p, nil
}

func (p *Office) listen(conf *tls.Config) error {
	for _, l := range []struct {
		addr  *string
		tls   bool
		serve func(net.Listener) error
	}{
		{&p.imapAddr, false, p.imap.Serve},
		{&p.imapsAddr, true, p.imap.Serve},
		{&p.smtpAddr, false, p.smtp.Serve},
		{&p.smtpsAddr, true, p.smtp.Serve},
	} {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		*l.addr = ln.Addr().String()
		p.listeners = append(p.listeners, ln)
		ln = &listener{ln, p}
		if l.tls {
			ln = tls.NewListener(ln, conf)
		}
		p.serving.Go(func() { l.serve(ln) })
	}
	return nil
}

// listener remembers connections, so that Hangup can end them.
type listener struct {
	net.Listener
	p *Office
}

type conn struct {
	net.Conn
	p *Office
}

func (l *listener) Accept() (net.Conn, error) {
	nc, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{nc, l.p}
	l.p.mu.Lock()
	l.p.conns[c] = true
	l.p.mu.Unlock()
	return c, nil
}

func (c *conn) Close() error {
	c.p.mu.Lock()
	delete(c.p.conns, c)
	c.p.mu.Unlock()
	return c.Conn.Close()
}

// Hangup ends every connection, as a restart would.
func (p *Office) Hangup() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		c.Conn.Close()
	}
}

// Close stops the office and waits for its listeners. It closes them itself: the
// servers do not know those on which they have not begun to serve yet.
func (p *Office) Close() {
	for _, ln := range p.listeners {
		ln.Close()
	}
	p.imap.Close()
	p.smtp.Close()
	p.Hangup()
	p.serving.Wait()
}

// Addresses are host:port of IMAP and SMTP submission with STARTTLS (or without
// TLS at all), and with TLS from the first byte.
func (p *Office) IMAP() string  { return p.imapAddr }
func (p *Office) IMAPS() string { return p.imapsAddr }
func (p *Office) SMTP() string  { return p.smtpAddr }
func (p *Office) SMTPS() string { return p.smtpsAddr }

// CA signs the office's certificate, which is for 127.0.0.1 and localhost.
func (p *Office) CA() *x509.CertPool { return p.ca }

// AddUser opens an account with an INBOX. The password is also its OAuth token.
func (p *Office) AddUser(name, password string) error {
	name = strings.ToLower(name)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.users[name] != nil {
		return fmt.Errorf("postoffice: there is already a user %s", name)
	}
	u := &user{name: name, password: password, token: password, box: imapmemserver.NewUser(name, password)}
	if err := u.box.Create("INBOX", nil); err != nil {
		return fmt.Errorf("postoffice: add user: %w", err)
	}
	p.users[name] = u
	return nil
}

// Deliver puts raw into the INBOX of the account that to belongs to, as received
// at the time at.
func (p *Office) Deliver(raw []byte, to string, at time.Time) error {
	return p.deliver(Message{To: to, At: at, Raw: raw})
}

func (p *Office) deliver(m Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	u := p.account(m.To)
	if u == nil {
		return ErrNoUser
	}
	m.Raw = bytes.Clone(m.Raw)
	if _, err := u.box.Append("INBOX", literal{bytes.NewReader(m.Raw)}, &imap.AppendOptions{Time: m.At}); err != nil {
		return fmt.Errorf("postoffice: deliver: %w", err)
	}
	u.got = append(u.got, m)
	p.announce()
	return nil
}

// announce wakes those who wait for mail; p.mu is held.
func (p *Office) announce() {
	close(p.arrived)
	p.arrived = make(chan struct{})
}

func (p *Office) arrival() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.arrived
}

type literal struct{ *bytes.Reader }

func (l literal) Size() int64 { return l.Reader.Size() }

// account finds whose address this is: local part without tag, any domain.
func (p *Office) account(address string) *user {
	local := address
	if at := strings.LastIndexByte(address, '@'); at >= 0 {
		local = address[:at]
	}
	name, _, tagged := strings.Cut(local, "+")
	if tagged && p.o.NoTags {
		return nil
	}
	return p.users[strings.ToLower(name)]
}

// Mailbox returns every mail ever delivered to a user, oldest first, also those
// that have been moved or deleted since. The bytes must not be changed.
func (p *Office) Mailbox(user string) []Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	if u := p.users[strings.ToLower(user)]; u != nil {
		return u.got[:len(u.got):len(u.got)]
	}
	return nil
}

// Await returns the mails of a user as soon as there are n of them.
func (p *Office) Await(ctx context.Context, user string, n int) ([]Message, error) {
	for {
		arrived := p.arrival()
		if got := p.Mailbox(user); len(got) >= n {
			return got, nil
		}
		select {
		case <-arrived:
		case <-ctx.Done():
			return p.Mailbox(user), ctx.Err()
		}
	}
}

var quiet = log.New(io.Discard, "", 0)
