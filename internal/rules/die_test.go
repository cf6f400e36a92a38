package rules

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// Known values, reckoned by hand with sha256sum and a calculator: whoever has
// the secret must come to the same.
func TestDieByHand(t *testing.T) {
	d := Die{"tea", 5, 1, "9f86d081884c7d659a2feaa0c55ad015"}
	if got, want := d.Hash(), "d0116ed7a1cbed0890fc04ce7bd54e2f1ca50ed56c478976469adced46e3d58a"; got != want {
		t.Errorf("the hash is %s, want %s", got, want)
	}
	for nth, want := range map[int][2]int64{1: {6, 0xc1800c2c%6 + 1}, 2: {20, 0x5444e496%20 + 1}} {
		if got := d.Throw(nth, want[0]); got != want[1] {
			t.Errorf("throw %d of %d sides shows %d, want %d", nth, want[0], got, want[1])
		}
	}
}

// Every side is as likely as every other: with so many throws no sum of squares
// is likely to be that large, and none is now, as the secrets are always the
// same.
func TestDieIsFair(t *testing.T) {
	const throws = 60_000
	for _, sides := range []int64{2, 6, 20, 1000} {
		counts := make([]float64, sides)
		for i := range throws {
			d := Die{"tea", i / 100, 1, fmt.Sprintf("secret %d", i/10)}
			counts[d.Throw(i%10+1, sides)-1]++
		}
		expected, squares := float64(throws)/float64(sides), 0.0
		for _, n := range counts {
			squares += (n - expected) * (n - expected) / expected
		}
		freedom := float64(sides - 1)
		if most := freedom + 5*math.Sqrt(2*freedom); squares > most {
			t.Errorf("%d sides: chi-square is %.1f, more than %.1f", sides, squares, most)
		}
	}
	if v := (Die{}).Throw(1, 1); v != 1 {
		t.Errorf("a die with one side shows %d", v)
	}
}

// A throw that would favour low numbers is taken again.
func TestDieThrowsAgain(t *testing.T) {
	const sides = 1_000_000 // 1 in 4300 throws
	d, again := Die{Game: "tea"}, 0
	for n := range 20_000 {
		if v := d.Throw(n, sides); v < 1 || v > sides {
			t.Fatalf("throw %d shows %d", n, v)
		} else if sum := sha256.Sum256(fmt.Appendf(nil, "tea 0 0  %d 1", n)); v != int64(binary.BigEndian.Uint32(sum[:]))%sides+1 {
			again++
		}
	}
	if again == 0 || again > 20 {
		t.Errorf("%d throws were taken again", again)
	}
}

// secrets are those of tests: good ones in their shape.
func secrets(turn, draw int) string { return fmt.Sprintf("%032x", turn*100+draw) }

// diceTable has the first of the mover's two parts and one die for the second
// (Rule 202), and a goal that is far away.
func diceTable(t *testing.T, clause string) *playing {
	t.Helper()
	set := initial()
	for i := range set {
		switch set[i].Number {
		case 202:
			set[i].Clause = clause
		case 208:
			set[i].Clause = "goal = 1000000"
		}
	}
	p := created(t, GameCreated{Name: "tea", Customs: quick("missing_proposal", "pass"), Rules: set}, three...)
	p.g.UseSecrets(secrets)
	p.do(Start{}, organiser)
	return p
}

const oneDie = "def when_turn_ends(turn):\n    award(turn.mover, roll(6))"

// throws are the dice of the record, which are checked against what stood
// committed before.
func (p *playing) throws() []DieThrown {
	p.Helper()
	var all []DieThrown
	var c DiceCommitted
	for _, e := range p.events {
		switch e := e.(type) { // not all: dice
		case DiceCommitted:
			c = e
		case DieThrown:
			d := Die{p.g.Name, e.Turn, e.Draw, e.Secret}
			if e.Turn != c.Turn || e.Draw != c.Draw || d.Hash() != c.Hash {
				p.Errorf("%+v was not committed to, but %+v", e, c)
			}
			if e.Value != d.Throw(e.Nth, e.Sides) {
				p.Errorf("%+v does not show what follows from its secret", e)
			}
			all = append(all, e)
		}
	}
	return all
}

func TestOneDie(t *testing.T) {
	p := diceTable(t, oneDie)
	p.is("start", kinds(p.events[len(p.events)-4:]), "GameStarted CircuitBegan TurnBegan DiceCommitted")
	p.is("committed", p.g.Committed, Commitment{1, 1, Die{"tea", 1, 1, secrets(1, 1)}.Hash(), 0})
	events := p.turn(enact("x"), "+++")
	p.is("turn", kinds(events[2:]), "VoteCast VotingClosed RuleEnacted DieThrown Awarded TurnEnded TurnBegan DiceCommitted")
	d := p.throws()[0]
	p.is("throw", fmt.Sprint(d.Turn, d.Draw, d.Nth, d.Sides, d.Rule), "1 1 1 6 202")
	p.points(0, 0, d.Value)
	p.turn(enact("x"), "+++")
	p.is("throws", len(p.throws()), 2)
	p.is("committed", fmt.Sprint(p.g.Committed.Turn, p.g.Committed.Draw, p.g.Committed.Thrown), "3 1 0")
	p.replays()
}

// A turn that nobody used leaves its die unthrown; the next has its own, whether
// time passed in one step or in several.
func TestDieOfATurnThatPassed(t *testing.T) {
	p, q := diceTable(t, oneDie), diceTable(t, oneDie)
	p.wait(15 * 24 * time.Hour)
	late := kinds(p.tick())
	for range 15 {
		q.wait(24 * time.Hour)
		q.tick()
	}
	p.is("late", strings.Count(late, "TurnBegan DiceCommitted"), 2)
	p.is("die", p.g.Committed, q.g.Committed)
	p.is("turn", p.g.Committed.Turn, 3)
	p.is("nothing new", kinds(p.tick()), "")
}

// What is thrown while one thing happens comes from one die, which is of no
// further use: the next is another.
func TestDieIsUsedUp(t *testing.T) {
	p := diceTable(t, "def when_turn_ends(turn):\n    award(turn.mover, roll(6) + roll(20))\n\n"+
		"def when_joined(player):\n    award(player, roll(4))\n\ndef when_turn_begins(turn):\n    keep(\"luck\", roll(1000))")
	p.is("the first turn begins", kinds(p.events[len(p.events)-5:]), "TurnBegan DiceCommitted DieThrown Kept DiceCommitted")
	p.is("next", fmt.Sprint(p.g.Committed.Turn, p.g.Committed.Draw), "1 2")
	p.is("join", kinds(p.do(Join{Given: "Dov", Surname: "Eck"}, organiser)), "PlayerJoined DieThrown Awarded DiceCommitted")
	p.is("next", fmt.Sprint(p.g.Committed.Turn, p.g.Committed.Draw), "1 3")
	p.turn(enact("x"), "++++")
	var all []string
	for _, d := range p.throws() {
		all = append(all, fmt.Sprintf("%d/%d/%d of %d", d.Turn, d.Draw, d.Nth, d.Sides))
	}
	p.is("throws", strings.Join(all, ", "), "1/1/1 of 1000, 1/2/1 of 4, 1/3/1 of 6, 1/3/2 of 20, 1/3/3 of 1000")
	p.is("luck", p.g.Ledger["luck"], p.throws()[4].Value)
	p.replays()
}

// A rule that throws a die is committed to when it is proposed, so that it can
// throw one as soon as it is adopted (Rule 205).
func TestDieInMidTurn(t *testing.T) {
	p := diceTable(t, "")
	p.is("no dice", kinds(p.events[len(p.events)-3:]), "GameStarted CircuitBegan TurnBegan")
	n := p.propose(amend(202, "A die.", oneDie))
	p.is("proposed", kinds(p.events[len(p.events)-4:]), "ProposalMade ProposalNumbered VotingOpened DiceCommitted")
	p.is("adopted", kinds(p.votes(n, "+++")[2:]), "VoteCast VotingClosed RuleAmended DieThrown Awarded TurnEnded TurnBegan DiceCommitted")
	p.is("throws", len(p.throws()), 1)

	q := diceTable(t, oneDie)
	q.turn(amend(202, "Two dice.", "def when_turn_ends(turn):\n    award(turn.mover, roll(6) + roll(6))"), "+++")
	q.is("throws", len(q.throws()), 2)
	q.turn(Draft{Kind: Amend, Rule: 301, Text: "None.", Clause: "goal = 999999"}, "+++")
	q.is("no die any more", kinds(q.events[len(q.events)-2:]), "TurnEnded TurnBegan")
	q.propose(amend(206, "One die.", oneDie))
	q.is("and again", fmt.Sprint(q.g.Committed.Turn, q.g.Committed.Draw), "3 1")
}

// Where nothing was proposed and nothing committed to, the die is committed to
// when it is thrown.
func TestDieAtOnce(t *testing.T) {
	p := diceTable(t, "def when_turn_ends(turn):\n    award(turn.mover, 1 / (turn.number - 2))")
	p.turn(enact("x"), "+++")
	p.turn(enact("x"), "+++")
	p.is("stuck", p.g.Stuck.Rule, 202)
	p.is("settled", kinds(p.do(SettleClause{202, oneDie, "mended"}, organiser)),
		"ClauseSettled DiceCommitted DieThrown Awarded TurnEnded TurnBegan DiceCommitted")
	p.throws()
}

// A game begun elsewhere may have thrown dice at the ends of its circuits.
func TestDieOfThePast(t *testing.T) {
	set := initial()
	i := slices.IndexFunc(set, func(r Rule) bool { return r.Number == 205 })
	set[i].Clause = "def when_circuit_ends(game):\n    keep(\"luck\", roll(1000))\n    award(game.players[0], 1)"
	p := created(t, GameCreated{Name: "tea", Customs: quick(), Rules: set, Circuits: 2}, three...)
	p.g.UseSecrets(secrets)
	p.is("start", kinds(p.do(Start{}, organiser)), "GameStarted DiceCommitted DieThrown Kept Kept DieThrown Kept CircuitBegan TurnBegan DiceCommitted")
	p.is("luck", p.g.Ledger["luck"], p.throws()[1].Value)
	p.points(0, 0, 0)
}

func TestDieWithoutASecret(t *testing.T) {
	p := diceTable(t, oneDie)
	p.g.UseSecrets(nil)
	n := p.propose(enact("x"))
	p.is("stops", kinds(p.votes(n, "+++")[2:]), "VoteCast VotingClosed RuleEnacted ClauseFailed")
	p.g.UseSecrets(func(int, int) string { return "another" })
	p.is("another secret", kinds(p.do(SettleClause{202, oneDie, ""}, organiser)), "ClauseSettled ClauseFailed")
	p.is("why", strings.Contains(p.g.Stuck.Why, "the secret of die 1 of turn 1 is not known"), true)
	p.g.UseSecrets(secrets)
	p.is("goes on", kinds(p.do(SettleClause{202, oneDie, ""}, organiser)), "ClauseSettled DieThrown Awarded TurnEnded TurnBegan DiceCommitted")
	p.throws()
}

// What fails has thrown no die: the same one is thrown again.
func TestDieOfAFailedEffect(t *testing.T) {
	p := diceTable(t, "def when_turn_ends(turn):\n    award(turn.mover, roll(6) / (turn.number - 2))")
	p.turn(enact("x"), "+++")
	p.turn(enact("x"), "+++")
	p.is("throws", len(p.throws()), 1)
	p.is("still", fmt.Sprint(p.g.Committed.Turn, p.g.Committed.Draw, p.g.Committed.Thrown), "2 1 0")
	p.do(SettleClause{202, oneDie, ""}, organiser)
	p.is("throw", p.throws()[1].Secret, secrets(2, 1))
}

func TestDiceThatAreNone(t *testing.T) {
	p := diceTable(t, oneDie)
	p.g.UseSecrets(func(int, int) string { t.Error("a trial asked for a secret"); return "" })
	for _, body := range []string{"roll(0)", "roll(-6)", "roll(1000001)", "roll(5 / 2)", `roll("six")`, "roll()", "roll(1, 6)", "roll(None)"} {
		p.refused(ClauseIllegal, Propose{Drafts: []Draft{enact2("def when_turn_ends(turn):\n    award(turn.mover, " + body + ")")}}, p.mover())
	}
	for _, clause := range []string{"goal = roll(6)", "def adopted(vote):\n    return roll(2) == 1", "def votes_of(player):\n    return roll(6)"} {
		p.refused(ClauseIllegal, Propose{Drafts: []Draft{enact2(clause)}}, p.mover())
	}
	many := "def when_turn_ends(turn):\n"
	for _, v := range []string{"a", "b", "c"} {
		many += fmt.Sprintf("%sfor %s in [1, 2, 3, 4, 5, 6, 7, 8]:\n", strings.Repeat("    ", int(v[0]-'a')+1), v)
	}
	p.refused(ClauseIllegal, Propose{Drafts: []Draft{enact2(many + "                roll(6)")}}, p.mover())
	if no := p.refused(ClauseUnreadable, Propose{Drafts: []Draft{enact2("def when_turn_ends(turn):\n    award(turn.mover, rol(6))")}}, p.mover()); no.Hint != "roll" {
		t.Errorf("the hint is %q", no.Hint)
	}
}

// Whatever happens in a game with dice, every throw was committed to, the next
// die always is, and the record makes the same game again.
func TestDiceOfRandomGames(t *testing.T) {
	total := 0
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 202))
		p := diceTable(t, oneDie+"\n\ndef when_joined(player):\n    award(player, roll(4))\n\ndef when_turn_begins(turn):\n    keep(\"luck\", roll(3))")
		for range 150 {
			p.wait(time.Duration(r.IntN(40)) * time.Hour)
			all := commands(r, p.g)
			by := By{Player: PlayerID(fmt.Sprintf("p%d", 1+r.IntN(4))), Organiser: r.IntN(2) == 0}
			events, err := Decide(p.g, all[r.IntN(len(all)-1)], by, p.now)
			if err != nil {
				continue
			}
			for _, e := range events {
				p.apply(e)
			}
			if p.g.Uncommitted() {
				t.Fatalf("seed %d: after %s no die is committed to", seed, kinds(events))
			}
		}
		total += len(p.throws())
		p.replays()
	}
	if total < 100 {
		t.Errorf("only %d throws", total)
	}
}
