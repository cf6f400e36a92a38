package parser

import (
	"fmt"
	"strings"
	"testing"
)

// answered reads a text that may answer questions of ours and tells the numbers,
// or what else was read.
func answered(text string, qs ...Question) string {
	l := Parse(mailOf(text), Options{})
	return toldOf(Read(l, Context{Questions: qs, Open: []int{301, 302}, Known: true, Answered: asking}))
}

func toldOf(r Reading) string {
	var out []string
	for _, f := range r.Fragments {
		switch c := f.Command.(type) {
		case Numbered:
			out = append(out, fmt.Sprint(c.N))
		default:
			if f.Outcome == Counted {
				out = append(out, f.Verb)
			} else {
				out = append(out, f.Reason)
			}
		}
	}
	return strings.Join(out, " ")
}

// asking is a letter of ours that asks.
const asking = `Nothing is done yet. Which is it to be on 301?

You wrote:

| 301 maybe

- Reply "1" for "301 FOR".
- Reply "2" for "301 AGAINST".

Or write it in your own words; nothing is done before you answer.
`

var (
	one = Question{First: 1, Answers: []string{"301 FOR", "301 AGAINST"}}
	two = Question{First: 3, Answers: []string{"302 FOR", "302 AGAINST"}}
)

// TestAnswers: every way in which people send a number, and what must not be
// taken for one.
func TestAnswers(t *testing.T) {
	for text, want := range map[string]string{
		"2": "2", "2.": "2", " 2 ": "2", "#2": "2", "(2)": "2", `"2"`: "2", "**2**": "2", "2!": "2", "2)": "2", "Nr. 2": "2", "№ 2": "2",
		"answer 2": "2", "Answer: 2": "2", "option 2, please": "2", "2 please": "2", "the second": "2", "The second one.": "2",
		"second": "2", "2nd": "2", "two": "2", "My answer is 2.": "2", "I choose the second one, thanks": "2", "I mean 2": "2",
		"2) 301 AGAINST": "2", "2. 301 against": "2", "2: against": "2", "2 - AGAINST": "2", "2 (301 AGAINST)": "2", `2 "301 AGAINST"`: "2",
		"a segunda": "2", "Resposta 2": "2", "opção 2, por favor": "2", "número dois": "2", "2ª": "2", "2.º": "2", "o segundo, obrigado": "2",
		"la segunda": "2", "Respuesta 2": "2", "opción 2": "2", "el segundo": "2", "la 2": "2", "dos": "2", "Elijo la segunda": "2", "2º": "2",
		"ikinci": "2", "İkincisi": "2", "yanıt 2": "2", "2. seçenek": "2", "2 numara": "2", "2'yi seçiyorum": "2", "İKİ": "2", "cevabım 2": "2",
		"a második": "2", "2-es": "2", "a 2-es válasz": "2", "Kettő": "2", "a kettes": "2", "2-est választom": "2", "a 2. válasz": "2", "2. kérem": "2",
		"Hi,\n\n2\n\nBest,\nZoe": "2", "Hello\n2": "2", "2\n\nThank you for asking, it is a fine day here.\nZoe": "2", "2\nBest regards,\nZoe": "2",
		"2\n\n> Which is it to be on 301?\n> - Reply \"1\" for \"301 FOR\".\n> - Reply \"2\" for \"301 AGAINST\".": "2",
		"> - Reply \"1\" for \"301 FOR\".\n> - Reply \"2\" for \"301 AGAINST\".\n\n2":                              "2",
		"2\n\nOn Mon, tea nomic wrote:\n\n" + asking:                                                               "2",
		// Not sure, so asked about again.
		"2 for 301": "which-answer", "2) 301 FOR": "which-answer", "1 or 2": "which-answer", "1 2": "which-answer", "1: 2": "which-answer",
		"2, if Ada is for it": "which-answer", "2\nunless Ada is against": "which-answer", "2 - not sure": "which-answer", "yes": "which-answer", "No.": "which-answer", "igen": "which-answer",
		// No answers.
		"301 FOR": "vote", "for 301": "vote", "I have 2 cats": "talk", "7": "which-answer", "2001 was a good year": "nothing", "The weather is fine.\n\n2": "talk", "22": "talk",
	} {
		if got := answered(text, one); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// TestSeveralAnswers: the numbers run through all questions of a letter.
func TestSeveralAnswers(t *testing.T) {
	for text, want := range map[string]string{
		"2 3": "2 3", "2, 3": "2 3", "2 and 3": "2 3", "2\n3": "2 3", "2 e 3": "2 3", "2 y 3": "2 3", "2 ve 3": "2 3", "2 és 3": "2 3", "2 & 4": "2 4",
		"2) 301 AGAINST\n3) 302 FOR": "2 3", "4": "4", "1: 2, 2: 1": "2 3", "1: 2; 2: 3": "2 3", "1=2, 2=2": "2 4", "2: 1": "3",
		"answers 1 and 4, please": "1 4", "the first and the third": "1 3",
		"1, 2": "which-answer", "3 4": "which-answer", "1 or 3": "which-answer", "1: 5": "which-answer",
	} {
		if got := answered(text, one, two); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
	same := two
	same.Answers = []string{"301 FOR", "301 AGAINST"}
	if got := answered("1 4", one, same); got != "which-answer" {
		t.Errorf("two words about one proposal are read as %q", got)
	}
	if got := answered("2 4", one, same); got != "2 4" {
		t.Errorf("the same twice is read as %q", got)
	}
	single := Question{First: 3, Answers: []string{"301 AGAINST", "301 FOR"}}
	if got := answered("3", single); got != "3" {
		t.Errorf("what is left of two questions is read as %q", got)
	}
}

// TestAnswerWithoutALetter: as the Subject alone, or in a new mail, a number is
// an answer only when something is asked; beside a settled question words are
// read as words.
func TestAnswerWithoutALetter(t *testing.T) {
	head := "From: zoe@example.org\nTo: tea@nomic.example.org\nSubject: %s\n\n%s"
	for _, c := range []struct{ subject, text, want string }{
		{"2", "", "2"}, {"[tea] 2.", "", "2"}, {"the second", "\n-- \nZoe", "2"}, {"my answer", "2", "2"}, {"2", "Sent from my phone", "2"},
		{"Re: [tea] a question about your mail", "2", "2"}, {"about 2", "Here we go:\n\n1", "talk"},
	} {
		l := Parse(fmt.Appendf(nil, head, c.subject, c.text), Options{})
		if got := toldOf(Read(l, Context{Questions: []Question{one}, Open: []int{301}, Known: true})); got != c.want {
			t.Errorf("%q, %q is read as %q, want %q", c.subject, c.text, got, c.want)
		}
		if got := toldOf(Read(l, Context{Open: []int{301}, Known: true})); got == c.want && c.want != "talk" {
			t.Errorf("%q, %q is an answer to nothing", c.subject, c.text)
		}
	}
	over := one
	over.Over = true
	for text, want := range map[string]string{"2": "2", "the second": "2", "2) 301 AGAINST": "vote", "301 AGAINST": "vote", "3": "no-question"} {
		if got := answered(text, over); got != want {
			t.Errorf("beside a settled question %q is read as %q, want %q", text, got, want)
		}
	}
}
