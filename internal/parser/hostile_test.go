package parser

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/rules"
)

// TestHostile: no mail takes long, however it is made.
func TestHostile(t *testing.T) {
	nested := strings.Builder{}
	for i := range 3000 {
		fmt.Fprintf(&nested, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	many := strings.Builder{}
	many.WriteString("Content-Type: multipart/mixed; boundary=b\n\n")
	for range 100_000 {
		many.WriteString("--b\nContent-Type: text/plain\n\n301 FOR\n")
	}
	text := func(s string) string { return "From: a@example.org\n\n" + s }
	html := func(s string) string { return "From: a@example.org\nContent-Type: text/html\n\n" + s }
	words := strings.Repeat("the vote on the vote on the vote ", 20_000)
	cases := map[string]string{
		"deep nesting":        "From: a@example.org\n" + nested.String(),
		"many parts":          "From: a@example.org\n" + many.String(),
		"a million quotes":    text(strings.Repeat("> 301 FOR\n", 1_000_000/4)),
		"deep quotes":         text(strings.Repeat(strings.Repeat(">", 5000)+" 301 FOR\n", 200)),
		"one long line":       text(strings.Repeat("301 FOR ", 200_000)),
		"one long word":       text(strings.Repeat("x", 2_000_000)),
		"many lines":          text(strings.Repeat("301 FOR\n", 100_000)),
		"many paragraphs":     text(strings.Repeat("301 FOR\n\n", 100_000)),
		"many proposals":      text(strings.Repeat("amend 203\n\"x\"\n\n", 30_000)),
		"open quotation":      text("amend 203\n" + strings.Repeat("\"x\n", 100_000)),
		"open marks":          text(strings.Repeat("“ ", 200_000)),
		"nested marks":        text("amend 203\n" + strings.Repeat("“x", 200_000)),
		"labels":              text("enact\n" + strings.Repeat("title: x\n", 50_000)),
		"colons":              text(strings.Repeat("On 2025: ", 100_000)),
		"attribution lines":   text(strings.Repeat("On 3 Mar 2025 10:12 a@b.c\n", 50_000)),
		"header lines":        text(strings.Repeat("From: x\n\n", 50_000)),
		"signature lines":     text(strings.Repeat("-- \n", 100_000)),
		"closings":            text("x\n" + strings.Repeat("Thanks\n", 50_000)),
		"numbers":             text(strings.Repeat("301, ", 200_000)),
		"ranges":              text(strings.Repeat("301-400 ", 50_000)),
		"boxes":               text(strings.Repeat("[x] ", 200_000)),
		"huge header":         "From: a@example.org\nX: " + strings.Repeat("x\n ", 500_000) + "\n\n301 FOR",
		"many fields":         strings.Repeat("From: a@example.org\n", 200_000) + "\n301 FOR",
		"many addresses":      "From: " + strings.Repeat("a@example.org, ", 100_000) + "\n\nx",
		"many words":          "Subject: " + strings.Repeat("=?utf-8?q?x?= ", 10_000) + "\nFrom: a@example.org\n\nx",
		"folded words":        "From: a@example.org\nSubject: " + strings.Repeat("=?utf-8?q?x?=\n ", 50_000) + "\n\nx",
		"html nesting":        html(strings.Repeat("<div>", 100_000)),
		"html quotes":         html(strings.Repeat("<blockquote>", 400) + strings.Repeat("<p>x", 10_000)),
		"html cells":          html("<table>" + strings.Repeat("<td>x", 100_000)),
		"html spaces":         html("<pre>" + strings.Repeat(" \n", 500_000)),
		"base64":              "From: a@example.org\nContent-Transfer-Encoding: base64\n\n" + strings.Repeat("=A", 1_000_000),
		"quoted-printable":    "From: a@example.org\nContent-Transfer-Encoding: quoted-printable\n\n" + strings.Repeat("=\n=", 500_000),
		"equals and spaces":   "From: a@example.org\nContent-Transfer-Encoding: quoted-printable\n\n" + strings.Repeat("= ", 500_000),
		"utf-7":               "From: a@example.org\nContent-Type: text/plain; charset=utf-7\n\n" + strings.Repeat("+", 500_000),
		"flowed":              "From: a@example.org\nContent-Type: text/plain; format=flowed\n\n" + strings.Repeat("x \n", 500_000),
		"flowed depth":        "From: a@example.org\nContent-Type: text/plain; format=flowed\n\n" + strings.Repeat(strings.Repeat(">", 3000)+"x \n", 200),
		"bounce of addresses": "From: MAILER-DAEMON@example.org\n\n" + strings.Repeat("a@b.cc ", 100_000),
		"repeated words":      text(words),
		"delivery blocks":     "From: a@example.org\nContent-Type: message/delivery-status\n\n" + strings.Repeat("Action: failed\n\n", 100_000),
		"bytes":               string(bytes.Repeat([]byte{0xff, 0x00, 0x0d}, 500_000)),
	}
	c := theGame()
	only := os.Getenv("ONLY")
	for name, raw := range cases {
		if only != "" && name != only {
			continue
		}
		c.Answered = ""
		if name == "repeated words" {
			c.Answered = words
		}
		t.Log(name)
		start := time.Now()
		l := Parse([]byte(raw), Options{})
		Read(l, c)
		if d := time.Since(start); d > limit {
			t.Errorf("%s: %v for %d bytes", name, d, len(raw))
		}
	}
}

// limit is how long a hostile mail may take, with room for a busy machine.
const limit = 2 * time.Second

// TestSizeLimit: a mail that is too large is not read, but its sender is known.
func TestSizeLimit(t *testing.T) {
	l := Parse(append(mailOf("301 FOR\n"), make([]byte, 2000)...), Options{MaxSize: 1000})
	if l.Kind != Unreadable || l.Text != "" || len(l.From) != 1 {
		t.Errorf("%+v", l)
	}
}

// check holds for every reading of anything.
func check(t *testing.T, l *Letter, c Context) {
	t.Helper()
	r := Read(l, c)
	for _, f := range r.Fragments {
		if f.Outcome == Counted && f.Reason != "" || f.Outcome == HeldBack && f.Reason == "" {
			t.Errorf("outcome and reason disagree: %+v", f)
		}
		if v, ok := f.Command.(rules.Vote); ok && f.Outcome == Counted {
			open := false
			for _, n := range c.Open {
				open = open || n == v.Proposal
			}
			if !open || v.Option == "" {
				t.Errorf("a vote on nothing: %+v", f)
			}
		}
		if f.Command == nil && f.Outcome == Counted {
			t.Errorf("counted and no command: %+v", f)
		}
	}
	Describe(l, r)
}

func seeds(f *testing.F) [][]byte {
	names, err := filepath.Glob("testdata/mail/*/in.eml")
	if err != nil || len(names) == 0 {
		f.Fatal("no seeds")
	}
	var out [][]byte
	for _, n := range names {
		raw, err := os.ReadFile(n)
		if err != nil {
			f.Fatal(err)
		}
		out = append(out, raw)
	}
	return out
}

func FuzzParse(f *testing.F) {
	for _, raw := range seeds(f) {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		l := Parse(raw, Options{AuthServer: "mx.nomic.example.org"})
		if strings.ToValidUTF8(l.Text, "") != l.Text || strings.ToValidUTF8(l.Subject, "") != l.Subject {
			t.Errorf("invalid UTF-8: %q %q", l.Text, l.Subject)
		}
		if l.Kind == Message {
			check(t, l, theGame())
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, raw := range seeds(f) {
		f.Add(Parse(raw, Options{}).Text, "")
	}
	f.Add("enact\ntitle: x\n“y\n\nclause:\n  z\nend", ballotLetter)
	f.Add("> 301 [x] FOR\n\nyes\n301-303 no except 302", ballotLetter)
	f.Fuzz(func(t *testing.T, text, answered string) {
		c := theGame()
		c.Answered, c.Rows = answered, []int{301}
		check(t, &Letter{Kind: Message, Text: strings.ToValidUTF8(text, ""), From: []Address{{"Ada Quillfeather", "ada@example.org"}}}, c)
	})
}
