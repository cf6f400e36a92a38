package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"nomicmail/internal/mailer"
	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
	"nomicmail/rulesets"
)

// office has what is needed to answer questions and to play mail: the record
// and the moderator who keeps it.
type office struct {
	config *config
	book   *store.Store
	now    func() time.Time
	time   mailer.Clock // of the daemon's parts; nil is the system's
	log    *slog.Logger
	// believed, when it is set, is how much of the time that our clock shows is
	// sure: see [serverTime].
	believed func(now time.Time) time.Time
	// serving says that this process is the daemon.
	serving bool
	// mailed, when it is set, is called after letters came into the outbox.
	mailed func()

	// rereading says that mails are read again after a restore. What happened
	// then happened at its own time, whatever the time is now.
	rereading atomic.Bool

	dkim mailer.Signers
	once sync.Once
	mod  *moderator.Moderator
	err  error
}

// openOffice opens the record. Only one process can have it open.
func openOffice(c *config) (*office, error) {
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, fault{fmt.Sprintf("the data folder cannot be made: %v", err), "make it yourself and give it to the user that runs nomicmail, or name another with data = in the config"}
	}
	book, err := store.Open(c.database())
	if err != nil {
		return nil, err
	}
	return &office{config: c, book: book, now: time.Now, log: slog.New(slog.DiscardHandler)}, nil
}

func (o *office) close() error { return o.book.Close() }

// moderator opens the games at their first use, so that a damaged record can
// still be looked at by the verbs that do not play.
func (o *office) moderator() (*moderator.Moderator, error) {
	o.once.Do(func() { o.mod, o.err = moderator.New(o.book, o.settings()) })
	return o.mod, o.err
}

// game is how a game stands now.
func (o *office) game(name string) (*rules.Game, error) {
	m, err := o.moderator()
	if err != nil {
		return nil, err
	}
	return m.Game(name)
}

func (o *office) settings() moderator.Settings {
	c := o.config
	s := moderator.Settings{
		Address: c.Mail.Address, Delimiter: c.Mail.Delimiter, Return: c.Mail.ReturnPath, AuthServer: c.Mail.AuthServer,
		Organisers: c.Organisers, Ruleset: findRuleset(c.Rulesets), Rand: rand.Reader, Log: o.log,
		Signers: o.signers,
	}
	if o.time == nil {
		now := o.now
		s.Now = func() time.Time { return o.moderatorsTime(now) }
	}
	return s
}

// moderatorsTime is the time; none while mails are read again.
func (o *office) moderatorsTime(now func() time.Time) time.Time {
	if o.rereading.Load() {
		return time.Time{}
	}
	if o.believed != nil {
		return o.believed(now())
	}
	return now()
}

// signers finds the domains that have signed a mail, for the games.
func (o *office) signers(raw []byte) []string { return o.dkim.Of(context.Background(), raw) }

// findRuleset looks for a ruleset in a folder, then among the built-in ones.
func findRuleset(folder string) func(string) (rulesets.Set, error) {
	return func(name string) (rulesets.Set, error) {
		if folder == "" || name != filepath.Base(name) {
			return rulesets.Load(name)
		}
		src, err := os.ReadFile(filepath.Join(folder, name+".md"))
		if errors.Is(err, fs.ErrNotExist) {
			return rulesets.Load(name)
		}
		if err != nil {
			return rulesets.Set{}, err
		}
		return rulesets.Parse(name+".md", src)
	}
}

// by is who acts on the command line, as the record and the players see it.
func (c *config) by(given string) string {
	switch {
	case given != "":
		return given
	case len(c.Organisers) > 0:
		return c.Organisers[0]
	}
	return "the organiser"
}
