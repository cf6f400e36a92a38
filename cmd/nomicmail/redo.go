package main

import (
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

// redo does the acts of the command line again that a restored copy tells of,
// each at its time among the mails that are read again.
type redo struct {
	book placeBook
	mod  *moderator.Moderator
	log  *slog.Logger

	mu   sync.Mutex
	acts []moderator.Act // by time
	kept []string        // the places that they come from
}

// redoPlace begins the places with the acts of a game.
const redoPlace = "redo/"

func newRedo(book placeBook, m *moderator.Moderator, log *slog.Logger) (*redo, error) {
	r := &redo{book: book, mod: m, log: log}
	places, err := book.Places()
	if err != nil {
		return nil, err
	}
	for key, value := range places {
		if !strings.HasPrefix(key, redoPlace) || value == "" {
			continue
		}
		var acts []moderator.Act
		if err := json.Unmarshal([]byte(value), &acts); err != nil {
			return nil, err
		}
		r.acts, r.kept = append(r.acts, acts...), append(r.kept, key)
	}
	slices.SortStableFunc(r.acts, func(a, b moderator.Act) int { return a.At.Compare(b.At) })
	return r, nil
}

// upTo does what was done before a moment. After an error it must be called
// again before time goes on.
func (r *redo) upTo(at time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.acts) > 0 && r.acts[0].At.Before(at) {
		a := r.acts[0]
		_, err := r.mod.Act(a)
		if err != nil && !errors.Is(err, store.ErrSeen) { // seen: the daemon was stopped after it
			if !isRefused(err) {
				return err
			}
			r.log.Warn("an act of before the restore is not possible now", "game", a.Game, "verb", a.Verb, "at", a.At, "err", err)
		}
		r.acts = r.acts[1:]
	}
	if len(r.acts) > 0 {
		return nil
	}
	for len(r.kept) > 0 {
		if err := r.book.Place(r.kept[0], ""); err != nil {
			return err
		}
		r.kept = r.kept[1:]
	}
	return nil
}

// isRefused tells a lawful no from a fault of ours.
func isRefused(err error) bool {
	var no *rules.Refusal
	var misread *moderator.Misread
	return errors.As(err, &no) || errors.As(err, &misread)
}
