package record

import (
	"encoding/json"
	"fmt"
	"time"
)

// written is an entry as it is written.
type written struct {
	Game   string            `json:"game"`
	N      uint64            `json:"n"`
	At     time.Time         `json:"at"`
	Cause  Cause             `json:"cause"`
	Events []json.RawMessage `json:"events"`
	Prev   Hash              `json:"prev"`
	Hash   Hash              `json:"hash"`
}

// Marshal writes e with its events as one line of JSON without a line end.
func Marshal(e Entry) ([]byte, error) {
	w := written{e.Game, e.N, e.At, e.Cause, make([]json.RawMessage, len(e.Events)), e.Prev, e.Hash}
	for i, event := range e.Events {
		b, err := Encode(event)
		if err != nil {
			return nil, err
		}
		w.Events[i] = b
	}
	b, err := compact(w)
	if err != nil {
		return nil, fmt.Errorf("record: encode entry %d of %s: %w", e.N, e.Game, err)
	}
	return b, nil
}

// Unmarshal reads what [Marshal] writes, as strictly as [Decode]. It does not
// look at the hash: see [Check].
func Unmarshal(b []byte) (Entry, error) {
	var w written
	if err := strict(b, &w); err != nil {
		return Entry{}, fmt.Errorf("record: decode an entry: %w", err)
	}
	e := Entry{Game: w.Game, N: w.N, At: w.At, Cause: w.Cause, Prev: w.Prev, Hash: w.Hash}
	for i, raw := range w.Events {
		event, err := Decode(raw)
		if err != nil {
			return Entry{}, fmt.Errorf("entry %d of %s, event %d: %w", w.N, w.Game, i+1, err)
		}
		e.Events = append(e.Events, event)
	}
	return e, nil
}

// MarshalJSON is [Marshal], so that no entry is ever printed without its events.
func (e Entry) MarshalJSON() ([]byte, error) { return Marshal(e) }

// UnmarshalJSON is [Unmarshal].
func (e *Entry) UnmarshalJSON(b []byte) (err error) {
	*e, err = Unmarshal(b)
	return err
}
