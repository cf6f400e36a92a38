package parser

import (
	"bytes"
	"regexp"
	"strings"
)

// Bounds of a mail's structure.
const (
	maxParts = 50
	maxDepth = 10
	maxBody  = 4 << 20 // bytes of one text part
)

// part is a MIME entity (RFC 2045) with its children.
type part struct {
	head    head
	kind    string // "text/plain", in lower case
	params  map[string]string
	body    []byte // not yet decoded
	parts   []*part
	damaged string
}

// entity reads the structure of a mail whose header is h. left counts down the
// parts that may still be read.
func entity(h head, body []byte, depth int, left *int) *part {
	p := &part{head: h, body: body}
	p.kind, p.params = mediaType(h.get("content-type"))
	if !strings.HasPrefix(p.kind, "multipart/") {
		return p
	}
	if depth >= maxDepth {
		p.damaged = "nested too deeply"
		return p
	}
	pieces, cut := splitParts(body, p.params["boundary"])
	if pieces == nil {
		p.kind = "text/plain"
		return p
	}
	if cut {
		p.damaged = "the end is missing"
	}
	for _, piece := range pieces {
		if *left--; *left < 0 {
			p.damaged = "too many parts"
			break
		}
		ph, pb := splitPart(piece)
		p.parts = append(p.parts, entity(ph, pb, depth+1, left))
	}
	return p
}

// mediaType reads a Content-Type field; without one it is text/plain
// (RFC 2045 §5.2).
func mediaType(v string) (kind string, params map[string]string) {
	params = map[string]string{}
	first, rest := cutParam(v)
	kind = strings.ToLower(strings.TrimSpace(first))
	if kind == "" || kind == "text" || !strings.Contains(kind, "/") {
		kind = "text/plain"
	}
	for n := 0; rest != "" && n < 50; n++ {
		var p string
		p, rest = cutParam(rest)
		name, value, _ := strings.Cut(p, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := params[name]; !twice && name != "" {
			params[name] = unquote(strings.TrimSpace(value))
		}
	}
	return kind, params
}

// cutParam cuts at the first semicolon outside of quotes.
func cutParam(s string) (first, rest string) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if quoted {
				i++
			}
		case '"':
			quoted = !quoted
		case ';':
			if !quoted {
				return s[:i], s[i+1:]
			}
		}
	}
	return s, ""
}

func unquote(s string) string {
	if len(s) < 2 || s[0] != '"' {
		return s
	}
	return strings.ReplaceAll(strings.TrimSuffix(s[1:], `"`), `\`, "")
}

// splitParts cuts a multipart body at its boundary (RFC 2046 §5.1.1). A body
// without its closing line keeps its last part, and cut says so. It gives nil
// when the boundary is not there at all.
func splitParts(b []byte, boundary string) (pieces [][]byte, cut bool) {
	if boundary == "" {
		if boundary = guessBoundary(b); boundary == "" {
			return nil, false
		}
	}
	mark := []byte("--" + boundary)
	start := -1
	for at := 0; at < len(b); {
		end := len(b)
		if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		if rest, ok := bytes.CutPrefix(b[at:end], mark); ok {
			rest = bytes.TrimSpace(rest)
			closing := bytes.Equal(rest, []byte("--"))
			if closing || len(rest) == 0 {
				if start >= 0 {
					pieces = append(pieces, bytes.TrimSuffix(b[start:at], []byte("\n")))
				}
				if closing {
					return pieces, false
				}
				start = end
			}
		}
		if len(pieces) > maxParts {
			return pieces, true
		}
		at = end
	}
	if start >= 0 {
		pieces = append(pieces, b[start:])
	}
	return pieces, true
}

var boundaryLine = regexp.MustCompile(`(?m)^--(\S{1,70})\s*$`)

// guessBoundary finds the boundary of a multipart that does not name it.
func guessBoundary(b []byte) string {
	m := boundaryLine.FindSubmatch(b[:min(len(b), 4096)])
	if m == nil || !bytes.Contains(b, []byte("\nContent-")) {
		return ""
	}
	return string(m[1])
}

// content is a part's body after its transfer encoding.
func (p *part) content() []byte {
	b := p.body
	switch strings.ToLower(strings.TrimSpace(p.head.get("content-transfer-encoding"))) {
	case "base64":
		return lenientBase64(b[:min(len(b), maxBody*2)])
	case "quoted-printable":
		return lenientQuoted(b[:min(len(b), maxBody*3)], true)
	}
	return b[:min(len(b), maxBody)]
}

// attached says that a part is a file and not something to read.
func (p *part) attached() bool {
	d := p.head.get("content-disposition")
	_, params := mediaType(d)
	return strings.HasPrefix(strings.ToLower(d), "attachment") || params["filename"] != "" || p.params["name"] != ""
}

// find is the first part of a kind, in the order of the mail; nil when there
// is none.
func (p *part) find(kind string) *part {
	if p.kind == kind {
		return p
	}
	for _, c := range p.parts {
		if f := c.find(kind); f != nil {
			return f
		}
	}
	return nil
}
