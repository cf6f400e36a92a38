package mailer

import (
	"context"
	"errors"
	"net"
	"testing"
)

// zone answers for a domain name system of its own.
type zone struct {
	mx   map[string]string
	srv  map[string]net.SRV // by _service.domain
	host map[string]bool
}

var errNoName = errors.New("no such name")

func (z zone) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	if h, ok := z.mx[name]; ok {
		return []*net.MX{{Host: h, Pref: 10}}, nil
	}
	return nil, errNoName
}

func (z zone) LookupSRV(_ context.Context, service, proto, name string) (string, []*net.SRV, error) {
	if s, ok := z.srv["_"+service+"."+name]; ok && proto == "tcp" {
		return "", []*net.SRV{&s}, nil
	}
	return "", nil, errNoName
}

func (z zone) LookupHost(_ context.Context, host string) ([]string, error) {
	if z.host[host] {
		return []string{"192.0.2.1"}, nil
	}
	return nil, errNoName
}

func TestGuess(t *testing.T) {
	z := zone{
		mx: map[string]string{"example.com": "aspmx.l.google.com.", "example.net": "in1-smtp.messagingengine.com.", "example.org": "mx.example.org.",
			"office.example": "office-example.mail.protection.outlook.com."},
		srv: map[string]net.SRV{
			"_imaps.example.org":      {Target: "post.example.org.", Port: 993},
			"_submission.example.org": {Target: "post.example.org.", Port: 587},
			"_submissions.half.test":  {Target: ".", Port: 0},
		},
		host: map[string]bool{"mail.bare.test": true, "smtp.bare.test": true, "imap.half.test": true},
	}
	for address, want := range map[string][3]string{
		"nomic@gmail.com":      {"imap.gmail.com:993", "smtp.gmail.com:465", "tls"},
		"nomic@example.com":    {"imap.gmail.com:993", "smtp.gmail.com:465", "tls"},
		"nomic@example.net":    {"imap.fastmail.com:993", "smtp.fastmail.com:465", "tls"},
		"nomic@office.example": {"outlook.office365.com:993", "smtp.office365.com:587", "starttls"},
		"nomic@web.de":         {"imap.web.de:993", "smtp.web.de:587", "starttls"},
		"nomic@example.org":    {"post.example.org:993", "post.example.org:587", "starttls"},
		"nomic@bare.test":      {"mail.bare.test:993", "smtp.bare.test:465", "tls"},
		"nomic@half.test":      {"imap.half.test:993", "", "tls"},
		"nomic@nowhere.test":   {"", "", "tls"},
	} {
		p := Guess(t.Context(), z, address)
		if got := [3]string{p.IMAP, p.SMTP, p.SMTPTLS}; got != want {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
}

// TestProvidersAreWhole: each can be named, logged in to, and told about.
func TestProvidersAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Providers() {
		if p.Key == "" || seen[p.Key] || p.Name == "" || p.Password == "" || p.SMTPTLS != "tls" && p.SMTPTLS != "starttls" {
			t.Errorf("%+v", p)
		}
		seen[p.Key] = true
		for _, address := range []string{p.IMAP, p.SMTP} {
			host, port, err := net.SplitHostPort(address)
			if err != nil || (port == "587") != (p.SMTPTLS == "starttls" && address == p.SMTP) {
				t.Errorf("%s: %s with %s, %v", p.Key, address, p.SMTPTLS, err)
			}
			if _, ok := ProviderOf(host, ""); !ok {
				t.Errorf("%s: nobody knows its server %s", p.Key, host)
			}
		}
	}
}
