package parser

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// robots are the lists of words/machine.txt, folded.
var robots = sync.OnceValue(func() map[string][]string {
	data, err := wordFiles.ReadFile("words/machine.txt")
	if err != nil {
		panic("parser: " + err.Error()) // embedded: cannot happen
	}
	lists := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		for phrase := range strings.SplitSeq(list, ",") {
			if phrase = foldLine(phrase); phrase != "" {
				lists[name] = append(lists[name], phrase)
			}
		}
	}
	return lists
})

// titled is the phrase of a list that a subject begins with: alone, or with the
// subject of another mail behind it. It is "" when there is none.
func titled(subject, list string) string {
	s := foldLine(subject)
	for _, w := range robots()[list] {
		rest, ok := strings.CutPrefix(s, w)
		if !ok {
			continue
		}
		rest = strings.TrimLeft(rest, " ")
		if first, _ := utf8.DecodeRuneInString(rest); rest == "" || strings.ContainsRune(":：-–—[(!,.", first) || answers(rest) {
			return w
		}
	}
	return ""
}

// answers says that a folded subject begins like an answer's.
func answers(s string) bool {
	head, _, ok := strings.Cut(s, ":")
	switch strings.TrimSpace(head) {
	case "re", "aw", "sv", "vs", "rv", "res", "ynt", "antw", "odp", "va", "fw", "fwd", "ref", "rif", "tr", "enc":
		return ok
	}
	return false
}

// contains is the first phrase of a list that stands in a folded text.
func contains(folded, list string) (at int, phrase string) {
	at = -1
	for _, w := range robots()[list] {
		if i := strings.Index(folded, w); i >= 0 && (at < 0 || i < at) {
			at, phrase = i, w
		}
	}
	return at, phrase
}

// opens says that a clause of a text's first line begins with a phrase of a
// list; a greeting above it is passed over.
func opens(text, list string) bool {
	n := 0
	for l := range strings.Lines(text) {
		if blank(l) {
			continue
		}
		if n++; n > 3 || len(l) > 2000 || strings.HasPrefix(l, ">") {
			return false
		}
		for clause := range strings.SplitAfterSeq(foldLine(strings.Trim(l, " *_-=[](){}.!\n")), ", ") {
			for _, w := range robots()[list] {
				if strings.HasPrefix(clause, w) {
					return true
				}
			}
		}
		if !greets(l) {
			return false
		}
	}
	return false
}

// readsAutomatic says that a mail begins as programs let people begin who are
// away, or that its subject is one of theirs. A person may do so too, so its
// sender is asked.
func readsAutomatic(l *Letter) bool {
	if opens(l.Text, "leave") {
		return true
	}
	if !strings.ContainsAny(l.Subject, ":：") {
		return false // "away" may be all that a player writes
	}
	for _, list := range []string{"absent", "receipt", "bounced"} {
		if titled(l.Subject, list) != "" {
			return true
		}
	}
	return false
}

// reactionOf is the sign of a mail that is a reaction and no words: a part that
// calls itself one (RFC 9078), or a provider's sentence around the sign.
func reactionOf(l *Letter, sign string) string {
	if sign != "" {
		return signIn(sign + " " + l.Text)
	}
	about := foldLine(l.Subject)
	if _, w := contains(about, "reacted"); w != "" {
		return signIn(l.Text)
	}
	lines := 0
	for line := range strings.Lines(l.Text) {
		if blank(line) {
			continue
		}
		if lines++; lines > 4 || len(line) > 300 || strings.HasPrefix(line, ">") {
			return ""
		}
		if _, w := contains(foldLine(line), "reacted"); w != "" {
			return signIn(l.Text)
		}
	}
	return ""
}

// signIn is the first emoji of a text, or else its beginning.
func signIn(text string) string {
	for _, r := range text[:min(len(text), 2000)] {
		if r >= 0x1f000 && r < 0x20000 || r >= 0x2600 && r < 0x2800 || emoji(r) != 0 {
			return string(r)
		}
	}
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.ToValidUTF8(first[:min(len(first), 80)], "")
}
