package moderator

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/emersion/go-message"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
)

// original is a letter of ours that a mail answers.
type original struct {
	record.Letter
	plain, shown string // its text, and its HTML part as a person sees it
	through      bool   // the mail answers somebody's answer to it
}

// mostAnswered bounds how many of the mails that one answers are looked for.
const mostAnswered = 20

// answeredIDs are the Message-IDs of the mails that a mail answers, the nearest
// first (RFC 5322 §3.6.4).
func answeredIDs(l *parser.Letter) []string {
	ids := append(slices.Clone(l.InReplyTo), reversed(l.References)...)
	return ids[:min(len(ids), mostAnswered)]
}

// answered finds the letter of ours that a mail answers.
func (m *Moderator) answered(l *parser.Letter) (original, error) {
	ids := answeredIDs(l)
	for i, id := range ids {
		ours, ok, err := m.book.Letter(id)
		if err != nil {
			return original{}, fmt.Errorf("moderator: find letter %s: %w", id, err)
		}
		if !ok {
			continue
		}
		o := original{Letter: ours, through: i > 0 && id != ids[0]}
		raw, ok, err := m.book.Body(ours.Raw)
		if err == nil && ok {
			o.plain, o.shown = parts(raw)
		}
		return o, err
	}
	return original{}, nil
}

// parts are the plain text of a letter of ours and its HTML part as text, ""
// where there is none. Only the first has bars before the words of players, by
// which reading tells what they say again from what they quote.
func parts(raw []byte) (plain, shown string) {
	letter, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return "", ""
	}
	list := letter.MultipartReader()
	if kind, _, _ := letter.Header.ContentType(); kind == "multipart/mixed" && list != nil { // it has files
		if letter, err = list.NextPart(); err != nil {
			return "", ""
		}
		list = letter.MultipartReader()
	}
	if list == nil {
		return "", ""
	}
	var texts [2]string
	for i := range texts {
		part, err := list.NextPart() // RFC 2046 §5.1.4: the plainest comes first
		if err != nil {
			break
		}
		text, err := io.ReadAll(part.Body)
		if err != nil {
			break
		}
		texts[i] = strings.ReplaceAll(string(text), "\r\n", "\n")
	}
	return texts[0], parser.Shown(texts[1])
}
