package templates

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestEveryPage holds in all languages what a mail program, a phone and a reader
// that speaks need of the HTML part: it names its language and itself, its tables
// have headings, nothing in it acts or is loaded, it is short enough not to be
// cut, and every word stands out from what is behind it, by day and by night. The
// text part is narrow.
func TestEveryPage(t *testing.T) {
	for _, lang := range Languages() {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			for _, s := range Samples() {
				s.Reader.Language = lang
				w := write(t, s)
				for _, problem := range pageProblems(lang, w) {
					t.Errorf("%s: %s", s.Shape, problem)
				}
				for line := range strings.Lines(w.Text) {
					if line = strings.TrimSuffix(line, "\n"); columns(line) > lineWidth && !unbreakable(line) {
						t.Errorf("%s: %d columns: %q", s.Shape, columns(line), line)
					}
				}
			}
		})
	}
}

// TestPageProblems: the check finds what it is for.
func TestPageProblems(t *testing.T) {
	good := page("en", "s", read(string(headRowMark+row("A"))+"\n"+string(row("b"))), "")
	if all := pageProblems("en", Written{Subject: "s", HTML: good}); len(all) > 0 {
		t.Fatalf("a good page: %v", all)
	}
	for old, now := range map[string]string{
		"<!DOCTYPE html>": "", `lang="en"`: "", "<title>s</title>": "", `<th scope="col"`: "<td", ` scope="col"`: "",
		"</body>": "<form></form></body>", "margin:0;padding:0": "background:url(x)", "<tr><th": `<tr onclick="x()"><th`, "color:#5c6068": "color:#c0c0c0",
		"color:#a9adb6": "color:#303030", `charset="utf-8"`: `http-equiv="refresh"`, "</table>": `<a href="https://example.org">x</a></table>`, "</div>": "</p></div>",
		"a.b:hover{opacity:.85}": strings.Repeat(" ", 105_000), "</td>": `<img src="cid:1"></td>`,
	} {
		bad := strings.Replace(good, old, now, 1)
		if bad == good || len(pageProblems("en", Written{Subject: "s", HTML: bad})) == 0 {
			t.Errorf("with %q for %q nothing is found", now, old)
		}
	}
}

// mostPage is where the first of the mail programs cuts a page, in bytes.
const mostPage = 102 * 1024

func pageProblems(lang string, w Written) (all []string) {
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	doc, err := html.Parse(strings.NewReader(w.HTML))
	switch {
	case err != nil:
		return []string{err.Error()}
	case !strings.HasPrefix(w.HTML, "<!DOCTYPE html>\n"):
		add("no document type")
	case len(w.HTML) > mostPage:
		add("%d bytes", len(w.HTML))
	}
	if i := strings.Index(w.HTML, "url("); i >= 0 || strings.Contains(w.HTML, "@import") {
		add("the style loads something")
	}
	all = append(all, unclosed(w.HTML)...)
	day, night := sheetOf(w.HTML, false), sheetOf(w.HTML, true)
	found := map[string]string{}
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode {
			found[n.Data] = "yes"
			all = append(all, elementProblems(n)...)
		}
		switch {
		case n.Type != html.TextNode || strings.TrimSpace(n.Data) == "":
		case n.Parent.Data == "title":
			found["title"] = n.Data
		case n.Parent.Data != "style":
			for mode, rules := range map[string][]styleRule{"by day": day, "by night": night} {
				if r := contrast(coloursOf(n.Parent, rules)); r < 4.5 { // WCAG 2.2 §1.4.3
					add("%s %.30q has a contrast of %.1f", mode, n.Data, r)
				}
			}
		}
	}
	if found["title"] != w.Subject {
		add("the title is %q", found["title"])
	}
	if !strings.Contains(w.HTML, `<html lang="`+lang+`"><head><meta charset="utf-8">`) {
		add("no language, or no charset")
	}
	return all
}

// elementProblems are those of one element, without its colours.
func elementProblems(n *html.Node) (all []string) {
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	switch n.Data {
	case "script", "form", "input", "button", "iframe", "object", "embed", "link", "base", "svg", "video", "audio":
		add("a <%s>", n.Data)
	case "img":
		add("a picture")
	case "th":
		if attribute(n, "scope") == "" || textOf(n) == "" {
			add("a heading of no column, or an empty one")
		}
	case "table":
		if attribute(n, "role") != "presentation" && !slices.ContainsFunc(slices.Collect(n.Descendants()), func(c *html.Node) bool { return c.Data == "th" }) {
			add("a table without headings")
		}
	}
	for _, a := range n.Attr {
		switch {
		case strings.HasPrefix(a.Key, "on"), a.Key == "src", a.Key == "srcset", a.Key == "background", a.Key == "http-equiv", a.Key == "id":
			add("<%s> has %s", n.Data, a.Key)
		case a.Key == "href" && !strings.HasPrefix(a.Val, "mailto:"):
			add("a link to %q", a.Val)
		case strings.Contains(a.Val, "://"):
			add("<%s> has %q", n.Data, a.Val)
		}
	}
	return all
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return strings.TrimSpace(b.String())
}

// unclosed finds elements that are not closed in the order in which they were
// opened, which the parser mends in silence.
func unclosed(source string) []string {
	var open []string
	for z := html.NewTokenizer(strings.NewReader(source)); ; {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			if len(open) > 0 {
				return []string{"not closed: " + strings.Join(open, " ")}
			}
			return nil
		case html.StartTagToken, html.EndTagToken:
			name, _ := z.TagName()
			switch tag := string(name); {
			case tag == "meta" || tag == "br" || tag == "hr" || tag == "img":
			case kind == html.StartTagToken:
				open = append(open, tag)
			case len(open) == 0 || open[len(open)-1] != tag:
				return []string{fmt.Sprintf("</%s> closes %v", tag, open)}
			default:
				open = open[:len(open)-1]
			}
		}
	}
}

// styleRule is a rule of the page's style sheet with one selector.
type styleRule struct {
	selector []string // "a.b", from the outside in
	colours
}

// colours are those that a style sets, "" where it sets none.
type colours struct{ text, behind string }

var (
	darkSheet  = regexp.MustCompile(`(?s)@media \(prefers-color-scheme:dark\)\{(.*?)\n\}`)
	styleRules = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	hexColour  = regexp.MustCompile(`(?:^|;)\s*(color|background):(#[0-9a-f]{3,6})`)
)

// sheetOf are the rules of the dark sheet; by day there are none.
func sheetOf(source string, night bool) (list []styleRule) {
	m := darkSheet.FindStringSubmatch(source)
	if m == nil || !night {
		return nil
	}
	for _, r := range styleRules.FindAllStringSubmatch(m[1], -1) {
		for _, s := range strings.Split(r[1], ",") {
			list = append(list, styleRule{strings.Fields(s), styled(r[2])})
		}
	}
	return list
}

func styled(style string) (c colours) {
	for _, m := range hexColour.FindAllStringSubmatch(style, -1) {
		if m[1] == "color" {
			c.text = m[2]
		} else {
			c.behind = m[2]
		}
	}
	return c
}

// matches says whether a selector is of an element.
func (r styleRule) matches(n *html.Node) bool {
	rest := r.selector
	for at := n; at != nil && len(rest) > 0; at = at.Parent {
		tag, class, _ := strings.Cut(rest[len(rest)-1], ".")
		fits := (tag == "" || tag == at.Data) && (class == "" || slices.Contains(strings.Fields(attribute(at, "class")), class))
		if !fits && at == n {
			return false
		}
		if fits {
			rest = rest[:len(rest)-1]
		}
	}
	return len(rest) == 0
}

// coloursOf are those in which the text of an element is seen. All rules of the
// sheet are !important, so that they stand above what is said inline.
func coloursOf(n *html.Node, sheet []styleRule) (seen colours) {
	for ; n != nil && (seen.text == "" || seen.behind == ""); n = n.Parent {
		own, weight := styled(attribute(n, "style")), colours{}
		for _, r := range sheet {
			if !r.matches(n) {
				continue
			}
			rank := fmt.Sprint(strings.Count(strings.Join(r.selector, " "), "."), len(r.selector))
			if r.text != "" && rank >= weight.text {
				own.text, weight.text = r.text, rank
			}
			if r.behind != "" && rank >= weight.behind {
				own.behind, weight.behind = r.behind, rank
			}
		}
		if seen.text == "" {
			seen.text = own.text
		}
		if seen.behind == "" {
			seen.behind = own.behind
		}
	}
	return seen
}

// contrast is that of WCAG 2.2: from 1, none, to 21, black on white; 0 where a
// colour is not said.
func contrast(c colours) float64 {
	if c.text == "" || c.behind == "" {
		return 0
	}
	a, b := luminance(c.text)+0.05, luminance(c.behind)+0.05
	return max(a, b) / min(a, b)
}

func luminance(hex string) (sum float64) {
	hex = hex[1:]
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			return 0
		}
		v := float64(n) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}
