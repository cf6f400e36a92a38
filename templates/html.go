package templates

import (
	"html"
	"slices"
	"strings"
	"unicode/utf8"
)

// htmlLimit is the most bytes of an HTML part: some mail programs cut what
// comes after 102 KB.
const htmlLimit = 98_000

// pageHead begins the page. Styles stand inline on the elements, for programs that drop
// the style sheet; the sheet has what cannot be said inline. Nothing is loaded
// from anywhere.
const pageHead = `<!DOCTYPE html>
<html lang="%lang%"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>%title%</title>
<style>
:root{color-scheme:light dark}
a.b:hover{opacity:.85}
@media (max-width:480px){.card{padding:16px 14px!important}.t{font-size:13px!important}.t td,.t th{padding-right:8px!important}}
@media (prefers-color-scheme:dark){
.page,.card{background:#16181c!important;color:#e4e2dd!important}
.card h2{color:#f2efe9!important;border-color:#3a3e46!important}
.card h3{color:#f2efe9!important}
.q,.c,.f{background:#20242a!important;color:#e4e2dd!important;border-color:#5b7fa6!important}
.q del{background:#4a2326!important;color:#f3c6c6!important}
.q ins{background:#1d3d2a!important;color:#bfe8cb!important}
.q del b{background:#7a2f35!important}.q ins b{background:#2a6a44!important}
.s{color:#9a9da5!important}
.t td,.t th,.card hr{border-color:#3a3e46!important}
.t th{color:#a9adb6!important}
a{color:#8ab8ec!important}
a.b{background:#2f5f95!important;color:#fff!important}
}
</style></head>
<body class="page" style="margin:0;padding:0;background:#ffffff;color:#22252a">
<!--[if mso]><table role="presentation" width="640" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<div class="card" style="` + cardStyle + `">
`

const pageFoot = `</div>
<!--[if mso]></td></tr></table><![endif]-->
</body></html>
`

// Inline styles.
const (
	fonts       = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
	fixed       = "font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
	cardStyle   = fonts + "font-size:16px;line-height:1.5;max-width:640px;padding:24px 22px;background:#ffffff;color:#22252a;overflow-wrap:break-word"
	leadStyle   = "margin:0 0 16px;font-size:19px;line-height:1.4"
	paraStyle   = "margin:0 0 16px"
	smallStyle  = "margin:18px 0 0;font-size:13px;line-height:1.45;color:#6a6e76"
	h2Style     = "margin:28px 0 12px;padding:0 0 4px;font-size:18px;line-height:1.3;border-bottom:1px solid #dcdfe4;color:#14171b"
	h3Style     = "margin:18px 0 6px;font-size:16px;line-height:1.35;color:#14171b"
	quoteStyle  = "margin:0 0 10px;padding:10px 14px;border-left:3px solid #6f93bb;background:#f4f6f9;white-space:pre-wrap;overflow-wrap:break-word;word-break:break-word"
	codeStyle   = "margin:0 0 10px;padding:10px 14px;border-left:3px solid #6f93bb;background:#f4f6f9;font-size:14px;line-height:1.45;white-space:pre-wrap;overflow-wrap:break-word;" + fixed
	formStyle   = "margin:0 0 16px;padding:10px 14px;border-left:3px solid #6f93bb;background:#f4f6f9;font-size:14px;white-space:pre-wrap;overflow-wrap:break-word;" + fixed
	delStyle    = "text-decoration:none;background:#fbe6e6;color:#7c1f1f"
	insStyle    = "text-decoration:none;background:#e2f4e6;color:#155327"
	delWord     = "font-weight:600;text-decoration:line-through;background:#f3bcbc"
	insWord     = "font-weight:600;background:#b4e3c0"
	tableStyle  = "margin:0 0 16px;border-collapse:collapse;font-size:15px"
	thStyle     = "padding:4px 18px 4px 0;border-bottom:1px solid #c9cdd4;font-size:13px;color:#5c6068;vertical-align:bottom;text-align:"
	tdStyle     = "padding:5px 18px 5px 0;border-bottom:1px solid #e6e8ec;vertical-align:top;text-align:"
	listStyle   = "margin:0 0 14px;padding:0 0 0 22px"
	itemStyle   = "margin:0 0 5px"
	buttonStyle = "display:inline-block;margin:3px 8px 5px 0;padding:9px 16px;border-radius:6px;background:#2c5f9b;color:#ffffff;text-decoration:none;font-weight:600"
	ruleStyle   = "margin:24px 0;border:0;border-top:2px solid #c9cdd4"
)

// page is the HTML part of a letter. Where it would be too long its longest
// quotations are cut, each with the words long after it; the text part alone is
// whole then.
func page(lang, subject string, blocks []block, long string) string {
	start := strings.NewReplacer("%lang%", html.EscapeString(lang), "%title%", html.EscapeString(subject)).Replace(pageHead)
	note := tag("p", "s", smallStyle, html.EscapeString(long))
	parts := group(blocks)
	out := make([]string, len(parts))
	total := len(start) + len(pageFoot)
	for i, p := range parts {
		out[i] = htmlBlocks(p, i == 0 || parts[i-1][0].kind == line)
		total += len(out[i])
	}
	for total > htmlLimit {
		i := longest(parts, out)
		if i < 0 {
			break
		}
		room := max(leastQuote, len(out[i])-(total-htmlLimit)-len(note)) - leastQuote/2
		shorter := note
		if c := clip(parts[i][0], room); len(c.lines) > 0 {
			shorter = htmlBlocks([]block{c}, false) + note
		}
		total += len(shorter) - len(out[i])
		out[i], parts[i] = shorter, nil
	}
	for total > htmlLimit-len(note) && len(out) > 0 { // made of very many short blocks
		total -= len(out[len(out)-1])
		out = out[:len(out)-1]
		if total <= htmlLimit-len(note) {
			out = append(out, note)
			break
		}
	}
	return start + strings.Join(out, "") + pageFoot
}

// leastQuote is the least HTML, in bytes, that a quotation is cut down from.
const leastQuote = 2000

// longest finds the longest quotation that can still be cut.
func longest(parts [][]block, out []string) int {
	best := -1
	for i, p := range parts {
		if len(p) > 0 && p[0].kind == quotation && len(out[i]) > leastQuote && (best < 0 || len(out[i]) > len(out[best])) {
			best = i
		}
	}
	return best
}

// group puts the items of a list together; every other block stands alone.
func group(blocks []block) [][]block {
	var out [][]block
	for i, b := range blocks {
		if i > 0 && b.kind == item && blocks[i-1].kind == item && (b.mark == "- ") == (blocks[i-1].mark == "- ") {
			last := &out[len(out)-1]
			*last = append(*last, b)
			continue
		}
		out = append(out, []block{b})
	}
	return out
}

// clip keeps as much of a quotation as fits into limit bytes of HTML.
func clip(b block, limit int) block {
	out := block{kind: b.kind}
	for _, l := range b.lines {
		limit -= 400 // the tags of a line
		end := 0
		for i, r := range l {
			if limit -= len(html.EscapeString(string(r))); limit < 0 {
				break
			}
			end = i + utf8.RuneLen(r)
		}
		if end < 2 {
			break
		}
		out.lines = append(out.lines, l[:end])
	}
	return out
}

// htmlBlocks is one block, or a list of several items.
func htmlBlocks(bs []block, lead bool) string {
	switch b := bs[0]; b.kind {
	case heading:
		return tag("h2", "", h2Style, inlineHTML(b.lines[0]))
	case subheading:
		return tag("h3", "", h3Style, inlineHTML(b.lines[0]))
	case item:
		return htmlList(bs)
	case quotation:
		return htmlQuote(b.lines)
	case verbatim:
		return tag("pre", "f", formStyle, html.EscapeString(flat(strings.Join(b.lines, "\n"))))
	case small:
		return tag("p", "s", smallStyle, inlineHTML(b.lines[0]))
	case line:
		return `<hr style="` + ruleStyle + "\">\n"
	case table:
		return htmlTable(b.lines)
	default:
		if lead {
			return tag("p", "", leadStyle, inlineHTML(b.lines[0]))
		}
		return tag("p", "", paraStyle, inlineHTML(b.lines[0]))
	}
}

func tag(name, class, style, inner string) string {
	if class != "" {
		class = ` class="` + class + `"`
	}
	return "<" + name + class + ` style="` + style + `">` + inner + "</" + name + ">\n"
}

func htmlList(bs []block) string {
	if slices.IndexFunc(bs, func(b block) bool { return b.lines[0][0] != linkOpen }) < 0 {
		return htmlButtons(bs)
	}
	name := "ul"
	if bs[0].mark != "- " {
		name = "ol"
	}
	var b strings.Builder
	for _, it := range bs {
		b.WriteString(tag("li", "", itemStyle, inlineHTML(it.lines[0])))
	}
	return tag(name, "", listStyle, "\n"+b.String())
}

// htmlButtons is a list of nothing but links.
func htmlButtons(bs []block) string {
	var b strings.Builder
	for _, it := range bs {
		b.WriteString(inlineHTML(it.lines[0]) + "\n")
	}
	return tag("p", "", paraStyle, "\n"+b.String())
}

// htmlQuote is a quotation. It is a blockquote, so that what is copied from it
// into an answer counts as quoted.
func htmlQuote(lines []string) string {
	switch sort(lines[0]) {
	case ':', '#':
		var code []string
		for _, l := range lines {
			code = append(code, l[min(2, len(l)):])
		}
		pre := tag("pre", "c", codeStyle, html.EscapeString(strings.Join(code, "\n")))
		return `<blockquote style="margin:0">` + strings.TrimSuffix(pre, "\n") + "</blockquote>\n"
	case ' ':
		var text []string
		for _, l := range lines {
			text = append(text, html.EscapeString(l[min(2, len(l)):]))
		}
		return `<blockquote class="q" dir="auto" style="` + quoteStyle + `">` + strings.Join(text, "<br>") + "</blockquote>\n"
	}
	return `<blockquote class="q" dir="auto" style="` + quoteStyle + `">` + htmlDiff(lines, mailLook) + "</blockquote>\n"
}

// look is how a diff is marked: the attributes of what goes and of what comes, and
// of the words in them that differ.
type look struct{ del, ins, delWord, insWord string }

var (
	mailLook = look{` style="` + delStyle + `"`, ` style="` + insStyle + `"`, ` style="` + delWord + `"`, ` style="` + insWord + `"`}
	pageLook = look{}
)

// htmlDiff marks what goes and what comes, and within sentences that replace
// each other the words that differ.
func htmlDiff(lines []string, l look) string {
	var out []string
	for len(lines) > 0 {
		var gone, come []string
		for len(lines) > 0 && strings.HasPrefix(lines[0], "|-") {
			gone, lines = append(gone, lines[0][2:]), lines[1:]
		}
		for len(lines) > 0 && strings.HasPrefix(lines[0], "|+") {
			come, lines = append(come, lines[0][2:]), lines[1:]
		}
		if len(gone)+len(come) == 0 {
			out = append(out, "&#8199; "+html.EscapeString(lines[0][min(2, len(lines[0])):]))
			lines = lines[1:]
			continue
		}
		was, is := compare(strings.Join(gone, " "), strings.Join(come, " "))
		if len(gone) == 0 || len(come) == 0 { // nothing to compare with
			was, is = []piece{{strings.Join(gone, " "), false}}, []piece{{strings.Join(come, " "), false}}
		}
		if len(gone) > 0 {
			out = append(out, "− "+pieces("del", l.del, l.delWord, was))
		}
		if len(come) > 0 {
			out = append(out, "+ "+pieces("ins", l.ins, l.insWord, is))
		}
	}
	return strings.Join(out, "<br>")
}

// pieces marks a sentence; style and word are attributes.
func pieces(name, style, word string, all []piece) string {
	var b strings.Builder
	for _, p := range all {
		text := html.EscapeString(p.text)
		if p.differs {
			core := strings.TrimRight(text, " ")
			text = `<b` + word + `>` + core + "</b>" + text[len(core):]
		}
		b.WriteString(text)
	}
	return "<" + name + style + ">" + b.String() + "</" + name + ">"
}

// Columns of cells on a phone: up to shortCell a cell is kept on one line, and a
// word of more than longWord may be broken, or the table would be too wide.
const (
	shortCell = 10
	longWord  = 15
)

func htmlTable(lines []string) string {
	rows, headed := tableRows(lines)
	right := numeric(rows, headed)
	var b strings.Builder
	for i, r := range rows {
		b.WriteString("<tr>")
		for c, text := range r {
			align := "left"
			if right[c] {
				align = "right"
			}
			switch {
			case columns(flat(text)) <= shortCell:
				align += ";white-space:nowrap"
			case slices.ContainsFunc(strings.Fields(flat(text)), func(w string) bool { return columns(w) > longWord }):
				align += ";word-break:break-word"
			}
			switch {
			case i == 0 && headed && text == "": // no heading to be read aloud
				b.WriteString(`<td style="` + thStyle + align + `"></td>`)
			case i == 0 && headed:
				b.WriteString(`<th scope="col" style="` + thStyle + align + `">` + inlineHTML(text) + "</th>")
			default:
				b.WriteString(`<td style="` + tdStyle + align + `">` + inlineHTML(text) + "</td>")
			}
		}
		b.WriteString("</tr>\n")
	}
	return `<table class="t" cellpadding="0" cellspacing="0" style="` + tableStyle + "\">\n" + b.String() + "</table>\n"
}

// inlineHTML is a line of ours. Words of players are isolated from ours, so
// that a name written from right to left does not turn the sentence round.
func inlineHTML(line string) string {
	var b strings.Builder
	rs := runs(line)
	for _, r := range rs {
		text := html.EscapeString(strings.ReplaceAll(r.text, string(joint), " "))
		switch {
		case r.link && len(rs) == 1:
			text = `<a class="b" href="` + html.EscapeString(r.to) + `" style="` + buttonStyle + `">` + text + "</a>"
		case r.link:
			text = `<a href="` + html.EscapeString(r.to) + `" style="color:#1f5fa8">` + text + "</a>"
		case r.literal:
			text = "<bdi>" + text + "</bdi>"
		}
		if r.strong {
			text = "<b>" + text + "</b>"
		}
		b.WriteString(text)
	}
	return b.String()
}
