package main

import (
	"slices"
	"sync"
	"time"
)

// demoClock is the time of a demo: it runs as the real one does, and can be
// moved on. Servers, mailboxes and the moderator all have their time from it.
type demoClock struct {
	began time.Time // by the real clock
	start time.Time // by this one

	mu     sync.Mutex
	ahead  time.Duration // moved on so far
	alarms []*alarm
}

// alarm rings once: when the real clock has come so far, or when the time is
// moved past it.
type alarm struct {
	at   time.Time
	real *time.Timer
	ring chan time.Time // holds one
}

func newDemoClock(start time.Time) *demoClock {
	return &demoClock{began: time.Now(), start: start.UTC()}
}

// Now is the time of the demo, in UTC.
func (c *demoClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *demoClock) now() time.Time { return c.start.Add(time.Since(c.began) + c.ahead) }

// After works like [time.After].
func (c *demoClock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := &alarm{at: c.now().Add(d), ring: make(chan time.Time, 1)}
	a.real = time.AfterFunc(d, c.look)
	c.alarms = append(c.alarms, a)
	return a.ring
}

// moveOn lets d pass at once.
func (c *demoClock) moveOn(d time.Duration) {
	c.mu.Lock()
	c.ahead += d
	c.mu.Unlock()
	c.look()
}

// look rings the alarms that are due.
func (c *demoClock) look() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	c.alarms = slices.DeleteFunc(c.alarms, func(a *alarm) bool {
		if now.Before(a.at) {
			return false
		}
		a.real.Stop()
		a.ring <- now
		return true
	})
}
