package parser

import (
	"nomicmail/internal/rules"
	"strconv"
	"strings"
)

// judgment takes everything to the next blank line as the question.
func (r *reader) judgment(f Fragment, i int, rest string) int {
	question := []string{strings.TrimSpace(rest)}
	k := i + 1
	if question[0] == "" {
		k = r.skipBlank(k)
	}
	for ; k < len(r.lines) && r.lines[k].mark == mOwn && !r.lines[k].blank() && !r.endWord(k); k++ {
		question = append(question, r.lines[k].text)
	}
	f.Command = rules.Invoke{Question: joinText(question)}
	if blank(strings.Join(question, "")) {
		f.Reason = "no-text"
	}
	r.say(f)
	return k
}

// ruling reads "ruling 1 TRUE" and the reasons below.
func (r *reader) ruling(f Fragment, i int, args []string, rest string) (int, bool) {
	c := rules.RuleOn{}
	v := vocabulary()
	for _, w := range append(args, wordsAndNumbers(rest)...) {
		if n, err := strconv.Atoi(strings.Trim(w, ".")); err == nil && n > 0 && n < 10_000 {
			c.Judgment = n
			continue
		}
		for _, name := range []string{"true", "false", "paradox"} {
			if v.in(name, strings.Trim(w, ".!")) && c.Ruling == "" {
				c.Ruling = name
			}
		}
	}
	if c.Ruling == "" {
		return 0, false
	}
	k := i + 1
	var reasons []string
	for ; k < len(r.lines) && r.lines[k].mark == mOwn && !r.endWord(k); k++ {
		reasons = append(reasons, r.lines[k].text)
	}
	c.Reasons = joinText(reasons)
	f.Command = c
	r.say(f)
	return k, true
}
