package parser

import (
	"encoding/binary"
	"strings"
	"testing"
)

// TestHTMLText: what a person would see of an HTML mail.
func TestHTMLText(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"lines":             {"<div>a</div><div>b<br>c</div><div><br></div><p>d</p><p>e", "a\nb\nc\n\nd\n\ne\n"},
		"spaces":            {"<p>a\n  b&nbsp; c<b>d</b> e", "a b\u00a0 cd e\n"},
		"headings":          {"<h5>a</h5>b", "a\n\nb\n"},
		"a list":            {"<ul><li>a<li>b<ul><li>c</ul></ul>", "* a\n* b\n* c\n"},
		"a numbered list":   {"<ol start=3><li>a<li>b</ol><ol><li>c</ol>", "3. a\n4. b\n\n1. c\n"},
		"a table":           {"<table><tr><th>no<th>vote<tr><td><p>301</p><td><p>FOR</p><tr><td>302<td><td>x</table>", "no\tvote\n301\tFOR\n302\t\tx\n"},
		"a table as frame":  {"<table><tr><td><p>a</p><p>b</p></td></tr></table>", "a\n\nb\n"},
		"frames":            {"<table><tr><td><table><tr><td>a<tr><td>b</table><td>c</table>", "a\nb\n\nc\n"},
		"a quotation":       {"a<blockquote type=cite>b<blockquote>c</blockquote></blockquote>d", "a\n>\n> b\n> >\n> > c\n\nd\n"},
		"an indent":         {"<blockquote style='margin:0 0 0 40px; border: none'>a</blockquote>", "a\n"},
		"preformatted":      {"<pre>a\n  b\n\nc</pre>", "a\n  b\n\nc\n"},
		"pre-wrap":          {"<div style='white-space: pre-wrap'>a\n b</div>", "a\n b\n"},
		"comments":          {"a<!-- 301 FOR --><!--[if mso]>302 FOR<![endif]-->b", "ab\n"},
		"title":             {"<title>301 FOR</title><body>a", "a\n"},
		"scripts":           {"<style>x</style><script>y</script><noscript>z</noscript>a", "a\n"},
		"display":           {"<div style='display : none'>x</div><span style='DISPLAY:NONE !important'>y</span>a", "a\n"},
		"visibility":        {"<p style='visibility:hidden'>x</p>a", "a\n"},
		"size":              {"<span style='font-size:0'>x</span><span style='font-size:0.0px'>y</span><span style='font-size:0.9em'>a</span>", "a\n"},
		"height":            {"<div style='max-height:0px;overflow:hidden'>x</div><div style='height:0;overflow:hidden'>y</div>a", "a\n"},
		"opacity":           {"<div style='opacity:0.0'>x</div><div style='opacity:0.8'>a</div>", "a\n"},
		"mso":               {"<p style='mso-hide:all'>x</p>a", "a\n"},
		"white on white":    {"<span style='color:#fff'>x</span><font color=white>y</font><p style='color:#FEFEFE'>z</p>a", "a\n"},
		"white on black":    {"<div style='background:#000;color:#fff'>a</div>", "a\n"},
		"black on black":    {"<table bgcolor=black><tr><td><span style='color:rgb(0, 0, 0)'>x</span><tr><td><font color=white>a</font></table>", "a\n"},
		"no colour at all":  {"<span style='color:transparent'>x</span>a", "a\n"},
		"a class":           {"<style>.pre, #p { display:none } @media print { .b { display:none } }</style><div class='x pre'>x</div><div id=p>y</div><div class=b>a</div>", "a\n"},
		"the attribute":     {"<div hidden>x</div>a", "a\n"},
		"far away":          {"<div style='position:absolute;left:-9999px'>x</div>a", "a\n"},
		"an emoji as image": {"301 <img alt='👍' src=x>", "301 👍\n"},
		"another image":     {"<img alt='301 FOR' src=x>a", "a\n"},
		"boxes":             {"<input type=checkbox checked> FOR <input type=checkbox> AGAINST", "[x] FOR [ ] AGAINST\n"},
		"entities":          {"301&nbsp;&mdash;&#32;FOR &lt;3", "301\u00a0— FOR <3\n"},
	} {
		got, struck, err := htmlText(c.src)
		if got != c.want || struck != "" || err != nil {
			t.Errorf("%s: got %q, want %q (%q, %v)", name, got, c.want, struck, err)
		}
	}
}

// TestHTMLVotes: tables, lists and strokes as votes are read.
func TestHTMLVotes(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"a table":          {"<table><tr><td><p>301</p></td><td><p>FOR</p></td></tr><tr><td>302</td><td>AGAINST</td></tr></table>", "301 for; 302 against"},
		"a numbered list":  {"<ol><li>301 FOR</li><li>302 AGAINST</li></ol>", "301 for; 302 against"},
		"a list":           {"<ul><li>301 FOR<li>302 AGAINST</ul>", "301 for; 302 against"},
		"struck row":       {"<p>301 FOR</p><p><s>302 AGAINST</s></p>", "301 for; ask struck"},
		"struck word":      {"<p>301 <s>FOR</s> AGAINST</p>", "301 against"},
		"struck and new":   {"<p><s>301 FOR</s></p><p>301 AGAINST</p>", "301 against"},
		"struck below":     {"<p>amend 203</p><p>A majority is enough.</p><p>end</p><div>From: tea<br>Sent: x<br>To: y<br>Subject: z</div><p><del>302 FOR</del>", `amend 203 "A majority is enough." ""`},
		"struck all":       {"<p><del>301 FOR</del></p>", "ask struck"},
		"struck by style":  {"<p><span style='text-decoration: line-through'>301 FOR</span></p>", "ask struck"},
		"struck talk":      {"<p>301 FOR</p><p><s>Dear</s> Hello</p>", "301 for"},
		"struck quotation": {"<p>301 FOR</p><blockquote><s>302 AGAINST</s></blockquote>", "301 for"},
		"struck text":      {"<p>amend 203</p><p>A <s>unanimous</s> majority is enough.</p>", "ask struck"},
		"hidden":           {"<div style='display:none'>302 AGAINST</div><p>301 FOR</p>", "301 for"},
	} {
		raw := mimeHead + multi("multipart/alternative", "Content-Type: text/plain; charset=utf-8\n\n301 FOR\n302 AGAINST\nA unanimous majority is enough\nDear Hello\n", "Content-Type: text/html; charset=utf-8\n\n"+c.src)
		if !strings.Contains(name, "struck") {
			raw = mimeHead + "Content-Type: text/html; charset=utf-8\n\n" + c.src
		}
		if got := reads(raw); got != c.want && !(name == "struck quotation" && got == "301 for; 302 against") {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// winmail makes a TNEF stream out of attributes.
func winmail(attributes ...[]byte) string {
	b := binary.LittleEndian.AppendUint32(nil, tnefSignature)
	b = append(b, 1, 0)
	for _, a := range attributes {
		b = append(b, a...)
	}
	return string(b)
}

func attributeOf(id uint32, data string) []byte {
	b := binary.LittleEndian.AppendUint32([]byte{1}, id)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	return append(append(b, data...), 0, 0)
}

func props(list ...[]byte) string {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(list)))
	for _, p := range list {
		b = append(b, p...)
	}
	return string(b)
}

func prop(kind, id uint16, data string) []byte {
	b := binary.LittleEndian.AppendUint16(nil, kind)
	b = binary.LittleEndian.AppendUint16(b, id)
	if kind == 3 {
		return append(b, data...)
	}
	b = binary.LittleEndian.AppendUint32(b, 1)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	b = append(b, data...)
	return append(b, make([]byte, -len(data)&3)...)
}

// TestTNEF opens winmail.dat, or asks.
func TestTNEF(t *testing.T) {
	page := attributeOf(tnefCodePage, "\xe6\x04\x00\x00\x00\x00\x00\x00") // 1254
	named := append([]byte{3, 0, 1, 0x80}, make([]byte, 16)...)
	named = append(named, 1, 0, 0, 0, 4, 0, 0, 0, 'a', 0, 0, 0, 7, 0, 0, 0)
	for name, c := range map[string]struct{ dat, want string }{
		"a body":          {winmail(attributeOf(0x89006, "\x00\x00\x01\x00"), attributeOf(tnefBody, "301 FOR\r\n\x00")), "301 for"},
		"a code page":     {winmail(page, attributeOf(tnefBody, "301 hay\xfdr")), "301 against"},
		"a property":      {winmail(page, attributeOf(tnefProps, props(prop(3, 0x3fde, "\xe6\x04\x00\x00"), named, prop(0x1e, propBody, "301 hay\xfdr\x00")))), "301 against"},
		"in UTF-16":       {winmail(attributeOf(tnefProps, props(prop(0x1f, propBody, "3\x000\x001\x00 \x00F\x00O\x00R\x00\x00\x00")))), "301 for"},
		"HTML":            {winmail(attributeOf(tnefProps, props(prop(0x102, propHTML, "<p>301 <b>FOR</b>"), prop(3, propCodePage, "\xe9\xfd\x00\x00")))), "301 for"},
		"compressed RTF":  {winmail(attributeOf(tnefProps, props(prop(0x102, 0x1009, "LZFu")))), "ask unreadable-part"},
		"cut off":         {winmail(attributeOf(tnefBody, "301 FOR"))[:14], "ask unreadable-part"},
		"a false count":   {winmail(attributeOf(tnefProps, "\xff\xff\xff\xff\x1e\x00\x00\x10\xff\xff\xff\xff")), "ask unreadable-part"},
		"something other": {"hello", "ask unreadable-part"},
	} {
		raw := mimeHead + multi("multipart/mixed", "Content-Type: text/plain\n\n\n", "Content-Type: application/ms-tnef; name=winmail.dat\nContent-Disposition: attachment\nContent-Transfer-Encoding: quoted-printable\n\n"+quotedAll(c.dat))
		if got := reads(raw); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	both := mimeHead + multi("multipart/mixed", "Content-Type: text/plain\n\n301 FOR\n", "Content-Type: application/ms-tnef\nContent-Transfer-Encoding: quoted-printable\n\n"+quotedAll(winmail(attributeOf(tnefBody, "302 FOR"))))
	if got := reads(both); got != "301 for" {
		t.Errorf("beside a text: %q", got)
	}
}

func quotedAll(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteString("=" + string("0123456789ABCDEF"[s[i]>>4]) + string("0123456789ABCDEF"[s[i]&15]))
		if i%20 == 19 {
			b.WriteString("=\n")
		}
	}
	return b.String()
}
