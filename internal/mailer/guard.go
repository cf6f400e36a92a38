package mailer

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// atRest is how long a connection may be silent while we expect nothing of it.
// Servers must allow half an hour (RFC 9051 §5.4), so a longer silence is a dead peer.
const atRest = 40 * time.Minute

// guardConn gives every read and write an end. The client libraries lift their
// deadlines between responses and while a body is written, so that a server
// which falls mute would hold them for ever; here deadlines belong to the guard
// alone, and the libraries' own are ignored.
type guardConn struct {
	net.Conn

	mu      sync.Mutex
	silence time.Duration // how long the next or current read may take
	tight   time.Duration // silence while a command is pending
	until   time.Time     // when what is being read must have come whole; zero for never
	cause   error         // why the network side ended, nil while it has not
}

// muteError says that a server stopped talking in the middle of something.
type muteError struct{ after time.Duration }

func (e *muteError) Error() string {
	return fmt.Sprintf("the server did not answer within %v", e.after)
}
func (e *muteError) Timeout() bool   { return true }
func (e *muteError) Temporary() bool { return true }

func (*guardConn) SetDeadline(time.Time) error      { return nil }
func (*guardConn) SetReadDeadline(time.Time) error  { return nil }
func (*guardConn) SetWriteDeadline(time.Time) error { return nil }

// expect sets how long a read may take, also one that is already waiting.
func (g *guardConn) expect(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.silence = d
	g.Conn.SetReadDeadline(time.Now().Add(d))
}

// expectNext sets how long the reads to come may take.
func (g *guardConn) expectNext(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.silence = d
}

// within sets how long all reads to come may take together, however little at a
// time the server says.
func (g *guardConn) within(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.until = time.Now().Add(d)
}

func (g *guardConn) Read(p []byte) (int, error) {
	g.mu.Lock()
	d, cause := g.silence, g.cause
	if cause == nil {
		end := time.Now().Add(d)
		if !g.until.IsZero() && g.until.Before(end) {
			end = g.until
		}
		g.Conn.SetReadDeadline(end)
	}
	g.mu.Unlock()
	if cause != nil {
		return 0, cause
	}
	n, err := g.Conn.Read(p)
	return n, g.note(err, d)
}

func (g *guardConn) Write(p []byte) (int, error) {
	g.Conn.SetWriteDeadline(time.Now().Add(g.tight))
	n, err := g.Conn.Write(p)
	return n, g.note(err, g.tight)
}

// note remembers the first failure of the network. A time-out is final: the
// libraries would read again and wait twice. Our own Close is no failure.
func (g *guardConn) note(err error, d time.Duration) error {
	if err == nil || errors.Is(err, net.ErrClosed) {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if ne := net.Error(nil); errors.As(err, &ne) && ne.Timeout() {
		err = &muteError{d}
		g.Conn.Close()
	}
	if g.cause == nil {
		g.cause = err
	}
	return err
}

// broken returns why the network side ended, or nil: then a dead connection was
// given up by the client library, because it could not read what came.
func (g *guardConn) broken() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.cause
}
