package parser

import (
	"strings"

	"nomicmail/internal/rules"
)

// unnumbered reads "I withdraw my proposal" and "open the vote": the sender's
// proposal is meant if there is only one, and else it is asked which.
func (r *reader) unnumbered(f Fragment) bool {
	of := func(n int) rules.Command { return rules.WithdrawProposal{Proposal: n} }
	say, mine := "withdraw proposal ", r.c.Proposer
	if f.Verb == "open" {
		of = func(n int) rules.Command { return rules.OpenVoting{Proposal: n} }
		say, mine = "open ", shared(r.c.Proposer, r.c.Debate)
	}
	if len(mine) == 1 {
		f.Command = of(mine[0])
	} else {
		f.Reason = "which-proposal"
		for _, n := range mine {
			f.Answers = append(f.Answers, say+itoa(n))
		}
	}
	r.say(f)
	return true
}

// ownProposal reads a sentence that is such a command and no more, among others
// in its line.
func (r *reader) ownProposal(text string) bool {
	words := spokenWords(text)
	if len(words) == 0 || strings.Contains(text, "?") {
		return false
	}
	verb, args := r.commandIn(words, "")
	if verb != "withdraw" && verb != "open" || len(numbersIn(args, r.lang)) > 0 {
		return false
	}
	return r.plainCommand(Fragment{Text: text, Verb: verb}, args)
}
