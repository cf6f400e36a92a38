package rulesets

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// decoded is the text of a file and how its bytes were understood.
type decoded struct {
	text     string // with \n at the end of lines
	encoding string
	doubts   []string
}

// notText are the beginnings of files that hold a text but are none.
var notText = []struct{ begins, what, hint string }{
	{"%PDF", "a PDF", "open it, copy the rules out of it, and save them as plain text"},
	{"PK\x03\x04", "a packed file, perhaps of a word processor", `open it there and save it as "plain text"`},
	{"\xd0\xcf\x11\xe0", "a file of a word processor", `open it there and save it as "plain text"`},
	{`{\rtf`, "rich text", `open it in a word processor and save it as "plain text"`},
	{"<!doctype html", "a web page", "open it in a browser, copy the rules out of it, and save them as plain text"},
	{"<html", "a web page", "open it in a browser, copy the rules out of it, and save them as plain text"},
}

// decode reads src as the text that it is in its own encoding: UTF-8, UTF-16
// or one of the older ones of western and central Europe and of Turkey, of
// which it takes the one whose letters are those of the text's language.
func decode(file string, src []byte) (decoded, error) {
	if len(src) > MaxSize {
		return decoded{}, Faults{{file, 1, fmt.Sprintf("the file has more than %d bytes", MaxSize), "a ruleset is one short text; is this the right file?"}}
	}
	for _, n := range notText {
		head := bytes.TrimLeft(src[:min(len(src), 256)], " \t\r\n\xef\xbb\xbf")
		if len(head) >= len(n.begins) && strings.EqualFold(string(head[:len(n.begins)]), n.begins) {
			return decoded{}, Faults{{file, 1, "this is " + n.what + " and no plain text", n.hint}}
		}
	}
	d := decodeBytes(src)
	d.text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\f", "\n", "\v", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n\n").Replace(d.text)
	if i := strings.IndexFunc(d.text, binaryRune); i >= 0 {
		line := 1 + strings.Count(d.text[:i], "\n")
		c, _ := utf8.DecodeRuneInString(d.text[i:])
		return decoded{}, Faults{{file, line, fmt.Sprintf("the control character %U: this is no plain text", c), "save the rules as plain text, in UTF-8"}}
	}
	if i := strings.IndexRune(d.text, utf8.RuneError); i >= 0 {
		d.doubts = append(d.doubts, fmt.Sprintf("line %d: a letter could not be read, or was lost before; it is shown as %q", 1+strings.Count(d.text[:i], "\n"), utf8.RuneError))
	}
	return d, nil
}

// binaryRune reports whether c never stands in a text.
func binaryRune(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\t' }

func decodeBytes(src []byte) decoded {
	if text, ok := bytes.CutPrefix(src, []byte("\xef\xbb\xbf")); ok {
		return decoded{text: strings.ToValidUTF8(string(text), string(utf8.RuneError)), encoding: "UTF-8"}
	}
	if order, name := wide(src); order != nil {
		return decoded{text: decodeWide(src, order), encoding: name}
	}
	if mostlyUTF8(src) {
		return decoded{text: strings.ToValidUTF8(string(src), string(utf8.RuneError)), encoding: "UTF-8"}
	}
	return decodeNarrow(src)
}

// wide tells UTF-16 by its byte order mark or, without one, by the zeros that
// every other byte is in these languages.
func wide(src []byte) (binary.ByteOrder, string) {
	const little, big = "UTF-16, little end first", "UTF-16, big end first"
	if bytes.HasPrefix(src, []byte("\xff\xfe")) {
		return binary.LittleEndian, little
	}
	if bytes.HasPrefix(src, []byte("\xfe\xff")) {
		return binary.BigEndian, big
	}
	var zeros [2]int
	for i, b := range src {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch most := len(src) / 4; {
	case len(src) < 4 || len(src)%2 != 0:
	case zeros[1] > most && zeros[0] == 0:
		return binary.LittleEndian, little
	case zeros[0] > most && zeros[1] == 0:
		return binary.BigEndian, big
	}
	return nil, ""
}

func decodeWide(src []byte, order binary.ByteOrder) string {
	units := make([]uint16, 0, len(src)/2)
	for ; len(src) >= 2; src = src[2:] {
		units = append(units, order.Uint16(src))
	}
	return strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff")
}

// mostlyUTF8 forgives single bytes that were damaged on the way.
func mostlyUTF8(src []byte) bool {
	good, bad := 0, 0
	for len(src) > 0 {
		c, n := utf8.DecodeRune(src)
		if c == utf8.RuneError && n == 1 {
			bad++
		} else if n > 1 {
			good++
		}
		src = src[n:]
	}
	return bad == 0 || bad*4 < good
}

// narrow are the encodings of one byte a letter, the likelier first. Name is
// what it is called where no byte from 0x80 to 0x9f is in the file.
var narrow = []struct {
	full, name string
	chars      *charmap.Charmap
}{
	{"Windows-1252", "Latin-1", charmap.Windows1252},
	{"Windows-1254", "Latin-5", charmap.Windows1254},
	{"Windows-1250", "Windows-1250", charmap.Windows1250},
	{"Latin-2", "Latin-2", charmap.ISO8859_2},
}

// decodeNarrow takes the encoding in which the fewest letters are strange to
// the language of the text. It doubts where another one does as well and
// gives other letters.
func decodeNarrow(src []byte) decoded {
	high := slices.ContainsFunc(src, func(b byte) bool { return b >= 0x80 && b < 0xa0 })
	var best decoded
	var rivals []string
	least := -1
	for _, n := range narrow {
		var text strings.Builder
		for _, b := range src {
			text.WriteRune(n.chars.DecodeByte(b))
		}
		d := decoded{text: text.String(), encoding: n.name}
		if high {
			d.encoding = n.full
		}
		switch strange := strangers(d.text); {
		case least < 0 || strange < least:
			best, least, rivals = d, strange, nil
		case strange == least && d.text != best.text:
			rivals = append(rivals, d.encoding)
		}
	}
	switch {
	case len(rivals) > 0:
		best.doubts = append(best.doubts, fmt.Sprintf("the file is no UTF-8; it was read as %s, and %s is as likely: look at %s", best.encoding, strings.Join(rivals, " or "), sample(best.text, nil)))
	case least > 0:
		best.doubts = append(best.doubts, fmt.Sprintf("the file is no UTF-8; it was read as %s, in which some letters are strange: look at %s", best.encoding, sample(best.text, alphabet(best.text))))
	}
	return best
}

// signs are what stands beside letters in texts of all languages.
const signs = "‘’‚“”„«»‹›–—…•·°ºª§€©®™¿¡½¼´¨\u00a0\u00ad"

// alphabet has the letters beyond ASCII of the languages that s seems to be
// in, and the signs.
func alphabet(s string) map[rune]bool {
	known := map[rune]bool{}
	for _, c := range signs {
		known[c] = true
	}
	counts := countWords(s)
	most := slices.Max(counts)
	for i, t := range tongues {
		if counts[i]*10 < most {
			continue
		}
		for _, c := range t.letters {
			known[c], known[unicode.ToUpper(c)] = true, true
		}
	}
	return known
}

// strangers counts what in s is of no alphabet of its languages.
func strangers(s string) (n int) {
	known := alphabet(s)
	for _, c := range s {
		if c >= utf8.RuneSelf && !known[c] {
			n++
		}
	}
	return n
}

// sample gives a word with a letter that is not known, by which a reader can
// judge how s was read.
func sample(s string, known map[rune]bool) string {
	odd := func(c rune) bool { return c >= utf8.RuneSelf && !known[c] }
	for i, line := range strings.Split(s, "\n") {
		for _, word := range strings.Fields(line) {
			if strings.ContainsFunc(word, odd) {
				return fmt.Sprintf("%q in line %d", short(word), i+1)
			}
		}
	}
	return "its letters"
}
