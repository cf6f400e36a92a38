package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nomicmail/internal/store"
)

// wrongClock is a game on a machine whose clock may be ahead of the time that
// passes, and of the mail server's.
type wrongClock struct {
	*clock
	server *serverTime
	game   *clockGame
	ahead  atomic.Int64
	log    lockedBuffer
}

func (w *wrongClock) time() time.Time { return time.Now().Add(time.Duration(w.ahead.Load())) }

// read is a look at the mailbox, after which all is done that can be.
func (w *wrongClock) read() (ticks int) {
	w.caughtUp(w.time())
	synctest.Wait()
	w.game.mu.Lock()
	defer w.game.mu.Unlock()
	return w.game.ticks
}

// asked says whether the server is to be asked for its time.
func (w *wrongClock) asked() bool {
	select {
	case <-w.server.ask:
		return true
	default:
		return false
	}
}

func withWrongClock(t *testing.T, f func(w *wrongClock)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &wrongClock{game: &clockGame{}}
		log := slog.New(slog.NewTextHandler(&w.log, nil))
		begun := time.Now()
		w.server = &serverTime{log: log, elapsed: func() time.Duration { return time.Since(begun) }, ask: make(chan struct{}, 1)}
		w.clock = newClock(log)
		w.now, w.believed = w.time, w.server.mostly
		w.next, w.tick, w.look = w.game.next, w.game.tick, w.game.look
		w.server.shows(time.Now())
		w.game.due(7 * 24 * time.Hour)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- w.run(ctx) }()
		f(w)
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestClockFarAhead: a clock that jumps to another year ends no vote. The server is
// asked, what it shows is no confirmation, and the operator reads of it once; set
// right, all goes on, and the vote ends at its time.
func TestClockFarAhead(t *testing.T) {
	withWrongClock(t, func(w *wrongClock) {
		w.ahead.Store(int64(10 * 365 * 24 * time.Hour))
		if n := w.read(); n != 0 || !w.asked() {
			t.Fatalf("%d deadlines passed", n)
		}
		for range 3 {
			w.server.shows(time.Now()) // our mail has come
			time.Sleep(askAgain + time.Minute)
			if n := w.read(); n != 0 {
				t.Fatalf("%d deadlines passed", n)
			}
		}
		if f := w.server.fault(w.time()); !strings.Contains(f, "no deadline passes") || strings.Count(w.log.String(), "no deadline passes") != 1 {
			t.Errorf("the fault is %q, the log\n%s", f, &w.log)
		}
		if sure := w.server.surely(w.time()); !sure.Equal(time.Now()) {
			t.Errorf("it is surely %v, want %v", sure, time.Now())
		}
		w.ahead.Store(0)
		time.Sleep(6 * 24 * time.Hour)
		if n := w.read(); n != 0 || w.server.fault(w.time()) != "" {
			t.Errorf("%d deadlines passed before their time; %s", n, w.server.fault(w.time()))
		}
		time.Sleep(24 * time.Hour)
		if n := w.read(); n != 1 {
			t.Errorf("%d deadlines passed", n)
		}
	})
}

// TestMachineSlept: a clock that is ahead because the machine has slept is believed
// as soon as the server shows the same time.
func TestMachineSlept(t *testing.T) {
	withWrongClock(t, func(w *wrongClock) {
		w.ahead.Store(int64(10 * 24 * time.Hour))
		if n := w.read(); n != 0 || !w.asked() {
			t.Fatalf("%d deadlines passed", n)
		}
		w.server.shows(w.time())
		if n := w.read(); n != 1 || w.server.fault(w.time()) != "" {
			t.Errorf("%d deadlines passed; %s", n, w.server.fault(w.time()))
		}
	})
}

// TestQuietGame: while the process runs its own clock shows how much time has gone
// by, and nobody need be asked however long no mail comes.
func TestQuietGame(t *testing.T) {
	withWrongClock(t, func(w *wrongClock) {
		time.Sleep(8 * 24 * time.Hour)
		if n := w.read(); n != 1 || w.asked() {
			t.Errorf("%d deadlines passed, or a mail was sent for it", n)
		}
	})
}

// TestServerTimeIsRemembered over the end of the process; where nothing is, our
// clock is believed.
func TestServerTimeIsRemembered(t *testing.T) {
	book := store.Memory()
	again := func() *serverTime {
		s, err := newServerTime(book, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if _, ok := again().check(noon.AddDate(10, 0, 0)); !ok {
		t.Error("a new record knows better than the clock")
	}
	s := again()
	s.shows(noon)
	s.shows(noon.Add(-time.Hour)) // a mail that is read late
	for now, want := range map[time.Time]bool{noon.Add(time.Hour): true, noon.Add(-time.Hour): true, noon.AddDate(0, 0, 2): false, noon.AddDate(10, 0, 0): false} {
		if _, ok := again().check(now); ok != want {
			t.Errorf("at %v the clock is believed: %v", now, ok)
		}
	}
}

// TestOutageOfDays: after three days without the daemon a vote whose last two days
// went by ends when the server has received our own mail, which plays nothing.
func TestOutageOfDays(t *testing.T) {
	s := open(t)
	file := filepath.Join(filepath.Dir(s.config), "tea.toml")
	writeFile(t, file, strings.Replace(strings.Replace(lateGame, `"%s"`, `"none"`, 1), `vote_period = "1h"`, `vote_period = "49h"`, 1), 0o600)
	s.start()
	s.does("game", "new", "--file", file)
	s.does("game", "start", "tea")
	s.await("bob", "the game begins")
	s.end()
	opened := time.Now().Add(-72 * time.Hour).Truncate(time.Second)
	s.receives("bob", opened, "repeal 206")
	s.receives("ada", opened.Add(time.Hour), "301 FOR")
	s.start()
	s.await("ada", "301 ")
	s.await("ada", "301 defeated (1 for, 1 against)")
	log := s.log.String()
	s.end()
	if strings.Count(log, "asked for its time") != 1 {
		t.Errorf("the log says\n%s", log)
	}
}
