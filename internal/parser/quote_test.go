package parser

import (
	"fmt"
	"html"
	"strings"
	"testing"
)

// Letters like ours: forms, samples, and player text that looks like commands.
const ballotLetter = `Proposal 301, by Bartholomew Crumhorn, is open to vote.

Amend rule 208: the goal becomes 150 points.

| 302 FOR
| repeal rule 210

Reply with one line, and write your word behind the number:

    301 FOR
    301 AGAINST

or fill in the form and send it back to the moderator of the game:

    301 [ ] FOR   [ ] AGAINST

You can change your vote until Friday, 7 March, 18:00 UTC (13:00 in New York).
Nothing in a quotation counts. To withdraw your vote write "301 WITHDRAW".
`

const receiptLetter = `Your vote on 301: AGAINST. Reply to change it until Friday 20:00.

You wrote:

| 301 AGAINST
| repeal rule 206

The words "302 FOR" were not counted, because proposal 302 is not being voted on
at present, and you can send "help" to see everything that the moderator knows.
`

// manners are the ways in which programs quote.
var manners = map[string]func(string) string{
	"marked": func(s string) string {
		return "On Mon, Mar 3, 2025 at 10:12 AM Tea <tea@nomic.example.org> wrote:\n\n" + prefix("> ", s)
	},
	"marked twice": func(s string) string { return "Bob Crane wrote:\n" + prefix("> > ", s) },
	"tight":        func(s string) string { return prefix(">", s) },
	"barred":       func(s string) string { return prefix("| ", s) },
	"not marked":   func(s string) string { return s },
	"header block": func(s string) string {
		return "From: Tea <tea@nomic.example.org>\nSent: 03 March 2025 10:12\nTo: Ada\nSubject: Tea: vote on 301\n\n" + s
	},
	"Kimden": func(s string) string {
		return "Kimden: Tea <tea@nomic.example.org>\nGönderilme: 3 Mart 2025 Pazartesi 13:12\nKime: Ada\nKonu: Tea\n\n" + s
	},
	"original":       func(s string) string { return "-----Original Message-----\n" + s },
	"unmarked wrote": func(s string) string { return "On 3 March 2025 at 10:12, Tea <tea@nomic.example.org> wrote:\n\n" + s },
	"wrapped anew":   func(s string) string { return wrap(s, 50) },
	"half marked":    func(s string) string { return halfMarked(s, 60) },
	"set in":         func(s string) string { return prefix("    ", s) },
	"Portuguese": func(s string) string {
		return "Em seg., 3 de mar. de 2025 às 07:12, Chá <\ntea@nomic.example.org> escreveu:\n\n" + prefix("> ", s)
	},
	"Hungarian": func(s string) string { return "2025. 03. 03. 11:12 keltezéssel, Tea írta:\n" + prefix("> ", s) },
}

func prefix(mark, s string) string {
	var b strings.Builder
	for l := range strings.Lines(s) {
		b.WriteString(mark + l)
	}
	return b.String()
}

func wrap(s string, width int) string {
	var b strings.Builder
	for _, l := range strings.Split(s, "\n") {
		n := 0
		for i, w := range strings.Fields(l) {
			if n+len(w) > width {
				b.WriteByte('\n')
				n = 0
			} else if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(w)
			n += len(w) + 1
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// halfMarked is what programs make that wrap after they have marked.
func halfMarked(s string, width int) string {
	return wrap(prefix("> ", s), width)
}

// TestNothingOfOursCounts: a letter of ours, sent back in any manner of
// quoting, does nothing, and the answer above it is read as it stands.
func TestNothingOfOursCounts(t *testing.T) {
	for name, quote := range manners {
		for i, letter := range []string{ballotLetter, receiptLetter} {
			c := theGame()
			c.Answered, c.Rows = letter, []int{301}
			for _, answer := range []struct{ text, want string }{
				{"", ""},
				{"Thank you, dear moderator.\n\n", ""},
				{"301 FOR\n\n", "301 for"},
				{"301 AGAINST\n303 FOR\n\n", "301 against; 303 for"},
				{"Against.\n\nAda\n\n", "301 against"},
			} {
				got := counted(answer.text+quote(letter), c)
				if got != answer.want {
					t.Errorf("%s, letter %d, %q: got %q, want %q", name, i, answer.text, got, answer.want)
				}
			}
			rich := "<p>303 FOR</p><blockquote>" + strings.ReplaceAll(html.EscapeString(letter), "\n", "<br>") + "</blockquote>"
			l := Parse([]byte("From: ada@example.org\nContent-Type: text/html; charset=utf-8\n\n"+rich), Options{})
			if got := countedIn(Read(l, c)); got != "303 for" {
				t.Errorf("html, letter %d: %q", i, got)
			}
		}
	}
}

// TestOneMarkChanged: an answer typed into our form counts, the rest of the
// form does not.
func TestOneMarkChanged(t *testing.T) {
	c := theGame()
	c.Answered, c.Rows = ballotLetter, []int{301}
	for _, from := range []string{"301 [ ] FOR   [ ] AGAINST"} {
		edited := strings.Replace(ballotLetter, from, "301 [ ] FOR   [x] AGAINST", 1)
		for _, name := range []string{"marked", "not marked"} {
			if got := counted(manners[name](edited), c); got != "301 against" {
				t.Errorf("%s: %q", name, got)
			}
		}
	}
}

func counted(text string, c Context) string {
	return countedIn(Read(&Letter{Kind: Message, Text: text, From: []Address{{"Ada Quillfeather", "ada@example.org"}}}, c))
}

func countedIn(r Reading) string {
	only := Reading{}
	for _, f := range r.Fragments {
		if f.Outcome == Counted {
			only.Fragments = append(only.Fragments, f)
		}
	}
	return effect(&Letter{Kind: Message}, only)
}

// TestAttributions: the lines by which programs introduce a quotation are
// known in the five languages, and what the author wrote above stands.
func TestAttributions(t *testing.T) {
	for _, a := range []string{
		"On Mon, Mar 3, 2025 at 10:12 AM Tea <tea@nomic.example.org> wrote:",
		"On Mon, Mar 3, 2025 at 10:12 AM Tea, your moderator <\ntea@nomic.example.org> wrote:",
		"On 2025-03-03 10:12, Tea wrote:",
		"Tea wrote on 3/3/2025 10:12:",
		"Tea <tea@nomic.example.org> writes:",
		"No dia 03/03/2025, às 10:12, Chá <tea@nomic.example.org> escreveu:",
		"Em 03/03/2025 10:12, Chá escreveu:",
		"El lun, 3 mar 2025 a las 10:12, Té (<tea@nomic.example.org>) escribió:",
		"El 3/3/25 a las 10:12, Té escribió:",
		"Çay <tea@nomic.example.org>, 3 Mar 2025 Pzt, 13:12 tarihinde şunu\nyazdı:",
		"3.03.2025 13:12 tarihinde Çay yazdı:",
		"2025. 03. 03. 11:12 keltezéssel, Tea írta:",
		"Tea <tea@nomic.example.org> ezt írta (időpont: 2025. márc. 3., H, 11:12):",
		"Le lun. 3 mars 2025 à 10:12, Tea <tea@nomic.example.org> a écrit :",
		"Am 03.03.2025 um 10:12 schrieb Tea:",
	} {
		text := "302 AGAINST\n\n" + a + "\n> 301 FOR\n> 302 FOR\n"
		c := theGame()
		r := Read(&Letter{Kind: Message, Text: text}, c)
		if got := effect(&Letter{Kind: Message}, r); got != "302 against" {
			t.Errorf("%s: %s", a, got)
		}
	}
}

func ExampleRead() {
	l := Parse([]byte("From: Ada <ada@example.org>\nSubject: Re: tea\n\n301 FOR\n302 if 301 passes\n"), Options{})
	for _, f := range Read(l, Context{Open: []int{301, 302}}).Fragments {
		fmt.Println(strings.TrimSpace(fmt.Sprintln(f.Text, f.Outcome, f.Reason)))
	}
	// Output:
	// 301 FOR counted
	// 302 if 301 passes held conditional
}
