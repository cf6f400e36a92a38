package moderator_test

import (
	"errors"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

// forgetfulBook is a store that cannot always find a letter.
type forgetfulBook struct {
	*store.Store
	fails error
}

func (b *forgetfulBook) Letter(id string) (record.Letter, bool, error) {
	if b.fails != nil {
		return record.Letter{}, false, b.fails
	}
	return b.Store.Letter(id)
}

// TestUnreadRecord: where the record cannot be read, nobody knows whether a mail is
// a letter of ours that has come back, nor which game it answers. It waits until
// that is known, and nothing of it is guessed.
func TestUnreadRecord(t *testing.T) {
	const tea, mailbox = "To: nomic+tea@nomic.example.org\r\n", "To: nomic@nomic.example.org\r\n"
	const named, answer = "Message-ID: <1@example.org>\r\n", "In-Reply-To: <a.letter@nomic.example.org>\r\n"
	for name, c := range map[string]struct {
		header  string
		before  int // days before the others
		outcome string
	}{
		"perhaps our own":               {tea + named, 0, "counted"},
		"perhaps an answer":             {mailbox + answer, 0, "counted"},
		"perhaps from before all games": {mailbox + answer, 30, "ignored: older than every game"},
	} {
		t.Run(name, func(t *testing.T) {
			book := &forgetfulBook{Store: store.Memory()}
			teaGame(t, book.Store)
			m, err := moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
			if err != nil {
				t.Fatal(err)
			}
			mail := moderator.Mail{
				Raw: []byte("From: ada@example.org\r\n" + c.header + "\r\n301 FOR\r\n"),
				At:  time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC).AddDate(0, 0, -c.before),
			}
			book.fails = errors.New("the disk is gone")
			if o, err := m.Receive(mail); !errors.Is(err, book.fails) {
				t.Errorf("the mail has become %+v, %v", o, err)
			}
			if _, known, err := book.Input(record.HashOf(mail.Raw)); known || err != nil {
				t.Errorf("the mail is in the record: %v, %v", known, err)
			}
			book.fails = nil
			if o, err := m.Receive(mail); err != nil || o.Outcome != c.outcome {
				t.Errorf("with the disk there again the mail becomes %+v, %v; want %q", o, err, c.outcome)
			}
		})
	}
}
