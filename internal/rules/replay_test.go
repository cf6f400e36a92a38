package rules

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// commands are all kinds of command, lawful or not.
func commands(r *rand.Rand, g *Game) []Command {
	n := g.NextNumber() - r.IntN(2)
	rule := g.Rules[r.IntN(len(g.Rules))].Number
	return []Command{
		Join{Given: fmt.Sprintf("G%c", 'a'+r.IntN(26)), Surname: fmt.Sprintf("S%c", 'a'+r.IntN(26))}, Forfeit{},
		Propose{Drafts: []Draft{enact("Tea.")}}, Propose{Drafts: []Draft{amend(rule, "Cake.", "")}}, Propose{Drafts: []Draft{{Kind: Repeal, Rule: rule}}},
		Propose{Drafts: []Draft{{Kind: Transmute, Rule: rule}}}, Propose{Drafts: []Draft{{Kind: Repeal, Amendment: n - 2}}},
		Propose{Drafts: []Draft{{Kind: Amend, Amendment: n - 1, Edit: &Edit{New: "More."}}}}, Propose{Drafts: []Draft{amend(208, "Less.", "goal = 30")}},
		Revise{n, Draft{Text: "Scones."}}, WithdrawProposal{Proposal: n}, OpenVoting{n},
		Vote{Proposal: n, Option: For}, Vote{Proposal: n, Option: For}, Vote{Proposal: n, Option: For}, Vote{Proposal: n, Option: Against}, Vote{Proposal: n, Option: Abstain}, WithdrawVote{n},
		Invoke{}, RuleOn{}, Overrule{}, Consent{}, Dispute{"x", "y", 3, 0, nil}, Start{}, Pause{"x"}, Resume{}, Resume{},
		Extend{To: monday.Add(time.Duration(r.IntN(3000)) * time.Hour), Why: "x"}, Grant{"p1", Whole(int64(r.IntN(9))), "x"},
		Remove{"p2", "x"}, SettleWin{[]PlayerID{"p1"}, "x"}, SettleClause{rule, "", "x"}, Hold{Player: "p1", Text: "x"}, SettleHeld{1, "x"}, Tick{},
		nil,
	}
}

// TestDecideChangesNothing asks everything of random games, and compares the
// game before and after; then the record must make the same game again.
func TestDecideChangesNothing(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 108))
		p := created(t, GameCreated{Customs: quick("missing_vote", "abstain", "missing_proposal", "pass", "after_win", keepRules)}, "Ada A", "Bram B", "Cleo C", "Dov D")
		for range 120 {
			p.wait(time.Duration(r.IntN(40)) * time.Hour)
			before := p.g.Clone()
			for _, c := range commands(r, p.g) {
				by := By{Player: PlayerID(fmt.Sprintf("p%d", 1+r.IntN(5))), Organiser: r.IntN(2) == 0}
				events, err := Decide(p.g, c, by, p.now)
				if !p.g.Equal(before) {
					t.Fatalf("%T changed the game", c)
				}
				if err == nil && r.IntN(30) == 0 {
					for _, e := range events {
						p.apply(e)
					}
					before = p.g.Clone()
				}
			}
		}
		p.replays()
	}
}

// replays makes the game again from its record, and again from copies at
// every step, which must not disturb one another.
func (p *playing) replays() {
	p.Helper()
	again, copied := &Game{}, &Game{}
	var before *Game
	for i, e := range p.events {
		again.Apply(e, p.times[i])
		before, copied = copied, copied.Clone()
		copied.Apply(e, p.times[i])
		before.Clone().Apply(e, p.times[i])
	}
	if !again.Equal(p.g) || !copied.Equal(p.g) {
		p.Error("the record makes another game")
	}
}

// A copy and its original go their own ways.
func TestCopiesPart(t *testing.T) {
	p := begun(t, quick())
	n := p.propose(enact("x"))
	p.votes(n, "++")
	a, b := p.g.Clone(), p.g.Clone()
	for g, o := range map[*Game]Option{a: For, b: Against} {
		events, err := Decide(g, Vote{Proposal: n, Option: o}, player(3), p.now)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			g.Apply(e, p.now)
		}
	}
	p.is("a", a.Proposal(n).State, Adopted)
	p.is("b", b.Proposal(n).State, Defeated)
	p.is("original", p.g.Proposal(n).State, Open)
	p.is("awards", len(a.Awards)+len(b.Awards)+len(p.g.Awards), 3)
	for _, g := range []*Game{a, b} {
		c := g.Clone()
		c.Apply(Awarded{Player: "p1", Points: Whole(1)}, p.now)
		g.Apply(Awarded{Player: "p2", Points: Whole(2)}, p.now)
		p.is("last", c.Awards[len(c.Awards)-1].Player, "p1")
		p.is("last", g.Awards[len(g.Awards)-1].Player, "p2")
	}
}

// long plays turns with ten commands each and a change of some rule each.
func long(t testing.TB, turns int) *Game {
	g := &Game{}
	apply := func(c Command, by By) {
		events, err := Decide(g, c, by, monday)
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		for _, e := range events {
			g.Apply(e, monday)
		}
	}
	rules := initial()
	rules[len(rules)-6].Clause = "goal = 1000000000"
	g.Apply(GameCreated{Customs: quick(), Timezone: "UTC", Rules: rules}, monday)
	for i := range 9 {
		apply(Join{Given: "Player", Surname: fmt.Sprintf("N%d", i)}, organiser)
	}
	apply(Start{}, organiser)
	for i := range turns {
		target := []int{201, 204, 205, 210, 211, 212, 213}[i%7]
		apply(Propose{Drafts: []Draft{amend(target, fmt.Sprintf("Words of turn %d.", i), "")}}, By{Player: g.Turn.Mover})
		for v := range 9 {
			apply(Vote{Proposal: g.at(g.made).Number, Option: For}, player(v+1))
		}
	}
	return g
}

// BenchmarkDecide shows what a vote, and a whole turn, cost in a game of so
// many turns.
func BenchmarkDecide(b *testing.B) {
	for _, turns := range []int{10, 200, 2000} {
		g := long(b, turns)
		b.Run(fmt.Sprintf("vote/%d", turns), func(b *testing.B) {
			g := g.Clone()
			benchApply(b, g, Propose{Drafts: []Draft{enact("Tea.")}}, By{Player: g.Turn.Mover})
			for b.Loop() {
				benchApply(b, g.Clone(), Vote{Proposal: g.at(g.made).Number, Option: For}, player(1))
			}
		})
		b.Run(fmt.Sprintf("turn/%d", turns), func(b *testing.B) {
			for b.Loop() {
				g := g.Clone()
				benchApply(b, g, Propose{Drafts: []Draft{{Kind: Amend, Rule: 213, Text: "Tea."}}}, By{Player: g.Turn.Mover})
				for v := range 9 {
					benchApply(b, g, Vote{Proposal: g.at(g.made).Number, Option: For}, player(v+1))
				}
			}
		})
	}
}

func benchApply(b *testing.B, g *Game, c Command, by By) {
	events, err := Decide(g, c, by, monday)
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range events {
		g.Apply(e, monday)
	}
}
