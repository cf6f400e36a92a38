package parser

import (
	"bytes"
	"encoding/base64"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"
)

// decodeText turns bytes into NFC text. A label is a claim: what is valid
// UTF-8 with a letter outside ASCII is UTF-8 whatever it is called, and what is
// called UTF-8 or ASCII and is neither gets the code page that its bytes look
// like. damaged says what could not be decoded for certain.
func decodeText(b []byte, label string) (text, damaged string) {
	text, damaged = decodeRaw(b, strings.ToLower(strings.Trim(label, ` "'`)))
	text = strings.Map(func(r rune) rune {
		if r == 0 || r == 0xfeff {
			return -1
		}
		return r
	}, text)
	if !norm.NFC.IsNormalString(text) {
		text = norm.NFC.String(text)
	}
	return text, damaged
}

func decodeRaw(b []byte, label string) (string, string) {
	switch {
	case bytes.HasPrefix(b, []byte{0xff, 0xfe}):
		return with(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), b), ""
	case bytes.HasPrefix(b, []byte{0xfe, 0xff}):
		return with(unicode.UTF16(unicode.BigEndian, unicode.UseBOM), b), ""
	case label == "utf-7" || label == "unicode-1-1-utf-7":
		return fromUTF7(string(b)), ""
	case ascii(b):
		if strings.HasPrefix(label, "iso-2022") || strings.HasPrefix(label, "utf-16") || label == "hz-gb-2312" {
			break
		}
		return string(b), ""
	case utf8.Valid(b):
		return string(b), ""
	}
	switch label {
	case "", "utf-8", "utf8", "us-ascii", "ascii", "unknown-8bit", "x-unknown", "default", "binary", "8bit":
		return with(guess(b), b), ""
	case "iso-8859-1", "latin1", "windows-1252", "cp1252":
		if p := guess(b); p == charmap.Windows1254 {
			return with(p, b), ""
		}
		return with(charmap.Windows1252, b), ""
	case "iso-8859-9", "latin5", "windows-1254", "cp1254":
		return with(charmap.Windows1254, b), ""
	case "cp1250":
		return with(charmap.Windows1250, b), ""
	}
	r, err := charset.Reader(label, bytes.NewReader(b))
	if err != nil {
		return with(guess(b), b), "unknown charset " + oneLine(label)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		return with(guess(b), b), "broken " + oneLine(label)
	}
	return strings.ToValidUTF8(string(out), "\ufffd"), ""
}

func with(e encoding.Encoding, b []byte) string {
	out, err := e.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	return string(out)
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 || c == 0x1b {
			return false
		}
	}
	return true
}

// guess picks the code page of unlabelled Western, Turkish or Central European
// text by the letters on which the three differ.
func guess(b []byte) *charmap.Charmap {
	turkish, central := 0, 0
	for i, c := range b {
		switch c {
		case 0xf0, 0xfd, 0xfe, 0xdd, 0xde, 0xd0: // ğ ı ş İ Ş Ğ; in 1252 they are Icelandic
			turkish++
		case 0xfb, 0xdb: // ű Ű; in 1252 û Û
			central++
		case 0xf5, 0xd5: // ő Ő; in 1252 õ Õ, which Portuguese writes before e
			if i+1 < len(b) && (b[i+1]|0x20 == 'e') {
				return charmap.Windows1252
			}
			central++
		}
	}
	switch {
	case turkish > 0:
		return charmap.Windows1254
	case central > 0:
		return charmap.Windows1250
	}
	return charmap.Windows1252
}

// fromUTF7 decodes UTF-7 (RFC 2152). What is broken stands as it came.
func fromUTF7(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '+' {
			out.WriteByte(s[i])
			i++
			continue
		}
		j := i + 1
		for j < len(s) && isBase64(s[j]) {
			j++
		}
		end := j
		if end < len(s) && s[end] == '-' {
			end++
		}
		text, ok := shifted(s[i+1 : j])
		switch {
		case j == i+1 && end > j: // "+-"
			out.WriteByte('+')
		case ok:
			out.WriteString(text)
		default:
			out.WriteString(s[i:end])
		}
		i = end
	}
	return strings.ToValidUTF8(out.String(), "\ufffd")
}

func shifted(s string) (string, bool) {
	b, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil || len(b) < 2 {
		return "", false
	}
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(b[2*i])<<8 | uint16(b[2*i+1])
	}
	return string(utf16.Decode(units)), true
}
