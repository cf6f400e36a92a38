package mailer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// Finding is one line of a check.
type Finding struct {
	OK   bool
	Text string // what was tried and how it went
	Hint string // what to do about it, or ""
}

// CheckOptions say what is checked.
type CheckOptions struct {
	Inbox   InboxOptions // its Account, folders and MaxSize
	Sending Account

	// Address is ours: a mail is sent from it to itself, and one to it with a
	// tag. "" checks the logins only.
	Address string
	Tag     string        // the delimiter, usually "+"; "" leaves tags unchecked
	Wait    time.Duration // for the mails to come back; 0 is one minute
}

// Trial is what a check has learned.
type Trial struct {
	Findings []Finding

	Reading, Sending bool // the logins succeeded
	Refused          bool // one of them did not because of its name or password
	Came             bool // so did the mail to ourselves
	Tagged           bool // and the one with a tag
	Plain            bool // the server lets us send from no address with a tag

	// Header is that of the mail to ourselves as it came, with what the
	// receiving server has put above it; nil if none came.
	Header []byte
}

// Check is [Try] for who wants to read the findings alone.
func Check(ctx context.Context, o CheckOptions) []Finding { return Try(ctx, o).Findings }

// Try logs in everywhere, looks at what the servers can do, and sends itself
// mail to see that it comes. Those mails are removed again; nothing else is
// changed. It never fails: what is wrong is in the findings.
func Try(ctx context.Context, o CheckOptions) Trial {
	def(&o.Wait, time.Minute)
	o.Inbox = NewInbox(o.Inbox).o
	c := &check{o: o}
	c.inbox(ctx)
	if c.s != nil {
		c.learned.Reading = true
		defer func() { c.s.quit(ctx) }()
	}
	c.sending(ctx)
	if c.sender != nil {
		c.learned.Sending = true
		defer c.sender.Close()
	}
	if c.s != nil && c.sender != nil && o.Address != "" {
		c.roundTrip(ctx)
		c.learned.Plain = c.sender.plain
	}
	c.learned.Findings = c.found
	return c.learned
}

type check struct {
	o       CheckOptions
	found   []Finding
	learned Trial
	s       *session // logged in, or nil
	sender  *Sender  // logged in, or nil
}

func (c *check) ok(format string, args ...any) {
	c.found = append(c.found, Finding{OK: true, Text: fmt.Sprintf(format, args...)})
}

func (c *check) bad(err error, format string, args ...any) {
	f := Finding{Text: fmt.Sprintf(format, args...)}
	if err != nil {
		f.Text, f.Hint = f.Text+": "+oneLine(err), Hint(err)
	}
	c.found = append(c.found, f)
}

func oneLine(err error) string {
	return strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\n", "; "), "mailer: ")
}

func (c *check) inbox(ctx context.Context) {
	a := c.o.Inbox.Account
	if err := a.Validate(); err != nil {
		c.bad(err, "reading mail")
		return
	}
	alert := func(text string) { c.bad(nil, "the server says: %s", text) }
	s, err := login(ctx, a, alert)
	if err != nil {
		c.bad(err, "reading mail at %s (tls %s)", a.Address, a.TLS)
		c.learned.Refused = isRefused(err)
		c.found[len(c.found)-1].Hint = unknownHost(a, err)
		return
	}
	c.s = s
	c.ok("logged in to %s as %s (tls %s)", a.Address, a.User, a.TLS)
	c.abilities()
	c.room(ctx)
	c.separator(ctx)
	for _, folder := range slices.Compact([]string{c.o.Inbox.Done, c.o.Inbox.Aside, c.o.Inbox.Folder}) {
		c.folder(ctx, folder)
	}
}

// room looks whether the mailbox is nearly full, where the server tells
// (RFC 9208).
func (c *check) room(ctx context.Context) {
	if !c.s.caps.Has(imap.CapQuota) {
		return
	}
	roots, err := ask(ctx, c.s, time.Minute, func() ([]imapclient.QuotaData, error) { return c.s.c.GetQuotaRoot(c.o.Inbox.Folder).Wait() })
	if err != nil {
		return // it is no more than a courtesy
	}
	for _, q := range roots {
		for what, r := range q.Resources {
			if r.Limit > 0 && r.Usage >= r.Limit/10*9 {
				c.bad(nil, "the mailbox is nearly full: %d of %d (%s)", r.Usage, r.Limit, what)
				c.found[len(c.found)-1].Hint = mailboxFull
			}
		}
	}
}

// separator finds names of folders that are written as on other servers.
func (c *check) separator(ctx context.Context) {
	list, err := ask(ctx, c.s, time.Minute, func() ([]*imap.ListData, error) { return c.s.c.List("", "", nil).Collect() })
	if err != nil || len(list) == 0 || list[0].Delim == 0 {
		return
	}
	is := string(list[0].Delim)
	for _, folder := range slices.Compact([]string{c.o.Inbox.Folder, c.o.Inbox.Done, c.o.Inbox.Aside}) {
		for _, other := range []string{"/", "."} {
			if other != is && strings.Contains(folder, other) {
				c.bad(nil, "folder %s: this server writes %q between folders", folder, is)
				c.found[len(c.found)-1].Hint = fmt.Sprintf("name it %s, as mail programs show it", strings.ReplaceAll(folder, other, is))
			}
		}
	}
}

func (c *check) abilities() {
	if c.s.caps.Has(imap.CapIdle) {
		c.ok("the server tells us of new mail at once (IDLE)")
	} else {
		c.ok("the server has no IDLE: we look for new mail every %v", c.o.Inbox.Poll)
	}
	switch {
	case c.s.caps.Has(imap.CapMove):
		c.ok("the server moves mail (MOVE)")
	case c.s.caps.Has(imap.CapUIDPlus):
		c.ok("the server has no MOVE: mail is copied and then deleted (UIDPLUS)")
	case c.o.Inbox.Done != "":
		c.ok("the server has neither MOVE nor UIDPLUS: mail that was read stays, marked as deleted")
	}
}

// folder looks whether a folder is there. Done and Aside are made when they are
// first needed, so they may be missing.
func (c *check) folder(ctx context.Context, folder string) {
	if folder == "" {
		return
	}
	err := c.s.open(ctx, folder)
	var refused *imap.Error
	switch {
	case err == nil:
		c.ok("folder %s is there; mails in it: %d", folder, c.s.box.NumMessages)
	case folder != c.o.Inbox.Folder && errors.As(err, &refused):
		c.ok("folder %s is not there yet; it will be made when it is needed", folder)
	default:
		c.bad(err, "folder %s", folder)
		return
	}
	if folder == c.o.Inbox.Folder && c.o.Inbox.Done == "" && !c.s.keeps(imap.Flag(c.o.Inbox.Keyword)) {
		c.bad(nil, "the server keeps no keywords: name a folder for mail that was read, or only our own notes tell it from new mail")
	}
}

func (c *check) sending(ctx context.Context) {
	a := c.o.Sending
	if err := a.Validate(); err != nil {
		c.bad(err, "sending mail")
		return
	}
	s := NewSender(a, nil)
	conn, err := a.submit(ctx)
	if err != nil {
		c.bad(err, "sending mail through %s (tls %s)", a.Address, a.TLS)
		c.learned.Refused = c.learned.Refused || isRefused(err)
		c.found[len(c.found)-1].Hint = unknownHost(a, err)
		return
	}
	s.conn, c.sender = conn, s
	c.ok("logged in to %s as %s (tls %s)", a.Address, a.User, a.TLS)
}

// isRefused says whether the server was there and did not let us in.
func isRefused(err error) bool {
	var login *LoginError
	return errors.As(err, &login) && !isNetwork(err)
}

const noTags = "this provider may have no tags (name+tag@domain); leave the tag delimiter empty, and games are told apart by replies and subjects"
