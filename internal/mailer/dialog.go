package mailer

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-smtp"
)

// dialog stands between the network and the SMTP library. SMTP is question and
// answer. A server that says more than it was asked is out of step: each reply
// would be taken for that to another command, and a letter for delivered that
// was refused. So the dialog hands on one reply for what was written, checks
// that it is one, and ends the connection otherwise. It also bounds what the
// library does not: the length of a reply, and the time for all of it.
type dialog struct {
	*guardConn
	br    *bufio.Reader
	line  []byte // what is left of the line being handed on
	over  bool   // the reply to what was written last has come
	size  int    // of that reply so far
	whole time.Duration
}

const (
	replyLine = 4 << 10  // RFC 5321 §4.5.3.1.5 has 512
	replyMost = 64 << 10 // all lines of a reply
	replyTime = 5        // times the silence: RFC 5321 §4.5.3.2 has five minutes for most replies
)

var (
	errOutOfStep = errors.New("mailer: smtp: the server says more than it was asked")
	errLongReply = errors.New("mailer: smtp: the server's reply does not end")
	errNoReply   = errors.New("mailer: smtp: this is no reply of a mail server")
	inReply      = regexp.MustCompile(`^[2-5]\d\d(?:[ -].*)?\r?\n$`)
)

func newDialog(g *guardConn) *dialog {
	d := &dialog{guardConn: g, br: bufio.NewReaderSize(g, replyLine), whole: replyTime * g.tight}
	g.within(d.whole)
	return d
}

// expectWithin sets how long the replies to come may take, with the silence that
// may come before them; 0 is as usual.
func (d *dialog) expectWithin(t time.Duration) {
	silence := t
	if t == 0 {
		t, silence = replyTime*d.tight, d.tight
	}
	d.whole = t
	d.expectNext(silence)
}

func (d *dialog) Write(p []byte) (int, error) {
	if d.br.Buffered() > 0 || len(d.line) > 0 {
		return 0, errOutOfStep
	}
	d.over, d.size = false, 0
	d.within(d.whole)
	return d.guardConn.Write(p)
}

func (d *dialog) Read(p []byte) (int, error) {
	if len(d.line) == 0 {
		line, err := d.next()
		if err != nil {
			return 0, err
		}
		d.line = line
	}
	n := copy(p, d.line)
	d.line = d.line[n:]
	return n, nil
}

// next reads a line of a reply.
func (d *dialog) next() ([]byte, error) {
	if d.over {
		return nil, errOutOfStep
	}
	line, err := d.br.ReadSlice('\n')
	d.size += len(line)
	switch {
	case errors.Is(err, bufio.ErrBufferFull) || d.size > replyMost:
		return nil, errLongReply
	case errors.Is(err, io.EOF) && len(line) > 0:
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, err
	case !inReply.Match(line):
		return nil, fmt.Errorf("%w: %.60q", errNoReply, line)
	}
	d.over = line[3] != '-'
	if len(bytes.TrimSpace(line)) == 3 { // the library wants the space before a text that may be empty
		return fmt.Appendf(nil, "%s \r\n", line[:3]), nil
	}
	return bytes.Clone(line), nil
}

// ask says a command, or nothing to hear the greeting, and returns the reply's
// lines without their codes. A reply that does not begin with want is a
// *smtp.SMTPError.
func (d *dialog) ask(command, want string) ([]string, error) {
	if command != "" {
		if _, err := io.WriteString(d, command+"\r\n"); err != nil {
			return nil, err
		}
	}
	var lines []string
	for {
		line, err := d.next()
		if err != nil {
			return nil, err
		}
		lines = append(lines, strings.TrimSpace(string(line[4:])))
		if !d.over {
			continue
		}
		if code := string(line[:3]); code != want {
			n, _ := strconv.Atoi(code)
			return nil, &smtp.SMTPError{Code: n, EnhancedCode: smtp.EnhancedCodeNotSet, Message: strings.Join(lines, "\n")}
		}
		return lines, nil
	}
}

// upgrade does STARTTLS before the library sees the connection, so that what
// was said in clear is forgotten whole (RFC 3207 §4.2). The greeting is then
// given to it anew.
func (d *dialog) upgrade(ctx context.Context, a Account) error {
	if _, err := d.ask("", "220"); err != nil {
		return err
	}
	abilities, err := d.ask("EHLO localhost", "250")
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(abilities, func(s string) bool { return strings.EqualFold(s, "STARTTLS") }) {
		return errNoStartTLS
	}
	if _, err := d.ask("STARTTLS", "220"); err != nil {
		return fmt.Errorf("%w: %w", errNoStartTLS, err)
	}
	if d.br.Buffered() > 0 { // somebody on the way speaks before the encryption
		return errors.New("mailer: smtp: starttls: the server talks on in clear")
	}
	ctx, cancel := context.WithTimeout(ctx, a.silence())
	defer cancel()
	t, err := a.handshake(ctx, d.Conn)
	if err != nil {
		return err
	}
	d.Conn = t
	d.line = []byte("220 encrypted\r\n")
	return nil
}
