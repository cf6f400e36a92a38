package mailer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Recall moves back into a folder what was received at since or later and lies
// in others, so that a Watch reads it again, and says how many mails that are.
// A folder that cannot be opened has none. After an error a part may have moved,
// and calling again moves the rest.
func Recall(ctx context.Context, a Account, from []string, to string, since time.Time) (int, error) {
	if to == "" {
		to = "INBOX"
	}
	s, err := login(ctx, a, func(string) {})
	if err != nil {
		return 0, err
	}
	defer func() { s.quit(ctx) }()
	moved, met := 0, []string{"", to}
	for _, folder := range from {
		if slices.Contains(met, folder) {
			continue
		}
		met = append(met, folder)
		n, err := s.recall(ctx, folder, to, since)
		if moved += n; err != nil {
			return moved, fmt.Errorf("mailer: move mails from %s back to %s: %w", folder, to, err)
		}
	}
	return moved, nil
}

func (s *session) recall(ctx context.Context, from, to string, since time.Time) (moved int, err error) {
	err = s.open(ctx, from)
	if refused := (*imap.Error)(nil); errors.As(err, &refused) && !s.dead() {
		return 0, nil // there is no such folder yet
	}
	if err != nil {
		return 0, err
	}
	// The search knows days alone, and in a zone of the server's own.
	uids, err := s.search(ctx, &imap.SearchCriteria{Since: since.Add(-48 * time.Hour)})
	if err != nil {
		return 0, err
	}
	for part := range slices.Chunk(uids, chunk) {
		entries, err := s.entries(ctx, imap.UIDSetNum(part...), imap.FetchOptions{UID: true, InternalDate: true})
		if err != nil {
			return moved, err
		}
		var late []imap.UID
		for _, e := range entries {
			if e.uid != 0 && !e.at.Before(since) {
				late = append(late, e.uid)
			}
		}
		if len(late) == 0 {
			continue
		}
		if err := s.move(ctx, late, to); err != nil {
			return moved, err
		}
		moved += len(late)
	}
	return moved, nil
}
