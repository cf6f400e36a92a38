package web

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// Beside its pages a site has files for programs: of each game the feed and the
// calendar in each language, the rules as text and Markdown, and what api.go makes.

// fileSection is one kind of file. Names are below the folder of its list.
type fileSection struct {
	all  func(v view) []string
	find func(v view, name string) ([]byte, error) // nil and no error for nothing
}

var (
	inLanguage = []fileSection{ // below the game's folder of a language
		{one("feed.atom"), onlyFor("feed.atom", feedFile)},
		{one("deadlines.ics"), onlyFor("deadlines.ics", calendarFile)},
	}
	inGame = []fileSection{{rulesetFileNames, rulesetFile}} // below the game's folder
)

// onlyFor is a section of a single file.
func onlyFor(name string, write func(view) ([]byte, error)) func(view, string) ([]byte, error) {
	return func(v view, n string) ([]byte, error) {
		if n != name {
			return nil, nil
		}
		return write(v)
	}
}

// mediaTypes are those of files, by the ends of their names.
var mediaTypes = map[string]string{
	".atom":  "application/atom+xml; charset=utf-8",
	".ics":   "text/calendar; charset=utf-8",
	".txt":   "text/plain; charset=utf-8",
	".md":    "text/markdown; charset=utf-8",
	".json":  "application/json",
	".jsonl": "application/jsonl",
}

// isFile says whether a path names a file and not a page.
func isFile(name string) bool { return mediaTypes[path.Ext(name)] != "" }

// file makes the file that lies under a path.
func (s *Site) file(name string) (Page, error) {
	if body, ok, err := s.wholeFile(name); ok || err != nil {
		return Page{name, mediaTypes[path.Ext(name)], body}, err
	}
	folder, sections, rest, ok := cutFolder(name)
	if !ok {
		return Page{}, ErrNoPage
	}
	g, err := s.shelf.game(folder.game)
	if err != nil {
		return Page{}, err
	}
	v := view{site: s, Game: g, Lang: folder.lang, now: s.options.Now()}
	if v.Lang == "" {
		v.Lang = g.language()
	}
	for _, section := range sections {
		body, err := section.find(v, rest)
		if err != nil {
			return Page{}, fmt.Errorf("web: %s: %w", name, err)
		}
		if body != nil {
			return Page{name, mediaTypes[path.Ext(name)], body}, nil
		}
	}
	return Page{}, ErrNoPage
}

// folder is where files of a game lie: in which language, if any.
type folder struct{ game, lang string }

// cutFolder splits the path of a file of a game.
func cutFolder(name string) (f folder, sections []fileSection, rest string, ok bool) {
	if rest, ok := strings.CutPrefix(name, apiRoot); ok {
		f.game, rest, ok = strings.Cut(rest, "/")
		return f, inAPI, rest, ok
	}
	f.game, rest, ok = strings.Cut(name, "/")
	if lang, below, has := strings.Cut(rest, "/"); has && slices.Contains(templates.Languages(), lang) {
		f.lang = lang
		return f, inLanguage, below, ok
	}
	return f, inGame, rest, ok
}

// gameIn is the name of the game to which a path belongs; ok is false for what is of
// none.
func gameIn(name string) (game string, ok bool) {
	if isFile(name) {
		f, _, _, ok := cutFolder(name)
		return f.game, ok && f.game != "api"
	}
	game, _, ok = strings.Cut(name, "/")
	return game, ok
}

// filePaths are those of all files of a game.
func (s *Site) filePaths(g *Game) []string {
	v := view{site: s, Game: g, Lang: g.language(), now: s.options.Now()}
	var paths []string
	add := func(folder string, sections []fileSection) {
		for _, section := range sections {
			for _, name := range section.all(v) {
				paths = append(paths, folder+name)
			}
		}
	}
	add(g.Name+"/", inGame)
	add(apiRoot+g.Name+"/", inAPI)
	for _, lang := range templates.Languages() {
		add(g.Name+"/"+lang+"/", inLanguage)
	}
	return paths
}

// rulesetFileNames are those of the rules now and after each change, as text and as
// Markdown.
func rulesetFileNames(v view) []string {
	names := []string{"rules.txt", "rules.md"}
	for _, r := range v.rulesets {
		names = append(names, rulesetName(r)+".txt", rulesetName(r)+".md")
	}
	return names
}

func rulesetFile(v view, name string) ([]byte, error) {
	ext := path.Ext(name)
	g, at := v.rulesAt(strings.TrimSuffix(name, ext))
	if g == nil || ext != ".txt" && ext != ".md" {
		return nil, nil
	}
	text, markdown, err := v.site.options.Clerk.Ruleset(g, at)
	if ext == ".md" {
		return markdown, err
	}
	return text, err
}

// rulesAtForm is the name of the rules as an entry left them.
var rulesAtForm = regexp.MustCompile(`^rules/at-(\d{1,18})$`)

// rulesAt is a game of no more than the rules: as they are, for "rules", or as an
// entry left them, for "rules/at-12". What is not to be seen is gone from their
// texts. At is when they became so.
func (v view) rulesAt(name string) (g *rules.Game, at time.Time) {
	var list, gone []*rules.Rule
	var ledger map[string]string
	if name == "rules" {
		list, gone, ledger, at = v.Now.Rules, v.Now.Gone, v.Now.Ledger, v.At
		if n := len(v.rulesets); n > 0 {
			at = v.rulesets[n-1].At
		}
	} else if m := rulesAtForm.FindStringSubmatch(name); m != nil {
		for _, r := range v.rulesets {
			if strconv.FormatUint(r.Entry, 10) == m[1] {
				list, at = r.Rules, r.At
			}
		}
	}
	if list == nil {
		return nil, at
	}
	return v.Now.Showing(v.veiledRules(list), v.veiledRules(gone), ledger), at
}

// veiledRules are rules without addresses and tokens in them.
func (v view) veiledRules(all []*rules.Rule) []*rules.Rule {
	list := make([]*rules.Rule, len(all))
	for i, r := range all {
		veiled := *r
		veiled.Title, veiled.Text, veiled.Clause = v.veiled(r.Title), v.veiled(r.Text), v.veiled(r.Clause)
		list[i] = &veiled
	}
	return list
}
