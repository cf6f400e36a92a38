package rules

import (
	"testing"
	"time"
)

// asked makes the mover's proposal about whose clause the mover is asked, and
// gives its number and that of the question.
func (p *playing) asked(d Draft) (number, held int) {
	p.Helper()
	p.do(Pending{Propose{Drafts: []Draft{d}}}, p.mover())
	number = p.g.at(p.g.made).Number
	p.do(Hold{Player: p.g.Turn.Mover, Text: "amend", Reason: "offer-clause", Answers: []string{"1", "2"}, Of: OfClause, Proposal: number}, p.mover())
	return number, p.g.LastQuestion()
}

// Without time for debate the vote waits for the answer, and opens with it.
func TestTheVoteWaitsForTheClause(t *testing.T) {
	take := func(p *playing, number, held int) {
		p.do(Answer{held, "1", Revise{number, Draft{Clause: "goal = 300"}}}, p.mover())
		p.is("clause", p.g.Proposal(number).Changes[0].Clause, "goal = 300")
	}
	for name, then := range map[string]func(p *playing, number, held int){
		"taken":   take,
		"left":    func(p *playing, _, held int) { p.do(SettleHeld{held, "leave"}, p.mover()) },
		"dropped": func(p *playing, _, held int) { p.do(SettleHeld{held, DroppedHeld}, organiser) },
		"revised": func(p *playing, n, _ int) { p.do(Revise{n, Draft{Text: "Nobody wins."}}, p.mover()) },
		"opened":  func(p *playing, n, _ int) { p.do(OpenVoting{n}, p.mover()) },
		"voted on": func(p *playing, n, _ int) {
			p.do(Vote{Proposal: n, Option: Against}, p.mover())
			p.is("votes", len(p.g.Proposal(n).Votes), 1)
		},
		"a day later": func(p *playing, _, _ int) {
			p.wait(24*time.Hour - time.Minute)
			p.tick()
			p.is("phase before", p.g.Phase, Debating)
			p.wait(time.Minute)
			p.tick()
		},
	} {
		p := begun(t, quick())
		number, held := p.asked(amend(208, "300 points win.", ""))
		p.is(name+": phase", p.g.Phase, Debating)
		p.refused(NotOpen, Vote{Proposal: number, Option: Withdrawn}, p.mover())
		p.refused(NotPlayer, Vote{Proposal: number, Option: For}, By{})
		p.is(name+": phase still", p.g.Phase, Debating)
		then(p, number, held)
		p.is(name+": phase then", p.g.Phase, Voting)
		p.is(name+": questions", len(p.g.Held), 0)
		no := p.refused(OfferOver, Answer{held, "1", Revise{number, Draft{Clause: "goal = 300"}}}, p.mover())
		p.is(name+": proposal", no.Proposal, number)
	}
}

// With time for debate the question holds nothing up, and goes with the words.
func TestAQuestionAboutTheClauseInDebate(t *testing.T) {
	customs := quick()
	customs["debate_least"] = "1d"
	p := begun(t, customs)
	number, held := p.asked(amend(208, "300 points win.", ""))
	p.do(SettleHeld{held, "leave"}, p.mover())
	p.is("phase", p.g.Phase, Debating)
	p.do(Pending{Revise{number, Draft{Text: "400 points win."}}}, p.mover())
	p.do(Hold{Player: p.g.Turn.Mover, Text: "revise", Answers: []string{"1"}, Of: OfClause, Proposal: number}, p.mover())
	p.is("questions", len(p.g.Held), 1)
	p.do(WithdrawProposal{Proposal: number}, p.mover())
	p.is("questions after", len(p.g.Held), 0)
	p.refused(OfferOver, SettleHeld{p.g.LastQuestion(), "1"}, p.mover())
	p.do(Hold{Player: p.g.Turn.Mover, Text: "late", Of: OfClause, Proposal: number}, p.mover())
	p.is("of a proposal that is gone", p.g.Held[0].Of, "")
}

func TestIntended(t *testing.T) {
	customs := quick()
	customs["debate_least"] = "1d"
	p := begun(t, customs)
	propose := Propose{Drafts: []Draft{amend(208, "300 points win.", "")}}
	was, change, ok := p.g.Intended(Late{monday, propose})
	if !ok || was.Clause != "goal = 200" || !change.KeepsClause || p.g.Turn.Proposal != 0 {
		t.Errorf("it would change %+v to %+v: %v", was, change, ok)
	}
	if _, _, ok := p.g.Intended(Propose{Drafts: []Draft{amend(112, "x", "")}}); ok {
		t.Error("what is refused is intended")
	}
	if _, _, ok := p.g.Intended(Vote{}); ok {
		t.Error("a vote is a change")
	}
	p.do(Propose{Drafts: []Draft{amend(208, "300 points win.", "goal = 300")}}, p.mover())
	was, change, ok = p.g.Intended(Answer{1, "x", Revise{301, Draft{Text: "400 points win."}}})
	if !ok || was.Text != "300 points win." || was.Clause != "goal = 300" || change.Clause != "goal = 300" || change.Text != "400 points win." {
		t.Errorf("it would change %+v to %+v: %v", was, change, ok)
	}
	if !p.g.Usable(Change{Kind: Enact, Text: "x", Clause: "goal = 1"}) || p.g.Usable(Change{Kind: Enact, Text: "x", Clause: "goal = None"}) {
		t.Error("the clause is not tried")
	}
}
