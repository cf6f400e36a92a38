package rules

import (
	"fmt"
	"testing"
)

func TestMailLists(t *testing.T) {
	p := created(t, GameCreated{}, "Ada A", "Bram B")
	list := func(address string, role ListRole) NameList {
		return NameList{List: MailList{Address: address, Role: role}}
	}
	p.refused(NotOrganiser, list("pond@example.org", ActionsList), player(1))
	p.refused(NoSuchList, DropList{Address: "pond@example.org"}, organiser)
	p.do(list("pond@example.org", TalkList), organiser)
	p.do(list("reports@example.org", ReportsList), organiser)
	p.do(list("POND@example.org", ActionsList), organiser)
	if l, ok := p.g.List(ActionsList); !ok || l.Address != "POND@example.org" || len(p.g.Lists) != 2 {
		t.Errorf("the lists are %v", p.g.Lists)
	}
	if _, ok := p.g.List(TalkList); ok {
		t.Error("a list that has another role now still has the old one")
	}
	p.do(DropList{Address: "pond@EXAMPLE.org"}, organiser)
	for i := len(p.g.Lists); i < maxLists; i++ {
		p.do(list(fmt.Sprintf("l%d@example.org", i), TalkList), organiser)
	}
	p.refused(TooManyAddresses, list("one-more@example.org", TalkList), organiser)
}
