package web_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

// long is a game of so many proposals: new rules, amendments, repeals, defeats and
// talk, so that nobody wins.
func long(t testing.TB, proposals int) *salon {
	s := open(t, nil)
	movers := []string{"bob", "cem", "ada"}
	for i := range proposals {
		n, mover := 301+i, movers[i%3]
		text := fmt.Sprintf("enact\ntitle: Tea number %d\n%s\nend", n, strings.Repeat(fmt.Sprintf("In turn %d everybody drinks tea, as rule %d says. ", i+1, 201+i%10), 8))
		vote := "FOR"
		switch i % 6 {
		case 4:
			text = fmt.Sprintf("amend %d\n%s\nend", n-2, strings.Repeat(fmt.Sprintf("In turn %d nobody drinks tea, whatever rule %d says. ", i+1, 201+i%10), 8))
		case 3, 5:
			vote = "AGAINST"
		}
		switch i {
		case 1:
			text = "amend 208\nWhoever has a million points wins.\nclause:\ngoal = 1000000\nend"
		case 0:
			text = "amend 209\nThere may be as many mutable rules as we like.\nclause:\nmax_mutable = 900\nend"
		}
		s.turn(n, mover, text, vote)
	}
	return s
}

// TestLongGame: no page grows with the game, in bytes or in time.
func TestLongGame(t *testing.T) {
	const proposals, most, slowest = 101, 200_000, slower * 50 * time.Millisecond
	s := long(t, proposals)
	kinds := map[string]string{}
	for name, p := range s.static() {
		if len(p.Body) > most && strings.HasSuffix(name, ".html") { // a file has the whole of what it has
			t.Errorf("%s has %d bytes", name, len(p.Body))
		}
		kinds[digits.ReplaceAllString(name, "N")] = name
	}
	if len(kinds) < 5*12 {
		t.Errorf("there are %d kinds of page", len(kinds))
	}
	for _, name := range kinds {
		least := time.Hour
		for range 10 {
			took := timed(func() {
				_, err := s.site.Page(name)
				s.must(err)
			})
			if least = min(least, took); least < slowest {
				break
			}
		}
		if least > slowest && !strings.HasSuffix(name, ".jsonl") { // for which the whole record is read
			t.Errorf("%s takes %v", name, least)
		}
	}
}

var digits = regexp.MustCompile(`\d+`)

// BenchmarkSite writes all pages of a game of 300 proposals.
func BenchmarkSite(b *testing.B) {
	s := long(b, 300)
	for b.Loop() {
		pages, bytes, largest := 0, 0, 0
		for p, err := range s.site.All() {
			s.must(err)
			pages, bytes, largest = pages+1, bytes+len(p.Body), max(largest, len(p.Body))
		}
		b.ReportMetric(float64(pages), "pages")
		b.ReportMetric(float64(largest), "largest")
		b.ReportMetric(float64(bytes), "bytes")
	}
}
