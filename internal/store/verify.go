package store

import (
	"fmt"
	"strings"
)

// Fault is a place where the database is not what was written. What is not
// known is empty.
type Fault struct {
	Game  string `json:"game,omitempty"`
	Entry uint64 `json:"entry,omitempty"`
	ID    string `json:"id,omitempty"` // Message-ID of the mail or the letter
	Key   string `json:"key"`          // what lies there, e.g. "raws/" and a hash, or "page 17"
	What  string `json:"what"`
}

func (f Fault) String() string {
	var b strings.Builder
	b.WriteString(f.Key)
	if f.Game != "" {
		b.WriteString(", game " + f.Game)
	}
	if f.Entry != 0 {
		fmt.Fprintf(&b, ", entry %d", f.Entry)
	}
	if f.ID != "" {
		b.WriteString(", mail " + f.ID)
	}
	return b.String() + ": " + f.What
}

// Verify reads everything and says what is damaged: pages, checksums, the chain
// of every game, mails and letters against their hashes, and whether all that
// belongs together is there. Progress, which may be nil, is told how many of
// how many values were read. The error is that the reading itself failed.
//
// While it runs, the file grows with every commit.
func (s *Store) Verify(progress func(done, total int)) (faults []Fault, err error) {
	err = s.engine.snapshot(func(src source) error {
		faults = verify(src, progress)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store: verify: %w", err)
	}
	return faults, nil
}

// VerifyFile verifies a database that is not open, and may be too much damaged
// to be opened.
func VerifyFile(path string, progress func(done, total int)) (faults []Fault, err error) {
	err = readOnly(path, func(p *pages) error {
		faults = verify(p, progress)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store: verify: %w", explain(path, err))
	}
	return faults, nil
}
