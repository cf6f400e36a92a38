package web

import (
	"context"
	"sync"
	"time"
)

// gate lets one reader in at a time, and after each rests for several times as
// long as it took to make the page, and no less than leastRest, so that readers,
// however many, leave the processors to the mail.
type gate struct {
	once sync.Once
	free chan time.Time // holds when the next may come in
}

// rests is how many times as long as the work a rest is: pages are made a fifth of
// the time of one processor, and readers of one that is made wait no longer for it.
const rests = 4

// leastRest is about what it costs to read a request and to send a page that is
// made already, several times over: about a thousand readers come in each second.
const leastRest = 500 * time.Microsecond

// patience is how long a reader waits at the gate.
const patience = 10 * time.Second

// enter waits until the reader may come in; leave must be called after it.
func (t *gate) enter(ctx context.Context) (leave func(), err error) {
	t.once.Do(func() { t.free = make(chan time.Time, 1); t.free <- time.Time{} })
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case at := <-t.free:
		if wait := time.Until(at); wait > 0 {
			timer := time.NewTimer(wait)
			defer timer.Stop()
			select {
			case <-timer.C:
			case <-ctx.Done():
				t.free <- at
				return nil, ctx.Err()
			}
		}
		began := time.Now()
		return func() { now := time.Now(); t.free <- now.Add(max(rests*now.Sub(began), leastRest)) }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
