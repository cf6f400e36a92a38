package mailer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-smtp"
)

// submission is one logged-in SMTP connection.
type submission struct {
	guard  *guardConn
	dialog *dialog
	c      *smtp.Client
	spoilt bool // the server has said 421
	used   int  // letters sent

	lastWord time.Duration // how long the answer to a letter may take
}

const (
	finalDotTime = 10 * time.Minute // RFC 5321 §4.5.3.2.6
	perConn      = 100              // letters over one connection
)

// submit connects and logs in.
func (a Account) submit(ctx context.Context) (*submission, error) {
	g, err := a.dial(ctx)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { g.Close() })
	defer stop()
	d := newDialog(g)
	c, err := a.greet(ctx, d)
	if err == nil && a.User != "" {
		err = a.loginSMTP(ctx, c)
	}
	if err != nil {
		g.Close()
		return nil, errors.Join(ctx.Err(), g.broken(), err)
	}
	return &submission{guard: g, dialog: d, c: c, lastWord: finalDotTime}, nil
}

func (a Account) greet(ctx context.Context, d *dialog) (*smtp.Client, error) {
	if a.TLS == "starttls" {
		if err := d.upgrade(ctx, a); err != nil {
			return nil, fmt.Errorf("mailer: smtp: starttls with %s: %w", a.Address, err)
		}
	}
	c := smtp.NewClient(d)
	if err := c.Hello("localhost"); err != nil {
		return nil, fmt.Errorf("mailer: smtp: greeting of %s: %w", a.Address, err)
	}
	return c, nil
}

func (a Account) loginSMTP(ctx context.Context, c *smtp.Client) error {
	_, list := c.Extension("AUTH")
	mechs := strings.Fields(strings.ToUpper(list))
	credentials, err := a.credentials(ctx, func(mech string) bool { return slices.Contains(mechs, mech) })
	if err == nil {
		err = c.Auth(credentials)
	}
	if err != nil {
		return &LoginError{Account: a, Err: err}
	}
	return nil
}

// quit closes the connection. What the server says to that is of no interest:
// the letters were accepted before.
func (c *submission) quit() {
	c.guard.expect(2 * time.Second)
	c.c.Quit()
	c.guard.Close()
}

// ready makes sure that the server of an old connection is still there.
func (c *submission) ready() error {
	if c.used == 0 {
		return nil
	}
	if err := c.c.Reset(); err != nil {
		return fmt.Errorf("mailer: smtp: reset: %w", err)
	}
	return nil
}
