package rules

import (
	"strings"
	"testing"
	"time"
)

// order gives the names in turn order.
func (p *playing) order() string {
	var names []string
	for _, id := range p.g.Order {
		names = append(names, p.g.Player(id).Name())
	}
	return strings.Join(names, ", ")
}

// Rule 201: by surname as the game's language sorts it, then given name, then
// joining.
func TestTurnOrder(t *testing.T) {
	for lang, names := range map[string]string{
		"en": "Zoe Adams, Ada Eck, Bo Éclair, Ada Ecole, Cy Zed",
		"tr": "A Can, A Çan, A Dan, A Gül, A Ğül, A Hal, A Işık, A İnce, A Onur, A Önal, A Soy, A Şen, A Us, A Üs",
		"hu": "A Cukor, A Csaba, A Dob, A Gomb, A Gyár, A Nagy, A Nyár, A Orbán, A Ördög, A Sas, A Szabó, A Tas, A Zab, A Zsák",
		"es": "A Nunez, A Nuñez, A Ñandu, A Ortega",
		"pt": "A Araujo, A Ávila, A Barros, A Conceição",
	} {
		want := strings.Split(names, ", ")
		p := created(t, GameCreated{Language: lang})
		for i := range want {
			given, surname, _ := strings.Cut(want[len(want)-1-i], " ")
			p.do(Join{Given: given, Surname: surname}, organiser)
		}
		p.is(lang, p.order(), names)
	}
	p := created(t, GameCreated{Language: "en"}, "Zoe Quill", "ada QUILL", "Ada Quille", "Ada quill II")
	p.is("given names next", p.order(), "ada QUILL, Zoe Quill, Ada quill II, Ada Quille")
}

func TestNamedOrders(t *testing.T) {
	for clause, want := range map[string]string{
		"turn_order = by_joining":     "Ada Quillfeather, Bram Zuidema, Cleo Abbot",
		"turn_order = by_given_name":  "Ada Quillfeather, Bram Zuidema, Cleo Abbot",
		"turn_order = \"by_surname\"": "Cleo Abbot, Ada Quillfeather, Bram Zuidema",
		"def turn_order(players):\n    return [players[1], players[2], players[0]]": "Ada Quillfeather, Bram Zuidema, Cleo Abbot",
	} {
		p := begun(t, quick())
		p.turn(amend(201, "Otherwise.", clause), "+++")
		p.is("this circuit", p.order(), "Cleo Abbot, Ada Quillfeather, Bram Zuidema")
		p.turn(enact("x"), "+++")
		p.turn(enact("x"), "+++")
		p.is(clause, p.order(), want)
	}
}

// A newcomer enters at the alphabetical place; one whose place the circuit has
// passed waits for the next. Cleo, Ada and Bram play in this order.
func TestNewcomers(t *testing.T) {
	p := begun(t, quick())
	p.turn(enact("x"), "+++") // Cleo's turn is over, Ada moves
	n := p.propose(enact("Tea."))
	p.do(Join{Given: "Early", Surname: "Aaron"}, By{})
	p.do(Join{Given: "Later", Surname: "Roe"}, By{})
	p.is("order", p.order(), "Early Aaron, Cleo Abbot, Ada Quillfeather, Later Roe, Bram Zuidema")
	p.refused(NotVoter, Vote{Proposal: n, Option: For}, player(4))
	p.votes(n, "+++")
	p.is("mover", p.g.Turn.Mover, "p5")
	p.turn(enact("x"), "+++++")
	p.is("mover", p.g.Turn.Mover, "p2")
	p.is("circuits", p.g.Circuits, 0)
	p.turn(enact("x"), "+++++")
	p.is("circuits", p.g.Circuits, 1)
	p.is("mover", p.g.Turn.Mover, "p4")
}

// A rule may change the order in mid-circuit: the circuit keeps its own, and a
// newcomer does not stir it.
func TestNewcomerAfterAChangeOfOrder(t *testing.T) {
	p := begun(t, quick())
	p.turn(amend(201, "By joining.", "turn_order = by_joining"), "+++")
	p.do(Join{Given: "Early", Surname: "Aaron"}, By{})
	p.is("order", p.order(), "Cleo Abbot, Ada Quillfeather, Bram Zuidema, Early Aaron")
}

func TestJoiningHasEffects(t *testing.T) {
	p := begun(t, quick())
	p.turn(Draft{Kind: Enact, Text: "A gift.", Clause: "def when_joined(player):\n    award(player, 5)"}, "+++")
	p.do(Join{Given: "Dov", Surname: "Eck"}, By{})
	p.points(0, 0, 10, 5)
}

// Rule 113, in every phase.
func TestForfeits(t *testing.T) {
	four := []string{"Ada A", "Bram B", "Cleo C", "Dov D"}
	for _, c := range []struct {
		name   string
		before func(*playing)
		who    int
		events string
		mover  PlayerID
		state  ProposalState
	}{
		{"mover, proposing", func(*playing) {}, 1, "PlayerForfeited TurnEnded TurnBegan", "p2", ""},
		{"another, proposing", func(*playing) {}, 2, "PlayerForfeited", "p1", ""},
		{"mover, debating", func(p *playing) { p.propose(enact("x")) }, 1, "PlayerForfeited ProposalWithdrawn TurnEnded TurnBegan", "p2", Withdrew},
		{"another, debating", func(p *playing) { p.propose(enact("x")) }, 4, "PlayerForfeited", "p1", InDebate},
		{"mover, voting", func(p *playing) { p.vote4("++- ") }, 1, "PlayerForfeited ProposalWithdrawn TurnEnded TurnBegan", "p2", Withdrew},
		{"another, voting", func(p *playing) { p.vote4("++  ") }, 4, "PlayerForfeited", "p1", Open},
		{"the last to vote", func(p *playing) { p.vote4("+++ ") }, 4, "PlayerForfeited VotingClosed RuleEnacted Awarded TurnEnded TurnBegan", "p2", Adopted},
		{"the only one against", func(p *playing) { p.vote4("++- ") }, 3, "PlayerForfeited", "p1", Open},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := created(t, GameCreated{Customs: quick("debate_least", "1d")}, four...)
			p.do(Start{}, organiser)
			c.before(p)
			p.is("events", kinds(p.do(Forfeit{}, player(c.who))), c.events)
			p.is("mover", p.g.Turn.Mover, c.mover)
			if c.state != "" {
				p.is("state", p.g.at(1).State, c.state)
			}
			p.is("player", p.g.Players[c.who-1].State, Forfeited)
			p.refused(NotPlayer, Vote{Proposal: 301, Option: For}, player(c.who))
			p.refused(NotPlayer, Forfeit{}, player(c.who))
			p.is("number", p.g.NextNumber(), 301+int(p.g.made))
		})
	}
}

// vote4 proposes, opens the voting and votes.
func (p *playing) vote4(marks string) {
	n := p.propose(enact("x"))
	p.wait(24 * time.Hour)
	p.do(OpenVoting{n}, p.mover())
	p.votes(n, marks)
}

func TestForfeitIsStruck(t *testing.T) {
	p := created(t, GameCreated{Customs: quick()}, "Ada A", "Bram B", "Cleo C", "Dov D")
	p.do(Start{}, organiser)
	n := p.propose(enact("x"))
	p.votes(n, "++- ")
	p.do(Forfeit{}, player(3))
	p.votes(n, "   +")
	p.is("tally", p.g.Proposal(n).Tally, Tally{Voters: 3, Favour: 3, Cast: 3})
	p.points(10)
}

func TestRemoved(t *testing.T) {
	p := begun(t, quick())
	p.propose(enact("x"))
	p.is("events", kinds(p.do(Remove{"p3", "silent"}, organiser)), "PlayerRemoved ProposalWithdrawn TurnEnded TurnBegan")
	p.is("how", last[TurnEnded](p).How, "removed")
	p.is("state", p.g.Player("p3").State, Removed)
}

// The last of a circuit leaves: the circuit is complete.
func TestForfeitEndsCircuit(t *testing.T) {
	p := created(t, GameCreated{Customs: quick()}, "Ada A", "Bram B", "Cleo C")
	p.do(Start{}, organiser)
	p.turn(enact("x"), "+++")
	p.turn(enact("x"), "+++")
	p.is("events", kinds(p.do(Forfeit{}, player(3))), "PlayerForfeited TurnEnded CircuitEnded CircuitBegan TurnBegan")
	p.is("mover", p.g.Turn.Mover, "p1")
}

// One player cannot play on; the game takes up where it stood.
func TestAlone(t *testing.T) {
	p := created(t, GameCreated{Customs: quick("joining", "invited")}, "Ada A", "Bram B")
	p.do(Start{}, organiser)
	n := p.propose(enact("x"))
	p.votes(n, "+ ")
	p.is("events", kinds(p.do(Forfeit{}, player(2))), "PlayerForfeited GamePaused")
	p.is("next", p.g.NextDeadline(), time.Time{})
	p.refused(TooFewPlayers, Resume{}, organiser)
	p.wait(time.Hour)
	p.do(Join{Given: "Cleo", Surname: "C"}, organiser)
	p.is("events", kinds(p.do(Resume{}, organiser)), "GameResumed VotingClosed RuleEnacted Awarded TurnEnded TurnBegan")
	p.is("mover", p.g.Turn.Mover, "p3")
	p.do(Forfeit{}, player(3))
	p.is("events", kinds(p.do(Forfeit{}, player(1))), "PlayerForfeited GameEnded")
	p.is("status", p.g.Status, Ended)
}

// Rule 108: the number of a text withdrawn in debate is that of the next.
func TestWithdrawnNumber(t *testing.T) {
	p := begun(t, quick("debate_least", "1d"))
	p.wait(24 * time.Hour)
	p.is("number", p.propose(enact("Tea.")), 301)
	p.wait(48 * time.Hour)
	p.do(WithdrawProposal{Proposal: 301}, p.mover())
	p.is("time left", p.g.Turn.ProposeBy, p.now.Add(6*24*time.Hour))
	p.is("number", p.g.NextNumber(), 301)
	p.is("number", p.propose(enact("Coffee.")), 301)
	p.is("the last", p.g.Proposal(301).ID, 2)
	p.do(WithdrawProposal{Proposal: 301}, p.mover())
	p.do(Forfeit{}, p.mover())
	p.is("spent", p.g.NextNumber(), 302)
}

func TestRevise(t *testing.T) {
	p := begun(t, quick("debate_least", "1d"))
	n := p.propose(Draft{Kind: Amend, Rule: 208, Title: "Goal", Text: "Fifty points win.", Clause: "goal = 50"})
	p.do(Revise{n, Draft{Text: "Sixty points win.", Clause: "goal = 60"}}, p.mover())
	p.is("change", p.g.Proposal(n).Changes[0], Change{Amend, 208, 0, "Goal", "Sixty points win.", "goal = 60", false, nil, Ratio{}, ""})
	p.do(Revise{n, Draft{Edit: &Edit{Old: "points win", New: "points"}}}, p.mover())
	p.is("text", p.g.Proposal(n).Changes[0].Text, "Sixty points.")
	no := p.refused(EditNotFound, Revise{n, Draft{Edit: &Edit{Old: "tea"}}}, p.mover())
	p.is("of", no.Proposal, n)
	p.do(Revise{n, enact("Tea.")}, p.mover())
	p.is("kind", p.g.Proposal(n).Changes[0].Kind, Enact)
	for _, bare := range []Draft{{Kind: Repeal, Rule: 206}, {Kind: Transmute, Rule: 112}} {
		p.do(Revise{n, bare}, p.mover())
		for _, d := range []Draft{{}, {Text: "Tea."}, {Title: "Tea"}, {Clause: "goal = 50"}, {Edit: &Edit{Old: "tea"}}} {
			no := p.refused(NothingToRevise, Revise{n, d}, p.mover())
			p.is("of", no, &Refusal{Code: NothingToRevise, Proposal: n, Number: bare.Rule, Text: string(bare.Kind)})
		}
	}
	p.do(Revise{n, enact("Tea again.")}, p.mover())
	p.is("text", p.g.Proposal(n).Changes[0].Text, "Tea again.")
}

func TestVotesChange(t *testing.T) {
	p := begun(t, quick())
	n := p.propose(enact("Tea."))
	p.votes(n, "- -")
	p.votes(n, "+ ")
	p.do(Vote{Proposal: n, Option: Withdrawn}, player(3))
	p.is("awaited", p.g.Awaited(), []PlayerID{"p3", "p2"})
	p.do(Vote{Proposal: n, Option: For, Source: "301 FOR", Nonce: "n"}, player(3))
	p.is("ballot", p.g.Proposal(n).Votes["p3"], Ballot{Option: For, Weight: 1, Source: "301 FOR", Nonce: "n"})
	p.votes(n, " +")
	p.is("tally", p.g.Proposal(n).Tally, Tally{Voters: 3, Favour: 3, Cast: 3})
}

// Rule 207 by another clause: the weights are those at the count.
func TestWeights(t *testing.T) {
	p := begun(t, quick())
	p.turn(amend(207, "As points.", "def votes_of(player):\n    return 1 + max(0, player.points)"), "+++")
	n := p.propose(enact("Tea."))
	p.votes(n, "++")
	p.do(Grant{"p1", Whole(2), ""}, organiser)
	p.votes(n, "  -")
	p.is("tally", p.g.Proposal(n).Tally, Tally{Voters: 15, Favour: 4, Against: 11, Cast: 15})
	p.is("ballot", p.g.Proposal(n).Votes["p1"].Weight, 3)
}

// A game begun elsewhere goes on where it stood.
func TestBegunElsewhere(t *testing.T) {
	p := created(t, GameCreated{Customs: quick(), NextNumber: 317, Circuits: 2, Mover: "Ada Quillfeather"}, three...)
	p.is("events", kinds(p.do(Start{}, organiser)), "GameStarted Kept CircuitBegan TurnBegan")
	p.is("circuit", last[CircuitBegan](p).Circuit, 3)
	p.is("mover", p.g.Turn.Mover, "p1")
	p.is("needs", p.g.Needs(&Proposal{}), "majority")
	p.turn(enact("x"), "++-")
	p.is("number", p.g.Proposal(317).State, Adopted)
	p.turn(enact("x"), "+++")
	p.is("circuits", p.g.Circuits, 3)
	p.is("mover", p.g.Turn.Mover, "p3")
	q := created(t, GameCreated{Mover: "Nobody"}, three...)
	p.is("name", q.refused(NoSuchPlayer, Start{}, organiser).Player, "Nobody")
}
