package parser

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Bounds of a header block; what is beyond them is not looked at.
const (
	maxHead   = 256 << 10
	maxFields = 1000
)

// field is one header field: its name in lower case, its value unfolded and
// otherwise as it came.
type field struct {
	name string
	raw  []byte
}

// head is the header block of a mail or of one of its parts.
type head []field

// get is the first value of a field, decoded; "" when there is none.
func (h head) get(name string) string {
	for _, f := range h {
		if f.name == name {
			return decodeWords(f.raw)
		}
	}
	return ""
}

// raw is the first value of a field as it came; nil when there is none.
func (h head) raw(name string) []byte {
	for _, f := range h {
		if f.name == name {
			return f.raw
		}
	}
	return nil
}

// all are the values of every field of that name, from the top.
func (h head) all(name string) []string {
	var out []string
	for _, f := range h {
		if f.name == name {
			out = append(out, decodeWords(f.raw))
		}
	}
	return out
}

// plain folds every kind of line end into LF, because mails come with all of
// them, CRCRLF included.
func plain(raw []byte) []byte {
	if bytes.IndexByte(raw, '\r') < 0 {
		return raw
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\r' {
			out = append(out, raw[i])
			continue
		}
		for i+1 < len(raw) && raw[i+1] == '\r' {
			i++
		}
		if i+1 >= len(raw) || raw[i+1] != '\n' {
			out = append(out, '\n')
		}
	}
	return out
}

// splitHead takes the header block off a mail or a part. It forgives blank
// lines and mbox From_ lines on top and lines that are no field.
func splitHead(b []byte) (head, []byte) {
	for {
		line, rest, more := bytes.Cut(b, []byte("\n"))
		if len(bytes.TrimSpace(line)) > 0 && !mboxLine(line) {
			break
		}
		if !more {
			return nil, nil
		}
		if len(bytes.TrimSpace(line)) == 0 && len(rest) == 0 {
			return nil, nil
		}
		b = rest
	}
	return fieldsOf(b)
}

// splitPart is splitHead for a part of a multipart, whose first line may be
// the blank one: then it has no header.
func splitPart(b []byte) (head, []byte) {
	if bytes.HasPrefix(b, []byte("\n")) {
		return nil, b[1:]
	}
	return fieldsOf(b)
}

func fieldsOf(b []byte) (head, []byte) {
	var h head
	size := 0
	for len(b) > 0 {
		line, rest, _ := bytes.Cut(b, []byte("\n"))
		if len(bytes.TrimRight(line, " \t")) == 0 {
			return h, rest
		}
		b = rest
		if size += len(line); size > maxHead {
			continue
		}
		if line[0] == ' ' || line[0] == '\t' {
			if len(h) > 0 {
				last := &h[len(h)-1]
				last.raw = append(append(last.raw, ' '), bytes.TrimSpace(line)...)
			}
			continue
		}
		if name, value, ok := cutField(line); ok && len(h) < maxFields {
			h = append(h, field{name, bytes.Clone(bytes.TrimSpace(value))})
		}
	}
	return h, nil
}

func mboxLine(line []byte) bool {
	return bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From "))
}

// cutField splits "Name: value"; ok is false for a line that is no field.
func cutField(line []byte) (name string, value []byte, ok bool) {
	n, v, found := bytes.Cut(line, []byte(":"))
	n = bytes.TrimRight(n, " \t")
	if !found || len(n) == 0 || len(n) > 100 {
		return "", nil, false
	}
	for _, c := range n {
		if c <= ' ' || c >= 0x7f {
			return "", nil, false
		}
	}
	return strings.ToLower(string(n)), v, true
}

var encodedWord = regexp.MustCompile(`=\?([^?\s]{1,40})\?([bBqQ])\?([^?]*)\?=`)

// decodeWords decodes the encoded-words of RFC 2047 and raw 8-bit text. The
// bytes of neighbouring words of one charset are joined before they are
// decoded, because some programs cut inside a letter.
func decodeWords(raw []byte) string {
	var out strings.Builder
	var pending []byte
	var charset string
	flush := func() {
		if len(pending) > 0 {
			text, _ := decodeText(pending, charset)
			out.WriteString(text)
			pending = nil
		}
	}
	at := 0
	for _, m := range encodedWord.FindAllSubmatchIndex(raw, -1) {
		between := raw[at:m[0]]
		if len(bytes.TrimSpace(between)) > 0 || at == 0 {
			flush()
			text, _ := decodeText(between, "")
			out.WriteString(text)
		}
		name, _, _ := strings.Cut(strings.ToLower(string(raw[m[2]:m[3]])), "*")
		if name != charset {
			flush()
		}
		charset = name
		pending = append(pending, wordBytes(raw[m[4]], raw[m[6]:m[7]])...)
		at = m[1]
	}
	flush()
	text, _ := decodeText(raw[at:], "")
	out.WriteString(text)
	return strings.TrimSpace(oneLine(out.String()))
}

func wordBytes(encoding byte, s []byte) []byte {
	if encoding == 'b' || encoding == 'B' {
		return lenientBase64(s)
	}
	return lenientQuoted(bytes.ReplaceAll(s, []byte("_"), []byte(" ")), false)
}

// oneLine makes white space and control characters single spaces, so that no
// header value can smuggle a line.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, s)
}

// lenientBase64 decodes the lines that are base64. It ends at the first line
// after them that is none, which is how a list's footer looks, and goes on
// after padding, because some programs join several codings. A long line in
// which a few signs are none was damaged on its way: from there to its end
// nothing is certain, and a U+FFFD says so.
func lenientBase64(s []byte) []byte {
	out := make([]byte, 0, len(s)/4*3)
	var run []byte
	flush := func() {
		if len(run)%4 == 1 {
			run = run[:len(run)-1]
		}
		out, _ = base64.RawStdEncoding.AppendDecode(out, run)
		run = run[:0]
	}
	for line := range bytes.Lines(s) {
		line = bytes.TrimSpace(line)
		bad := notBase64(line)
		hurt := bad > 0 && len(line) >= 20 && bad*10 < len(line) && bytes.IndexByte(line, ' ') < 0
		if bad > 0 && !hurt {
			if len(out)+len(run) > 0 {
				break
			}
			continue
		}
		if hurt {
			flush()
			out = append(out, "\ufffd"...)
		}
		for _, c := range line {
			if c == '=' {
				flush()
			} else if isBase64(c) {
				run = append(run, c)
			}
		}
	}
	flush()
	return out
}

// looksBase64 says that the first line of b that is not blank is base64. Some
// programs name the coding and do not code.
func looksBase64(b []byte) bool {
	for line := range bytes.Lines(b) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			bad := notBase64(line)
			return bad == 0 || len(line) >= 20 && bad*10 < len(line) && bytes.IndexByte(line, ' ') < 0
		}
	}
	return true
}

// spacedBase64 decodes base64 with blanks inside its lines (RFC 2045 §6.8 has them
// passed over). Words of a mail that only names the coding would decode too, but
// not to a text.
func spacedBase64(b []byte) (text []byte, ok bool) {
	joined := bytes.Map(func(r rune) rune {
		if r == ' ' || r == '\t' {
			return -1
		}
		return r
	}, b)
	for line := range bytes.Lines(joined) {
		if notBase64(bytes.TrimSpace(line)) > 0 {
			return nil, false
		}
	}
	text = lenientBase64(joined)
	control := func(r rune) bool { return r < ' ' && r != '\n' && r != '\r' && r != '\t' }
	return text, len(text) > 0 && utf8.Valid(text) && !bytes.ContainsFunc(text, control)
}

// notBase64 counts the signs of a line that base64 does not have.
func notBase64(line []byte) int {
	n := 0
	for _, c := range line {
		if !isBase64(c) && c != '=' {
			n++
		}
	}
	return n
}

func isBase64(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/'
}

// lenientQuoted decodes quoted-printable and leaves what is none as it stands.
// In a body a "=" at the end of a line joins the lines.
func lenientQuoted(s []byte, body bool) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '=' {
			out = append(out, s[i])
			continue
		}
		if i+2 < len(s) {
			hi, lo := unhex(s[i+1]), unhex(s[i+2])
			if hi >= 0 && lo >= 0 {
				out = append(out, byte(hi<<4|lo))
				i += 2
				continue
			}
		}
		if end := softEnd(s[i+1:]); body && end >= 0 {
			i += end
			continue
		}
		out = append(out, '=')
	}
	return out
}

// softEnd is how many bytes after "=" belong to a soft line end, or -1.
func softEnd(s []byte) int {
	for i, c := range s {
		switch c {
		case '\n':
			return i + 1
		case ' ', '\t':
		default:
			return -1
		}
	}
	return len(s)
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}
