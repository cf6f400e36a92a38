// Package mailer moves mail: in from an IMAP mailbox, out through an SMTP
// submission server. It knows bytes, times and addresses, and nothing about games.
//
// Its promise in both directions is "at least once, in order, never lost". A
// mail leaves the inbox only after the receiver has said that it is safe, so a
// crash can bring a mail twice and the receiver must know it again by its hash.
// A letter whose fate is unknown, because the connection broke after its last
// dot, is reported as Doubtful and never as sent.
//
// Servers are not trusted to be well: every wait has an end, every size a limit,
// and one message that a server or the client library cannot cope with never
// blocks the ones behind it. What is guarded against is said where the guard is.
package mailer

import (
	"math/rand/v2"
	"time"
)

// Clock is where the time comes from. After works like time.After.
type Clock interface {
	Now() time.Time
	After(d time.Duration) <-chan time.Time
}

type systemClock struct{}

func (systemClock) Now() time.Time                         { return time.Now() }
func (systemClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

const (
	backoffLeast = time.Second
	backoffMost  = 5 * time.Minute
)

// backoff says how long to wait after the given number of failures in a row: 1 s
// doubling to 5 min, a quarter more or less so that several daemons which lost
// one server do not come back at the same moment.
func backoff(fails int) time.Duration {
	d := backoffMost
	if fails = max(fails, 1); fails < 10 {
		d = min(backoffMost, backoffLeast<<(fails-1))
	}
	return d*3/4 + rand.N(d/2)
}
