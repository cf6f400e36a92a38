package templates

import (
	"html"
	"strings"
)

// Answer is what the code of an answer to a question says in a language, in a
// few words; the code itself where the language has none.
func Answer(lang, code string) string { return AnswerAbout(lang, code, Item{}) }

// AnswerAbout is such an answer with what it is about in it.
func AnswerAbout(lang, code string, about Item) string {
	w, err := newWriter(Reader{Language: lang})
	if err != nil || w.run.Lookup("answer "+code) == nil {
		return code
	}
	s, err := w.execute("answer "+code, about)
	if err != nil {
		return code
	}
	return oneLine(s)
}

// Via is the name under which a player's words to the others come from a game.
func Via(lang, name, game string) string {
	l, err := languageOf(lang)
	if err != nil || l.Via == "" {
		return name + " (" + game + ")"
	}
	return strings.NewReplacer("{name}", name, "{game}", game).Replace(l.Via)
}

// WithToken is w with one line below it, by which a reply is known to be the
// reader's. It changes no other word, so that letters alike are written once.
func (w Written) WithToken(lang, token string) Written {
	l, err := languageOf(lang)
	if err != nil || token == "" {
		return w
	}
	line := strings.ReplaceAll(l.Token, "{token}", token)
	w.Text = strings.TrimRight(w.Text, "\n") + "\n\n" + strings.Join(fill("", "", line), "\n") + "\n"
	if card, ok := strings.CutSuffix(w.HTML, pageFoot); ok {
		w.HTML = card + `<p class="s" style="` + smallStyle + `">` + html.EscapeString(line) + "</p>\n" + pageFoot
	}
	return w
}

// rule is the line below which a text stands that is to be posted.
const rule = "------------------------------------------------------------------------"

// Above is w with the plain text of another letter below it, as it is, for
// somebody who posts that.
func (w Written) Above(text string) Written {
	w.Text = strings.TrimRight(w.Text, "\n") + "\n\n" + rule + "\n" + text
	if card, ok := strings.CutSuffix(w.HTML, pageFoot); ok {
		w.HTML = card + "<hr><pre>" + html.EscapeString(text) + "</pre>\n" + pageFoot
	}
	return w
}

// Below is the text below the line that [Written.Above] draws, "" for none.
func Below(text string) string {
	_, below, _ := strings.Cut(text, "\n"+rule+"\n")
	return below
}

// oneLine is source as plain text on one line.
func oneLine(source string) string {
	return strings.Join(strings.Fields(plainText(read(source))), " ")
}

// Differences are the lines that tell what an undo changes, as plain text.
func Differences(lang string, all []Difference) []string {
	w, err := newWriter(Reader{Language: lang})
	if err != nil {
		return nil
	}
	var list []string
	for _, d := range all {
		s, err := w.sentence("difference", d.Kind, d)
		if err != nil {
			return nil
		}
		list = append(list, oneLine(string(s)))
	}
	return list
}
