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
	case "register":
		f.Verb = "join"
		return i + 1, len(args) == 0 && !colon && r.join(f, "", nil, 0)
	case "join":
		if len(args) == 0 && r.answersRow(l) { // "Katılıyorum" joins, and agrees
			return i + 1, true
		}
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
	if colon && (!blank(rest) && numeral(rest, r.lang) == 0 || verb == "proposal") || verb == "proposal" && r.votesNext(i) {
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
	nums := numbersIn(args, r.lang)
	bare := len(args) == 0
	one := len(nums) == 1 && !slices.ContainsFunc(args, func(w string) bool { return numeral(w, r.lang) == 0 && !r.beside(f.Verb, w) })
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
		if len(nums) == 0 && weightless(args, r.lang) && strings.Contains(f.Text, " ") { // "open" alone may be anything
			return r.unnumbered(f)
		}
		if len(nums) != 1 || !weightless(args, r.lang) {
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
func weightless(words []string, in tongue) bool {
	v := vocabulary()
	return !slices.ContainsFunc(words, func(w string) bool {
		return len(numbersIn([]string{w}, in)) == 0 && !v.in("fill", w) && !v.in("proposal", w)
	})
}

// withdraw tells the vote from the proposal by what the number is.
func (r *reader) withdraw(f Fragment, args []string, nums []int) bool {
	if len(nums) == 0 && slices.ContainsFunc(args, func(w string) bool { return vocabulary().in("proposal", w) }) && weightless(args, r.lang) {
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
		if numeral(w, r.lang) == 0 && !v.in("proposal", w) && !v.in("fill", w) && !v.in("courtesy", w) {
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
		if n := numeral(w, r.lang); n > 0 && !isoDate.MatchString(w) {
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
