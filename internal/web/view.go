package web

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nomicmail/templates"
)

// view is a game as one page shows it: in a language, at a moment.
type view struct {
	site *Site
	*Game
	Lang  string
	now   time.Time
	live  bool   // somebody waits for it, who can be sent elsewhere
	query string // what is looked for, on a page of search
}

// section is one kind of page of a game. Names are below the game's folder of a
// language: "rules/203.html".
type section struct {
	all  func(v view) []string              // every name
	find func(v view, name string) *content // what lies there; nil for nothing
}

// sections are all kinds of page. A new kind is put here and nowhere else.
var sections = []section{
	{one("index.html"), glance},
	{rulesetNames, rulesetPage},
	{ruleNames, rulePage},
	{one("rules/history.html"), rulesHistory},
	{proposalsNames, proposalsPage},
	{proposalNames, proposalPage},
	{one("players.html"), playersPage},
	{rulingsNames, rulingsPage},
	{recordNames, recordPage},
	{archiveNames, archivePage},
	{threadNames, threadPage},
	{one("guide.html"), guidePage},
	{one("search.html"), searchPage},
	{one("files.html"), filesPage},
}

// one is a section of a single page.
func one(name string) func(view) []string { return func(view) []string { return []string{name} } }

// content is what a page has between its frame.
type content struct {
	page    string // the template
	section string // which link of the navigation is this one: "rules"
	title   string
	pages   *pager
	files   []fileLink // that have the same for programs
	data    any
	ours    bool // all words in it are ours, and made-up addresses among them stay
}

// link is a link with its words. Here says that it leads to where the reader is.
type link struct {
	Href, Text, Lang string
	Here             bool
}

// frame is what every page is made of.
type frame struct {
	Lang, Title, Style string
	Root               string // leads to the root of the site: "../../"
	Up                 string // leads to the game's folder of the language: "" or "../"
	Whole              string // the page's whole address, "" where nobody knows it
	Game               string
	Tongue             string // of the players' words, "" where it is that of the page
	Zone               *time.Location
	Head               uint64
	At                 time.Time
	Navigation         []link
	Languages          []link
	Pages              *pager
	Files              []fileLink
	Live               bool
	Data               any
}

func (v view) say(key string, blanks ...any) string {
	s, err := templates.Phrase(v.Lang, key, blanks...)
	if err != nil {
		return key
	}
	return s
}

// navigation are the parts of a game, by the names of their sections.
var navigation = []struct{ section, name string }{
	{"glance", "index.html"}, {"rules", "rules.html"}, {"proposals", "proposals.html"}, {"players", "players.html"},
	{"rulings", "rulings.html"}, {"archive", "archive.html"}, {"record", "record.html"}, {"guide", "guide.html"},
	{"search", "search.html"}, {"files", "files.html"},
}

// write makes a page of a content.
func (v view) write(name string, c *content) (Page, error) {
	path := v.Name + "/" + v.Lang + "/" + name
	f := v.site.frame(path, v.Lang, c.title)
	f.Up = strings.Repeat("../", strings.Count(name, "/"))
	f.Game, f.Zone, f.Head, f.At, f.Live, f.Data, f.Pages = v.Name, v.Now.Zone, v.Head, v.At, v.live, c.data, c.pages
	if tongue := v.Now.Language; tongue != v.Lang {
		f.Tongue = tongue
	}
	f.Files = c.filesFrom(f.Root)
	for _, n := range navigation {
		f.Navigation = append(f.Navigation, link{Href: f.Up + n.name, Text: v.say(n.section), Here: n.section == c.section})
	}
	for _, lang := range templates.Languages() {
		f.Languages = append(f.Languages, link{
			Href: f.Root + v.Name + "/" + lang + "/" + name, Text: templates.LanguageName(lang), Lang: lang, Here: lang == v.Lang,
		})
	}
	p, err := written(path, v.Lang, c.page, f)
	if err == nil && !c.ours {
		p.Body = maskTokens(mask(v.linkRules(p.Body, name)), v.Name)
	}
	return p, err
}

// frame begins the frame of a page.
func (s *Site) frame(path, lang, title string) frame {
	style, _ := templates.Style()
	f := frame{Lang: lang, Title: title, Root: strings.Repeat("../", strings.Count(path, "/"))}
	f.Style = f.Root + style
	if s.options.Base != "" {
		f.Whole = s.options.Base + path
	}
	return f
}

// render writes a page without addresses in it.
func render(path, lang, page string, f frame) (Page, error) {
	p, err := written(path, lang, page, f)
	p.Body = mask(p.Body)
	return p, err
}

func written(path, lang, page string, f frame) (Page, error) {
	var b bytes.Buffer
	if err := templates.WritePage(&b, lang, page, f); err != nil {
		return Page{}, fmt.Errorf("web: %s: %w", path, err)
	}
	return Page{path, htmlType, b.Bytes()}, nil
}

// pager is where a page stands among those that a long list is cut into.
type pager struct {
	Number, Count int
	Before, After string // links, "" for none
	Newer         bool   // what is before is newer
	First, Last   string
}

// paged names the nth page of a list, from 1: "proposals.html", "proposals-2.html".
func paged(name string, n int) string {
	if n <= 1 {
		return name + ".html"
	}
	return name + "-" + strconv.Itoa(n) + ".html"
}

// pagedNames names all pages of a list.
func pagedNames(name string, count int) []string {
	var all []string
	for n := range max(1, count) {
		all = append(all, paged(name, n+1))
	}
	return all
}

// pageNumber reads what paged names; 0 when it is none of count pages.
func pageNumber(name, file string, count int) int {
	for n := 1; n <= max(1, count); n++ {
		if file == paged(name, n) {
			return n
		}
	}
	return 0
}

// pagerOf is where page n of count stands. Links are relative to its own folder.
func pagerOf(name string, n, count int) *pager {
	if count < 2 {
		return nil
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	p := &pager{Number: n, Count: count}
	if n > 1 {
		p.Before = paged(base, n-1)
	}
	if n < count {
		p.After = paged(base, n+1)
	}
	return p
}

// split cuts a list into pages of at most so many, each of about so many bytes
// unless a single one is larger. It gives where each page begins.
func split(n, most, bytes int, size func(int) int) []int {
	starts, filled := []int{0}, 0
	for i := range n {
		if s := size(i); i > starts[len(starts)-1] && (i-starts[len(starts)-1] >= most || filled+s > bytes) {
			starts, filled = append(starts, i), 0
		}
		filled += size(i)
	}
	return starts
}

// cut is page n of what split has cut.
func cut[T any](list []T, starts []int, n int) []T {
	end := len(list)
	if n < len(starts) {
		end = starts[n]
	}
	return list[starts[n-1]:end]
}

// pageBytes is how much text a page has about; with its markup, and players'
// letters that take several bytes each, it stays well under 200 KB.
const pageBytes = 60_000
