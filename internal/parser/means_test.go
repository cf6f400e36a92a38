package parser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestMeans holds each mail of testdata/mail that has a file means against it:
// what a careful person would have read, written before the parser was asked,
// a line for each thing. It lies apart from want, so that -update can never
// change it. A line "ask" stands for any number of questions.
func TestMeans(t *testing.T) {
	files, err := filepath.Glob("testdata/mail/*/means")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases")
	}
	for _, file := range files {
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(filepath.Join(filepath.Dir(file), "in.eml"))
		if err != nil {
			t.Fatal(err)
		}
		l := Parse(raw, Options{AuthServer: "mx.nomic.example.org"})
		var r Reading
		if l.Kind == Message {
			r = Read(l, around(t, filepath.Dir(file)))
		}
		if got := means(Describe(l, r)); got != string(want) {
			t.Errorf("%s\n--- got\n%s--- want\n%s", filepath.Dir(file), got, want)
		}
	}
}

// around is the context of the mail in dir: theGame, and what its file
// context.json says is different there.
func around(t *testing.T, dir string) Context {
	t.Helper()
	c := theGame()
	data, err := os.ReadFile(filepath.Join(dir, "context.json"))
	if os.IsNotExist(err) {
		return c
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatalf("%s: %v", dir, err)
	}
	return c
}

// means says in lines what a mail does.
func means(o Object) string {
	if o.Kind != Message {
		s := string(o.Kind)
		if o.Bounce != nil {
			s = fmt.Sprintf("bounce %s permanent=%v", o.Bounce.Address, o.Bounce.Permanent)
		}
		return s + "\n"
	}
	var b strings.Builder
	for _, s := range o.Commands {
		if s.Outcome == Counted {
			b.WriteString(saidLine(s) + "\n")
		}
	}
	if o.Ask {
		b.WriteString("ask\n")
	}
	return b.String()
}

func saidLine(s Said) string {
	out := []string{s.Verb}
	for _, n := range []int{s.Proposal, s.Rule, s.Judgment} {
		if n != 0 {
			out = append(out, strconv.Itoa(n))
		}
	}
	for _, w := range []string{s.Vote, s.Ruling, s.Value} {
		if w != "" {
			out = append(out, w)
		}
	}
	if s.Amendment != 0 {
		out = append(out, "amendment", strconv.Itoa(s.Amendment))
	}
	for _, p := range []struct {
		name string
		text *string
	}{{"title", s.Title}, {"text", s.Body}, {"clause", s.Clause}} {
		if p.text != nil && *p.text != "" {
			out = append(out, fmt.Sprintf("%s %q", p.name, *p.text))
		}
	}
	if s.Edit != nil {
		out = append(out, fmt.Sprintf("edit %q %q", s.Edit.Old, s.Edit.New))
	}
	return strings.Join(out, " ")
}
