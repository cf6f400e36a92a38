// Package web makes the pages on which anybody can read a game: live, by
// [Site.ServeHTTP], and as files for any static host, by [Site.Write].
//
// A page is a function of a [Game], which is a game as its record had made it at
// some entry, with what a reader wants to look up. It never changes, so that any
// number of readers share it while the moderator writes on; the next reader after
// a move gets a new one, made by adding the new entries to the old.
//
// What a section does not find in a Game is on no page: no addresses of people,
// no mails, no votes before they may be seen, nothing that is held. Pages are for
// reading alone; nothing that a reader sends does anything.
package web

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// Book is where the record is read.
type Book interface {
	Games() ([]string, error)
	Head(game string) (uint64, record.Hash, error)
	Entries(game string, first uint64) iter.Seq2[record.Entry, error]
}

// Clerk tells what happened in the words of letters to those who watch a game. It
// may be called from several goroutines.
type Clerk interface {
	Report(g *rules.Game, at time.Time) templates.Standing
	History(g *rules.Game) templates.History
	// State is how a game stands, to be written as JSON. Votes are told on those
	// proposals for which shown says so.
	State(g *rules.Game, shown func(*rules.Proposal) bool) any
	// Ruleset writes the rules of a game, as they have been since at.
	Ruleset(g *rules.Game, at time.Time) (text, markdown []byte, err error)
	Offer(g *rules.Game, p *rules.Proposal) templates.Offer
	Listed(g *rules.Game, p *rules.Proposal) templates.Listed
	// News are the letters that an entry brought them; before and after are the
	// game around it.
	News(before, after *rules.Game, e record.Entry) []templates.Letter
	// Words are what a player said to the others in the game as it was; ok is
	// false when the words are not kept.
	Words(g *rules.Game, e rules.TalkPassed) (words string, ok bool)
}

// Options are the facts about a site.
type Options struct {
	Book  Book
	Clerk Clerk
	// Base is the address at which the site is read, such as
	// "https://nomic.example.org/", for links that must be whole; "" for none.
	Base string
	// Language is that of the index and of errors; games have their own.
	Language string
	// Guide is the players' guide in a language, in Markdown.
	Guide func(lang string) string
	// Now is the time.
	Now func() time.Time
}

// Site is all pages of all games that may be watched. Its methods may be called
// from several goroutines.
type Site struct {
	options Options
	shelf   shelf
	cache   cache
	gate    gate
	pens    pens
}

// New makes a site.
func New(o Options) (*Site, error) {
	if o.Book == nil || o.Clerk == nil || o.Now == nil || o.Guide == nil {
		return nil, errors.New("web: a site needs a book, a clerk, a guide and the time")
	}
	if !slices.Contains(templates.Languages(), o.Language) {
		o.Language = "en"
	}
	if o.Base != "" && !strings.HasSuffix(o.Base, "/") {
		o.Base += "/"
	}
	if err := templates.CheckPages(); err != nil {
		return nil, err
	}
	s := &Site{options: o}
	s.shelf.site = s
	return s, nil
}

// Page is one page or file of a site.
type Page struct {
	Path string // below the root, without a slash before it: "tea/en/rules/203.html"
	Type string // the media type
	Body []byte
}

const (
	htmlType = "text/html; charset=utf-8"
	cssType  = "text/css; charset=utf-8"
)

// ErrNoPage is returned for a path under which there is no page.
var ErrNoPage = errors.New("web: there is no such page")

// Games are the games that may be watched, by name, as they stand now. A game
// that cannot be read is left out, and the error says why.
func (s *Site) Games() (all []*Game, faults error) {
	names, err := s.options.Book.Games()
	if err != nil {
		return nil, fmt.Errorf("web: list the games: %w", err)
	}
	for _, name := range names {
		g, err := s.shelf.game(name)
		if errors.Is(err, ErrNoPage) {
			continue
		}
		if err != nil {
			faults = errors.Join(faults, err)
			continue
		}
		all = append(all, g)
	}
	return all, faults
}

// Page makes the page that lies under a path.
func (s *Site) Page(path string) (Page, error) { return s.page(path, "", false) }

// page makes a page; query is what is looked for on it.
func (s *Site) page(path, query string, live bool) (Page, error) {
	if name, sheet := templates.Style(); path == name {
		return Page{path, cssType, sheet}, nil
	}
	if isFile(path) {
		return s.file(path)
	}
	if lang, ok := s.isIndex(path); ok {
		return s.index(path, lang, live)
	}
	name, rest, ok := strings.Cut(path, "/")
	if !ok {
		return Page{}, ErrNoPage
	}
	g, err := s.shelf.game(name)
	if err != nil {
		return Page{}, err
	}
	if rest == "index.html" {
		return s.door(g, path, live)
	}
	lang, rest, ok := strings.Cut(rest, "/")
	if !ok || !slices.Contains(templates.Languages(), lang) {
		return Page{}, ErrNoPage
	}
	v := view{site: s, Game: g, Lang: lang, now: s.options.Now(), live: live, query: query}
	for _, section := range sections {
		if c := section.find(v, rest); c != nil {
			return v.write(rest, c)
		}
	}
	return Page{}, ErrNoPage
}

// All gives every page and file of the site, one after another. After an error
// there may be more.
func (s *Site) All() iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		name, sheet := templates.Style()
		if !yield(Page{name, cssType, sheet}, nil) {
			return
		}
		paths := []string{"index.html"}
		for _, lang := range templates.Languages() {
			paths = append(paths, "index."+lang+".html")
		}
		games, err := s.Games()
		if err != nil && !yield(Page{}, err) {
			return
		}
		paths = append(paths, wholeFiles...)
		for _, g := range games {
			paths = append(append(paths, s.paths(g)...), s.filePaths(g)...)
		}
		for _, path := range paths {
			if !yield(s.page(path, "", false)) {
				return
			}
		}
	}
}

// paths are those of all pages of a game.
func (s *Site) paths(g *Game) []string {
	paths := []string{g.Name + "/index.html"}
	for _, lang := range templates.Languages() {
		for _, section := range sections {
			for _, rest := range section.all(view{site: s, Game: g, Lang: lang, now: s.options.Now()}) {
				paths = append(paths, g.Name+"/"+lang+"/"+rest)
			}
		}
	}
	return paths
}
