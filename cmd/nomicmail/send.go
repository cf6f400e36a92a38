package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/mailer"
	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
)

// mostDue is how many letters are taken out of the outbox at a time.
const mostDue = 50

// sender sends what the outbox holds.
type sender struct {
	*mailer.Sender
	box    *outgoing
	time   mailer.Clock // nil is the system's
	giveUp time.Duration
	wake   chan struct{}
}

func newSender(o *office, book letterBook) (*sender, error) {
	s := &o.config.Mail.SMTP
	a, err := account(s.Server, s.TLS, s.User, s.CAFile, &s.secretConfig)
	if err != nil {
		return nil, err
	}
	return &sender{
		Sender: mailer.NewSender(a, o.log), box: &outgoing{book: book, log: o.log},
		time: o.time, giveUp: s.GiveUp, wake: make(chan struct{}, 1),
	}, nil
}

// stirred tells that there may be letters to send.
func (s *sender) stirred() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (s *sender) run(ctx context.Context) error {
	return s.Drain(ctx, s.box, mailer.DrainOptions{Wake: s.wake, Clock: s.time, GiveUp: s.giveUp})
}

// letterBook is the part of the record where letters are.
type letterBook interface {
	Outbox(now time.Time, most int) ([]record.Letter, error)
	Letter(id string) (record.Letter, bool, error)
	Body(record.Hash) ([]byte, bool, error)
	Mark(id string, attempt func(*record.Letter)) error
}

// outgoing is the record's outbox as the mailer sees it.
type outgoing struct {
	book letterBook
	log  *slog.Logger

	// refused, when it is set, hears of an address that the server says cannot
	// have mail, and gives another one of the same player, or "".
	refused func(l record.Letter, address, why string, at time.Time) (instead string)
	// marked, when it is set, hears how a letter stands after an attempt.
	marked func(status string)
	// ended, when it is set, is called when a letter has failed or is in doubt.
	ended func()
}

// Due gives the oldest letters that are to be sent now. One whose text is not
// to be had is marked as failed, because it must not stop those behind it.
func (o *outgoing) Due(now time.Time) ([]mailer.Outgoing, error) {
	letters, err := o.book.Outbox(now, mostDue)
	if err != nil {
		return nil, err
	}
	var due []mailer.Outgoing
	for _, l := range letters {
		raw, ok, err := o.book.Body(l.Raw)
		if err != nil || !ok {
			o.log.Error("a letter cannot be read from the record", "id", l.ID, "err", err)
			if err := o.book.Mark(l.ID, unreadable(now)); err != nil {
				return nil, err
			}
			continue
		}
		due = append(due, mailer.Outgoing{
			ID: l.ID, Since: later(l.Made, l.Again), Tries: l.Tries,
			Message: mailer.Message{From: l.From, Plain: l.Plain, To: l.Left(), Raw: raw},
		})
	}
	return due, nil
}

func unreadable(now time.Time) func(*record.Letter) {
	return func(l *record.Letter) {
		l.Status, l.Why, l.Next, l.Ended = record.Failed, "its text cannot be read: see verify", time.Time{}, now.UTC()
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Mark writes down what came of sending a letter.
func (o *outgoing) Mark(id string, a mailer.Attempt) error {
	refused, instead, err := o.redirect(id, a)
	if err != nil {
		return err
	}
	var l record.Letter
	err = o.book.Mark(id, func(marked *record.Letter) {
		attempted(marked, a)
		if instead != "" {
			direct(marked, refused, instead, a.At)
		}
		l = *marked
	})
	if err != nil {
		return err
	}
	if o.marked != nil {
		o.marked(l.Status)
	}
	if l.Status == record.Failed || l.Status == record.Doubtful {
		o.log.Warn("a letter did not get through", "id", id, "status", l.Status, "why", l.Why)
		if o.ended != nil {
			o.ended()
		}
	}
	return nil
}

// redirect reports an address that the server has refused, and gives one that
// the letter can go to instead.
func (o *outgoing) redirect(id string, a mailer.Attempt) (refused, instead string, err error) {
	i := slices.IndexFunc(a.Recipients, deadAddress)
	if i < 0 || o.refused == nil {
		return "", "", nil
	}
	l, ok, err := o.book.Letter(id)
	if err != nil || !ok {
		return "", "", err
	}
	r := a.Recipients[i]
	return r.To, o.refused(l, r.To, serverSaid(r), a.At), nil
}

// deadAddress says that a refusal is about the address and not about the letter
// or about us (RFC 3463 §3.2, §3.3).
func deadAddress(r mailer.Recipient) bool {
	if r.Fate != mailer.Permanent {
		return false
	}
	if r.Enhanced != "" {
		return strings.HasPrefix(r.Enhanced, "5.1.") || strings.HasPrefix(r.Enhanced, "5.2.")
	}
	return r.Code == 550 || r.Code == 551 || r.Code == 553
}

// direct gives a letter that could not be delivered another address of its
// reader. Its Ends keep the old one.
func direct(l *record.Letter, from, to string, at time.Time) {
	i := slices.Index(l.To, from)
	if i < 0 || to == "" || slices.ContainsFunc(l.Ends, func(e record.End) bool { return e.To == to }) {
		return
	}
	l.To = slices.Clone(l.To)
	l.To[i] = to
	l.Status, l.Next, l.Ended = record.Waiting, at.UTC(), time.Time{}
}

// returned writes into a letter that it came back after the server had taken it.
// It goes to another address of its reader if there is one.
func returned(l *record.Letter, r moderator.Returned, at time.Time) {
	i := slices.IndexFunc(l.To, func(to string) bool { return strings.EqualFold(to, r.Address) })
	if i < 0 {
		return
	}
	to := l.To[i]
	l.Ends = slices.DeleteFunc(slices.Clone(l.Ends), func(e record.End) bool { return e.To == to })
	l.Ends = append(l.Ends, record.End{To: to, Status: record.Failed, Why: "came back: " + r.Why, At: at.UTC()})
	l.Why, l.Next, l.Ended = fmt.Sprintf("%.80s: came back: %s", to, r.Why), time.Time{}, at.UTC()
	l.Status = statusOf(*l)
	direct(l, to, r.Instead, at)
}

// endedSince says that what became of a letter at an address was written down
// after a time: its end there is not the one that a bounce of that time is about,
// or is that bounce.
func endedSince(l record.Letter, address string, at time.Time) bool {
	return slices.ContainsFunc(l.Ends, func(e record.End) bool { return strings.EqualFold(e.To, address) && !e.At.Before(at) })
}

// attempted writes an attempt into a letter. Addresses that were served or
// refused have their end by it, and so have those that were tried for too long.
func attempted(l *record.Letter, a mailer.Attempt) {
	dropped := l.Status == record.Dropped // while it was under way
	l.Tries++
	l.Why, l.Next = whyNot(a), time.Time{}
	for _, r := range a.Recipients {
		switch {
		case r.Fate == mailer.Temporary && !a.Next.IsZero():
			l.Next = a.Next.UTC()
		case r.Fate == mailer.Temporary:
			l.Ends = append(l.Ends, end(r, record.Failed, a.At))
			l.Why = "given up: " + l.Why
		case r.Fate == mailer.Accepted:
			l.Ends = append(l.Ends, record.End{To: r.To, Status: record.Sent, At: a.At.UTC()})
		case r.Fate == mailer.Doubtful:
			l.Ends = append(l.Ends, end(r, record.Doubtful, a.At))
		default:
			l.Ends = append(l.Ends, end(r, record.Failed, a.At))
		}
	}
	if l.Status = statusOf(*l); dropped && l.Status != record.Sent || l.Kind == "stranger" && l.Status == record.Failed {
		l.Status, l.Next = record.Dropped, time.Time{} // nobody looks after answers to forged senders
	}
	if l.Status == record.Failed || l.Status == record.Doubtful {
		l.Ended = a.At.UTC()
	}
}

func end(r mailer.Recipient, status string, at time.Time) record.End {
	return record.End{To: r.To, Status: status, Why: serverSaid(r), At: at.UTC()}
}

// statusOf is how far a letter is with all its addresses. It waits as long as
// one of them does; after that a doubt is what a person must look at first.
func statusOf(l record.Letter) string {
	has := func(status string) bool {
		return slices.ContainsFunc(l.Ends, func(e record.End) bool { return e.Status == status && slices.Contains(l.To, e.To) })
	}
	switch {
	case len(l.Left()) > 0:
		return record.Waiting
	case has(record.Doubtful):
		return record.Doubtful
	case has(record.Failed):
		return record.Failed
	}
	return record.Sent
}

// whyNot has the server's own words for each address that was not served.
func whyNot(a mailer.Attempt) string {
	var all []string
	for _, r := range a.Recipients {
		if r.Fate != mailer.Accepted {
			all = append(all, fmt.Sprintf("%.80s: %s", r.To, serverSaid(r)))
		}
	}
	return strings.Join(all, "; ")
}

func serverSaid(r mailer.Recipient) string {
	said := strings.TrimSpace(r.Enhanced + " " + r.Text)
	if r.Code > 0 {
		said = fmt.Sprintf("%d %s", r.Code, said)
	}
	return fmt.Sprintf("%.300s", said)
}
