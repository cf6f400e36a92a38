package mailer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

// Message is a letter as it goes out. Raw has its header and CRLF line ends.
type Message struct {
	From string // envelope sender; "" for the null return path
	To   []string
	Raw  []byte
}

// Fate is what became of a letter for one recipient.
type Fate int

const (
	Accepted  Fate = iota + 1 // the server has taken it
	Temporary                 // not now (4xx, or the connection broke before the end)
	Permanent                 // never (5xx)
	Doubtful                  // sent, but no answer came after the last dot
)

func (f Fate) String() string {
	switch f {
	case Accepted:
		return "accepted"
	case Temporary:
		return "temporary"
	case Permanent:
		return "permanent"
	case Doubtful:
		return "doubtful"
	}
	return fmt.Sprintf("Fate(%d)", int(f))
}

// Recipient is the outcome for one address.
type Recipient struct {
	To       string
	Fate     Fate
	Code     int    // SMTP reply, 0 if there was none
	Enhanced string // RFC 3463, such as 5.1.1, or ""
	Text     string // what the server said, or what went wrong
}

// Result is the outcome of one Send: one Recipient for each of Message.To, in
// that order.
type Result struct {
	Recipients []Recipient

	// Halt, not nil, says that the trouble lies with the server or our login
	// there and not with the letter: other letters will fare no better now.
	Halt error
}

// Sender sends letters through one submission server, over one connection for
// as long as that is used. Its methods may be called from several goroutines;
// letters go one after the other.
type Sender struct {
	account Account
	log     *slog.Logger

	mu   sync.Mutex
	conn *submission // nil when there is none

	stateMu sync.Mutex
	state   State
}

// NewSender does not connect yet. log may be nil.
func NewSender(a Account, log *slog.Logger) *Sender {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Sender{account: a, log: log.With("server", a.Address)}
}

// State reports the health of the sender as of its last letter.
func (s *Sender) State() State {
	s.stateMu.Lock()
	defer s.stateMu.Unlock()
	return s.state
}

func (s *Sender) note(err error) {
	s.stateMu.Lock()
	defer s.stateMu.Unlock()
	if up := err == nil; up != s.state.Connected {
		s.state.Connected, s.state.Since = up, time.Now()
	}
	s.state.Err = err
}

// Close says goodbye to the server. The Sender may be used again.
func (s *Sender) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop()
}

func (s *Sender) drop() {
	if s.conn != nil {
		s.conn.quit()
		s.conn = nil
	}
}

// Send sends m and returns what became of it. When ctx ends, so does the
// connection, and a letter that was under way may come back as Doubtful.
func (s *Sender) Send(ctx context.Context, m Message) Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &transaction{m: m, fates: make([]Recipient, len(m.To))}
	for i, to := range m.To {
		t.fates[i] = Recipient{To: to}
	}
	if err := s.send(ctx, t); err != nil {
		t.settle(Temporary, err)
		if !t.begun {
			t.halt = err
		}
	}
	s.note(t.halt)
	return Result{t.fates, t.halt}
}

// send takes as many transactions as the server wants: some take few recipients
// at a time.
func (s *Sender) send(ctx context.Context, t *transaction) error {
	for fresh := false; len(t.open()) > 0; {
		if s.conn == nil {
			conn, err := s.account.submit(ctx)
			if err != nil {
				return err
			}
			s.conn, fresh = conn, true
		}
		before, conn := len(t.open()), s.conn
		stop := context.AfterFunc(ctx, func() { conn.guard.Close() })
		err := conn.transact(t)
		stop()
		if err != nil || conn.spoilt {
			s.drop()
		}
		switch {
		case err == nil && len(t.open()) < before:
			fresh = true // it works; the rest may go over another connection
		case err == nil:
			return errNoProgress
		case !t.begun && !fresh && ctx.Err() == nil:
			// The server has closed a connection that was idle. Nothing
			// of the letter was sent.
		default:
			return errors.Join(ctx.Err(), conn.guard.broken(), err)
		}
	}
	return nil
}

var errNoProgress = errors.New("mailer: smtp: the server takes no recipient")

// submission is one logged-in SMTP connection.
type submission struct {
	guard  *guardConn
	c      *smtp.Client
	spoilt bool // the server has said 421 or is out of step
	used   int  // letters sent
}

const (
	finalDotTime = 10 * time.Minute // RFC 5321 §4.5.3.2.6
	perConn      = 100              // letters over one connection
)

// submit connects and logs in.
func (a Account) submit(ctx context.Context) (*submission, error) {
	g, err := a.dial(ctx)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { g.Close() })
	defer stop()
	c, err := a.greet(g)
	if err == nil && a.User != "" {
		err = a.loginSMTP(ctx, c)
	}
	if err != nil {
		g.Close()
		return nil, errors.Join(ctx.Err(), g.broken(), err)
	}
	return &submission{guard: g, c: c}, nil
}

func (a Account) greet(g *guardConn) (*smtp.Client, error) {
	if a.TLS == "starttls" {
		c, err := smtp.NewClientStartTLS(g, a.tlsConfig())
		if err == nil {
			err = c.Hello("localhost")
		}
		if err != nil {
			return nil, fmt.Errorf("mailer: smtp: starttls with %s: %w", a.Address, err)
		}
		return c, nil
	}
	c := smtp.NewClient(g)
	if err := c.Hello("localhost"); err != nil {
		return nil, fmt.Errorf("mailer: smtp: greeting of %s: %w", a.Address, err)
	}
	return c, nil
}

func (a Account) loginSMTP(ctx context.Context, c *smtp.Client) error {
	_, list := c.Extension("AUTH")
	mechs := strings.Fields(strings.ToUpper(list))
	credentials, err := a.credentials(ctx, func(mech string) bool { return slices.Contains(mechs, mech) })
	if err == nil {
		err = c.Auth(credentials)
	}
	if err != nil {
		return &LoginError{Account: a, Err: err}
	}
	return nil
}

// quit closes the connection. What the server says to that is of no interest:
// the letters were accepted before.
func (c *submission) quit() {
	c.guard.expect(2 * time.Second)
	c.c.Quit()
	c.guard.Close()
}

// ready makes sure that the server of an old connection is still there.
func (c *submission) ready() error {
	if c.used == 0 {
		return nil
	}
	if err := c.c.Reset(); err != nil {
		return fmt.Errorf("mailer: smtp: reset: %w", err)
	}
	return nil
}

// transaction is one letter on its way.
type transaction struct {
	m     Message
	fates []Recipient
	begun bool  // the server has taken the sender
	halt  error // see Result.Halt
}

// open are the recipients without a fate, as indices.
func (t *transaction) open() []int {
	var list []int
	for i := range t.fates {
		if t.fates[i].Fate == 0 {
			list = append(list, i)
		}
	}
	return list
}

// settle gives all open recipients the same fate.
func (t *transaction) settle(f Fate, err error) {
	for _, i := range t.open() {
		t.fates[i] = outcome(t.m.To[i], f, err)
	}
}

// outcome writes down a fate and the reply that led to it, if there was one.
func outcome(to string, f Fate, err error) Recipient {
	r := Recipient{To: to, Fate: f, Text: err.Error()}
	var reply *smtp.SMTPError
	if errors.As(err, &reply) {
		r.Code, r.Text = reply.Code, reply.Message
		if e := reply.EnhancedCode; e != smtp.NoEnhancedCode && e != smtp.EnhancedCodeNotSet {
			r.Enhanced = fmt.Sprintf("%d.%d.%d", e[0], e[1], e[2])
		}
	}
	return r
}

// judged is the fate that a refusal means.
func judged(reply *smtp.SMTPError) Fate {
	if reply.Temporary() {
		return Temporary
	}
	return Permanent
}

// transact sends the letter to the open recipients, or to some of them. An error
// means that the connection is lost.
func (c *submission) transact(t *transaction) error {
	if err := c.ready(); err != nil {
		return err
	}
	if err := c.mail(t); err != nil || len(t.open()) == 0 {
		return err
	}
	taken, err := c.recipients(t)
	if err != nil || len(taken) == 0 {
		return err
	}
	return c.data(t, taken)
}

func (c *submission) mail(t *transaction) error {
	o := &smtp.MailOptions{Size: int64(len(t.m.Raw)), UTF8: needsUTF8(t.m)}
	if ok, _ := c.c.Extension("SMTPUTF8"); o.UTF8 && !ok {
		t.settle(Permanent, errNoUTF8)
		return nil
	}
	err := c.c.Mail(t.m.From, o)
	var reply *smtp.SMTPError
	switch {
	case err == nil:
		t.begun, c.used = true, c.used+1
		c.spoilt = c.used >= perConn
	case !errors.As(err, &reply) || reply.Code == 421:
		return fmt.Errorf("mailer: smtp: mail from: %w", err)
	case reply.Temporary() || reply.Code == 530:
		t.halt = fmt.Errorf("mailer: smtp: mail from %s: %w", t.m.From, err)
		t.settle(Temporary, err)
	case reply.Code == 552 || reply.Code == 501 || reply.Code == 555:
		t.settle(Permanent, err) // its size or its syntax
	default:
		// The account may not send from this address. That is the operator's
		// to mend, and no reason to give up the letter.
		t.settle(Temporary, err)
	}
	return nil
}

var errNoUTF8 = errors.New("the server takes no addresses or header fields with other letters than ASCII")

// needsUTF8 says whether a letter cannot be sent without RFC 6531: an address or
// a header field is not ASCII.
func needsUTF8(m Message) bool {
	header, _, _ := bytes.Cut(m.Raw, []byte("\r\n\r\n"))
	for _, s := range append([]string{m.From, string(header)}, m.To...) {
		for i := range len(s) {
			if s[i] >= 0x80 {
				return true
			}
		}
	}
	return false
}

// recipients names the open recipients to the server and returns those it took.
// Those for whom it has no more room in this transaction (RFC 5321 §4.5.3.1.10)
// stay open for the next one.
func (c *submission) recipients(t *transaction) (taken []int, err error) {
	for _, i := range t.open() {
		err := c.c.Rcpt(t.m.To[i], &smtp.RcptOptions{})
		var reply *smtp.SMTPError
		switch {
		case err == nil:
			taken = append(taken, i)
		case !errors.As(err, &reply) || reply.Code == 421:
			return nil, fmt.Errorf("mailer: smtp: rcpt to: %w", err)
		case reply.Code == 452 && len(taken) > 0:
			return taken, nil
		default:
			t.fates[i] = outcome(t.m.To[i], judged(reply), err)
		}
	}
	return taken, nil
}

func (c *submission) data(t *transaction, taken []int) error {
	settle := func(f Fate, err error) {
		for _, i := range taken {
			t.fates[i] = outcome(t.m.To[i], f, err)
		}
	}
	reply := (*smtp.SMTPError)(nil)
	w, err := c.c.Data()
	if errors.As(err, &reply) {
		settle(judged(reply), err)
		c.spoilt = c.spoilt || reply.Code == 421
		return nil
	}
	if err != nil {
		return fmt.Errorf("mailer: smtp: data: %w", err)
	}
	// Without the last dot the server has taken nothing, so a failure here may
	// be tried again at no risk.
	if _, err := io.Copy(w, bytes.NewReader(t.m.Raw)); err != nil {
		return fmt.Errorf("mailer: smtp: data: %w", err)
	}
	c.guard.expectNext(finalDotTime)
	defer c.guard.expectNext(c.guard.tight)
	answer, err := w.CloseWithResponse()
	switch {
	case err == nil:
		for _, i := range taken {
			t.fates[i] = Recipient{To: t.m.To[i], Fate: Accepted, Code: 250, Text: answer.StatusText}
		}
		return nil
	case errors.As(err, &reply):
		settle(judged(reply), err)
		c.spoilt = c.spoilt || reply.Code == 421
		return nil
	}
	settle(Doubtful, err)
	return fmt.Errorf("mailer: smtp: no answer after the letter: %w", err)
}

var _ net.Error = (*muteError)(nil)
