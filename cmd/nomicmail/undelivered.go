package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"nomicmail/internal/mailer"
	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
)

const (
	gathering  = time.Minute      // after a letter has failed, for others that fail with it
	doubtLeast = 2 * time.Minute  // that a doubt is left to be settled before it is told
	lookSent   = 10 * time.Minute // between looks at the folder of sent mail
	lookFor    = time.Hour        // how long after a doubt arose
	toldEvery  = 24 * time.Hour   // at most one letter about letters in this time, for each game
	toldMost   = 20               // letters named in it
	noRush     = 24 * time.Hour
)

// undeliveredBook is the part of the record where letters wait.
type undeliveredBook interface {
	Waiting() ([]record.Letter, error)
	Mark(id string, attempt func(*record.Letter)) error
	Place(key, value string) error
	Places() (map[string]string, error)
}

// undelivered looks after letters that have failed or are in doubt: it settles
// doubts where the mail server keeps what it sends, and tells the organisers of
// what is left, once a day and game at most. Letters to strangers, and those
// about letters, are told of by "outbox" alone.
type undelivered struct {
	book  undeliveredBook
	found func(ctx context.Context, ids []string) ([]string, error)
	tell  func(game string, lines []string, at time.Time) error
	clock mailer.Clock // nil is the system's
	log   *slog.Logger
	wake  chan struct{}

	mu     sync.Mutex
	doubts []record.Letter // that were in doubt when they were last looked for
	looked bool            // since when none has come to them
}

func newUndelivered(o *office, book undeliveredBook, m *moderator.Moderator) (*undelivered, error) {
	in, err := o.config.inbox()
	if err != nil {
		return nil, err
	}
	u := &undelivered{book: book, tell: m.Undelivered, clock: o.time, log: o.log, wake: make(chan struct{}, 1)}
	u.found = func(ctx context.Context, ids []string) ([]string, error) {
		return mailer.FindSent(ctx, in.Account, ids)
	}
	u.stirred() // what a run before this one has left
	return u, nil
}

// stirred tells that a letter has failed or is in doubt.
func (u *undelivered) stirred() {
	u.mu.Lock()
	u.looked = false
	u.mu.Unlock()
	select {
	case u.wake <- struct{}{}:
	default:
	}
}

func (u *undelivered) now() time.Time {
	if u.clock == nil {
		return time.Now()
	}
	return u.clock.Now()
}

func (u *undelivered) after(d time.Duration) <-chan time.Time {
	if u.clock == nil {
		return time.After(d)
	}
	return u.clock.After(d)
}

func (u *undelivered) run(ctx context.Context) error {
	wait := noRush
	for {
		select {
		case <-u.wake:
			select {
			case <-u.after(gathering):
			case <-ctx.Done():
				return ctx.Err()
			}
		case <-u.after(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
		var err error
		if wait, err = u.round(ctx); err != nil && ctx.Err() == nil {
			u.log.Error("letters that did not get through cannot be looked after now", "err", err)
			wait = lookSent
		}
	}
}

// round does what there is to do now and says when there is more.
func (u *undelivered) round(ctx context.Context) (time.Duration, error) {
	wait, err := u.settle(ctx)
	if err != nil {
		return 0, err
	}
	later, err := u.report()
	return min(wait, later), err
}

// settle looks for the letters in doubt among those that the server has sent.
func (u *undelivered) settle(ctx context.Context) (time.Duration, error) {
	all, err := u.book.Waiting()
	if err != nil {
		return 0, err
	}
	var ids []string
	for _, l := range all {
		if l.Status == record.Doubtful && u.now().Sub(l.Ended) <= lookFor {
			ids = append(ids, l.ID)
		}
	}
	if len(ids) == 0 {
		return noRush, nil
	}
	found, err := u.found(ctx, ids)
	if err != nil {
		u.log.Warn("the folder of sent mail cannot be looked at", "err", err, "hint", mailer.Hint(err))
	}
	for _, id := range found {
		if err := u.book.Mark(id, arrived); err != nil {
			return 0, err
		}
		u.log.Info("a letter in doubt was sent: the server has its copy", "id", id)
	}
	return lookSent, nil
}

// arrived ends a doubt.
func arrived(l *record.Letter) {
	if l.Status != record.Doubtful {
		return
	}
	l.Ends = slices.Clone(l.Ends)
	for i := range l.Ends {
		if l.Ends[i].Status == record.Doubtful {
			l.Ends[i].Status, l.Ends[i].Why = record.Sent, ""
		}
	}
	if l.Status = statusOf(*l); l.Status == record.Sent {
		l.Why, l.Ended = "", time.Time{}
	}
}

// answers ends the doubt about a letter that somebody has answered.
func (u *undelivered) answers(raw []byte, from string) error {
	doubts, err := u.inDoubt()
	if err != nil {
		return err
	}
	for _, l := range doubts {
		if slices.Contains(l.To, from) && bytes.Contains(raw, []byte(l.ID)) {
			if err := u.book.Mark(l.ID, arrived); err != nil {
				return err
			}
		}
	}
	return nil
}

// inDoubt are the letters in doubt, of which some may have been settled since.
// They are asked for at each mail, and thousands of letters can wait meanwhile.
func (u *undelivered) inDoubt() ([]record.Letter, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.looked {
		return u.doubts, nil
	}
	all, err := u.book.Waiting()
	if err != nil {
		return nil, err
	}
	u.doubts = slices.DeleteFunc(all, func(l record.Letter) bool { return l.Status != record.Doubtful })
	u.looked = true
	return u.doubts, nil
}

// report tells the organisers of the games.
func (u *undelivered) report() (time.Duration, error) {
	all, err := u.book.Waiting()
	if err != nil {
		return 0, err
	}
	told, err := u.book.Places()
	if err != nil {
		return 0, err
	}
	wait, now := noRush, u.now()
	news := map[string][]string{}
	for _, l := range all {
		last, _ := time.Parse(time.RFC3339Nano, told[toldPlace(l.Game)])
		switch {
		case !worthTelling(l) || !l.Ended.After(last):
			continue
		case now.Sub(last) < toldEvery:
			wait = min(wait, last.Add(toldEvery).Sub(now))
			continue
		case l.Status == record.Doubtful && now.Sub(l.Ended) < doubtLeast:
			wait = min(wait, doubtLeast)
			continue
		}
		news[l.Game] = append(news[l.Game], tellLine(l))
	}
	for game, lines := range news {
		if n := len(lines); n > toldMost {
			lines = append(lines[:toldMost:toldMost], fmt.Sprintf("... +%d", n-toldMost))
		}
		if err := u.tell(game, lines, now); err != nil {
			return 0, err
		}
		if err := u.book.Place(toldPlace(game), now.UTC().Format(time.RFC3339Nano)); err != nil {
			return 0, err
		}
	}
	return wait, nil
}

func toldPlace(game string) string { return "undelivered/" + game }

// worthTelling leaves out letters about letters, which would never end.
func worthTelling(l record.Letter) bool {
	if l.Game == "" || l.Status != record.Failed && l.Status != record.Doubtful {
		return false
	}
	return !slices.Contains([]string{"undelivered", "unreachable", "flood", "limit", "stranger"}, l.Kind)
}

func tellLine(l record.Letter) string {
	return oneLine(fmt.Sprintf("%s: %q, %s: %.200s", l.Status, l.Subject, strings.Join(l.To, ", "), l.Why))
}
