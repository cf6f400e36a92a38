package rules

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"nomicmail/internal/clause"
)

// A case is a [Judgment] in a game in which the Judge is whoever is next among
// the willing. Nothing waits for it: cases run side by side, while votes go on,
// and what is ruled on them binds nothing by itself. It is over with its ruling,
// until that is reconsidered.

// What a Judge may find in a case, besides true and false.
const (
	RuledIrrelevant   = "irrelevant"
	RuledInsufficient = "insufficient"
	RuledParadoxical  = "paradoxical"
	RuledDismissed    = "dismiss"
)

// closedRuled is how a case ends.
const closedRuled = "ruled"

// How the Judge of a question is found.
const (
	previous = "previous" // the rules' own judge(players, mover)
	rotation = "rotation"
)

// maxArguments bounds the arguments of a call for judgment, and its evidence, in
// characters.
const maxArguments = 20000

var allRulings = []string{RuledTrue, RuledFalse, RuledIrrelevant, RuledInsufficient, RuledParadoxical, RuledDismissed}

func isRulings(_ *Game, v clause.Value) error {
	l, ok := v.(clause.List)
	for _, x := range l {
		t, text := x.(clause.Text)
		ok = ok && text && slices.Contains(allRulings, string(t))
	}
	if !ok || len(l) == 0 {
		return wrong(`a list of "true", "false", "irrelevant", "insufficient", "paradoxical" and "dismiss"`, v)
	}
	return nil
}

// Rotates says whether Judges are found by rotation.
func (g *Game) Rotates() bool { return g.text("judges") == rotation }

// Rulings are what a Judge may find in a case.
func (g *Game) Rulings() []string {
	v, r, err := g.answer("rulings")
	if r == nil || err != nil || isRulings(g, v) != nil {
		return allRulings
	}
	var list []string
	for _, x := range v.(clause.List) {
		list = append(list, string(x.(clause.Text)))
	}
	return list
}

// Open says whether a case waits for its ruling.
func (j *Judgment) Open() bool { return j.Case && j.Closed == "" }

// OpenCases are the cases that wait for a ruling, oldest first.
func (g *Game) OpenCases() []*Judgment {
	return slices.DeleteFunc(slices.Clone(g.Judgments), func(j *Judgment) bool { return !j.Open() })
}

// unsettledCases are the cases that are open or may still be reconsidered.
func (g *Game) unsettledCases() []*Judgment {
	return slices.DeleteFunc(slices.Clone(g.Judgments), func(j *Judgment) bool { return !j.Open() && (!j.Case || j.StandsBy.IsZero()) })
}

// callCase gives a statement its number and its Judge.
func (d *decision) callCase(c Invoke, by By) *Refusal {
	p, no := d.player(by)
	if no != nil {
		return no
	}
	e := CaseCalled{
		Judgment: len(d.g.Judgments) + 1, By: p.ID, Statement: strings.TrimSpace(lines(c.Question)),
		Arguments: strings.TrimSpace(lines(c.Arguments)), Evidence: strings.TrimSpace(lines(c.Evidence)), Rules: d.g.inForceOf(c.Rules),
	}
	if no := d.g.callable(e); no != nil {
		return no
	}
	if e.Barred, no = d.g.bar(c.Barred, p); no != nil {
		return no
	}
	e.Judge = d.g.nextInRotation(&Judgment{By: e.By, Barred: e.Barred}, d.due)
	e.RuleBy = d.ruleBy(e.Judge)
	d.do(e)
	return nil
}

// ruleBy is until when a Judge has to rule: an organiser has no deadline.
func (d *decision) ruleBy(judge PlayerID) time.Time {
	if judge == "" {
		return time.Time{}
	}
	return d.g.deadline(d.due, "judgment_period")
}

// callable says what keeps a statement from being judged.
func (g *Game) callable(e CaseCalled) *Refusal {
	open := 0
	for _, j := range g.OpenCases() {
		if j.By == e.By {
			open++
		}
	}
	switch {
	case e.Statement == "":
		return &Refusal{Code: NoStatement}
	case utf8.RuneCountInString(e.Statement) > maxQuestion:
		return &Refusal{Code: WordsTooLong, Limit: maxQuestion}
	case utf8.RuneCountInString(e.Arguments) > maxArguments || utf8.RuneCountInString(e.Evidence) > maxArguments:
		return &Refusal{Code: WordsTooLong, Limit: maxArguments}
	case open >= maxJudgments:
		return &Refusal{Code: TooManyCases, Limit: maxJudgments}
	}
	return nil
}

// bar finds whom the caller of a case bars from judging it.
func (g *Game) bar(names []string, caller *Player) ([]PlayerID, *Refusal) {
	list, no := g.coauthors(names, caller)
	if no != nil {
		return nil, no
	}
	most, r, _ := g.whole("bar")
	if len(list) <= most {
		return list, nil
	}
	no = &Refusal{Code: TooManyBarred, Limit: most}
	if r != nil {
		no.Rule = r.Number
	}
	return nil, no
}

// inForceOf are the numbers, as they are now, of the rules that are in force
// under some numbers, each once.
func (g *Game) inForceOf(numbers []int) []int {
	var list []int
	for _, n := range numbers {
		if r := g.Rule(n); r != nil && !slices.Contains(list, r.Number) {
			list = append(list, r.Number)
		}
	}
	return list
}

// caseMeant is the case of a number; 0 means the only one that will do.
func (g *Game) caseMeant(number int, will func(*Judgment) bool) (*Judgment, *Refusal) {
	if number != 0 {
		if j := g.judged(number); j != nil && j.Case {
			return j, nil
		}
		return nil, &Refusal{Code: NoSuchCase, Number: number}
	}
	var found []*Judgment
	for _, j := range g.Judgments {
		if j.Case && will(j) {
			found = append(found, j)
		}
	}
	switch len(found) {
	case 0:
		return nil, &Refusal{Code: NoSuchCase}
	case 1:
		return found[0], nil
	}
	return nil, &Refusal{Code: WhichCase, Number: found[0].Number}
}

// ruleCase is the Judge's word on a case, or the organiser's where no player is
// its Judge.
func (d *decision) ruleCase(c RuleOn, by By) *Refusal {
	if no := d.running(); no != nil {
		return no
	}
	g := d.g
	may := func(j *Judgment) bool { return j.Judge == "" && by.Organiser || j.Judge != "" && j.Judge == by.Player }
	j, no := g.caseMeant(c.Judgment, func(j *Judgment) bool { return j.Open() && may(j) })
	if no != nil {
		return no
	}
	reasons := strings.TrimSpace(lines(c.Reasons))
	switch {
	case !may(j):
		no := &Refusal{Code: NotCaseJudge, Number: j.Number}
		if p := g.Player(j.Judge); p != nil {
			no.Player = p.Name()
		}
		return no
	case !j.Open():
		return &Refusal{Code: CaseDecided, Number: j.Number, Text: j.Ruling.Ruling}
	case !slices.Contains(g.Rulings(), c.Ruling):
		return &Refusal{Code: NoSuchRuling, Number: j.Number, Text: c.Ruling, Hint: strings.Join(g.Rulings(), ", ")}
	case reasons == "":
		return &Refusal{Code: NoCaseReasons, Number: j.Number, Text: c.Ruling}
	case utf8.RuneCountInString(reasons) > maxArguments:
		return &Refusal{Code: WordsTooLong, Limit: maxArguments}
	}
	e := CaseRuled{Judgment: j.Number, Judge: j.Judge, Ruling: c.Ruling, Reasons: reasons, Rules: g.inForceOf(c.Rules)}
	if len(e.Rules) == 0 {
		e.Rules = j.Rules
	}
	if !j.Again {
		e.Until = g.deadline(d.due, "reconsideration_period")
	}
	d.do(e)
	d.mayWin(j.Number)
	return nil
}

// reconsider asks for a ruling to be thought over. When enough players have, the
// case is open again: once.
func (d *decision) reconsider(c Reconsider, by By) *Refusal {
	p, no := d.player(by)
	if no != nil {
		return no
	}
	g := d.g
	if !g.Rotates() && len(g.Judgments) == 0 {
		return &Refusal{Code: NoRotation}
	}
	j, no := g.caseMeant(c.Judgment, func(j *Judgment) bool { return !j.Open() && !j.Again && !j.StandsBy.Before(d.due) })
	if no != nil {
		return no
	}
	reasons := strings.TrimSpace(lines(c.Reasons))
	switch {
	case j.Again:
		return &Refusal{Code: NotReconsidered, Number: j.Number}
	case j.Open():
		return &Refusal{Code: CaseOpen, Number: j.Number, Player: g.nameOf(j.Judge)}
	case j.StandsBy.Before(d.due) || j.StandsBy.IsZero():
		return &Refusal{Code: ReconsiderLate, Number: j.Number, At: j.StandsBy}
	case slices.ContainsFunc(j.Asked, func(a Asking) bool { return a.Player == p.ID }):
		return &Refusal{Code: AlreadyAsked, Number: j.Number}
	case reasons == "":
		return &Refusal{Code: NoCaseReasons, Number: j.Number}
	case utf8.RuneCountInString(reasons) > maxArguments:
		return &Refusal{Code: WordsTooLong, Limit: maxArguments}
	}
	d.do(ReconsiderationAsked{Judgment: j.Number, Player: p.ID, Reasons: reasons})
	if need := g.Reconsiderers(); len(g.judged(j.Number).Asked) >= need {
		judge := j.Judge
		if judge != "" && !g.mayJudge(g.Player(judge), j) {
			judge = g.nextInRotation(j, d.due)
		}
		d.do(CaseReopened{Judgment: j.Number, Judge: judge, RuleBy: d.ruleBy(judge)})
	}
	return nil
}

// Reconsiderers is how many players must ask before a ruling is reconsidered.
func (g *Game) Reconsiderers() int {
	n, _, ok := g.whole("reconsiderers")
	if !ok {
		return 1
	}
	return max(1, n)
}
