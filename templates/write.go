package templates

import (
	"fmt"
	"strconv"
	"strings"
	"text/template"
)

// subjectLimit is the most characters of a subject.
const subjectLimit = 150

// Write writes l for r. The error is a fault of a template, never of the data.
func Write(r Reader, l Letter) (Written, error) {
	if s, ok := l.(Sample); ok {
		l = s.Letter
	}
	w, err := newWriter(r)
	if err != nil {
		return Written{}, err
	}
	subject, body, err := w.compose(l)
	if err != nil {
		return Written{}, fmt.Errorf("templates: %s: %w", l.file(), err)
	}
	blocks := read(body)
	if l.file() == "digest" {
		blocks = withContents(blocks, w.Contents)
	}
	return Written{
		Subject: subject,
		Text:    plainText(blocks),
		HTML:    page(w.tag, subject, blocks, w.Long),
	}, nil
}

// Sentence is the sentence of a refusal alone, as plain text on one line, for
// those who are not answered by letter. Where the templates are at fault it is
// the code.
func Sentence(lang string, n No) string {
	w, err := newWriter(Reader{Language: lang})
	if err != nil {
		return n.Code
	}
	s, err := w.sentence("refusal", n.Code, n)
	if err != nil {
		return n.Code
	}
	return oneLine(string(s))
}

// Appointment is what a calendar says of a deadline: of is "propose", or "vote" on
// the proposal with that number.
func Appointment(lang, game, of string, number int) string {
	l, err := languageOf(lang)
	if err != nil {
		return game
	}
	text := l.DueText
	if of == "vote" {
		text = l.DueVote
	}
	return strings.NewReplacer("{game}", tame(game, nameLimit), "{number}", strconv.Itoa(number)).Replace(text)
}

// Asked is the question that a held item puts, as plain text on one line.
func Asked(lang string, i Item) string {
	w, err := newWriter(Reader{Language: lang})
	if err != nil {
		return i.Held
	}
	s, err := w.sentence("reason", i.Held, both{Item: i})
	if err != nil {
		return i.Held
	}
	return strings.Join(strings.Fields(plainText(read(string(s)))), " ")
}

// writer writes one letter for one reader.
type writer struct {
	*language
	reader   Reader
	run      *template.Template
	ownRules bool // as in [Frame]
}

func newWriter(r Reader) (*writer, error) {
	l, err := languageOf(r.Language)
	if err != nil {
		return nil, err
	}
	run, err := l.letters.Clone()
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	w := &writer{language: l, reader: r, run: run}
	run.Funcs(w.funcs())
	return w, nil
}

// compose gives the subject of a letter and its body in source form: what the
// frame opens with, then the letter's own news.
func (w *writer) compose(l Letter) (subject, body string, err error) {
	var parts []string
	add := func(name string, data any) {
		if err != nil {
			return
		}
		var s string
		s, err = w.execute(name, data)
		parts = append(parts, s)
	}
	f := l.frame()
	w.ownRules = f.OwnRules
	if f.Receipt != nil {
		add("receipt part", *f.Receipt)
	}
	for _, i := range f.Expired {
		add("expired part", i)
	}
	if f.YourTurn != nil {
		add("yourturn part", *f.YourTurn)
	}
	add(l.file(), l)
	if err != nil {
		return "", "", err
	}
	last := len(parts) - 1
	head, own, _ := strings.Cut(parts[last], "\n")
	line, ok := strings.CutPrefix(head, "Subject: ")
	if !ok {
		return "", "", fmt.Errorf("the template does not begin with %q", "Subject: ")
	}
	parts[last] = own
	return cutSubject(flat(line)), strings.Join(parts, "\n\n---\n\n"), nil
}

func (w *writer) execute(name string, data any) (string, error) {
	var b strings.Builder
	if err := w.run.ExecuteTemplate(&b, name, data); err != nil {
		return "", err
	}
	return strings.TrimSpace(uncitedGone.Replace(b.String())), nil
}

// uncitedGone takes out the places of rules that cannot be cited.
var uncitedGone = strings.NewReplacer(" ("+string(uncited)+")", "", string(uncited), "")

// cutSubject makes a subject one line of a bounded length, without controls.
func cutSubject(s string) string {
	s = strings.Map(func(r rune) rune {
		if hidden(r) {
			return -1
		}
		return r
	}, strings.Join(strings.Fields(s), " "))
	if r := []rune(s); len(r) > subjectLimit {
		s = string(r[:subjectLimit]) + "…"
	}
	return s
}

// sentence is the sentence for a code, or the one for all others.
func (w *writer) sentence(kind, code string, data any) (marked, error) {
	name := kind + " " + code
	if w.run.Lookup(name) == nil {
		name = kind + " " + other
	}
	s, err := w.execute(name, data)
	return marked(s), err
}
