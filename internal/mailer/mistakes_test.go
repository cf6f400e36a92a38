package mailer

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
)

// TestMistakes: what the check says of mistakes that only a server of its own
// kind shows. IMAP is an odd server, sending one that gives these replies.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		name  string
		caps  string
		twist func(c *oddConn, tag, line string) bool
		smtp  replies
		want  []string // in what is wrong, or, after "ok ", in what is right
	}{
		{"imap off", "", refuse("LOGIN", "NO [ALERT] Your account is not enabled for IMAP use."), nil,
			[]string{"the server says: Your account", "does not let programs read this mailbox by IMAP"}},
		{"too many connections", "", refuse("LOGIN", "NO [ALERT] Too many simultaneous connections. (Failure)"), nil, []string{"close other programs"}},
		{"app password", "", refuse("LOGIN", "NO [ALERT] Application-specific password required"), nil, []string{"make one in the provider's security settings"}},
		{"no such folder", "", refuse("SELECT", "NO [NONEXISTENT] Unknown Mailbox"), nil, []string{"there is no such folder"}},
		{"separator", "", listing("", `* LIST (\Noselect) "." ""`), nil, []string{`folder Nomic/Done: this server writes "."`, "name it Nomic.Done"}},
		{"mailbox nearly full", "QUOTA", quota, nil, []string{"nearly full: 950 of 1000 (STORAGE)", "empty its trash"}},
		{"mailbox full", "", nil, replies{"RCPT": {"452 4.2.2 Over quota"}}, []string{"452 4.2.2", "empty its trash"}},
		{"mailbox full for good", "", nil, replies{".": {"552 5.2.2 Over quota"}}, []string{"552 5.2.2", "empty its trash"}},
		{"limit of the day", "", nil, replies{"MAIL": {"450 4.2.1 Daily user sending limit exceeded"}}, []string{"450 4.2.1", "no more for now"}},
		{"greylisted", "", nil, replies{"RCPT": {"451 4.7.1 Greylisted"}}, []string{"asked again later"}},
		{"foreign sender", "", nil, replies{"MAIL": {"550 5.7.60 Client does not have permissions to send as this sender"}}, []string{"does not let this account send from that address"}},
		{"foreign tag", "", nil, replies{"MAIL": {"250 ok", "553 5.7.1 not yours", "250 ok"}}, []string{"ok the server lets us send from no address with a tag"}},
		{"spam", "", spam, nil, []string{"did not come", "it lies in the folder [Mail]/Spam"}},
		{"no login for sending", "", nil, replies{"AUTH": {"535 5.7.8 bad"}}, []string{"sending mail", "user name (often the whole address)"}},
		{"sending needs TLS", "", nil, replies{"AUTH": {"530 5.7.0 Must issue a STARTTLS command first"}}, []string{"only when the connection is encrypted"}},
		{"tag is not delivered", "", nil, replies{"RCPT": {"250 ok", "550 5.1.1 who"}}, []string{"+check", "may have no tags"}},
		{"address is not there", "", nil, replies{"RCPT": {"550 5.1.1 who"}}, []string{"the server does not know it"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := newOdd(t)
			o.caps, o.twist = c.caps+" MOVE UIDPLUS", c.twist
			if c.smtp == nil {
				c.smtp = replies{}
			}
			good, bad := report(Check(t.Context(), CheckOptions{
				Inbox:   InboxOptions{Account: o.account(), Done: "Nomic/Done"},
				Sending: newSMTPD(t, c.smtp).account(), Address: "g@example.org", Tag: "+", Wait: 200 * time.Millisecond,
			}))
			for _, want := range c.want {
				in := bad
				if right, ok := strings.CutPrefix(want, "ok "); ok {
					want, in = right, good
				}
				if !strings.Contains(in, want) {
					t.Errorf("nothing of %q in:\n%s", want, in)
				}
			}
		})
	}
}

func refuse(command, answer string) func(*oddConn, string, string) bool {
	return func(c *oddConn, tag, line string) bool {
		if !strings.HasPrefix(line, command) {
			return false
		}
		c.say("%s %s", tag, answer)
		return true
	}
}

// listing answers LIST with this pattern.
func listing(pattern, answer string) func(*oddConn, string, string) bool {
	return func(c *oddConn, tag, line string) bool {
		if !strings.HasPrefix(line, "LIST") || !strings.HasSuffix(line, `"`+pattern+`"`) && !strings.HasSuffix(line, " "+pattern) {
			return false
		}
		c.say("%s\r\n%s OK done", answer, tag)
		return true
	}
}

func quota(c *oddConn, tag, line string) bool {
	if !strings.HasPrefix(line, "GETQUOTAROOT") {
		return false
	}
	c.say("* QUOTAROOT INBOX \"\"\r\n* QUOTA \"\" (STORAGE 950 1000)\r\n%s OK done", tag)
	return true
}

// spam keeps all mail where nobody looks.
func spam(c *oddConn, tag, line string) bool {
	switch {
	case strings.HasPrefix(line, "SELECT"):
		c.o.mu.Lock()
		c.o.mem["spam"] = 0
		if strings.Contains(line, "Spam") {
			c.o.mem["spam"] = 1
		}
		c.o.mu.Unlock()
	case strings.HasPrefix(line, "UID SEARCH"):
		c.o.mu.Lock()
		defer c.o.mu.Unlock()
		if c.o.mem["spam"] == 1 {
			c.say("* SEARCH 9\r\n%s OK done", tag)
			return true
		}
		c.say("* SEARCH\r\n%s OK done", tag)
		return true
	}
	return listing("*", `* LIST () "/" "INBOX"`+"\r\n"+`* LIST (\Junk) "/" "[Mail]/Spam"`)(c, tag, line)
}

// TestMistakenServers: the wrong kind of server, and certificates that cannot be
// believed.
func TestMistakenServers(t *testing.T) {
	imapServer, smtpServer := newOdd(t).account(), newSMTPD(t, replies{}).account()
	past, future := certified(t, time.Now().Add(-2*time.Hour), time.Now().Add(-time.Hour)), certified(t, time.Now().Add(time.Hour), time.Now().Add(2*time.Hour))
	for _, c := range []struct {
		name       string
		read, send Account
		want       []string
	}{
		{"IMAP at a port for sending", smtpServer, smtpServer, []string{"this is no IMAP server"}},
		{"sending at a port for IMAP", imapServer, imapServer, []string{"this is no mail server for sending"}},
		{"expired", past, past, []string{"certificate has run out, or this machine's clock is wrong"}},
		{"not yet valid", future, future, []string{"certificate has run out, or this machine's clock is wrong"}},
	} {
		_, bad := report(Check(t.Context(), CheckOptions{Inbox: InboxOptions{Account: c.read}, Sending: c.send, Address: "g@example.org"}))
		for _, want := range c.want {
			if !strings.Contains(bad, want) {
				t.Errorf("%s: nothing of %q in:\n%s", c.name, want, bad)
			}
		}
	}
}

// certified is a server with a certificate that is valid between two times.
func certified(t *testing.T, from, to time.Time) Account {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "mail"}, NotBefore: from, NotAfter: to,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	ln, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			nc, err := ln.Accept()
			if err != nil {
				return
			}
			all.Go(func() { nc.(*tls.Conn).Handshake(); nc.Close() })
		}
	})
	t.Cleanup(func() { ln.Close(); all.Wait() })
	return Account{Address: ln.Addr().String(), TLS: "tls", User: "u", Secret: says("p"), CA: pool, Silence: 5 * time.Second}
}

// TestProviders: a refused password means something else at each of the large
// providers, and a server's name that does not exist is told right.
func TestProviders(t *testing.T) {
	no := errors.New("535 5.7.8 authentication failed")
	for host, want := range map[string]string{
		"imap.gmail.com": "myaccount.google.com/apppasswords", "smtp-mail.outlook.com": "xoauth2", "outlook.office365.com": "xoauth2",
		"imap.mail.yahoo.com": "Generate app password", "imap.aol.com": "Yahoo and AOL", "imap.mail.me.com": "app-specific",
		"smtp.fastmail.com": "App passwords", "imap.gmx.net": "POP3 & IMAP", "imap.web.de": "POP3 & IMAP",
		"imap.example.org": "look at the user name", "notgmail.com": "look at the user name",
	} {
		err := &LoginError{Account{Address: host + ":993", User: "ada"}, no}
		if got := Hint(err); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
	off := &imap.Error{Type: imap.StatusResponseTypeNo, Text: "IMAP access is disabled for your account"}
	for host, want := range map[string]string{"imap.gmx.net": "POP3 & IMAP, access", "imap.example.org": "settings of the web mail"} {
		if got := Hint(&LoginError{Account{Address: host + ":993"}, off}); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
	unknown := fmt.Errorf("mailer: connect: %w", &net.DNSError{Err: "no such host", IsNotFound: true})
	for user, want := range map[string]string{"ada@gmail.com": "imap.gmail.com:993", "ada@example.org": "typing mistake", "ada": "typing mistake"} {
		_, bad := report([]Finding{{Hint: unknownHost(Account{User: user}, unknown)}})
		if !strings.Contains(bad, want) {
			t.Errorf("%s: %q, want %q", user, bad, want)
		}
	}
	away := fmt.Errorf("mailer: connect: %w", &net.DNSError{Err: "server misbehaving", IsTemporary: true})
	if got := Hint(away); !strings.Contains(got, "resolv.conf") {
		t.Errorf("without DNS: %q", got)
	}
}
