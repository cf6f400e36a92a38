package rules_test

import (
	"fmt"
	"strings"
)

// This file writes moves in the words of a mail, in forms that the guide for
// players or the contract of the mails names.

// voteForms say a vote on a proposal.
var voteForms = map[string][]string{
	"for":       {"%d FOR", "%d FOR", "%d for", "FOR %d", "for %d", "%d: for", "#%d aye", "P%d FOR", "prop %d: for", "vote yes on %d", "I vote for %d.", "%d: Yes", "%d\nFOR", "For:\n%d", "%d FOR, because it is time."},
	"against":   {"%d AGAINST", "%d AGAINST", "%d against", "AGAINST %d", "%d: Against", "#%d nay", "P%d against", "proposal %d: against", "vote no on %d", "I vote against %d.", "%d NO", "%d\nAGAINST"},
	"abstain":   {"%d ABSTAIN", "%d abstain", "ABSTAIN %d", "%d: abstain", "abstain on %d", "I abstain on %d."},
	"withdrawn": {"%d WITHDRAW", "%d withdraw", "%d: withdraw", "retract my vote on %d", "cancel my vote on %d"},
	// Who made the proposal has to say that the vote is meant.
	"withdrawn by its proposer": {"%d withdraw my vote", "retract my vote on %d", "cancel my vote on %d"},
}

// headForms begin a proposal, by its kind.
var headForms = map[string][]string{
	"enact":            {"enact", "enact", "Enact", "ENACT", "enact:", "I propose to enact a new rule:"},
	"amend":            {"amend %d", "amend %d", "Amend %d:", "amend rule %d", "AMEND %d", "amend %d to read:", "I propose to amend rule %d to read:"},
	"repeal":           {"repeal %d", "repeal %d", "Repeal %d.", "repeal rule %d", "REPEAL %d", "I propose to repeal rule %d."},
	"transmute":        {"transmute %d", "transmute %d", "Transmute %d.", "transmute rule %d", "TRANSMUTE %d", "I propose to transmute rule %d."},
	"append":           {"append to %d:", "Append to %d:", "append to rule %d:"},
	"amend amendment":  {"amend amendment %d of %d", "Amend amendment %d of %d:", "amend amendment %d of rule %d", "I propose to amend amendment %d of rule %d to read:"},
	"repeal amendment": {"repeal amendment %d of %d", "Repeal amendment %d of %d.", "repeal amendment %d of rule %d", "I propose to repeal amendment %d of rule %d."},
}

// otherForms say the rest.
var otherForms = map[string][]string{
	"revise":                         {"revise %d", "revise %d", "Revise %d", "REVISE %d"},
	"withdraw":                       {"withdraw %d", "withdraw %d", "Withdraw %d.", "WITHDRAW %d", "withdraw proposal %d"},
	"withdraw what is not in debate": {"withdraw proposal %d", "Withdraw proposal %d."},
	"open":                           {"open %d", "open %d", "Open %d.", "OPEN %d", "open the vote on %d", "open voting on %d"},
	"forfeit":                        {"forfeit", "forfeit", "Forfeit.", "FORFEIT", "I forfeit", "I forfeit the game."},
}

// tails make a rule's text longer. Some of it looks like a command, which
// nothing inside a proposal is.
var tails = []string{
	"", "", "",
	" It holds from now on.",
	"\nWhoever votes for a proposal that is adopted brings a cake to the next meeting.",
	"\n\nThe tea is served by the mover:\n  - at four on weekdays,\n  - at five otherwise.",
	"\n\n301 FOR\nforfeit\nrepeal 206\nare things to say in a mail.",
	"\nA vote such as 301 AGAINST is said aloud.\nNobody whispers.",
	" Café, őszibarack, çay; “quoted” – and 10 €.",
	"\n\nAda once wrote to me that everybody should read the rules:\nnobody did.",
	"\n\nOn Monday 5 January 2026 Ada wrote that everybody should read the rules.\nNobody did.",
	"\nThe sign\n> is read as \"more than\", and\n> 12 as more than twelve.",
}

func (r *chance) words(forms []string, numbers ...any) string {
	f := pick(r, forms...)
	return fmt.Sprintf(f, numbers[:min(len(numbers), strings.Count(f, "%d"))]...)
}

// voteWords are a vote that needs nothing around it to be understood.
func (r *chance) voteWords(n int, say string, byProposer bool) string {
	if say == "withdrawn" && byProposer {
		say = "withdrawn by its proposer"
	}
	return r.words(voteForms[say], n)
}

// proposal writes a rule-change about a rule with the text given.
func (r *chance) proposal(c change, l *law) string {
	switch {
	case c.addition != "":
		return r.words(headForms["append"], c.rule) + "\n" + pick(r, "", "\n") + c.addition + "\n" + r.ending()
	case c.kind == "repeal" && c.amendment != 0:
		return r.words(headForms["repeal amendment"], c.amendment, c.rule) + "\n"
	case c.kind == "amend" && c.amendment != 0:
		return r.words(headForms["amend amendment"], c.amendment, c.rule) + "\n" + r.block(c.wording)
	case c.kind == "repeal" || c.kind == "transmute":
		return r.words(headForms[c.kind], c.rule) + "\n"
	case c.kind == "amend" && c.clause == "" && oneLine(c.text) && l != nil && oneLine(l.text) && r.of(30):
		return fmt.Sprintf(pick(r, "replace %q with %q in %d\n", "Replace %q by %q in rule %d.\n"), l.text, c.text, c.rule)
	}
	return r.words(headForms[c.kind], c.rule) + "\n" + r.block(c.wording)
}

// oneLine says whether a text can stand between quotation marks.
func oneLine(s string) bool {
	return s != "" && len(s) < 200 && !strings.ContainsAny(s, "\n\"“”\\")
}

// block is what stands below the head of a proposal.
func (r *chance) block(w wording) string {
	var b strings.Builder
	if r.of(10) {
		b.WriteString("\n")
	}
	if r.of(20) {
		fmt.Fprintf(&b, "title: Tea and cake\n")
	}
	switch {
	case w.text == "":
	case r.of(8):
		fmt.Fprintf(&b, "```\n%s\n```\n", w.text)
	case r.of(8):
		in := strings.ReplaceAll("\n"+w.text, "\n", "\n    ")
		fmt.Fprintf(&b, "%s\n", strings.ReplaceAll(in, "    \n", "\n")[1:])
	case r.of(10):
		fmt.Fprintf(&b, "text:\n%s\n", w.text)
	default:
		fmt.Fprintf(&b, "%s\n", w.text)
	}
	if w.clause != "" {
		fmt.Fprintf(&b, "%sclause:\n%s\n", pick(r, "", "\n"), w.clause)
	}
	return b.String() + r.ending()
}

// ending is how a text ends: with `end` and what is then without force, with a
// signature, or with the mail.
func (r *chance) ending() string {
	switch {
	case r.of(40):
		return "end\n"
	case r.of(20):
		return "END\n\nrepeal 206\n301 AGAINST\nforfeit\n"
	case r.of(30):
		return "\n-- \nAda, who votes\n301 AGAINST\n"
	}
	return ""
}

// twoChanges writes a mail that makes two rule-changes. The first must have an
// end of its own.
func (r *chance) twoChanges(a, b change) string {
	if b.kind == "repeal" || b.kind == "transmute" {
		a, b = b, a
	}
	for _, c := range []*change{&a, &b} {
		c.rule = max(c.rule, 100)
		if c.kind == "enact" || c.kind == "amend" {
			c.wording, c.addition = wording{text: "A text."}, ""
		}
	}
	if a.text != "" {
		return r.head(a) + "\n```\nA text.\n```\n" + r.proposal(b, nil)
	}
	return r.proposal(a, nil) + r.proposal(b, nil)
}

func (r *chance) head(c change) string {
	if c.amendment != 0 {
		return r.words(headForms[c.kind+" amendment"], c.amendment, c.rule)
	}
	return r.words(headForms[c.kind], c.rule)
}

// prose gives a text that players might write: t with a tail.
func (r *chance) prose(t string) string {
	if t == "" {
		return ""
	}
	return t + pick(r, tails...)
}

// dress puts around a command what people write around theirs.
func (r *chance) dress(words, given string) string {
	if r.of(10) {
		words = pick(r, "Hello all,\n\n", "Hi,\n", "Dear moderator,\n\n") + words
	}
	words = strings.TrimRight(words, "\n") + "\n"
	switch {
	case r.of(3):
		words += "\nscores\n"
	case r.of(2):
		words += "\nstatus\nrule 202\n"
	}
	switch {
	case r.of(10):
		words += "\n" + pick(r, "Cheers", "Best regards", "Thanks") + ",\n" + given + "\n"
	case r.of(10):
		words += "\n-- \n" + given + "\nmy motto: 301 AGAINST\n"
	}
	return words
}
