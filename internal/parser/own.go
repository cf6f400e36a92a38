package parser

import (
	"slices"
	"strings"
)

// Talk is what a mail says to people. Nothing in it is a command, and nothing
// of it is anybody else's words.
type Talk struct {
	Own     string // the author's own words, as they stand: no quotation, no signature, no greeting at the end
	Aloud   string // those of them that stand behind "all:", "" for none
	Private bool   // the author says that they are for the moderator alone
	Unsure  bool   // they may not be meant for all, or may not be what the author wrote
}

// maxHush is how many words a phrase has at most that asks for discretion.
const maxHush = 4

// talks gives what the letter says to people.
func (r *reader) talks() Talk {
	t := Talk{Aloud: strings.Join(r.aloud, "\n\n")}
	v := vocabulary()
	t.Private = v.in("private", foldLine(r.ownSubject()))
	var own []string
	for i, l := range r.lines {
		if l.mark != mOwn || r.speaker(i) != "" || r.ended && r.endWord(i) {
			continue
		}
		if ruled(l.text) && len(own) > 0 {
			break
		}
		label, rest, labelled := strings.Cut(l.text, ":")
		if len(label) < 40 && v.in("private", foldLine(label)) {
			t.Private = true
			if l.text = strings.TrimSpace(rest); !labelled {
				continue
			}
		}
		t.Unsure = t.Unsure || l.edit != nil || r.orders(i)
		own = append(own, strings.TrimRight(l.text, " \t"))
	}
	t.Own = joined(own)
	damaged := r.cut || r.l.Damaged != "" || r.l.Struck != "" || r.l.Other != "" || r.l.Doubt != "" || r.l.Reaction != ""
	t.Unsure = t.Unsure || damaged || strings.Contains(t.Own, lostMark) || tokenLike.MatchString(t.Own) || hushes(t.Own)
	return t
}

// ruled says that a line is the one which mailing lists draw above what they put
// below a mail.
func ruled(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) > 4 && strings.Trim(s, "_") == ""
}

// orders says that line i begins like a command of the organiser's, whoever
// sends it, or is a label of a proposal's.
func (r *reader) orders(i int) bool {
	words := spokenWords(r.lines[i].text)
	if len(words) == 0 {
		return false
	}
	verb, _ := orderOf(words)
	label, _ := r.label(i, r.lines[i].start)
	return verb != "" || label != ""
}

// joined puts lines together; of several blank ones in a row one is left.
func joined(lines []string) string {
	lines = slices.CompactFunc(lines, func(a, b string) bool { return blank(a) && blank(b) })
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// hushes says that words ask not to be told to others, or seem to.
func hushes(text string) bool {
	v := vocabulary()
	words := wordsOf(text)
	for i := range words {
		for n := 1; n <= maxHush && i+n <= len(words); n++ {
			if v.in("hush", strings.Join(words[i:i+n], " ")) {
				return true
			}
		}
	}
	return false
}

// TokensIn finds what may be reply tokens in a text, without the names of games
// before them.
func TokensIn(text string) (found []string) {
	for _, m := range tokenLike.FindAllStringSubmatch(text, 10*maxTokens) {
		found = append(found, m[1])
	}
	return found
}

// brings says that a part has something else than words in it: a file, a
// picture, another mail.
func (p *part) brings() bool {
	switch {
	case p.kind == "application/pgp-signature", p.kind == "application/pkcs7-signature", p.kind == "application/x-pkcs7-signature":
		return false
	case strings.HasPrefix(p.kind, "message/"):
		return true
	case len(p.parts) > 0:
		return slices.ContainsFunc(p.parts, (*part).brings)
	}
	return p.attached() || strings.HasPrefix(p.kind, "image/")
}
