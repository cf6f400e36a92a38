package moderator

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"

	"nomicmail/templates"
)

// envelope puts a written letter into the form in which it travels (RFC 5322,
// RFC 2046 §5.1.4).
type envelope struct {
	from    string // the game's address
	replies string // where an answer goes, or "" for from
	game    string
	to      addressee
	written templates.Written
	at      time.Time
	id      string   // Message-ID
	answers string   // Message-ID of the mail that it answers, or ""
	roots   []string // thread roots
	many    bool     // it goes to all players
	token   string   // of the reader's bounces, or ""
	files   []Attachment
	voice   string // who speaks in it, "" for us
}

func (e envelope) compose() ([]byte, error) {
	var h mail.Header // each field is put on top of those before it
	kind, write := "multipart/alternative", e.texts
	if len(e.files) > 0 {
		kind, write = "multipart/mixed", e.withFiles
	}
	h.SetContentType(kind, map[string]string{"boundary": e.boundary()})
	h.Set("MIME-Version", "1.0")
	e.mark(&h)
	e.thread(&h)
	h.Set("Message-Id", e.id)
	h.SetDate(e.at)
	h.SetSubject(oneLine(e.written.Subject))
	if e.replies != "" {
		h.SetAddressList("Reply-To", []*mail.Address{{Name: e.sender(), Address: e.replies}})
	}
	h.SetAddressList("To", []*mail.Address{{Name: oneLine(e.to.name), Address: e.to.address}})
	h.SetAddressList("From", []*mail.Address{{Name: firstOf(oneLine(e.voice), e.sender()), Address: e.from}})
	var b bytes.Buffer
	w, err := message.CreateWriter(&b, h.Header)
	if err != nil {
		return nil, err
	}
	if err := write(w); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// boundary is made of the id, so that the same letter is the same bytes.
func (e envelope) boundary() string {
	var b strings.Builder
	for _, r := range e.id {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' {
			b.WriteRune(r)
		}
	}
	id := b.String()
	return "=_" + id[:min(len(id), 60)]
}

func (e envelope) sender() string {
	if e.game == "" {
		return "nomicmail"
	}
	return e.game + " nomic"
}

// thread puts the letter under the mail it answers and its thread's roots
// (RFC 5322 §3.6.4).
func (e envelope) thread(h *mail.Header) {
	refs := e.roots
	if e.answers != "" && strings.HasPrefix(e.answers, "<") && !strings.ContainsAny(e.answers, " \r\n\t") {
		h.Set("In-Reply-To", e.answers)
		refs = append(append([]string{}, refs...), e.answers)
	} else if len(refs) > 0 {
		h.Set("In-Reply-To", refs[len(refs)-1])
	}
	if len(refs) > 0 {
		h.Set("References", strings.Join(refs, " "))
	}
}

// mark says that a program wrote this (RFC 3834 §5), and for letters to many,
// which list it is (RFC 2919, RFC 2369).
func (e envelope) mark(h *mail.Header) {
	h.Set("Auto-Submitted", "auto-generated")
	if e.answers != "" {
		h.Set("Auto-Submitted", "auto-replied")
	}
	h.Set("X-Auto-Response-Suppress", "All")
	if e.token != "" {
		h.Set(returnField, e.token)
	}
	if e.many && e.game != "" {
		_, domain, _ := strings.Cut(e.from, "@")
		h.Set("List-Id", fmt.Sprintf("%s nomic <%s.%s>", e.game, e.game, domain))
		h.Set("List-Unsubscribe", fmt.Sprintf("<mailto:%s?subject=unwatch>", e.from))
	}
}

func part(w *message.Writer, kind, text string) error {
	var h message.Header
	h.SetContentType(kind, map[string]string{"charset": "utf-8"})
	h.Set("Content-Transfer-Encoding", "quoted-printable")
	p, err := w.CreatePart(h)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(p, strings.ReplaceAll(text, "\n", "\r\n")); err != nil {
		return err
	}
	return p.Close()
}

// oneLine makes a text safe for a header field.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}
