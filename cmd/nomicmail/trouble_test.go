package main

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestDiskTrouble: a disk that is full keeps the mails in the mailbox and tells
// the operator once for them and once for the letter that was under way. When
// there is room again the game ends as if nothing had been.
func TestDiskTrouble(t *testing.T) {
	want := newKillGame(t, "", 0).play(0, 0)
	g := newKillGame(t, "", 0)
	head := g.sicken(syscall.ENOSPC)
	unread, unmarked := "a mail could not be delivered and will be tried again", "a letter was sent but this cannot be recorded"
	g.await("complaint", func() bool {
		log := g.log.String()
		return strings.Contains(log, unread) && strings.Contains(log, unmarked)
	})
	if n, _, err := g.book.Head("tea"); n != head || err != nil {
		t.Errorf("entry %d is the last, want %d: %v", n, head, err)
	}
	g.book.ill.Store(nil)
	g.settle()
	log := g.log.String()
	for _, line := range []string{unread, unmarked} {
		if n := strings.Count(log, line); n != 1 || !strings.Contains(log, syscall.ENOSPC.Error()) {
			t.Errorf("%q stands %d times in the log\n%s", line, n, log)
		}
	}
	g.playsOn(want, 0)
}

// TestReadOnlyDisk: a disk that becomes read-only ends the daemon with a failure,
// for systemd to start it again, and with one line that says what to do. When it
// can be written again, the game goes on as if nothing had been; one letter may
// have come twice.
func TestReadOnlyDisk(t *testing.T) {
	want := newKillGame(t, "", 0).play(0, 0)
	g := newKillGame(t, "", 0)
	head := g.sicken(syscall.EROFS)
	err := <-g.ended
	if all := explain(err); err == nil || len(all) != 1 || !strings.Contains(all[0].Text, "read-only") || !strings.Contains(all[0].Hint, "remount,rw") {
		t.Errorf("the daemon ended with %v: %+v", err, all)
	}
	if wrong := g.daemon.health.wrong(); len(wrong) == 0 || !strings.Contains(wrong[0], "takes no more writes") {
		t.Errorf("it was healthy: %q", wrong)
	}
	if log := g.log.String(); strings.Count(log, "the daemon stops") != 1 {
		t.Errorf("the log says\n%s", log)
	}
	if n, _, err := g.book.Head("tea"); n != head || err != nil {
		t.Errorf("entry %d is the last, want %d: %v", n, head, err)
	}
	for _, c := range g.cables {
		c.cut()
	}
	g.must(g.book.bury())
	g.rise()
	g.settle()
	g.playsOn(want, 1)
}

// sicken begins the game on a disk that fails with an error as the first mails
// come, and gives the last entry before that.
func (g *killGame) sicken(by error) (head uint64) {
	g.t.Helper()
	g.begin()
	g.rise()
	g.book.ill.Store(&by)
	head, _, err := g.book.Head("tea")
	g.must(err)
	g.deliver(0)
	return head
}

// playsOn plays the rest of the game, which must end as wanted, with so many
// letters at most that came twice.
func (g *killGame) playsOn(want *ending, most int) {
	g.t.Helper()
	for i := 1; i < len(killScript); i++ {
		g.deliver(i)
		g.settle()
	}
	end := g.finish()
	end.compare(g.t, want, 0)
	if len(end.doubled) > most {
		g.t.Errorf("came twice: %v", end.doubled)
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
