package mailer

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/emersion/go-smtp"
)

// transaction is one letter on its way.
type transaction struct {
	m     Message
	fates []Recipient
	begun bool  // the server has taken the sender
	plain bool  // it has taken Message.Plain, and not From
	halt  error // see Result.Halt
}

// open are the recipients without a fate, as indices.
func (t *transaction) open() []int {
	var list []int
	for i := range t.fates {
		if t.fates[i].Fate == 0 {
			list = append(list, i)
		}
	}
	return list
}

// settle gives all open recipients the same fate.
func (t *transaction) settle(f Fate, err error) {
	for _, i := range t.open() {
		t.fates[i] = outcome(t.m.To[i], f, err)
	}
}

// outcome writes down a fate and the reply that led to it, if there was one.
func outcome(to string, f Fate, err error) Recipient {
	r := Recipient{To: to, Fate: f, Text: err.Error()}
	var reply *smtp.SMTPError
	if errors.As(err, &reply) {
		r.Code, r.Text = reply.Code, reply.Message
		if e := reply.EnhancedCode; e != smtp.NoEnhancedCode && e != smtp.EnhancedCodeNotSet {
			r.Enhanced = fmt.Sprintf("%d.%d.%d", e[0], e[1], e[2])
		}
	}
	return r
}

// refusal is the server's no in err, nil if there is none: a reply that is
// neither a yes nor a no comes from a server that is out of step, and what it
// did with our words nobody knows.
func refusal(err error) *smtp.SMTPError {
	var reply *smtp.SMTPError
	if errors.As(err, &reply) && reply.Code >= 400 && reply.Code <= 599 {
		return reply
	}
	return nil
}

// judged is the fate that a refusal means.
func judged(reply *smtp.SMTPError) Fate {
	if reply.Temporary() {
		return Temporary
	}
	return Permanent
}

// transact sends the letter to the open recipients, or to some of them. An error
// means that the connection is lost.
func (c *submission) transact(t *transaction) error {
	if err := c.ready(); err != nil {
		return err
	}
	if err := c.mail(t); err != nil || len(t.open()) == 0 {
		return err
	}
	taken, err := c.recipients(t)
	if err != nil || len(taken) == 0 {
		return err
	}
	return c.data(t, taken)
}

func (c *submission) mail(t *transaction) error {
	o := &smtp.MailOptions{Size: int64(len(t.m.Raw)), UTF8: needsUTF8(t.m)}
	if ok, _ := c.c.Extension("SMTPUTF8"); o.UTF8 && !ok {
		t.settle(Permanent, errNoUTF8)
		return nil
	}
	err := c.c.Mail(t.m.From, o)
	if reply := refusal(err); t.m.Plain != "" && reply != nil && isForeign(reply) {
		if err = c.c.Mail(t.m.Plain, o); err == nil {
			t.m.From, t.plain = t.m.Plain, true
		}
	}
	reply := refusal(err)
	switch {
	case err == nil:
		t.begun, c.used = true, c.used+1
		c.spoilt = c.used >= perConn
	case reply == nil || reply.Code == 421:
		return fmt.Errorf("mailer: smtp: mail from: %w", err)
	case reply.Temporary() || reply.Code == 530:
		t.halt = fmt.Errorf("mailer: smtp: mail from %s: %w", t.m.From, err)
		t.settle(Temporary, err)
	case !isForeign(reply):
		t.settle(Permanent, err) // its size or its syntax
	default:
		// The account may not send from this address. That is the operator's
		// to mend, and no reason to give up the letter.
		t.settle(Temporary, err)
	}
	return nil
}

// isForeign says that a refusal of MAIL is about whose address the sender is, as
// all are that are not about the size or the syntax.
func isForeign(reply *smtp.SMTPError) bool {
	return !reply.Temporary() && reply.Code != 530 && reply.Code != 552 && reply.Code != 501 && reply.Code != 555
}

var errNoUTF8 = errors.New("the server takes no addresses or header fields with other letters than ASCII")

// needsUTF8 says whether a letter cannot be sent without RFC 6531: an address or
// a header field is not ASCII.
func needsUTF8(m Message) bool {
	header, _, _ := bytes.Cut(m.Raw, []byte("\r\n\r\n"))
	for _, s := range append([]string{m.From, string(header)}, m.To...) {
		for i := range len(s) {
			if s[i] >= 0x80 {
				return true
			}
		}
	}
	return false
}

// recipients names the open recipients to the server and returns those it took.
// Those for whom it has no more room in this transaction (RFC 5321 §4.5.3.1.10)
// stay open for the next one.
func (c *submission) recipients(t *transaction) (taken []int, err error) {
	for _, i := range t.open() {
		err := c.c.Rcpt(t.m.To[i], &smtp.RcptOptions{})
		reply := refusal(err)
		switch {
		case err == nil:
			taken = append(taken, i)
		case reply == nil || reply.Code == 421:
			return nil, fmt.Errorf("mailer: smtp: rcpt to: %w", err)
		case reply.Code == 452 && len(taken) > 0:
			return taken, nil
		default:
			t.fates[i] = outcome(t.m.To[i], judged(reply), err)
		}
	}
	return taken, nil
}

func (c *submission) data(t *transaction, taken []int) error {
	settle := func(f Fate, err error) {
		for _, i := range taken {
			t.fates[i] = outcome(t.m.To[i], f, err)
		}
	}
	w, err := c.c.Data()
	if reply := refusal(err); reply != nil {
		settle(judged(reply), err)
		c.spoilt = c.spoilt || reply.Code == 421
		return nil
	}
	if err != nil {
		return fmt.Errorf("mailer: smtp: data: %w", err)
	}
	// Without the last dot the server has taken nothing, so a failure here may
	// be tried again at no risk.
	if _, err := io.Copy(w, bytes.NewReader(t.m.Raw)); err != nil {
		return fmt.Errorf("mailer: smtp: data: %w", err)
	}
	c.dialog.expectWithin(c.lastWord)
	defer c.dialog.expectWithin(0)
	answer, err := w.CloseWithResponse()
	reply := refusal(err)
	switch {
	case err == nil:
		for _, i := range taken {
			t.fates[i] = Recipient{To: t.m.To[i], Fate: Accepted, Code: 250, Text: answer.StatusText}
		}
		return nil
	case reply != nil:
		settle(judged(reply), err)
		c.spoilt = c.spoilt || reply.Code == 421
		return nil
	}
	settle(Doubtful, err)
	return fmt.Errorf("mailer: smtp: no answer after the letter: %w", err)
}
