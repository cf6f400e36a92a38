package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"nomicmail/internal/mailer"
)

// serverTime guards deadlines against our own clock: a machine that starts with
// the year 2036 would end every vote. What the mail server's clock shows is known
// from the mails it receives, and how long ago that was from the clock of the
// process, which nobody can set. Where our clock is more than [clocksApart] ahead
// of both, it is wrong, or the machine has slept or was off: we write ourselves a
// mail, and believe our clock as soon as the server has received it.
//
// The zero serverTime believes our clock.
type serverTime struct {
	log     *slog.Logger
	elapsed func() time.Duration // of the process; it stands still while the machine sleeps

	book placeBook // nil: nothing is remembered

	mu    sync.Mutex
	kept  time.Time     // what the record remembers
	at    time.Time     // the latest time that the server's clock has shown
	since time.Duration // elapsed, then
	asked time.Duration // elapsed, when we last wrote ourselves a mail
	wrong string        // what is told of a clock that is ahead, "" when it is not

	ask chan struct{} // a mail to ourselves is wanted
}

// serverTimePlace is where the record remembers the server's time.
const serverTimePlace = "time/server"

// askAgain is how long a mail to ourselves may be under way before another one is
// sent.
const askAgain = time.Hour

// newServerTime begins with what the record remembers.
func newServerTime(book placeBook, log *slog.Logger) (*serverTime, error) {
	begun := time.Now()
	s := &serverTime{log: log, book: book, elapsed: func() time.Duration { return time.Since(begun) }, ask: make(chan struct{}, 1)}
	all, err := book.Places()
	if err != nil {
		return nil, err
	}
	if at, err := time.Parse(time.RFC3339, all[serverTimePlace]); err == nil {
		s.at, s.kept = at, at
	}
	return s, nil
}

// theirTime is what is known of the server's time; nothing where our clock is made
// up.
func theirTime(o *office, book placeBook) (*serverTime, error) {
	if o.time != nil {
		return &serverTime{log: o.log}, nil
	}
	return newServerTime(book, o.log)
}

// shows notes a time that the server's clock has shown. The record remembers it, to
// the hour, for the next start.
func (s *serverTime) shows(at time.Time) {
	if s.elapsed == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.elapsed(); at.After(s.at.Add(now - s.since)) {
		s.at, s.since = at, now
	}
	if s.book == nil || s.at.Sub(s.kept) < time.Hour {
		return
	}
	if err := s.book.Place(serverTimePlace, s.at.UTC().Format(time.RFC3339)); err != nil {
		s.log.Warn("the mail server's time cannot be remembered", "err", err)
		return
	}
	s.kept = s.at
}

// check says whether our clock, which shows now, can be believed, and where it
// cannot, asks the server. sure is what time it is at least, now where that is all
// we know.
func (s *serverTime) check(now time.Time) (sure time.Time, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at.IsZero() {
		return now, true
	}
	elapsed := s.elapsed()
	sure = s.at.Add(elapsed - s.since)
	if now.Sub(sure) > clocksApart {
		s.doubt(now, sure, elapsed)
		return sure, false
	}
	if s.wrong != "" {
		s.log.Info("this machine's clock and the mail server's agree again")
	}
	s.wrong, s.asked = "", 0
	return now, true
}

// mostly is now, or when that is not to be believed, the latest time up to which
// deadlines may pass.
func (s *serverTime) mostly(now time.Time) time.Time {
	sure, ok := s.check(now)
	if ok {
		return now
	}
	return sure.Add(clocksApart)
}

// surely is now, or what time it is at least when that is not to be believed.
func (s *serverTime) surely(now time.Time) time.Time {
	sure, _ := s.check(now)
	return sure
}

// doubt asks for the server's time, and complains once when that was of no help.
func (s *serverTime) doubt(now, sure time.Time, elapsed time.Duration) {
	if s.asked == 0 || elapsed-s.asked > askAgain {
		if s.asked != 0 && s.wrong == "" {
			s.wrong = fmt.Sprintf("this machine's clock shows %s UTC, and the mail server's was last seen to show %s UTC: no deadline passes", moment(now), moment(sure))
			s.log.Error(s.wrong, "hint", "set the clock that is wrong; if both are right, any mail to the game shows it, and nomicmail check tells why our own do not arrive")
		}
		s.asked = max(elapsed, 1)
		select {
		case s.ask <- struct{}{}:
		default:
		}
	}
}

// fault is what is wrong with our clock, which shows now; "" when nothing is.
func (s *serverTime) fault(now time.Time) string {
	s.check(now)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wrong
}

// run writes ourselves a mail whenever one is wanted.
func (s *serverTime) run(ctx context.Context, send func(context.Context, mailer.Message) mailer.Result, address string) error {
	for {
		select {
		case <-s.ask:
		case <-ctx.Done():
			return nil
		}
		s.log.Info("the mail server is asked for its time, by a mail to ourselves", "address", address)
		if r := send(ctx, timeMail(address, time.Now())); ctx.Err() == nil && len(r.Recipients) > 0 && r.Recipients[0].Fate != mailer.Accepted {
			s.log.Warn("a mail to ourselves was not taken", "says", r.Recipients[0].Text)
		}
	}
}

// timeMail is a mail whose only use is that the server notes when it came. What
// reads mail ignores it, as it does all that a program wrote.
func timeMail(address string, now time.Time) mailer.Message {
	_, host, _ := strings.Cut(address, "@")
	lines := []string{
		"From: nomicmail <" + address + ">", "To: <" + address + ">", "Subject: which time is it?",
		"Date: " + now.Format(time.RFC1123Z), fmt.Sprintf("Message-ID: <time.%d@%s>", now.UnixNano(), host),
		"Auto-Submitted: auto-generated", "X-Auto-Response-Suppress: All", "MIME-Version: 1.0", "Content-Type: text/plain; charset=us-ascii", "",
		"By the time at which this mail is received the moderator compares its clock", "with the mail server's. It may be deleted.", "",
	}
	return mailer.Message{From: address, To: []string{address}, Raw: []byte(strings.Join(lines, "\r\n"))}
}
