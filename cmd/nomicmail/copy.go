package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// A copy is a game's record on its way through the mail: lines of JSON, packed.
// It ends where the running turn began, so that no vote, die or plan is told
// early to an organiser who plays. What came after is in the mailbox.

// copyLine is a line of a copy. One of its fields is set.
type copyLine struct {
	Head   *copyHead      `json:"head,omitempty"` // the first line
	Input  *record.Input  `json:"input,omitempty"`
	Entry  *record.Entry  `json:"entry,omitempty"`
	Letter *record.Letter `json:"letter,omitempty"`
	Body   []byte         `json:"body,omitempty"`  // of the letter
	Place  *copiedPlace   `json:"place,omitempty"` // the secret of the tokens, or of a die that was thrown after the end
	Act    *moderator.Act `json:"act,omitempty"`   // of the command line, after the end
}

// copyHead says what a copy is of.
type copyHead struct {
	Format int       `json:"format"`
	Game   string    `json:"game"`
	Head   uint64    `json:"head"`  // its last entry
	Since  time.Time `json:"since"` // mails received from here on must be read again
}

type copiedPlace struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// copyFormat is raised when an older program could not read a newer copy.
const copyFormat = 2

// lettersKept is how old a letter may be that somebody may still answer.
const lettersKept = 30 * 24 * time.Hour

// errTooLarge is a copy that no mail server would take.
var errTooLarge = errors.New("the copy is too large for a mail")

// mostCopy bounds a copy in bytes, before a mail makes a third more of it: large
// providers take 20 to 25 MB.
const mostCopy = 8 << 20

// makeCopy packs a game. It gives errTooLarge beyond most bytes.
func makeCopy(o *office, name string, most int) ([]byte, copyHead, error) {
	x, err := newExport(o, name)
	if err != nil {
		return nil, copyHead{}, err
	}
	c := x.cut()
	w := &bounded{most: most}
	z := gzip.NewWriter(w)
	out := json.NewEncoder(z)
	out.SetEscapeHTML(false)
	head := copyHead{Format: copyFormat, Game: name, Head: uint64(c.entries), Since: c.since}
	if err := out.Encode(copyLine{Head: &head}); err != nil {
		return nil, head, err
	}
	for _, write := range []func(*json.Encoder, cut) error{x.copyInputs, x.copyEntries, x.copyLetters, x.copyRest} {
		if err := write(out, c); err != nil {
			return nil, head, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, head, err
	}
	return w.Bytes(), head, nil
}

// bounded is a buffer with an end.
type bounded struct {
	bytes.Buffer
	most int
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.most {
		return 0, errTooLarge
	}
	return b.Buffer.Write(p)
}

// cut is where a copy ends: after so many entries and inputs.
type cut struct {
	entries, inputs int
	since           time.Time
}

// cut finds the beginning of the running turn. An undoing and what it told anew
// are one: the copy ends before them or after.
func (x *export) cut() cut {
	n := len(x.entries)
	if g := moderator.Fold(x.entries); g.Status != rules.Won && g.Status != rules.Ended {
		for i, e := range slices.Backward(x.entries) {
			if beganTurn(e) {
				n = i
				break
			}
		}
	}
	for i, e := range slices.Backward(x.entries[:n]) {
		if undid(e) && n < len(x.entries) && x.entries[n].At.Before(e.At) {
			n = i
		}
	}
	c := cut{entries: n, inputs: len(x.inputs), since: x.last()}
	if n == len(x.entries) {
		return c
	}
	c.since = x.entries[n].At
	later := map[record.Hash]bool{}
	for _, e := range x.entries[n:] {
		later[e.Cause.Raw] = true
	}
	for _, e := range x.entries[:n] {
		delete(later, e.Cause.Raw)
	}
	if i := slices.IndexFunc(x.inputs, func(in record.Input) bool { return later[in.Hash] }); i >= 0 {
		c.inputs = i
	}
	for _, in := range x.inputs[c.inputs:] {
		if in.At.Before(c.since) {
			c.since = in.At
		}
	}
	return c
}

func beganTurn(e record.Entry) bool {
	return slices.ContainsFunc(e.Events, func(ev rules.Event) bool { _, is := ev.(rules.TurnBegan); return is })
}

func undid(e record.Entry) bool {
	return slices.ContainsFunc(e.Events, func(ev rules.Event) bool { _, is := ev.(rules.Undone); return is })
}

func (x *export) copyInputs(out *json.Encoder, c cut) error {
	for _, in := range x.inputs[:c.inputs] {
		raw, ok, err := x.o.book.Raw(in.Hash)
		if err != nil || !ok {
			return errors.Join(err, fmt.Errorf("input %s is not there", in.Hash))
		}
		in.Raw = raw
		if err := out.Encode(copyLine{Input: &in}); err != nil {
			return err
		}
	}
	return nil
}

func (x *export) copyEntries(out *json.Encoder, c cut) error {
	for _, e := range x.entries[:c.entries] {
		if err := out.Encode(copyLine{Entry: &e}); err != nil {
			return err
		}
	}
	return nil
}

// copyLetters takes those that may still be answered. What waited has either
// been sent since or is too late.
func (x *export) copyLetters(out *json.Encoder, c cut) error {
	for l, err := range x.o.book.Letters(x.name) {
		if err != nil {
			return err
		}
		if l.Entry > uint64(c.entries) || !l.Made.Before(c.since) || c.since.Sub(l.Made) > lettersKept || hasPrefix(l.Kind, "copy", "stranger") {
			continue
		}
		body, ok, err := x.o.book.Body(l.Raw)
		if err != nil || !ok {
			return errors.Join(err, fmt.Errorf("letter %s is not there", l.ID))
		}
		if l.Status == record.Waiting {
			l.Status, l.Next = record.Dropped, time.Time{}
		}
		if err := out.Encode(copyLine{Letter: &l, Body: body}); err != nil {
			return err
		}
	}
	return nil
}

// copyRest has the secret without which the tokens in old letters are worth
// nothing, and what happened after the end and is not in the mailbox: the dice
// that were shown, and acts of the command line. Words entered for a player may
// be a vote that nobody is to know, and an undoing names an entry whose number
// may become another: the organiser must do these again.
func (x *export) copyRest(out *json.Encoder, c cut) error {
	places, err := x.o.book.Places()
	if err != nil {
		return err
	}
	key := moderator.TokenPlace(x.name)
	if err := out.Encode(copyLine{Place: &copiedPlace{key, places[key]}}); err != nil {
		return err
	}
	for _, e := range x.entries[c.entries:] {
		for _, ev := range e.Events {
			if d, is := ev.(rules.DieThrown); is {
				if err := out.Encode(copyLine{Place: &copiedPlace{moderator.DiePlace(x.name, d.Turn, d.Draw), d.Secret}}); err != nil {
					return err
				}
			}
		}
	}
	for _, in := range x.inputs[c.inputs:] {
		if !isAct(in) {
			continue
		}
		s, err := x.stepOf(in)
		if err != nil {
			return err
		}
		if s.Act.Verb == "as" || s.Act.Verb == "undo" {
			continue
		}
		if err := out.Encode(copyLine{Act: s.Act}); err != nil {
			return err
		}
	}
	return nil
}

// readCopy unpacks a copy line by line.
func readCopy(r io.Reader, visit func(copyLine) error) error {
	z, err := gzip.NewReader(r)
	if err != nil {
		return fmt.Errorf("it is no copy of a record: %w", err)
	}
	lines := json.NewDecoder(z)
	for n := 1; ; n++ {
		var l copyLine
		if err := lines.Decode(&l); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("line %d of the copy: %w", n, err)
		}
		if (n == 1) != (l.Head != nil) {
			return errors.New("it is no copy of a record: its head is missing")
		}
		if err := visit(l); err != nil {
			return fmt.Errorf("line %d of the copy: %w", n, err)
		}
	}
}
