package parser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nomicmail/internal/rules"
)

// A form is one case of testdata/proposals: a mail, and what is read in it.
type form struct {
	name, from, subject string
	text, want          string
}

// forms reads a file of cases. A case begins with "=== " and its name; its mail
// follows, with a Subject of its own if the first line is one, up to a line that
// begins with "=> ": what is proposed, asked, or done otherwise. Below a
// proposal "| " stands before each line of its text, "title| ", "clause| ",
// "old| " and "new| " before its other parts.
func forms(t *testing.T, file string) (all []form) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := strings.Cut(string(data), "\n=== ")
	from := "Zoe Lanternjaw <zoe.lanternjaw@example.org>"
	for l := range strings.Lines(head) {
		if rest, ok := strings.CutPrefix(l, "From: "); ok {
			from = strings.TrimSpace(rest)
		}
	}
	for _, c := range strings.Split(body, "\n=== ") {
		name, rest, _ := strings.Cut(c, "\n")
		text, want, ok := strings.Cut(rest, "\n=> ")
		if !ok {
			t.Fatalf("%s: %s says not what is read in it", file, name)
		}
		f := form{name: name, from: from, text: text, want: strings.TrimSpace(want)}
		if s, ok := strings.CutPrefix(text, "Subject: "); ok {
			f.subject, f.text, _ = strings.Cut(s, "\n")
		}
		all = append(all, f)
	}
	return all
}

// mail is the mail of a form: a reply, unless it has a Subject of its own.
func (f form) mail() []byte {
	head := "From: " + f.from + "\nTo: tea@nomic.example.org\n"
	if f.subject == "" {
		head += "Subject: Re: tea\nIn-Reply-To: <x@nomic.example.org>\n"
	} else {
		head += "Subject: " + f.subject + "\n"
	}
	return []byte(head + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n" + f.text + "\n")
}

// proposed tells what was read, as the files of forms do.
func proposed(r Reading) string {
	var out []string
	for _, f := range r.Fragments {
		if f.Outcome == HeldBack {
			out = append(out, "=> ask "+f.Reason)
		}
		if f.Outcome != Counted {
			continue
		}
		switch c := f.Command.(type) {
		case rules.Propose:
			for _, d := range c.Drafts {
				out = append(out, "=> "+drafted(d))
			}
		case rules.Revise:
			out = append(out, fmt.Sprintf("=> revise %d", c.Proposal)+strings.TrimPrefix(drafted(c.Draft), " 0"))
		case rules.Vote:
			out = append(out, fmt.Sprintf("=> %d %s", c.Proposal, c.Option))
		case rules.WithdrawVote:
			out = append(out, fmt.Sprintf("=> %d withdrawn", c.Proposal))
		default:
			out = append(out, "=> "+commanded(f))
		}
	}
	if len(out) == 0 {
		return "nothing"
	}
	return strings.TrimPrefix(strings.Join(out, "\n"), "=> ")
}

// commanded tells a command that is neither a vote nor a proposal.
func commanded(f Fragment) string {
	o := said(f)
	words := []string{o.Verb}
	for _, n := range []int{o.Proposal, o.Rule, o.Judgment} {
		if n != 0 {
			words = append(words, itoa(n))
		}
	}
	for _, s := range []string{o.Ruling, o.Value} {
		if s != "" {
			words = append(words, s)
		}
	}
	s := strings.Join(words, " ")
	if o.Body != nil && *o.Body != "" {
		s += bars("| ", *o.Body)
	}
	return s
}

func drafted(d rules.Draft) string {
	s := string(d.Kind)
	if d.Kind != rules.Enact {
		s += fmt.Sprintf(" %d", d.Rule)
	}
	if d.Amendment > 0 {
		s += fmt.Sprintf(" amendment %d", d.Amendment)
	}
	s += bars("title| ", d.Title) + bars("| ", d.Text) + bars("clause| ", d.Clause)
	if d.Edit != nil {
		s += bars("old| ", d.Edit.Old) + bars("new| ", d.Edit.New)
	}
	return s
}

func bars(bar, text string) string {
	if text == "" {
		return ""
	}
	s := ""
	for _, l := range strings.Split(text, "\n") {
		s += "\n" + strings.TrimRight(bar+l, " ")
	}
	return s
}

// TestProposals reads every form in testdata/proposals. It tells how many came
// out as a person would read them, how many of the others were asked about, and
// how many were read wrongly.
func TestProposals(t *testing.T) { readForms(t, "testdata/proposals/*.txt") }

// TestCommands reads the other commands of the table.
func TestCommands(t *testing.T) { readForms(t, "testdata/commands/*.txt") }

func readForms(t *testing.T, pattern string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) != len(languages) {
		t.Fatalf("%d files of forms in %s, want one a language", len(files), pattern)
	}
	for _, file := range files {
		var right, held, wrong int
		for _, f := range forms(t, file) {
			l := Parse(f.mail(), Options{})
			got := proposed(Read(l, formGame()))
			switch {
			case got == f.want:
				right++
				continue
			case strings.HasPrefix(got, "ask ") && !strings.Contains(got, "=> ") || got == "nothing":
				held++
			default:
				wrong++
			}
			t.Errorf("%s: %s\n%s\n-- got\n%s\n-- want\n%s", filepath.Base(file), f.name, f.text, got, f.want)
		}
		t.Logf("%s: %d right, %d asked or nothing, %d wrong", filepath.Base(file), right, held, wrong)
	}
}

// formGame is the game of the forms: that of the sample mails, in which 306 is
// the sender's own and in debate, and 305 the sender's own and open.
func formGame() Context {
	c := theGame()
	c.Debate, c.Proposer, c.Organiser = []int{306}, []int{305, 306}, true
	return c
}
