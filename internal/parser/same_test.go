package parser

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"html"
	"mime/quotedprintable"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
	"pgregory.net/rapid"

	"nomicmail/internal/rules"
)

// codePages are the charsets in which the same text is sent, as far as they hold
// it; nil is one of Unicode.
var codePages = map[string]*charmap.Charmap{
	"utf-8": nil, "UTF-8": nil, "utf-16": nil, "utf-16be": nil, "utf-7": nil, "us-ascii": nil, "x-unknown": nil, "": nil,
	"iso-8859-1": charmap.ISO8859_1, "Windows-1252": charmap.Windows1252, "iso-8859-15": charmap.ISO8859_15,
	"iso-8859-9": charmap.ISO8859_9, "windows-1254": charmap.Windows1254, "iso-8859-2": charmap.ISO8859_2, "windows-1250": charmap.Windows1250,
	"cp850": charmap.CodePage850, "macintosh": charmap.Macintosh,
}

// heldIn gives a text in a charset; ok is false when it has letters that the
// charset has not.
func heldIn(label, text string) (b []byte, ok bool) {
	switch p := codePages[label]; {
	case label == "utf-16":
		b = []byte{0xff, 0xfe}
		for _, u := range utf16.Encode([]rune(text)) {
			b = binary.LittleEndian.AppendUint16(b, u)
		}
		return b, true
	case label == "utf-16be":
		for _, u := range utf16.Encode([]rune(text)) {
			b = binary.BigEndian.AppendUint16(b, u)
		}
		return b, true
	case label == "utf-7":
		return utf7(text), true
	case p == nil:
		return []byte(text), true
	default:
		s, err := p.NewEncoder().String(text)
		return []byte(s), err == nil
	}
}

func utf7(text string) []byte {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '+':
			out.WriteString("+-")
		case r < 0x80 && r != '\\' && r != '~':
			out.WriteRune(r)
		default:
			var b []byte
			for _, u := range utf16.Encode([]rune{r}) {
				b = binary.BigEndian.AppendUint16(b, u)
			}
			out.WriteString("+" + base64.RawStdEncoding.EncodeToString(b) + "-")
		}
	}
	return []byte(out.String())
}

// inCoding gives bytes in a transfer encoding.
func inCoding(t *rapid.T, coding string, b []byte) string {
	var out bytes.Buffer
	switch coding {
	case "base64":
		s := base64.StdEncoding.EncodeToString(b)
		for n := 4 * rapid.IntRange(5, 19).Draw(t, "line"); len(s) > n; s = s[n:] {
			out.WriteString(s[:n] + "\r\n")
		}
		out.WriteString(s)
	case "quoted-printable":
		w := quotedprintable.NewWriter(&out)
		w.Binary = rapid.Bool().Draw(t, "binary")
		if _, err := w.Write(b); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	default:
		out.Write(b)
	}
	return out.String()
}

// flow makes text flowed (RFC 3676): its lines are cut at spaces, and stuffed.
func flow(t *rapid.T, text string, delsp bool) string {
	var out strings.Builder
	width := rapid.IntRange(12, 70).Draw(t, "width")
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n ")
		for {
			at := strings.LastIndex(line[:min(len(line), width)], " ")
			if len(line) <= width || at <= 0 || strings.TrimSpace(line[:at]) == "" {
				break
			}
			soft := line[:at] + " "
			if delsp {
				soft += " "
			}
			out.WriteString(stuffed(soft) + "\n")
			line = line[at+1:]
		}
		out.WriteString(stuffed(line) + "\n")
	}
	return out.String()
}

func stuffed(line string) string {
	if strings.HasPrefix(line, " ") || strings.HasPrefix(line, ">") || strings.HasPrefix(line, "From ") {
		return " " + line
	}
	return line
}

// entityOf is a part that holds a text in some way.
func entityOf(t *rapid.T, kind, text string) string {
	params := ""
	if kind == "text/plain" && rapid.Bool().Draw(t, "flowed") {
		delsp := rapid.Bool().Draw(t, "delsp")
		text = flow(t, text, delsp)
		params = "; format=flowed"
		if delsp {
			params = "; format=Flowed; DelSp=Yes"
		}
	}
	if kind == "text/html" {
		text = "<html><head><title>302 FOR</title></head><body><div>" + strings.ReplaceAll(html.EscapeString(strings.TrimRight(text, "\n")), "\n", "<br>\n") + "</div></body></html>"
	}
	var b []byte
	ok := false
	label := ""
	for !ok {
		label = rapid.SampledFrom([]string{"utf-8", "UTF-8", "utf-16", "utf-16be", "utf-7", "us-ascii", "x-unknown", "", "iso-8859-1", "Windows-1252", "iso-8859-15", "iso-8859-9", "windows-1254", "iso-8859-2", "windows-1250", "cp850", "macintosh"}).Draw(t, "charset")
		b, ok = heldIn(label, strings.ReplaceAll(text, "\n", "\r\n"))
	}
	coding := rapid.SampledFrom([]string{"8bit", "base64", "quoted-printable"}).Draw(t, "coding")
	if strings.HasPrefix(label, "utf-16") {
		coding = "base64"
	}
	if label != "" {
		params += "; charset=\"" + label + "\""
	}
	return "Content-Type: " + kind + params + "\r\nContent-Transfer-Encoding: " + coding + "\r\n\r\n" + inCoding(t, coding, b)
}

// inMail is a whole mail around a text, in a way that some program has.
func inMail(t *rapid.T, text string) []byte {
	parts := func(kind, mark string, list ...string) string {
		return "Content-Type: " + kind + "; boundary=\"" + mark + "\"\r\n\r\n--" + mark + "\r\n" + strings.Join(list, "\r\n--"+mark+"\r\n") + "\r\n--" + mark + "--\r\n"
	}
	plain := func() string { return entityOf(t, "text/plain", text) }
	web := func() string { return entityOf(t, "text/html", text) }
	const image = "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo="
	var body string
	switch rapid.SampledFrom([]string{"plain", "html", "alternative", "related", "signed", "mixed"}).Draw(t, "wrapping") {
	case "plain":
		body = plain()
	case "html":
		body = web()
	case "alternative":
		body = parts("multipart/alternative", "a", plain(), web())
	case "related":
		body = parts("multipart/mixed", "m", parts("multipart/related", "r", parts("multipart/alternative", "a", plain(), web()), image), image)
	case "signed":
		body = parts("multipart/signed; protocol=\"application/pgp-signature\"", "s", plain(), "Content-Type: application/pgp-signature\r\n\r\nx")
	case "mixed":
		body = parts("multipart/mixed", "m", plain(), image)
	}
	head := strings.ReplaceAll(mimeHead, "\n", "\r\n")
	return []byte(head + body)
}

var ownWords = []string{
	"301 FOR", "302 against", "303: abstain", "I vote yes on 304.", "305 nay", "301 a favor", "302 não", "303 abstenção", "Voto contra a 304, porque é má.",
	"301 sí", "302 en contra", "303 me abstengo", "301 hayır", "302 çekimser", "303'e evet", "304 kabul değil, hayır", "301 mellette", "302 ellene, mert így szűk", "303 tartózkodom", "304-re igen",
	"This is only some talk, without a number, that goes on for longer than any line is wide.", "Obrigado pela atenção de todos.", "İyi günler, görüşürüz!", "Üdvözlettel és jókívánságokkal mindenkinek.", "",
}

// TestSameWords: however a text is wrapped, coded and labelled, the same words
// are read in it.
func TestSameWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(ownWords), 1, 6).Draw(t, "lines"), "\n") + "\n"
		plain := Parse([]byte(mimeHead+"Content-Type: text/plain; charset=utf-8\n\n"+text), Options{})
		want := effect(plain, Read(plain, theGame()))
		raw := inMail(t, text)
		l := Parse(raw, Options{})
		if got := effect(l, Read(l, theGame())); got != want {
			t.Fatalf("%q is read as\n%q, not\n%q\n%s\n%q", text, got, want, raw, l.Text)
		}
		if got, want := strings.Join(strings.Fields(l.Text), " "), strings.Join(strings.Fields(plain.Text), " "); got != want {
			t.Fatalf("the words are %q, not %q\n%s", got, want, raw)
		}
	})
}

// TestTextSurvives: the text of a proposal comes through every transfer
// encoding and every form of Unicode character for character.
func TestTextSurvives(t *testing.T) {
	words := rapid.StringOfN(rapid.RuneFrom([]rune("abzABZ09.,;:!?'\"()*-–—“”‘’«»…áõűğşİıßžαщ中€½=+_~\\/@#%&{}[]|<>^`")), 1, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range rapid.IntRange(1, 5).Draw(t, "lines") {
			line := "word"
			for range rapid.IntRange(1, 30).Draw(t, "words") {
				line += rapid.SampledFrom([]string{" ", " ", "  "}).Draw(t, "space") + words.Draw(t, "word")
			}
			lines = append(lines, line)
		}
		text := strings.Join(lines, "\n")
		label := rapid.SampledFrom([]string{"utf-8", "utf-16", "utf-16be", "utf-7"}).Draw(t, "charset")
		coding := rapid.SampledFrom([]string{"8bit", "base64", "quoted-printable"}).Draw(t, "coding")
		if strings.HasPrefix(label, "utf-16") {
			coding = "base64"
		}
		b, _ := heldIn(label, strings.ReplaceAll("enact\n```\n"+text+"\n```\nend\n", "\n", "\r\n"))
		raw := mimeHead + "Content-Type: text/plain; charset=" + label + "\nContent-Transfer-Encoding: " + coding + "\n\n" + inCoding(t, coding, b)
		r := Read(Parse([]byte(raw), Options{}), theGame())
		p, ok := r.Fragments[0].Command.(rules.Propose)
		if !ok || len(p.Drafts) != 1 || p.Drafts[0].Text != text {
			t.Fatalf("%q became %+v\n%s", text, r.Fragments, raw)
		}
	})
}
