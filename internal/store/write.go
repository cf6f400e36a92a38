package store

import (
	"errors"
	"fmt"
)

// change is one key to be set, or to be deleted when value is nil.
type change struct {
	bucket     string
	key, value []byte
}

// job is something to write. It is planned first, which changes nothing and may
// fail, and applied after, which fails only with the whole database.
type job struct {
	plan func(txn) ([]change, error)
	err  error
	done chan struct{}
}

// mostJobs bounds what one transaction takes.
const mostJobs = 256

// errIdle takes back a transaction in which nobody changed anything.
var errIdle = errors.New("nothing to write")

// write plans and applies one job, together with those of other goroutines.
func (s *Store) write(plan func(txn) ([]change, error)) error {
	j := &job{plan: plan, done: make(chan struct{})}
	s.gate.RLock()
	if s.closed {
		s.gate.RUnlock()
		return fmt.Errorf("store: %w", ErrClosed)
	}
	if s.queue == nil {
		s.run([]*job{j})
		s.gate.RUnlock()
		return j.err
	}
	s.queue <- j
	s.gate.RUnlock()
	<-j.done
	return j.err
}

// writer runs jobs until the queue is closed: always all that have come while
// the disk was busy.
func (s *Store) writer() {
	defer close(s.stopped)
	for j := range s.queue {
		group := []*job{j}
		for more := true; more && len(group) < mostJobs; {
			select {
			case next, ok := <-s.queue:
				if more = ok; ok {
					group = append(group, next)
				}
			default:
				more = false
			}
		}
		s.run(group)
	}
}

// Broken is closed when a write has failed after which nobody knows what is on
// the disk: it has become read-only, or does not answer. A full disk is none of
// these. From then on the store takes no writes, until it is opened anew.
func (s *Store) Broken() <-chan struct{} { return s.broken }

// Err is the failure by which the store broke; nil while it has not.
func (s *Store) Err() error {
	select {
	case <-s.broken:
		return fmt.Errorf("store: %w", explainWrite(s.cause))
	default:
		return nil
	}
}

// noteBroken is called by the one goroutine that writes.
func (s *Store) noteBroken() {
	if d, ok := s.engine.(*disk); ok && d.broken != nil && s.cause == nil {
		s.cause = d.broken
		close(s.broken)
	}
}

// run writes a group of jobs. A job whose plan fails has no part in it and
// harms no other.
func (s *Store) run(group []*job) {
	err := s.engine.update(func(tx txn) error {
		idle := true
		for _, j := range group {
			var changes []change
			if changes, j.err = j.plan(tx); j.err != nil || len(changes) == 0 {
				continue
			}
			idle = false
			if err := apply(tx, changes); err != nil {
				return err
			}
		}
		if idle {
			return errIdle
		}
		return nil
	})
	s.noteBroken()
	for _, j := range group {
		if j.err == nil && err != nil && !errors.Is(err, errIdle) {
			j.err = explainWrite(err)
		}
		close(j.done)
	}
}

func apply(tx txn, changes []change) error {
	for _, c := range changes {
		var err error
		if c.value == nil {
			err = tx.delete(c.bucket, c.key)
		} else {
			err = tx.put(c.bucket, c.key, c.value)
		}
		if err != nil {
			return fmt.Errorf("put %s: %w", show(c.bucket, c.key), err)
		}
	}
	return nil
}
