package parser

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nomicmail/internal/rules"
)

// voteForm is a row of testdata/votes: what somebody writes, where, and what is
// to be read in it.
type voteForm struct {
	lang    string
	line    int
	text    string
	verdict string
	where   string
}

// situations are what the groups of a table say of the game and of the letter
// that is answered.
var situations = map[string]func(*Context){
	"301 to 305 are open":                      func(*Context) {},
	"in reply to the ballot on 301":            func(c *Context) { c.Rows = []int{301} },
	"in reply to a ballot on 301 and 302":      func(c *Context) { c.Rows = []int{301, 302} },
	"in reply to a ballot on 301, 302 and 303": func(c *Context) { c.Rows = []int{301, 302, 303} },
	"only 301 is open":                         func(c *Context) { c.Open = []int{301} },
}

// voteForms reads all tables.
func voteForms(t *testing.T) []voteForm {
	t.Helper()
	var out []voteForm
	for _, lang := range languages {
		data, err := os.ReadFile(filepath.Join("testdata/votes", lang+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		where, before := "", len(out)
		for i, l := range strings.Split(string(data), "\n") {
			form, verdict, is := strings.Cut(l, " ⇒ ")
			switch heading, ok := strings.CutPrefix(l, "== "); {
			case ok && situations[heading] != nil:
				where = heading
			case ok:
				t.Fatalf("%s.txt:%d: no such situation", lang, i+1)
			case is && where != "":
				out = append(out, voteForm{lang, i + 1, strings.ReplaceAll(form, "⏎", "\n"), verdict, where})
			case l != "" && l[0] != '#' || is && where != "":
				t.Fatalf("%s.txt:%d: neither a form nor a heading", lang, i+1)
			}
		}
		if len(out)-before < 60 {
			t.Errorf("%s.txt has %d forms", lang, len(out)-before)
		}
	}
	return out
}

// context is where a form is written.
func (f voteForm) context() Context {
	c := theGame()
	c.Language = f.lang
	situations[f.where](&c)
	return c
}

// read is what is read in a mail, as a verdict.
func verdictOf(r Reading) string {
	var out []string
	for _, f := range r.Fragments {
		if f.Outcome != Counted {
			continue
		}
		switch c := f.Command.(type) {
		case rules.Vote:
			out = append(out, itoa(c.Proposal)+" "+string(c.Option))
		case rules.WithdrawVote:
			out = append(out, itoa(c.Proposal)+" withdrawn")
		default:
			out = append(out, f.Verb)
		}
	}
	slices.Sort(out)
	if r.Ask {
		out = append(out, "held")
	}
	if len(out) == 0 {
		return "nothing"
	}
	return strings.Join(out, "; ")
}

// allows says that a verdict of the table is met by one of a mail.
func (f voteForm) allows(got string) bool {
	for _, v := range strings.Split(f.verdict, " or ") {
		counted, held := strings.CutSuffix(v, "held")
		want := strings.Split(strings.TrimSuffix(counted, "; "), "; ")
		slices.Sort(want)
		if held {
			want = append(want, "held")
		}
		if got == strings.TrimPrefix(strings.Join(want, "; "), "; ") {
			return true
		}
	}
	return false
}

// invents says that a reading counts what the table does not.
func (f voteForm) invents(got string) bool {
	for _, g := range strings.Split(got, "; ") {
		if g != "held" && g != "nothing" && !slices.Contains(strings.Split(f.verdict, "; "), g) {
			return true
		}
	}
	return false
}

// TestVoteTables reads every form of the tables.
func TestVoteTables(t *testing.T) {
	for _, lang := range languages {
		t.Run(lang, func(t *testing.T) {
			right, shy, wrong := 0, 0, 0
			for _, f := range voteForms(t) {
				if f.lang != lang {
					continue
				}
				got := verdictOf(Read(Parse(mailOf(f.text), Options{}), f.context()))
				switch {
				case f.allows(got):
					right++
					continue
				case f.invents(got):
					wrong++
					t.Errorf("WRONG %s.txt:%d (%s) %q\n got %s\nwant %s", f.lang, f.line, f.where, f.text, got, f.verdict)
				default:
					shy++
					t.Errorf("%s.txt:%d (%s) %q\n got %s\nwant %s", f.lang, f.line, f.where, f.text, got, f.verdict)
				}
			}
			t.Logf("%s: %d right, %d shy, %d wrong", lang, right, shy, wrong)
		})
	}
}

// TestLateWithdrawal: who takes a vote back when the vote is over, and the number is
// a rule's by now, has not proposed to repeal that rule.
func TestLateWithdrawal(t *testing.T) {
	c := Context{Open: []int{302}, Rules: []int{101, 206, 301}, Known: true, MayPropose: true}
	for _, pool := range []*Pool{nil, {}} {
		c.Pool = pool
		for _, text := range []string{"301 WITHDRAW", "301 RETIRAR", "retirar 301", "301: retirar", "retiro a 301", "301 GERİ AL", "301 VISSZAVONOM"} {
			if got := readText(text, c); got != "ask rule-not-proposal" {
				t.Errorf("%q, too late, is read as %s", text, got)
			}
		}
		if got := readText("retirar a regra 206", c); !strings.Contains(got, "repeal 206") {
			t.Errorf("a repeal in so many words is read as %q", got)
		}
	}
}
