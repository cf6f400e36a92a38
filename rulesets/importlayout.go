package rulesets

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// layout is how a text is set.
type layout struct {
	wrapped bool // lines are broken where they are full
	width   int  // of a full line, in characters
	titled  bool // a line with a title stands above the text of a rule
	spaced  bool // paragraphs are parted by empty lines
}

// longest is how long the lines of a wrapped text are at most, in characters.
const longest = 120

// layoutOf judges how the rules are set, and takes their titles off.
func layoutOf(pieces []*piece) layout {
	var lay layout
	lay.judgeWidth(pieces)
	titles := 0
	for _, p := range pieces {
		if p.plainTitle(lay) {
			titles++
		}
	}
	lay.titled = titles*3 >= len(pieces)*2
	for _, p := range pieces {
		p.takeTitle(lay)
	}
	spaced, tight := 0, 0
	for _, p := range pieces {
		s, t := p.breaks(lay)
		if s {
			spaced++
		}
		if t {
			tight++
		}
	}
	lay.spaced = spaced >= tight
	return lay
}

// judgeWidth finds out whether lines end because they are full.
func (lay *layout) judgeWidth(pieces []*piece) {
	var widths []int
	long := 0
	for _, p := range pieces {
		for _, l := range p.lines {
			if l.text == "" {
				continue
			}
			widths = append(widths, l.width)
			if l.width > longest {
				long++
			}
		}
	}
	if len(widths) == 0 || long*10 > len(widths) {
		return
	}
	slices.Sort(widths)
	lay.width = widths[len(widths)-1]
	for i := len(widths) - 1; i >= 0; i-- { // one line may be far too long
		from, _ := slices.BinarySearch(widths, widths[i]*8/10)
		if (i-from+1)*5 >= len(widths) {
			lay.width = widths[i]
			break
		}
	}
	full, broken := 0, 0
	eachBreak(pieces, func(l, next line) {
		if lay.full(l, next) {
			full++
			if !endsSentence(l.text) {
				broken++
			}
		}
	})
	lay.wrapped = broken > 0 && broken*2 >= full && lay.width <= longest
}

// eachBreak calls f with all pairs of lines between which no empty one stands.
func eachBreak(pieces []*piece, f func(l, next line)) {
	for _, p := range pieces {
		for i := 1; i < len(p.lines); i++ {
			if p.lines[i-1].text != "" && p.lines[i].text != "" {
				f(p.lines[i-1], p.lines[i])
			}
		}
	}
}

// full reports whether the first word of next did not fit on l.
func (lay layout) full(l, next line) bool {
	word, _, _ := strings.Cut(next.text, " ")
	return l.width+1+utf8.RuneCountInString(word) > lay.width
}

// goesOn reports whether next continues a sentence or a paragraph of l.
func (lay layout) goesOn(l, next line) bool {
	if startsWithNumber(next.text) && !strings.HasSuffix(l.text, ",") && refersOn(l.text) {
		return true
	}
	if !lay.wrapped {
		return false
	}
	if beginsItem(next.text) && (isItem(next.text) || endsSentence(l.text) || strings.HasSuffix(l.text, ",")) {
		return false
	}
	return lay.full(l, next) || !endsSentence(l.text) && startsSmall(next.text)
}

func startsWithNumber(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

func startsSmall(s string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, openers))
	return unicode.IsLower(first)
}

// breaks reports whether an empty line stands within the text of p, and
// whether a paragraph begins there without one.
func (p *piece) breaks(lay layout) (spaced, tight bool) {
	for i := 1; i < len(p.lines); i++ {
		l, next := p.lines[i-1], p.lines[i]
		switch {
		case next.text == "":
			spaced = true
		case l.text != "" && !beginsItem(next.text) && !lay.goesOn(l, next):
			tight = true
		}
	}
	return spaced, tight
}

// maxTitle bounds the title of a rule, in characters.
const maxTitle = 80

// plainTitle reports whether the first line of p can be a title by its shape
// alone.
func (p *piece) plainTitle(lay layout) bool {
	if len(p.lines) < 2 {
		return false
	}
	l, next := p.lines[0], p.lines[1]
	if utf8.RuneCountInString(l.text) > maxTitle || strings.ContainsAny(l.text[len(l.text)-1:], ".,;:!") {
		return false
	}
	return next.text == "" || !lay.goesOn(l, next)
}

// takeTitle moves the title of p out of its lines.
func (p *piece) takeTitle(lay layout) {
	if len(p.lines) == 0 {
		return
	}
	first := &p.lines[0]
	switch title, rest, inside := p.boldTitle(); {
	case inside && (rest != "" || len(p.lines) > 1):
		p.title, first.text = title, rest
	case inside:
		first.text = title
	case len(p.lines) > 1 && first.n == p.line && (p.mark.level > 0 || lay.titled) && p.headed(lay):
		p.title, first.text = trimTitle(first.text), ""
	case len(p.lines) > 1 && first.n != p.line && lay.titled && p.plainTitle(lay):
		p.title, first.text = trimTitle(first.text), ""
	}
	p.lines = trimBlank(p.lines)
	for len(p.lines) > 0 && isRuler(p.lines[0].text) { // under a title
		p.lines = trimBlank(p.lines[1:])
	}
}

func (p *piece) headed(lay layout) bool {
	return p.mark.level > 0 && utf8.RuneCountInString(p.lines[0].text) <= 2*maxTitle || p.plainTitle(lay)
}

// boldTitle reads the bold words with which p begins, and what follows them.
func (p *piece) boldTitle() (title, rest string, ok bool) {
	s, open := p.lines[0].text, p.mark.bold
	if open == "" || !strings.Contains(s, open) {
		if open = markBold.FindString(s); open == "" {
			return "", "", false
		}
		s = s[len(open):]
	}
	title, rest, ok = strings.Cut(s, open)
	rest = strings.TrimSpace(strings.TrimLeft(rest, ".:"))
	title = strings.TrimSpace(title)
	if title == "" || utf8.RuneCountInString(title) > maxTitle || startsSmall(rest) {
		return "", "", false
	}
	return trimTitle(title), rest, ok
}

func trimTitle(s string) string { return strings.Trim(s, " .:#*_") }

// lostBreak is where a sentence ends and the next one follows without a blank.
var lostBreak = regexp.MustCompile(`(\p{L}*\p{Ll}{3}[.!?][)"”»]?)(\p{Lu}\p{Ll}*[ ,])`)

// textOf joins the lines of p to its text.
func (im *importer) textOf(p *piece, lay layout) string {
	var out strings.Builder
	for i, l := range p.lines {
		if i > 0 {
			out.WriteString(lay.between(p.lines[i-1], l))
		}
		s := l.text
		if got := lostBreak.FindString(s); got != "" {
			between := " "
			if beginsItem(s) {
				between = "\n\n"
			}
			im.doubt("rule %d: a break was lost in %q; there is one again", p.mark.number, strings.TrimRight(got, " ,"))
			s = lostBreak.ReplaceAllString(s, "$1"+between+"$2")
		}
		out.WriteString(s)
	}
	return manyBreaks.ReplaceAllString(strings.Trim(out.String(), "\n"), "\n\n")
}

var manyBreaks = regexp.MustCompile(`\n{3,}`)

// between gives what stands between two lines in a text: nothing or a blank
// where a sentence goes on, else one line break or two. A word that was parted
// at a hyphen keeps it, since no one can tell it from a compound.
func (lay layout) between(l, next line) string {
	switch {
	case l.text == "" || next.text == "":
		return "\n"
	case lay.goesOn(l, next):
		before, ok := strings.CutSuffix(l.text, "-")
		if last, _ := utf8.DecodeLastRuneInString(before); ok && unicode.IsLetter(last) && startsSmall(next.text) {
			return ""
		}
		return " "
	case lay.spaced || beginsItem(next.text):
		return "\n"
	}
	return "\n\n"
}
