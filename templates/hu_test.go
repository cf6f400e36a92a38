package templates

import (
	"regexp"
	"testing"
	"time"
)

// TestHungarianSmallWords: dates, sums and lists as a Hungarian reader writes them.
func TestHungarianSmallWords(t *testing.T) {
	w, err := newWriter(Reader{Language: "hu"})
	if err != nil {
		t.Fatal(err)
	}
	at := sampleTime()
	for _, c := range [][2]string{
		{w.when(at, nil), "2025. március 7., péntek 18:00 UTC"},
		{w.when(at, time.FixedZone("Europe/Vienna", 3600)), "2025. március 7., péntek 18:00 UTC (Bécs: 19:00)"},
		{w.until(at, at.Add(-time.Hour), nil), "péntek 18:00 UTC"},
		{w.span(50 * time.Hour), "2 nap 2 óra"},
		{string(w.list([]string{"Ödön", "Ágnes", "Éva"})), "Ödön, Ágnes és Éva"},
		{string(w.rule(304, []int{203})), "304 (korábban 203)"},
		{string(w.option("abstain")), "TARTÓZKODOM"},
		{string(w.sum("-0.50")), "−0,50"},
	} {
		if got := flat(c[0]); got != c[1] {
			t.Errorf("%q, not %q", got, c[1])
		}
	}
}

// decimalPoint finds a number that is written with a point; a version or a time
// has none beside it.
var decimalPoint = regexp.MustCompile(`(^|[\s(+−-])\d+\.\d\d?([\s,;.)]|$)`)

// TestOrdinals: a number with a point behind it that begins a sentence is no item
// of a list, which HTML would count by itself, and tenths have a comma.
func TestOrdinals(t *testing.T) {
	for _, lang := range []string{"es", "pt", "tr", "hu"} {
		w, err := newWriter(Reader{Language: lang})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range Samples() {
			_, body, err := w.compose(s.Letter)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range read(body) {
				if b.kind == item && b.mark != "- " {
					t.Errorf("%s, %s: %q is an item of a list", lang, s.Shape, b.mark+b.lines[0])
				}
				if b.kind != paragraph && b.kind != item {
					continue
				}
				if n := decimalPoint.FindString(flat(b.lines[0])); n != "" {
					t.Errorf("%s, %s: %q in %q", lang, s.Shape, n, flat(b.lines[0]))
				}
			}
		}
	}
}
