package store

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"nomicmail/internal/record"
)

// A value begins with a byte that says how its content is written, and a
// checksum over bucket, key and the rest. It guards against a disk that
// forgets; against people there are the hashes of the entries and the mails.
const (
	asIs     = 'a'
	deflated = 'd'
	sumSize  = 8
	overhead = 1 + sumSize
)

// packing is the level of compression. Higher ones take two to three times as
// long for letters that come out a tenth smaller.
const packing = flate.BestSpeed

// wrap makes a value of content.
func wrap(bucket string, key, content []byte) []byte {
	return seal(bucket, key, append(make([]byte, overhead, overhead+len(content)), content...), asIs)
}

// pack makes a value of content and compresses it.
func (s *Store) pack(bucket string, key, content []byte) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(overhead + len(content)/3)
	b.Write(make([]byte, overhead))
	w := s.packers.Get().(*flate.Writer)
	defer s.packers.Put(w)
	w.Reset(&b)
	if _, err := w.Write(content); err != nil {
		return nil, fmt.Errorf("store: compress: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("store: compress: %w", err)
	}
	return seal(bucket, key, bytes.Clone(b.Bytes()), deflated), nil
}

func seal(bucket string, key, value []byte, how byte) []byte {
	value[0] = how
	sum := checksum(bucket, key, value)
	copy(value[1:], sum[:sumSize])
	return value
}

func checksum(bucket string, key, value []byte) [sha256.Size]byte {
	h := sha256.New()
	fmt.Fprintf(h, "%s %d ", bucket, len(key))
	h.Write(key)
	h.Write(value[:1])
	h.Write(value[overhead:])
	return [sha256.Size]byte(h.Sum(nil))
}

// unwrap gives the content of a value. It is new memory.
func unwrap(bucket string, key, value []byte) ([]byte, error) {
	content, why := unseal(bucket, key, value)
	if why != "" {
		return nil, fmt.Errorf("store: %s: %w: %s", show(bucket, key), ErrDamaged, why)
	}
	return content, nil
}

// unseal is unwrap with the reason alone, "" when all is well.
func unseal(bucket string, key, value []byte) (content []byte, why string) {
	if len(value) < overhead {
		return nil, "the value is cut off"
	}
	if sum := checksum(bucket, key, value); !bytes.Equal(sum[:sumSize], value[1:overhead]) {
		return nil, "it is not what was written (its checksum is another)"
	}
	switch value[0] {
	case asIs:
		return append([]byte{}, value[overhead:]...), ""
	case deflated:
		content, err := io.ReadAll(flate.NewReader(bytes.NewReader(value[overhead:])))
		if err != nil {
			return nil, err.Error()
		}
		return content, ""
	}
	return nil, "it is written in an unknown way"
}

// read gives the content that lies under a key, and whether there is any.
func read(tx txn, bucket string, key []byte) ([]byte, bool, error) {
	value := tx.get(bucket, key)
	if value == nil {
		return nil, false, nil
	}
	content, err := unwrap(bucket, key, value)
	return content, err == nil, err
}

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// under is the key of number n under a game.
func under(game string, n uint64) []byte {
	return binary.BigEndian.AppendUint64(append([]byte(game), 0), n)
}

// below is what all keys of a game begin with.
func below(game string) []byte { return append([]byte(game), 0) }

// numbered takes apart what [under] made.
func numbered(key []byte) (game string, n uint64, ok bool) {
	i := len(key) - 9
	if i < 0 || key[i] != 0 {
		return "", 0, false
	}
	return string(key[:i]), binary.BigEndian.Uint64(key[i+1:]), true
}

// idKey is where the inputs with a Message-ID are noted: an ID can be longer
// than a key may be.
func idKey(id string) []byte {
	h := record.HashOf([]byte(id))
	return h[:]
}

// show names a key for people.
func show(bucket string, key []byte) string {
	switch bucket {
	case entriesBucket, arrivalsBucket, postedBucket:
		if game, n, ok := numbered(key); ok && utf8.ValidString(game) {
			return fmt.Sprintf("%s/%s/%d", bucket, game, n)
		}
	case lettersBucket, headsBucket, placesBucket, metaBucket:
		if s := string(key); utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' }) {
			return bucket + "/" + s
		}
	}
	return fmt.Sprintf("%s/%x", bucket, key)
}
