package parser

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// quotedRow is a row of our ballot as the programs of a language quote it.
var quotedRow = map[string]string{
	"en": "> 301  Crumhorn: amend rule 208, the goal becomes 150 points",
	"pt": "> 301  Crumhorn: alterar a regra 208, a meta passa a 150 pontos",
	"es": "> 301 (Vientoverde): enmendar la regla 208, la meta baja a 150 puntos",
	"tr": "> 301 (Bulutkıran): 208. kuralı değiştir, hedef 150 puan",
	"hu": "> 301  Tűzköves: a 208. szabály módosítása, a cél 150 pont",
}

// TestBelowARow: a word below a quoted row is a vote when it is said without a
// condition, a doubt or a question, and "for, if Gus is" is none.
func TestBelowARow(t *testing.T) {
	data, err := os.ReadFile("testdata/below-a-row.txt")
	if err != nil {
		t.Fatal(err)
	}
	lang, forms := "", 0
	for i, l := range strings.Split(string(data), "\n") {
		form, verdict, is := strings.Cut(l, " ⇒ ")
		if name, ok := strings.CutPrefix(l, "== "); ok {
			lang = name
		}
		if !is || l[0] == '#' {
			continue
		}
		forms++
		for _, words := range []string{quotedRow[lang] + "\n\n" + form + "\n", "301: " + form + "\n"} {
			c := theGame()
			c.Language = lang
			want := "301 " + verdict
			got := verdictOf(Read(&Letter{Kind: Message, Text: words}, c))
			counted := slices.DeleteFunc(strings.Split(got, "; "), func(s string) bool { return s == "held" || s == "nothing" })
			asked := got == "held" || !strings.HasPrefix(words, ">")
			switch none := verdict == "none" || verdict == "ask"; {
			case none && len(counted) > 0, verdict == "ask" && !asked, !none && got != want:
				t.Errorf("below-a-row.txt:%d %s: %q\n got %s\nwant %s", i+1, lang, words, got, verdict)
			}
		}
	}
	if forms < 200 {
		t.Errorf("only %d forms", forms)
	}
}

// TestAboveARow: whoever writes each answer above its row is asked, and whoever
// writes it below is not.
func TestAboveARow(t *testing.T) {
	rows := []string{"> 301  Crumhorn: amend rule 208\n", "> 302  Underpass: repeal rule 210\n"}
	for text, want := range map[string]string{
		"FOR\n" + rows[0] + "\nAGAINST\n" + rows[1]:     "held",
		rows[0] + "\nFOR\n" + rows[1] + "\nAGAINST\n":   "301 for; 302 against",
		rows[0] + "FOR\n" + rows[1] + "AGAINST\n":       "301 for; 302 against",
		"Hello!\n\n" + rows[0] + "For.\n" + rows[1]:     "301 for",
		"FOR\n\n" + rows[0] + "\nAGAINST\n\n" + rows[1]: "held",
	} {
		if got := verdictOf(Read(&Letter{Kind: Message, Text: text}, theGame())); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestExamplesAboveRows: the lines of a form that stand above the list of what is
// open are no rows, so that a word below that list has only one.
func TestExamplesAboveRows(t *testing.T) {
	text := ">     301 AGAINST\n>     302 FOR\n>\n> 301  Crumhorn: amend rule 208\n\nAgainst!\n\n> 302  Underpass: repeal rule 210\n\nFor.\n"
	if got, want := readText(text, theGame()), "301 against; 302 for"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestAnsweredSubject: a Subject with "Re:" is the sender's where the mail says
// nothing else and answers none but ours.
func TestAnsweredSubject(t *testing.T) {
	for _, c := range []struct{ subject, text, answers, ours, want string }{
		{"Re: 301 FOR", "", "", "", "301 for"},
		{"RE: 301 FOR", "Thanks!\n\n-- \nZoe\n", "", "", "301 for"},
		{"Re: 301 a favor, 302 en contra", "", "", "", "301 for; 302 against"},
		{"Ynt: 301 evet", "", "", "", "301 for"},
		{"Vá: 301 igen", "", "", "", "301 for"},
		{"Re: 301 FOR", "", "<x@example.net>", "", "held"},
		{"Re: 301 FOR", "", "<x@example.net>", "Vote on 301.", "301 for"},
		{"Re: 301 FOR", "> I vote against it\n", "", "", "held"},
		{"Re: 301 AGAINST", "FOR\n", "", "", "held"},
		{"Re: 301 FOR", "ok\n", "", "", "nothing"},
		{"Re: why 301 FOR", "", "", "", "held"},
		{"Re: 301 FOR if 302 fails", "", "", "", "held"},
		{"Fwd: 301 FOR", "", "", "", "held"},
	} {
		l := &Letter{Kind: Message, Subject: c.subject, Text: c.text}
		if c.answers != "" {
			l.InReplyTo = []string{c.answers}
		}
		g := theGame()
		g.Answered = c.ours
		if got := verdictOf(Read(l, g)); got != c.want {
			t.Errorf("%q %q answering %q: got %s, want %s", c.subject, c.text, c.answers, got, c.want)
		}
	}
}

// TestSubjectBesideText: a vote in the Subject of which the text says nothing is
// asked about.
func TestSubjectBesideText(t *testing.T) {
	for subject, want := range map[string]string{
		"301 for":              "302 against; held",
		"301 for, 302 against": "302 against; held",
		"302 for":              "302 against",
		"my votes":             "302 against",
		"Re: 301 for":          "302 against",
	} {
		if got := verdictOf(Read(&Letter{Kind: Message, Subject: subject, Text: "302 against\n"}, theGame())); got != want {
			t.Errorf("%q: got %s, want %s", subject, got, want)
		}
	}
}
