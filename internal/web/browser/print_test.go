package browser

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPrint: the ruleset on paper is a booklet of A5, with a page for its title,
// every rule, and numbers of pages, and without what leads about on a screen.
func TestPrint(t *testing.T) {
	s := played(t)
	b := open(t, browser(t))
	s.must(b.do(chromedp.Navigate(live(t, s) + "tea/en/rules.html")))
	pdf, err := ask(b, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))
	s.must(err)
	if *pictures != "" {
		s.must(os.WriteFile(filepath.Join(*pictures, "rules.pdf"), pdf, 0o644))
	}
	if !bytes.Contains(pdf, []byte("/MediaBox [0 0 419.52")) && !bytes.Contains(pdf, []byte("/MediaBox [0 0 420")) {
		t.Error("the paper is not A5")
	}
	text := textOf(t, pdf)
	sheets := strings.Split(strings.TrimRight(text, "\f"), "\f")
	if len(sheets) < 8 {
		t.Fatalf("the booklet has %d pages", len(sheets))
	}
	if !strings.Contains(sheets[0], "tea") || !strings.Contains(sheets[0], "The rules in force") || strings.Contains(sheets[0], "101") {
		t.Errorf("the first page is not that of the title:\n%s", sheets[0])
	}
	g, err := s.mod.Game("tea")
	s.must(err)
	flat := strings.Join(strings.Fields(text), "") // lines are broken anywhere
	for _, r := range g.Rules {
		if words := strings.Join(strings.Fields(r.Text), ""); !strings.Contains(flat, words[:min(60, len(words))]) {
			t.Errorf("rule %d is not there: %s", r.Number, words)
		}
	}
	for _, no := range []string{"Howtoplay", "Whentheychanged", "Skipto"} {
		if strings.Contains(flat, no) {
			t.Errorf("%q is printed", no)
		}
	}
	last := strings.Fields(sheets[1])
	if len(last) == 0 || last[len(last)-1] != "2" {
		t.Errorf("the second page has no number:\n%s", sheets[1])
	}
}

// textOf is the text of a PDF, pages ending with form feeds.
func textOf(t *testing.T, pdf []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "x.pdf")
	if err := os.WriteFile(name, pdf, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("pdftotext", "-layout", name, "-").Output()
	if err != nil {
		t.Fatalf("pdftotext, of poppler-utils: %v", err)
	}
	return string(out)
}
