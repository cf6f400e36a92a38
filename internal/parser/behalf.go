package parser

import (
	"slices"
	"strings"
)

// Whoever votes "for Gus" or "pelo Davi" casts somebody else's vote, and not the
// sender's: it is nobody's until the sender has been asked.

// maxBehalf is how many words a clause has at most that names whose votes stand
// beside it.
const maxBehalf = 12

// spoke is a word of such a clause.
type spoke struct {
	fold  string
	name  bool // it may be somebody else's name
	light bool // it has no weight beside votes
}

// elses says that a clause tells whose votes those beside it are, and that they
// are not the sender's: "for Gus", "no lugar do Davi", "Tarık için", "my brother:".
func (c *clause) elses(names map[string]bool) bool {
	words := c.spoken(names)
	v, list := vocabulary(), foldsOf(words)
	led := true // nothing but words without weight has come
	for i, w := range words {
		rest := strings.Join(list[i:], " ")
		before := max(v.phraseAt("in place of", list[i:]), v.phraseAt("proxy", list[i:]))
		if before == 0 && c.colon { // "as promised, 301 yes" is said by oneself
			before = v.phraseAt("speaker", list[i:])
		}
		behind := v.phraseAt("in whose place", list[i:])
		switch {
		case v.in("trail", rest), v.in("manner", rest): // "as always"
			return false
		case led && before > 0 && another(words[i+before:]),
			behind > 0 && i+behind == len(list) && another(words[:i]),
			led && c.colon && i+v.phraseAt("kin", list[i:]) == len(list):
			return true
		}
		led = led && w.light
	}
	return false
}

func foldsOf(words []spoke) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = w.fold
	}
	return list
}

// spoken are the words of a clause, nil when it has anything else or too many.
func (c *clause) spoken(names map[string]bool) (words []spoke) {
	for _, t := range c.toks {
		if t.kind != word || len(words) > maxBehalf {
			return nil
		}
		w := spoke{name: t.sense == 0 && !names[t.fold], light: t.sense&(sFill|sPerson|sFor) != 0 && t.sense&sThanks == 0 || names[t.fold]}
		for f := range strings.FieldsSeq(foldLine(t.text)) {
			w.fold = f
			words = append(words, w)
		}
	}
	return words
}

// articles may stand before somebody's name.
var articles = []string{"o", "a", "os", "as", "el", "la", "az"}

// another says that words are somebody else's name, or name one of the sender's
// kin, with nothing but words without weight before it.
func another(words []spoke) bool {
	named := func(list []spoke) bool {
		return len(list) <= maxNameWords && !slices.ContainsFunc(list, func(w spoke) bool { return !w.name })
	}
	for i := range words {
		rest := words[i:]
		kin := vocabulary().phraseAt("kin", foldsOf(rest))
		switch {
		case named(rest[kin:]) && (i == 0 || kin > 0 || slices.Contains(articles, words[i-1].fold)):
			return true
		case !rest[0].light:
			return false
		}
	}
	return false
}
