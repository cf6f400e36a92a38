package templates

import (
	"strings"
	"testing"
	"time"
)

// TestTurkishSmallWords: dates and lists as a Turkish reader writes them.
func TestTurkishSmallWords(t *testing.T) {
	w, err := languageOf("tr")
	if err != nil {
		t.Fatal(err)
	}
	at := sampleTime()
	for _, c := range [][2]string{
		{w.when(at, nil), "7 Mart 2025 Cuma, 18:00 UTC"},
		{w.when(at, time.FixedZone("Europe/Istanbul", 3*3600)), "7 Mart 2025 Cuma, 18:00 UTC (İstanbul saatiyle 21:00)"},
		{w.when(at, time.FixedZone("Asia/Tokyo", 9*3600)), "7 Mart 2025 Cuma, 18:00 UTC (Tokyo saatiyle Cumartesi 03:00)"},
		{w.until(at, at.Add(-time.Hour), nil), "Cuma 18:00 UTC"},
		{w.span(50 * time.Hour), "2 gün 2 saat"},
		{w.span(time.Second), "bir dakikadan az"},
		{string(w.list([]string{"Çağla", "Işıl", "İnci"})), "Çağla, Işıl ve İnci"},
		{string(w.rule(304, []int{203})), "304 (eski 203)"},
		{string(w.option("abstain")), "ÇEKİMSER"},
	} {
		if got := flat(c[0]); got != c[1] {
			t.Errorf("%q, not %q", got, c[1])
		}
	}
}

// TestTurkishFirstLines: the first line is the news, with no suffix put on a
// name or a number.
func TestTurkishFirstLines(t *testing.T) {
	want := map[string]string{
		"receipt-voted":      "Oyunuzu saydım: 301 için RET. Değiştirmek isterseniz yanıt verin; son",
		"result-adopted":     "Oylama bitti: 305 numaralı önerge kabul edildi, 3 kabul ve 1 ret oyuyla.",
		"ballot-amend":       "Lütfen 301 için oy verin; son tarih 7 Mart 2025 Cuma, 18:00 UTC",
		"ballot-to-fixed":    "Lütfen 307 için oy verin. Dóra Őszi şunu öneriyor: 208 numaralı kuralın",
		"refusal-immutable":  "Önergenizi almadım: 203 numaralı kural, değişmez kurallardan biri;",
		"gameover-won":       "tea bitti; Ada Quillfeather kazandı. Tebrikler! Hedef 200 puandı",
		"notice-started":     "Oyun başlıyor! Oyuncular: Ada Quillfeather ve RUOY שלום. İlk oynayacak",
		"receipt-did-opened": "Oylama açıldı: 301. Metni artık kesin; herkese oy pusulası gidiyor.",
	}
	for _, s := range Samples() {
		line, ok := want[s.Shape]
		if !ok {
			continue
		}
		delete(want, s.Shape)
		s.Reader.Language = "tr"
		if first, _, _ := strings.Cut(write(t, s).Text, "\n"); first != line {
			t.Errorf("%s begins with\n%q, not\n%q", s.Shape, first, line)
		}
	}
	for shape := range want {
		t.Errorf("there is no sample %s", shape)
	}
}
