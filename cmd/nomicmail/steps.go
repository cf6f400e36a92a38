package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// step is a line of steps.jsonl: what was taken next, in the order of the
// record. That is not always the order of the official times, since a mail can
// be read late. One of the pointers is set, or the time passes up to At.
type step struct {
	At   time.Time       `json:"at"`
	Now  time.Time       `json:"now,omitzero"`   // when the deadline really passed, where that mattered
	Mail *mailStep       `json:"mail,omitempty"` // the next one of mails.mbox
	Act  *moderator.Act  `json:"act,omitempty"`
	Fail *record.End     `json:"fail,omitempty"` // letters to an address do not arrive
	Set  *exportSettings `json:"set,omitempty"`  // the first line
}

// mailStep is what was known of a mail beside its bytes.
type mailStep struct {
	Hash    record.Hash `json:"hash"`
	Skip    bool        `json:"skip,omitempty"`    // it did nothing, or something that only the mailbox could tell
	Signers []string    `json:"signers,omitempty"` // whose signature held when it came
}

// exportSettings is the installation in which the game was played.
type exportSettings struct {
	Address    string   `json:"address"`
	Delimiter  string   `json:"delimiter"`
	AuthServer string   `json:"auth_server,omitempty"`
	Organisers []string `json:"organisers,omitempty"`
	Tokens     string   `json:"tokens,omitempty"` // the secret of the game's
}

// steps writes what a replay needs beside the mails.
func (x *export) steps() error {
	p := &part{x: x, name: exportSteps}
	c := x.o.config
	set := exportSettings{Address: c.Mail.Address, Delimiter: c.Mail.Delimiter, AuthServer: c.Mail.AuthServer, Organisers: c.Organisers}
	places, err := x.o.book.Places()
	if err != nil {
		return err
	}
	set.Tokens = places[moderator.TokenPlace(x.name)]
	if err := printLine(p, step{At: x.entries[0].At, Set: &set}); err != nil {
		return err
	}
	begins := map[record.Hash]record.Entry{} // the first entry that comes from an input
	for _, e := range x.entries {
		if _, known := begins[e.Cause.Raw]; !known {
			begins[e.Cause.Raw] = e
		}
	}
	rest := x.entries
	pass := func(before uint64) error { // the entries without an input
		for ; len(rest) > 0 && rest[0].N < before; rest = rest[1:] {
			if err := writeCause(p, rest[0]); err != nil {
				return err
			}
		}
		return p.flush(mostPart)
	}
	for _, in := range x.inputs {
		e, moved := begins[in.Hash]
		if moved {
			if err := pass(e.N); err != nil {
				return err
			}
		}
		s, err := x.stepOf(in)
		if err != nil {
			return err
		}
		if moved && onlyAddresses(e) {
			s.Mail.Skip = true
			err = writeFailures(p, e)
		}
		if err := errors.Join(err, printLine(p, s)); err != nil {
			return err
		}
	}
	return errors.Join(pass(1+uint64(len(x.entries))), p.flush(0))
}

func (x *export) stepOf(in record.Input) (step, error) {
	s := step{At: in.At}
	if !isAct(in) {
		s.Mail = &mailStep{Hash: in.Hash, Signers: in.Signers, Skip: hasPrefix(in.Outcome, "set aside", "ignored")}
		return s, nil
	}
	raw, ok, err := x.o.book.Raw(in.Hash)
	if err != nil || !ok {
		return s, errors.Join(err, fmt.Errorf("act %s is not there", in.Hash))
	}
	s.Act = &moderator.Act{}
	return s, json.Unmarshal(raw, s.Act)
}

// writeCause writes the step of an entry that comes from no input.
func writeCause(w io.Writer, e record.Entry) error {
	switch {
	case e.Cause.Kind == "clock":
		return printLine(w, step{At: e.At, Now: moderator.TickedAt(e)})
	case e.Cause.Raw.IsZero():
		return writeFailures(w, e)
	}
	return nil // told anew after an undo, which does it again
}

func writeFailures(w io.Writer, e record.Entry) error {
	for _, ev := range e.Events {
		if f, is := ev.(rules.AddressFailed); is {
			if err := printLine(w, step{At: e.At, Fail: &record.End{To: f.Address, Status: record.Failed, Why: f.Why}}); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeReceived appends a mail to an mbox byte for byte, below the time at which
// it was received.
func writeReceived(w io.Writer, in record.Input, raw []byte) error {
	var b bytes.Buffer
	from := in.From
	if from == "" {
		from = "MAILER-DAEMON"
	}
	fmt.Fprintf(&b, "From %s %s\n%s: %s\n", mboxWord(from), in.At.UTC().Format(time.ANSIC), receivedField, in.At.UTC().Format(time.RFC3339Nano))
	for line := range bytes.Lines(raw) {
		if bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From ")) {
			b.WriteByte('>')
		}
		b.Write(line)
	}
	if !bytes.HasSuffix(raw, []byte("\n")) {
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}

// received takes the field of [writeReceived] off a mail again, and the line end
// that it may have added. The hash says which mail it must be.
func received(raw []byte, h record.Hash) ([]byte, bool) {
	_, raw, _ = bytes.Cut(raw, []byte("\n"))
	if record.HashOf(raw) == h {
		return raw, true
	}
	raw = bytes.TrimSuffix(raw, []byte("\n"))
	return raw, record.HashOf(raw) == h
}
