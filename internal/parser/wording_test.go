package parser

import (
	"encoding/base64"
	"fmt"
	"html"
	"mime/quotedprintable"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"nomicmail/internal/rules"
)

// wordings are texts of rules in which everything stands that a program on the
// way might change, or a reader mistake.
var wordings = map[string]string{
	"plain":  "A rule-change is adopted if two thirds are for it.",
	"marks":  "“Smart”, \"straight\", «pointed», „low” and ‹single› marks – and a dash… it’s all kept.",
	"quoted": "\"Tea\" is a drink.\n\n> This line begins with a mark.\n>> So does this one.\n\nFrom here on, a line begins with From.\n.\nA point stood alone.",
	"list":   "Three things:\n\n  * the first\n    - of it a part\n  * the second = 20% more\n\n1. one\n2. two",
	"tabs":   "A table:\n\n\tone\ttwo\n\tthree\tfour",
	"votes":  "301 FOR\n302 AGAINST\n\nrepeal 206\nforfeit\nhelp",
	"words":  "Çay, şeker ve ığdır; árvíztűrő tükörfúrógép; ação, coração; ¿qué?, ñandú.",
	"others": "Ελληνικά, Кириллица, 茶, שלום, 👍🏽.",
	"blanks": "One.\n\n\nTwo, below two blank lines.\n\n    Set in.",
	"long":   strings.Repeat("a sentence that goes on and on, as lawyers write them, ", 12) + "and ends.",
}

// TestWordingSurvives: the text of a proposal comes through every transfer
// encoding, every character set that has its letters, and every form in which
// programs write, character for character.
func TestWordingSurvives(t *testing.T) {
	tried := 0
	for name, text := range wordings {
		body := "enact\ntitle: Tried\n" + text + "\nend\n\nBest,\nZoe\n"
		for form, write := range writings {
			if strings.HasPrefix(form, "html lines") && strings.ContainsAny(text, "\t") {
				continue // a tab has no sign in HTML but as preformatted text
			}
			kind, written := write(body)
			for charset, encode := range charsets {
				bytes, ok := encode(written)
				if !ok {
					continue
				}
				for transfer, wrap := range transfers {
					mail := "From: Zoe <zoe@example.org>\nSubject: x\nMIME-Version: 1.0\n" +
						fmt.Sprintf("Content-Type: %s; charset=%s\nContent-Transfer-Encoding: %s\n\n", kind, charset, transfer) + wrap(bytes)
					if got := onlyText(Read(Parse([]byte(strings.ReplaceAll(mail, "\n", "\r\n")), Options{}), theGame())); got != text {
						t.Fatalf("%s as %s in %s by %s\n got %q\nwant %q", name, form, charset, transfer, got, text)
					}
					tried++
				}
			}
		}
	}
	if tried < 200 {
		t.Errorf("only %d mails were tried", tried)
	}
}

// onlyText is the text of the one proposal in a mail that does nothing else.
func onlyText(r Reading) string {
	if len(r.Fragments) != 1 || r.Fragments[0].Outcome != Counted {
		return fmt.Sprintf("%+v", r.Fragments)
	}
	p, ok := r.Fragments[0].Command.(rules.Propose)
	if !ok || len(p.Drafts) != 1 || p.Drafts[0].Title != "Tried" {
		return fmt.Sprintf("%+v", r.Fragments)
	}
	return p.Drafts[0].Text
}

var charsets = map[string]func(string) (string, bool){
	"utf-8":        func(s string) (string, bool) { return s, true },
	"us-ascii":     func(s string) (string, bool) { return s, plainASCII(s) },
	"iso-8859-9":   in(charmap.ISO8859_9),
	"windows-1254": in(charmap.Windows1254),
	"windows-1250": in(charmap.Windows1250),
	"windows-1252": in(charmap.Windows1252),
}

func in(c *charmap.Charmap) func(string) (string, bool) {
	return func(s string) (string, bool) {
		out, err := c.NewEncoder().String(s)
		return out, err == nil
	}
}

var transfers = map[string]func(string) string{
	"8bit": func(s string) string { return s },
	"base64": func(s string) string {
		all, out := base64.StdEncoding.EncodeToString([]byte(s)), ""
		for len(all) > 76 {
			out, all = out+all[:76]+"\n", all[76:]
		}
		return out + all + "\n"
	},
	"quoted-printable": func(s string) string {
		var b strings.Builder
		w := quotedprintable.NewWriter(&b)
		if _, err := w.Write([]byte(s)); err != nil {
			panic(err)
		}
		if err := w.Close(); err != nil {
			panic(err)
		}
		return strings.ReplaceAll(b.String(), "\r\n", "\n")
	},
}

// writings are the ways in which programs write a text.
var writings = map[string]func(string) (kind, written string){
	"plain":         func(s string) (string, string) { return "text/plain", s },
	"flowed":        func(s string) (string, string) { return "text/plain; format=flowed", flowed(s, "") },
	"flowed, DelSp": func(s string) (string, string) { return "text/plain; format=flowed; delsp=yes", flowed(s, " ") },
	"html lines": func(s string) (string, string) {
		var b strings.Builder
		for l := range strings.Lines(s) {
			l = strings.TrimSuffix(l, "\n")
			body := strings.TrimLeft(l, " ")
			b.WriteString("<div>" + strings.Repeat("&nbsp;", len(l)-len(body)) + html.EscapeString(body))
			if l == "" {
				b.WriteString("<br>")
			}
			b.WriteString("</div>")
		}
		return "text/html", "<html><body>" + b.String() + "</body></html>"
	},
	"html lines, breaks": func(s string) (string, string) {
		var b strings.Builder
		for l := range strings.Lines(s) {
			l = strings.TrimSuffix(l, "\n")
			body := strings.TrimLeft(l, " ")
			b.WriteString(strings.Repeat("&nbsp;", len(l)-len(body)) + html.EscapeString(body) + "<br>\n")
		}
		return "text/html", "<p>" + b.String() + "</p>"
	},
	"html, preformatted": func(s string) (string, string) {
		return "text/html", "<pre>" + html.EscapeString(s) + "</pre>"
	},
}

// flowed writes a text as RFC 3676 has it: lines that begin with a space, a mark
// or "From " are stuffed, long ones broken behind a space. soft stands before
// the end of a line that flows on.
func flowed(s, soft string) string {
	var b strings.Builder
	for l := range strings.Lines(s) {
		l = strings.TrimSuffix(l, "\n")
		if strings.HasPrefix(l, " ") || strings.HasPrefix(l, ">") || strings.HasPrefix(l, "From ") {
			l = " " + l
		}
		for len(l) > 70 {
			i := strings.LastIndexByte(l[:70], ' ')
			if i < 1 {
				break
			}
			b.WriteString(l[:i+1] + soft + "\n")
			l = l[i+1:]
		}
		b.WriteString(l + "\n")
	}
	return b.String()
}

// TestNoWordingActs: no line in the text of a proposal does anything, whatever
// frame the text has.
func TestNoWordingActs(t *testing.T) {
	c := formGame()
	c.Rows = []int{301}
	for _, line := range []string{
		"301 FOR", "301", "FOR", "[x] 301 FOR", "301 [x] FOR [ ] AGAINST", "repeal 206", "enact", "amend 204", "forfeit", "rules", "help", "2",
		"withdraw 306", "open 306", "revise 306", "extend 2d", "undo 12", "wrong", "test", "join Bob CRUMHORN", "title: other", "judgment: is it?",
		"> 301 FOR", "| 301 FOR", "all: hello", "301 a favor", "301 evet", "301 igen", "301 sim", "301 sí", "desisto", "pes", "feladom",
		"On 3 Mar 2025, at 10:12, Bob wrote:", "From: bob@example.org", "Sent from my iPhone", "Best,", "Zoe Lanternjaw", "This e-mail is confidential, for the addressee",
	} {
		text := "One line.\n\n" + line + "\n\nAnother line."
		set := "    " + strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\n    "), "\n    \n", "\n\n")
		for frame, body := range map[string]string{
			"end":    "enact\ntitle: Tried\n" + text + "\nend\n",
			"fence":  "enact\ntitle: Tried\n```\n" + text + "\n```\n",
			"marks":  "enact\ntitle: Tried\n“" + text + "”\n",
			"indent": "enact\ntitle: Tried\n" + set + "\n\n-- \nZoe\n",
		} {
			if quoted := strings.HasPrefix(line, ">") || strings.HasPrefix(line, "|"); frame == "indent" && quoted || frame != "fence" && strings.HasPrefix(line, "On 3") || line == "From: bob@example.org" && frame == "indent" {
				continue // what begins another mail ends a text
			}
			l := &Letter{Kind: Message, From: []Address{{"Zoe Lanternjaw", "zoe@example.org"}}, Text: body}
			if got := onlyText(Read(l, c)); got != text {
				t.Errorf("%s around %q\n got %q", frame, line, got)
			}
		}
	}
}
