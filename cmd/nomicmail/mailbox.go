package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// mailbox is a folder of .eml files, a Maildir or an mbox, in the order in
// which its mails were received. Mails are read when they are asked for, so
// that a large mailbox needs little memory.
type mailbox struct {
	mails []stored
	mbox  *os.File // nil unless it is an mbox
}

// stored is where a mail lies.
type stored struct {
	name    string // for messages and for the order of equal times
	path    string // of its file; "" inside an mbox
	off, n  int64  // inside an mbox
	at      time.Time
	unknown bool // at is that of the mail before it by name
}

// maxMail is how much of a mail is read at most.
const maxMail = 64 << 20

// openMailbox looks at path and orders its mails by their official time, then
// by name. A mail whose time cannot be known has that of the mail before it by
// name, the first of them start.
func openMailbox(path string, start time.Time) (*mailbox, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	b := &mailbox{}
	if info.IsDir() {
		err = b.listFolder(path)
	} else {
		err = b.listMbox(path)
	}
	if err != nil {
		b.close()
		return nil, err
	}
	last := start
	for i := range b.mails {
		m := &b.mails[i]
		if m.at.IsZero() {
			m.at, m.unknown = last, true
		}
		last = m.at
	}
	slices.SortStableFunc(b.mails, func(x, y stored) int { return x.at.Compare(y.at) })
	return b, nil
}

// openInOrder opens an mbox without another order than its own.
func openInOrder(path string) (*mailbox, error) {
	b := &mailbox{}
	if err := b.listMbox(path); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *mailbox) close() error {
	if b.mbox == nil {
		return nil
	}
	return b.mbox.Close()
}

// listFolder finds the mails of a folder by name: of a Maildir those in cur
// and new, of any other those that end in .eml.
func (b *mailbox) listFolder(dir string) error {
	maildir := false
	for _, sub := range []string{"cur", "new"} {
		entries, err := os.ReadDir(filepath.Join(dir, sub))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		maildir = true
		if err := b.addFiles(filepath.Join(dir, sub), entries, ""); err != nil {
			return err
		}
	}
	if !maildir {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		if err := b.addFiles(dir, entries, ".eml"); err != nil {
			return err
		}
	}
	slices.SortFunc(b.mails, func(x, y stored) int { return strings.Compare(x.name, y.name) })
	for i := range b.mails {
		m := &b.mails[i]
		f, err := os.Open(m.path)
		if err != nil {
			return err
		}
		m.at = officialTime(bufio.NewReader(f))
		f.Close()
	}
	return nil
}

// addFiles takes the files with an ending, and those to which links of that name
// lead. A link that leads nowhere is a mail that is missing.
func (b *mailbox) addFiles(dir string, entries []fs.DirEntry, ending string) error {
	for _, e := range entries {
		name := e.Name()
		if name[0] == '.' || !strings.HasSuffix(strings.ToLower(name), ending) {
			continue
		}
		path, kind := filepath.Join(dir, name), e.Type()
		if kind&fs.ModeSymlink != 0 {
			to, err := os.Stat(path)
			if err != nil {
				return err
			}
			kind = to.Mode().Type()
		}
		if kind.IsRegular() {
			b.mails = append(b.mails, stored{name: name, path: path})
		}
	}
	return nil
}

// listMbox finds where each mail of an mbox begins and ends. A mail begins
// with a line "From …" at the start or after an empty line, when a header
// field follows it: others are a person's "From here on …" that some programs
// leave unquoted.
func (b *mailbox) listMbox(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	b.mbox = f
	r := bufio.NewReaderSize(f, 64<<10)
	var off, begun int64 = 0, -1
	empty := true
	for {
		line, whole, err := readLine(r)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if empty && bytes.HasPrefix(line, []byte("From ")) && fieldFollows(r) {
			b.endMail(begun, off)
			begun = off + whole
		}
		empty = len(bytes.TrimRight(line, "\r\n")) == 0
		off += whole
		if errors.Is(err, io.EOF) {
			break
		}
	}
	if begun < 0 && off > 0 {
		return fault{path + " is no mbox: no line in it begins a mail", "name a folder of .eml files, a Maildir, or an mbox, whose mails begin with a line \"From ...\""}
	}
	b.endMail(begun, off)
	for i := range b.mails {
		m := &b.mails[i]
		m.at = officialTime(bufio.NewReader(io.NewSectionReader(f, m.off, m.n)))
	}
	return nil
}

func (b *mailbox) endMail(begun, off int64) {
	if begun >= 0 {
		name := fmt.Sprintf("mail %d", len(b.mails)+1)
		b.mails = append(b.mails, stored{name: name, off: begun, n: off - begun})
	}
}

// readLine gives the beginning of the next line and its whole length.
func readLine(r *bufio.Reader) (line []byte, whole int64, err error) {
	part, err := r.ReadSlice('\n')
	line, whole = bytes.Clone(part), int64(len(part))
	for errors.Is(err, bufio.ErrBufferFull) {
		part, err = r.ReadSlice('\n')
		whole += int64(len(part))
	}
	return line, whole, err
}

// fieldFollows says whether the next line looks like a header field (RFC 5322
// §2.2), or like the ">From " that some programs put there.
func fieldFollows(r *bufio.Reader) bool {
	next, _ := r.Peek(80)
	if bytes.HasPrefix(next, []byte(">From ")) {
		return true
	}
	for i, c := range next {
		if c == ':' {
			return i > 0
		}
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return false
}

// raw reads the nth mail.
func (b *mailbox) raw(n int) ([]byte, error) {
	m := b.mails[n]
	if m.path != "" {
		f, err := os.Open(m.path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return io.ReadAll(io.LimitReader(f, maxMail))
	}
	src := make([]byte, min(m.n, maxMail))
	if _, err := b.mbox.ReadAt(src, m.off); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return unquote(src), nil
}

// unquote takes one ">" off each line of ">From ", ">>From " and so on, and the
// empty line that ends a mail in an mbox.
func unquote(src []byte) []byte {
	if bytes.HasSuffix(src, []byte("\n\n")) {
		src = src[:len(src)-1]
	} else if bytes.HasSuffix(src, []byte("\n\r\n")) {
		src = src[:len(src)-2]
	}
	out := src[:0]
	for line := range bytes.Lines(src) {
		if bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From ")) && line[0] == '>' {
			line = line[1:]
		}
		out = append(out, line...)
	}
	return out
}

// writeMbox appends a mail to an mbox, quoted so that unquote finds it again.
func writeMbox(w io.Writer, from string, at time.Time, raw []byte) error {
	if from == "" {
		from = "MAILER-DAEMON"
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "From %s %s\n", mboxWord(from), at.UTC().Format(time.ANSIC))
	for line := range bytes.Lines(raw) {
		line = bytes.TrimRight(line, "\r\n")
		if bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From ")) {
			b.WriteByte('>')
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}

// mboxWord is an address as one word of the line that begins a mail.
func mboxWord(s string) string { return strings.Join(strings.Fields(oneLine(s)), "-") }

// receivedField is how our own export keeps a mail's official time: the first
// field of all, above any that the mail came with, which anybody may have
// written.
const receivedField = "X-Nomicmail-Received"

// maxHeader is how much of a header is searched for a time.
const maxHeader = 256 << 10

// officialTime is when a mail was received: as our export says, else as its
// topmost Received field says (RFC 5321 §4.4), else its Date. It is zero when
// none of them is a time.
func officialTime(r *bufio.Reader) time.Time {
	var received, date string
	for i, f := range headerFields(r) {
		name, value, _ := strings.Cut(f, ":")
		switch name = strings.TrimSpace(name); {
		case i == 0 && strings.EqualFold(name, receivedField):
			if t, err := time.Parse(time.RFC3339, strings.TrimSpace(value)); err == nil {
				return t.UTC()
			}
			received = ";" + value
		case received == "" && strings.EqualFold(name, "Received"):
			received = value
		case date == "" && strings.EqualFold(name, "Date"):
			date = value
		}
	}
	for _, s := range []string{received[strings.LastIndexByte(received, ';')+1:], date} {
		if t, err := mail.ParseDate(strings.TrimSpace(s)); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// headerFields are the fields of a header, unfolded.
func headerFields(r *bufio.Reader) []string {
	var fields []string
	for total := 0; total < maxHeader; {
		raw, whole, err := readLine(r)
		total += int(whole)
		line := strings.TrimRight(string(raw), "\r\n")
		if line == "" {
			break
		}
		if (line[0] == ' ' || line[0] == '\t') && len(fields) > 0 {
			fields[len(fields)-1] += line
		} else {
			fields = append(fields, line)
		}
		if err != nil {
			break
		}
	}
	return fields
}
