package mailer

import (
	"bytes"
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

// Signers finds out which domains have signed a mail (RFC 6376), for mailboxes
// whose server does not say. The zero value asks the system's resolver. Its
// methods may be called by several goroutines.
type Signers struct {
	// Lookup gives the TXT records of a name; nil asks the system's resolver.
	Lookup func(ctx context.Context, name string) ([]string, error)
	Clock  Clock         // nil is the system's
	Wait   time.Duration // at most, for the keys of one mail; 0 is five seconds

	mu     sync.Mutex
	keys   map[string]keyAnswer
	silent time.Time // until then the resolver is left alone
}

// keyAnswer is what the resolver said of a name.
type keyAnswer struct {
	records []string
	err     error
	until   time.Time
}

const (
	keyLife    = time.Hour        // of a key that was found
	noKeyLife  = 10 * time.Minute // of the news that there is none
	silence    = time.Minute      // after a resolver that does not answer
	maxKeys    = 1000             // that are remembered
	maxSigners = 3                // signatures of one mail that are looked at
)

// Of gives the domains whose signature on the mail holds. A signature counts
// only if it covers the Message-ID: another could be sent again under a new one.
// It takes no longer than Wait: keys that do not come in time are none, and a
// resolver that has kept one mail waiting is not asked again for a minute.
func (s *Signers) Of(ctx context.Context, raw []byte) []string {
	wait := s.Wait
	if wait <= 0 {
		wait = 5 * time.Second
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if !bytes.Contains(raw, []byte("\r\n")) {
		raw = bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
	}
	found, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{
		LookupTXT:        func(name string) ([]string, error) { return s.key(ctx, name) },
		MaxVerifications: maxSigners,
	})
	if err != nil && !errors.Is(err, dkim.ErrTooManySignatures) {
		return nil
	}
	var domains []string
	for _, v := range found {
		covers := slices.ContainsFunc(v.HeaderKeys, func(k string) bool { return strings.EqualFold(strings.TrimSpace(k), "Message-ID") })
		if v.Err == nil && covers {
			domains = append(domains, strings.ToLower(v.Domain))
		}
	}
	return domains
}

func (s *Signers) now() time.Time {
	if s.Clock != nil {
		return s.Clock.Now()
	}
	return time.Now()
}

// errSilent is why a key is not asked for.
var errSilent = errors.New("mailer: the resolver does not answer")

// key gives the records of a name, remembered ones first.
func (s *Signers) key(ctx context.Context, name string) ([]string, error) {
	name = strings.ToLower(name)
	s.mu.Lock()
	a, known := s.keys[name]
	now := s.now()
	silent := now.Before(s.silent)
	s.mu.Unlock()
	if known && now.Before(a.until) {
		return a.records, a.err
	}
	if silent {
		return nil, errSilent
	}
	lookup := s.Lookup
	if lookup == nil {
		lookup = net.DefaultResolver.LookupTXT
	}
	records, err := lookup(ctx, name)
	s.remember(ctx, name, keyAnswer{records, err, now.Add(keyLife)})
	return records, err
}

func (s *Signers) remember(ctx context.Context, name string, a keyAnswer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil {
		s.silent = s.now().Add(silence)
		return
	}
	if a.err != nil {
		a.until = s.now().Add(noKeyLife)
	}
	if s.keys == nil || len(s.keys) >= maxKeys {
		s.keys = map[string]keyAnswer{}
	}
	s.keys[name] = a
}
