package moderator_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
)

// TestBadMail: what cannot be read, or may not be believed, changes nothing, is
// kept, and is answered once at most.
func TestBadMail(t *testing.T) {
	for _, c := range []struct {
		name, raw, fault, outcome, letter string
	}{
		{"too large", "From: ada@example.org\r\n\r\n301 FOR\r\n", "it is too large to be read", "set aside", "too large"},
		{"unreadable", "From: ada@example.org\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0=\r\n", "", "", ""},
		{"no sender", "To: nomic+tea@nomic.example.org\r\n\r\n301 FOR\r\n", "", "refused", ""},
		{"two senders", "From: ada@example.org\r\nFrom: bob@example.org\r\nTo: nomic+tea@nomic.example.org\r\n\r\n301 FOR\r\n", "", "refused", ""},
		{"forged", "Authentication-Results: mx.example.org; dmarc=fail\r\nFrom: ada@example.org\r\nTo: nomic+tea@nomic.example.org\r\n\r\nforfeit\r\n", "", "refused: the sender's address failed DMARC", "disowns"},
		{"a machine", "From: ada@example.org\r\nTo: nomic+tea@nomic.example.org\r\nAuto-Submitted: auto-replied\r\nSubject: away\r\n\r\nforfeit\r\n", "", "ignored: auto-reply", ""},
		{"our own", "From: nomic+tea@nomic.example.org\r\nTo: nomic+tea@nomic.example.org\r\n\r\nforfeit\r\n", "", "ignored: own", ""},
		{"empty", "", "the mail server could not give it", "set aside", ""},
		{"bytes", "\x00\xff\xfe\r\r\n\n\x80", "", "", ""},
		{"header injection", "From: ada@example.org\r\nTo: nomic+tea@nomic.example.org\r\nSubject: =?utf-8?q?x=0D=0ABcc:_all=40example.org?=\r\n\r\nstatus\r\n", "", "answered", "We are waiting"},
	} {
		t.Run(c.name, func(t *testing.T) {
			book := store.Memory()
			m := teaGame(t, book)
			before := stateOf(t, m)
			letters := len(allLetters(t, book))
			mail := moderator.Mail{Raw: []byte(c.raw), At: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), Where: "INBOX/1/1", Fault: c.fault}
			var first moderator.Outcome
			for i := range 3 {
				o, err := m.Receive(mail)
				if err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					first = o
				}
			}
			if !strings.HasPrefix(first.Outcome, c.outcome) {
				t.Errorf("the outcome is %q, want %q", first.Outcome, c.outcome)
			}
			if after := stateOf(t, m); !reflect.DeepEqual(before, after) {
				t.Errorf("the game has changed: %+v", after)
			}
			fresh := allLetters(t, book)[letters:]
			if c.letter == "" && c.outcome != "" && len(fresh) != 0 || c.letter != "" && (len(fresh) != 1 || !strings.Contains(fresh[0], c.letter)) {
				t.Errorf("%d letters: %q", len(fresh), fresh)
			}
			for _, l := range fresh {
				if strings.Contains(strings.ToLower(l), "\nbcc:") {
					t.Errorf("a header was injected: %s", l)
				}
			}
		})
	}
}

// TestStrangersAreAnsweredAFewTimes: two programs that answer each other stop
// soon.
func TestStrangersAreAnsweredAFewTimes(t *testing.T) {
	book := store.Memory()
	m := teaGame(t, book)
	before := len(allLetters(t, book))
	for i := range 50 {
		raw := fmt.Sprintf("From: mallory@example.net\r\nTo: nomic+tea@nomic.example.org\r\nMessage-ID: <%d@example.net>\r\n\r\n301 FOR\r\n", i)
		if _, err := m.Receive(moderator.Mail{Raw: []byte(raw), At: time.Date(2026, 1, 5, 12, i, 0, 0, time.UTC)}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(allLetters(t, book)) - before; n == 0 || n > 10 {
		t.Errorf("50 mails of a stranger were answered %d times", n)
	}
}

// teaGame is a running game of two, with proposal 301 of Bob's open to vote.
func teaGame(t *testing.T, book *store.Store) *moderator.Moderator {
	t.Helper()
	return teaGameOf(t, book, map[string]string{"trust": "from", "debate_least": "0h"})
}

func teaGameOf(t *testing.T, book *store.Store, customs map[string]string) *moderator.Moderator {
	t.Helper()
	m, err := moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+"})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC",
		Customs: customs, Players: []moderator.PlayerFile{
			{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}},
			{Given: "Bob", Surname: "Crumhorn", Addresses: []string{"bob@example.org"}},
		}}
	if _, err := m.Create(f, "org", at); err != nil {
		t.Fatal(err)
	}
	for _, a := range []moderator.Act{
		{Game: "tea", By: "org", Verb: "start", At: at},
		{Game: "tea", By: "org", Verb: "as", Player: "Bob", Words: "repeal 210", At: at.Add(time.Hour)},
	} {
		if _, err := m.Act(a); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func stateOf(t *testing.T, m *moderator.Moderator) moderator.State {
	t.Helper()
	g, err := m.Game("tea")
	if err != nil {
		t.Fatal(err)
	}
	return moderator.StateOf(g)
}

// allLetters are the letters as they travel, in their order; those of no game
// come last.
func allLetters(t *testing.T, book *store.Store) []string {
	t.Helper()
	var list []string
	for _, game := range []string{"tea", ""} {
		for l, err := range book.Letters(game) {
			if err != nil {
				t.Fatal(err)
			}
			raw, _, err := book.Body(l.Raw)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, string(raw))
		}
	}
	return list
}

// TestMailFromBeforeUs: a mailbox that was used before is full of mails that are
// no business of ours. Nobody is answered, unless the mail names a game.
func TestMailFromBeforeUs(t *testing.T) {
	book := store.Memory()
	m := teaGame(t, book)
	before := len(allLetters(t, book))
	old := time.Date(2019, 3, 1, 12, 0, 0, 0, time.UTC)
	for i, from := range []string{"ada@example.org", "mallory@example.net"} {
		raw := fmt.Sprintf("From: %s\r\nTo: ada@example.org\r\nMessage-ID: <%d@example.net>\r\n\r\nShall we meet? 301 FOR one\r\n", from, i)
		o := receive(t, m, raw, old)
		if o.Outcome != "ignored: older than every game" {
			t.Errorf("%s: %q", from, o.Outcome)
		}
	}
	if n := len(allLetters(t, book)) - before; n != 0 {
		t.Errorf("%d letters were written", n)
	}
	o := receive(t, m, "From: ada@example.org\r\nTo: nomic+tea@nomic.example.org\r\nMessage-ID: <2@example.net>\r\n\r\nstatus\r\n", old)
	if o.Outcome != "answered" {
		t.Errorf("to the game: %q", o.Outcome)
	}
}
