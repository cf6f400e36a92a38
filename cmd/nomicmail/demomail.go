package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-message/mail"

	"nomicmail/internal/mailer"
	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
)

// mailProgram is a player's: it reads the player's own mailbox by IMAP and
// sends by SMTP submission, as any mail program does.
type mailProgram struct {
	player moderator.PlayerFile
	user   string
	id     rules.PlayerID
	stage  *stage
	inbox  *mailer.Inbox
	sender *mailer.Sender

	mu   sync.Mutex
	sent int
	box  []*boxMail
}

// boxMail is a mail in a player's mailbox, or a copy of one that was sent.
type boxMail struct {
	N          int // its place in the mailbox, from 1
	Sent       bool
	Unread     bool
	At         time.Time
	From, To   string
	Subject    string
	ID         string // Message-ID with its angle brackets
	Answers    string // In-Reply-To, or ""
	References string
	Text       string
	HTML       []byte // the HTML part; nil when there is none
}

func newMailProgram(p moderator.PlayerFile, user, password string, s *stage) *mailProgram {
	secret := func(context.Context) (string, error) { return password, nil }
	m := &mailProgram{player: p, user: user, stage: s, id: rules.PlayerID(fmt.Sprintf("p%d", len(s.players)+1))}
	m.inbox = mailer.NewInbox(mailer.InboxOptions{
		Account: mailer.Account{Address: s.post.IMAP(), TLS: "none", User: user, Secret: secret},
		Clock:   s.clock,
	})
	m.sender = mailer.NewSender(mailer.Account{Address: s.post.SMTP(), TLS: "none", User: user, Secret: secret}, nil)
	return m
}

func (m *mailProgram) name() string    { return m.player.Given + " " + m.player.Surname }
func (m *mailProgram) address() string { return m.player.Addresses[0] }

// run reads the mailbox until ctx ends.
func (m *mailProgram) run(ctx context.Context) error {
	return m.inbox.Watch(ctx, func(_ context.Context, got mailer.Mail) error {
		b, err := readBoxMail(got.Raw)
		if err != nil {
			return err
		}
		b.At, b.Unread = got.At, true
		m.keep(b)
		m.stage.way.arrive(b.ID)
		return nil
	})
}

func (m *mailProgram) keep(b *boxMail) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b.N = len(m.box) + 1
	m.box = append(m.box, b)
}

// mails gives copies of the mails from the nth on, in order of arrival.
func (m *mailProgram) mails(n int) []boxMail {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []boxMail
	for _, b := range m.box[max(0, min(n-1, len(m.box))):] {
		list = append(list, *b)
	}
	return list
}

// open gives mail n and marks it as read.
func (m *mailProgram) open(n int) (boxMail, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n < 1 || n > len(m.box) {
		return boxMail{}, false
	}
	m.box[n-1].Unread = false
	return *m.box[n-1], true
}

// newest is the last letter that has come.
func (m *mailProgram) newest() boxMail {
	for _, b := range slices.Backward(m.mails(1)) {
		if !b.Sent {
			return b
		}
	}
	return boxMail{}
}

func (m *mailProgram) unread() int {
	n := 0
	for _, b := range m.mails(1) {
		if b.Unread {
			n++
		}
	}
	return n
}

// readBoxMail takes a mail apart for a person to read.
func readBoxMail(raw []byte) (*boxMail, error) {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("demo: read a mail: %w", err)
	}
	b := &boxMail{ID: r.Header.Get("Message-Id"), Answers: r.Header.Get("In-Reply-To"), References: r.Header.Get("References")}
	b.Subject, _ = r.Header.Subject()
	b.From, b.To = addressField(r.Header, "From"), addressField(r.Header, "To")
	for {
		p, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return nil, fmt.Errorf("demo: read a mail: %w", err)
		}
		body, err := io.ReadAll(p.Body)
		if err != nil {
			return nil, fmt.Errorf("demo: read a mail: %w", err)
		}
		kind := ""
		if h, ok := p.Header.(*mail.InlineHeader); ok {
			kind, _, _ = h.ContentType()
		}
		switch kind {
		case "text/html":
			b.HTML = body
		case "text/plain":
			b.Text = strings.ReplaceAll(string(body), "\r\n", "\n")
		}
	}
}

func addressField(h mail.Header, key string) string {
	list, err := h.AddressList(key)
	if err != nil || len(list) == 0 {
		return h.Get(key)
	}
	if list[0].Name != "" {
		return list[0].Name
	}
	return list[0].Address
}

// reply begins an answer to b as mail programs do: room to write, and the mail
// quoted below.
func (b boxMail) reply() string {
	var q strings.Builder
	fmt.Fprintf(&q, "\n\nOn %s, %s wrote:\n", b.At.Format("Mon, 2 Jan 2006 at 15:04"), b.From)
	for line := range strings.Lines(strings.TrimRight(b.Text, "\n") + "\n") {
		if line == "\n" {
			q.WriteString(">\n")
			continue
		}
		q.WriteString("> " + line)
	}
	return q.String()
}

// answerTo makes an answer to b out of its text.
func answerTo(b boxMail, text string) outgoingMail {
	subject := b.Subject
	if !strings.HasPrefix(strings.ToLower(subject), "re:") {
		subject = "Re: " + subject
	}
	return outgoingMail{Subject: subject, Text: text, Answers: b.ID, References: strings.TrimSpace(b.References + " " + b.ID)}
}

// outgoingMail is what a player writes to the game.
type outgoingMail struct{ Subject, Text, Answers, References string }

// send submits a mail to the game's address and gives its Message-ID.
func (m *mailProgram) send(ctx context.Context, o outgoingMail) (string, error) {
	m.mu.Lock()
	m.sent++
	id := fmt.Sprintf("<%s.%d@example.org>", m.user, m.sent)
	m.mu.Unlock()
	raw, err := m.compose(o, id)
	if err != nil {
		return "", fmt.Errorf("demo: write a mail: %w", err)
	}
	m.keep(&boxMail{Sent: true, At: m.stage.clock.Now(), From: m.name(), To: m.stage.address, Subject: o.Subject, ID: id, Answers: o.Answers, References: o.References, Text: o.Text})
	m.stage.way.depart(id)
	r := m.sender.Send(ctx, mailer.Message{From: m.address(), To: []string{m.stage.address}, Raw: raw})
	for _, to := range r.Recipients {
		if to.Fate != mailer.Accepted {
			m.stage.way.arrive(id)
			return "", errors.Join(r.Halt, fmt.Errorf("demo: the mail server did not take %s's mail: %s", m.player.Given, to.Text))
		}
	}
	return id, nil
}

func (m *mailProgram) compose(o outgoingMail, id string) ([]byte, error) {
	var h mail.Header
	h.SetAddressList("From", []*mail.Address{{Name: m.name(), Address: m.address()}})
	h.SetAddressList("To", []*mail.Address{{Address: m.stage.address}})
	h.SetSubject(oneLine(o.Subject))
	h.SetDate(m.stage.clock.Now())
	h.Set("Message-Id", id)
	if o.Answers != "" {
		h.Set("In-Reply-To", oneLine(o.Answers))
		h.Set("References", oneLine(o.References))
	}
	h.Set("MIME-Version", "1.0")
	h.SetContentType("text/plain", map[string]string{"charset": "utf-8"})
	h.Set("Content-Transfer-Encoding", "quoted-printable")
	var b bytes.Buffer
	w, err := mail.CreateSingleInlineWriter(&b, h)
	if err != nil {
		return nil, err
	}
	text := strings.ReplaceAll(strings.ReplaceAll(o.Text, "\r\n", "\n"), "\n", "\r\n")
	if _, err := io.WriteString(w, text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
