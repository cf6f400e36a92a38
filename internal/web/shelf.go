package web

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"nomicmail/internal/record"
)

// mostGames is how many games are kept made at a time. The one that was read
// longest ago gives way.
const mostGames = 16

// shelf keeps games made, so that a move costs the next reader its own entries
// and no more.
type shelf struct {
	site *Site

	mu    sync.Mutex // guards what follows
	slots []*slot    // the last read one last
}

// slot is the place of one game.
type slot struct {
	name string

	making sync.Mutex // held by who makes the next
	mu     sync.Mutex // guards game
	game   *Game      // the last one made; nil before the first
}

// game gives a game as it stands. While somebody makes the newest, others get the
// one before it, so that readers wait for nobody but the first of all does.
func (s *shelf) game(name string) (*Game, error) {
	n, hash, err := s.site.options.Book.Head(name)
	if err != nil {
		return nil, fmt.Errorf("web: %s: %w", name, err)
	}
	if n == 0 {
		return nil, ErrNoPage
	}
	slot := s.slot(name)
	g := slot.last()
	if g == nil || g.Head != n || g.Hash != hash {
		if g, err = s.renew(slot, g); err != nil {
			return nil, err
		}
	}
	if !g.watched {
		return nil, ErrNoPage
	}
	return g, nil
}

// slot finds the place of a game, or makes it.
func (s *shelf) slot(name string) *slot {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.slots, func(t *slot) bool { return t.name == name })
	found := &slot{name: name}
	if i >= 0 {
		found = s.slots[i]
		s.slots = slices.Delete(s.slots, i, i+1)
	}
	s.slots = append(s.slots, found)
	if len(s.slots) > mostGames {
		s.slots = slices.Delete(s.slots, 0, 1)
	}
	return found
}

func (t *slot) last() *Game {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.game
}

// renew makes a game anew. Old is the last one, nil for none.
func (s *shelf) renew(t *slot, old *Game) (*Game, error) {
	if old == nil {
		t.making.Lock()
	} else if !t.making.TryLock() {
		return old, nil
	}
	defer t.making.Unlock()
	g, err := s.read(t.name, t.last())
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	t.game = g
	t.mu.Unlock()
	return g, nil
}

// read adds to a game what its record has more, or makes it from the beginning:
// where there is none, and where something was undone.
func (s *shelf) read(name string, old *Game) (*Game, error) {
	first := uint64(1)
	if old != nil {
		first = old.Head + 1
	}
	var entries []record.Entry
	for e, err := range s.site.options.Book.Entries(name, first) {
		if err != nil {
			return nil, fmt.Errorf("web: read the record of %s: %w", name, err)
		}
		entries = append(entries, e)
	}
	undone := slices.ContainsFunc(entries, func(e record.Entry) bool { _, yes := record.Undoes(e); return yes })
	switch {
	case old == nil && len(entries) == 0:
		return nil, ErrNoPage
	case old != nil && len(entries) == 0:
		return old, nil
	case old != nil && (undone || entries[0].Prev != old.Hash):
		return s.read(name, nil)
	}
	g, err := grow(old, name, entries, s.site.options.Clerk)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("web: %s", name), err)
	}
	return g, nil
}
