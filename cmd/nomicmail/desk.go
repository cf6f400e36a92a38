package main

import (
	"context"
	"errors"
	"flag"
	"io/fs"
	"net"
	"os"
	"syscall"
)

// question is what a verb asks about the record: it holds all it needs, and
// answers itself where the record is. It and its answer travel as JSON when
// that is the daemon, so that the verbs are the same code with and without one.
type question[A any] interface {
	path() string // under which it travels
	answer(ctx context.Context, o *office, tell progress) (A, error)
}

// desk is where questions are answered: in this process, which then holds the
// record, or by the daemon. One of the two is nil.
type desk struct {
	office *office
	wire   *wire
}

// ask has a question answered. Tell hears of the progress of long ones.
func ask[A any](ctx context.Context, d *desk, q question[A], tell progress) (A, error) {
	if d.office != nil {
		return q.answer(ctx, d.office, tell)
	}
	var a A
	err := d.wire.post(ctx, q.path(), q, &a, tell)
	return a, err
}

// askOnce opens the desk for one question.
func askOnce[A any](ctx context.Context, w *where, q question[A]) (A, error) {
	d, err := w.desk(ctx)
	if err != nil {
		var none A
		return none, err
	}
	defer d.close()
	return ask(ctx, d, q, silent)
}

func silent(int, int) {}

func (d *desk) close() error {
	if d.office != nil {
		return d.office.close()
	}
	return nil
}

// where says which installation a verb is about.
type where struct {
	config, data string
	create       bool // the verb may begin a record where there is none
}

// whereFlags are the flags of every verb that needs the record.
func whereFlags(f *flag.FlagSet) *where {
	w := &where{}
	f.StringVar(&w.config, "config", "", "the config `FILE`; without it config.toml, else /etc/nomicmail/config.toml")
	f.StringVar(&w.data, "data", "", "the data `FOLDER`, instead of the config's")
	return w
}

// load reads the config, as [loadConfig] does. With a data folder of its own a
// verb needs none.
func (w *where) load(secrets bool) (*config, error) {
	path, err := findConfig(w.config)
	if err != nil {
		if w.data == "" {
			return nil, err
		}
		return w.withData(defaults()), nil
	}
	c, err := loadConfig(path, secrets)
	if err != nil {
		return nil, err
	}
	return w.withData(c), nil
}

func (w *where) withData(c *config) *config {
	if w.data != "" {
		c.Data, c.Socket = w.data, ""
	}
	return c
}

// desk finds the daemon, or opens the record when none runs.
func (w *where) desk(ctx context.Context) (*desk, error) {
	c, err := w.load(false)
	if err != nil {
		return nil, err
	}
	switch err := knock(c.socket()); {
	case err == nil:
		return &desk{wire: newWire(c.socket())}, nil
	case errors.Is(err, fs.ErrPermission):
		return nil, fault{"the daemon runs, and its socket " + c.socket() + " is closed to this user",
			"run it as the daemon's user, e.g. sudo -u nomicmail nomicmail ..."}
	}
	if _, err := os.Stat(c.database()); errors.Is(err, fs.ErrNotExist) && !w.create {
		return nil, fault{"there is no record in " + c.Data + " yet", "nomicmail game new begins one; or name another folder with --data"}
	}
	o, err := openOffice(c)
	if err != nil {
		return nil, err
	}
	return &desk{office: o}, nil
}

// knock tries whether somebody listens on a socket.
func knock(socket string) error {
	c, err := net.Dial("unix", socket)
	if err == nil {
		return c.Close()
	}
	if errors.Is(err, syscall.ECONNREFUSED) {
		return fs.ErrNotExist // left behind by a daemon that was killed
	}
	return err
}
