package store

import (
	"encoding/json"
	"fmt"
	"iter"
	"time"

	"nomicmail/internal/record"
)

// Letter finds a letter of ours by its Message-ID.
func (s *Store) Letter(id string) (record.Letter, bool, error) {
	var l filed
	var ok bool
	err := s.engine.view(func(tx txn) (err error) {
		l, ok, err = letter(tx, id)
		return err
	})
	return l.Letter, ok, err
}

func letter(tx txn, id string) (l filed, ok bool, err error) {
	b, ok, err := read(tx, lettersBucket, []byte(id))
	if err != nil || !ok {
		return filed{}, false, err
	}
	if err := json.Unmarshal(b, &l); err != nil {
		return filed{}, false, fmt.Errorf("store: letter %s: %w: %w", id, ErrDamaged, err)
	}
	return l, true, nil
}

// Letters gives the letters of a game in the order in which they were written;
// of no game when the name is "".
func (s *Store) Letters(game string) iter.Seq2[record.Letter, error] {
	return func(yield func(record.Letter, error) bool) {
		prefix := below(game)
		for p, err := range s.scan(postedBucket, prefix, prefix) {
			var l record.Letter
			if err == nil {
				l, err = s.mustLetter(string(p.content))
			}
			if !yield(l, err) || err != nil {
				return
			}
		}
	}
}

func (s *Store) mustLetter(id string) (record.Letter, error) {
	l, ok, err := s.Letter(id)
	if err == nil && !ok {
		err = fmt.Errorf("store: letter %s: %w: it is missing", id, ErrDamaged)
	}
	return l, err
}

// Waiting gives the letters that are neither sent nor dropped, oldest first:
// those that wait, those that failed for good and those of which nobody knows.
func (s *Store) Waiting() ([]record.Letter, error) {
	return s.waiting(0, unfinished)
}

// Outbox gives the letters to be sent at a moment, oldest first, and not more
// than most: those that wait and whose Next has come. A doubtful one waits for a
// person, since nobody else can know whether it would come twice.
func (s *Store) Outbox(now time.Time, most int) ([]record.Letter, error) {
	return s.waiting(most, func(l record.Letter) bool { return l.Status == record.Waiting && !l.Next.After(now) })
}

// waiting gives the first most letters in the outbox that are wanted; all for 0.
func (s *Store) waiting(most int, wanted func(record.Letter) bool) ([]record.Letter, error) {
	var out []record.Letter
	for p, err := range s.scan(waitingBucket, nil, []byte{}) {
		if err != nil {
			return nil, err
		}
		l, err := s.mustLetter(string(p.content))
		if err != nil {
			return nil, err
		}
		if wanted(l) { // it may have been marked since the scan
			out = append(out, l)
		}
		if len(out) == most && most > 0 {
			break
		}
	}
	return out, nil
}

// Mark lets attempt record what became of a letter: Status, Next, Tries, Why,
// Ends, Ended, Again, and To, in which another address may take the place of one
// that has failed. Nothing else of it can change. The function must not use the store.
func (s *Store) Mark(id string, attempt func(*record.Letter)) error {
	err := s.write(func(tx txn) ([]change, error) { return mark(tx, id, attempt) })
	if err != nil {
		return fmt.Errorf("store: mark letter %s: %w", id, err)
	}
	return nil
}

func mark(tx txn, id string, attempt func(*record.Letter)) ([]change, error) {
	l, ok, err := letter(tx, id)
	if err == nil && !ok {
		err = ErrNoLetter
	}
	if err != nil {
		return nil, err
	}
	now := l.Letter
	attempt(&now)
	l.Status, l.Next, l.Tries, l.Why = now.Status, now.Next, now.Tries, now.Why
	if len(now.To) != len(l.To) {
		return nil, fmt.Errorf("it has %d addresses and cannot have %d", len(l.To), len(now.To))
	}
	l.To, l.Ends, l.Ended, l.Again = now.To, now.Ends, now.Ended, now.Again
	if err := checkLetter(l.Letter); err != nil {
		return nil, err
	}
	return fileLetter(l)
}

// Place remembers a value under a key, instead of the one that was there: how
// far somebody has come, such as the last mail read in a folder.
func (s *Store) Place(key, value string) error {
	if key == "" || len(key) > mostName {
		return fmt.Errorf("store: %.40q is no name for a place", key)
	}
	k := []byte(key)
	err := s.write(func(txn) ([]change, error) {
		return []change{{placesBucket, k, wrap(placesBucket, k, []byte(value))}}, nil
	})
	if err != nil {
		return fmt.Errorf("store: remember %s: %w", key, err)
	}
	return nil
}

// Places gives all that [Store.Place] remembers.
func (s *Store) Places() (map[string]string, error) {
	places := map[string]string{}
	for p, err := range s.scan(placesBucket, nil, []byte{}) {
		if err != nil {
			return nil, err
		}
		places[string(p.key)] = string(p.content)
	}
	return places, nil
}
