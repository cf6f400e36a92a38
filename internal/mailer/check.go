package mailer

import (
	"bytes"
	"context"
	"crypto/rand"
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
		c.ok("folder %s is there, with %d mails", folder, c.s.box.NumMessages)
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

// probe is a mail to ourselves.
type probe struct {
	to, id string
	sent   time.Time
}

// roundTrip sends one mail to the plain address and one to a tagged one, and
// waits for both.
func (c *check) roundTrip(ctx context.Context) {
	local, domain, ok := strings.Cut(c.o.Address, "@")
	if !ok {
		c.bad(nil, "%q is no mail address", c.o.Address)
		return
	}
	addresses := []string{c.o.Address}
	if c.o.Tag != "" {
		addresses = append(addresses, local+c.o.Tag+"check@"+domain)
	}
	var probes []probe
	for _, to := range addresses {
		if p, ok := c.send(ctx, to, domain); ok {
			probes = append(probes, p)
		}
	}
	if c.s.dead() || len(probes) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, c.o.Wait)
	defer cancel()
	for _, p := range c.await(ctx, probes) {
		c.bad(nil, "the mail to %s did not come within %v", p.to, c.o.Wait)
		hint := &c.found[len(c.found)-1].Hint
		if p.to != c.o.Address {
			*hint = noTags
		}
		if folder := c.strayed(context.WithoutCancel(ctx), p); folder != "" {
			*hint = "it lies in the folder " + folder + ": say there that it is no spam, and put our address into the address book, or players' mail will lie there too"
		}
	}
}

// strayed looks for a probe where the server puts what it takes for spam.
func (c *check) strayed(ctx context.Context, p probe) string {
	list, err := ask(ctx, c.s, time.Minute, func() ([]*imap.ListData, error) { return c.s.c.List("", "*", nil).Collect() })
	if err != nil {
		return ""
	}
	for _, f := range list[:min(len(list), foldersMost)] {
		name := strings.ToLower(f.Mailbox)
		if !slices.Contains(f.Attrs, imap.MailboxAttrJunk) && !strings.Contains(name, "spam") && !strings.Contains(name, "junk") {
			continue
		}
		if err := c.s.open(ctx, f.Mailbox); err != nil {
			continue
		}
		if uids, err := c.s.search(ctx, p.search()); err == nil && len(uids) > 0 {
			c.s.remove(ctx, uids)
			return f.Mailbox
		}
	}
	return ""
}

// search finds the probe.
func (p probe) search() *imap.SearchCriteria {
	return &imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Message-Id", Value: p.id}}}
}

const noTags = "this provider may have no tags (name+tag@domain); leave the tag delimiter empty, and games are told apart by replies and subjects"

func (c *check) send(ctx context.Context, to, domain string) (probe, bool) {
	p := probe{to: to, id: "<check." + rand.Text() + "@" + domain + ">", sent: time.Now()}
	raw := fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nSubject: nomicmail check\r\nDate: %s\r\nMessage-ID: %s\r\n"+
		"Auto-Submitted: auto-generated\r\n\r\nThis mail only shows that mail comes. It may be deleted.\r\n",
		c.o.Address, to, p.sent.Format(time.RFC1123Z), p.id)
	m := Message{From: c.o.Address, To: []string{to}, Raw: []byte(raw)}
	if to != c.o.Address { // as letters of a game are sent
		m.From, m.Plain = to, c.o.Address
	}
	r := c.sender.Send(ctx, m)
	got := r.Recipients[0]
	if got.Fate == Accepted {
		if c.sender.plain {
			c.ok("the server lets us send from no address with a tag: bounces will come to the plain one")
		}
		return p, true
	}
	f := Finding{Text: fmt.Sprintf("mail to %s: %d %s %s", to, got.Code, got.Enhanced, got.Text)}
	switch {
	case r.Halt != nil:
		if f.Hint = Hint(r.Halt); f.Hint == "" && got.Code >= 400 && got.Code < 500 {
			f.Hint = tooMuchNow
		}
	case got.Code >= 500 && got.Fate == Temporary:
		f.Hint = notYours
	case to != c.o.Address && got.Fate == Permanent:
		f.Hint = noTags
	case got.Enhanced == "4.2.2" || got.Enhanced == "5.2.2" || got.Code == 552:
		f.Hint = mailboxFull
	case got.Fate == Temporary:
		f.Hint = "the server wants to be asked again later; try the check again in some minutes"
	case got.Fate == Permanent:
		f.Hint = "look at the address: the server does not know it"
	}
	c.found = append(c.found, f)
	return p, false
}

// await returns the probes that did not come.
func (c *check) await(ctx context.Context, probes []probe) []probe {
	for {
		left := probes[:0:0]
		for _, p := range probes {
			came, err := c.collect(ctx, p)
			if err != nil {
				if ctx.Err() == nil {
					c.bad(err, "looking for the mail to %s", p.to)
				}
				return probes
			}
			if !came {
				left = append(left, p)
			}
		}
		if probes = left; len(probes) == 0 {
			return nil
		}
		if err := c.rest(ctx); err != nil {
			return probes
		}
	}
}

// rest waits for news of the inbox, the last folder opened. It looks again every
// second, since a daemon that reads the same mailbox may be quicker.
func (c *check) rest(ctx context.Context) error {
	const pause = time.Second
	if c.s.caps.Has(imap.CapIdle) {
		return c.s.idle(ctx, pause, nil)
	}
	select {
	case <-time.After(pause):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// collect looks for a probe where mail comes in and where a daemon would have
// put it, compares the clocks, and removes it.
func (c *check) collect(ctx context.Context, p probe) (bool, error) {
	for _, folder := range []string{c.o.Inbox.Done, c.o.Inbox.Folder} {
		if folder == "" {
			continue
		}
		if err := c.s.open(ctx, folder); err != nil {
			if folder != c.o.Inbox.Folder && !c.s.dead() {
				continue
			}
			return false, err
		}
		uids, err := c.s.search(ctx, p.search())
		if err != nil {
			return false, err
		}
		for _, uid := range uids {
			list, err := c.s.entries(ctx, imap.UIDSetNum(uid), asked)
			if err != nil {
				return false, err
			}
			if len(list) == 1 && !list[0].has(imap.FlagDeleted) {
				c.arrived(p, list[0].at)
				c.keep(ctx, p, uid)
				return true, c.s.remove(ctx, []imap.UID{uid})
			}
		}
	}
	return false, nil
}

// headerMost is how much of a mail is looked at for its header.
const headerMost = 64 << 10

// keep notes that a probe came, and what stands above the plain one. That it
// cannot be read is no fault of the mailbox: less is known then.
func (c *check) keep(ctx context.Context, p probe, uid imap.UID) {
	if p.to != c.o.Address {
		c.learned.Tagged = true
		return
	}
	c.learned.Came = true
	if raw, err := c.s.body(ctx, uid, false, headerMost, headerMost); err == nil {
		header, _, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
		c.learned.Header = header
	}
}

// arrived compares the server's clock with ours: INTERNALDATE, in whole seconds,
// must lie between sending and finding.
func (c *check) arrived(p probe, at time.Time) {
	now := time.Now()
	c.ok("a mail to %s came back after %v", p.to, now.Sub(p.sent).Round(100*time.Millisecond))
	const near = 2 * time.Second
	switch {
	case at.IsZero():
		c.bad(nil, "the server does not say when a mail came")
	case at.Before(p.sent.Add(-near)):
		c.skew("behind", p.sent.Sub(at))
	case at.After(now.Add(near)):
		c.skew("ahead of", at.Sub(now))
	case p.to == c.o.Address:
		c.ok("the mail server's clock agrees with ours")
	}
}

func (c *check) skew(how string, d time.Duration) {
	c.bad(nil, "the mail server's clock is %v %s ours", d.Round(time.Second), how)
	c.found[len(c.found)-1].Hint = "deadlines go by the mail server's clock; set this machine's clock (NTP)"
}
