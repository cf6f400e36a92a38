package parser

import (
	"bytes"
	"strings"
)

// written is the text of a mail as its structure yields it.
type written struct {
	text    string
	html    bool   // there was only HTML
	struck  bool   // something in the HTML is struck out
	damaged string // what could not be read
	extra   string // further text parts, such as a list's footer
}

// readable finds the text of a mail as a person would see it.
func readable(p *part) written {
	var w written
	switch {
	case p.kind == "multipart/alternative":
		w = alternative(p)
	case p.kind == "multipart/encrypted" || p.kind == "application/pgp-encrypted":
		w.damaged = "encrypted"
	case p.kind == "multipart/signed" || p.kind == "multipart/related" || p.kind == "multipart/report":
		if len(p.parts) > 0 { // RFC 1847 §2.1: the second part is the signature
			w = readable(p.parts[0])
		}
	case strings.HasPrefix(p.kind, "multipart/"):
		w = mixed(p)
	case p.kind == "application/pkcs7-mime" || p.kind == "application/x-pkcs7-mime":
		w = opaque(p)
	case p.kind == "application/ms-tnef":
		w.damaged = "winmail.dat"
	case p.attached():
	case p.kind == "text/html":
		w = fromHTML(p)
	case strings.HasPrefix(p.kind, "text/") && p.kind != "text/calendar" && p.kind != "text/rfc822-headers":
		w = fromPlain(p)
	}
	if w.damaged == "" {
		w.damaged = p.damaged
	}
	return w
}

// alternative takes the plain text, unless it is blank, says no more than that
// there is HTML, or cannot show what the HTML strikes out.
func alternative(p *part) written {
	var plain, rich written
	for _, c := range p.parts {
		r := readable(c)
		if r.html {
			rich = r
		} else if blank(plain.text) {
			plain = r
		}
	}
	if blank(rich.text) {
		return plain
	}
	stub := len(plain.text) < 300 && strings.Contains(strings.ToLower(plain.text), "html") && len(rich.text) > len(plain.text)/2
	if blank(plain.text) || stub || rich.struck {
		return rich
	}
	return plain
}

// mixed joins the parts that are shown one below the other. A later part that
// begins like a footer is one.
func mixed(p *part) written {
	var w written
	for _, c := range p.parts {
		r := readable(c)
		if w.damaged == "" {
			w.damaged = r.damaged
		}
		switch {
		case blank(r.text):
		case blank(w.text):
			damaged := w.damaged
			w = r
			w.damaged = damaged
		case footer(r.text):
			w.extra += r.text
		default:
			w.text = strings.TrimRight(w.text, "\n") + "\n\n" + r.text
		}
		w.struck = w.struck || r.struck
	}
	if !blank(w.text) {
		w.damaged = p.damaged
	}
	return w
}

func footer(s string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(s, "\n \t"), "\n")
	first = strings.TrimRight(first, " ")
	return first == "--" || len(first) > 4 && strings.Trim(first, "_-=*") == ""
}

func blank(s string) bool { return strings.Trim(s, " \t\n\u00a0\u200b\ufeff") == "" }

func fromHTML(p *part) written {
	label := p.params["charset"]
	src, damaged := decodeText(p.content(), label)
	text, struck, err := htmlText(src)
	if err != nil {
		return written{html: true, damaged: err.Error()}
	}
	return written{text: text, html: true, struck: struck, damaged: damaged}
}

func fromPlain(p *part) written {
	text, damaged := decodeText(p.content(), p.params["charset"])
	if strings.EqualFold(p.params["format"], "flowed") {
		text = unflow(text, strings.EqualFold(p.params["delsp"], "yes"))
	}
	return written{text: clearSigned(tidy(text)), damaged: damaged}
}

// tidy takes trailing white space off lines, but for the signature delimiter,
// and control characters out.
func tidy(s string) string {
	var out strings.Builder
	out.Grow(len(s))
	for line := range strings.Lines(s) {
		line = strings.TrimSuffix(line, "\n")
		if line != "-- " {
			line = strings.TrimRight(line, " \t\f\v\u00a0")
		}
		for _, r := range line {
			if r >= ' ' || r == '\t' {
				out.WriteRune(r)
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// clearSigned takes the armour off an OpenPGP cleartext signature (RFC 9580
// §7) that is the whole text.
func clearSigned(s string) string {
	body, ok := strings.CutPrefix(strings.TrimLeft(s, "\n"), "-----BEGIN PGP SIGNED MESSAGE-----\n")
	if !ok {
		return s
	}
	if _, rest, found := strings.Cut(body, "\n\n"); found {
		body = rest
	}
	body, _, _ = strings.Cut(body, "-----BEGIN PGP SIGNATURE-----")
	return strings.TrimPrefix(strings.ReplaceAll("\n"+body, "\n- ", "\n"), "\n")
}

// opaque opens an S/MIME part whose content lies inside its signature
// (RFC 8551 §3.5.2). The signature itself is not looked at.
func opaque(p *part) written {
	inner := signedContent(p.content())
	if inner == nil {
		return written{damaged: "S/MIME"}
	}
	h, body := splitHead(plain(bytes.Clone(inner)))
	left := maxParts
	w := readable(entity(h, body, 1, &left))
	return w
}
