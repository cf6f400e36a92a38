package moderator

import (
	"fmt"

	"nomicmail/internal/figure"
	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// A proposal that changes a number in a rule's words and leaves its clause is
// not corrected: its proposer is offered the clause that would follow, and only
// his or her answer puts it in.

// offerReason is the reason of the question which clause is meant.
const offerReason = "offer-clause"

// likely are the clauses that the words of a command may want.
type likely struct {
	change  rules.Change
	clauses []string
}

// likely looks what clauses a proposal's new words may want. There are none where
// it brings its own.
func (s *sheet) likely(c rules.Command) likely {
	was, change, ok := s.g.Intended(c)
	l := likely{change: change}
	if !ok || was.Clause == "" || change.Amendment != 0 || !change.KeepsClause && change.Clause != was.Clause {
		return l
	}
	for _, o := range figure.Offers(was.Text, change.Text, was.Clause, s.g.Language) {
		meant := change
		meant.Clause, meant.KeepsClause = o.Clause, false
		if s.g.Usable(meant) {
			l.clauses = append(l.clauses, o.Clause)
		}
	}
	return l
}

// suggest asks the proposer which clause is meant, in the receipt.
func (s *sheet) suggest(i *templates.Item, l likely, f parser.Fragment, by rules.By) error {
	p := s.g.Proposal(i.Proposal)
	if len(l.clauses) == 0 || p == nil || p.State != rules.InDebate {
		return nil
	}
	h := rules.Hold{
		Player: p.Proposer, Text: firstLines(f.Text, 6), Reason: offerReason, First: s.offered + 1, Of: rules.OfClause, Proposal: p.Number,
	}
	if s.in != nil {
		h.From = s.in.From
	}
	shown := &templates.Suggested{First: h.First, Waits: !p.OpensAfter.After(p.Made)}
	for _, c := range l.clauses {
		h.Answers = append(h.Answers, fmt.Sprintf("revise %d\nclause:\n%s\nend", p.Number, c))
		shown.Clauses = append(shown.Clauses, s.suggestion(p, l.change, c))
	}
	lang := s.addresseeOf(s.g.Player(p.Proposer)).language
	h.Answers = append(h.Answers, templates.Answer(lang, "leave-clause"))
	h.Held = s.numberBefore(h.Text)
	events, refusal, err := s.decide(h, by)
	if err != nil || refusal != nil {
		return err
	}
	for _, e := range events {
		if held, ok := e.(rules.WordsHeld); ok {
			shown.Number = held.Held
		}
	}
	s.offered += len(h.Answers)
	i.Suggested = shown
	return nil
}

// suggestion is a clause with what it would do.
func (s *sheet) suggestion(p *rules.Proposal, change rules.Change, clause string) templates.Suggestion {
	change.Clause, change.KeepsClause = clause, false
	meant := *p
	meant.Changes = []rules.Change{change}
	shown := templates.Suggestion{Clause: clause}
	for _, n := range s.g.Foresee(&meant).News {
		shown.Doings = append(shown.Doings, doing(n))
	}
	return shown
}

// leaves says whether words answer that the clause is to stay.
func leaves(q *rules.Question, words string) bool {
	return q.Reason == offerReason && len(q.Answers) > 0 && words == q.Answers[len(q.Answers)-1]
}
