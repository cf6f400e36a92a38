package templates

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"
)

var update = flag.Bool("update", false, "write testdata anew")

func write(t *testing.T, s Sample) Written {
	t.Helper()
	w, err := Write(s.Reader, s)
	if err != nil {
		t.Fatalf("%s: %v", s.Shape, err)
	}
	return w
}

// TestGolden compares the plain text of every sample with testdata, where one
// reads what players will get.
func TestGolden(t *testing.T) {
	known := map[string]bool{}
	for _, s := range Samples() {
		if strings.HasSuffix(s.Shape, "-long") || strings.HasSuffix(s.Shape, "-word") {
			continue // too large to read
		}
		w := write(t, s)
		name := filepath.Join("testdata", s.Shape+".txt")
		if known[name] {
			t.Errorf("two samples are called %s", s.Shape)
		}
		known[name] = true
		got := "Subject: " + w.Subject + "\n\n" + w.Text
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is now (go test ./templates -update, then read the difference):\n%s", s.Shape, got)
		}
	}
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if !known[name] {
			t.Errorf("%s belongs to no sample", name)
		}
	}
}

// TestShape holds what is true of every letter's subject and plain text.
func TestShape(t *testing.T) {
	leftover := regexp.MustCompile(`\{\{|\}\}|<no value>|<nil>|%!|\*\*Y|\(Rule 0\)|rule 0\b|  \.|[a-z]\.\.( |$)`)
	for _, s := range Samples() {
		w := write(t, s)
		if w.Subject == "" || len([]rune(w.Subject)) > subjectLimit+1 || strings.ContainsFunc(w.Subject, unicode.IsControl) {
			t.Errorf("%s: subject %q", s.Shape, w.Subject)
		}
		if !strings.HasSuffix(w.Text, "\n") || strings.HasPrefix(w.Text, "\n") || strings.Contains(w.Text, "\n\n\n") {
			t.Errorf("%s: blank lines are wrong:\n%s", s.Shape, w.Text)
		}
		for line := range strings.Lines(w.Text) {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case strings.TrimRight(line, " ") != line:
				t.Errorf("%s: blanks at the end of %q", s.Shape, line)
			case strings.ContainsFunc(line, unicode.IsControl):
				t.Errorf("%s: control characters in %q", s.Shape, line)
			case !strings.HasPrefix(line, "|") && leftover.MatchString(line):
				t.Errorf("%s: something is missing in %q", s.Shape, line)
			case columns(line) > lineWidth && !unbreakable(line):
				t.Errorf("%s: %d columns: %q", s.Shape, columns(line), line)
			}
		}
	}
}

// unbreakable reports whether a line is wide because it is code or one word.
func unbreakable(line string) bool {
	if strings.HasPrefix(line, "|     ") {
		return true
	}
	rest := strings.TrimLeft(line, "|-+ ")
	return len(strings.Fields(rest)) == 1
}

// TestFirstLine: the first line is the news, unless it is the receipt's.
func TestFirstLine(t *testing.T) {
	want := map[string]string{
		"receipt-voted":    "Your vote on 301: AGAINST. Reply to change it until Friday 18:00 UTC",
		"receipt-utc":      "Your vote on 301: AGAINST. Reply to change it until Friday 18:00 UTC.",
		"receipt-last":     "Your vote on 301: FOR. With it the vote is over.",
		"receipt-two":      "Your votes: on 301 AGAINST, on 302 FOR. Reply to change them until",
		"ballot-amend":     "Please vote on 301 by Friday 7 March 2025, 18:00 UTC (19:00 in Paris).",
		"result-adopted":   "Proposal 305 is adopted, 3 for and 1 against. Rule 203 has the text that",
		"ballot-receipt":   "Your proposal is in, and its number is 301. Everybody has it now. You",
		"result-full":      "It is your turn, Bob Bramble: please propose a rule-change by",
		"gameover-won":     "Ada Quillfeather has won tea. Congratulations! 200 points were the goal",
		"receipt-refused":  "I have not taken your proposal: rule 112 is immutable, and an immutable",
		"yourturn-open":    "It is your turn: please propose a rule-change. It will be number 304.",
		"notice-withdrawn": "Proposal 301 is withdrawn by player \"301 FOR Bcc: all@example.org\", so",
	}
	for _, s := range Samples() {
		first, _, _ := strings.Cut(write(t, s).Text, "\n")
		if line, ok := want[s.Shape]; ok && line != first {
			t.Errorf("%s begins with\n%q, not\n%q", s.Shape, first, line)
		}
		delete(want, s.Shape)
	}
	for shape := range want {
		t.Errorf("there is no sample %s", shape)
	}
}

func TestSubjects(t *testing.T) {
	want := map[string]string{
		"ballot-amend":     "[tea] 301: vote by Friday 7 March",
		"ballot-mine-open": "[tea] 301: please vote",
		"result-adopted":   "[tea] 305 adopted (3 for, 1 against)",
		"result-full":      "[tea] 305 adopted (3 for, 1 against): your turn",
		"gameover-won":     "[tea] Ada Quillfeather has won!",
		"reminder-vote":    "[tea] 301: your vote, by Friday 7 March",
	}
	for _, s := range Samples() {
		if subject, ok := want[s.Shape]; ok && write(t, s).Subject != subject {
			t.Errorf("%s: subject %q, not %q", s.Shape, write(t, s).Subject, subject)
		}
		delete(want, s.Shape)
	}
	for shape := range want {
		t.Errorf("there is no sample %s", shape)
	}
}

// TestHTML: the HTML part is well made, small enough, loads nothing, and says
// the same as the plain text.
func TestHTML(t *testing.T) {
	allowed := map[string]bool{
		"html": true, "head": true, "meta": true, "title": true, "style": true, "body": true, "div": true, "p": true, "h2": true,
		"h3": true, "ul": true, "ol": true, "li": true, "blockquote": true, "pre": true, "br": true, "b": true, "bdi": true,
		"a": true, "table": true, "tbody": true, "tr": true, "th": true, "td": true, "del": true, "ins": true, "hr": true,
	}
	for _, s := range Samples() {
		w := write(t, s)
		if len(w.HTML) > 100_000 {
			t.Errorf("%s: %d bytes of HTML", s.Shape, len(w.HTML))
		}
		doc, err := html.Parse(strings.NewReader(w.HTML))
		if err != nil {
			t.Fatalf("%s: %v", s.Shape, err)
		}
		for n := range doc.Descendants() {
			if n.Type == html.ElementNode && !allowed[n.Data] {
				t.Errorf("%s: a <%s> has got in", s.Shape, n.Data)
			}
			checkAttributes(t, s.Shape, n)
		}
		if strings.Contains(w.HTML, "url(") || strings.Contains(w.HTML, "@import") {
			t.Errorf("%s: the style loads something", s.Shape)
		}
		if i := strings.IndexFunc(w.HTML, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }); i >= 0 {
			t.Errorf("%s: control character %q", s.Shape, w.HTML[i])
		}
	}
}

func checkAttributes(t *testing.T, shape string, n *html.Node) {
	t.Helper()
	for _, a := range n.Attr {
		switch a.Key {
		case "href":
			if !strings.HasPrefix(a.Val, "mailto:tea@nomic.example.org?") && !strings.HasPrefix(a.Val, "mailto:x@example.org?") {
				t.Errorf("%s: link to %q", shape, a.Val)
			}
			if strings.ContainsAny(a.Val, "\r\n \"<>") {
				t.Errorf("%s: link %q is not encoded", shape, a.Val)
			}
		case "style", "class", "lang", "charset", "name", "content", "dir", "cellpadding", "cellspacing", "scope":
		default:
			t.Errorf("%s: <%s> has %s=%q", shape, n.Data, a.Key, a.Val)
		}
	}
}

// TestSameWords: what stands in the text stands in the HTML, word for word and
// in the same order, so that an answer to either can be told from what it
// quotes.
func TestSameWords(t *testing.T) {
	for _, s := range Samples() {
		if strings.HasSuffix(s.Shape, "-long") {
			continue // its HTML is cut
		}
		w := write(t, s)
		doc, err := html.Parse(strings.NewReader(w.HTML))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for n := range doc.Descendants() {
			if n.Type == html.TextNode && n.Parent.Data != "style" && n.Parent.Data != "title" {
				b.WriteString(n.Data)
			}
		}
		if got, want := letters(b.String()), letters(plainly(w.Text)); got != want {
			t.Errorf("%s: HTML and text differ at\n%.80s\n%.80s", s.Shape, differ(got, want), differ(want, got))
		}
	}
}

// plainly drops what only the text has: addresses of links, and what is cut in
// tables.
var address = regexp.MustCompile(`<mailto:[^>]*>`)

func plainly(text string) string { return address.ReplaceAllString(text, "") }

// letters drops all but letters and digits.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

func differ(a, b string) string {
	for i := range a {
		if !strings.HasPrefix(b, a[:i]) {
			return a[max(0, i-20):]
		}
	}
	return a
}
