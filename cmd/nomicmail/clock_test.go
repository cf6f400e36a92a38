package main

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// clockGame is a game with one deadline after another, for the clock.
type clockGame struct {
	deadlines []time.Time
	ticks     []time.Time // when each tick came
	fails     int
}

func (g *clockGame) next() time.Time {
	if len(g.deadlines) == 0 {
		return time.Time{}
	}
	return g.deadlines[0]
}

func (g *clockGame) tick(time.Time) error {
	if g.fails > 0 {
		g.fails--
		return errors.New("disk full")
	}
	g.ticks = append(g.ticks, time.Now())
	g.deadlines = g.deadlines[1:]
	return nil
}

// withClock runs a clock on a game in a bubble of time.
func withClock(t *testing.T, g *clockGame, f func(c *clock, looks *int)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c := newClock(slog.New(slog.DiscardHandler))
		looks := 0
		c.next, c.tick, c.look = g.next, g.tick, func() { looks++ }
		ended := make(chan error)
		go func() { ended <- c.run(ctx) }()
		synctest.Wait()
		f(c, &looks)
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
	withClock(t, g, func(c *clock, looks *int) {
		g.deadlines = []time.Time{time.Now().Add(time.Hour), time.Now().Add(2 * time.Hour)}
		c.stirred()
		c.caughtUp(time.Now())
		time.Sleep(90 * time.Minute)
		synctest.Wait()
		if len(g.ticks) != 0 || *looks == 0 {
			t.Fatalf("the deadline passed unread: %v, %d looks", g.ticks, *looks)
		}
		c.caughtUp(time.Now().Add(-31 * time.Minute)) // a look that began before the deadline
		synctest.Wait()
		if len(g.ticks) != 0 {
			t.Fatal("the deadline passed after a look that began before it")
		}
		c.caughtUp(time.Now())
		synctest.Wait()
		if len(g.ticks) != 1 {
			t.Fatalf("%d deadlines passed instead of one", len(g.ticks))
		}
	})
}

// TestClockTriesAgain: a deadline that cannot be written passes a minute later,
// and mail that comes meanwhile does not hurry it.
func TestClockTriesAgain(t *testing.T) {
	g := &clockGame{fails: 1}
	withClock(t, g, func(c *clock, _ *int) {
		g.deadlines = []time.Time{time.Now().Add(-time.Hour)}
		c.caughtUp(time.Now())
		synctest.Wait()
		for range 5 {
			time.Sleep(time.Second)
			c.caughtUp(time.Now())
			synctest.Wait()
		}
		if len(g.ticks) != 0 || g.fails != 0 {
			t.Fatalf("%d ticks, %d failures to come", len(g.ticks), g.fails)
		}
		time.Sleep(retryTick)
		synctest.Wait()
		if len(g.ticks) != 1 {
			t.Error("the deadline never passed")
		}
	})
}

// TestClockWakesAtTheDeadline asks for a look by itself when the time comes.
func TestClockWakesAtTheDeadline(t *testing.T) {
	g := &clockGame{}
	withClock(t, g, func(c *clock, looks *int) {
		g.deadlines = []time.Time{time.Now().Add(time.Hour)}
		c.stirred()
		time.Sleep(time.Hour)
		synctest.Wait()
		if *looks != 0 {
			t.Error("it looked before a mail could have come through the door")
		}
		time.Sleep(c.grace)
		synctest.Wait()
		if *looks != 1 {
			t.Errorf("%d looks instead of one", *looks)
		}
	})
}
