package web

import (
	"slices"
	"strings"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// indexShown is the list of games.
type indexShown struct{ Games []gameLine }

type gameLine struct {
	Href, Name, Status, Mover string
	Awaited, Winners          []string
	Until                     time.Time
	Turn                      int
	Players                   int
	Language                  string
}

// isIndex says whether a path is the index in a language.
func (s *Site) isIndex(path string) (lang string, ok bool) {
	if path == "index.html" {
		return s.options.Language, true
	}
	lang = strings.TrimSuffix(strings.TrimPrefix(path, "index."), ".html")
	return lang, path == "index."+lang+".html" && slices.Contains(templates.Languages(), lang)
}

// index makes the list of all games.
func (s *Site) index(path, lang string, live bool) (Page, error) {
	games, err := s.Games()
	if err != nil && len(games) == 0 {
		return Page{}, err
	}
	var d indexShown
	for _, g := range games {
		st := s.options.Clerk.Report(g.Now, s.options.Now())
		l := gameLine{Href: g.Name + "/" + lang + "/index.html", Name: g.Name, Status: st.Status, Mover: st.Mover, Awaited: st.Awaited,
			Winners: st.Winners, Until: st.Until, Turn: st.Turn, Language: g.Now.Language}
		for _, p := range g.Now.Players {
			if p.State == rules.Playing {
				l.Players++
			}
		}
		d.Games = append(d.Games, l)
	}
	title, err := templates.Phrase(lang, "index-title")
	if err != nil {
		return Page{}, err
	}
	f := s.frame(path, lang, title)
	for _, l := range templates.Languages() {
		f.Languages = append(f.Languages, link{Href: "index." + l + ".html", Text: templates.LanguageName(l), Lang: l, Here: l == lang})
	}
	f.Live, f.Data = live, d
	f.Files = []fileLink{{"JSON", apiRoot + "games.json", mediaTypes[".json"]}, {"OpenAPI", "api/openapi.json", mediaTypes[".json"]}}
	return render(path, lang, "index", f)
}

// doorShown is the page of a game without a language: it leads to those with one.
type doorShown struct{ Languages []link }

// door is that page. Live it is seen only by who asks for it by its whole name.
func (s *Site) door(g *Game, path string, live bool) (Page, error) {
	lang := g.language()
	f := s.frame(path, lang, g.Name)
	for _, l := range templates.Languages() {
		f.Languages = append(f.Languages, link{Href: l + "/index.html", Text: templates.LanguageName(l), Lang: l})
	}
	f.Live = live
	f.Data = doorShown{f.Languages}
	return render(path, lang, "door", f)
}

// language is that of a game, where there are pages in it.
func (g *Game) language() string {
	if slices.Contains(templates.Languages(), g.Now.Language) {
		return g.Now.Language
	}
	return "en"
}
