package moderator

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/store"
)

// TestStumble: a mail at which reading itself fails is set aside with what the
// programmers must know, and the mails behind it are played.
func TestStumble(t *testing.T) {
	const trap = "xyzzy"
	for name, spring := range map[string]func(*reading){
		"taken apart": func(r *reading) {
			r.parse = func(raw []byte, o parser.Options) *parser.Letter {
				if bytes.Contains(raw, []byte(trap)) {
					panic(trap)
				}
				return parser.Parse(raw, o)
			}
		},
		"read": func(r *reading) {
			r.read = func(l *parser.Letter, c parser.Context) parser.Reading {
				if strings.Contains(l.Text, trap) {
					panic(trap)
				}
				return parser.Read(l, c)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			book := store.Memory()
			m, err := New(book, Settings{Address: "nomic@nomic.example.org", Delimiter: "+", Log: slog.New(slog.NewTextHandler(&log, nil))})
			if err != nil {
				t.Fatal(err)
			}
			at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
			f := GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC", Customs: map[string]string{"trust": "from"},
				Players: []PlayerFile{{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}}}}
			if _, err := m.Create(f, "org", at); err != nil {
				t.Fatal(err)
			}
			spring(&m.reading)
			for _, c := range []struct{ text, outcome string }{
				{trap, "set aside: " + stumbled}, {trap, "duplicate"}, {"status", "answered"},
			} {
				raw := []byte("From: ada@example.org\r\nTo: nomic+tea@nomic.example.org\r\n\r\n" + c.text + "\r\n")
				o, err := m.Receive(Mail{Raw: raw, At: at.Add(time.Hour)})
				if err != nil || o.Outcome != c.outcome {
					t.Errorf("%s: %+v, %v; want %q", c.text, o, err, c.outcome)
				}
				if in, ok, err := book.Input(record.HashOf(raw)); err != nil || !ok || !bytes.Equal(in.Raw, raw) {
					t.Errorf("%s: the mail is not kept: %v, %v", c.text, ok, err)
				}
			}
			if said := log.String(); !strings.Contains(said, "level=ERROR") || !strings.Contains(said, "stumble_test.go") {
				t.Errorf("the log does not say where it stumbled:\n%s", said)
			}
		})
	}
}
