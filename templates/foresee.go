package templates

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

type (
	// Warning is something voters should know: Code is "no-change",
	// "keeps-clause", "without-effect" (By is the rule that has precedence, Why is
	// "immutable", "claim", "defers", "clash" or "number"), "unanimity" (Rule 109),
	// "counted-before" (Rule 107), "no-goal" and "goal-varies" (Rule 112),
	// "wins-at-once" (Names), "never-again", "never-with-fewer" than Number players,
	// "never-later" than proposal Number (Rule 114), "never-transmuted", or
	// "marked-rule", "marked-vote", "marked-awards" and "marked-named", where By is
	// a rule that is [Marked].
	Warning struct {
		Code   string
		Name   string
		By     int
		Why    string
		Number int
		Names  []string
	}

	// Doing is what I would do differently by a proposal. Name is what is answered
	// otherwise: a name of a clause or a custom. Kind is "value", "lines" (worked
	// out by the clause of Rule) or "none"; of how votes are decided it may be
	// "unanimity" or "majority". Was... is how it is now.
	Doing struct {
		Name              string
		Kind, Value       string
		Rule              int
		WasKind, WasValue string
		WasRule           int
	}

	// Tryout is what would come of something by a proposal, and comes of it now: Of
	// is "vote" (the last one, on Number), "made-up" (with Against against),
	// "circuit" (its end) or "order". Chance says that a die decides.
	Tryout struct {
		Of      string
		Number  int
		Against []string
		Chance  bool
		Lines   []Tried
	}

	// Suggested are clauses that the words of a proposal may want, to be answered by
	// number from First; the last answer is to leave the clause. Number is that of
	// the question. Waits: the vote opens with the answer.
	Suggested struct {
		Number, First int
		Clauses       []Suggestion
		Waits         bool
	}

	// Suggestion is one of them, with what it would do.
	Suggestion struct {
		Clause string
		Doings []Doing
	}

	// Tried is one difference: Code is "points" or "votes" (of Name), "adopted",
	// "defeated", "judge" (Name), "order" (Names) or "fails" (Rule).
	Tried struct {
		Code, Name, Will, Was string
		Names                 []string
		Rule                  int
	}
)

// settingSpan is a length of time as settings write it.
var settingSpan = regexp.MustCompile(`^(?:(\d{1,4})d)?(?:(\d{1,5})h)?(?:(\d{1,6})m)?$`)

// setting is a setting in words: "5d" is "5 days", and other words stand as they
// are unless the language has its own for them.
func (w *writer) setting(s string) marked {
	if own, ok := w.Settings[s]; ok {
		return marked(own)
	}
	parts := strings.Split(s, ", ")
	for i, p := range parts {
		m := settingSpan.FindStringSubmatch(p)
		if m == nil || p == "" {
			return literal(tame(s, titleLimit))
		}
		var d time.Duration
		for k, unit := range []time.Duration{24 * time.Hour, time.Hour, time.Minute} {
			n, _ := strconv.Atoi(m[k+1]) // 0 for none
			d += time.Duration(n) * unit
		}
		if parts[i] = w.span(d); d == 0 {
			parts[i] = "0 " + w.Hours[1]
		}
	}
	return w.list(parts)
}
