package templates

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// The pages of the web are made of one frame, parts that several have, a file for
// each kind, one sheet of style, and a file of phrases for each language.
//
//go:embed web
var webFiles embed.FS

// webLanguage is what pages need of a language.
type webLanguage struct {
	*language
	phrases map[string]string
	pages   map[string]*template.Template // the frame with one kind of page in it, by the page's name
}

// webLanguages reads all once. The map is not changed afterwards.
var webLanguages = sync.OnceValues(func() (map[string]*webLanguage, error) {
	all := map[string]*webLanguage{}
	var faults error
	for _, lang := range Languages() {
		l, err := readWebLanguage(lang)
		all[lang], faults = l, errors.Join(faults, err)
	}
	return all, faults
})

func readWebLanguage(lang string) (*webLanguage, error) {
	mail, err := languageOf(lang)
	if err != nil {
		return nil, err
	}
	l := &webLanguage{language: mail, phrases: map[string]string{}, pages: map[string]*template.Template{}}
	src, err := webFiles.ReadFile("web/words/" + lang + ".toml")
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	if err := toml.Unmarshal(src, &l.phrases); err != nil {
		return nil, fmt.Errorf("templates: web/words/%s.toml: %w", lang, err)
	}
	frame, err := template.New("frame.html").Funcs(l.funcs()).ParseFS(webFiles, "web/frame.html", "web/parts.html")
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	names, err := fs.Glob(webFiles, "web/*.html")
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	for _, file := range names {
		name := strings.TrimSuffix(strings.TrimPrefix(file, "web/"), ".html")
		if name == "frame" || name == "parts" {
			continue
		}
		page, err := frame.Clone()
		if err == nil {
			page, err = page.ParseFS(webFiles, file)
		}
		if err != nil {
			return nil, fmt.Errorf("templates: %s: %w", file, err)
		}
		l.pages[name] = page
	}
	return l, nil
}

func webLanguageOf(lang string) (*webLanguage, error) {
	all, err := webLanguages()
	if err != nil {
		return nil, err
	}
	if l := all[lang]; l != nil {
		return l, nil
	}
	return all[english], nil
}

// WritePage writes a page of the kind that is named in a language. An error is a
// fault of the template, of the data, or of w.
func WritePage(w io.Writer, lang, name string, data any) error {
	l, err := webLanguageOf(lang)
	if err != nil {
		return err
	}
	t := l.pages[name]
	if t == nil {
		return fmt.Errorf("templates: there is no page %q", name)
	}
	if err := t.Execute(w, data); err != nil {
		return fmt.Errorf("templates: page %s: %w", name, err)
	}
	return nil
}

// PagePart is a part of a page of the kind that is named, in a language.
func PagePart(lang, name, part string, data any) (template.HTML, error) {
	l, err := webLanguageOf(lang)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := l.pages[name].ExecuteTemplate(&b, part, data); err != nil {
		return "", fmt.Errorf("templates: page %s: %w", name, err)
	}
	return template.HTML(b.String()), nil // it went through the template's escapers
}

// Phrase is a phrase of the web's in a language, with its blanks {1}, {2}, …
// filled in.
func Phrase(lang, key string, blanks ...any) (string, error) {
	l, err := webLanguageOf(lang)
	if err != nil {
		return "", err
	}
	return l.say(key, blanks...)
}

func (l *webLanguage) say(key string, blanks ...any) (string, error) {
	s, ok := l.phrases[key]
	if !ok {
		return "", fmt.Errorf("templates: %s has no phrase %q", l.tag, key)
	}
	if len(blanks) == 0 {
		return s, nil
	}
	var pairs []string
	for i, b := range blanks {
		pairs = append(pairs, "{"+strconv.Itoa(i+1)+"}", fmt.Sprint(b))
	}
	return strings.NewReplacer(pairs...).Replace(s), nil
}

// Style is the sheet of style and the name under which it is served, which
// changes with it.
var Style = sync.OnceValues(func() (name string, sheet []byte) {
	sheet, err := webFiles.ReadFile("web/style.css")
	if err != nil {
		return "style.css", nil
	}
	sum := sha256.Sum256(sheet)
	return "style-" + hex.EncodeToString(sum[:6]) + ".css", sheet
})

// LanguageName is what a language calls itself.
func LanguageName(lang string) string {
	s, err := Phrase(lang, "language")
	if err != nil {
		return lang
	}
	return s
}

// funcs are the functions that pages may call.
func (l *webLanguage) funcs() template.FuncMap {
	return template.FuncMap{
		"say":      l.say,
		"when":     func(t time.Time, zone *time.Location) string { return flat(l.when(t, zone)) },
		"day":      func(t time.Time) string { return l.date(l.phrases["date"], t.UTC()) },
		"option":   func(o string) string { return flat(string(l.option(o))) },
		"points":   func(p any) string { return strings.ReplaceAll(fmt.Sprint(p), "-", "−") },
		"rule":     func(n int, was []int) string { return flat(string(l.rule(n, was))) },
		"names":    func(all []string) string { return flat(string(l.list(all))) },
		"diff":     l.pageDiff,
		"iso":      func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
		"text":     tameBlock,
		"words":    pageWords,
		"language": func() string { return l.tag },
		"rooted":   func(up, it any) rooted { return rooted{up, it} },
	}
}

// pageDiff shows what becomes of old in now.
func (l *webLanguage) pageDiff(old, now string) template.HTML {
	source, cut := diff(old, now)
	if source == "" && !cut {
		return ""
	}
	html := ""
	if source != "" {
		html = passageQuote(strings.Split(source, "\n"))
	}
	if cut {
		html += element("p", "note", template.HTMLEscapeString(l.Cut))
	}
	return template.HTML(html) // htmlDiff escapes every sentence
}

// marker begins an item of a list, as people write them: (a), 1., –.
var marker = regexp.MustCompile(`^(\([\pL\d]{1,4}\)|[\pL\d]{1,3}[.)]|[-–•*]) `)

// pageWords shows what a player wrote, line by line, for only they know which
// breaks of theirs matter. An item of a list hangs on its mark.
func pageWords(s string) template.HTML {
	var b strings.Builder
	gap := false
	for line := range strings.SplitSeq(tameBlock(s), "\n") {
		if line == "" {
			gap = true
			continue
		}
		var classes []string
		if gap {
			classes = append(classes, "gap")
		}
		if marker.MatchString(line) {
			classes = append(classes, "item")
		}
		b.WriteString(element("p", strings.Join(classes, " "), template.HTMLEscapeString(line)))
		gap = false
	}
	return template.HTML(b.String()) // every line of it was escaped
}

// CheckPages reads all pages and phrases, and says what is wrong with them.
func CheckPages() error {
	_, err := webLanguages()
	return err
}

// rooted is what a part of a page is given that needs something of the page, too.
type rooted struct{ Up, It any }
