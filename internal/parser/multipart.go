package parser

import (
	"slices"
	"strings"
)

// alternative takes the plain text, unless it is blank, says something else than
// the HTML and little, or cannot show what the HTML strikes out.
func alternative(p *part) written {
	var plain, rich, sign written
	for _, c := range p.parts {
		r := readable(c)
		switch {
		case r.sign != "":
			sign = r
		case r.html && !blank(r.text) || r.html && rich.damaged == "":
			rich = r
		case blank(plain.text):
			plain = r
		}
	}
	switch {
	case rich.struck != "":
	case blank(rich.text):
		if rich.damaged != "" && blank(plain.text) {
			plain.damaged = rich.damaged
		}
		rich = plain
	case blank(plain.text) || stub(plain.text, rich.text):
	default:
		if len(rich.text) < maxSame && !same(plain.text, rich.text) {
			plain.other = rich.text
		}
		rich = plain
	}
	rich.sign = sign.sign
	return rich
}

// stub says that a plain text is no more than a hint to look at the HTML: it is
// short, and most of its words are not there.
func stub(plain, rich string) bool {
	if len(plain) > 400 {
		return false
	}
	there := map[string]bool{}
	for _, w := range bareWords(rich[:min(len(rich), 50_000)]) {
		there[w] = true
	}
	words := bareWords(plain)
	if cutOff(bareWords(rich), words) {
		return false
	}
	missing := 0
	for _, w := range words {
		if !there[w] {
			missing++
		}
	}
	return missing*2 > len(words)
}

// cutOff says that words are the beginning of others, the last one perhaps broken
// in two: the rest was lost on its way.
func cutOff(words, of []string) bool {
	n := len(words)
	return n > 0 && n <= len(of) && slices.Equal(words[:n-1], of[:n-1]) && strings.HasPrefix(of[n-1], words[n-1])
}

// mixed joins the parts that are shown one below the other. A later part that
// begins like a footer is one, and one that says the same again says nothing.
func mixed(p *part) written {
	var w written
	for i, c := range p.parts {
		r := readable(c)
		if i == 0 && strings.HasPrefix(c.kind, "text/") && c.attached() && !c.filed() {
			r = c.words() // what stands first is the letter, whatever it is called
		}
		if w.damaged == "" {
			w.damaged = r.damaged
		}
		w.passed += r.passed
		w.filed = w.filed || r.filed
		if w.sign == "" {
			w.sign = r.sign
		}
		switch {
		case blank(r.text), c.kind == "application/ms-tnef" && !blank(w.text), same(w.text, r.text):
		case blank(w.text):
			r.damaged, r.passed, r.sign, r.filed = w.damaged, w.passed, w.sign, w.filed
			w = r
		case footer(r.text):
			w.extra += r.text
		default:
			w.text = strings.TrimRight(w.text, "\n") + "\n\n" + r.text
			w.struck += r.struck
		}
	}
	if !blank(w.text) {
		w.damaged = p.damaged
	}
	return w
}

// maxSame bounds the texts of which it is asked whether they are the same.
const maxSame = 64 << 10

// same says that two texts have the same words.
func same(a, b string) bool {
	if max(len(a), len(b)) > maxSame || len(a) > 2*len(b)+200 || len(b) > 2*len(a)+200 || blank(a) {
		return false
	}
	return slices.Equal(bareWords(a), bareWords(b))
}

func footer(s string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(s, "\n \t"), "\n")
	first = strings.TrimRight(first, " ")
	return first == "--" || len(first) > 4 && strings.Trim(first, "_-=*") == ""
}
