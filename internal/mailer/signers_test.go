package mailer

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

// signer signs mails for a domain, and answers for its key as a resolver would.
type signer struct {
	domain string
	key    ed25519.PrivateKey
	asked  int
}

func newSigner(domain string) *signer {
	return &signer{domain: domain, key: ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))}
}

func (s *signer) sign(t *testing.T, mail string, headers ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	o := &dkim.SignOptions{Domain: s.domain, Selector: "tea", Signer: s.key, HeaderKeys: headers}
	if err := dkim.Sign(&b, strings.NewReader(mail), o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (s *signer) lookup(_ context.Context, name string) ([]string, error) {
	s.asked++
	if name != "tea._domainkey."+s.domain {
		return nil, errors.New("no such name")
	}
	public := base64.StdEncoding.EncodeToString(s.key.Public().(ed25519.PublicKey))
	return []string{"v=DKIM1; k=ed25519; p=" + public}, nil
}

const toSign = "From: Ada <ada@example.org>\r\nTo: nomic+tea@nomic.example.org\r\nMessage-ID: <1@example.org>\r\nSubject: Re: 301\r\n\r\n301 FOR\r\n"

// TestSigners: a signature that holds names its domain; one that was tampered
// with, or that could be sent again, names nobody.
func TestSigners(t *testing.T) {
	d := newSigner("example.org")
	all := []string{"From", "To", "Message-ID", "Subject"}
	good := string(d.sign(t, toSign, all...))
	for _, c := range []struct {
		name, mail string
		want       []string
	}{
		{"good", good, []string{"example.org"}},
		{"with the line ends of a file", strings.ReplaceAll(good, "\r\n", "\n"), []string{"example.org"}},
		{"another vote", strings.Replace(good, "301 FOR", "301 AGAINST", 1), nil},
		{"another sender", strings.Replace(good, "ada@", "bob@", 1), nil},
		{"another Message-ID", strings.Replace(good, "<1@", "<2@", 1), nil},
		{"the Message-ID is not signed", string(d.sign(t, toSign, "From", "To", "Subject")), nil},
		{"another domain's name", strings.Replace(good, "d=example.org", "d=example.net", 1), nil},
		{"none", toSign, nil},
		{"nonsense", "DKIM-Signature: v=1; a=rsa-sha256; d=;;; b=\r\n" + toSign, nil},
		{"nothing", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &Signers{Lookup: d.lookup}
			if got := s.Of(t.Context(), []byte(c.mail)); !slices.Equal(got, c.want) {
				t.Errorf("signed by %v, want %v", got, c.want)
			}
		})
	}
}

// TestSignersRemember: a key is asked for once an hour, and the news that there
// is none is remembered too.
func TestSignersRemember(t *testing.T) {
	d := newSigner("example.org")
	c := &stoppedClock{at: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}
	s := &Signers{Lookup: d.lookup, Clock: c}
	good := d.sign(t, toSign, "From", "Message-ID")
	none := newSigner("example.net").sign(t, toSign, "From", "Message-ID")
	for range 10 {
		s.Of(t.Context(), good)
		s.Of(t.Context(), none)
	}
	if d.asked != 2 {
		t.Errorf("the resolver was asked %d times, want once for each name", d.asked)
	}
	c.at = c.at.Add(keyLife + time.Second)
	if got := s.Of(t.Context(), good); d.asked != 3 || len(got) != 1 {
		t.Errorf("an hour later it was asked %d times, and %v has signed", d.asked, got)
	}
}

// TestSignersDoNotWait: a resolver that does not answer costs one mail its wait,
// and those that follow nothing.
func TestSignersDoNotWait(t *testing.T) {
	asked := 0
	s := &Signers{Wait: time.Millisecond, Clock: &stoppedClock{at: time.Now()}, Lookup: func(ctx context.Context, _ string) ([]string, error) {
		asked++
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	mail := newSigner("example.org").sign(t, toSign, "From", "Message-ID")
	for range 5 {
		if got := s.Of(t.Context(), mail); got != nil {
			t.Errorf("%v has signed without a key", got)
		}
	}
	if asked != 1 {
		t.Errorf("a resolver that does not answer was asked %d times", asked)
	}
}

// stoppedClock stands until it is moved.
type stoppedClock struct{ at time.Time }

func (c *stoppedClock) Now() time.Time                         { return c.at }
func (c *stoppedClock) After(d time.Duration) <-chan time.Time { return time.After(d) }
