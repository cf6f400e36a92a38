package main

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestDiskTrouble: a disk that is full, or may not be written any more, keeps
// the mails in the mailbox and tells the operator once for them and once for the
// letter that was under way. When there is room again, or the daemon is started
// anew where that is needed, the game ends as if nothing had been.
func TestDiskTrouble(t *testing.T) {
	want := newKillGame(t, "", 0).play(0, 0)
	for _, c := range []struct {
		err     error
		restart bool
	}{{syscall.ENOSPC, false}, {syscall.EROFS, true}} {
		g := newKillGame(t, "", 0)
		g.begin()
		g.rise()
		g.book.ill.Store(&c.err)
		head, _, err := g.book.Head("tea")
		g.must(err)
		g.deliver(0)
		unread, unmarked := "a mail could not be delivered and will be tried again", "a letter was sent but this cannot be recorded"
		g.await("complaint", func() bool {
			log := g.log.String()
			return strings.Contains(log, unread) && strings.Contains(log, unmarked)
		})
		if n, _, err := g.book.Head("tea"); n != head || err != nil {
			t.Errorf("%v: entry %d is the last, want %d: %v", c.err, n, head, err)
		}
		if c.restart {
			g.fall()
			g.rise()
		}
		g.book.ill.Store(nil)
		g.settle()
		log := g.log.String()
		for _, line := range []string{unread, unmarked} {
			if n := strings.Count(log, line); n != 1 || !strings.Contains(log, c.err.Error()) {
				t.Errorf("%v: %q stands %d times in the log\n%s", c.err, line, n, log)
			}
		}
		for i := 1; i < len(killScript); i++ {
			g.deliver(i)
			g.settle()
		}
		end := g.finish()
		end.compare(t, want, 0)
		if most := map[bool]int{true: 1}[c.restart]; len(end.doubled) > most {
			t.Errorf("%v: came twice: %v", c.err, end.doubled)
		}
	}
}

// TestClocksApart: a mail that the server says came days from now closes no
// vote and is not lost. It waits, and the operator reads why, until the clock
// that is wrong is set.
func TestClocksApart(t *testing.T) {
	g := newKillGame(t, "", 0)
	g.begin()
	g.rise()
	g.arrives(killMail("bob", 1, "", "enact\nTea is at four.\nend\n"), g.clock.Now())
	g.settle()
	head, _, err := g.book.Head("tea")
	g.must(err)
	g.arrives(killMail("ada", 2, "", "301 FOR\n"), g.clock.Now().Add(30*24*time.Hour))
	g.arrives(killMail("bob", 3, "", "301 FOR\n"), g.clock.Now()) // does not wait behind it
	says := "set the clock that is wrong"
	g.await("complaint", func() bool { return strings.Contains(g.log.String(), says) })
	vote := func() string {
		game, err := g.daemon.mod.Game("tea")
		g.must(err)
		p := game.Proposal(301)
		return fmt.Sprintf("%s with %d votes", p.State, len(p.Votes))
	}
	if got := vote(); got != "voting with 1 votes" {
		t.Errorf("the proposal is %s\n%s", got, &g.log)
	}
	if n, _, err := g.book.Head("tea"); n != head+1 || err != nil {
		t.Errorf("entry %d is the last, want %d: %v", n, head+1, err)
	}
	for range 3 { // a look, and what it brings
		g.moveOn(10 * 24 * time.Hour)
	}
	g.await("vote", func() bool { return strings.Contains(g.log.String(), "id=<2@example.org>") })
	g.stop()
	g.must(<-g.ended)
	g.must(g.book.Close())
	if n := strings.Count(g.log.String(), says); n != 1 {
		t.Errorf("it was said %d times\n%s", n, &g.log)
	}
}
