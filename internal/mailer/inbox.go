package mailer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Mail is one message as the mailbox holds it.
type Mail struct {
	Raw   []byte
	At    time.Time // INTERNALDATE; zero if the server has none that can be read
	UID   uint32
	Where string // folder/UIDVALIDITY/UID, for people

	TooLarge  bool // larger than MaxSize: Raw is only its beginning
	Truncated bool // Raw is not the whole mail

	// Unfetchable: the message cannot be had from this server, because of Err.
	// Raw is what came of it, often nothing. It is handed over this once, so
	// that a person can look, and then goes to the Aside folder.
	Unfetchable bool
	Err         error
}

// Place is how far a folder has been read: every message up to UID is done. It
// holds only as long as the folder keeps its UIDVALIDITY.
type Place struct{ UIDValidity, UID uint32 }

// Places remembers the place in each folder between runs. A folder that was
// never set has the zero Place.
type Places interface {
	Place(folder string) (Place, error)
	SetPlace(folder string, p Place) error
}

// ErrAside may be wrapped in the error of deliver: the mail is safe and done
// with, but shall go to the Aside folder rather than to Done.
var ErrAside = errors.New("mailer: set aside")

// InboxOptions say which folder is read, and what becomes of what was read.
type InboxOptions struct {
	Account Account
	Folder  string // "" is INBOX

	// Done is the folder for mails that were delivered; it is made when it is
	// missing. "" leaves them where they are, \Seen and with Keyword.
	Done    string
	Aside   string // for Unfetchable and ErrAside; "" is Done
	Keyword string // "" is NomicmailDone

	Poll    time.Duration // between looks where there is no IDLE; 0 is one minute
	Idle    time.Duration // longest IDLE, after which we look anyway; 0 is 5 min
	NoIdle  bool          // poll even where IDLE is offered
	MaxSize int64         // of a mail in octets; 0 is 25 MiB

	Places Places // nil: remembered only while Watch runs
	Log    *slog.Logger
	Clock  Clock

	// CaughtUp is called on Watch's goroutine whenever everything that was in
	// the folder at the time at has been delivered. Until then a deadline
	// before at must not be closed. The time is our clock's, INTERNALDATE is
	// the server's: Check compares them.
	CaughtUp func(at time.Time)
}

// State is the health of an Inbox or a Sender.
type State struct {
	Connected bool
	Since     time.Time // of the connection, or of its loss
	CaughtUp  time.Time // of the last complete look at the folder; Inbox only
	Err       error     // why it is not connected, or the last deliver error
}

// Inbox watches a folder. It is used by one Watch at a time; Look and State may
// be called from anywhere.
type Inbox struct {
	o    InboxOptions
	look chan struct{}

	mu    sync.Mutex
	state State
}

// NewInbox fills in what o leaves open.
func NewInbox(o InboxOptions) *Inbox {
	def(&o.Folder, "INBOX")
	def(&o.Keyword, "NomicmailDone")
	def(&o.Aside, o.Done)
	def(&o.Poll, time.Minute)
	def(&o.Idle, 5*time.Minute)
	def(&o.MaxSize, 25<<20)
	def(&o.Clock, Clock(systemClock{}))
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Places == nil {
		o.Places = memory{}
	}
	if o.CaughtUp == nil {
		o.CaughtUp = func(time.Time) {}
	}
	o.Log = o.Log.With("server", o.Account.Address, "folder", o.Folder)
	return &Inbox{o: o, look: make(chan struct{}, 1)}
}

func def[T comparable](v *T, otherwise T) {
	if *v == *new(T) {
		*v = otherwise
	}
}

type memory map[string]Place

func (m memory) Place(folder string) (Place, error)    { return m[folder], nil }
func (m memory) SetPlace(folder string, p Place) error { m[folder] = p; return nil }

// Look asks for a look at the folder now, for instance because a deadline has
// come; CaughtUp follows.
func (b *Inbox) Look() {
	select {
	case b.look <- struct{}{}:
	default:
	}
}

// State reports the health of the inbox.
func (b *Inbox) State() State {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.state
}

func (b *Inbox) note(change func(*State)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change(&b.state)
}

// Watch is NewInbox(o).Watch.
func Watch(ctx context.Context, o InboxOptions, deliver func(context.Context, Mail) error) error {
	return NewInbox(o).Watch(ctx, deliver)
}

// Watch hands every mail of the folder to deliver, in order of INTERNALDATE and
// then UID, one at a time, until ctx is done; it returns ctx's error, or at once
// what is wrong with the options. When deliver returns nil, the mail is moved to
// Done or marked. When it returns another error, the mail stays, the mails after
// it wait, and it is tried again later. A mail may come twice after a crash, a
// lost connection or a change of UIDVALIDITY.
//
// The loss of the server is survived: it is logged once when it is gone and once
// when it is back.
func (b *Inbox) Watch(ctx context.Context, deliver func(context.Context, Mail) error) error {
	if err := b.o.Account.Validate(); err != nil {
		return err
	}
	r := &reader{Inbox: b, deliver: deliver, delivered: map[imap.UID]error{}, lost: map[imap.UID]int{}, odd: map[imap.UID]entry{}}
	fails, gone := 0, false
	for {
		r.well = func() {
			if gone {
				b.o.Log.Info("the mail server is back")
			}
			fails, gone = 0, false
		}
		err := r.connection(ctx)
		b.note(func(s *State) { s.Connected, s.Since, s.Err = false, b.o.Clock.Now(), err })
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// A connection that ends now and then is no news: the server is gone
		// when the next one fails too.
		if fails++; fails > 1 && !gone {
			gone = true
			b.o.Log.Warn("the mail server is gone", "err", err, "hint", Hint(err))
		}
		select {
		case <-b.o.Clock.After(backoff(fails)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// reader is the state of one Watch.
type reader struct {
	*Inbox
	deliver func(context.Context, Mail) error
	s       *session
	place   Place

	delivered map[imap.UID]error // delivered but not yet moved or marked: nil or ErrAside
	lost      map[imap.UID]int   // how often the network failed in this body
	odd       map[imap.UID]entry // what was learned of messages that ended a connection
	reopened  int                // connections used up by odd messages in this pass
	well      func()             // the server is there: it has given us a mail, or had none
}

// connection reads mail over one connection until that ends.
func (r *reader) connection(ctx context.Context) error {
	if err := r.open(ctx); err != nil {
		return err
	}
	defer func() { r.s.quit(ctx) }()
	fails := 0
	for {
		r.reopened = 0
		from, err := r.pass(ctx)
		var undelivered *deliverError
		switch {
		case err == nil:
			r.well()
			fails = 0
			r.note(func(s *State) { s.CaughtUp, s.Err = from, nil })
			r.o.CaughtUp(from)
			err = r.rest(ctx)
		case errors.As(err, &undelivered):
			r.well()
			if fails++; fails == 1 {
				r.o.Log.Warn("a mail could not be delivered and will be tried again", "mail", undelivered.where, "err", undelivered.err)
			}
			r.note(func(s *State) { s.Err = err })
			err = r.sleep(ctx, backoff(fails))
		}
		if err != nil {
			return err
		}
	}
}

// open connects and opens the folder. A new UIDVALIDITY means that all UIDs
// known are worth nothing: everything is read again.
func (r *reader) open(ctx context.Context) error {
	s, err := login(ctx, r.o.Account, func(text string) { r.o.Log.Warn("the mail server says", "alert", text) })
	if err != nil {
		return err
	}
	if err := s.open(ctx, r.o.Folder); err != nil {
		s.quit(ctx)
		return err
	}
	p, err := r.o.Places.Place(r.o.Folder)
	if err != nil {
		s.quit(ctx)
		return fmt.Errorf("mailer: place in %s: %w", r.o.Folder, err)
	}
	now := s.box.UIDValidity
	if p.UIDValidity != now || now == 0 { // 0: a server that keeps no UIDs
		if p.UIDValidity != 0 {
			r.o.Log.Warn("the folder was renewed by the server; all mail is read again", "uidvalidity", now)
		}
		p = Place{UIDValidity: now}
	}
	if r.place.UIDValidity != now {
		clear(r.delivered)
		clear(r.lost)
		clear(r.odd)
	}
	r.s, r.place = s, p
	r.note(func(st *State) { st.Connected, st.Since, st.Err = true, r.o.Clock.Now(), nil })
	return nil
}

// reopen replaces a connection that an odd message has killed.
func (r *reader) reopen(ctx context.Context) error {
	if !r.s.dead() {
		return nil
	}
	if r.reopened++; r.reopened > 50 {
		return errors.New("mailer: imap: too many connections lost to odd messages")
	}
	r.s.close()
	was := r.place.UIDValidity
	if err := r.open(ctx); err != nil {
		return err
	}
	if r.place.UIDValidity != was {
		return errStale
	}
	return nil
}

// rest waits for more mail.
func (r *reader) rest(ctx context.Context) error {
	if r.s.caps.Has(imap.CapIdle) && !r.o.NoIdle {
		return r.s.idle(ctx, r.o.Idle, r.look)
	}
	return r.sleep(ctx, r.o.Poll)
}

func (r *reader) sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-r.o.Clock.After(d):
	case <-r.look:
	case <-r.s.c.Closed():
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}
