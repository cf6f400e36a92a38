package web

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFolded(t *testing.T) {
	for s, want := range map[string]string{
		"ISPARTA ısı İzmir": "isparta isi izmir", "ÁRVÍZTŰRŐ tükörfúrógép": "arvizturo tukorfurogep", "Coração, niño": "coracao, nino",
		"Çağ Şu": "cag su", "o\u0308": "o", "ﬁn": "fin", "don’t": "don't", "a\u00a0b": "a b", "Ñ\u0303": "n", "Ⅳ": "iv",
	} {
		if got := folded(s); got != want {
			t.Errorf("%q is folded to %q instead of %q", s, got, want)
		}
		if at := places(s); len(at) != len(folded(s))+1 {
			t.Errorf("%q has %d places for %d bytes", s, len(at), len(folded(s)))
		}
	}
}

// TestMarked marks words in random texts of letters that are folded into none, one or
// several: all of the text is there, whole letters alone are marked, and what is marked
// is one of the words.
func TestMarked(t *testing.T) {
	letters := []string{"a", "á", "ß", "ﬁ", "I", "ı", "İ", "\u0301", " ", "ñ", "f", "i", "\n", "漢", "\xff", "Ⅳ", "v", "🍵"}
	d := rand.New(rand.NewPCG(1, 2))
	some := func(most int) string {
		var b strings.Builder
		for range d.IntN(most) {
			b.WriteString(letters[d.IntN(len(letters))])
		}
		return b.String()
	}
	marks := 0
	for range 3000 {
		s := strings.ToValidUTF8(some(40), "\ufffd")
		words := strings.Fields(folded(some(4) + " " + some(3)))
		if len(words) == 0 {
			continue
		}
		var whole strings.Builder
		for _, p := range marked(s, words) {
			whole.WriteString(p.Text)
			if !utf8.ValidString(p.Text) || p.Text == "" {
				t.Errorf("%q in %q gives the piece %q", words, s, p.Text)
			}
			if !p.Hit {
				continue
			}
			marks++
			fits := false
			for _, w := range words {
				fits = fits || strings.Contains(folded(p.Text), w)
			}
			if !fits {
				t.Errorf("%q in %q marks %q", words, s, p.Text)
			}
		}
		if whole.String() != s {
			t.Errorf("%q in %q gives %q", words, s, whole.String())
		}
		for _, p := range snippet(s, folded(s), words) {
			if !utf8.ValidString(p.Text) {
				t.Errorf("%q in %q has the snippet %q", words, s, p.Text)
			}
		}
	}
	if marks < 300 {
		t.Errorf("only %d words were marked", marks)
	}
}
