package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"

	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

// tape is the record of a replay: a store in memory, without the letters. They
// are most of a long game and hardly looked at again, so that they lie in a
// file without a name. With an out they are written there too, as an mbox.
type tape struct {
	*store.Store
	out     io.Writer // nil for none
	file    *os.File
	end     int64
	bodies  map[record.Hash]span
	letters map[string]span          // by Message-ID
	inputs  map[string][]record.Hash // by Message-ID, because every mail is looked for
}

// span is where something lies in the file.
type span struct{ off, n int64 }

func newTape(out io.Writer) (*tape, error) {
	f, err := os.CreateTemp("", "nomicmail-replay-*")
	if err != nil {
		return nil, err
	}
	// Gone with the process, whatever ends it.
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &tape{
		Store: store.Memory(), out: out, file: f,
		bodies: map[record.Hash]span{}, letters: map[string]span{}, inputs: map[string][]record.Hash{},
	}, nil
}

func (t *tape) close() error { return errors.Join(t.Store.Close(), t.file.Close()) }

// Commit is the store's, and lays the letters down.
func (t *tape) Commit(c record.Commit) error {
	letters, bodies := c.Letters, c.Bodies
	c.Letters, c.Bodies = nil, nil
	if err := t.Store.Commit(c); err != nil {
		return err
	}
	if in := c.Input; in != nil && in.ID != "" {
		t.inputs[in.ID] = append(t.inputs[in.ID], in.Hash)
	}
	for h, b := range bodies {
		if _, known := t.bodies[h]; known {
			continue
		}
		s, err := t.lay(b)
		if err != nil {
			return err
		}
		t.bodies[h] = s
	}
	for _, l := range letters {
		b, err := json.Marshal(l)
		if err != nil {
			return err
		}
		if t.letters[l.ID], err = t.lay(b); err != nil {
			return err
		}
		if t.out == nil {
			continue
		}
		if err := writeMbox(t.out, l.From, l.Made, bodies[l.Raw]); err != nil {
			return err
		}
	}
	return nil
}

// lay puts something at the end of the file.
func (t *tape) lay(b []byte) (span, error) {
	s := span{t.end, int64(len(b))}
	_, err := t.file.WriteAt(b, t.end)
	t.end += s.n
	return s, err
}

func (t *tape) read(s span) ([]byte, error) {
	b := make([]byte, s.n)
	_, err := t.file.ReadAt(b, s.off)
	return b, err
}

// Body is the text of a letter.
func (t *tape) Body(h record.Hash) ([]byte, bool, error) {
	s, ok := t.bodies[h]
	if !ok {
		return nil, false, nil
	}
	b, err := t.read(s)
	return b, err == nil, err
}

// Letter finds a letter by its Message-ID.
func (t *tape) Letter(id string) (record.Letter, bool, error) {
	s, ok := t.letters[id]
	if !ok {
		return record.Letter{}, false, nil
	}
	var l record.Letter
	b, err := t.read(s)
	if err == nil {
		err = json.Unmarshal(b, &l)
	}
	return l, err == nil, err
}

// InputsByID is the store's, in one step.
func (t *tape) InputsByID(id string) ([]record.Hash, error) { return t.inputs[id], nil }
