package store

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"nomicmail/internal/record"
)

// mostName bounds the names of games and places and the Message-IDs of our own
// letters, all of which are keys.
const mostName = 500

// known is what is stored of an input beside its bytes.
type known struct {
	ID       string    `json:"id,omitempty"`
	From     string    `json:"from,omitempty"`
	At       time.Time `json:"at"`
	Where    string    `json:"where,omitempty"`
	Outcome  string    `json:"outcome,omitempty"`
	Game     string    `json:"game,omitempty"`
	Commands []string  `json:"commands,omitempty"`
	Signers  []string  `json:"signers,omitempty"`
}

// filed is a letter with its place in the order of all.
type filed struct {
	Sequence uint64 `json:"sequence"`
	record.Letter
}

// Commit writes all of c or nothing. It sets N, Prev and Hash of c.Entries. It
// is an ErrConflict if c.Head is not the last entry of c.Game any more, and an
// ErrSeen if the input or a letter is in the record already: the bytes of an
// act must differ from those of every other act, say by its time. Every other
// error says what is wrong with c or with the disk.
func (s *Store) Commit(c record.Commit) error {
	p := parcel{Commit: c}
	err := p.check()
	if err == nil {
		err = p.pack(s)
	}
	if err == nil {
		err = s.write(p.plan)
	}
	if err != nil {
		return fmt.Errorf("store: commit to %s: %w", title(c.Game), err)
	}
	copy(c.Entries, p.sealed)
	return nil
}

func title(game string) string {
	if game == "" {
		return "no game"
	}
	return "game " + game
}

// parcel is a commit on its way.
type parcel struct {
	record.Commit
	sealed []record.Entry // of this attempt
	packed []change       // what does not depend on the head: raw input and bodies
}

// check refuses what could never be written.
func (p *parcel) check() error {
	if p.Game == "" && (len(p.Entries) > 0 || p.Head != 0) {
		return fmt.Errorf("entries belong to a game")
	}
	games := []string{p.Game}
	for _, e := range p.Entries {
		if e.Game != "" && e.Game != p.Game {
			return fmt.Errorf("an entry of %s is not its own", title(e.Game))
		}
	}
	if in := p.Input; in != nil {
		games = append(games, in.Game)
		if in.Hash != record.HashOf(in.Raw) {
			return fmt.Errorf("the input %s does not have the hash of its bytes", in.Hash)
		}
	}
	for _, l := range p.Letters {
		games = append(games, l.Game)
		if err := checkLetter(l); err != nil {
			return err
		}
	}
	for _, g := range games {
		if len(g) > mostName || strings.ContainsRune(g, 0) || !utf8.ValidString(g) {
			return fmt.Errorf("%.40q is no name for a game", g)
		}
	}
	return nil
}

func checkLetter(l record.Letter) error {
	if l.ID == "" || len(l.ID) > mostName || !utf8.ValidString(l.ID) {
		return fmt.Errorf("%.40q is no Message-ID for a letter", l.ID)
	}
	switch l.Status {
	case record.Waiting, record.Sent, record.Failed, record.Doubtful, record.Dropped:
		return nil
	}
	return fmt.Errorf("letter %s: %.40q is no status", l.ID, l.Status)
}

// pack prepares, in the goroutine of the caller, what costs time.
func (p *parcel) pack(s *Store) error {
	for h, body := range p.Bodies {
		if record.HashOf(body) != h {
			return fmt.Errorf("the body %s does not have the hash of its bytes", h)
		}
		value, err := s.pack(bodiesBucket, h[:], body)
		if err != nil {
			return err
		}
		p.packed = append(p.packed, change{bodiesBucket, h[:], value})
	}
	in := p.Input
	if in == nil {
		return nil
	}
	value, err := wrap(rawsBucket, in.Hash[:], in.Raw), error(nil)
	if s.squeeze {
		value, err = s.pack(rawsBucket, in.Hash[:], in.Raw)
	}
	p.packed = append(p.packed, change{rawsBucket, in.Hash[:], value})
	return err
}

// plan says what to change, or why nothing can be.
func (p *parcel) plan(tx txn) ([]change, error) {
	var out []change
	p.sealed = nil
	for _, step := range []func(txn) ([]change, error){p.entries, p.arrivals} {
		more, err := step(tx)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	for _, c := range p.packed {
		if tx.get(c.bucket, c.key) == nil {
			out = append(out, c)
		}
	}
	return out, nil
}

// entries seals the entries on top of the head.
func (p *parcel) entries(tx txn) (out []change, err error) {
	if p.Game == "" {
		return nil, nil
	}
	n, prev, err := head(tx, p.Game)
	if err != nil {
		return nil, err
	}
	if n != p.Head {
		return nil, fmt.Errorf("%w: made on entry %d, the last one is %d", ErrConflict, p.Head, n)
	}
	for _, e := range p.Entries {
		n++
		e.Game, e.N = p.Game, n
		if raw := e.Cause.Raw; !raw.IsZero() && !p.has(tx, raw) {
			return nil, fmt.Errorf("entry %d comes from input %s, which is not kept", n, raw)
		}
		if err := record.Seal(&e, prev); err != nil {
			return nil, err
		}
		line, err := record.Marshal(e)
		if err != nil {
			return nil, err
		}
		key := under(e.Game, n)
		out = append(out, change{entriesBucket, key, wrap(entriesBucket, key, line)})
		p.sealed, prev = append(p.sealed, e), e.Hash
	}
	if len(p.Entries) > 0 {
		key := []byte(p.Game)
		out = append(out, change{headsBucket, key, wrap(headsBucket, key, append(number(n), prev[:]...))})
	}
	return out, nil
}

func (p *parcel) has(tx txn, raw record.Hash) bool {
	return p.Input != nil && p.Input.Hash == raw || tx.get(rawsBucket, raw[:]) != nil
}

// arrivals files the input and the letters, each under the next number.
func (p *parcel) arrivals(tx txn) (out []change, err error) {
	if p.Input == nil && len(p.Letters) == 0 {
		return nil, nil
	}
	last, ok, err := read(tx, metaBucket, sequenceKey)
	if err != nil {
		return nil, err
	}
	var seq uint64
	if ok {
		seq = unnumber(last)
	}
	if p.Input != nil {
		seq++
		if out, err = p.input(tx, seq); err != nil {
			return nil, err
		}
	}
	for _, l := range p.Letters {
		seq++
		more, err := p.letter(tx, filed{seq, l})
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return append(out, change{metaBucket, sequenceKey, wrap(metaBucket, sequenceKey, number(seq))}), nil
}

func (p *parcel) input(tx txn, seq uint64) ([]change, error) {
	in := p.Input
	hash := in.Hash[:]
	if tx.get(inputsBucket, hash) != nil {
		return nil, fmt.Errorf("input %s %s: %w", in.Hash, in.ID, ErrSeen)
	}
	b, err := json.Marshal(known{in.ID, in.From, in.At.UTC(), in.Where, in.Outcome, in.Game, in.Commands, in.Signers})
	if err != nil {
		return nil, fmt.Errorf("encode input %s: %w", in.Hash, err)
	}
	arrival := under(in.Game, seq)
	out := []change{
		{inputsBucket, hash, wrap(inputsBucket, hash, b)},
		{arrivalsBucket, arrival, wrap(arrivalsBucket, arrival, hash)},
	}
	if in.ID != "" {
		key := append(idKey(in.ID), hash...)
		out = append(out, change{idsBucket, key, wrap(idsBucket, key, nil)})
	}
	return out, nil
}

func (p *parcel) letter(tx txn, l filed) ([]change, error) {
	id := []byte(l.ID)
	if tx.get(lettersBucket, id) != nil || p.twice(l.ID) {
		return nil, fmt.Errorf("letter %s: %w", l.ID, ErrSeen)
	}
	if _, ours := p.Bodies[l.Raw]; !ours && tx.get(bodiesBucket, l.Raw[:]) == nil {
		return nil, fmt.Errorf("letter %s: its body %s is not there", l.ID, l.Raw)
	}
	place := under(l.Game, l.Sequence)
	out, err := fileLetter(l)
	return append(out, change{postedBucket, place, wrap(postedBucket, place, id)}), err
}

// twice tells whether the commit itself has two letters with an ID.
func (p *parcel) twice(id string) bool {
	n := 0
	for _, l := range p.Letters {
		if l.ID == id {
			n++
		}
	}
	return n > 1
}

// fileLetter writes a letter and whether it waits.
func fileLetter(l filed) ([]change, error) {
	b, err := json.Marshal(l)
	if err != nil {
		return nil, fmt.Errorf("encode letter %s: %w", l.ID, err)
	}
	id, wait := []byte(l.ID), change{waitingBucket, number(l.Sequence), nil}
	if unfinished(l.Letter) {
		wait.value = wrap(waitingBucket, wait.key, id)
	}
	return []change{{lettersBucket, id, wrap(lettersBucket, id, b)}, wait}, nil
}

// unfinished letters are those that somebody may still have to look at.
func unfinished(l record.Letter) bool {
	return l.Status != record.Sent && l.Status != record.Dropped
}
