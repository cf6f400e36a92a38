package rules

import (
	"fmt"
	"testing"
)

// adopt puts a proposal of drafts to the vote, and lets all be in favour.
func (p *playing) adopt(index int64, drafts ...Draft) []Event {
	p.Helper()
	p.do(Propose{Index: Whole(index), Drafts: drafts}, player(1))
	n := p.g.at(p.g.made).Number
	p.votes(n, "+++")
	p.wait(week)
	events := p.tick()
	for len(events) > 0 && kinds(events[:1]) != "VotingClosed" {
		events = events[1:]
	}
	return events[1:]
}

func TestPartsInOrder(t *testing.T) {
	p := listed(t, once)
	replace := func(rule int, old, new string) Draft { return Draft{Kind: Amend, Rule: rule, Edit: &Edit{old, new}} }
	events := p.adopt(3,
		Draft{Kind: Enact, Title: "Tea", Text: "Tea is served."},
		Draft{Kind: Enact, Text: "Rum is not."},
		replace(113, "words", "letters"),
		replace(113, "letters of rule", "letters, all of them, of rule"),
		replace(113, "", "One more paragraph."),
		replace(113, "One more paragraph.", ""),
		Draft{Kind: Retitle, Rule: 113, Title: "Letters"},
		Draft{Kind: Repower, Rule: 113, Power: Whole(2)},
		Draft{Kind: Repeal, Rule: 114},
		Draft{Kind: Reenact, Rule: 114, Text: "It is back."},
	)
	p.is("events", kinds(events), "RuleEnacted RuleEnacted RuleAmended RuleAmended RuleAmended RuleAmended RuleAmended RuleAmended RuleRepealed RuleEnacted")
	r := p.g.Rule(113)
	p.is("text", r.Text, "The letters, all of them, of rule 113.")
	p.is("title", r.Title+" "+r.Power.String(), "Letters 2")
	p.is("revisions", r.Revisions(), 4)
	p.is("rules", []string{p.g.Rule(116).Title, p.g.Rule(117).Text, p.g.Rule(114).Text}, []string{"Tea", "Rum is not.", "It is back."})
	p.is("gone", len(p.g.Gone), 0)
	var did []string
	for _, d := range p.g.Rule(114).History {
		did = append(did, fmt.Sprint(d.What, " ", d.Proposal))
	}
	p.is("history", did, []string{"repealed 1001", "re-enacted 1001"})
}

// What cannot be applied exactly is skipped, and the other parts stand; or
// nothing of it takes effect.
func TestPartsThatFail(t *testing.T) {
	drafts := []Draft{
		{Kind: Amend, Rule: 113, Edit: &Edit{"words", "letters"}},
		{Kind: Amend, Rule: 113, Edit: &Edit{"words", "signs"}}, // gone by now
		{Kind: Amend, Rule: 114, Edit: &Edit{"r", "s"}},         // more than once
		{Kind: Amend, Rule: 101, Text: "Too strong."},           // power 3
		{Kind: Repower, Rule: 115, Power: Whole(2)},
		{Kind: Repeal, Rule: 115},
	}
	p := listed(t, once)
	p.is("events", kinds(p.adopt(1, drafts...)), "RuleAmended PartSkipped PartSkipped PartSkipped PartSkipped RuleRepealed")
	var why []string
	for _, s := range p.g.Proposal(1001).Skipped {
		why = append(why, fmt.Sprint(s.Part, " ", s.Refusal.Code))
	}
	p.is("why", why, fmt.Sprint([]Code{"2 " + EditNotFound, "3 " + EditAmbiguous, "4 " + TooLittlePower, "5 " + TooLittlePower}))
	p.is("text", p.g.Rule(113).Text, "The letters of rule 113.")

	p = listed(t, map[int]string{103: "", 111: ""})
	p.is("events", kinds(p.adopt(1, drafts...)), "ChangeLapsed")
	p.is("part", p.g.Proposal(1001).Lapsed.Part, 2)
	p.is("text", p.g.Rule(113).Text, "The words of rule 113.")
}

func TestPartsThatMakeNoSense(t *testing.T) {
	p := listed(t, once)
	for _, c := range []struct {
		want Code
		d    Draft
	}{
		{NoSuchRule, Draft{Kind: Amend, Rule: 999, Text: "x"}},
		{NoSuchRule, Draft{Kind: Amend, Rule: 999, Edit: &Edit{"x", "y"}}},
		{NoSuchRule, Draft{Kind: Retitle, Rule: 999, Title: "x"}},
		{NoText, Draft{Kind: Retitle, Rule: 113}},
		{NoText, Draft{Kind: Amend, Rule: 113, Edit: &Edit{}}},
		{BadPower, Draft{Kind: Repower, Rule: 113}},
		{BadPower, Draft{Kind: Enact, Text: "x", Power: Whole(-1)}},
		{RuleStands, Draft{Kind: Reenact, Rule: 113}},
		{NoSuchRule, Draft{Kind: Reenact, Rule: 999}},
		{NotARuleChange, Draft{Kind: "paint", Rule: 113}},
		{ClauseUnreadable, Draft{Kind: Enact, Text: "x", Clause: "goal ="}},
		{ClauseIllegal, Draft{Kind: Enact, Text: "x", Clause: "turns = 3"}},
		{ClauseIllegal, Draft{Kind: Enact, Text: "x", Clause: `vote_options = ["against"]`}},
		{ClauseIllegal, Draft{Kind: Enact, Text: "x", Clause: `distribution = "someday"`}},
		{ClauseIllegal, Draft{Kind: Enact, Text: "x", Clause: "index = 0"}},
		{ClauseIllegal, Draft{Kind: Enact, Text: "x", Clause: `second_ballot = "never"`}},
		{ClauseIllegal, Draft{Kind: Enact, Text: "x", Clause: "def quorum(proposal):\n    return proposal.voters / 4"}},
	} {
		no := p.refused(c.want, Propose{Drafts: []Draft{enact("y"), c.d}}, player(1))
		p.is("part", no.Part, 2)
	}
}

func TestPowerAndNumbers(t *testing.T) {
	p := listed(t, map[int]string{102: "first_number = 1001", 103: "", 104: "", 111: "partial_changes = True"})
	p.is("one number", kinds(p.adopt(0, enact("One."), enact("Two."))), "RuleEnacted PartSkipped")
	p.is("taken", p.g.Proposal(1001).Skipped[0].Refusal.Code, NumberTaken)
	p.is("no power", kinds(p.adopt(0, Draft{Kind: Repower, Rule: 113, Power: Whole(2)})), "PartSkipped")
	p.is("no power", p.g.Proposal(1002).Skipped[0].Refusal.Code, NoPower)

	p = listed(t, once)
	p.is("own", kinds(p.adopt(3, Draft{Kind: Enact, Text: "One.", Power: Whole(3)})), "RuleEnacted")
	power, ok := p.g.Power(p.g.Rule(116))
	p.is("power", fmt.Sprint(power, ok), "3 true")
	p.adopt(3, Draft{Kind: Repeal, Rule: 116})
	p.adopt(3, enact("Two."))
	if p.g.Rule(116) != nil || p.g.Rule(117) == nil {
		t.Error("a rule's number was given twice")
	}
	p.is("too weak to come back", kinds(p.adopt(1, Draft{Kind: Reenact, Rule: 116})), "PartSkipped")
}

// Rehearsing a proposal in the pool tells what could not take effect now.
func TestRehearse(t *testing.T) {
	p := listed(t, nil)
	p.do(Propose{Drafts: []Draft{{Kind: Amend, Rule: 113, Edit: &Edit{"cats", "dogs"}}, {Kind: Repeal, Rule: 114}}}, player(1))
	got := p.g.Rehearse(p.g.at(1))
	if len(got) != 1 || got[0].Part != 1 || got[0].Refusal.Code != EditNotFound {
		t.Errorf("%+v", got)
	}
	p.is("text", p.g.Rule(114) != nil, true)
}
