package moderator_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"

	"nomicmail/internal/parser"
	"nomicmail/internal/store"
)

// TestReceiptIsAForm: a receipt that comes back with a word of it changed is the
// vote that now stands there, or is asked about, and never another one; unchanged it
// is nothing, and two marks in one row of a ballot are asked about.
func TestReceiptIsAForm(t *testing.T) {
	book := store.Memory()
	m := postGame(t, book, "", "+")
	receive(t, m, says("bob", 1, "enact\nWhoever sleeps may dream.\nend\n"), twelve)
	receive(t, m, says("ada", 2, "301 AGAINST"), twelve.Add(time.Hour))
	last := func(subject string) (id, text string) {
		t.Helper()
		for _, raw := range allLetters(t, book) {
			r, err := mail.CreateReader(strings.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			to, _ := r.Header.AddressList("To")
			if s, _ := r.Header.Subject(); strings.Contains(s, subject) && to[0].Address == "ada@example.org" {
				id, text = r.Header.Get("Message-Id"), parser.Parse([]byte(raw), parser.Options{}).Text
			}
		}
		return id, text
	}
	receipt, words := last("your vote is counted")
	ballot, form := last("301: vote by")
	for i, c := range []struct {
		name, answers, text, outcome, vote string
	}{
		{"unchanged", receipt, quoted(words), "held", "against"},
		{"two marks in a row", ballot, quoted(strings.Replace(form, "[ ] FOR  [ ] AGAINST", "[x] FOR  [x] AGAINST", 1)), "held", "against"},
		{"one mark", ballot, quoted(strings.Replace(form, "[ ] FOR", "[x] FOR", 1)), "counted", "for"},
		{"a word changed back", receipt, "301 AGAINST\n\n" + quoted(words), "counted", "against"},
		{"a word changed in the quotation", receipt, quoted(strings.Replace(words, "AGAINST", "FOR", 1)), "held", "against"},
		{"a word changed without a mark", receipt, strings.Replace(words, "AGAINST", "FOR", 1), "counted", "for"},
	} {
		raw := fmt.Sprintf("From: ada@example.org\r\nTo: nomic+tea@nomic.example.org\r\nIn-Reply-To: %s\r\nMessage-ID: <form%d@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n", c.answers, i, strings.ReplaceAll(c.text, "\n", "\r\n"))
		o := receive(t, m, raw, twelve.Add(time.Duration(i+2)*time.Hour))
		g, err := m.Game("tea")
		if err != nil {
			t.Fatal(err)
		}
		if vote := string(g.Proposal(301).Votes["p1"].Option); o.Outcome != c.outcome || vote != c.vote {
			t.Errorf("%s: %s, and her vote is %s; %v", c.name, o.Outcome, vote, o.Commands)
		}
	}
}

// quoted is a text as a mail program quotes it.
func quoted(text string) string {
	return "> " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n> ")
}
