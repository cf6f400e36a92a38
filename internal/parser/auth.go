package parser

import (
	"regexp"
	"strings"
)

// authOf reads what the receiving server found out about a mail (RFC 8601).
// Only the topmost field counts, with those of the same server directly at its
// side, and only if it is the pinned server's: what lies below a Received field
// was there when the mail came, and anybody may have written it.
func authOf(h head, server, from string) Auth {
	var a Auth
	pinned := strings.ToLower(server)
	for _, f := range h {
		if f.name == "received" && a != (Auth{}) {
			break
		}
		if f.name != "authentication-results" {
			continue
		}
		id, results, _ := strings.Cut(decodeWords(f.raw), ";")
		id, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(id)), " ")
		if pinned == "" {
			pinned = id
		}
		if id != pinned {
			break
		}
		a.add(results, from)
	}
	return a
}

var (
	comment = regexp.MustCompile(`\([^()]*\)`)
	method  = regexp.MustCompile(`(?i)^\s*(dmarc|dkim|spf)\s*(?:/\s*\d+\s*)?=\s*([a-z]+)`)
	domain  = regexp.MustCompile(`(?i)(?:header\.d|header\.i|smtp\.mailfrom)\s*=\s*"?(?:[^\s;"]*@)?([^\s;"]+)`)
)

// add takes the results of one field in. A failure is never overridden.
func (a *Auth) add(results, from string) {
	for _, r := range strings.Split(comment.ReplaceAllString(results, " "), ";") {
		m := method.FindStringSubmatch(r)
		if m == nil {
			continue
		}
		result := strings.ToLower(m[2])
		switch strings.ToLower(m[1]) {
		case "dmarc":
			if a.DMARC != "fail" {
				a.DMARC = result
			}
		case "dkim":
			if a.DKIM != "pass" {
				a.DKIM = result
			}
			a.Aligned = a.Aligned || result == "pass" && aligned(r, from)
		case "spf":
			a.SPF = result
			a.Aligned = a.Aligned || result == "pass" && aligned(r, from)
		}
	}
}

// aligned says that a result is about the domain of the From address.
func aligned(result, from string) bool {
	m := domain.FindStringSubmatch(result)
	_, want, ok := strings.Cut(Canonical(from), "@")
	return m != nil && ok && strings.TrimPrefix(Canonical("x@"+m[1]), "x@") == want
}
