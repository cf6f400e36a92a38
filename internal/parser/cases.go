package parser

import (
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/rules"
)

// The commands of games in which Judges are found by rotation, and of those in
// which players may be inactive. Elsewhere their words are talk.

// caseLine reads line i as one of them. It gives the first line it has not read;
// ok is false when line i is none.
func (r *reader) caseLine(i int, l string) (next int, ok bool) {
	whole := strings.Trim(foldLine(l), " .!*_")
	for _, name := range []string{"willing", "unwilling", "inactive", "active"} {
		if may := r.c.Idle && strings.HasSuffix(name, "active") || r.c.Cases && strings.HasSuffix(name, "willing"); may && vocabulary().in(name, whole) {
			r.say(Fragment{Text: l, Verb: name, Command: Setting{Name: name}})
			return i + 1, true
		}
	}
	if !r.c.Cases || strings.HasSuffix(whole, "?") {
		return 0, false
	}
	if vocabulary().in("cases", whole) {
		r.say(Fragment{Text: l, Verb: "cases", Command: Ask{What: "cases"}})
		return i + 1, true
	}
	w := wordRow{fields: strings.Fields(l)}
	switch {
	case w.take("case call"):
		return r.caseCall(i, l, w)
	case w.take("case reconsider"):
		return r.caseAgain(i, l, w)
	case w.take("case judge"):
		return r.caseRuling(i, l, w)
	case w.take("one case"):
		if n := w.number(); n > 0 && w.over() {
			r.say(Fragment{Text: l, Verb: "cases", Command: Ask{What: "cases", Number: n}})
			return i + 1, true
		}
	}
	return 0, false
}

// wordRow is the words of a line, read from the left.
type wordRow struct {
	fields []string
	at     int
	broken bool // the last word taken ended with a mark, such as a colon
}

// longestPhrase bounds the phrases that are looked for, in words.
const longestPhrase = 6

const marks = ".,:;!()*_\"'–—-#"

// bare is a word without its marks, folded.
func bare(field string) string { return strings.Trim(fold(field), marks) }

// take reads the longest phrase of a list, if one comes next. A phrase does not
// go on behind a mark.
func (w *wordRow) take(list string) bool {
	phrase, n := "", 0
	for k := 1; k <= longestPhrase && w.at+k <= len(w.fields); k++ {
		field := w.fields[w.at+k-1]
		if bare(field) == "" {
			break
		}
		if phrase = strings.TrimSpace(phrase + " " + bare(field)); vocabulary().in(list, phrase) {
			n = k
		}
		if hasMark(field) {
			break
		}
	}
	if n == 0 {
		return false
	}
	w.at += n
	w.broken = hasMark(w.fields[w.at-1])
	return true
}

// hasMark says that a word has a mark behind it.
func hasMark(field string) bool { return strings.ContainsAny(field[len(field)-1:], ".,:;!)") }

// number reads the number of a case; 0 when none comes next.
func (w *wordRow) number() int {
	for w.take("case word") || w.skip() {
	}
	if w.over() {
		return 0
	}
	n, err := strconv.Atoi(bare(w.fields[w.at]))
	if err != nil || n < 1 || n > 9999 {
		return 0
	}
	w.broken = hasMark(w.fields[w.at])
	w.at++
	return n
}

// skip passes over a mark that stands alone, such as a dash.
func (w *wordRow) skip() bool {
	alone := !w.over() && bare(w.fields[w.at]) == ""
	if alone {
		w.at++
	}
	return alone
}

func (w *wordRow) over() bool { return w.at >= len(w.fields) }

// rest is what has not been read, as it stands.
func (w *wordRow) rest() string { return strings.Join(w.fields[w.at:], " ") }

// caseCall reads "call for judgment:" with its statement, and below it whom the
// caller bars, the arguments and the evidence.
func (r *reader) caseCall(i int, l string, w wordRow) (int, bool) {
	c, k := rules.Invoke{}, i+1
	if w.take("case bar") { // "CFJ, barring Bob: ..."
		from := w.at
		for !w.over() && !strings.HasSuffix(w.fields[w.at], ":") {
			w.at++
		}
		if w.over() {
			return 0, false
		}
		w.at++
		w.broken = true
		c.Barred = namesIn(strings.TrimSuffix(strings.Join(w.fields[from:w.at], " "), ":"))
	}
	if !w.broken || !strings.HasSuffix(w.fields[w.at-1], ":") {
		return 0, false
	}
	texts := map[string][]string{"statement": {w.rest()}}
	if w.over() {
		k = r.skipBlank(k)
	}
	part := "statement"
	for ; k < len(r.lines) && r.lines[k].mark == mOwn && !r.endWord(k); k++ {
		text := strings.TrimSpace(r.lines[k].text)
		if name, rest := caseLabel(text); name == "bar" {
			c.Barred = append(c.Barred, namesIn(rest)...)
			part = ""
			continue
		} else if name != "" {
			part, text = name, rest
		} else if part == "statement" && text == "" && !r.labelFollows(k) {
			break
		}
		if part == "" {
			if text != "" {
				break // below "bar Bob" stands something else
			}
			continue
		}
		texts[part] = append(texts[part], text)
	}
	c.Question, c.Arguments, c.Evidence = joinText(texts["statement"]), joinText(texts["arguments"]), joinText(texts["evidence"])
	c.Rules = r.rulesIn(c.Question)
	f := Fragment{Text: l, Verb: "judgment", Command: c}
	if blank(c.Question) {
		f.Reason = "no-text"
	}
	r.say(f)
	return k, true
}

// labelFollows says that below a blank line the call for judgment goes on.
func (r *reader) labelFollows(k int) bool {
	k = r.skipBlank(k)
	if k >= len(r.lines) || r.lines[k].mark != mOwn {
		return false
	}
	name, _ := caseLabel(strings.TrimSpace(r.lines[k].text))
	return name != ""
}

// caseLabel reads "bar Bob", "arguments: …" and "evidence: …".
func caseLabel(text string) (name, rest string) {
	w := wordRow{fields: strings.Fields(text)}
	for _, name := range []string{"bar", "arguments", "evidence"} {
		if !w.take("case " + name) {
			continue
		}
		if colon := strings.HasSuffix(w.fields[w.at-1], ":"); name == "bar" && !w.over() && len(w.fields) <= 12 || name != "bar" && colon {
			return name, w.rest()
		}
		return "", ""
	}
	return "", ""
}

// namesIn parts "Bob, Cem and Dov" at commas and at "and".
func namesIn(text string) []string {
	var list []string
	for _, part := range strings.Split(strings.Trim(text, " .!"), ",") {
		var name []string
		for _, f := range strings.Fields(part) {
			if slices.Contains(ands, fold(f)) {
				list, name = append(list, strings.Join(name, " ")), nil
				continue
			}
			name = append(name, f)
		}
		list = append(list, strings.Join(name, " "))
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

// ands are the words for "and" in all our languages, folded.
var ands = []string{"and", "e", "y", "ve", "es"}

// caseAgain reads "reconsider 3:" with reasons behind it and below.
func (r *reader) caseAgain(i int, l string, w wordRow) (int, bool) {
	n := w.number()
	if n == 0 || !w.broken && !w.over() {
		return 0, false
	}
	reasons, next := r.reasons(i, w.rest())
	r.say(Fragment{Text: l, Verb: "reconsider", Command: rules.Reconsider{Judgment: n, Reasons: reasons}})
	return next, true
}

// findings are the rulings that a line may have, by the lists of their words.
var findings = []struct{ list, ruling string }{
	{"true", rules.RuledTrue}, {"false", rules.RuledFalse}, {"case irrelevant", rules.RuledIrrelevant},
	{"case insufficient", rules.RuledInsufficient}, {"case paradoxical", rules.RuledParadoxical}, {"paradox", rules.RuledParadoxical},
	{"case dismiss", rules.RuledDismissed},
}

// caseRuling reads "judge 3: FALSE" with reasons behind it and below. What is not
// beyond doubt is asked about.
func (r *reader) caseRuling(i int, l string, w wordRow) (int, bool) {
	n := w.number()
	for n > 0 && (w.take("fill") || w.skip()) {
	}
	c := rules.RuleOn{Judgment: n}
	for _, f := range findings {
		if w.take(f.list) {
			c.Ruling = f.ruling
			break
		}
	}
	if c.Ruling == "" || n == 0 && !w.over() {
		if n == 0 || len(w.fields) > 12 {
			return 0, false // talk of judging
		}
		r.say(Fragment{Text: l, Verb: "judge", Reason: "unclear", Answers: []string{"judge " + itoa(n) + ": TRUE", "judge " + itoa(n) + ": FALSE"}})
		return i + 1, true
	}
	f := Fragment{Text: l, Verb: "judge"}
	if !w.over() && !w.broken && !vocabulary().in("because", bare(w.fields[w.at])) && bare(w.fields[w.at]) != "" {
		f.Reason, f.Answers = "unclear", []string{"judge " + itoa(n) + ": " + strings.ToUpper(c.Ruling)} // "TRUE or FALSE"
	}
	reasons, next := r.reasons(i, w.rest())
	c.Reasons, c.Rules = r.annotated(reasons)
	f.Command = c
	r.say(f)
	return next, true
}

// reasons are what stands behind a command and below it, to the end of what its
// author wrote.
func (r *reader) reasons(i int, behind string) (text string, next int) {
	list := []string{strings.TrimLeft(behind, marks+" ")}
	k := i + 1
	for ; k < len(r.lines) && r.lines[k].mark == mOwn && !r.endWord(k); k++ {
		list = append(list, r.lines[k].text)
	}
	return joinText(list), k
}

// annotated takes the lines out of reasons that say which rules they are about.
func (r *reader) annotated(reasons string) (text string, about []int) {
	var kept []string
	for _, line := range strings.Split(reasons, "\n") {
		w := wordRow{fields: strings.Fields(line)}
		if w.take("case annotates") {
			if numbers := numbersIn(wordsAndNumbers(w.rest()), r.lang); len(numbers) > 0 && len(w.fields) < 40 {
				about = append(about, numbers...)
				continue
			}
		}
		kept = append(kept, line)
	}
	return strings.TrimSpace(strings.Join(kept, "\n")), about
}

// rulesIn are the numbers of rules that a statement names, such as "rules 105 and
// 106".
func (r *reader) rulesIn(text string) []int {
	var list []int
	words := wordsAndNumbers(strings.ReplaceAll(text, "\n", " "))
	named := false
	for i, w := range words {
		word := strings.Trim(w, marks)
		n := numeral(word, r.lang)
		switch {
		case vocabulary().in("rule", word):
			named = true
		case n == 0:
			named = named && slices.Contains(ands, word)
		case r.rule(n) && (named || i+1 < len(words) && vocabulary().in("rule", strings.Trim(words[i+1], marks))) && !slices.Contains(list, n):
			list = append(list, n)
		}
	}
	return list
}
