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
	maxPlain = 1 << 20 // bytes of one plain text
	maxBody  = 4 << 20 // bytes of any other part that is opened
)

// part is a MIME entity (RFC 2045) with its children.
type part struct {
	head    head
	kind    string // "text/plain", in lower case
	params  map[string]string
	body    []byte // not yet decoded
	parts   []*part
	damaged string
	cut     bool // the mail breaks off inside of its last line
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
		p.damaged = TooDeep
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
	for i, piece := range pieces {
		if *left--; *left < 0 {
			p.damaged = TooManyParts
			break
		}
		ph, pb := splitPart(piece)
		if p.kind == "multipart/digest" && ph.get("content-type") == "" {
			ph = append(ph, field{"content-type", []byte("message/rfc822")}) // RFC 2046 §5.1.5
		}
		c := entity(ph, pb, depth+1, left)
		c.cut = cut && i == len(pieces)-1 && !bytes.HasSuffix(piece, []byte("\n"))
		p.parts = append(p.parts, c)
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
	for _, name := range []string{"boundary", "charset", "format", "delsp", "name", "filename", "report-type"} {
		if _, there := params[name]; !there {
			if v := continued(params, name); v != "" {
				params[name] = v
			}
		}
	}
	return kind, params
}

// continued puts a parameter together that was cut into pieces, or that names
// its charset (RFC 2231 §3, §4): name*, name*0, name*1*.
func continued(params map[string]string, name string) string {
	var raw []byte
	if v, ok := params[name+"*"]; ok {
		raw = percent(v)
	}
	for i := range 50 {
		key := name + "*" + itoa(i)
		if v, ok := params[key]; ok {
			raw = append(raw, v...)
		} else if v, ok := params[key+"*"]; ok {
			raw = append(raw, percent(v)...)
		} else {
			break
		}
	}
	text := raw
	label, rest, ok := bytes.Cut(raw, []byte("'"))
	if _, after, two := bytes.Cut(rest, []byte("'")); ok && two {
		text = after
	} else {
		label = nil
	}
	s, _ := decodeText(text, string(label))
	return oneLine(s)
}

// percent decodes the "%C3%A9" of RFC 2231.
func percent(s string) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && unhex(s[i+1]) >= 0 && unhex(s[i+2]) >= 0 {
			out = append(out, byte(unhex(s[i+1])<<4|unhex(s[i+2])))
			i += 2
			continue
		}
		out = append(out, s[i])
	}
	return out
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
// without its closing line keeps its last part, and cut says so. A boundary that
// is not named, or not there, is looked for. It gives nil when there is none at
// all.
func splitParts(b []byte, boundary string) (pieces [][]byte, cut bool) {
	if boundary != "" {
		if pieces, cut = splitAt(b, boundary); pieces != nil {
			return pieces, cut
		}
	}
	if boundary = guessBoundary(b); boundary == "" {
		return nil, false
	}
	return splitAt(b, boundary)
}

func splitAt(b []byte, boundary string) (pieces [][]byte, cut bool) {
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

// content is the beginning of a part's body after its transfer encoding
// (RFC 2045 §6): as much of it as bound lets through.
func (p *part) content() []byte {
	b := p.body[:min(len(p.body), p.bound())]
	switch coding := p.coding(); {
	case coding == "base64" && looksBase64(b):
		return lenientBase64(b)
	case coding == "base64":
		if text, ok := spacedBase64(b); ok {
			return text
		}
	case coding == "quoted-printable":
		return lenientQuoted(b, true)
	}
	return b
}

// coding is the transfer encoding of a part, "" for one that does not code.
func (p *part) coding() string {
	v, _ := cutParam(p.head.get("content-transfer-encoding"))
	v, _, _ = strings.Cut(v, "(") // a comment
	switch strings.ToLower(strings.Trim(v, " \t\"'.")) {
	case "base64", "base-64", "b64", "b":
		return "base64"
	case "quoted-printable", "quoted printable", "quotedprintable", "qp", "q":
		return "quoted-printable"
	}
	return ""
}

// bound is how many bytes of a body are decoded.
func (p *part) bound() int {
	n := maxBody
	if p.kind == "text/html" {
		n = maxHTML
	} else if strings.HasPrefix(p.kind, "text/") {
		n = maxPlain
	}
	switch p.coding() {
	case "base64":
		return n / 2 * 3
	case "quoted-printable":
		return n * 3
	}
	return n
}

// long says that content does not give all that there is.
func (p *part) long() bool { return len(p.body) > p.bound() }

// attached says that a part is a file and not something to read.
func (p *part) attached() bool {
	_, params := mediaType(p.head.get("content-disposition"))
	return p.filed() || params["filename"] != "" || p.params["name"] != ""
}

// filed says that a part calls itself an attachment.
func (p *part) filed() bool {
	return strings.HasPrefix(strings.ToLower(p.head.get("content-disposition")), "attachment")
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
