package mailer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Message is a letter as it goes out. Raw has its header and CRLF line ends.
type Message struct {
	From string // envelope sender; "" for the null return path
	// Plain is the envelope sender where the server does not let the account
	// send as From, which has a tag of its own; "" when there is no other.
	Plain string
	To    []string
	Raw   []byte
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

	mu    sync.Mutex
	conn  *submission // nil when there is none
	plain bool        // the server has refused a From and taken its Plain

	lastWord time.Duration // how long the answer to a letter may take; 0: as RFC 5321 has it

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
	if s.plain && m.Plain != "" {
		t.m.From, t.m.Plain = m.Plain, ""
	}
	for i, to := range m.To {
		t.fates[i] = Recipient{To: to}
	}
	if err := s.send(ctx, t); err != nil {
		t.settle(Temporary, err)
		if !t.begun {
			t.halt = err
		}
	}
	if t.plain && !s.plain {
		s.plain = true
		s.log.Warn("the server does not let us send from addresses with a tag: bounces come back without one", "from", m.From, "instead", m.Plain)
	}
	s.note(t.halt)
	return Result{t.fates, t.halt}
}

// send takes as many transactions as the server wants: some take few recipients
// at a time. Each that ends without an error settles one of them at least.
func (s *Sender) send(ctx context.Context, t *transaction) error {
	for fresh := false; len(t.open()) > 0; {
		if s.conn == nil {
			conn, err := s.account.submit(ctx)
			if err != nil {
				return err
			}
			if s.lastWord > 0 {
				conn.lastWord = s.lastWord
			}
			s.conn, fresh = conn, true
		}
		conn := s.conn
		stop := context.AfterFunc(ctx, func() { conn.guard.Close() })
		err := conn.transact(t)
		stop()
		if err != nil || conn.spoilt {
			s.drop()
		}
		switch {
		case err == nil:
			fresh = true // it works; the rest may go over another connection
		case !t.begun && !fresh && ctx.Err() == nil:
			// The server has closed a connection that was idle. Nothing
			// of the letter was sent.
		default:
			return errors.Join(ctx.Err(), conn.guard.broken(), err)
		}
	}
	return nil
}
