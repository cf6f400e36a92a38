package parser

import (
	"cmp"
	"regexp"
	"strings"
)

// written is the text of a mail as its structure yields it.
type written struct {
	text    string
	html    bool   // there was only HTML, or other markup
	struck  string // words of the author's that the HTML strikes out
	damaged string // what could not be read
	extra   string // further text parts, such as a list's footer
	passed  string // mails of others that it carries, as far as they are short text
	sign    string // of a reaction, for which there is no other text
	other   string // the HTML, where its words are not the plain text's
	filed   bool   // a text is attached that was not read
}

// readable finds the text of a mail as a person would see it.
func readable(p *part) written {
	w := readPart(p)
	if w.damaged == "" {
		w.damaged = p.damaged
	}
	return w
}

func readPart(p *part) (w written) {
	switch {
	case p.reaction():
		w.sign, _ = decodeText(p.content(), p.params["charset"])
		w.sign = oneLine(strings.TrimSpace(w.sign[:min(len(w.sign), 200)]))
		w.sign = strings.ToValidUTF8(w.sign, "")
	case p.kind == "multipart/alternative":
		return alternative(p)
	case p.kind == "multipart/encrypted" || p.kind == "application/pgp-encrypted":
		w.damaged = "encrypted"
	case p.kind == "multipart/signed" || p.kind == "multipart/report":
		if len(p.parts) > 0 { // RFC 1847 §2.1: the second part is the signature
			return readable(p.parts[0])
		}
	case p.kind == "multipart/related":
		if len(p.parts) > 0 {
			return readable(p.root())
		}
	case p.kind == "multipart/digest" || p.kind == "message/rfc822" || p.kind == "message/global":
		w.passed = p.carried()
	case strings.HasPrefix(p.kind, "multipart/"):
		return mixed(p)
	case p.kind == "application/pkcs7-mime" || p.kind == "application/x-pkcs7-mime":
		return opaque(p)
	case p.kind == "application/ms-tnef" || p.kind == "application/vnd.ms-tnef":
		return fromTNEF(p)
	case p.attached():
		if strings.HasPrefix(p.kind, "text/") && p.kind != "text/calendar" && p.kind != "text/vcard" && !p.ruleset() {
			w.damaged, w.filed = "attached text", true
		}
	default:
		return p.words()
	}
	return w
}

// words reads a part of text, and nothing in any other.
func (p *part) words() written {
	switch {
	case p.kind == "text/html" || p.kind == "application/xhtml+xml":
		return fromHTML(p)
	case strings.HasPrefix(p.kind, "text/") && p.kind != "text/calendar" && p.kind != "text/rfc822-headers":
		return fromPlain(p)
	}
	return written{}
}

// ourFile is what we call a ruleset that we attach.
var ourFile = regexp.MustCompile(`^rules-[a-z0-9-]+-\d{4}-\d\d-\d\d\.txt$`)

// ruleset says that a file is a ruleset of ours that has come back.
func (p *part) ruleset() bool {
	_, params := mediaType(p.head.get("content-disposition"))
	return ourFile.MatchString(params["filename"]) || ourFile.MatchString(p.params["name"])
}

// reaction says that a part is the sign of RFC 9078, or of a provider's own kind.
func (p *part) reaction() bool {
	d, _ := cutParam(p.head.get("content-disposition"))
	return strings.EqualFold(strings.TrimSpace(d), "reaction") || strings.Contains(p.kind, "email-reaction")
}

// root is the part of a multipart/related that is shown (RFC 2387 §3.2).
func (p *part) root() *part {
	if start := firstID(p.params["start"]); start != "" {
		for _, c := range p.parts {
			if firstID(c.head.get("content-id")) == start {
				return c
			}
		}
	}
	return p.parts[0]
}

// carried is the beginning of a mail that was put into another as it is.
func (p *part) carried() string {
	body := p.content()
	text, _ := decodeText(body[:min(len(body), 2000)], "")
	return tidy(text)
}

func blank(s string) bool { return strings.Trim(s, " \t\n\u00a0\u200b\ufeff") == "" }

// Shown is an HTML page as its reader sees it, as text; "" when it cannot be
// read.
func Shown(page string) string {
	text, _, err := htmlText(page)
	if err != nil {
		return ""
	}
	return text
}

func fromHTML(p *part) written {
	if p.long() {
		return written{html: true, damaged: TooComplex}
	}
	label := p.params["charset"]
	b := p.content()
	if label == "" {
		if m := metaCharset.FindSubmatch(b[:min(len(b), 2048)]); m != nil {
			label = string(m[1])
		}
	}
	src, damaged := decodeText(b, label)
	if p.cut {
		src += lostMark
	}
	w := webText(src)
	w.damaged = cmp.Or(w.damaged, damaged)
	return w
}

var metaCharset = regexp.MustCompile(`(?i)<meta[^>]{0,200}charset\s*=\s*["']?([a-z0-9_.:-]{2,40})`)

func webText(src string) written {
	text, struck, err := htmlText(src)
	if err != nil {
		return written{html: true, damaged: TooComplex}
	}
	return written{text: tidy(text), html: true, struck: struck}
}

func fromPlain(p *part) written {
	text, damaged := decodeText(p.content(), p.params["charset"])
	rich := p.kind == "text/enriched" || p.kind == "text/richtext"
	if rich {
		text = enrichedText(text)
	} else if strings.EqualFold(p.params["format"], "flowed") {
		text = unflow(text, strings.EqualFold(p.params["delsp"], "yes"))
	}
	w := fromText(tidy(text))
	w.text, w.struck = struckThrough(w.text)
	w.html = rich
	if p.cut && !blank(w.text) {
		w.text = strings.TrimRight(w.text, "\n") + lostMark + "\n"
	}
	if p.long() {
		w.damaged = TooLong
	}
	w.damaged = cmp.Or(w.damaged, damaged)
	return w
}

// waved are words that a person strikes out in plain text: "~~301 FOR~~".
var waved = regexp.MustCompile(`~~([^~\s][^~\n]{0,300})~~`)

// struckThrough takes such words out of the lines that are not quoted.
func struckThrough(text string) (rest, struck string) {
	if !strings.Contains(text, "~~") {
		return text, ""
	}
	var out strings.Builder
	var gone []string
	for l := range strings.Lines(text) {
		if !strings.HasPrefix(l, ">") && !strings.Contains(l, "~~~") {
			for _, m := range waved.FindAllStringSubmatch(l, -1) {
				gone = append(gone, m[1])
			}
			l = waved.ReplaceAllString(l, "")
		}
		out.WriteString(l)
	}
	return out.String(), strings.Join(gone, " \n ")
}

// fromText takes off what programs write around words: OpenPGP armour, and the
// mails of a digest.
func fromText(text string) written {
	if i := digestAt(text); i >= 0 {
		return written{text: text[:i], passed: text[i:]}
	}
	return clearSigned(text)
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
			if r >= ' ' && r != 0x7f || r == '\t' {
				out.WriteRune(r)
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}
