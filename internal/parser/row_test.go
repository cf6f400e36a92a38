package parser

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// quotedRow is a row of our ballot as the programs of a language quote it.
var quotedRow = map[string]string{
	"en": "> 301  Crumhorn: amend rule 208, the goal becomes 150 points",
	"pt": "> 301  Crumhorn: alterar a regra 208, a meta passa a 150 pontos",
	"es": "> 301 (Vientoverde): enmendar la regla 208, la meta baja a 150 puntos",
	"tr": "> 301 (Bulutkıran): 208. kuralı değiştir, hedef 150 puan",
	"hu": "> 301  Tűzköves: a 208. szabály módosítása, a cél 150 pont",
}

// TestBelowARow: a word below a quoted row is a vote when it is said without a
// condition, a doubt or a question, and "for, if Gus is" is none.
func TestBelowARow(t *testing.T) {
	data, err := os.ReadFile("testdata/below-a-row.txt")
	if err != nil {
		t.Fatal(err)
	}
	lang, forms := "", 0
	for i, l := range strings.Split(string(data), "\n") {
		form, verdict, is := strings.Cut(l, " ⇒ ")
		if name, ok := strings.CutPrefix(l, "== "); ok {
			lang = name
		}
		if !is || l[0] == '#' {
			continue
		}
		forms++
		for _, words := range []string{quotedRow[lang] + "\n\n" + form + "\n", "301: " + form + "\n"} {
			c := theGame()
			c.Language = lang
			want := "301 " + verdict
			got := verdictOf(Read(&Letter{Kind: Message, Text: words}, c))
			counted := slices.DeleteFunc(strings.Split(got, "; "), func(s string) bool { return s == "held" || s == "nothing" })
			asked := got == "held" || !strings.HasPrefix(words, ">")
			switch none := verdict == "none" || verdict == "ask"; {
			case none && len(counted) > 0, verdict == "ask" && !asked, !none && got != want:
				t.Errorf("below-a-row.txt:%d %s: %q\n got %s\nwant %s", i+1, lang, words, got, verdict)
			}
		}
	}
	if forms < 200 {
		t.Errorf("only %d forms", forms)
	}
}
