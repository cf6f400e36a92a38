package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"nomicmail/internal/mailer"
	"nomicmail/internal/record"
)

// mostDue is how many letters are taken out of the outbox at a time.
const mostDue = 50

// sender sends what the outbox holds.
type sender struct {
	*mailer.Sender
	box  *outgoing
	time mailer.Clock // nil is the system's
	wake chan struct{}
}

func newSender(o *office) (*sender, error) {
	s := &o.config.Mail.SMTP
	a, err := account(s.Server, s.TLS, s.User, s.CAFile, &s.secretConfig)
	if err != nil {
		return nil, err
	}
	return &sender{mailer.NewSender(a, o.log), &outgoing{book: o.book, log: o.log}, o.time, make(chan struct{}, 1)}, nil
}

// stirred tells that there may be letters to send.
func (s *sender) stirred() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (s *sender) run(ctx context.Context) error {
	return s.Drain(ctx, s.box, mailer.DrainOptions{Wake: s.wake, Clock: s.time})
}

// letterBook is the part of the record where letters are.
type letterBook interface {
	Outbox(now time.Time) ([]record.Letter, error)
	Body(record.Hash) ([]byte, bool, error)
	Mark(id string, attempt func(*record.Letter)) error
}

// outgoing is the record's outbox as the mailer sees it.
type outgoing struct {
	book letterBook
	log  *slog.Logger

	mu sync.Mutex
	// served are the addresses that have had a letter which goes to several
	// and could not be given to all. After a restart they get it again.
	served map[string][]string
}

// Due gives the oldest letters that are to be sent now. One whose text is not
// to be had is marked as failed, because it must not stop those behind it.
func (o *outgoing) Due(now time.Time) ([]mailer.Outgoing, error) {
	letters, err := o.book.Outbox(now)
	if err != nil {
		return nil, err
	}
	var due []mailer.Outgoing
	for _, l := range letters[:min(len(letters), mostDue)] {
		raw, ok, err := o.book.Body(l.Raw)
		if err != nil || !ok {
			o.log.Error("a letter cannot be read from the record", "id", l.ID, "err", err)
			if err := o.book.Mark(l.ID, func(l *record.Letter) { l.Status, l.Why = record.Failed, "its text cannot be read: see verify" }); err != nil {
				return nil, err
			}
			continue
		}
		due = append(due, mailer.Outgoing{
			ID: l.ID, Since: l.Made, Tries: l.Tries,
			Message: mailer.Message{From: l.From, To: o.left(l), Raw: raw},
		})
	}
	return due, nil
}

// left are the addresses that have not had a letter.
func (o *outgoing) left(l record.Letter) []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(l.To), func(to string) bool { return slices.Contains(o.served[l.ID], to) })
}

// Mark writes down what came of sending a letter.
func (o *outgoing) Mark(id string, a mailer.Attempt) error {
	status := statusOf(a)
	err := o.book.Mark(id, func(l *record.Letter) {
		l.Status, l.Next, l.Why = status, a.Next.UTC(), whyNot(a)
		l.Tries++
		if a.Next.IsZero() {
			l.Next = time.Time{}
		}
	})
	if err != nil {
		return err
	}
	o.remember(id, a)
	if status == record.Failed {
		o.log.Warn("a letter was refused for good", "id", id, "why", whyNot(a))
	}
	return nil
}

func (o *outgoing) remember(id string, a mailer.Attempt) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if a.Next.IsZero() {
		delete(o.served, id)
		return
	}
	if o.served == nil {
		o.served = map[string][]string{}
	}
	for _, r := range a.Recipients {
		if r.Fate == mailer.Accepted || r.Fate == mailer.Permanent {
			o.served[id] = append(o.served[id], r.To)
		}
	}
}

// statusOf is the status of a letter after an attempt. One that may have been
// sent is doubtful: it is tried again, since twice is better than never.
func statusOf(a mailer.Attempt) string {
	doubt := slices.ContainsFunc(a.Recipients, func(r mailer.Recipient) bool { return r.Fate == mailer.Doubtful })
	switch {
	case a.Sent():
		return record.Sent
	case doubt:
		return record.Doubtful
	case !a.Next.IsZero():
		return record.Waiting
	}
	return record.Failed
}

// whyNot has the server's own words for each address that was not served.
func whyNot(a mailer.Attempt) string {
	var all []string
	for _, r := range a.Recipients {
		if r.Fate == mailer.Accepted {
			continue
		}
		said := strings.TrimSpace(r.Enhanced + " " + r.Text)
		if r.Code > 0 {
			said = fmt.Sprintf("%d %s", r.Code, said)
		}
		all = append(all, fmt.Sprintf("%.80s: %.300s", r.To, said))
	}
	return strings.Join(all, "; ")
}
