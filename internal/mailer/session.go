package mailer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// session is one logged-in IMAP connection with at most one folder selected. It
// is used by one goroutine.
type session struct {
	conn *guardConn
	c    *imapclient.Client
	caps imap.CapSet
	box  *imap.SelectData // nil before open

	news  chan struct{} // holds a token when mail may have come
	stale atomic.Bool   // the selected folder got a new UIDVALIDITY
	valid atomic.Uint32 // the UIDVALIDITY it had when it was selected
	bye   atomic.Pointer[string]
	alert func(string)

	longest time.Duration // see Account
}

var (
	errBye   = errors.New("mailer: imap: the server said goodbye")
	errStale = errors.New("mailer: imap: the folder was renewed")
)

// login connects to an IMAP server and logs in. alert hears what the server
// wants a person to read (RFC 9051 §7.1, ALERT).
func login(ctx context.Context, a Account, alert func(string)) (*session, error) {
	g, err := a.dial(ctx)
	if err != nil {
		return nil, err
	}
	s := &session{conn: g, news: make(chan struct{}, 1), alert: alert, longest: a.longest}
	w := newWire(g, s.told)
	if a.TLS == "starttls" {
		if err := upgrade(ctx, a, g, w); err != nil {
			g.Close()
			return nil, err
		}
	}
	s.c = imapclient.New(w, &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		// Called on the decoding goroutine, where a command would never return.
		Mailbox: func(d *imapclient.UnilateralDataMailbox) {
			if d.NumMessages != nil {
				s.wake()
			}
		},
	}})
	if err := s.begin(ctx, a); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// upgrade does STARTTLS before the library sees the connection, because the
// library would hand encrypted bytes to the wire. The greeting is then given to
// it anew, without what was said in clear.
func upgrade(ctx context.Context, a Account, g *guardConn, w *wire) error {
	stop := context.AfterFunc(ctx, func() { g.Close() })
	defer stop()
	br := bufio.NewReader(g)
	greeting, err := readLine(br)
	switch {
	case err != nil:
		return fmt.Errorf("mailer: imap: greeting: %w", err)
	case !strings.HasPrefix(string(greeting), "* OK"):
		return fmt.Errorf("mailer: imap: greeting: %q", greeting)
	}
	if _, err := io.WriteString(g, "S1 STARTTLS\r\n"); err != nil {
		return fmt.Errorf("mailer: imap: starttls: %w", err)
	}
	for range 100 {
		line, err := readLine(br)
		if err != nil {
			return fmt.Errorf("mailer: imap: starttls: %w", err)
		}
		if answer, ok := strings.CutPrefix(string(line), "S1 "); ok {
			if !strings.HasPrefix(answer, "OK") {
				return fmt.Errorf("%w: %s", errNoStartTLS, strings.TrimSpace(answer))
			}
			break
		}
	}
	if br.Buffered() > 0 { // somebody on the way speaks before the encryption
		return errors.New("mailer: imap: starttls: the server talks on in clear")
	}
	ctx, cancel := context.WithTimeout(ctx, a.silence())
	defer cancel()
	t, err := a.handshake(ctx, g.Conn)
	if err != nil {
		return err
	}
	g.Conn = t
	w.line = []byte("* OK encrypted\r\n")
	return nil
}

var errNoStartTLS = errors.New("mailer: the server has no STARTTLS")

// told hears every status response, on the reading goroutine.
func (s *session) told(code, args, text string) {
	switch code {
	case "ALERT":
		s.alert(text)
	case "UIDVALIDITY":
		n, _ := strconv.ParseUint(args, 10, 32)
		if was := s.valid.Load(); was != 0 && uint32(n) != was {
			s.stale.Store(true)
			s.wake()
		}
	case "BYE":
		s.bye.Store(&text)
		s.wake()
	}
}

func (s *session) wake() {
	select {
	case s.news <- struct{}{}:
	default:
	}
}

func (s *session) begin(ctx context.Context, a Account) error {
	if err := s.do(ctx, time.Minute, s.c.WaitGreeting); err != nil {
		return fmt.Errorf("mailer: imap: greeting: %w", err)
	}
	err := s.do(ctx, 2*time.Minute, func() error { return s.authenticate(ctx, a) })
	if err != nil {
		return &LoginError{Account: a, Err: err}
	}
	s.caps, err = ask(ctx, s, time.Minute, func() (imap.CapSet, error) { return s.c.Caps(), nil })
	return err
}

// LoginError says that a server did not take a user and a secret.
type LoginError struct {
	Account Account
	Err     error
}

func (e *LoginError) Error() string {
	return fmt.Sprintf("mailer: log in to %s as %s: %v", e.Account.Address, e.Account.User, e.Err)
}

func (e *LoginError) Unwrap() error { return e.Err }

// authenticate prefers AUTHENTICATE, in which a password may have any letters.
func (s *session) authenticate(ctx context.Context, a Account) error {
	caps := s.c.Caps()
	offered := func(mech string) bool { return caps.Has(imap.AuthCap(mech)) }
	if mech := strings.ToUpper(a.Auth); mech == "" || mech == "PASSWORD" {
		if !offered("PLAIN") {
			if caps.Has(imap.CapLoginDisabled) {
				return errLoginDisabled
			}
			secret, err := a.Secret(ctx)
			if err != nil {
				return err
			}
			return s.c.Login(a.User, secret).Wait()
		}
	}
	credentials, err := a.credentials(ctx, func(mech string) bool { return mech == "PLAIN" })
	if err != nil {
		return err
	}
	return s.c.Authenticate(credentials)
}

var errLoginDisabled = errors.New("the server takes no password on an unencrypted connection")

// ask runs one command with an end: after limit, when ctx is done, or when the
// server says nothing for too long, the connection is closed, which makes every
// wait of the library return.
func ask[T any](ctx context.Context, s *session, limit time.Duration, wait func() (T, error)) (T, error) {
	if s.longest > 0 {
		limit = min(limit, s.longest)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { s.conn.Close() })
	s.conn.expect(s.conn.tight)
	v, err := wait()
	s.conn.expect(atRest)
	if !stop() {
		err = errors.Join(ctx.Err(), err)
	}
	if cause := s.conn.broken(); cause != nil && err != nil {
		err = errors.Join(cause, err)
	}
	if bye := s.bye.Load(); bye != nil && err != nil {
		err = fmt.Errorf("%w (%s): %w", errBye, *bye, err)
	}
	return v, err
}

func (s *session) do(ctx context.Context, limit time.Duration, wait func() error) error {
	_, err := ask(ctx, s, limit, func() (struct{}, error) { return struct{}{}, wait() })
	return err
}

// dead says whether the connection has ended.
func (s *session) dead() bool {
	select {
	case <-s.c.Closed():
		return true
	default:
		return s.bye.Load() != nil
	}
}

// close ends the connection and waits for the library's goroutine. All fetches
// must have been read to their end, or it would wait for ever.
func (s *session) close() {
	s.conn.Close()
	<-s.c.Closed()
}

// quit says goodbye first.
func (s *session) quit(ctx context.Context) {
	if !s.dead() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		s.do(ctx, time.Second, func() error { return s.c.Logout().Wait() })
	}
	s.close()
}

func (s *session) open(ctx context.Context, folder string) error {
	s.valid.Store(0)
	box, err := ask(ctx, s, time.Minute, func() (*imap.SelectData, error) { return s.c.Select(folder, nil).Wait() })
	if err != nil {
		return fmt.Errorf("mailer: imap: open %s: %w", folder, err)
	}
	s.box = box
	s.valid.Store(box.UIDValidity)
	s.stale.Store(false)
	return nil
}

// keeps says whether a keyword set on a message stays there. Exchange keeps none.
func (s *session) keeps(keyword imap.Flag) bool {
	return slices.ContainsFunc(s.box.PermanentFlags, func(f imap.Flag) bool {
		return f == imap.FlagWildcard || strings.EqualFold(string(f), string(keyword))
	})
}

// idle waits for news, at most for d or until look. It never trusts what IDLE
// tells: the caller searches afterwards.
func (s *session) idle(ctx context.Context, d time.Duration, look <-chan struct{}) error {
	idle, err := ask(ctx, s, time.Minute, s.c.Idle)
	if err != nil {
		return fmt.Errorf("mailer: imap: idle: %w", err)
	}
	s.conn.expect(d + time.Minute)
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-s.news:
	case <-look:
	case <-t.C:
	case <-ctx.Done():
	case <-s.c.Closed():
	}
	if s.bye.Load() != nil { // it will not answer a DONE
		s.conn.Close()
		return errors.Join(errBye, idle.Close())
	}
	// DONE must be written also when ctx is over: until then the library
	// holds its lock and a LOGOUT would wait for ever.
	err = s.do(context.WithoutCancel(ctx), 10*time.Second, func() error {
		if err := idle.Close(); err != nil {
			return err
		}
		return idle.Wait()
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("mailer: imap: idle: %w", err)
	}
	return nil
}

// move puts messages into another folder. The library's own Move may only be
// used with the MOVE capability: without it, it deletes the messages even if the
// copy failed.
func (s *session) move(ctx context.Context, uids []imap.UID, folder string) error {
	set := imap.UIDSetNum(uids...)
	if s.caps.Has(imap.CapMove) {
		_, err := ask(ctx, s, 5*time.Minute, func() (*imapclient.MoveData, error) { return s.c.Move(set, folder).Wait() })
		return err
	}
	_, err := ask(ctx, s, 5*time.Minute, func() (*imap.CopyData, error) { return s.c.Copy(set, folder).Wait() })
	if err != nil {
		return err
	}
	return s.remove(ctx, uids)
}

// remove deletes messages. Without UIDPLUS they are only marked \Deleted, since
// a plain EXPUNGE would remove what other people have marked as well.
func (s *session) remove(ctx context.Context, uids []imap.UID) error {
	if err := s.mark(ctx, uids, imap.FlagDeleted); err != nil {
		return err
	}
	if !s.caps.Has(imap.CapUIDPlus) {
		return nil
	}
	return s.do(ctx, time.Minute, func() error { return s.c.UIDExpunge(imap.UIDSetNum(uids...)).Close() })
}

func (s *session) mark(ctx context.Context, uids []imap.UID, flags ...imap.Flag) error {
	add := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: flags}
	return s.do(ctx, time.Minute, func() error { return s.c.Store(imap.UIDSetNum(uids...), add, nil).Close() })
}

func (s *session) create(ctx context.Context, folder string) error {
	return s.do(ctx, time.Minute, func() error { return s.c.Create(folder, nil).Wait() })
}
