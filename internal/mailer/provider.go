package mailer

import (
	"errors"
	"net"
	"strings"
)

// Provider is what an operator must know of a large mail provider. It is found
// by the host of a server, or by the domain of the user's address.
type Provider struct {
	Key  string // one word by which it can be named
	Name string

	IMAP, SMTP string // host:port
	SMTPTLS    string // "tls" or "starttls"; IMAP is "tls" at all of them
	LocalUser  bool   // for IMAP the user is what stands before the @
	Token      bool   // programs log in with OAuth 2 alone
	Delimiter  string // as far as is known; a mail to oneself tells for certain

	Password string // which password it wants and where it is made; also what a refused one means
	Off      string // how IMAP is allowed there, "" where it always is

	hosts   []string // ends of the names of its servers
	domains []string // ends of the addresses of its users
}

// Providers gives those that are known, in the order in which they are shown.
func Providers() []Provider {
	return []Provider{
		{
			Key: "gmail", Name: "Google", hosts: []string{"gmail.com", "googlemail.com", "google.com"}, domains: []string{"gmail.com", "googlemail.com"},
			IMAP: "imap.gmail.com:993", SMTP: "smtp.gmail.com:465", SMTPTLS: "tls", Delimiter: "+",
			Password: "Google wants an app password here, not the ordinary one: turn on 2-Step Verification, then make one at myaccount.google.com/apppasswords",
			Off:      "a Workspace administrator can switch IMAP off in the admin console, under Gmail, End User Access",
		},
		{
			Key: "office365", Name: "Microsoft 365", hosts: []string{"mail.protection.outlook.com", "smtp.office365.com"},
			IMAP: "outlook.office365.com:993", SMTP: "smtp.office365.com:587", SMTPTLS: "starttls", Delimiter: "+", Token: true,
			Password: microsoftToken, Off: microsoftOff,
		},
		{
			Key: "outlook", Name: "Microsoft", hosts: []string{"outlook.com", "office365.com", "hotmail.com"}, domains: []string{"outlook.com", "outlook.de", "hotmail.com", "live.com", "msn.com"},
			IMAP: "outlook.office365.com:993", SMTP: "smtp-mail.outlook.com:587", SMTPTLS: "starttls", Delimiter: "+", Token: true,
			Password: microsoftToken, Off: microsoftOff,
		},
		{
			Key: "yahoo", Name: "Yahoo", hosts: []string{"yahoo.com", "yahoodns.net", "aol.com"}, domains: []string{"yahoo.com", "ymail.com", "rocketmail.com", "aol.com"},
			IMAP: "imap.mail.yahoo.com:993", SMTP: "smtp.mail.yahoo.com:465", SMTPTLS: "tls",
			Password: "Yahoo and AOL want an app password here: Account Info, Account Security, Generate app password",
		},
		{
			Key: "icloud", Name: "Apple", hosts: []string{"mail.me.com", "icloud.com"}, domains: []string{"icloud.com", "me.com", "mac.com"},
			IMAP: "imap.mail.me.com:993", SMTP: "smtp.mail.me.com:587", SMTPTLS: "starttls", LocalUser: true, Delimiter: "+",
			Password: "Apple wants an app-specific password here: account.apple.com, Sign-In and Security; for IMAP the user is the part before the @",
		},
		{
			Key: "fastmail", Name: "Fastmail", hosts: []string{"fastmail.com", "messagingengine.com"}, domains: []string{"fastmail.com", "fastmail.fm"},
			IMAP: "imap.fastmail.com:993", SMTP: "smtp.fastmail.com:465", SMTPTLS: "tls", Delimiter: "+",
			Password: "Fastmail wants an app password here: Settings, Privacy & Security, App passwords, with access to IMAP and SMTP",
		},
		{
			Key: "web.de", Name: "WEB.DE", hosts: []string{"web.de"}, domains: []string{"web.de"},
			IMAP: "imap.web.de:993", SMTP: "smtp.web.de:587", SMTPTLS: "starttls",
			Password: unitedPassword, Off: unitedOff,
		},
		{
			Key: "gmx.com", Name: "GMX", hosts: []string{"gmx.com"}, domains: []string{"gmx.com", "gmx.us", "gmx.co.uk"},
			IMAP: "imap.gmx.com:993", SMTP: "mail.gmx.com:587", SMTPTLS: "starttls",
			Password: unitedPassword, Off: unitedOff,
		},
		{
			Key: "gmx", Name: "GMX", hosts: []string{"gmx.net", "gmx.de"}, domains: []string{"gmx.net", "gmx.de", "gmx.at", "gmx.ch"},
			IMAP: "imap.gmx.net:993", SMTP: "mail.gmx.net:465", SMTPTLS: "tls",
			Password: unitedPassword, Off: unitedOff,
		},
		{
			Key: "posteo", Name: "Posteo", hosts: []string{"posteo.de"}, domains: []string{"posteo.de", "posteo.net", "posteo.org", "posteo.eu"},
			IMAP: "posteo.de:993", SMTP: "posteo.de:465", SMTPTLS: "tls", Delimiter: "+",
			Password: "Posteo takes the ordinary password; the additional mailbox protection in its settings must be off, because it keeps programs out",
		},
		{
			Key: "mailbox.org", Name: "mailbox.org", hosts: []string{"mailbox.org"}, domains: []string{"mailbox.org"},
			IMAP: "imap.mailbox.org:993", SMTP: "smtp.mailbox.org:465", SMTPTLS: "tls", Delimiter: "+",
			Password: "mailbox.org takes the ordinary password, or with two-factor login an application password: Settings, Security",
		},
		{
			Key: "zoho", Name: "Zoho", hosts: []string{"zoho.com", "zoho.eu", "zoho.in"}, domains: []string{"zohomail.com", "zoho.com", "zohomail.eu"},
			IMAP: "imap.zoho.com:993", SMTP: "smtp.zoho.com:465", SMTPTLS: "tls", Delimiter: "+",
			Password: "Zoho wants an application-specific password where two-factor login is on: accounts.zoho.com, Security; accounts in Europe have servers ending in zoho.eu",
			Off:      "Settings, Mail Accounts, IMAP Access",
		},
		{
			Key: "migadu", Name: "Migadu", hosts: []string{"migadu.com"}, domains: []string{"migadu.com"},
			IMAP: "imap.migadu.com:993", SMTP: "smtp.migadu.com:465", SMTPTLS: "tls", Delimiter: "+",
			Password: "Migadu takes the mailbox's own password, which its administrator sets",
		},
	}
}

const (
	microsoftToken = "Microsoft takes no passwords from programs; set auth = \"xoauth2\" and a token_command"
	microsoftOff   = "allow it in Outlook on the web: Settings, Mail, Forwarding and IMAP; in an organisation an administrator allows IMAP and authenticated SMTP for the mailbox"
	unitedPassword = "GMX and WEB.DE refuse programs until it is allowed: Settings, E-mail, POP3 & IMAP; with two-step login they want an app password"
	unitedOff      = "allow it in the settings: E-mail, POP3 & IMAP, access by IMAP"
)

// ProviderOf finds the provider of a server's host or of an address; either
// may be "".
func ProviderOf(host, address string) (Provider, bool) {
	_, domain, _ := strings.Cut(address, "@")
	for _, p := range Providers() {
		if host != "" && ends(host, p.hosts) || domain != "" && ends(domain, p.domains) {
			return p, true
		}
	}
	return Provider{}, false
}

// unknownHost is Hint, with the servers of a provider whose user names a host
// that does not exist.
func unknownHost(a Account, err error) string {
	var dns *net.DNSError
	if p, ok := ProviderOf("", a.User); ok && errors.As(err, &dns) && dns.IsNotFound {
		return "there is no host of this name; the servers of " + p.Name + " are " + p.IMAP + " and " + p.SMTP
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
