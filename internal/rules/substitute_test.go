package rules

import (
	"testing"
	"time"
)

// A substitute has the seat with all that belongs to it; the circuit keeps its
// order, and the next one is ordered by the new surname (Rule 201). Cleo, Ada
// and Bram play in this order.
func TestReplaced(t *testing.T) {
	p := begun(t, quick())
	p.turn(enact("x"), "+++")
	n := p.propose(enact("Tea."))
	p.votes(n, "+  ")
	p.do(Hold{Player: "p1", Text: "hm", Reason: "unclear"}, player(1))
	p.is("events", kinds(p.do(Replace{"p1", "Zoe", "Zuse", []string{"zoe@example.org"}, "moved away"}, organiser)), "PlayerReplaced HeldSettled")
	p.is("order", p.order(), "Cleo Abbot, Zoe Zuse, Bram Zuidema")
	p.is("vote", p.g.Proposal(n).Votes["p1"].Option, For)
	p.is("proposer", p.g.Player(p.g.Proposal(n).Proposer).Name(), "Zoe Zuse")
	p.is("token", p.g.Player("p1").Renewed, 1)
	p.is("before", p.g.Player("p1").NameAt(p.now.Add(-time.Second)), "Ada Quillfeather")
	p.is("since", p.g.Player("p1").NameAt(p.now), "Zoe Zuse")
	p.votes(n, " ++")
	p.turn(enact("x"), "+++")
	p.is("next circuit", p.order(), "Cleo Abbot, Bram Zuidema, Zoe Zuse")
}

func TestReplaceRefused(t *testing.T) {
	p := created(t, GameCreated{Customs: quick()}, "Ada A", "Bram B", "Cleo C", "Dov D")
	p.do(AddAddress{"p2", "bram@example.org"}, organiser)
	p.do(Start{}, organiser)
	to := func(given, address string) Replace { return Replace{"p1", given, "B", []string{address}, ""} }
	p.refused(NotOrganiser, to("Eve", "eve@example.org"), player(1))
	p.refused(NoSuchPlayer, Replace{Player: "p9"}, organiser)
	p.refused(BadName, to("x|y", "eve@example.org"), organiser)
	p.refused(SubstitutePlays, to("Bram", "eve@example.org"), organiser)
	p.refused(SubstitutePlays, to("Eve", "Bram@example.org"), organiser)
	p.refused(SubstitutePlays, Replace{"p1", "Ada", "A", []string{"a@example.org"}, ""}, organiser)
	p.do(to("Eve", "eve@example.org"), organiser)
	p.refused(SubstitutePlays, Replace{"p2", "Ada", "A", []string{"a@example.org"}, ""}, organiser)
	p.do(Forfeit{}, player(4))
	no := p.refused(HasLeft, Replace{"p4", "Fay", "F", nil, ""}, organiser)
	p.is("who", no.Player, "Dov D")
	p.refused(HasLeft, Remove{"p4", ""}, organiser)
}

func TestOrganisers(t *testing.T) {
	p := created(t, GameCreated{Organisers: []string{"org@example.org"}}, "Ada A", "Bram B")
	p.refused(NotOrganiser, AddOrganiser{Address: "dan@example.org"}, player(1))
	p.refused(LastOrganiser, RemoveOrganiser{Address: "org@example.org"}, organiser)
	p.do(AddOrganiser{Address: "dan@example.org"}, organiser)
	p.refused(OrganiserKnown, AddOrganiser{Address: "Dan@example.org"}, organiser)
	p.refused(NoSuchOrganiser, RemoveOrganiser{Address: "eve@example.org"}, organiser)
	p.do(RemoveOrganiser{Address: "ORG@example.org"}, organiser)
	p.is("organisers", p.g.Organisers, []string{"dan@example.org"})
}

// One thing is disputed once at a time, whoever does it.
func TestDisputes(t *testing.T) {
	p := begun(t, quick())
	p.do(Dispute{Words: "wrong", Entry: 5}, player(1))
	no := p.refused(AlreadyDisputed, Dispute{Words: "no!", Entry: 5}, player(2))
	p.is("by", no.Player, "Ada Quillfeather")
	p.is("question", no.Number, 1)
	p.do(Dispute{Words: "wrong", Entry: 6}, player(1))
	p.do(Dispute{Words: "wrong"}, player(1))
	p.refused(AlreadyDisputed, Dispute{Words: "wrong"}, player(1))
	p.is("open", len(p.g.Disputes()), 3)
	p.do(SettleHeld{1, DroppedHeld}, organiser)
	p.do(Dispute{Words: "no!", Entry: 5}, player(2))
}

func TestExtendTooFar(t *testing.T) {
	p := begun(t, quick())
	no := p.refused(DeadlineFar, Extend{p.now.AddDate(2, 0, 0), "why not"}, organiser)
	p.is("limit", no.Limit, 366)
	p.do(Extend{p.now.AddDate(1, 0, 0), "the summer"}, organiser)
}
