package parser

import (
	"regexp"
	"unicode"
	"unicode/utf8"
)

// isVote says that a folded word is a vote word by itself.
func isVote(folded string) bool {
	for _, m := range vocabulary().phrases[folded] {
		if m.sense&(sVote&^sPresent) != 0 && len(m.words) == 1 {
			return true
		}
	}
	return false
}

// meanings gives words their senses and joins the words of a phrase.
func meanings(in []token, of tongue) []token {
	v := vocabulary()
	out := in[:0]
	var words []string
	for i := 0; i < len(in); i++ {
		t := in[i]
		if t.kind != word {
			out = append(out, t)
			continue
		}
		words = words[:0]
		for j := i; j < len(in) && len(words) < 6; j++ {
			if in[j].kind == newline && j > i && wraps(in, j) {
				continue
			}
			if in[j].kind != word {
				break
			}
			words = append(words, in[j].fold)
		}
		n, found := v.match(words)
		for k := 1; k < n; {
			i++
			if in[i].kind == word {
				k++
				t.end = in[i].end
				t.text += " " + in[i].text
				t.accent = t.accent || in[i].accent
			}
		}
		if n == 0 && of.lang == turkish && conditional.MatchString(t.fold) {
			found = []meaning{{lang: turkish, sense: sIf}}
		}
		t.choose(found, of)
		if n == 0 && len(t.fold) == 1 {
			t.sense = sFill
		}
		out = append(out, t)
	}
	return out
}

// wraps says that a phrase may go on behind the line end at i: neither a blank
// line nor one that begins with a capital is in between, as where a text begins
// below its verb: "enact", and below it "A rule may not ...".
func wraps(in []token, i int) bool {
	if i+1 >= len(in) || in[i+1].kind != word {
		return false
	}
	first, _ := utf8.DecodeRuneInString(in[i+1].text)
	return !unicode.IsUpper(first) || in[i-1].caps || in[i+1].text == "I"
}

// turkish is the place of Turkish among the languages. Its verbs have their
// condition at their end: "onaylarsa", "geçmezse", "düşünüyorsan".
const turkish = 3

var conditional = regexp.MustCompile(`..[rzy]s[ae](m|n|k|niz|nuz|ler|lar)?$`)

// choose takes the meanings in the mail's language when the word has any there,
// else all. Where that language is only the game's, an if of another stands too.
func (t *token) choose(found []meaning, of tongue) {
	var all, own sense
	for _, m := range found {
		if m.sense == sPresent && !of.present {
			continue
		}
		all |= m.sense
		if m.lang == of.lang {
			own |= m.sense
		}
	}
	t.sense, t.surely = own, of.sure && own != 0
	switch {
	case own == 0:
		t.sense = all
	case !of.sure:
		t.sense |= all & sIf
	}
	t.other = all &^ t.sense
}
