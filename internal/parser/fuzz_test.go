package parser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nomicmail/internal/rules"
)

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
	f.Add([]byte(mimeHead + "Content-Type: application/ms-tnef\n\n" + winmail(attributeOf(tnefProps, props(prop(0x1f, propBody, "3\x000\x001\x00"), prop(0x102, propHTML, "<p>301 FOR"))))))
	f.Add([]byte(mimeHead + "Content-Type: text/html; charset*0=utf; charset*1=-7\n\n<style>.a{display:none}</style><table><tr><td>301<td><s class=a>FOR</s></table><ol start=3><li>x"))
	f.Add([]byte("From: a <b@c.d>\nReturn-Path: <>\nX-Failed-Recipients: e@f.g\n" + multi("multipart/report; report-type=delivery-status", "\n(expanded from <h@i.j>): 550", "Content-Type: message/delivery-status\n\nAction: failed\nFinal-Recipient: utf-8; \\x{41}@x.y\nStatus: 5.1.1")))
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
