package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// clockGame is a game with one deadline after another, for the clock.
type clockGame struct {
	mu        sync.Mutex
	deadlines []time.Time
	ticks     int // deadlines that passed
	fails     int // ticks that will fail
	looks     int // at the mailbox
}

func (g *clockGame) next() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.deadlines) == 0 {
		return time.Time{}
	}
	return g.deadlines[0]
}

func (g *clockGame) tick(time.Time) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.fails > 0 {
		g.fails--
		return errors.New("disk full")
	}
	g.ticks++
	g.deadlines = g.deadlines[1:]
	return nil
}

func (g *clockGame) look() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.looks++
}

// due sets the deadlines, counted from now.
func (g *clockGame) due(in ...time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, d := range in {
		g.deadlines = append(g.deadlines, time.Now().Add(d))
	}
}

// has waits until the clock is at rest and compares.
func (g *clockGame) has(t *testing.T, ticks, looks int) {
	t.Helper()
	synctest.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ticks != ticks || g.looks != looks {
		t.Fatalf("%d deadlines passed and %d looks were asked for, want %d and %d", g.ticks, g.looks, ticks, looks)
	}
}

// withClock runs a clock on a game in a bubble of time.
func withClock(t *testing.T, g *clockGame, f func(c *clock)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c := newClock(slog.New(slog.DiscardHandler))
		c.next, c.tick, c.look = g.next, g.tick, g.look
		ended := make(chan error)
		go func() { ended <- c.run(ctx) }()
		synctest.Wait()
		f(c)
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestDeadlinesWaitForTheMailbox: no deadline passes before the mailbox was
// read up to it.
func TestDeadlinesWaitForTheMailbox(t *testing.T) {
	g := &clockGame{}
	withClock(t, g, func(c *clock) {
		g.due(time.Hour, 2*time.Hour)
		c.caughtUp(time.Now())
		time.Sleep(time.Hour + c.grace)
		g.has(t, 0, 1)
		c.caughtUp(time.Now().Add(-c.grace - time.Second)) // a look that began before the deadline
		g.has(t, 0, 2)
		c.caughtUp(time.Now())
		g.has(t, 1, 2)
	})
}

// TestClockTriesAgain: a deadline that cannot be written passes a minute later,
// and mail that comes meanwhile does not hurry it.
func TestClockTriesAgain(t *testing.T) {
	g := &clockGame{fails: 1}
	withClock(t, g, func(c *clock) {
		g.due(-time.Hour)
		for range 5 {
			c.caughtUp(time.Now())
			g.has(t, 0, 0)
			time.Sleep(time.Second)
		}
		time.Sleep(retryTick)
		g.has(t, 1, 0)
	})
}

// TestClockWakesAtTheDeadline asks for a look by itself when the time comes, and
// again while none has been taken.
func TestClockWakesAtTheDeadline(t *testing.T) {
	g := &clockGame{}
	withClock(t, g, func(c *clock) {
		g.due(time.Hour)
		c.stirred()
		time.Sleep(time.Hour)
		g.has(t, 0, 0) // a mail may still be on its way through the door
		time.Sleep(c.grace)
		g.has(t, 0, 1)
		time.Sleep(lookAgain)
		g.has(t, 0, 2)
	})
}
