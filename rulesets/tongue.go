package rulesets

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// tongue is by what a text shows the language it is in.
type tongue struct {
	tag, name string
	letters   string // beyond a to z, small
	words     string // frequent ones, none of them in two tongues
}

var tongues = []tongue{
	{"en", "English", "",
		"the of and are be by that this or if with any not rule rules player players vote each which must may shall has it its to at when one from for game"},
	{"pt", "Portuguese", "áàâãçéêíóôõúü",
		"os da do dos das em um uma não é são ao ou pelo pela regra regras jogador jogadores votação seu sua quem quando mais nenhuma imutável mutável"},
	{"es", "Spanish", "áéíóúüñ",
		"el los las del en un y es al regla reglas jugador jugadores votación su quien cuando más ninguna cualquier mudable inmutable lo"},
	{"tr", "Turkish", "çğıİöşüâîû\u0307",
		"bir ve bu kural kuralı kuralın kurallar kuralları oyun oyuncu oyuncular oyuncunun oyuncuların için ile oy olan her ya ise olarak değişiklik değişikliği değişmez önerge veya göre"},
	{"hu", "Hungarian", "áéíóöőúüű",
		"az és egy hogy nem szabály szabályok szabályt játékos játékosok játékosnak szavazat vagy minden csak azt ez kell van amely szavazás sarkalatos javaslat"},
}

// languageName names a language for the reader, by its tag if need be.
func languageName(tag string) string {
	for _, t := range tongues {
		if t.tag == tag {
			return t.name
		}
	}
	return tag
}

// countWords counts the words of each tongue in s.
func countWords(s string) []int {
	counts := make([]int, len(tongues))
	of := map[string]int{}
	for i, t := range tongues {
		for _, word := range strings.Fields(t.words) {
			of[word] = i
		}
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(s), func(c rune) bool { return !unicode.IsLetter(c) }) {
		if i, known := of[word]; known {
			counts[i]++
		}
	}
	return counts
}

// guessTongue says which language s is in. It is sure when no other language
// has half as many words in it. It gives nil where s has no word it knows.
func guessTongue(s string) (t *tongue, sure bool) {
	counts := countWords(s)
	most := slices.Max(counts)
	if most == 0 {
		return nil, false
	}
	i := slices.Index(counts, most)
	counts[i] = 0
	return &tongues[i], most >= 3 && most >= 2*slices.Max(counts)
}

// plain gives s in small letters without marks above or below them, so that
// words are known however they are typed.
func plain(s string) string {
	s = strings.ReplaceAll(strings.ToLower(s), "ı", "i")
	return strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Mn, c) {
			return -1
		}
		return c
	}, norm.NFD.String(s))
}
