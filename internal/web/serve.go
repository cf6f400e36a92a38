package web

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"

	"nomicmail/templates"
)

// mostAddress is how long a path with its query may be, in bytes.
const mostAddress = 2000

// headers stand above every answer. Nothing is loaded from anywhere, nothing is
// run, no form leads away, and no other site puts a page into a frame.
var headers = [][2]string{
	{"Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Permissions-Policy", "browsing-topics=()"},
}

// ServeHTTP answers with the page under the path of a request.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	for _, l := range headers {
		h.Set(l[0], l[1])
	}
	path := strings.TrimPrefix(r.URL.Path, "/")
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		s.refuse(w, r, path, http.StatusMethodNotAllowed)
		return
	case len(r.RequestURI) > mostAddress:
		s.refuse(w, r, "", http.StatusRequestURITooLong)
		return
	case !strings.HasPrefix(r.URL.Path, "/") || strings.ContainsAny(path, "\\\x00") || strings.Contains("/"+path, "/."):
		s.refuse(w, r, "", http.StatusBadRequest)
		return
	}
	if to, ok := s.elsewhere(r, path); ok {
		h.Set("Cache-Control", "no-cache")
		h.Set("Location", to) // relative, so that a site may lie below any path
		w.WriteHeader(http.StatusSeeOther)
		return
	}
	leave, err := s.gate.enter(r.Context())
	if err != nil {
		s.refuse(w, r, path, http.StatusServiceUnavailable)
		return
	}
	k, err := s.kept(path, asked(path, r))
	leave()
	switch {
	case errors.Is(err, ErrNoPage):
		s.refuse(w, r, path, http.StatusNotFound)
	case err != nil:
		s.refuse(w, r, path, http.StatusInternalServerError)
	default:
		k.send(w, r, path)
	}
}

// send writes a page, or that the reader has it already.
func (k *kept) send(w http.ResponseWriter, r *http.Request, path string) {
	h := w.Header()
	zipped := k.zip != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
	body, tag := k.page.Body, k.tag
	if zipped {
		body, tag = k.zip, k.tag[:len(k.tag)-1]+`-gzip"`
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Type", k.page.Type)
	h.Set("ETag", tag)
	h.Set("Vary", "Accept-Encoding")
	if strings.HasPrefix(path, "api/") { // for the scripts of other sites, too: it is public, and there are no cookies
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	h.Set("Cache-Control", "no-cache")
	if name, _ := templates.Style(); path == name {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if slices.ContainsFunc(strings.Split(r.Header.Get("If-None-Match"), ","), func(t string) bool {
		return strings.TrimPrefix(strings.TrimSpace(t), "W/") == tag || strings.TrimSpace(t) == "*"
	}) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodHead {
		return
	}
	w.Write(body)
}

// elsewhere says where a request is sent to: from the doors to the pages in the
// reader's language, and from a day to the rules as they were at its end.
func (s *Site) elsewhere(r *http.Request, path string) (to string, ok bool) {
	parts := strings.Split(path, "/")
	switch {
	case path == "":
		return "index." + s.preferred(r, s.options.Language) + ".html", true
	case len(parts) == 1 && !strings.Contains(path, "."):
		// A colon would make another site's address of it (RFC 3986 §4.2).
		return (&url.URL{Path: path + "/"}).String(), true
	case len(parts) == 2 && parts[1] == "":
		g, err := s.shelf.game(parts[0])
		if err != nil {
			return "", false
		}
		return s.preferred(r, g.language()) + "/index.html", true
	case len(parts) == 2 && slices.Contains(templates.Languages(), parts[1]):
		return parts[1] + "/index.html", true
	case len(parts) == 3 && parts[2] == "":
		return "index.html", true
	case len(parts) == 4 && parts[2] == "rules" && parts[3] == "at.html":
		return s.onDay(parts[0], r.URL.Query().Get("day"))
	}
	return "", false
}

// onDay finds the rules as they were at the end of a day.
func (s *Site) onDay(name, day string) (to string, ok bool) {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return "", false
	}
	g, err := s.shelf.game(name)
	if err != nil {
		return "", false
	}
	for _, set := range slices.Backward(g.rulesets) {
		if set.At.Before(at.AddDate(0, 0, 1)) {
			return strings.TrimPrefix(rulesetName(set), "rules/") + ".html", true
		}
	}
	return "", false
}

// preferred is the language that a reader's browser asks for, or the other.
func (s *Site) preferred(r *http.Request, other string) string {
	accept := r.Header.Get("Accept-Language")
	if accept == "" || len(accept) > 500 {
		return other
	}
	tags, _, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return other
	}
	for _, t := range tags {
		base, _ := t.Base()
		if slices.Contains(templates.Languages(), base.String()) {
			return base.String()
		}
	}
	return other
}

// mostUp is how many folders up a page of an error leads.
const mostUp = 40

// rootFrom leads to the root of the site from an address that is no path of it. A
// site may lie below any path, of which the requests need not tell: where the
// address of the site is not known, it is as many folders up as the reader sees.
func (s *Site) rootFrom(r *http.Request) string {
	if u, err := url.Parse(s.options.Base); err == nil && u.Path != "" {
		return u.EscapedPath()
	}
	if up := strings.Count(r.URL.EscapedPath(), "/") - 1; up >= 0 && up <= mostUp {
		return strings.Repeat("../", up)
	}
	return "/"
}

// refused is what a page of an error says.
type refused struct{ Why string }

// refuse answers with an error as people read them, in the language of the path
// or of the reader.
func (s *Site) refuse(w http.ResponseWriter, r *http.Request, path string, status int) {
	lang := s.preferred(r, s.options.Language)
	if parts := strings.SplitN(path, "/", 3); len(parts) > 1 && slices.Contains(templates.Languages(), parts[1]) {
		lang = parts[1]
	}
	key := "error-" + strconv.Itoa(status)
	title, _ := templates.Phrase(lang, key)
	why, _ := templates.Phrase(lang, key+"-why")
	f := s.frame(path, lang, title)
	if path == "" {
		f.Root = s.rootFrom(r)
		f.Style = f.Root + f.Style
	}
	f.Data, f.Whole = refused{why}, ""
	p, err := render(path, lang, "error", f)
	if err != nil {
		p.Body = []byte(http.StatusText(status))
	}
	h := w.Header()
	h.Set("Content-Type", htmlType)
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(p.Body)))
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "5")
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(p.Body)
	}
}
