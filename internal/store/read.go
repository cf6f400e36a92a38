package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"iter"

	"nomicmail/internal/record"
)

// unnumber is the number that [number] wrote; 0 when it is none.
func unnumber(b []byte) uint64 {
	if len(b) < 8 {
		return 0
	}
	return binary.BigEndian.Uint64(b)
}

// head is the last entry of a game; 0 when there is none.
func head(tx txn, game string) (n uint64, h record.Hash, err error) {
	b, ok, err := read(tx, headsBucket, []byte(game))
	if err != nil || !ok {
		return 0, h, err
	}
	if len(b) != 8+len(h) {
		return 0, h, fmt.Errorf("store: %s: %w", show(headsBucket, []byte(game)), ErrDamaged)
	}
	return unnumber(b), record.Hash(b[8:]), nil
}

// Head gives number and hash of the last entry of a game: 0 and no hash for a
// game without entries.
func (s *Store) Head(game string) (n uint64, h record.Hash, err error) {
	err = s.engine.view(func(tx txn) error {
		n, h, err = head(tx, game)
		return err
	})
	return n, h, err
}

// Games names all games that have entries, in alphabetical order.
func (s *Store) Games() ([]string, error) {
	var games []string
	err := s.engine.view(func(tx txn) error {
		tx.ascend(headsBucket, nil, func(key, _ []byte) bool {
			games = append(games, string(key))
			return true
		})
		return nil
	})
	return games, err
}

// Entries gives the entries of a game in their order, beginning with number
// first. After an error there is nothing more. What is committed meanwhile may
// be among them or not.
func (s *Store) Entries(game string, first uint64) iter.Seq2[record.Entry, error] {
	return func(yield func(record.Entry, error) bool) {
		for p, err := range s.scan(entriesBucket, below(game), under(game, first)) {
			var e record.Entry
			if err == nil {
				e, err = record.Unmarshal(p.content)
			}
			if err != nil {
				yield(record.Entry{}, fmt.Errorf("store: read entries of %s: %w", title(game), err))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Raw gives the bytes of an input.
func (s *Store) Raw(h record.Hash) ([]byte, bool, error) { return s.content(rawsBucket, h[:]) }

// Body gives a letter of ours as it was or will be sent.
func (s *Store) Body(h record.Hash) ([]byte, bool, error) { return s.content(bodiesBucket, h[:]) }

func (s *Store) content(bucket string, key []byte) (b []byte, ok bool, err error) {
	err = s.engine.view(func(tx txn) error {
		b, ok, err = read(tx, bucket, key)
		return err
	})
	return b, ok, err
}

// Input gives an input with its bytes.
func (s *Store) Input(h record.Hash) (in record.Input, ok bool, err error) {
	err = s.engine.view(func(tx txn) error {
		var b []byte
		if b, ok, err = read(tx, inputsBucket, h[:]); err != nil || !ok {
			return err
		}
		if in, err = decodeInput(h, b); err != nil {
			return err
		}
		if in.Raw, ok, err = read(tx, rawsBucket, h[:]); err == nil && !ok {
			err = fmt.Errorf("store: input %s: %w: its bytes are missing", h, ErrDamaged)
		}
		return err
	})
	if err != nil {
		return record.Input{}, false, err
	}
	return in, ok, nil
}

func decodeInput(h record.Hash, b []byte) (record.Input, error) {
	var k known
	if err := json.Unmarshal(b, &k); err != nil {
		return record.Input{}, fmt.Errorf("store: input %s: %w: %w", h, ErrDamaged, err)
	}
	return record.Input{Hash: h, ID: k.ID, From: k.From, At: k.At, Where: k.Where, Outcome: k.Outcome,
		Game: k.Game, Commands: k.Commands, Signers: k.Signers}, nil
}

// InputsByID gives the hashes of all inputs that bore a Message-ID, which may
// be several: senders reuse them, and anybody can write one.
func (s *Store) InputsByID(messageID string) ([]record.Hash, error) {
	var out []record.Hash
	if messageID == "" {
		return nil, nil
	}
	prefix := idKey(messageID)
	err := s.engine.view(func(tx txn) error {
		tx.ascend(idsBucket, prefix, func(key, _ []byte) bool {
			hash, ok := bytes.CutPrefix(key, prefix)
			if ok && len(hash) == len(record.Hash{}) {
				out = append(out, record.Hash(hash))
			}
			return ok
		})
		return nil
	})
	return out, err
}

// Inputs gives the inputs of a game in the order in which they were committed;
// of no game when the name is "".
func (s *Store) Inputs(game string) iter.Seq2[record.Input, error] {
	return func(yield func(record.Input, error) bool) {
		prefix := below(game)
		for p, err := range s.scan(arrivalsBucket, prefix, prefix) {
			var in record.Input
			if err == nil {
				in, err = s.mustInput(p)
			}
			if !yield(in, err) || err != nil {
				return
			}
		}
	}
}

func (s *Store) mustInput(p pair) (record.Input, error) {
	if len(p.content) != len(record.Hash{}) {
		return record.Input{}, fmt.Errorf("store: %s: %w", show(arrivalsBucket, p.key), ErrDamaged)
	}
	in, ok, err := s.Input(record.Hash(p.content))
	if err == nil && !ok {
		err = fmt.Errorf("store: input %x: %w: it is missing", p.content, ErrDamaged)
	}
	return in, err
}

// pair is a key with its content.
type pair struct{ key, content []byte }

// A scan reads this much in one view, so that no reader ever keeps the disk
// from using old pages anew for longer than a moment.
const (
	mostPairs = 100
	mostBytes = 1 << 20
)

// scan gives what lies under keys with a prefix, from a key on.
func (s *Store) scan(bucket string, prefix, from []byte) iter.Seq2[pair, error] {
	return func(yield func(pair, error) bool) {
		for from != nil {
			pairs, next, err := s.some(bucket, prefix, from)
			for _, p := range pairs {
				if !yield(p, nil) {
					return
				}
			}
			if err != nil {
				yield(pair{}, err)
				return
			}
			from = next
		}
	}
}

// some reads the first pairs of a scan and says where to go on, nil at the end.
func (s *Store) some(bucket string, prefix, from []byte) (pairs []pair, next []byte, err error) {
	size := 0
	viewErr := s.engine.view(func(tx txn) error {
		tx.ascend(bucket, from, func(key, value []byte) bool {
			if !bytes.HasPrefix(key, prefix) {
				return false
			}
			if len(pairs) == mostPairs || size > mostBytes {
				next = bytes.Clone(key)
				return false
			}
			p := pair{key: bytes.Clone(key)}
			if p.content, err = unwrap(bucket, key, value); err != nil {
				return false
			}
			pairs, size = append(pairs, p), size+len(value)
			return true
		})
		return nil
	})
	if viewErr != nil {
		return nil, nil, viewErr
	}
	return pairs, next, err
}
