package parser

import (
	"cmp"
	"regexp"
	"strings"

	"nomicmail/internal/rules"
)

// The parts of a proposal that only rules of a game without turns have: "retitle
// 105 to "Voting"", "set power of 105 to 2", "re-enact 112".

// shortPart reads a line that is such a part and nothing else.
func (r *reader) shortPart(line string) (d rules.Draft, ok bool) {
	if r.c.Pool == nil || len(line) > 400 || strings.Contains(line, "?") {
		return d, false
	}
	head, title := titleBehind(line)
	words := spelled(head)
	v := vocabulary()
	var numbers []string
	for i := 0; i < len(words); {
		kind, n := rules.Kind(""), 0
		for _, k := range []rules.Kind{rules.Retitle, rules.Repower, rules.Reenact} {
			if m := v.phraseAt("change "+string(k), words[i:]); m > n {
				kind, n = k, m
			}
		}
		switch {
		case n > 0 && (d.Kind == "" || d.Kind == kind):
			d.Kind = kind
			i += n
		case words[i] != "" && words[i][0] >= '0' && words[i][0] <= '9':
			numbers = append(numbers, words[i])
			i++
		case v.in("beside change", words[i]):
			i++
		default:
			return d, false
		}
	}
	if d.Kind == "" || len(numbers) == 0 {
		return d, false
	}
	if d.Rule = numeral(numbers[0], r.lang); d.Rule == 0 {
		return d, false
	}
	switch d.Kind {
	case rules.Retitle:
		d.Title = title
		return d, title != "" && len(numbers) == 1
	case rules.Repower:
		d.Power, ok = powerIn(head)
		return d, ok && title == ""
	}
	return d, len(numbers) == 1 && title == ""
}

// titleBehind cuts the title, between quotation marks or behind a colon, off a
// line.
func titleBehind(line string) (head, title string) {
	line = strings.TrimRight(strings.TrimSpace(line), ".")
	if from := strings.IndexAny(line, "\"“„«"); from >= 0 {
		to := strings.LastIndexAny(line, "\"“”»")
		if to <= from {
			return line, ""
		}
		title = strings.Trim(line[from:to], "\"“„«”»")
		return line[:from] + " " + strings.Trim(line[to:], "\"“”»"), oneLine(title)
	}
	return line, ""
}

// powers finds the number of a power at the end of the words before a mark.
var powers = regexp.MustCompile(`(?:^|[^0-9.,])([0-9]{1,2}(?:[.,][0-9]{1,3})?|[0-9]/[0-9])(?:\D*)$`)

// powerIn is the power that a line gives a rule: its last number.
func powerIn(head string) (rules.Ratio, bool) {
	m := powers.FindStringSubmatch(strings.TrimRight(head, " ."))
	if m == nil {
		return rules.Ratio{}, false
	}
	return ratioOf(m[1])
}

// partLine takes line i when it is a short part; a re-enactment may have a text of
// its own below.
func (r *reader) partLine(i int) (next int, ok bool) {
	if r.lines[i].mark != mOwn {
		return 0, false
	}
	if f, ok := r.withdrawsPooled(r.lines[i].text); ok {
		r.say(f)
		return i + 1, true
	}
	d, ok := r.shortPart(r.lines[i].text)
	if !ok {
		return 0, false
	}
	f := Fragment{Text: strings.TrimSpace(r.lines[i].text), Verb: string(d.Kind)}
	if r.tentative {
		f.Reason = "unclear"
	}
	next = i + 1
	if d.Kind == rules.Reenact {
		k := r.skipBlank(i + 1)
		if r.labels(k) && k == i+1 {
			b := r.block(r.lineStart(k), false)
			d.Title, d.Text, d.Clause, d.Power, d.Category = b.title, b.text, b.clause, b.power, b.category
			f.Reason = cmp.Or(b.swallows, f.Reason)
			next = max(r.lineBehind(b.next), next)
		}
	}
	f.Command = rules.Propose{Drafts: []rules.Draft{d}}
	r.drafts = append(r.drafts, d)
	r.say(f)
	return next, true
}

// labels says that line k names what a rule gets: its title, text, clause or category.
func (r *reader) labels(k int) bool {
	label, _ := r.label(k, r.lineStart(k))
	h, ok := r.headLine(k)
	return label != "" || ok && h.name == "category"
}
