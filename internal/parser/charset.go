package parser

import (
	"bytes"
	"encoding/base64"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"
)

// decodeText turns bytes into NFC text with LF line ends. A label is a claim:
// what is valid UTF-8 with a letter outside ASCII is UTF-8 whatever it is
// called, and what is called UTF-8 or ASCII and is neither gets the code page
// that its bytes look like. Where that is not certain U+FFFD stands for each
// doubtful letter, and damaged says so.
func decodeText(b []byte, label string) (text, damaged string) {
	text, damaged = decodeRaw(b, strings.ToLower(strings.Trim(label, ` "'`+"`")))
	text = strings.Map(func(r rune) rune {
		if r == 0 || r == 0xfeff {
			return -1
		}
		return r
	}, text)
	if strings.IndexByte(text, '\r') >= 0 {
		text = string(plain([]byte(text)))
	}
	text = strings.ReplaceAll(text, "ï¿½", "\ufffd") // it was lost before, and recoded since
	if text = unmangled(text); !norm.NFC.IsNormalString(text) {
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
	case wide(b) != nil:
		return with(wide(b), b), ""
	case label == "utf-7" || label == "unicode-1-1-utf-7" || label == "csunicode11utf7" || label == "x-unicode-2-0-utf-7":
		return fromUTF7(string(b)), ""
	case strings.HasPrefix(label, "iso-2022") || label == "hz-gb-2312":
	case ascii(b):
		return strings.ReplaceAll(string(b), "\x1b", ""), ""
	case utf8.Valid(b):
		return string(b), ""
	}
	if page := western(b, label); page != nil {
		return with(page, b), ""
	}
	switch label {
	case "", "utf-8", "utf8", "us-ascii", "ascii", "ansi_x3.4-1968", "unknown-8bit", "x-unknown", "unknown", "default", "binary", "8bit", "7bit", "none", "utf-16", "utf-16le", "utf-16be":
		return guessed(b), ""
	}
	r, err := charset.Reader(label, bytes.NewReader(b))
	if err != nil {
		return guessed(b), "unknown charset " + oneLine(label[:min(len(label), 40)])
	}
	out, err := io.ReadAll(r)
	if err != nil {
		return guessed(b), "broken " + oneLine(label)
	}
	return strings.ToValidUTF8(string(out), "\ufffd"), ""
}

// western is the code page for a label of Western, Central European or Turkish
// text. Programs of one system name the ISO set and send its own page: bytes
// that are control characters in the one tell, and so do letters that no
// language of the other has.
func western(b []byte, label string) *charmap.Charmap {
	switch label {
	case "iso-8859-1", "latin1", "iso8859-1", "iso_8859-1", "l1", "cp819", "windows-1252", "cp1252", "cp-1252", "x-cp1252", "ansi":
		switch p := guess(b); {
		case p == charmap.Windows1254:
			return p
		case p == charmap.Windows1250 && bytes.ContainsAny(b, "\xf5\xd5"):
			return p
		}
		return charmap.Windows1252
	case "iso-8859-9", "latin5", "iso8859-9", "iso_8859-9", "windows-1254", "cp1254", "x-cp1254":
		return charmap.Windows1254
	case "windows-1250", "cp1250", "x-cp1250":
		return charmap.Windows1250
	case "iso-8859-2", "latin2", "iso8859-2", "iso_8859-2":
		for _, c := range b {
			if c >= 0x80 && c < 0xa0 {
				return charmap.Windows1250
			}
		}
		return charmap.ISO8859_2
	}
	return nil
}

// wide is the form of UTF-16 that text without a mark and perhaps without a
// label must be in: every second byte of Western words is zero. It is nil for
// all other text.
func wide(b []byte) encoding.Encoding {
	if len(b) < 4 || bytes.IndexByte(b[:min(len(b), 64)], 0) < 0 {
		return nil
	}
	var zeros [2]int
	head := b[:min(len(b), 1024)&^1]
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch half := len(head) / 2; {
	case zeros[1]*10 > half*7 && zeros[0]*10 < half:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case zeros[0]*10 > half*7 && zeros[1]*10 < half:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	return nil
}

func with(e encoding.Encoding, b []byte) string {
	out, err := e.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	return strings.ToValidUTF8(string(out), "\ufffd")
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
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
		case 0xe0, 0xe3, 0xe8, 0xea: // à ã è ê, which no Hungarian word has
			central -= 2
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

// guessed is the text in the code page that guess picks. It is certain when
// every line of it looks like writing; in any other line the letters beyond
// ASCII are not.
func guessed(b []byte) string {
	text := with(guess(b), b)
	if likely(text) {
		return text
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !likely(line) {
			line = strings.Map(func(r rune) rune {
				if r >= 0x80 {
					return utf8.RuneError
				}
				return r
			}, line)
		}
		out.WriteString(line)
	}
	return out.String()
}

// likely says that text looks like writing in one of the languages that are
// guessed at: it has no other signs, no capital letter with an accent stands
// behind a small one, and no four letters in a row have one.
func likely(text string) bool {
	last, run := ' ', 0
	for _, r := range text {
		if run++; !letter(r) {
			run = 0
		}
		if run > 3 {
			return false
		}
		if r >= 0x80 {
			if !typed(r) || upper(r) && (last >= 'a' && last <= 'z' || last >= 0x80 && !upper(last) && last != '\u00a0' && letter(last)) {
				return false
			}
		}
		last = r
	}
	return true
}

// typed says that r is a letter or a mark that people type in one of the
// languages.
func typed(r rune) bool {
	return letter(r) || strings.ContainsRune("\u00a0¡£§ª«\u00ad°´·º»¿“”‘’„‚–—…‹›•€", r)
}

func letter(r rune) bool {
	switch r {
	case '×', '÷', 'ð', 'Ð', 'þ', 'Þ':
		return false
	case 'ő', 'ű', 'ı', 'ğ', 'ş', 'œ':
		return true
	}
	return r >= 'À' && r <= 'ÿ' || upper(r)
}

func upper(r rune) bool {
	switch r {
	case 'Ő', 'Ű', 'İ', 'Ğ', 'Ş', 'Œ':
		return true
	}
	return r >= 'À' && r <= 'Þ'
}

// twice finds what UTF-8 looks like when it was taken for windows-1252.
var twice = regexp.MustCompile(`[ÂÃÄÅ][\x{80}-\x{bf}€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â[\x{80}€][\x{80}-\x{bf}™œž“”˜š¦¢]`)

// unmangled gives back the lines that were UTF-8, were taken for windows-1252
// and put into UTF-8 again. It touches a line only if the whole of it comes out
// as writing, so that nothing else is changed.
func unmangled(s string) string {
	begins := func(lead string) bool { return strings.Contains(s, lead) }
	if !slices.ContainsFunc([]string{"Â", "Ã", "Ä", "Å", "â"}, begins) {
		return s
	}
	var out strings.Builder
	for line := range strings.Lines(s) {
		if twice.MatchString(line) {
			if was, ok := original1252(line); ok && utf8.Valid(was) && likely(string(was)) {
				line = string(was)
			}
		}
		out.WriteString(line)
	}
	return out.String()
}

// original1252 are the bytes that come out as s in windows-1252, in which a
// byte without a letter stands for itself.
func original1252(s string) ([]byte, bool) {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		b, ok := charmap.Windows1252.EncodeRune(r)
		if !ok {
			if r >= 0x100 {
				return nil, false
			}
			b = byte(r)
		}
		out = append(out, b)
	}
	return out, true
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
