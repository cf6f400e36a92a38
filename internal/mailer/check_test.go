package mailer

import (
	"strings"
	"testing"
	"time"

	"nomicmail/internal/mailer/postoffice"
)

func report(found []Finding) (good, bad string) {
	for _, f := range found {
		if f.OK {
			good += f.Text + "\n"
		} else {
			bad += f.Text + " | " + f.Hint + "\n"
		}
	}
	return good, bad
}

// TestCheck: all is well, the mails that were sent are gone again, also when a
// daemon reads the mailbox at the same time.
func TestCheck(t *testing.T) {
	everywhere(t, func(t *testing.T, h *house) {
		user, pw := h.user(t)
		o := CheckOptions{Inbox: InboxOptions{Account: h.reading(user, pw), Done: "Done"},
			Sending: h.sending(user, pw), Address: h.address(user), Tag: "+", Wait: patience}
		tried := Try(t.Context(), o)
		good, bad := report(tried.Findings)
		if bad != "" {
			t.Errorf("found fault:\n%s", bad)
		}
		if !tried.Reading || !tried.Sending || !tried.Came || !tried.Tagged || !strings.Contains(string(tried.Header), "Subject: nomicmail check") || strings.Contains(string(tried.Header), "deleted") {
			t.Errorf("it learned %+v, %s", tried, tried.Header)
		}
		for _, want := range []string{"logged in to " + h.imaps, "logged in to " + h.smtps, "folder INBOX is there", "Done is not there yet",
			"a mail to " + h.address(user) + " came back", "a mail to " + h.address(user+"+check") + " came back", "clock agrees"} {
			if !strings.Contains(good, want) {
				t.Errorf("nothing of %q in:\n%s", want, good)
			}
		}
		if n := left(t, h.open(t, h.reading(user, pw), "INBOX"), "INBOX"); n != 0 {
			t.Errorf("%d mails are left", n)
		}
		watch(t, InboxOptions{Account: h.reading(user, pw), Done: "Done"}, nil)
		if _, bad := report(Check(t.Context(), o)); bad != "" {
			t.Errorf("beside a daemon:\n%s", bad)
		}
	})
}

// TestCheckFindsFault: for each of the usual mistakes, the finding and its hint.
func TestCheckFindsFault(t *testing.T) {
	p, err := postoffice.Open(postoffice.Options{NoTags: true, Now: func() time.Time { return time.Now().Add(-time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.AddUser("game", "pw"); err != nil {
		t.Fatal(err)
	}
	in := Account{Address: p.IMAPS(), TLS: "tls", User: "game", Secret: says("pw"), CA: p.CA(), Silence: 5 * time.Second}
	out := in
	out.Address = p.SMTPS()
	plain := newOdd(t)
	plain.twist = func(c *oddConn, tag, line string) bool {
		if line == "STARTTLS" {
			c.say("%s BAD what", tag)
			return true
		}
		return false
	}
	for _, c := range []struct {
		name   string
		change func(o *CheckOptions)
		want   []string
	}{
		{"wrong password", func(o *CheckOptions) { o.Inbox.Account.Secret = says("wrong") }, []string{"reading mail", "app password"}},
		{"wrong password for sending", func(o *CheckOptions) { o.Sending.Secret = says("wrong") }, []string{"sending mail", "app password"}},
		{"wrong token", func(o *CheckOptions) { o.Inbox.Account.Auth = "xoauth2"; o.Inbox.Account.Secret = says("x") }, []string{"token was refused"}},
		{"tls at a starttls port", func(o *CheckOptions) { o.Inbox.Account.Address = p.IMAP() }, []string{"does not begin with TLS"}},
		{"starttls at a tls port", func(o *CheckOptions) {
			o.Inbox.Account.TLS, o.Inbox.Account.Silence = "starttls", 50*time.Millisecond
		}, []string{"silent like this"}},
		{"no starttls", func(o *CheckOptions) {
			o.Inbox.Account.Address, o.Inbox.Account.TLS = plain.account().Address, "starttls"
		}, []string{"offers no STARTTLS"}},
		{"unknown certificate", func(o *CheckOptions) { o.Sending.CA = nil }, []string{"CA file"}},
		{"other name", func(o *CheckOptions) { o.Inbox.Account.ServerName = "mail.example.org" }, []string{"belongs to another name"}},
		{"no host", func(o *CheckOptions) { o.Inbox.Account.Address = "no such host.invalid:993" }, []string{"reading mail"}},
		{"nothing listens", func(o *CheckOptions) { o.Sending.Address = "127.0.0.1:1" }, []string{"nothing listens there"}},
		{"no port", func(o *CheckOptions) { o.Sending.Address = "localhost" }, []string{"not host:port"}},
		{"no such folder", func(o *CheckOptions) { o.Inbox.Folder = "Games" }, []string{"folder Games", "no such folder"}},
		{"no address", func(o *CheckOptions) { o.Address = "nobody" }, []string{"no mail address"}},
		{"unknown address", func(o *CheckOptions) { o.Address = "nobody@example.org" }, []string{"550 5.1.1", "does not know it"}},
		{"no tags", func(o *CheckOptions) {}, []string{"game+check@example.org", "may have no tags"}},
		{"clock", func(o *CheckOptions) {}, []string{"1h0m", "behind ours", "NTP"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := CheckOptions{Inbox: InboxOptions{Account: in}, Sending: out, Address: "game@example.org", Tag: "+", Wait: patience}
			c.change(&o)
			_, bad := report(Check(t.Context(), o))
			for _, want := range c.want {
				if !strings.Contains(bad, want) {
					t.Errorf("nothing of %q in:\n%s", want, bad)
				}
			}
		})
	}
}

// TestSenderNotAllowed: the server lets the account in, but not send as that.
func TestSenderNotAllowed(t *testing.T) {
	p, err := postoffice.Open(postoffice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.AddUser("game", "pw"); err != nil {
		t.Fatal(err)
	}
	d := newSMTPD(t, replies{"MAIL": {"553 5.7.1 not your address"}})
	_, bad := report(Check(t.Context(), CheckOptions{
		Inbox:   InboxOptions{Account: Account{Address: p.IMAPS(), TLS: "tls", User: "game", Secret: says("pw"), CA: p.CA()}},
		Sending: d.account(), Address: "game@example.org"}))
	if !strings.Contains(bad, "not your address") || !strings.Contains(bad, notYours) {
		t.Errorf("found:\n%s", bad)
	}
}
