package main

import (
	"strings"
	"sync"

	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

// underway knows the mails on their way, by Message-ID: from a player until
// they are in the record, and from the record until the player has them.
type underway struct {
	mu      sync.Mutex
	mails   map[string]bool
	changed chan struct{} // closed and renewed at every change
}

func newUnderway() *underway {
	return &underway{mails: map[string]bool{}, changed: make(chan struct{})}
}

func (u *underway) update(f func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	f()
	close(u.changed)
	u.changed = make(chan struct{})
}

func (u *underway) depart(id string) { u.update(func() { u.mails[id] = true }) }
func (u *underway) arrive(id string) { u.update(func() { delete(u.mails, id) }) }
func (u *underway) stir()            { u.update(func() {}) }

// change is closed at the next change.
func (u *underway) change() <-chan struct{} {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.changed
}

func (u *underway) empty() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.mails) == 0
}

// String names the mails, for errors.
func (u *underway) String() string {
	u.mu.Lock()
	defer u.mu.Unlock()
	var ids []string
	for id := range u.mails {
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return "a deadline"
	}
	return strings.Join(ids, ", ")
}

// watchedBook tells of each commit which mails it has received and sent off.
type watchedBook struct {
	*store.Store
	way *underway
}

// Commit sees the letters off before they can be sent, and the mail that causes
// them counts as arrived only after that: there is no moment between in which
// nothing is underway.
func (b watchedBook) Commit(c record.Commit) error {
	b.way.update(func() { b.way.letters(c, true) })
	err := b.Store.Commit(c)
	b.way.update(func() {
		switch {
		case err != nil:
			b.way.letters(c, false)
		case c.Input != nil:
			delete(b.way.mails, c.Input.ID)
		}
	})
	return err
}

// letters notes the letters of a commit to the players as underway, or as not.
func (u *underway) letters(c record.Commit, leave bool) {
	for _, l := range c.Letters {
		switch {
		case !inCast(l.To):
		case leave:
			u.mails[l.ID] = true
		default:
			delete(u.mails, l.ID)
		}
	}
}

func inCast(to []string) bool {
	for _, p := range demoCast {
		if len(to) == 1 && to[0] == p.Addresses[0] {
			return true
		}
	}
	return false
}
