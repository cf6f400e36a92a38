package parser

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/rules"
)

// commandLine reads line i as a command that is neither vote nor proposal. It
// gives the first line it has not read; ok is false when line i is none.
func (r *reader) commandLine(i int) (next int, ok bool) {
	l := strings.TrimSpace(r.lines[i].text)
	if len(l) > 300 {
		return 0, false
	}
	if next, ok := r.caseLine(i, l); ok {
		return next, true
	}
	head, rest, colon := strings.Cut(l, ":")
	words := spokenWords(head)
	if len(words) == 0 {
		return 0, false
	}
	verb, args := r.commandIn(words, rest)
	if verb == "" {
		verb, args = awayBehind(words)
	}
	if verb == "" {
		verb, args = doubtBehind(words)
	}
	if verb == "" {
		return r.orderLine(i, l, words)
	}
	if strings.HasSuffix(strings.TrimSpace(head), "?") && !slices.Contains(questions, verb) {
		return 0, false
	}
	f := Fragment{Text: l, Verb: verb}
	if r.c.Organiser && (verb == "watch" || verb == "unwatch") && len(args) == 1 && strings.Contains(args[0], "@") {
		f.Command = Order{Verb: verb, Words: args[0]}
		r.say(f)
		return i + 1, true
	}
	switch verb {
	case "judgment":
		if !colon {
			return 0, false
		}
		return r.judgment(f, i, rest), true
	case "ruling":
		return r.ruling(f, i, args, rest)
	case "revise":
		return r.revise(f, i, args)
	case "join":
		return i + 1, r.join(f, head+" "+rest, append(args, wordsAndNumbers(rest)...), 0)
	case "away", "back", "language", "timezone", "receipts":
		return i + 1, r.setting(f, l, args)
	case "address add", "address remove", "key", "key remove", "token":
		return i + 1, r.knownBy(f, l, args)
	case "team":
		return i + 1, r.team(f, l, args)
	case "talk always", "talk ask", "talk never", "talk digest", "talk each", "mute", "unmute":
		if len(args) > 0 || colon {
			return 0, false
		}
		f.Command = Setting{Name: verb}
		r.say(f)
		return i + 1, true
	case "claim":
		return r.errorClaim(f, i, args, rest, colon)
	case "doubt":
		return r.reportDoubt(f, i, args, rest, colon)
	case "wrong":
		if len(args) > 0 && !colon {
			return 0, false
		}
		f.Command = rules.Dispute{Words: strings.TrimSpace(rest)}
		r.say(f)
		return i + 1, true
	}
	if colon && (!blank(rest) && numeral(rest) == 0 || verb == "proposal") || verb == "proposal" && r.votesNext(i) {
		return 0, false
	}
	return i + 1, r.plainCommand(f, args)
}

// votesNext says that the line below line i is a vote that has no number: line i
// is its heading, "Proposal 301", and asks for nothing.
func (r *reader) votesNext(i int) bool {
	if i++; i >= len(r.lines) || r.lines[i].mark != mOwn || len(r.lines[i].text) > 100 {
		return false
	}
	l := r.lines[i].text
	list := sentences(tokens(l, r.lang), l)
	return len(list) > 0 && readVotes(list[0], r.names, r.open).vote != nil
}

// plainCommand reads commands of a word and at most a number.
func (r *reader) plainCommand(f Fragment, args []string) bool {
	nums := numbersIn(args)
	bare := len(args) == 0
	one := len(nums) == 1 && !slices.ContainsFunc(args, func(w string) bool { return numeral(w) == 0 && !r.beside(f.Verb, w) })
	switch f.Verb {
	case "forfeit":
		f.Command = rules.Forfeit{}
	case "watch", "unwatch":
		f.Command = Observe{Stop: f.Verb == "unwatch", Language: tongueOf(f.Verb, f.Text)}
	case "consent":
		f.Command = rules.Consent{}
	case "test":
		f.Command = Test{}
	case "help", "scores", "status", "history":
		f.Command = Ask{What: f.Verb}
	case "rules":
		return r.askRules(f, args)
	case "rule", "proposal":
		if !one {
			return false
		}
		what := "proposal"
		if f.Verb == "rule" {
			what = "rules"
		}
		f.Verb, f.Command = what, Ask{What: what, Number: nums[0]}
		r.say(f)
		return true
	case "overrule":
		if len(args) == 1 {
			n, err := strconv.Atoi(args[0])
			if err != nil || n < 1 || n > 9999 {
				return false
			}
			f.Command = rules.Overrule{Judgment: n}
			r.say(f)
			return true
		}
		f.Command = rules.Overrule{}
	case "open":
		if len(nums) == 0 && weightless(args) && strings.Contains(f.Text, " ") { // "open" alone may be anything
			return r.unnumbered(f)
		}
		if len(nums) != 1 || !weightless(args) {
			return false
		}
		f.Command = rules.OpenVoting{Proposal: nums[0]}
		r.say(f)
		return true
	case "withdraw":
		return r.withdraw(f, args, nums)
	}
	if !bare || f.Command == nil {
		return false
	}
	r.say(f)
	return true
}

// weightless says that words are numbers, "the proposal" and the like.
func weightless(words []string) bool {
	v := vocabulary()
	return !slices.ContainsFunc(words, func(w string) bool {
		return len(numbersIn([]string{w})) == 0 && !v.in("fill", w) && !v.in("proposal", w)
	})
}

// withdraw tells the vote from the proposal by what the number is.
func (r *reader) withdraw(f Fragment, args []string, nums []int) bool {
	if len(nums) == 0 && slices.ContainsFunc(args, func(w string) bool { return vocabulary().in("proposal", w) }) && weightless(args) {
		return r.unnumbered(f)
	}
	if len(nums) != 1 {
		return false
	}
	n := nums[0]
	said := false
	v := vocabulary()
	for _, w := range args {
		said = said || v.in("proposal", w)
		if voteNoun(w) {
			return false // a sentence about a vote
		}
		if numeral(w) == 0 && !v.in("proposal", w) && !v.in("fill", w) && !v.in("courtesy", w) {
			return false
		}
	}
	mine := slices.Contains(r.c.Proposer, n)
	switch {
	case said || slices.Contains(r.c.Debate, n) && mine:
		f.Command = rules.WithdrawProposal{Proposal: n}
	case r.open(n) && mine:
		f.Command, f.Reason = rules.WithdrawVote{Proposal: n}, "withdraw-which"
		f.Answers = withdrawals(n)
	default:
		return false // a vote: the sentence reader knows it
	}
	r.say(f)
	return true
}

// withdrawals are the two things that "withdraw 301" can mean.
func withdrawals(n int) []string {
	return []string{itoa(n) + " withdraw my vote", "withdraw proposal " + itoa(n)}
}

var isoDate = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)

// askRules reads "rules", "rules full", "rules 203", "rules at 2026-03-01".
func (r *reader) askRules(f Fragment, args []string) bool {
	a := Ask{What: "rules"}
	v := vocabulary()
	for _, w := range args {
		if n := numeral(w); n > 0 && !isoDate.MatchString(w) {
			a.Number = n
		} else if isoDate.MatchString(w) {
			t, err := time.Parse(time.DateOnly, isoDate.FindString(w))
			if err != nil {
				return false
			}
			a.At = t
		} else if v.in("full", w) {
			a.Full = true
		} else if !v.in("at", w) && !v.in("rule", w) {
			return false
		}
	}
	f.Command = a
	r.say(f)
	return true
}

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

// revise reads "revise 301" and the new text.
func (r *reader) revise(f Fragment, i int, args []string) (next int, ok bool) {
	nums := numbersIn(args)
	others := slices.ContainsFunc(args, func(w string) bool { return numeral(w) == 0 && !r.beside("revise", w) })
	if len(nums) != 1 || others || r.rule(nums[0]) {
		return 0, false // "new text for rule 203" amends it
	}
	at := r.lineEnd(i)
	if colon := strings.IndexByte(r.lines[i].text, ':'); colon >= 0 {
		at = r.lines[i].start + colon + 1
	}
	next = r.revised(f, nums[0], at)
	return max(r.lineBehind(next), i+1), true
}

// revised reads the new text of a proposal from a place on.
func (r *reader) revised(f Fragment, proposal, at int) (next int) {
	b := r.block(at, true)
	d := rules.Draft{Title: b.title, Text: b.text, Clause: b.clause}
	switch e := r.editWithin(rules.Draft{Kind: rules.Amend, Rule: proposal, Text: b.text}); {
	case b.text == "" && b.clause == "" && b.title == "":
		f.Reason = "no-text"
	case b.swallows != "":
		f.Reason = b.swallows
	case e != nil:
		d.Edit, d.Text = e, ""
	}
	f.Command = rules.Revise{Proposal: proposal, Draft: d}
	r.say(f)
	return b.next
}

// join reads a name. A word in capitals is the surname; otherwise the last
// word is, and the sender is asked.
func (r *reader) join(f Fragment, l string, args []string, n int) bool {
	all := strings.Fields(strings.Trim(l, " .!"))
	if len(args) > 6 || len(all) < len(args) || slices.ContainsFunc(args, noName) {
		return false
	}
	name := all[len(all)-len(args):]
	j := rules.Join{Language: r.c.Language}
	for i, w := range name {
		if i > 0 && capitals(w) && j.Surname == "" {
			j.Given, j.Surname = strings.Join(name[:i], " "), strings.Join(name[i:], " ")
		}
	}
	if len(name) > 1 && j.Surname == "" && capitals(name[0]) { // "KOVÁCS Anna", as Hungarians have it
		j.Given, j.Surname = strings.Join(name[1:], " "), name[0]
	}
	if j.Surname == "" && len(name) > 0 {
		last := len(name) - 1
		j.Given, j.Surname = strings.Join(name[:last], " "), name[last]
		if last > 0 {
			f.Reason = "name-order"
			f.Answers = []string{
				"join " + j.Given + " " + strings.ToUpper(j.Surname),
				"join " + strings.Join(name[1:], " ") + " " + strings.ToUpper(name[0]),
			}
		}
	}
	if len(name) == 0 && len(r.l.From) == 1 {
		j.Given = r.l.From[0].Name
	}
	if len(r.l.From) == 1 {
		j.Addresses = []string{r.l.From[0].Mail}
	}
	f.Command = j
	r.say(f)
	return true
}

// noName says that a word belongs to no name: "count me in favour of 301",
// "csatlakozom Adához".
func noName(w string) bool {
	v := vocabulary()
	return strings.ContainsAny(w, "0123456789") || v.in("fill", w) || isVote(w) || hungarianTo.MatchString(w)
}

var hungarianTo = regexp.MustCompile(`..h[eo]z$`)

func capitals(w string) bool {
	return len([]rune(w)) > 1 && w == strings.ToUpper(w) && w != strings.ToLower(w)
}

// orders are the organiser's verbs. They are read from organisers only.
var orders = []string{"extend", "pause", "resume", "undo", "record", "remove", "replace", "settle", "award", "start", "announce", "distribute", "activate", "deactivate", "organiser add", "organiser remove", "deny", "uphold", "list add", "list remove"}

// orderOf is the organiser's verb that words begin with, in any language, and
// how many of them it takes; "" when it is none.
func orderOf(words []string) (verb string, n int) {
	v := vocabulary()
	for n := min(3, len(words)); n > 0; n-- {
		for _, verb := range orders {
			if v.in("order "+verb, strings.Join(words[:n], " ")) {
				return verb, n
			}
		}
	}
	if slices.Contains(orders, words[0]) && words[0] != "deny" && words[0] != "uphold" {
		return words[0], 1
	}
	return "", 0
}

// orderNeeds is what must stand in an order besides its verb, where the verb
// alone is a word of every day: "as Ada: 301 FOR".
var orderNeeds = map[string]string{"record": ":", "organiser add": "@", "organiser remove": "@", "list add": "@", "list remove": "@"}

func (r *reader) orderLine(i int, l string, words []string) (int, bool) {
	if !r.c.Organiser {
		return 0, false
	}
	verb, n := orderOf(words)
	if o := r.openingIn(l); verb == "" || !strings.Contains(l, orderNeeds[verb]) || o != nil && len(o.rules) > 0 {
		return 0, false // none, or "remove rule 206"
	}
	rest := strings.TrimSpace(l)
	for range n {
		_, rest, _ = strings.Cut(rest, " ")
		rest = strings.TrimSpace(rest)
	}
	if name, heads := strings.CutSuffix(rest, ":"); verb == "record" && (heads || strings.HasSuffix(l, ":")) {
		if next := r.recorded(i, strings.TrimSpace(name)); next > i+1 {
			return next, true
		}
	}
	activity := verb == "activate" || verb == "deactivate"
	if verb == "distribute" && rest != "" || activity && (rest == "" || !r.c.Idle) {
		return 0, false // talk of it
	}
	o, text := Order{Verb: verb, Words: rest}, l
	next := i + 1
	if verb == "deny" || verb == "uphold" {
		if !strings.ContainsAny(rest, "0123456789") {
			return 0, false // talk of it
		}
		o.Words, next = r.answerToClaims(i+1, rest, verb == "uphold")
		text += strings.TrimPrefix(o.Words, rest)
	}
	if k := r.skipBlank(i + 1); verb == "settle" && k < len(r.lines) {
		if label, _ := r.label(k, r.lineStart(k)); label == "clause" {
			b := r.block(r.lineStart(k), false)
			o.Clause, next = b.clause, r.lineAt(b.next)
		}
	}
	r.say(Fragment{Text: text, Verb: verb, Command: o})
	if verb == "record" {
		next = r.besideRecorded(i+1, rest)
	}
	return next, true
}
