package rules

import (
	"strings"
	"testing"
)

// The players are Ada, Bram and Cleo, in the order in which they vote here. They
// move as Cleo, Ada, Bram. In turn n the proposal is 300 + n and brings its mover
// (9 + n) × share by Rule 202, less 10 where it is defeated (Rule 206).

const (
	simpleMajority = "def adopted(vote):\n    return vote.favour > vote.against"
	twoThirds      = "def adopted(vote):\n    return vote.cast > 0 and vote.favour * 3 >= vote.cast * 2"
)

// Rule 203 becomes a simple majority by itself only if nothing was done to it
// before the second circuit has ended.
func Test203Changed(t *testing.T) {
	for _, c := range []struct {
		name  string
		first []Draft // the first proposals, adopted by all
		needs string  // after the second circuit
		marks string  // of a vote then
		state ProposalState
	}{
		{"as it is", []Draft{enact("Tea.")}, "majority", "++-", Adopted},
		{"to two thirds, reached", []Draft{amend(203, "Two thirds.", twoThirds)}, "other", "++-", Adopted},
		{"to two thirds, missed", []Draft{amend(203, "Two thirds.", twoThirds)}, "other", "+--", Defeated},
		{"without a clause", []Draft{amend(203, "Unanimity for ever.", "")}, "unanimity", "++-", Defeated},
		{"and changed back", []Draft{amend(203, "For ever.", ""), {Kind: Repeal, Rule: 203, Amendment: 301}}, "unanimity", "++-", Defeated},
		{"transmuted", []Draft{{Kind: Transmute, Rule: 203}}, "unanimity", "++-", Defeated},
		{"repealed", []Draft{{Kind: Repeal, Rule: 203}}, "unanimity", "++-", Defeated},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := begun(t, quick())
			for i := range 6 { // two circuits of three
				d := enact("Tea.")
				if i < len(c.first) {
					d = c.first[i]
				}
				p.turn(d, "+++")
			}
			p.is("circuits", p.g.Circuits, 2)
			p.is("needs", p.g.Needs(&Proposal{}), c.needs)
			p.turn(enact("Coffee."), c.marks)
			p.is("state", p.g.Proposal(307).State, c.state)
		})
	}
}

// Amended after it has become a majority, Rule 203 stays one until a clause says
// otherwise.
func Test203ChangedLater(t *testing.T) {
	p := begun(t, quick())
	for range 6 {
		p.turn(enact("Tea."), "+++")
	}
	p.turn(amend(203, "Two thirds.", ""), "++-")
	p.is("differs", p.g.Rule(203).Differs, true)
	p.turn(enact("Coffee."), "+-+")
	p.is("two of three", p.g.Proposal(308).State, Adopted)
	p.turn(amend(203, "All.", "def adopted(vote):\n    return vote.unanimous"), "+-+")
	p.turn(enact("Milk."), "+-+")
	p.is("two of three", p.g.Proposal(310).State, Defeated)
}

// 301, Cleo: 10. 302, Ada: 11. 303, Bram, repeals 109 by two of three: 12 × 2/3 = 8,
// and 10 for Cleo, who is against (Rule 204). 304, Cleo, transmutes 101 by two of
// three, which now is enough: 13 × 2/3 = 8⅔, to the nearest 9, and 10 for Ada.
func Test109Repealed(t *testing.T) {
	p := begun(t, quick())
	p.turn(Draft{Kind: Transmute, Rule: 109}, "+++")
	p.turn(amend(203, "Majority.", simpleMajority), "+++")
	p.turn(Draft{Kind: Repeal, Rule: 109}, "++-")
	p.turn(Draft{Kind: Transmute, Rule: 101}, "-++")
	p.is("mutable", p.g.Rule(101).Mutable, true)
	p.is("decided by", p.g.Proposal(304).Adopting, 302)
	p.points(11+10, 8, 10+10+9)
}

// While 109 is mutable and in force it still asks for all; only its repeal ends
// that.
func Test109Transmuted(t *testing.T) {
	p := begun(t, quick())
	p.turn(Draft{Kind: Transmute, Rule: 109}, "+++")
	p.turn(amend(203, "Majority.", simpleMajority), "+++")
	p.turn(Draft{Kind: Transmute, Rule: 101}, "++-") // Bram: 12 × 2/3 − 10
	p.is("state", p.g.Proposal(303).State, Defeated)
	p.is("decided by", p.g.Proposal(303).Adopting, 301)
	p.points(11, -2, 10)
}

// 302, Ada, is defeated: 11 × 1/3 = 3⅔, to the nearest 4, less 10.
func Test206Immutable(t *testing.T) {
	p := begun(t, quick())
	p.turn(Draft{Kind: Transmute, Rule: 206}, "+++")
	p.refused(Immutable, Propose{Drafts: []Draft{amend(206, "Nothing.", "")}}, p.mover())
	p.refused(Immutable, Propose{Drafts: []Draft{{Kind: Repeal, Rule: 206}}}, p.mover())
	p.turn(enact("Tea."), "+--")
	p.is("by", last[VotingClosed](p).Adopted, false)
	p.points(4-10, 0, 10)
}

// The amendment of 108 itself still takes its number, under the rule as it was.
func Test108NumbersStay(t *testing.T) {
	p := begun(t, quick())
	p.turn(Draft{Kind: Transmute, Rule: 108}, "+++")
	p.turn(amend(108, "Rules keep their numbers.", "first_number = 301\nrenumber = False"), "+++")
	p.is("108 is", p.g.Rule(108).Number, 302)
	p.turn(amend(206, "Five.", "def when_defeated(vote):\n    award(vote.proposer, -5)"), "+++")
	r := p.g.Rule(206)
	p.is("206 is", []any{r.Number, len(r.Was), p.numbers(206)}, []any{206, 0, []int{303}})
	p.turn(Draft{Kind: Transmute, Rule: 101}, "+++")
	p.is("101 is", p.g.Rule(101).Number, 101)
	p.turn(enact("Tea."), "+--") // Ada: 14 × 1/3 = 4⅔, to the nearest 5, less 5
	p.points(11+5-5, 12, 10+13)
	p.is("the next number", p.g.NextNumber(), 306)
}

// Rule 201 with other orders: the players move in them from the next circuit on.
func Test201Changed(t *testing.T) {
	const reversed = "def turn_order(players):\n    return [players[2], players[1], players[0]]"
	for clause, want := range map[string]string{
		"turn_order = by_surname":    "Cleo Ada Bram Cleo Ada Bram Cleo Ada Bram",
		"turn_order = by_joining":    "Cleo Ada Bram Ada Bram Cleo Ada Bram Cleo",
		"turn_order = by_given_name": "Cleo Ada Bram Ada Bram Cleo Ada Bram Cleo",
		reversed:                     "Cleo Ada Bram Bram Ada Cleo Cleo Ada Bram",
	} {
		p := begun(t, quick())
		movers := []string{"Cleo"}
		p.turn(amend(201, "Another order.", clause), "+++")
		for range 8 {
			movers = append(movers, p.g.Player(p.g.Turn.Mover).Given)
			p.turn(enact("Tea."), "+++")
		}
		p.is(clause, strings.Join(movers, " "), want)
	}
}

// An order that forgets a newcomer is a question for the Judge.
func Test201ForgetsANewcomer(t *testing.T) {
	p := begun(t, quick())
	p.turn(amend(201, "x", "def turn_order(players):\n    return [players[2], players[1], players[0]]"), "+++")
	p.do(Join{Given: "Zoe", Surname: "Zweig"}, organiser)
	for range 3 {
		p.turn(enact("Tea."), "++++")
	}
	p.is("stuck by", []any{p.g.Phase, p.g.Stuck.Rule, p.g.Stuck.Name}, []any{Judging, 301, "turn_order"})
	p.do(SettleClause{301, "turn_order = by_given_name", ""}, organiser)
	p.is("mover", p.g.Turn.Mover, "p1")
}

// Ada has two votes. 303, Bram: 2 for and 2 against, no majority: 12 × 2/4 − 10.
// 304, Cleo: the same, 13 × 2/4 = 6½, to the nearest 7, less 10. 305, Ada: 3 for
// and 1 against: 14 × 3/4 = 10½, to the nearest 11, and 10 for Cleo (Rule 204).
func Test207TwoVotesForAda(t *testing.T) {
	p := begun(t, quick())
	p.turn(amend(203, "Majority.", simpleMajority), "+++")
	p.turn(amend(207, "Ada has two votes.", "def votes_of(player):\n    return 2 if player.name == \"Ada Quillfeather\" else 1"), "+++")
	p.turn(enact("Tea."), "-++")
	p.points(11, -4, 10)
	p.turn(enact("Tea."), "+--")
	p.points(11, -4, 7)
	p.turn(enact("Tea."), "++-")
	p.points(22, -4, 17)
}

// A rule that looks at its own number: 301 gives 1; amended by 302 it gives 2, in
// that turn already.
func TestRuleOfNumbers(t *testing.T) {
	p := begun(t, quick())
	p.turn(enact2("def when_turn_ends(turn):\n    award(turn.mover, rule.number - 300)"), "+++")
	p.turn(amend(301, "In other words.", ""), "+++")
	p.turn(enact("Tea."), "+++")
	p.points(11+2, 12+2, 10+1)
}

// A rule that works while another stands: 5 for Ada, and from the turn on in which
// 301 is repealed nothing.
func TestRuleThatDependsOnAnother(t *testing.T) {
	p := begun(t, quick())
	p.turn(enact("Tea is served."), "+++")
	p.turn(enact2("def when_turn_ends(turn):\n    if game.rule(301) != None:\n        award(turn.mover, 5)"), "+++")
	p.turn(Draft{Kind: Repeal, Rule: 301}, "+++")
	p.turn(enact("Coffee."), "+++")
	p.points(11+5, 12, 10+13)
}

// A number decides which rule holds, until an amendment gives a new one: 301 is
// behind 208, and before 302, which 208 becomes.
func TestPrecedenceTurnsWithTheNumber(t *testing.T) {
	p := begun(t, quick())
	p.turn(enact2("goal = 150"), "+++")
	p.is("goal", p.g.Goal(), "200")
	p.turn(amend(208, "In other words.", ""), "+++")
	p.is("goal", p.g.Goal(), "150")
	p.turn(enact2("takes_precedence_over = [208]\ndefers_to = [301]\ngoal = 99"), "+++")
	p.is("goal", p.g.Goal(), "150")
	p.turn(Draft{Kind: Repeal, Rule: 301}, "+++")
	p.is("goal", p.g.Goal(), "99")
}

// Each effect sees what those before it in the same moment have done: the share is
// a tenth of what Rule 202 has just given, and the mover is one of the players.
func TestEffectsSeeThoseBefore(t *testing.T) {
	p := begun(t, quick())
	p.turn(enact2("def when_turn_ends(turn):\n    for p in game.players:\n        if p == turn.mover and p == game.turn.mover:\n            award(p, turn.mover.points / 10)"), "+++")
	p.points(0, 0, 10+1)
}
