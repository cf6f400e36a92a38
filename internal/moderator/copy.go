package moderator

import (
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/emersion/go-message"

	"nomicmail/internal/record"
	"nomicmail/templates"
)

// Attachment is a file in a letter.
type Attachment struct {
	Name string
	Body []byte
}

// SendCopy sends those who organise every game a copy of a game's record, as it
// stood at a moment. One without a body is too large for a mail, and they are
// told so. A game's own organisers get none: they may play in it, and all mails
// and the secret of the tokens are in the copy.
func (m *Moderator) SendCopy(game string, file Attachment, stood, at time.Time) error {
	t, err := m.table(game)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	s := m.sheet(t, at, record.Cause{Kind: "post"})
	code := "copy"
	if len(file.Body) == 0 {
		code = "copy-large"
	}
	for _, a := range m.set.Organisers {
		s.postTo(addressee{address: a, language: s.g.Language, zone: s.g.Zone}, code, 0, func(f templates.Frame) templates.Letter {
			return templates.Notice{Frame: f, Code: code, At: stood}
		})
		if len(file.Body) > 0 {
			s.drafts[len(s.drafts)-1].files = []Attachment{file}
		}
	}
	_, err = s.close()
	return err
}

// form is the media type of a file, by the ending of its name.
func (a Attachment) form() (kind string, params map[string]string) {
	switch path.Ext(a.Name) {
	case ".ics":
		return "text/calendar", map[string]string{"charset": "utf-8", "method": "PUBLISH", "name": a.Name} // RFC 5545 §8.1
	case ".txt":
		return "text/plain", map[string]string{"charset": "utf-8", "name": a.Name}
	}
	return "application/gzip", map[string]string{"name": a.Name}
}

// attach puts a file behind the texts of a letter (RFC 2046 §5.1.3).
func attach(w *message.Writer, file Attachment) error {
	var h message.Header
	h.SetContentType(file.form())
	h.SetContentDisposition("attachment", map[string]string{"filename": file.Name})
	h.Set("Content-Transfer-Encoding", "base64")
	p, err := w.CreatePart(h)
	if err != nil {
		return fmt.Errorf("moderator: attach %s: %w", file.Name, err)
	}
	if _, err := p.Write(file.Body); err != nil {
		return err
	}
	return p.Close()
}

// texts are the two forms of a letter's words.
func (e envelope) texts(w *message.Writer) error {
	if err := part(w, "text/plain", e.written.Text); err != nil {
		return err
	}
	if e.written.HTML == "" { // lists have no use for it
		return nil
	}
	return part(w, "text/html", e.written.HTML)
}

// withFiles puts the texts and the files behind each other.
func (e envelope) withFiles(w *message.Writer) error {
	var h message.Header
	// Neither boundary begins with the other: not all programs compare whole lines.
	inner := "=-" + strings.TrimPrefix(e.boundary(), "=_")
	h.SetContentType("multipart/alternative", map[string]string{"boundary": inner})
	words, err := w.CreatePart(h)
	if err != nil {
		return err
	}
	if err := e.texts(words); err != nil {
		return err
	}
	if err := words.Close(); err != nil {
		return err
	}
	for _, f := range e.files {
		if err := attach(w, f); err != nil {
			return err
		}
	}
	return nil
}
