package moderator_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

var replies = flag.Int("replies", 1500, "how many replies to letters of ours TestReplies writes")

// ourLetters are all sample letters in all languages and what the players of
// the stories were sent.
func ourLetters(t *testing.T) []sent {
	t.Helper()
	var all []sent
	for _, lang := range templates.Languages() {
		for _, s := range templates.Samples() {
			if s.Shape == "ballot-long" || s.Shape == "ballot-word" || strings.HasSuffix(s.Shape, "-long") {
				continue // a mail program cuts them too, and they take their time
			}
			s.Reader.Language = lang
			w, err := templates.Write(s.Reader, s)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, sent{lang + " " + s.Shape, w.Subject, w.Text, w.HTML, asText(w.HTML)})
		}
	}
	names, _ := filepath.Glob("../../stories/*.txt")
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range txtar.Parse(data).Files {
			head, text, _ := strings.Cut(string(f.Data), "\n\n")
			if !strings.HasSuffix(f.Name, "gets") || len(text) < 80 {
				continue
			}
			subject := strings.TrimPrefix(head, "Subject: ")
			all = append(all, sent{fmt.Sprintf("%s, section %d", filepath.Base(name), i), subject, text, strings.Join(lineBreaks(text), "\n"), text})
		}
	}
	if len(all) < 500 {
		t.Fatalf("only %d letters", len(all))
	}
	return all
}

// ourPhrases are what the moderator knows of its letters.
var ourPhrases = sync.OnceValue(func() *parser.Phrases {
	return parser.PhrasesOf(func(yield func(string) bool) {
		for _, lang := range templates.Languages() {
			for _, s := range templates.Samples() {
				s.Reader.Language = lang
				if w, err := templates.Write(s.Reader, s); err == nil && !yield(w.Text) {
					return
				}
			}
		}
	})
})

// talks say nothing that a moderator would do.
var talks = []string{
	"", "", "Thanks!\n", "Thank you, I shall think about it.\n", "Good morning everybody,\n\nwhat a rainy day it is.\n",
	"Obrigada! Amanhã escrevo com mais calma.\n", "Gracias, lo pensaré esta noche.\n",
	"Teşekkürler, akşam bakarım.\n", "Köszönöm, este megnézem.\n", "On Tuesday I wrote to my aunt that it rains here.\nShe laughed.\n",
	"Am Montag bin ich verreist.\n",
}

// ballots are votes that need nothing around them.
var ballots = []struct {
	text string
	n    int
	o    rules.Option
}{
	{"302 FOR", 302, rules.For}, {"302 AGAINST", 302, rules.Against}, {"302 ABSTAIN", 302, rules.Abstain},
	{"301 FOR", 301, rules.For}, {"301 AGAINST", 301, rules.Against}, {"301 ABSTAIN", 301, rules.Abstain},
	{"I vote for 303.", 303, rules.For}, {"304: nay", 304, rules.Against}, {"vote yes on 305", 305, rules.For},
	{"Voto contra a 302.", 302, rules.Against}, {"301 a favor", 301, rules.For}, {"302 en contra", 302, rules.Against},
	{"301 evet", 301, rules.For}, {"302'ye hayır", 302, rules.Against}, {"301 mellette", 301, rules.For}, {"302 ellene", 302, rules.Against},
}

// reply is a mail that answers a letter of ours.
type reply struct {
	letter      sent
	habit, lang string
	talk        string
	ballot      int // in ballots, -1 for none
	place       string
	threaded    bool // it says which letter it answers
}

func (r reply) String() string {
	b := "no vote"
	if r.ballot >= 0 {
		b = ballots[r.ballot].text
	}
	return fmt.Sprintf("[%s] %s, in %s, %q, %q %s, threaded %v", r.letter.name, r.habit, r.lang, r.talk, b, r.place, r.threaded)
}

// write writes the mail.
func (r reply) write() []byte {
	q := habits[r.habit](client{r.lang}, r.letter)
	above, between, below := r.talk, "", ""
	if r.ballot >= 0 {
		switch text := ballots[r.ballot].text + "\n"; r.place {
		case "above":
			above = strings.TrimSpace(r.talk+"\n"+text) + "\n"
		case "inline":
			between = text
		case "below":
			below = text
		}
	}
	at := gap(q.lines)
	if q.page != nil && len(q.lines) == 1 { // not into the middle of a page
		below, between = below+between, ""
	}
	var b strings.Builder
	b.WriteString("From: Ada Quillfeather <ada@example.org>\nTo: tea@nomic.example.org\nSubject: Re: " + r.letter.subject + "\n")
	if r.threaded {
		b.WriteString("In-Reply-To: <letter@nomic.example.org>\nReferences: <letter@nomic.example.org>\n")
	}
	b.WriteString("MIME-Version: 1.0\nContent-Transfer-Encoding: 8bit\n")
	switch {
	case q.page != nil:
		return []byte(b.String() + "Content-Type: text/html; charset=utf-8\n\n<html><body>" + q.page(q, above, between, below, at) + "</body></html>\n")
	case q.flowed:
		b.WriteString("Content-Type: text/plain; charset=utf-8; format=flowed\n\n")
	default:
		b.WriteString("Content-Type: text/plain; charset=utf-8\n\n")
	}
	if above != "" {
		b.WriteString(above + "\n")
	}
	for _, l := range q.intro {
		b.WriteString(l + "\n")
	}
	b.WriteString(strings.Join(q.lines[:at], "\n") + "\n")
	if between != "" {
		b.WriteString("\n" + between + "\n")
	}
	b.WriteString(strings.Join(q.lines[at:], "\n") + "\n")
	if below != "" {
		b.WriteString("\n" + below)
	}
	return []byte(b.String())
}

// gap is a place between two paragraphs near the middle, where somebody would
// write an answer.
func gap(list []string) int {
	for i := len(list) / 2; i < len(list)-1; i++ {
		if strings.Trim(list[i], "> |:#TN") == "" {
			return i + 1
		}
	}
	return len(list)
}

// context is the game of the samples: what they vote on is open.
func (r reply) context() parser.Context {
	c := parser.Context{
		Open: []int{301, 302, 303, 304, 305, 306}, Debate: []int{307}, Proposer: []int{303, 307},
		Rules: []int{101, 105, 106, 109, 112, 201, 202, 203, 206, 208, 210}, Known: true, MayPropose: true, Organiser: true, Language: r.lang,
	}
	if r.threaded {
		c.Answered, c.Shown, c.Rows = r.letter.plain, r.letter.flat, []int{301}
	} else {
		c.Phrases = ourPhrases()
	}
	return c
}

// passedOn says that the letter is not answered but sent on: what stands below
// its head is then nobody's answer.
func (r reply) passedOn() bool { return r.habit == "forward" || r.habit == "digest" }

// wrong says what is wrong with how a reply is read; "" when it is right.
func (r reply) wrong() string {
	l := parser.Parse(r.write(), parser.Options{})
	if l.Kind != parser.Message {
		return "it is a " + string(l.Kind) + ": " + l.Why
	}
	voted, told := false, false
	read := parser.Read(l, r.context())
	for _, a := range read.Aside {
		told = told || r.ballot >= 0 && strings.Contains(a.Text, strings.TrimSuffix(ballots[r.ballot].text, "."))
	}
	for _, f := range read.Fragments {
		v, ok := f.Command.(rules.Vote)
		told = told || r.ballot >= 0 && strings.Contains(f.Text, strings.TrimSuffix(ballots[r.ballot].text, "."))
		switch {
		case f.Outcome == parser.Counted && ok && r.ballot >= 0 && v.Proposal == ballots[r.ballot].n && v.Option == ballots[r.ballot].o && !voted:
			voted = true
		case f.Outcome == parser.Counted:
			return fmt.Sprintf("COUNTS %s %q", f.Verb, f.Text)
		case f.Outcome == parser.HeldBack && f.Reason == "nothing" && (r.ballot < 0 || r.passedOn()):
		case f.Outcome == parser.HeldBack && r.threaded:
			return fmt.Sprintf("holds %s %q: %s", f.Verb, f.Text, f.Reason)
		}
	}
	switch {
	case r.ballot < 0 || voted:
	case !told:
		return "the vote is lost"
	case r.threaded && !r.passedOn():
		return "the vote is set aside"
	}
	return ""
}

// plain says that the author's words count as they stand without a quotation:
// an English "for" among Hungarian words is asked about anyway.
func (r reply) plain() bool {
	if r.ballot < 0 {
		return true
	}
	alone := &parser.Letter{Kind: parser.Message, Text: r.talk + "\n" + ballots[r.ballot].text + "\n"}
	list := parser.Read(alone, r.context()).Fragments
	return len(list) == 1 && list[0].Outcome == parser.Counted
}

// TestReplies answers letters of ours by any program's habit. Nothing of ours
// counts or is asked about, and one vote of the player's counts as it stands.
func TestReplies(t *testing.T) {
	letters := ourLetters(t)
	names, langs := sortedKeys(habits), sortedKeys(tongues)
	rnd := rand.New(rand.NewPCG(4, 3))
	failed, asked, kinds := 0, 0, map[string]int{}
	for range *replies {
		r := reply{
			letter: letters[rnd.IntN(len(letters))], habit: names[rnd.IntN(len(names))], lang: langs[rnd.IntN(len(langs))],
			talk: talks[rnd.IntN(len(talks))], ballot: rnd.IntN(2*len(ballots)) - len(ballots), threaded: rnd.IntN(5) > 0,
			place: []string{"above", "inline", "below"}[rnd.IntN(3)],
		}
		r.ballot = max(r.ballot, -1)
		if !r.plain() {
			asked++
			continue
		}
		if why := r.wrong(); why != "" {
			failed++
			kind := why
			if i := strings.IndexByte(why, '"'); i >= 0 {
				kind = why[:i]
			}
			kinds[fmt.Sprintf("%-20s %s %s %v", r.habit, kind, r.place, r.threaded)]++
			if failed <= 12 {
				t.Errorf("%v\n%s", r, why)
			}
		}
	}
	if asked > *replies/10 {
		t.Errorf("%d of %d replies would be asked about without a quotation: the sample is none", asked, *replies)
	}
	if failed > 0 {
		for _, k := range sortedKeys(kinds) {
			t.Logf("%5d %s", kinds[k], k)
		}
		t.Errorf("%d of %d replies are read wrong", failed, *replies)
	}
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
