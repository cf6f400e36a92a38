package mailer

import (
	"context"
	"fmt"
	"net"
	"strings"
	"time"
)

// Resolver looks names up; a *[net.Resolver] is one.
type Resolver interface {
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	LookupSRV(ctx context.Context, service, proto, name string) (string, []*net.SRV, error)
	LookupHost(ctx context.Context, host string) ([]string, error)
}

// guessTime is how long looking for an address's servers may take.
const guessTime = 15 * time.Second

// Guess finds the servers of an address: those of a provider that is known by
// the address or by the host that takes the domain's mail; else those that the
// domain names itself (RFC 6186, RFC 8314 §5.1); else hosts with the usual
// names. IMAP or SMTP is "" where nothing was found. Only names are looked up:
// nobody is connected to.
func Guess(ctx context.Context, r Resolver, address string) Provider {
	if p, ok := ProviderOf("", address); ok {
		return p
	}
	ctx, cancel := context.WithTimeout(ctx, guessTime)
	defer cancel()
	_, domain, _ := strings.Cut(address, "@")
	if mx, err := r.LookupMX(ctx, domain); err == nil {
		for _, host := range mx {
			if p, ok := ProviderOf(host.Host, ""); ok {
				return p
			}
		}
	}
	p := Provider{Name: domain, SMTPTLS: "tls", Delimiter: "+"}
	p.IMAP = named(ctx, r, "imaps", domain)
	if p.SMTP = named(ctx, r, "submissions", domain); p.SMTP == "" {
		if p.SMTP = named(ctx, r, "submission", domain); p.SMTP != "" {
			p.SMTPTLS = "starttls"
		}
	}
	if p.IMAP == "" {
		p.IMAP = usual(ctx, r, "993", "imap."+domain, "mail."+domain)
	}
	if p.SMTP == "" {
		p.SMTP = usual(ctx, r, "465", "smtp."+domain, "mail."+domain)
	}
	return p
}

// named is the server that a domain names for a service. A target of "." says
// that there is none (RFC 2782).
func named(ctx context.Context, r Resolver, service, domain string) string {
	_, list, err := r.LookupSRV(ctx, service, "tcp", domain)
	if err != nil || len(list) == 0 || list[0].Target == "." || list[0].Target == "" {
		return ""
	}
	return net.JoinHostPort(strings.TrimSuffix(list[0].Target, "."), fmt.Sprint(list[0].Port))
}

// usual is the first of the hosts that exists.
func usual(ctx context.Context, r Resolver, port string, hosts ...string) string {
	for _, h := range hosts {
		if found, err := r.LookupHost(ctx, h); err == nil && len(found) > 0 {
			return net.JoinHostPort(h, port)
		}
	}
	return ""
}
