package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

// errKilled is what a dead daemon gets, whatever it tries.
var errKilled = errors.New("killed")

// fate decides at which of its operations on the world a daemon dies, as it
// would of kill -9: an operation is a write to the record or a line to a mail
// server. From then on no operation has any effect.
type fate struct {
	stir chan struct{} // holds a token after an operation

	mu    sync.Mutex
	dice  *rand.Rand
	round int // the ways of dying take turns from one round of games to the next
	op    int // operations so far, over all lives
	next  int // the one at which the daemon dies; 0 for none
	dead  bool
	died  chan struct{}  // closed when the last operation has done what it does
	last  string         // how it died last
	tally map[string]int // how often a daemon died where
}

func newFate(round int) *fate {
	return &fate{dice: rand.New(rand.NewPCG(uint64(round), 7)), round: round, stir: make(chan struct{}, 1), died: make(chan struct{}), tally: map[string]int{}}
}

// strike is asked before each operation. It gives "" for one that is to be done,
// and one of the ways in which to die for the last. The caller does what is left
// of that one and then calls end.
func (f *fate) strike(op string, ways ...string) (way string, alive bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dead {
		return "", false
	}
	f.op++
	if f.op != f.next {
		return "", true
	}
	f.dead = true
	way = ways[(f.op+f.round)%len(ways)]
	f.last = way + " " + op
	f.tally[f.last]++
	return way, true
}

func (f *fate) end() { close(f.died) }

func (f *fate) alive() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.dead
}

// revive lets the next daemon die at the first of its operations that gap
// divides with a remainder; with a gap of 0 it lives.
func (f *fate) revive(gap, remainder int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.dead, f.died, f.next = false, make(chan struct{}), 0
	if gap > 0 {
		f.next = f.op + 1
		for f.next%gap != remainder {
			f.next++
		}
	}
}

// doom lets the daemon die so many operations from now.
func (f *fate) doom(in int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.next = f.op + in
}

func (f *fate) stirred() {
	select {
	case f.stir <- struct{}{}:
	default:
	}
}

// mortalBook is a record whose writer may die before a write, after it, or
// within: then some of the pages have not reached the disk, as after a power cut.
type mortalBook struct {
	*store.Store
	path string
	fate *fate
	mu   sync.Mutex // one write after the other, so that a torn one is one
	torn map[int64][]byte
	ill  atomic.Pointer[error] // what the disk says to every write
	lost chan struct{}         // closed when it has said so for good
}

func (b *mortalBook) Broken() <-chan struct{} { return b.lost }

func (b *mortalBook) Err() error {
	select {
	case <-b.lost:
		return fmt.Errorf("store: %w", *b.ill.Load())
	default:
		return nil
	}
}

// fails is a write to a disk that is ill. As for the store, no room is no reason
// to give up.
func (b *mortalBook) fails(op string, ill error) error {
	if b.Err() == nil && !errors.Is(ill, syscall.ENOSPC) {
		close(b.lost)
	}
	return fmt.Errorf("store: %s: %w", op, ill)
}

func (b *mortalBook) Commit(c record.Commit) error {
	return b.write("commit", func() error { return b.Store.Commit(c) })
}

func (b *mortalBook) Mark(id string, attempt func(*record.Letter)) error {
	return b.write("mark", func() error { return b.Store.Mark(id, attempt) })
}

func (b *mortalBook) Place(key, value string) error {
	return b.write("place", func() error { return b.Store.Place(key, value) })
}

func (b *mortalBook) write(op string, do func() error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.fate.stirred()
	way, alive := b.fate.strike("the record: "+op, "before", "within", "after")
	if !alive {
		return errKilled
	}
	if ill := b.ill.Load(); ill != nil && way == "" {
		return b.fails(op, *ill)
	}
	if way == "" {
		return do()
	}
	defer b.fate.end()
	if way == "before" {
		return errKilled
	}
	old, err := os.ReadFile(b.path)
	if err = errors.Join(err, do()); err != nil {
		panic(fmt.Sprintf("the store itself fails: %v", err)) // and the test proves nothing
	}
	if way == "within" {
		b.torn = tear(b.fate.dice, old, b.path)
	}
	return errKilled
}

// The pages of a database, and what a disk writes whole or not at all.
const dbPage, sector = 4096, 512

// tear gives what must be written over a database to make it as a power cut
// during the last transaction leaves it. Pages reach the disk in any order, and
// in part. Only when all are there, one of the first two is written, which makes
// them count.
func tear(dice *rand.Rand, old []byte, path string) map[int64][]byte {
	now, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	torn := map[int64][]byte{}
	for at := int64(0); at < int64(len(old)); at += dbPage {
		was, is := old[at:at+dbPage], now[at:at+dbPage]
		switch {
		case bytes.Equal(was, is):
		case at < 2*dbPage:
			torn[at] = was
		default:
			n := dice.IntN(dbPage/sector+1) * sector
			torn[at] = append(bytes.Clone(is[:n]), was[n:]...)
		}
	}
	return torn
}

// bury closes the record of a dead daemon, and leaves on the disk what a torn
// write left there.
func (b *mortalBook) bury() error {
	if err := b.Store.Close(); err != nil || b.torn == nil {
		return err
	}
	f, err := os.OpenFile(b.path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	for at, page := range b.torn {
		if _, err := f.WriteAt(page, at); err != nil {
			return err
		}
	}
	return nil
}

// TestTear: a torn transaction has not happened, and the one before it has.
func TestTear(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nomicmail.db")
	f := newFate(1)
	lost := 0
	for n := range 60 {
		book, err := store.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		b := &mortalBook{Store: book, path: path, fate: f}
		f.revive(2, 0)
		f.round = 2 * n
		if err := b.Place("last", fmt.Sprint(n)); err != nil {
			t.Fatal(err)
		}
		if err := b.Place("torn", fmt.Sprint(n)); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		if err := b.Place("last", "never"); !errors.Is(err, errKilled) {
			t.Fatal("the dead write")
		}
		within := b.torn != nil
		if err := b.bury(); err != nil {
			t.Fatal(err)
		}
		if faults, err := store.VerifyFile(path, nil); err != nil || len(faults) > 0 {
			t.Fatalf("kill %d: %v, %v", n, faults, err)
		}
		if book, err = store.Open(path); err != nil {
			t.Fatalf("kill %d: %v", n, err)
		}
		all, err := book.Places()
		if err != nil || all["last"] != fmt.Sprint(n) {
			t.Fatalf("kill %d: %v, %v", n, all, err)
		}
		if within && all["torn"] != fmt.Sprint(n) {
			lost++
		}
		book.Close()
	}
	if lost < 5 {
		t.Errorf("of 60 kills %d tore a write: the test tears nothing", lost)
	}
}
