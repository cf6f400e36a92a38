package parser

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// contested are the words that are in one list in one language and in others
// in another, each with what decides between them.
var contested = map[string]string{
	"no":      "a no in English and Spanish, \"on\" in Portuguese: its place tells them apart, else it is asked about",
	"nem":     "a no in Hungarian, \"nor\" in Portuguese: a no only at the end of a clause, where the mail does not show its language",
	"se":      "an if in Portuguese, a not in Hungarian, nothing in Spanish: an if, unless the mail's own words are Spanish",
	"not":     "a not in English, which holds a vote; it heads a postscript in Turkish, and is not read as that",
	"o":       "nothing in Portuguese and Turkish, \"he\" in Hungarian (ő): casts doubt where the language is not known",
	"de":      "a preposition, and the Hungarian but; a weightless word either way, so that at most two votes run into one and are asked about",
	"as":      "an English reason, a Portuguese article; votes are read before and after it alike",
	"en":      "a preposition in Spanish, \"I\" in Hungarian (én): no weight in either",
	"i":       "\"I\" in English, an ending in Turkish: no weight in either",
	"a":       "no weight in any; in Spanish and Portuguese also before the date of \"rules at\"",
	"son":     "no weight in Spanish; in Turkish it ends a text, where it is alone in its line",
	"por":     "\"with\" in edits, between quotation marks; no weight elsewhere",
	"retirar": "votes are withdrawn and words deleted; quotation marks decide",
	"vote":    "weightless in English; in Spanish without its accent \"I voted\", which is asked about",
	"da":      "\"of the\" in Portuguese, \"too\" in Turkish: a \"too\" only at the end of a clause, right behind its number",
	"is":      "\"too\" in Hungarian, a verb in English: a \"too\" only at the end of a clause, right behind its number",
	"hello":   "a greeting in both; English also knows it inside a sentence",
}

// answerLists are read only in a line that answers a question by number, where
// no sentence is: a word means there what it means in no other list.
var answerLists = append([]string{"choice", "nth"}, nth[:]...)

// settingLists are read only behind the word of a setting, as in "away until 1
// set" or "visszaigazolások be", where no sentence is.
var settingLists = regexp.MustCompile(`^(switch|month|weekday|tongue|date|day|week|tomorrow)\b`)

// besideLists mean nothing: their words may stand beside a command.
var besideLists = []string{"courtesy", "asking"}

// ballotLists are read only in a line that is nothing but a ballot of a game
// without turns, where what stands in it beside them is known.
var ballotLists = []string{"beside name", "above", "ongoing", "times", "endorsing", "or else", "changing", "untitled"}

// caseLists are read at the head of a line alone, in games in which Judges are
// found by rotation.
var caseLists = regexp.MustCompile(`^(?:case .*|one case)$`)

// poolLists are read only in a line of its own of a proposal in such a game.
var poolLists = []string{"index", "coauthors", "pooled", "pooled alone", "power", "change retitle", "change power", "change re-enact", "beside change"}

// lists gives every word and phrase of the data files in folded form, and the
// lists that have it, by language.
func lists(t *testing.T) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	for _, lang := range languages {
		data, err := wordFiles.ReadFile("words/" + lang + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			name, list, ok := strings.Cut(strings.TrimSpace(line), ":")
			if !ok || strings.HasPrefix(name, "#") || slices.Contains(answerLists, name) || slices.Contains(besideLists, name) || slices.Contains(ballotLists, name) || settingLists.MatchString(name) || caseLists.MatchString(name) || slices.Contains(poolLists, name) {
				continue
			}
			for _, phrase := range strings.Split(list, ",") {
				f := foldLine(phrase)
				if all[f] == nil {
					all[f] = map[string]string{}
				}
				if !slices.Contains(strings.Fields(all[f][lang]), name) {
					all[f][lang] = strings.TrimSpace(all[f][lang] + " " + name)
				}
			}
		}
	}
	return all
}

// TestNoWordMeansTwoThings: what a word means in one language it means in every
// other that has it, but for those that are contested.
func TestNoWordMeansTwoThings(t *testing.T) {
	all := lists(t)
	if len(all) < 1000 {
		t.Fatalf("only %d words", len(all))
	}
	found := map[string]bool{}
	for _, f := range slices.Sorted(maps.Keys(all)) {
		first := ""
		for _, lang := range languages {
			names, ok := all[f][lang]
			if !ok {
				continue
			}
			sorted := strings.Fields(names)
			slices.Sort(sorted)
			names = strings.Join(sorted, " ")
			found[f] = found[f] || first != "" && first != names
			first = names
		}
		if found[f] && contested[f] == "" {
			t.Errorf("%q means different things: %v", f, all[f])
		}
	}
	for f := range contested {
		if !found[f] {
			t.Errorf("%q is no longer contested", f)
		}
	}
}

// TestNoStemTakesAWord: a stem takes no word of another language.
func TestNoStemTakesAWord(t *testing.T) {
	all, stems := lists(t), 0
	for stem, in := range all {
		base, ok := strings.CutSuffix(stem, "*")
		if !ok {
			continue
		}
		stems++
		for f, where := range all {
			for lang := range where {
				if strings.HasPrefix(f, base) && in[lang] == "" {
					t.Errorf("%q of %v takes %q of %v", stem, in, f, where)
				}
			}
		}
	}
	if stems == 0 {
		t.Error("there are no stems")
	}
}

// TestVoteWordsAgree: a vote word is the same vote in every language, or is
// named above.
func TestVoteWordsAgree(t *testing.T) {
	for f, where := range lists(t) {
		options := map[string]bool{}
		for _, names := range where {
			var s sense
			for _, n := range strings.Fields(names) {
				s |= senseNames[n] & sVote
			}
			if s != 0 {
				options[fmt.Sprint(optionOf(s))] = true
			}
		}
		if len(options) > 1 {
			t.Errorf("%q is several votes: %v", f, where)
		}
	}
}

// TestContestedWords reads contested words in mails of every kind: by
// languages that their own words show, and in games of every language.
func TestContestedWords(t *testing.T) {
	for _, c := range []struct{ games, text, want string }{
		// no
		{"en pt es tr hu", "302 no, 301 yes", "302 against; 301 for"},
		{"en es tr hu", "301 no", "301 against"},
		{"pt", "301 no", "ask unclear"},
		{"en es tr hu", "no 301", "301 against"},
		{"en pt es tr hu", "Voto no 301.", "ask unclear|ask no-vote-word"},
		{"en pt es tr hu", "Voto no a la 301.", "301 against"},
		{"en pt es tr hu", "I vote no on 301.", "301 against"},
		{"en pt es tr hu", "Voto sim no 301, no 302 e no 303.", "301 for; 302 for; 303 for"},
		{"en pt es tr hu", "301 no, 302 sim", "302 for; ask unclear"},
		{"en pt es tr hu", "301 no e 302 sim", "302 for; ask unclear"},
		{"en pt es tr hu", "301 no 302 sim", "302 for; ask unclear"},
		{"en pt es tr hu", "302: no, 301: sim", "301 for; ask unclear"},
		{"en pt es tr hu", "301\nno\n\n302 sim", "302 for; ask unclear"},
		{"en pt es tr hu", "não 301, sim 302", "301 against; 302 for"},
		// nem
		{"en es tr hu", "301 nem", "301 against"},
		{"pt", "301 nem", "ask unclear|ask no-vote-word"},
		{"en es tr", "nem contra 301", "ask unclear"},
		{"en pt es tr hu", "A 301-esre igen, a 302-re nem.", "301 for; 302 against"},
		{"en pt es tr hu", "Sou a favor da 301, nem penso na 302.", "ask unclear; ask no-vote-word"},
		// se
		{"en pt es tr hu", "se 301, 302 a favor", "ask conditional"},
		{"en pt es tr hu", "302 a favor se 301", "ask conditional"},
		{"es", "Se me olvidó decirlo: la 301 a favor, desde luego.", "301 for"},
		{"hu", "Se a 301-re, se a 302-re nem szavazok.", "ask no-vote-word; ask unclear"},
		// ne, which is no vote anywhere
		{"en pt es tr hu", "301 ne", "ask unclear|ask no-vote-word"},
		{"en pt es tr hu", "301 ne olsun", "ask unclear|ask no-vote-word"},
		// not, o, de, as, ok
		{"tr hu", "301 evet\nNot: 302 hayır", "301 for; 302 against"},
		{"tr en", "not 301 evet", "ask unclear"},
		{"hu", "Ok, 301 igen", "301 for"},
		{"en", "ok, 301 for", "301 for"},
		{"hu", "Ők azt mondják, hogy 301 igen", "ask unclear"},
		{"en pt es tr hu", "301 igen, de 302 nem", "301 for; 302 against"},
		{"en pt es tr hu", "As propostas 301 e 302: sim", "301 for; 302 for"},
		{"en pt es tr hu", "301 for as it is time", "301 for"},
	} {
		for _, lang := range strings.Fields(c.games) {
			in := theGame()
			in.Language = lang
			got := readText(c.text, in)
			if !slices.Contains(strings.Split(c.want, "|"), got) {
				t.Errorf("%q in a game in %s\n got %s\nwant %s", c.text, lang, got, c.want)
			}
		}
	}
}

// TestSiWithoutItsAccent: many people leave the accent of "sí" out. It is a vote
// where no condition can be meant.
func TestSiWithoutItsAccent(t *testing.T) {
	one := theGame()
	one.Rows = []int{301}
	for _, c := range []struct {
		c          Context
		text, want string
	}{
		{one, "voto si a la 301", "301 for"},
		{one, "Voto si a la 301 y a la 302.", "301 for; 302 for"},
		{one, "voto si a la 301, la 302 y la 303", "301 for; 302 for; 303 for"},
		{one, "si a la 303", "303 for"},
		{one, "Si a la 303!", "303 for"},
		{one, "Si a la propuesta 303, por favor", "303 for"},
		{one, "si a la 301, si a la 302, no a la 303", "301 for; 302 for; 303 against"},
		{one, "si a la 301 y no a la 302", "301 for; 302 against"},
		{one, "no a la 302, si a la 301", "302 against; 301 for"},
		{one, "voto si en la 301", "301 for"},
		{one, "Mi voto: si a la 301", "301 for"},
		{one, "voto si a la 301 porque me gusta", "301 for"},
		{one, "la 301 si, la 302 no", "301 for; 302 against"},
		{one, "301 si y 302 no", "301 for; 302 against"},
		{one, "301 si pero 302 no", "301 for; 302 against"},
		{one, "301, si", "301 for"},
		{one, "a la 301 voto si", "301 for"},
		{one, "SI: 301, 302\nNO: 303", "301 for; 302 for; 303 against"},
		{one, "VOTO SI A LA 301", "301 for"},
		{one, "si", "301 for"},
		{one, "Si.", "301 for"},
		{one, "Si, a favor de la 301", "301 for"},

		{one, "si la 301 pasa, 302 no", "ask conditional"},
		{one, "Si a la 301 le va bien, voto a favor de la 302", "ask conditional"},
		{one, "Si a la 301 y 302, entonces no a la 303", "ask conditional"},
		{one, "voto si 301, 302 y 303 pasan", "ask no-vote-word; ask no-vote-word"},
		{one, "Voto a favor de la 302 si a la 301 le votan todos", "ask conditional"},
		{one, "302 no si a la 301", "ask conditional"},
		{one, "302 a favor si 301", "ask conditional"},
		{one, "si 301, 302 a favor", "ask conditional"},
		{one, "si en la 301, 302 a favor", "ask conditional"},
		{one, "Si, como espero, la 301 pasa, 302 no", "ask no-vote-word; ask conditional"},
		{one, "SI LA 301 PASA, 302 NO", "ask conditional"},
		{one, "si cambio mi voto a la 301, digo que no", "ask nothing"},
	} {
		in := c.c
		in.Language = "es"
		if got := readText(c.text, in); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}
