package mailer

import (
	"errors"
	"net"
	"strings"
)

// provider is what an operator must know of a large mail provider. It is found
// by the host of the server, or by the domain of the user's address.
type provider struct {
	name       string
	hosts      []string // ends of the names of its servers
	domains    []string // ends of the addresses of its users
	imap, smtp string
	password   string // what a refused password usually means there
	off        string // how IMAP is allowed there, "" where it always is
}

var providers = []provider{
	{
		name: "Google", hosts: []string{"gmail.com", "googlemail.com", "google.com"}, domains: []string{"gmail.com", "googlemail.com"},
		imap: "imap.gmail.com:993", smtp: "smtp.gmail.com:465",
		password: "Google wants an app password here, not the ordinary one: turn on 2-Step Verification, then make one at myaccount.google.com/apppasswords",
		off:      "a Workspace administrator can switch IMAP off in the admin console, under Gmail, End User Access",
	},
	{
		name: "Microsoft", hosts: []string{"outlook.com", "office365.com", "hotmail.com"}, domains: []string{"outlook.com", "hotmail.com", "live.com", "msn.com"},
		imap: "outlook.office365.com:993", smtp: "smtp-mail.outlook.com:587",
		password: "Microsoft takes no passwords from programs; set auth = \"xoauth2\" and a token_command",
		off:      "allow it in Outlook on the web: Settings, Mail, Forwarding and IMAP; in an organisation an administrator allows IMAP and authenticated SMTP for the mailbox",
	},
	{
		name: "Yahoo", hosts: []string{"yahoo.com", "aol.com"}, domains: []string{"yahoo.com", "ymail.com", "rocketmail.com", "aol.com"},
		imap: "imap.mail.yahoo.com:993", smtp: "smtp.mail.yahoo.com:465",
		password: "Yahoo and AOL want an app password here: Account Info, Account Security, Generate app password",
	},
	{
		name: "Apple", hosts: []string{"mail.me.com", "icloud.com"}, domains: []string{"icloud.com", "me.com", "mac.com"},
		imap: "imap.mail.me.com:993", smtp: "smtp.mail.me.com:587",
		password: "Apple wants an app-specific password here: account.apple.com, Sign-In and Security; for IMAP the user is the part before the @",
	},
	{
		name: "Fastmail", hosts: []string{"fastmail.com", "messagingengine.com"}, domains: []string{"fastmail.com", "fastmail.fm"},
		imap: "imap.fastmail.com:993", smtp: "smtp.fastmail.com:465",
		password: "Fastmail wants an app password here: Settings, Privacy & Security, App passwords, with access to IMAP and SMTP",
	},
	{
		name: "GMX", hosts: []string{"gmx.net", "gmx.com", "gmx.de", "web.de"}, domains: []string{"gmx.net", "gmx.de", "gmx.at", "gmx.ch", "gmx.com", "web.de"},
		imap: "imap.gmx.net:993", smtp: "mail.gmx.net:465",
		password: "GMX and WEB.DE refuse programs until it is allowed: Settings, E-mail, POP3 & IMAP; with two-step login they want an app password",
		off:      "allow it in the settings: E-mail, POP3 & IMAP, access by IMAP",
	},
}

// providerOf finds the provider of a server's host or of an address.
func providerOf(host, address string) *provider {
	_, domain, _ := strings.Cut(address, "@")
	for i := range providers {
		p := &providers[i]
		if ends(host, p.hosts) || domain != "" && ends(domain, p.domains) {
			return p
		}
	}
	return nil
}

// unknownHost is Hint, with the servers of a provider whose user names a host
// that does not exist.
func unknownHost(a Account, err error) string {
	var dns *net.DNSError
	if p := providerOf("", a.User); p != nil && errors.As(err, &dns) && dns.IsNotFound {
		return "there is no host of this name; the servers of " + p.name + " are " + p.imap + " and " + p.smtp
	}
	return Hint(err)
}

// ends says whether a host is one of these, or lies below one.
func ends(host string, list []string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	for _, s := range list {
		if host == s || strings.HasSuffix(host, "."+s) {
			return true
		}
	}
	return false
}
