package main

import (
	"net/http"
	"strings"
)

// webRoot is below which path the game's pages lie beside the mailboxes.
const webRoot = "/web"

// besideWeb serves the pages of the game, as serve shows them to everybody, below
// webRoot, and everything else by next. No player's user is called that.
func besideWeb(s *stage, next http.Handler) (http.Handler, error) {
	site, err := s.office.site("")
	if err != nil {
		return nil, err
	}
	pages := http.StripPrefix(webRoot, site)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, webRoot+"/") {
			pages.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	}), nil
}
