package mailer

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

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
