package templates

import (
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
