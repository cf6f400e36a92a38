package mailer

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"io/fs"
	"net"
	"strings"
	"syscall"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-smtp"
)

// Hint says in plain words what an operator can do about err, "" if nothing
// special is known.
func Hint(err error) string {
	for _, hint := range []func(error) string{hintSecret, hintTLS, hintLogin, hintNetwork, hintServer} {
		if s := hint(err); s != "" {
			return s
		}
	}
	return ""
}

func hintSecret(err error) string {
	var open *SecretFileError
	var missing *fs.PathError
	switch {
	case errors.As(err, &open):
		return "make the file readable by its owner only: chmod 600 " + open.Name
	case errors.As(err, &missing):
		return "look whether the file is there and may be read by the user that nomicmail runs as"
	case strings.Contains(err.Error(), "mailer: secret:"):
		return "the password or token could not be had; run the command, or print the variable, by hand"
	}
	return ""
}

func hintTLS(err error) string {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &unknown):
		return "the certificate is signed by nobody this machine trusts; name the server's CA file in the configuration"
	case errors.As(err, &name):
		return "the certificate belongs to another name; use the name the provider gives, or set the server name"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "the server's certificate has run out, or this machine's clock is wrong"
	case errors.As(err, &record):
		return "this port does not begin with TLS; set tls = \"starttls\", or use port 993 (IMAP) or 465 (SMTP)"
	case errors.Is(err, errNoStartTLS), strings.Contains(err.Error(), "doesn't support STARTTLS"):
		return "the server offers no STARTTLS here; use tls = \"tls\" with port 993 (IMAP) or 465 (SMTP)"
	}
	return ""
}

func hintLogin(err error) string {
	var login *LoginError
	if !errors.As(err, &login) || isNetwork(err) {
		return ""
	}
	text := strings.ToLower(err.Error())
	host, _ := login.Account.hostPort()
	switch {
	case errors.Is(err, errLoginDisabled), strings.Contains(text, "tls is required"), strings.Contains(text, "must issue a starttls"):
		return "the server takes a password only when the connection is encrypted; set tls = \"tls\" or \"starttls\""
	case isIMAPOff(text):
		hint := "the provider does not let programs read this mailbox by IMAP: allow it in the settings of the web mail"
		if p, ok := ProviderOf(host, login.Account.User); ok && p.Off != "" {
			hint += "; at " + p.Name + ": " + p.Off
		}
		return hint
	case strings.Contains(text, "too many"):
		return tooMany
	case login.Account.Auth == "xoauth2" || login.Account.Auth == "oauthbearer":
		return "the token was refused: it may have run out, be for another user, or lack the mail scope"
	}
	if p, ok := ProviderOf(host, ""); ok {
		return p.Password
	}
	if strings.Contains(text, "application-specific") || strings.Contains(text, "app password") {
		return "this account wants an app password: make one in the provider's security settings and use it here"
	}
	return "look at the user name (often the whole address) and the password; with two-step login an app password may be needed"
}

const tooMany = "too many connections to this mailbox; close other programs that read it"

// isIMAPOff knows the words in which providers say that IMAP is not allowed.
func isIMAPOff(text string) bool {
	if !strings.Contains(text, "imap") {
		return false
	}
	for _, w := range []string{"not enabled", "disabled", "not activated", "not allowed", "deactivated", "not permitted"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

func isNetwork(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

func hintNetwork(err error) string {
	var dns *net.DNSError
	var mute *muteError
	var slow net.Error
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return "there is no host of this name; look for a typing mistake in the address"
	case errors.As(err, &dns):
		return "names cannot be looked up now: look at this machine's network and at its DNS server (/etc/resolv.conf)"
	case errors.Is(err, errNoReply):
		return "this is no mail server for sending, or not at this port: 465 with tls = \"tls\", 587 with tls = \"starttls\""
	case strings.Contains(err.Error(), "imap: greeting") && !errors.As(err, &slow):
		return "this is no IMAP server, or not at this port: 993 with tls = \"tls\", 143 with tls = \"starttls\""
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing listens there; look at the port, and whether the server runs"
	case errors.As(err, &mute):
		return "the server answers nothing; a port that begins with TLS (993, 465) is silent like this when tls is not \"tls\""
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &slow) && slow.Timeout():
		return "no answer in time; a firewall may block the port (many networks block 25, some 465 and 587 too), or it is the wrong one"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return "this machine has no way to that network"
	}
	return ""
}

func hintServer(err error) string {
	var no *imap.Error
	var refused *smtp.SMTPError
	switch {
	case errors.As(err, &no) && (no.Code == imap.ResponseCodeNonExistent || no.Code == imap.ResponseCodeTryCreate):
		return "there is no such folder; make it in a mail program, or look at its spelling (some servers want INBOX. or INBOX/ before it)"
	case errors.As(err, &no) && no.Code == imap.ResponseCodeOverQuota:
		return mailboxFull
	case errors.As(err, &no) && no.Code == imap.ResponseCodeLimit:
		return tooMany
	case errors.As(err, &refused) && isSenderRefused(refused):
		return notYours
	}
	return ""
}

const (
	mailboxFull = "the mailbox is full: empty its trash or old folders, or have more room given; no mail reaches the game before"
	tooMuchNow  = "the server lets this account send no more for now; providers have limits by the hour and by the day"
)

const notYours = "the server does not let this account send from that address; use the account's own address, or add it there as a sender"

func isSenderRefused(e *smtp.SMTPError) bool {
	return e.EnhancedCode == smtp.EnhancedCode{5, 7, 1} || e.EnhancedCode == smtp.EnhancedCode{5, 7, 60} || e.Code == 553
}
