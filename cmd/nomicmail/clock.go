package main

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// clock lets deadlines pass. A deadline is closed only when the mailbox has
// been read up to it, so that a vote which came in time counts, however late we
// look: while the mailbox cannot be read, no deadline passes.
type clock struct {
	next func() time.Time      // the earliest deadline, zero for none
	tick func(time.Time) error // lets it pass
	look func()                // asks for a look at the mailbox
	log  *slog.Logger
	// believed is how much of our clock's time is to be believed: see [serverTime].
	believed func(now time.Time) time.Time
	// stepped hears whenever the deadlines were looked after.
	stepped func(time.Time)

	now   func() time.Time
	after func(time.Duration) <-chan time.Time
	// grace is how long a mail may take from the server's door, where it gets
	// its time, into the folder.
	grace time.Duration

	stir chan struct{} // something has changed
	mu   sync.Mutex
	read time.Time // up to when the mailbox has been read
}

// retryTick is how long to wait after a deadline could not be written.
const retryTick = time.Minute

// lookAgain is how often to ask for a look that has not come.
const lookAgain = 30 * time.Second

func newClock(log *slog.Logger) *clock {
	asIs := func(now time.Time) time.Time { return now }
	return &clock{log: log, now: time.Now, after: time.After, believed: asIs, stepped: func(time.Time) {}, grace: 5 * time.Second, stir: make(chan struct{}, 1)}
}

// caughtUp tells that all mail received until at has been played.
func (c *clock) caughtUp(at time.Time) {
	c.mu.Lock()
	c.read = at
	c.mu.Unlock()
	c.stirred()
}

// stirred tells that the deadlines may have changed.
func (c *clock) stirred() {
	select {
	case c.stir <- struct{}{}:
	default:
	}
}

// readUpTo is up to when the mailbox has been read, as far as our clock that says so
// can be believed.
func (c *clock) readUpTo() time.Time {
	believed := c.believed(c.now())
	c.mu.Lock()
	defer c.mu.Unlock()
	if believed.Before(c.read) {
		return believed
	}
	return c.read
}

// run lets time pass until ctx ends.
func (c *clock) run(ctx context.Context) error {
	for failed := false; ; {
		wait := c.step(&failed)
		var timer <-chan time.Time
		if wait > 0 {
			timer = c.after(wait)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-timer:
			failed = false
		case <-c.stir:
			if failed {
				select { // a disk that is full is not asked at every mail
				case <-timer:
				case <-ctx.Done():
					return nil
				}
				failed = false
			}
		}
	}
}

// step closes the deadlines that can be closed, and says how long to wait for
// the next; 0 for ever.
func (c *clock) step(failed *bool) time.Duration {
	defer func() { c.stepped(c.now()) }()
	for range mostTicks {
		due := c.next()
		if due.IsZero() {
			return 0
		}
		ripe := due.Add(c.grace)
		if wait := ripe.Sub(c.now()); wait > 0 {
			return wait
		}
		if c.readUpTo().Before(ripe) {
			c.look()
			return lookAgain
		}
		if err := c.tick(due); err != nil {
			c.log.Error("a deadline could not be closed and will be tried again", "due", due, "err", err)
			*failed = true
			return retryTick
		}
	}
	c.log.Error("a deadline does not pass", "due", c.next())
	*failed = true
	return retryTick
}
