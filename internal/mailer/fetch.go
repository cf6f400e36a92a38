package mailer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// entry is what is known of a message before its body is fetched.
type entry struct {
	uid   imap.UID
	at    time.Time // INTERNALDATE, zero if the server gives none that can be read
	order time.Time // at, or that of the message before it
	size  int64     // RFC822.SIZE, which not every server counts right
	flags []imap.Flag
}

func (e entry) has(flag imap.Flag) bool {
	return slices.ContainsFunc(e.flags, func(f imap.Flag) bool { return strings.EqualFold(string(f), string(flag)) })
}

// asked are the only things ever fetched beside bodies. BODYSTRUCTURE and
// ENVELOPE are what servers get wrong most, and cost the library quadratic time.
var asked = imap.FetchOptions{UID: true, Flags: true, InternalDate: true, RFC822Size: true}

const (
	bodyTime   = 10 * time.Minute
	searchMost = 1 << 20 // messages looked at in one pass
)

var (
	errMissing = errors.New("mailer: imap: the server answered without the message")
	errCut     = errors.New("mailer: imap: the message ended before its announced length")
	errTooBig  = errors.New("mailer: imap: the message is larger than the server said")
)

// since returns the UIDs above last in rising order, with every message that came
// before the call: a server may hide new mail from a session until a NOOP, and
// Dovecot's SEARCH does. "n:*" names the last message even if its UID is below n
// (RFC 9051 §9, seq-range): those are left out.
func (s *session) since(ctx context.Context, last imap.UID) ([]imap.UID, error) {
	if err := s.do(ctx, time.Minute, func() error { return s.c.Noop().Wait() }); err != nil {
		return nil, fmt.Errorf("mailer: imap: noop: %w", err)
	}
	select {
	case <-s.news: // this search will see it
	default:
	}
	var set imap.UIDSet
	set.AddRange(last+1, 0)
	found, err := s.search(ctx, &imap.SearchCriteria{UID: []imap.UIDSet{set}})
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(u imap.UID) bool { return u <= last })
	slices.Sort(found)
	return slices.Compact(found), nil
}

func (s *session) search(ctx context.Context, c *imap.SearchCriteria) ([]imap.UID, error) {
	d, err := ask(ctx, s, 2*time.Minute, func() (*imap.SearchData, error) { return s.c.UIDSearch(c, nil).Wait() })
	if err != nil {
		return nil, fmt.Errorf("mailer: imap: search: %w", err)
	}
	set, _ := d.All.(imap.UIDSet)
	var uids []imap.UID
	for _, r := range set { // not AllUIDs: a range 1:4294967295 would fill the memory
		for u := r.Start; u <= r.Stop && u != 0 && len(uids) < searchMost; u++ {
			uids = append(uids, u)
		}
	}
	return uids, nil
}

// place returns the sequence number of a message, 0 if it is gone.
func (s *session) place(ctx context.Context, uid imap.UID) (uint32, error) {
	c := &imap.SearchCriteria{UID: []imap.UIDSet{imap.UIDSetNum(uid)}}
	d, err := ask(ctx, s, 2*time.Minute, func() (*imap.SearchData, error) { return s.c.Search(c, nil).Wait() })
	if err != nil {
		return 0, fmt.Errorf("mailer: imap: search: %w", err)
	}
	if set, _ := d.All.(imap.SeqSet); len(set) == 1 && set[0].Start == set[0].Stop {
		return set[0].Start, nil
	}
	return 0, nil
}

// numbered returns the set that names uid, by its sequence number if bySeq. That
// way the library also finds an answer that names no UID, or names it only after
// the body, which it otherwise drops in silence.
func (s *session) numbered(ctx context.Context, uid imap.UID, bySeq bool) (imap.NumSet, error) {
	if !bySeq {
		return imap.UIDSetNum(uid), nil
	}
	n, err := s.place(ctx, uid)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, errMissing
	}
	return imap.SeqSetNum(n), nil
}

// entries fetches what o asks for of the messages in set.
func (s *session) entries(ctx context.Context, set imap.NumSet, o imap.FetchOptions) ([]entry, error) {
	return ask(ctx, s, 5*time.Minute, func() ([]entry, error) {
		cmd := s.c.Fetch(set, &o)
		var list []entry
		for m := cmd.Next(); m != nil; m = cmd.Next() {
			list = append(list, readEntry(m))
		}
		return list, cmd.Close()
	})
}

func readEntry(m *imapclient.FetchMessageData) entry {
	var e entry
	for item := m.Next(); item != nil; item = m.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			e.uid = item.UID
		case imapclient.FetchItemDataFlags:
			e.flags = item.Flags
		case imapclient.FetchItemDataInternalDate:
			e.at = item.Time
		case imapclient.FetchItemDataRFC822Size:
			e.size = item.Size
		}
	}
	return e
}

// body fetches a message, or its first octets if first is not 0. It never reads
// more than limit octets into memory.
func (s *session) body(ctx context.Context, uid imap.UID, bySeq bool, first, limit int64) ([]byte, error) {
	set, err := s.numbered(ctx, uid, bySeq)
	if err != nil {
		return nil, err
	}
	section := &imap.FetchItemBodySection{Peek: true}
	if first > 0 {
		section.Partial, limit = &imap.SectionPartial{Size: first}, first
	}
	o := &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}
	raw, err := ask(ctx, s, bodyTime, func() ([]byte, error) {
		cmd := s.c.Fetch(set, o)
		raw, err := s.readBody(cmd, uid, limit)
		if errors.Is(err, errCut) || errors.Is(err, errTooBig) {
			// The library reads what is left of a broken literal in two
			// goroutines at once: let one end first.
			s.close()
		}
		// Unread answers would block the library's goroutine for ever.
		return raw, errors.Join(err, cmd.Close())
	})
	if err == nil && bySeq { // still the same message under that number?
		now, err := s.numbered(ctx, uid, true)
		if err != nil {
			return nil, err
		}
		if now.String() != set.String() {
			return nil, errMissing
		}
	}
	return raw, err
}

func (s *session) readBody(cmd *imapclient.FetchCommand, uid imap.UID, limit int64) ([]byte, error) {
	var raw []byte
	err := errMissing
	for m := cmd.Next(); m != nil; m = cmd.Next() {
		for item := m.Next(); item != nil; item = m.Next() {
			switch item := item.(type) {
			case imapclient.FetchItemDataUID:
				if item.UID != uid {
					return nil, errMissing
				}
			case imapclient.FetchItemDataBodySection:
				if item.Literal == nil {
					continue
				}
				if raw, err = s.readLiteral(item.Literal, limit); err != nil {
					return raw, err
				}
			}
		}
	}
	return raw, err
}

// readLiteral counts, because a connection that dies in a literal looks like its
// end. A literal above limit is not even skipped, since it may announce
// gigabytes: the connection is closed instead.
func (s *session) readLiteral(r imap.LiteralReader, limit int64) ([]byte, error) {
	if r.Size() > limit {
		raw, _ := io.ReadAll(io.LimitReader(r, limit))
		s.conn.Close()
		io.Copy(io.Discard, r) // what has already come
		return raw, errTooBig
	}
	raw, err := io.ReadAll(r)
	if int64(len(raw)) != r.Size() {
		return raw, errors.Join(errCut, err)
	}
	return raw, err
}
