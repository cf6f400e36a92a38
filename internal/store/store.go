// Package store keeps the records of all games: their entries, the raw inputs
// that the entries came from, and the letters that wait to be sent.
//
// What one input does is one [record.Commit], and a commit is on disk, whole,
// when Commit returns, or it has had no effect. Commits that come at the same
// time share one write. Nothing is ever deleted. Every value lies under a
// checksum, entries are chained by their hashes, and mails and letters lie
// under theirs, so that [Store.Verify] finds one flipped byte and says where.
//
// There are two kinds of store with the same behaviour: [Open] keeps one in a
// file, [Memory] in memory.
package store

import (
	"compress/flate"
	"errors"
	"sync"
)

// These errors can be told apart with errors.Is.
var (
	// ErrConflict: the game has moved on since the commit was made.
	ErrConflict = errors.New("the record has moved on")
	// ErrSeen: the input was committed before, or the letter was.
	ErrSeen = errors.New("it is in the record already")
	// ErrNoLetter: no letter bears that Message-ID.
	ErrNoLetter = errors.New("there is no such letter")
	// ErrDamaged: what is stored is not what was written.
	ErrDamaged = errors.New("the database is damaged")
	// ErrNotDatabase: the file is something else.
	ErrNotDatabase = errors.New("this is no database of nomicmail")
	// ErrNewer: a later version of the program wrote the file.
	ErrNewer = errors.New("a newer nomicmail wrote this database")
	// ErrInUse: another process holds the file.
	ErrInUse = errors.New("the database is in use")
	// ErrClosed: the store was closed.
	ErrClosed = errors.New("the store is closed")
)

// Store is a database. Its methods may be called by several goroutines at once;
// what they return belongs to the caller.
type Store struct {
	engine  engine
	packers sync.Pool // of *flate.Writer
	// squeeze is whether raw inputs are compressed too. On disk they are not:
	// a person with a damaged disk and no program can still read the mails.
	squeeze bool

	queue   chan *job // nil when jobs run at once, as in memory
	stopped chan struct{}
	gate    sync.RWMutex // held for reading while sending to queue
	closed  bool

	broken chan struct{}
	cause  error // why broken is closed; written before
}

func newStore(e engine) *Store {
	s := &Store{engine: e, broken: make(chan struct{})}
	s.packers.New = func() any {
		w, err := flate.NewWriter(nil, packing)
		if err != nil {
			panic(err) // the level is a constant
		}
		return w
	}
	return s
}

// Memory gives an empty store that lasts as long as the process.
func Memory() *Store {
	s := newStore(newMemory())
	s.squeeze = true
	return s
}

// Close waits for the commits that are under way and closes the store. Closing
// twice does nothing.
func (s *Store) Close() error {
	s.gate.Lock()
	if s.closed {
		s.gate.Unlock()
		return nil
	}
	s.closed = true
	if s.queue != nil {
		close(s.queue)
	}
	s.gate.Unlock()
	if s.queue != nil {
		<-s.stopped
	}
	return s.engine.close()
}
