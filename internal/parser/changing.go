package parser

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"nomicmail/internal/rules"
)

// Where there are no turns "I change my vote on 1001 to FOR" takes a ballot back and
// casts another, and "I retract all my votes" takes back those that its author knows
// of. Such words never pass for talk: what an earlier line of the mail says would
// stand against its author's will.

// unread asks about a sentence that takes ballots back and was not read as one that
// says so and nothing else.
func (r *reader) unread(s sentence, text string) bool {
	if r.c.Ballots == nil || s.question {
		return false
	}
	switch changes := vocabulary().has("changing", spelled(text)); {
	case !changes && !r.takesBackAll(s):
		return false
	case changes && lastOption(s) == "":
		return false // "I may change my vote later"
	case len(r.openIn(s)) > 0 && changes:
		r.claim(claim{nums: distinct(r.openIn(s)), reason: "unclear", option: lastOption(s)}, text)
	default:
		reason := "no-number"
		if !changes {
			reason = "which-all"
		}
		r.hold(Fragment{Text: text, Verb: "vote", Reason: reason, Answers: r.sayFor(r.c.Open, lastOption(s))})
	}
	return true
}

// takesBackAll says that a sentence without numbers withdraws several votes: "I
// retract all my votes".
func (r *reader) takesBackAll(s sentence) bool {
	back, all := false, false
	for _, t := range s.toks {
		switch {
		case t.kind == number, t.sense&(sIf|sNot|sOthers|sWhen) != 0:
			return false
		case t.sense&sWithdraw != 0:
			back = true
		case t.sense&sAll != 0:
			all = true
		case t.sense&sProposal != 0 && t.sense&sFill == 0:
			return false
		case back && all && (voteNoun(t.fold) || vocabulary().in("times", t.fold)):
			return true
		}
	}
	return false
}

// before says that words in front of those that take a ballot back change nothing
// about them: "On second thought", "Following the debate".
func (r *reader) before(words string) bool {
	for i, t := range tokens(words, r.lang) {
		first, _ := utf8.DecodeRuneInString(t.text)
		switch {
		case t.sense&(sCorrection|sMistake) != 0 && t.sense&sVote == 0:
		case t.kind != word && t.kind != comma,
			t.sense&(sVote|sIf|sNot|sMaybe|sOthers|sExample|sPlan|sThink|sWhen|sExcept) != 0,
			i > 0 && unicode.IsUpper(first) && !t.caps && t.sense == 0:
			return false
		}
	}
	return !strings.ContainsAny(words, "\n\"“”„«»")
}

// lastOption is the vote that a sentence names last: "from FOR to AGAINST".
func lastOption(s sentence) (o rules.Option) {
	for _, t := range s.toks {
		if v := optionOf(t.sense & sVote); t.kind == word && v != "" && v != rules.Withdrawn {
			o = v
		}
	}
	return o
}
