package rules_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
)

// desk is a book that keeps at hand what was posted last.
type desk struct {
	moderator.Book
	posted  []posted          // by the last commit
	last    map[string]posted // to an address
	ballots map[string]posted // the last one to an address
}

// posted is a letter of the moderator.
type posted struct {
	record.Letter
	raw []byte
}

func (d *desk) Commit(c record.Commit) error {
	d.posted = nil
	for _, l := range c.Letters {
		p := posted{l, c.Bodies[l.Raw]}
		d.posted = append(d.posted, p)
		d.last[l.To[0]] = p
		if l.Kind == "ballot" {
			d.ballots[l.To[0]] = p
		}
	}
	return d.Book.Commit(c)
}

// text is the letter as a mail program shows its plain text.
func (p posted) text() (string, error) {
	m, err := mail.ReadMessage(strings.NewReader(string(p.raw)))
	if err != nil {
		return "", err
	}
	b, err := firstPart(m.Header.Get("Content-Type"), m.Body)
	return strings.ReplaceAll(string(b), "\r\n", "\n"), err
}

// firstPart descends to the first part that has none: a letter that brings a file
// has its text within the part beside it.
func firstPart(contentType string, body io.Reader) ([]byte, error) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || !strings.HasPrefix(kind, "multipart/") {
		return nil, errors.Join(err, fmt.Errorf("%q has no parts", kind))
	}
	part, err := multipart.NewReader(body, params["boundary"]).NextPart() // decodes quoted-printable
	if err != nil {
		return nil, err
	}
	if inner := part.Header.Get("Content-Type"); strings.HasPrefix(inner, "multipart/") {
		return firstPart(inner, part)
	}
	return io.ReadAll(part)
}

// quoted is a text behind marks, below who wrote it.
func quoted(text string) string {
	return "On Mon, 5 Jan 2026 at 09:00, random nomic <" + gameAddress + "> wrote:\n\n" +
		"> " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n> ") + "\n"
}

// note is a mail that somebody sends.
type note struct {
	from, name, subject, text string
	answers                   string // Message-ID of the letter that it answers, or ""
	head                      string // further header fields
	bare                      bool   // white space has no meaning in it
	wants                     string // what its outcome begins with; "" leaves that to the reckoning
}

// raw is the note as it travels.
func (n note) raw(r *chance, at time.Time, id int) []byte {
	var b strings.Builder
	field := func(name, value string) { fmt.Fprintf(&b, "%s: %s\r\n", name, value) }
	field("From", fmt.Sprintf("%s <%s>", n.name, n.from))
	field("To", pick(r, gameAddress, "Nomic <"+gameAddress+">"))
	field("Subject", n.subject)
	field("Date", at.Format(time.RFC1123Z))
	if r.of(97) {
		field("Message-ID", fmt.Sprintf("<%d.%s>", id, n.from))
	}
	if n.answers != "" {
		field("In-Reply-To", n.answers)
		field("References", n.answers)
	}
	b.WriteString(n.head)
	field("MIME-Version", "1.0")
	b.WriteString(n.body(r))
	return []byte(b.String())
}

// body is the rest of the header and the body, in one of the ways in which mail
// programs write them.
func (n note) body(r *chance) string {
	text := strings.ReplaceAll(n.text, "\n", "\r\n")
	plain := "Content-Type: text/plain; charset=utf-8\r\n"
	switch {
	case r.of(15):
		return plain + "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + printable(text)
	case r.of(5):
		return plain + "Content-Transfer-Encoding: base64\r\n\r\n" + folded(base64.StdEncoding.EncodeToString([]byte(text)))
	case r.of(5):
		return "Content-Type: text/plain; charset=utf-8; format=flowed\r\nContent-Transfer-Encoding: 8bit\r\n\r\n" + stuffed(text)
	case r.of(5):
		return "Content-Type: multipart/alternative; boundary=\"=_b\"\r\n\r\n--=_b\r\n" +
			plain + "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + printable(text) +
			"\r\n--=_b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + markup(n.text) + "\r\n--=_b--\r\n"
	case n.bare && r.of(10):
		return "Content-Type: text/html; charset=utf-8\r\n\r\n" + markup(n.text)
	}
	return plain + "Content-Transfer-Encoding: 8bit\r\n\r\n" + text
}

func printable(s string) string {
	var b strings.Builder
	w := quotedprintable.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.String()
}

func folded(s string) string {
	var b strings.Builder
	for ; len(s) > 76; s = s[76:] {
		b.WriteString(s[:76] + "\r\n")
	}
	return b.String() + s + "\r\n"
}

// stuffed marks lines that would mean something else in flowed text
// (RFC 3676 §4.4).
func stuffed(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		if line = strings.TrimRight(line, " \r\n"); line == "--" {
			line = "-- "
		}
		if strings.HasPrefix(line, " ") || strings.HasPrefix(line, "From ") {
			b.WriteByte(' ')
		}
		b.WriteString(line + "\r\n")
	}
	return b.String()
}

func markup(s string) string {
	return "<html><body><div>" + strings.ReplaceAll(html.EscapeString(s), "\n", "<br>\r\n") + "</div></body></html>\r\n"
}
