package parser

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestMail reads every mail in testdata/mail: a folder a case, named after what
// is odd about it, with in.eml, byte for byte, and want, what was understood.
func TestMail(t *testing.T) {
	dirs, err := filepath.Glob("testdata/mail/*")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no cases")
	}
	for _, dir := range dirs {
		raw, err := os.ReadFile(filepath.Join(dir, "in.eml"))
		if err != nil {
			t.Fatal(err)
		}
		l := Parse(raw, Options{AuthServer: "mx.nomic.example.org"})
		golden(t, filepath.Join(dir, "want"), described(l, around(t, dir)))
	}
}

func described(l *Letter, c Context) string {
	var b strings.Builder
	fmt.Fprintf(&b, "from %v (%d fields)\nto %v\nsubject %s\nid %s\nanswers %v\n", l.From, l.FromFields, l.To, l.Subject, l.ID, l.InReplyTo)
	fmt.Fprintf(&b, "date %v\nreceived %v\nauth %+v\nwhy %s\ndamaged %s\n", l.Date, l.Received, l.Auth, l.Why, l.Damaged)
	var r Reading
	if l.Kind == Message {
		r = Read(l, c)
	}
	data, err := json.MarshalIndent(Describe(l, r), "", "  ")
	if err != nil {
		panic(err)
	}
	b.Write(data)
	b.WriteString("\n\n" + l.Text)
	return b.String()
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is read differently now (go test ./internal/parser -update, then read the diff):\n%s", file, got)
	}
}

// TestMailbox: the same mail by another road says nothing new; another mail
// with its Message-ID does.
func TestMailbox(t *testing.T) {
	var m Mailbox
	for _, c := range []struct{ dir, want string }{
		{"es-gmail-android-inline", "301 for counted, 302 against counted"},
		{"es-duplicate-via-list", "301 for aside, 302 against aside"},
		{"es-reused-message-id", "301 against counted"},
	} {
		raw, err := os.ReadFile(filepath.Join("testdata/mail", c.dir, "in.eml"))
		if err != nil {
			t.Fatal(err)
		}
		o := m.Read(Parse(raw, Options{}), theGame())
		var got []string
		for _, s := range o.Commands {
			got = append(got, fmt.Sprintf("%d %s %s", s.Proposal, s.Vote, s.Outcome))
		}
		if s := strings.Join(got, ", "); s != c.want || o.Ask {
			t.Errorf("%s: got %s, ask %v; want %s", c.dir, s, o.Ask, c.want)
		}
	}
}

// TestDMARCFailure: what a mail says that fails DMARC is held, whatever it is.
func TestDMARCFailure(t *testing.T) {
	raw, err := os.ReadFile("testdata/mail/en-spoofed-forged-auth-results/in.eml")
	if err != nil {
		t.Fatal(err)
	}
	l := Parse(raw, Options{})
	o := Describe(l, Read(l, theGame()))
	if o.Trust != "failed" || !o.Ask || len(o.Commands) != 3 {
		t.Fatalf("%+v", o)
	}
	for _, c := range o.Commands {
		if c.Outcome != HeldBack {
			t.Errorf("%+v", c)
		}
	}
}
