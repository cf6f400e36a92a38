package moderator_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

func clockMail(from string, n int, text string) string {
	return fmt.Sprintf("From: %s@example.org\r\nTo: nomic+tea@nomic.example.org\r\nSubject: mail\r\nMessage-ID: <%d@example.org>\r\n\r\n%s\r\n", from, n, text)
}

// TestClockJumps: a clock that is put back moves nothing, however often it
// ticks; mails count by the time at which they were received, though a later one
// was read before; and what was written so is the same when it is read again.
func TestClockJumps(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, "", "+")
	heads := func() uint64 {
		n, _, err := book.Head("tea")
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	receive(t, m, clockMail("bob", 1, "enact\nTea is at four.\nend"), twelve)
	closes := twelve.Add(7 * 24 * time.Hour)
	if err := m.Tick(closes.Add(-time.Hour)); err != nil { // the reminder
		t.Fatal(err)
	}
	before := heads()
	for _, back := range []time.Duration{time.Nanosecond, time.Hour, 24 * time.Hour, 50 * 365 * 24 * time.Hour} {
		if err := m.Tick(closes.Add(-time.Hour - back)); err != nil || heads() != before {
			t.Errorf("a tick of %v earlier: entry %d after %d, %v", back, heads(), before, err)
		}
	}
	if o := receive(t, m, clockMail("ada", 2, "301 FOR"), closes.Add(-time.Minute)); o.Outcome != "counted" {
		t.Errorf("a vote in time: %+v", o)
	}
	if o := receive(t, m, clockMail("bob", 3, "301 AGAINST"), twelve.Add(time.Hour)); o.Outcome != "counted" { // read after it, received before
		t.Errorf("a vote that was received before what was read before it: %+v", o)
	}
	old := strings.Replace(clockMail("bob", 4, "301 FOR"), "nomic+tea@", "nomic@", 1)
	if o := receive(t, m, old, twelve.Add(-1000*24*time.Hour)); o.Outcome != "ignored: older than every game" {
		t.Errorf("a mail from before the game: %+v", o)
	}
	live, err := m.Game("tea")
	if err != nil {
		t.Fatal(err)
	}
	if p := live.Proposal(301); p.State != "defeated" {
		t.Errorf("the proposal is %s", p.State)
	}
	var prev record.Hash
	for e, err := range book.Entries("tea", 1) {
		if err != nil || e.Prev != prev {
			t.Fatalf("entry %d: %v", e.N, err)
		}
		prev = e.Hash
	}
	again, err := moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
	if err != nil {
		t.Fatal(err)
	}
	folded, err := again.Game("tea")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := moderator.StateOf(folded), moderator.StateOf(live); !reflect.DeepEqual(got, want) {
		t.Errorf("read again: %+v\nlive: %+v", got, want)
	}
}

// TestBounceComesAgain: a crash may have come between a bounce's commit and the
// mark in the letter that it is about, so the second reading says it again.
func TestBounceComesAgain(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, moderator.ReturnToken, "+")
	first := posted(t, book, "ada@example.org")[0]
	report := dsn(first.From, "failed", "5.1.1", "Message-ID: "+first.ID)
	one := receive(t, m, report, twelve)
	two := receive(t, m, report, twelve)
	if two.Outcome != "duplicate" || two.Returned == nil || one.Returned == nil || *two.Returned != *one.Returned {
		t.Errorf("%+v, %+v; at first %+v", two, two.Returned, one.Returned)
	}
	if o := receive(t, m, clockMail("bob", 1, "status"), twelve); o.Returned != nil {
		t.Errorf("%+v", o)
	}
}
