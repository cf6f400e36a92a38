package record

import (
	"fmt"
	"time"

	"nomicmail/internal/rules"
)

// link is what the hash of an entry is a hash of: this struct as JSON, fields
// in this order, without spaces. Events are the hashes of the events as
// [Encode] writes them, so that whoever holds all but one of them can still
// prove the chain.
type link struct {
	Game   string    `json:"game"`
	N      uint64    `json:"n"`
	At     time.Time `json:"at"`
	Cause  Cause     `json:"cause"`
	Prev   Hash      `json:"prev"`
	Events []Hash    `json:"events"`
}

// Seal sets Prev and Hash of e, which has its other fields. At becomes UTC.
// Prev is zero for the first entry of a game.
func Seal(e *Entry, prev Hash) error {
	sealed := *e
	sealed.At, sealed.Prev = e.At.UTC().Round(0), prev
	h, err := sealed.sum()
	if err != nil {
		return err
	}
	sealed.Hash = h
	*e = sealed
	return nil
}

// Check tells whether the hash of e is that of its content. It does not look at
// the entry before: the caller compares Prev and N.
func Check(e Entry) error {
	h, err := e.sum()
	if err != nil {
		return err
	}
	if h != e.Hash {
		return fmt.Errorf("record: entry %d of %s does not have the hash of its content", e.N, e.Game)
	}
	return nil
}

// sum is the hash of e's content.
func (e *Entry) sum() (Hash, error) {
	events, err := hashes(e.Events)
	if err != nil {
		return Hash{}, err
	}
	b, err := compact(link{e.Game, e.N, e.At, e.Cause, e.Prev, events})
	if err != nil {
		return Hash{}, fmt.Errorf("record: hash entry %d of %s: %w", e.N, e.Game, err)
	}
	return HashOf(b), nil
}

// hashes gives the hash of each event as it is written.
func hashes(events []rules.Event) ([]Hash, error) {
	out := make([]Hash, len(events))
	for i, e := range events {
		b, err := Encode(e)
		if err != nil {
			return nil, err
		}
		out[i] = HashOf(b)
	}
	return out, nil
}
