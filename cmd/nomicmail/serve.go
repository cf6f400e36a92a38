package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"nomicmail/internal/mailer"
	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

func serve(f *flag.FlagSet) action {
	w := whereFlags(f)
	return func(ctx context.Context, c *call) error {
		cfg, err := w.load(true)
		if err != nil {
			return err
		}
		log := newLog(c.err, cfg.Log.Format, cfg.Log.Level)
		o, err := openOffice(cfg)
		if err != nil {
			return err
		}
		defer o.close()
		o.log, o.serving = log, true
		d, err := newDaemon(o, o.book)
		if err != nil {
			return err
		}
		return d.run(ctx)
	}
}

// newLog makes the daemon's log. A time is left out where systemd adds one.
func newLog(w io.Writer, format, level string) *slog.Logger {
	var least slog.Level
	if err := least.UnmarshalText([]byte(level)); err != nil {
		least = slog.LevelInfo
	}
	o := &slog.HandlerOptions{Level: least}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	if os.Getenv("JOURNAL_STREAM") != "" {
		o.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey && len(groups) == 0 {
				return slog.Attr{}
			}
			return a
		}
	}
	return slog.New(slog.NewTextHandler(w, o))
}

// daemon plays mail, lets time pass, sends letters and answers at the socket.
type daemon struct {
	office *office
	book   daemonBook
	mod    *moderator.Moderator
	inbox  *mailer.Inbox
	outbox *sender
	post   *undelivered
	clock  *clock
	server *serverTime
	health *health
	redo   *redo
	log    *slog.Logger
}

// daemonBook is the record where the daemon writes in it beside the moderator.
type daemonBook interface {
	letterBook
	undeliveredBook
	breakable
}

func newDaemon(o *office, book daemonBook) (*daemon, error) {
	server, err := theirTime(o, book)
	if err != nil {
		return nil, err
	}
	o.believed = server.surely
	m, err := o.moderator()
	if err != nil {
		return nil, err
	}
	d := &daemon{office: o, book: book, mod: m, clock: newClock(o.log), server: server, log: o.log}
	if d.redo, err = newRedo(book, m, o.log); err != nil {
		return nil, err
	}
	in, err := o.config.inbox()
	if err != nil {
		return nil, err
	}
	in.Log, in.Places, in.CaughtUp, in.Clock = o.log, places{book}, d.caughtUp, o.time
	if o.time != nil {
		d.clock.now, d.clock.after = o.time.Now, o.time.After
	}
	d.inbox = mailer.NewInbox(in)
	d.health = newHealth(o, d.inbox.State, d.clock.now)
	d.clock.stepped, d.clock.believed, d.health.broken, d.health.clock = d.health.tick, server.mostly, book.Err, server.fault
	d.clock.next, d.clock.tick, d.clock.look = m.NextDeadline, d.tick, d.inbox.Look
	if d.outbox, err = newSender(o, book); err != nil {
		return nil, err
	}
	if d.post, err = newUndelivered(o, book, m); err != nil {
		return nil, err
	}
	d.outbox.box.refused, d.outbox.box.ended, d.outbox.box.marked = d.refused, d.post.stirred, d.health.letter
	o.mailed = d.stirred
	return d, nil
}

// stirred is called whenever a game has moved: there may be letters to send and
// another deadline to wait for.
func (d *daemon) stirred() {
	d.clock.stirred()
	d.outbox.stirred()
}

// run works until ctx ends, or until one part of the daemon fails for good.
func (d *daemon) run(ctx context.Context) error {
	socket, err := listen(d.office.config.socket())
	if err != nil {
		return err
	}
	well, err := listenHealth(d.office.config.Health)
	if err != nil {
		return errors.Join(err, socket.Close())
	}
	pages, err := listenWeb(d.office.config.Web.Listen)
	if err != nil {
		return errors.Join(err, socket.Close(), closed(well))
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var parts sync.WaitGroup
	start := func(name string, part func(context.Context) error) {
		parts.Go(func() {
			if err := part(ctx); err != nil && ctx.Err() == nil {
				cancel(fmt.Errorf("%s: %w", name, err))
			}
		})
	}
	start("record", d.guardRecord)
	start("inbox", d.read)
	start("outbox", d.outbox.run)
	start("post", d.post.run)
	start("clock", d.clock.run)
	start("time", func(ctx context.Context) error { return d.server.run(ctx, d.outbox.Send, d.office.config.Mail.Address) })
	start("socket", func(ctx context.Context) error { return serveSocket(ctx, socket, handler(d.office, d.log)) })
	start("copies", (&copies{office: d.office, mod: d.mod, clock: d.office.time, log: d.log, most: mostCopy}).run)
	start("digests", d.digests)
	start("health", func(ctx context.Context) error { return d.serveHealth(ctx, well) })
	d.log.Info("nomicmail serves", "games", len(d.mod.Games()), "data", d.office.config.Data, "socket", d.office.config.socket())
	start("web", func(ctx context.Context) error { return d.serveWeb(ctx, pages) })
	start("trust", func(context.Context) error { return d.warnTrust() })
	notify("READY=1")
	start("watchdog", d.watch)
	<-ctx.Done()
	notify("STOPPING=1")
	parts.Wait()
	d.log.Info("nomicmail has stopped")
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// closed closes what may not have been opened.
func closed(l net.Listener) error {
	if l == nil {
		return nil
	}
	return l.Close()
}

// read plays the mailbox; after a restore first what it has played before.
func (d *daemon) read(ctx context.Context) error {
	if err := d.recall(ctx); err != nil {
		return err
	}
	return d.inbox.Watch(ctx, d.deliver)
}

// clocksApart is how far ahead of ours the mail server's clock may be. Beyond it
// one of the two is wrong, and a mail that was played would end votes that run.
// Zones mistaken for one another make fourteen hours.
const clocksApart = 24 * time.Hour

// deliver plays one mail. An error leaves it in the mailbox, to be tried again.
func (d *daemon) deliver(_ context.Context, m mailer.Mail) error {
	mail := moderator.Mail{Raw: m.Raw, At: m.At, Where: m.Where}
	now := d.office.now()
	if mail.At.IsZero() {
		mail.At = now
	}
	if ahead := mail.At.Sub(now); ahead > clocksApart {
		return fmt.Errorf("the mail server received it %v from now: set the clock that is wrong, this machine's or the server's, or move the mail out of the folder", ahead.Round(time.Hour))
	}
	d.server.shows(mail.At)
	switch {
	case m.TooLarge:
		mail.Fault = "it is too large to be read"
	case m.Unfetchable:
		mail.Fault = "the mail server could not give it"
	case m.Truncated:
		mail.Fault = "only a part of it came"
	}
	if err := d.redo.upTo(mail.At); err != nil {
		return err
	}
	o, err := d.mod.Receive(mail)
	if err != nil {
		return err
	}
	d.health.mail(o.Outcome)
	d.stirred()
	if err := d.followed(mail, o); err != nil {
		if !errors.Is(err, store.ErrDamaged) {
			return err
		}
		d.log.Error("what a mail tells of our letters cannot be written down", "mail", m.Where, "err", err)
	}
	if strings.HasPrefix(o.Outcome, "set aside") {
		return mailer.ErrAside
	}
	return nil
}

// followed takes from a mail what it tells of letters of ours: one came back, or
// one whose fate was in doubt was answered. It comes after the mail's commit, so
// that a mail which comes again may have it left to do.
func (d *daemon) followed(mail moderator.Mail, o moderator.Outcome) error {
	if o.Returned == nil {
		return d.post.answers(mail.Raw, o.From)
	}
	r := o.Returned
	l, ok, err := d.book.Letter(r.Letter)
	if err != nil || !ok || !slices.ContainsFunc(l.To, func(to string) bool { return strings.EqualFold(to, r.Address) }) {
		return err
	}
	if o.Outcome == "duplicate" && endedSince(l, r.Address, mail.At) {
		return nil
	}
	defer d.stirred()
	defer d.post.stirred()
	return d.book.Mark(l.ID, func(l *record.Letter) { returned(l, *r, d.office.now()) })
}

// refused marks an address to which the mail server delivers nothing.
func (d *daemon) refused(l record.Letter, address, why string, at time.Time) string {
	instead, err := d.mod.Refuse(l.Game, address, why, at)
	if err != nil {
		d.log.Error("an address that fails cannot be marked", "address", address, "err", err)
	}
	return instead
}

// tick lets the deadlines up to at pass.
func (d *daemon) tick(at time.Time) error {
	if err := d.mod.Tick(at); err != nil {
		return err
	}
	d.stirred()
	return nil
}

// places keeps in the record how far each folder has been read.
type places struct{ book placeBook }

type placeBook interface {
	Place(key, value string) error
	Places() (map[string]string, error)
}

func (p places) Place(folder string) (mailer.Place, error) {
	all, err := p.book.Places()
	if err != nil {
		return mailer.Place{}, err
	}
	var at mailer.Place
	if _, err := fmt.Sscanf(all["imap/"+folder], "%d/%d", &at.UIDValidity, &at.UID); err != nil {
		return mailer.Place{}, nil // never read
	}
	return at, nil
}

func (p places) SetPlace(folder string, at mailer.Place) error {
	return p.book.Place("imap/"+folder, fmt.Sprintf("%d/%d", at.UIDValidity, at.UID))
}

// inbox is what the config says about the mailbox.
func (c *config) inbox() (mailer.InboxOptions, error) {
	i := c.Mail.IMAP
	a, err := account(i.Server, i.TLS, i.User, i.CAFile, &i.secretConfig)
	return mailer.InboxOptions{Account: a, Folder: i.Folder, Done: i.DoneFolder, Aside: i.AsideFolder, Poll: i.Poll}, err
}

func account(server, tls, user, ca string, s *secretConfig) (mailer.Account, error) {
	a := mailer.Account{Address: server, TLS: tls, User: user, Auth: s.Auth}
	var err error
	if a.Secret, err = s.source(); err != nil {
		return a, err
	}
	if ca == "" {
		return a, nil
	}
	if a.CA, err = mailer.ReadCA(ca); err != nil {
		return a, fault{strings.TrimPrefix(err.Error(), "mailer: "), "ca_file is a file of certificates in PEM form: " + filepath.Base(ca)}
	}
	return a, nil
}
