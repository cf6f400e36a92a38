package main

import (
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"slices"
)

// mostForm bounds what may be posted to the page.
const mostForm = 256 << 10

// guard keeps the page to the person at this machine. It has no login, so it
// must not be reached from the web pages that this person may have open.
type guard struct {
	hosts []string // what the page may be called
	token string   // stands in every form
	next  http.Handler
	cross *http.CrossOriginProtection
}

func newGuard(hosts []string, token string, next http.Handler) *guard {
	return &guard{hosts: hosts, token: token, next: next, cross: http.NewCrossOriginProtection()}
}

func newToken() string { return rand.Text() }

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	if why := g.refuse(w, r); why != "" {
		http.Error(w, "nomicmail: "+why, http.StatusForbidden)
		return
	}
	g.next.ServeHTTP(w, r)
}

// refuse says why a request is not served, "" if it is. A name that a foreign
// page has had resolved to this machine is no name of ours (DNS rebinding).
func (g *guard) refuse(w http.ResponseWriter, r *http.Request) string {
	if !slices.Contains(g.hosts, r.Host) {
		return "this page is not known as " + oneLine(r.Host)
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return ""
	}
	if r.Method != http.MethodPost || g.cross.Check(r) != nil {
		return "this did not come from the page itself"
	}
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	if err := r.ParseForm(); err != nil {
		return "the form could not be read: it may be too long"
	}
	if subtle.ConstantTimeCompare([]byte(r.PostForm.Get("token")), []byte(g.token)) != 1 {
		return "the page is an old one: load it again"
	}
	return ""
}
