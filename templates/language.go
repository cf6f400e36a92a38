package templates

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"
	"text/template/parse"

	"github.com/pelletier/go-toml/v2"
)

//go:embed mail
var files embed.FS

// english is the language of readers whose own we do not have.
const english = "en"

// language is everything of one folder of mail/.
type language struct {
	words
	tag     string             // its folder's name
	letters *template.Template // letters, parts of letters and single sentences, by name
}

// languages reads all folders once. The map is not changed afterwards.
var languages = sync.OnceValues(func() (map[string]*language, error) {
	folders, err := fs.ReadDir(files, "mail")
	all := map[string]*language{}
	for _, f := range folders {
		l, e := readLanguage(files, path.Join("mail", f.Name()))
		all[f.Name()] = l
		err = errors.Join(err, e)
	}
	return all, err
})

// languageOf finds the language of a tag such as "pt" or "pt-BR".
func languageOf(tag string) (*language, error) {
	all, err := languages()
	if err != nil {
		return nil, err
	}
	tag = strings.ToLower(tag)
	base, _, _ := strings.Cut(strings.ReplaceAll(tag, "_", "-"), "-")
	for _, name := range []string{tag, base, english} {
		if l := all[name]; l != nil {
			return l, nil
		}
	}
	return nil, fmt.Errorf("templates: no folder for %q", english)
}

// Languages are the languages that letters are written in.
func Languages() []string {
	folders, err := fs.ReadDir(files, "mail")
	if err != nil {
		return nil
	}
	var names []string
	for _, f := range folders {
		names = append(names, f.Name())
	}
	return names
}

func readLanguage(fsys fs.FS, dir string) (*language, error) {
	l := &language{tag: path.Base(dir), letters: template.New("").Option("missingkey=error").Funcs((&writer{}).funcs())}
	data, err := fs.ReadFile(fsys, path.Join(dir, "words.toml"))
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	if err := toml.Unmarshal(data, &l.words); err != nil {
		return nil, fmt.Errorf("templates: %s/words.toml: %w", dir, err)
	}
	if err := l.words.check(); err != nil {
		return nil, fmt.Errorf("templates: %s/words.toml: %w", dir, err)
	}
	names, err := fs.Glob(fsys, path.Join(dir, "*.md"))
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("templates: %w", err)
		}
		letter := strings.TrimSuffix(path.Base(name), ".md")
		if _, err := l.letters.New(letter).Parse(string(text)); err != nil {
			return nil, fmt.Errorf("templates: %s: %w", name, err)
		}
	}
	for _, t := range l.letters.Templates() {
		guard(t.Root)
	}
	return l, nil
}

// check reports words without which dates or lists could not be written.
func (w *words) check() error {
	switch {
	case len(w.Weekdays) != 7:
		return fmt.Errorf("%d weekdays", len(w.Weekdays))
	case len(w.Months) != 12:
		return fmt.Errorf("%d months", len(w.Months))
	case len(w.Days) != 2 || len(w.Hours) != 2 || len(w.Minutes) != 2:
		return errors.New("days, hours and minutes need a word for one and a word for many")
	}
	return nil
}

// guard makes every action of a template pass what it prints through "plain",
// as html/template does with its escapers: a template that forgets what comes
// from players is safe nevertheless.
func guard(n parse.Node) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n == nil {
			return
		}
		for _, c := range n.Nodes {
			guard(c)
		}
	case *parse.ActionNode:
		if len(n.Pipe.Decl) == 0 {
			n.Pipe.Cmds = append(n.Pipe.Cmds, &parse.CommandNode{NodeType: parse.NodeCommand, Pos: n.Pos,
				Args: []parse.Node{parse.NewIdentifier("plain").SetTree(nil).SetPos(n.Pos)}})
		}
	case *parse.IfNode:
		guard(n.List)
		guard(n.ElseList)
	case *parse.RangeNode:
		guard(n.List)
		guard(n.ElseList)
	case *parse.WithNode:
		guard(n.List)
		guard(n.ElseList)
	}
}

// sentences lists the codes that the language has a sentence for: the second
// word of every template whose first word is kind.
func (l *language) sentences(kind string) []string {
	var codes []string
	for _, t := range l.letters.Templates() {
		if k, code, ok := strings.Cut(t.Name(), " "); ok && k == kind && code != other {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes
}

// other is the code of the sentence for a code that has none.
const other = "other"

// Refusals lists the codes of rules.Refusal that lang has a sentence for.
func Refusals(lang string) []string { return codes(lang, "refusal") }

// Reasons lists the codes of parser.Reasons that lang has a sentence for.
func Reasons(lang string) []string { return codes(lang, "reason") }

// Notices lists the codes of Notice that lang has a sentence for.
func Notices(lang string) []string { return codes(lang, "notice") }

// Strangers lists the codes of Stranger that lang has a sentence for.
func Strangers(lang string) []string { return codes(lang, "stranger") }

func codes(lang, kind string) []string {
	all, err := languages()
	if err != nil || all[lang] == nil {
		return nil
	}
	return all[lang].sentences(kind)
}
