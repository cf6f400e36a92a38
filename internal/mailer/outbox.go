package mailer

import (
	"context"
	"slices"
	"time"
)

// Outgoing is a letter in the outbox.
type Outgoing struct {
	ID string
	Message
	Since time.Time // when it was put into the outbox
	Tries int       // attempts marked so far
}

// Attempt is what came of trying to send a letter.
type Attempt struct {
	At         time.Time
	Recipients []Recipient // one for each address that was tried

	// Next is when the addresses with Temporary should be tried again; zero if
	// never: either there are none, or they have been tried for too long. One
	// that is Doubtful is never tried again unasked: it might get the letter
	// twice.
	Next time.Time
}

// Outbox is where letters wait.
type Outbox interface {
	// Due returns the letters to send now, oldest first, each with the
	// addresses that have not had it. It need not return all at once.
	Due(now time.Time) ([]Outgoing, error)

	// Mark records an attempt. Until it has, the letter counts as not sent.
	Mark(id string, a Attempt) error
}

// DrainOptions say how patient Drain is.
type DrainOptions struct {
	Wake   <-chan struct{} // a letter was put into the outbox; may be nil
	Every  time.Duration   // between looks into the outbox; 0 is 10 s
	GiveUp time.Duration   // age at which a letter is tried for the last time; 0 is 5 days
	Clock  Clock
}

// retries are the waits after the first, second, ... attempt; the last repeats.
// Greylisting servers want some minutes, broken ones some hours.
var retries = [...]time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour}

// Drain sends what is due in box until ctx is done, and returns ctx's error. A
// letter that is under way then has ten seconds to end.
//
// A server that is absent, or refuses our login, is no letter's fault: nothing is
// marked, and it is tried again after 1 s up to 5 min, until it takes a letter.
// That is logged once when it begins and once when it ends.
func (s *Sender) Drain(ctx context.Context, box Outbox, o DrainOptions) error {
	def(&o.Every, 10*time.Second)
	def(&o.GiveUp, 5*24*time.Hour)
	def(&o.Clock, Clock(systemClock{}))
	defer s.Close()
	d := &drain{Sender: s, box: box, o: o}
	for {
		wait := o.Every
		if err := d.round(ctx); err != nil {
			d.fails++
			wait = backoff(d.fails)
			if d.fails == 1 && ctx.Err() == nil {
				s.log.Warn("letters cannot be sent now", "err", err, "hint", Hint(err))
			}
		} else {
			d.well()
		}
		wake := o.Wake
		if d.fails > 0 {
			wake = nil // one letter more makes the server no healthier
		}
		select {
		case <-wake:
		case <-o.Clock.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

type drain struct {
	*Sender
	box   Outbox
	o     DrainOptions
	fails int
}

// round sends everything that is due.
func (d *drain) round(ctx context.Context) error {
	defer d.Close() // no connection is kept while there is nothing to send
	for {
		due, err := d.box.Due(d.o.Clock.Now())
		if err != nil || len(due) == 0 {
			return err
		}
		for _, l := range due {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			r := d.sendOut(ctx, l.Message)
			if r.Halt != nil {
				return r.Halt
			}
			d.well()
			if err := d.mark(ctx, l, r); err != nil {
				return err
			}
		}
	}
}

// well ends a time in which the server was absent. One letter is enough: a server
// that takes a hundred before it hangs up must not be kept waiting for longer
// after each hundred, until there is nothing left to send.
func (d *drain) well() {
	if d.fails > 0 {
		d.log.Info("letters can be sent again")
		d.fails = 0
	}
}

const grace = 10 * time.Second

// sendOut lets a letter that is under way end when ctx does: cut off now, nobody
// would know whether it had been taken.
func (d *drain) sendOut(ctx context.Context, m Message) Result {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-time.After(grace):
			cancel()
		case <-late.Done():
		}
	})
	defer stop()
	return d.Send(late, m)
}

// mark does not give up: a letter that was sent and not marked would be sent
// again.
func (d *drain) mark(ctx context.Context, l Outgoing, r Result) error {
	a := d.attempt(l, r)
	for fails := 1; ; fails++ {
		err := d.box.Mark(l.ID, a)
		if err == nil {
			d.tell(l, a)
			return nil
		}
		if fails == 1 {
			d.log.Error("a letter was sent but this cannot be recorded", "id", l.ID, "err", err)
		}
		select {
		case <-d.o.Clock.After(backoff(fails)):
		case <-ctx.Done():
			return err
		}
	}
}

// tell logs refusals; what went well is in the outbox for those who ask.
func (d *drain) tell(l Outgoing, a Attempt) {
	for _, r := range a.Recipients {
		if r.Fate != Accepted {
			d.log.Warn("a letter was not taken", "id", l.ID, "to", r.To, "fate", r.Fate, "code", r.Code, "says", r.Text, "next", a.Next)
		}
	}
}

func (d *drain) attempt(l Outgoing, r Result) Attempt {
	now := d.o.Clock.Now()
	a := Attempt{At: now, Recipients: r.Recipients}
	late := now.Sub(l.Since) >= d.o.GiveUp
	if slices.ContainsFunc(r.Recipients, func(to Recipient) bool { return to.Fate == Temporary }) && !late {
		a.Next = now.Add(retries[min(l.Tries, len(retries)-1)])
	}
	return a
}
