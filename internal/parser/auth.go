package parser

import (
	"regexp"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// AnyServer as [Options.AuthServer] believes the topmost field, whoever wrote
// it: for mailboxes read offline, where nobody says which server is ours.
const AnyServer = "*"

// authOf reads what the receiving server found out about a mail (RFC 8601).
// Only the topmost field counts, and only if it is the pinned server's: what
// lies lower may have been there when the mail came, and anybody may have
// written it. A failure is believed of the pinned server's fields below too,
// since nobody forges one against his own mail. found says that the topmost
// field is the pinned server's.
func authOf(h head, server, from string) (a Auth, found bool) {
	for _, f := range h {
		if f.name == "received" && found {
			break
		}
		if f.name != "authentication-results" {
			continue
		}
		id, results := authResults(string(f.raw))
		switch {
		case server == AnyServer:
			server = id
		case server == "" && !found: // nobody is pinned: failures are all that is believed
			if failsDMARC(results) {
				a.DMARC = "fail"
			}
			return a, false
		}
		if id == "" || !strings.EqualFold(id, server) {
			break
		}
		if !found {
			found = true
			a.add(results, from)
		} else if failsDMARC(results) {
			a.DMARC = "fail"
		}
	}
	return a, found
}

// statement is one result of a field: "dkim=pass header.d=example.org" is the
// method dkim, the result pass, and a property.
type statement struct {
	method, result string
	properties     map[string]string
}

var aroundSigns = regexp.MustCompile(`\s*([=/])\s*`)

// authResults takes a field apart. Comments are dropped and quoted strings are
// made harmless first, because both may hold what the sender of the mail chose:
// an address such as "x; dmarc=pass"@example.net.
func authResults(raw string) (id string, results []statement) {
	pieces := strings.Split(aroundSigns.ReplaceAllString(withoutComments(raw), "$1"), ";")
	if words := strings.Fields(pieces[0]); len(words) > 0 {
		id = strings.ToLower(words[0])
	}
	for _, piece := range pieces[1:] {
		words := strings.Fields(piece)
		if len(words) == 0 {
			continue
		}
		method, result, ok := strings.Cut(strings.ToLower(words[0]), "=")
		if !ok {
			continue
		}
		method, _, _ = strings.Cut(method, "/")
		s := statement{method, result, map[string]string{}}
		for _, w := range words[1:] {
			name, value, _ := strings.Cut(w, "=")
			name = strings.ToLower(name)
			if _, twice := s.properties[name]; !twice {
				s.properties[name] = value
			}
		}
		results = append(results, s)
	}
	return id, results
}

// withoutComments makes comments spaces (RFC 5322 §3.2.2) and what is special
// in quoted strings underscores. What follows a comment or a string without an
// end is part of it.
func withoutComments(s string) string {
	var out strings.Builder
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && (quoted || depth > 0):
			i++
			if quoted {
				out.WriteByte('_')
			}
		case c == '"' && depth == 0:
			quoted = !quoted
		case quoted && strings.IndexByte(";=/() \t", c) >= 0:
			out.WriteByte('_')
		case quoted:
			out.WriteByte(c)
		case c == '(':
			depth++
			out.WriteByte(' ')
		case c == ')' && depth > 0:
			depth--
		case depth == 0:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// add takes the results of the topmost field in. A failure of DMARC is never
// overridden.
func (a *Auth) add(results []statement, from string) {
	for _, r := range results {
		pass := r.result == "pass"
		switch r.method {
		case "dmarc":
			if a.DMARC == "fail" {
				continue
			}
			if d := r.properties["header.from"]; pass && d != "" && !sameDomain(d, from) {
				continue // about another mail's author
			}
			a.DMARC = r.result
		case "dkim":
			if a.DKIM != "pass" {
				a.DKIM = r.result
			}
			signer := r.properties["header.d"]
			if signer == "" {
				signer = r.properties["header.i"]
			}
			a.Aligned = a.Aligned || pass && Aligned(signer, from)
		case "spf":
			a.SPF = r.result
			a.Aligned = a.Aligned || pass && Aligned(r.properties["smtp.mailfrom"], from)
		}
	}
}

func failsDMARC(results []statement) bool {
	for _, r := range results {
		if r.method == "dmarc" && r.result == "fail" {
			return true
		}
	}
	return false
}

// Aligned says that domain, or the address that it stands in, belongs to the
// domain of the address from, as DMARC has it when it is relaxed (RFC 7489
// §3.1): both lie under one registered domain.
func Aligned(domain, from string) bool {
	d, f := domainOf(domain), domainOf(from)
	if d == "" || f == "" {
		return false
	}
	if d == f {
		return true
	}
	a, err1 := publicsuffix.EffectiveTLDPlusOne(d)
	b, err2 := publicsuffix.EffectiveTLDPlusOne(f)
	return err1 == nil && err2 == nil && a == b
}

func sameDomain(domain, from string) bool { return domainOf(domain) == domainOf(from) }

// domainOf is the domain of an address or a domain as it stands, in ASCII.
func domainOf(s string) string {
	s = s[strings.LastIndexByte(s, '@')+1:]
	s = strings.TrimSuffix(strings.TrimPrefix(Canonical("x@"+s), "x@"), ".")
	return s
}
