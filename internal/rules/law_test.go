package rules

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestInitialSetIsSound(t *testing.T) {
	if err := CheckRules(initial()); err != nil {
		t.Error(err)
	}
}

// Rule 108: numbers run on, adopted or not; a changed rule takes the number.
func TestNumbers(t *testing.T) {
	p := begun(t, quick())
	p.turn(enact("Tea is served."), "++-")
	p.refused(NotARuleChange, Propose{}, p.mover())
	p.is("next", p.g.NextNumber(), 302)
	p.turn(amend(203, "Other words.", ""), "+++")
	r := p.g.Rule(203)
	p.is("rule", r.Number, 302)
	p.is("was", r.Was, []int{203})
	p.turn(Draft{Kind: Transmute, Rule: 203}, "+++")
	p.is("rule", p.g.Rule(302).Number, 303)
	p.is("was", p.g.Rule(303).Was, []int{203, 302})
	p.is("mutable", p.g.Rule(303).Mutable, false)
	p.turn(Draft{Kind: Repeal, Rule: 206}, "+++")
	no := p.refused(RuleGone, Propose{Drafts: []Draft{amend(206, "x", "")}}, p.mover())
	p.is("gone by", no.Proposal, 304)
	p.refused(ProposalNotRule, Propose{Drafts: []Draft{amend(301, "x", "")}}, p.mover())
}

// Rule 202: half upwards, share of the votes cast, also when defeated.
func TestAwardOfTheTurn(t *testing.T) {
	for _, c := range []struct {
		marks string
		want  int64
	}{
		{"+++", 10}, {"++-", 7 - 10}, {"+--", 3 - 10}, {"---", 0 - 10}, {"++0", 10}, {"+-0", 5 - 10}, {"000", 0 - 10},
	} {
		p := begun(t, quick())
		p.turn(enact("Tea."), c.marks)
		p.points(0, 0, c.want)
	}
}

// Rule 203: unanimity, then a simple majority when two circuits are complete.
func TestMajorityComesByItself(t *testing.T) {
	p := begun(t, quick())
	for i := range 6 {
		p.is("kept", p.g.Ledger["simple majority"], "")
		events := p.turn(enact("Tea."), "++-")
		p.is("circuits", p.g.Circuits, (i+1)/3)
		if i == 5 && !strings.Contains(kinds(events), "TurnEnded CircuitEnded Kept Said CircuitBegan TurnBegan") {
			t.Errorf("the circuit ends with %s", kinds(events))
		}
	}
	p.is("rules", len(p.g.Rules), 29)
	p.is("needs", p.g.Needs(&Proposal{Changes: []Change{{Kind: Enact}}}), "majority")
	p.is("needs", p.g.Needs(&Proposal{Changes: []Change{{Kind: Transmute, Rule: 101}}}), "unanimity")
	events := p.turn(enact("Tea."), "++-")
	p.is("events", kinds(events), "VoteCast VoteCast VoteCast VotingClosed RuleEnacted Awarded Awarded TurnEnded TurnBegan")
	p.is("decided by", last[VotingClosed](p).Rule, 203)
}

func TestAmended203KeepsWhatItHad(t *testing.T) {
	p := begun(t, quick())
	p.turn(amend(203, "Unanimity for ever.", ""), "+++")
	p.is("differs", p.g.Rule(203).Differs, true)
	for range 5 {
		p.turn(enact("Tea."), "++-")
	}
	p.is("circuits", p.g.Circuits, 2)
	p.is("needs", p.g.Needs(&Proposal{}), "unanimity")
}

// Rule 109 stands above 203, whatever that says.
func TestTransmutationNeedsAll(t *testing.T) {
	p := begun(t, quick())
	p.turn(amend(203, "Majority.", "def adopted(vote):\n    return vote.favour > vote.against"), "+++")
	p.turn(Draft{Kind: Transmute, Rule: 101}, "++-")
	p.is("state", p.g.Proposal(302).State, Defeated)
	p.turn(Draft{Kind: Transmute, Rule: 213}, "++-")
	p.is("state", p.g.Proposal(303).State, Adopted)
	p.turn(Draft{Kind: Transmute, Rule: 101}, "++0")
	p.is("an abstention does not break unanimity", p.g.Proposal(304).State, Adopted)
	p.is("decided by", p.g.Proposal(304).Adopting, 109)
}

// Rules 204 and 206: those against an adopted proposal get 10, unless they were
// silent; the proposer of a defeated one loses 10.
func TestAwardsOfTheVote(t *testing.T) {
	p := begun(t, quick("missing_vote", "against"))
	p.turn(amend(203, "Majority.", "def adopted(vote):\n    return vote.favour > vote.against"), "+++")
	p.points(0, 0, 10)
	p.turn(enact("Tea."), "+-+")
	p.points(7, 10, 10)
	n := p.propose(enact("Coffee."))
	p.votes(n, "++ ")
	p.wait(7 * 24 * time.Hour)
	p.tick()
	p.points(7, 10+8, 10) // 2/3 of 12, and nothing for Cleo's silence
	b := p.g.Proposal(n).Votes["p3"]
	p.is("ballot", b, Ballot{Option: Against, Weight: 1, Assumed: "silence"})
	p.is("name", last[Awarded](p).Name, "when_turn_ends")
}

// Rule 205: a change rules the award of the turn that made it, and the vote
// that adopted it was counted under the old rules (Rule 107).
func TestEffectFromTheNextQuestionOn(t *testing.T) {
	p := begun(t, quick())
	p.turn(amend(202, "A hundred.", "def when_turn_ends(turn):\n    award(turn.mover, 100)"), "+++")
	p.points(0, 0, 100)
	p.is("by", last[Awarded](p).Rule, 301)
	p.turn(amend(203, "One.", "def adopted(vote):\n    return vote.favour >= 1"), "+--")
	p.is("state", p.g.Proposal(302).State, Defeated)
}

// Rule 208.
func TestWinning(t *testing.T) {
	p := begun(t, quick())
	p.do(Grant{"p3", Whole(195), "a test"}, organiser)
	events := p.turn(enact("Tea."), "+++")
	p.is("events", kinds(events[3:]), "VotingClosed RuleEnacted Awarded GameWon TurnEnded")
	p.is("status", p.g.Status, Won)
	p.is("winner", p.g.Winners, []PlayerID{"p3"})
	p.is("rule", last[GameWon](p).Rule, 208)
	p.refused(GameOver, Propose{}, player(1))
	p.refused(GameOver, Forfeit{}, player(1))
	p.refused(GameOver, Grant{"p1", Whole(1), ""}, organiser)
	p.refused(GameOver, Start{}, organiser)
	p.refused(GameOver, Join{Surname: "Late"}, By{})
	p.is("next", p.g.NextDeadline(), time.Time{})
}

// A win by Rule 204 stops 202; the turn and the circuit are counted.
func TestWinStopsLaterEffects(t *testing.T) {
	p := begun(t, quick())
	p.turn(amend(203, "Majority.", "def adopted(vote):\n    return vote.favour > vote.against"), "+++")
	p.turn(enact("Tea."), "+++")
	p.do(Grant{"p1", Whole(179), "a test"}, organiser) // 11 from the turn before
	p.points(190, 0, 10)
	events := p.turn(enact("Coffee."), "-++")
	p.is("events", kinds(events[3:]), "VotingClosed RuleEnacted Awarded GameWon TurnEnded CircuitEnded")
	p.points(200, 0, 10)
	p.is("circuits", p.g.Circuits, 1)
}

func TestGoalLowered(t *testing.T) {
	p := begun(t, quick())
	p.do(Grant{"p1", Whole(50), ""}, organiser)
	events := p.turn(amend(208, "Fifty.", "goal = 50"), "+++")
	p.is("events", kinds(events[3:]), "VotingClosed RuleAmended GameWon TurnEnded")
	p.is("rule", last[GameWon](p).Rule, 301)
}

func TestNoGoalNoWinner(t *testing.T) {
	p := begun(t, quick())
	p.turn(Draft{Kind: Repeal, Rule: 208}, "+++")
	p.is("goal", p.g.Goal(), "")
	p.do(Grant{"p1", Whole(5000), ""}, organiser)
	p.is("status", p.g.Status, Running)
}

// Several over the goal at once go to a person.
func TestDisputedWin(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(p *playing)
		won  PlayerID
	}{
		{"settled", func(p *playing) {
			p.refused(NoSuchPlayer, SettleWin{[]PlayerID{"p3"}, ""}, organiser)
			p.refused(NoSuchPlayer, SettleWin{}, organiser)
			p.do(SettleWin{[]PlayerID{"p2"}, "alphabet"}, organiser)
			p.is("why", last[GameWon](p).Why, "alphabet")
			p.is("last", kinds(p.events[len(p.events)-2:]), "GameWon TurnEnded")
		}, "p2"},
		{"one forfeits", func(p *playing) { p.do(Forfeit{}, player(2)) }, "p1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := begun(t, quick())
			p.refused(NothingDisputed, SettleWin{}, organiser)
			p.do(Grant{"p1", Whole(60), ""}, organiser)
			p.do(Grant{"p2", Whole(50), ""}, organiser)
			p.turn(amend(208, "Fifty.", "goal = 50"), "+++")
			p.is("phase", p.g.Phase, Judging)
			p.is("disputed", p.g.Disputed, []PlayerID{"p1", "p2"})
			p.is("awaited", p.g.Awaited(), []PlayerID(nil))
			p.refused(VotingOver, Vote{Proposal: 301, Option: For}, player(1))
			c.end(p)
			p.is("winners", p.g.Winners, []PlayerID{c.won})
		})
	}
}

func TestNewRound(t *testing.T) {
	for after, rules := range map[string]int{keepRules: 30, initialRules: 29} {
		p := begun(t, quick("after_win", after))
		p.do(Grant{"p3", Whole(195), ""}, organiser)
		events := p.turn(enact("Tea."), "+++")
		if !strings.HasSuffix(kinds(events), "GameWon TurnEnded RoundBegan CircuitBegan TurnBegan") {
			t.Error(kinds(events))
		}
		p.is("status", p.g.Status, Running)
		p.is("round", p.g.Round, 2)
		p.is("mover", p.g.Turn.Mover, "p3")
		p.is("turn", p.g.Turn.Number, 2)
		p.is("rules", len(p.g.Rules), rules)
		p.points(0, 0, 0)
		p.is("number", p.propose(enact("Coffee.")), 302)
	}
}

// A win by the organiser's hand while a vote runs withdraws the proposal when
// a new round begins.
func TestNewRoundInMidVote(t *testing.T) {
	p := begun(t, quick("after_win", keepRules))
	n := p.propose(enact("Tea."))
	p.do(Grant{"p1", Whole(500), ""}, organiser)
	p.is("state", p.g.Proposal(n).State, Withdrew)
	p.is("phase", p.g.Phase, Proposing)
	p.is("open", len(p.g.live), 0)
}

// Rules 110 and 211.
func TestPrecedence(t *testing.T) {
	rule := func(n int, mutable bool, clause string) Rule {
		return Rule{Number: n, Mutable: mutable, Text: "x", Clause: "goal = " + clause}
	}
	for _, c := range []struct {
		name  string
		rules []Rule
		want  []int
	}{
		{"lowest number", []Rule{rule(203, true, "1"), rule(202, true, "2")}, []int{202, 203}},
		{"immutable first", []Rule{rule(202, true, "1"), rule(301, false, "2")}, []int{301, 202}},
		{"a claim", []Rule{rule(202, true, "1"), rule(203, true, "2\ntakes_precedence_over = [202]")}, []int{203, 202}},
		{"a claim by kind", []Rule{rule(202, true, "1"), rule(203, true, "2\ntakes_precedence_over = [\"mutable\"]")}, []int{203, 202}},
		{"a claim about the other kind", []Rule{rule(202, true, "1"), rule(203, true, "2\ntakes_precedence_over = [\"immutable\"]")}, []int{202, 203}},
		{"no claim above 110", []Rule{rule(101, false, "1"), rule(203, true, "2\ntakes_precedence_over = [\"immutable\", 101]")}, []int{101, 203}},
		{"deferring", []Rule{rule(202, true, "1\ndefers_to = [203]"), rule(203, true, "2")}, []int{203, 202}},
		{"both claim", []Rule{rule(202, true, "1\ntakes_precedence_over = [203]"), rule(203, true, "2\ntakes_precedence_over = [202]")}, []int{202, 203}},
		{"both defer", []Rule{rule(202, true, "1\ndefers_to = [203]"), rule(203, true, "2\ndefers_to = [202]")}, []int{202, 203}},
		{"a third between", []Rule{rule(202, true, "1"), rule(203, true, "2"), rule(204, true, "3\ntakes_precedence_over = [202]")}, []int{204, 202, 203}},
		{"a circle", []Rule{rule(202, true, "1\ntakes_precedence_over = [203]"), rule(203, true, "2\ntakes_precedence_over = [204]"), rule(204, true, "3\ntakes_precedence_over = [202]")}, []int{202, 203, 204}},
		{"a former number", []Rule{rule(202, true, "1"), {Number: 305, Was: []int{201}, Mutable: true, Text: "x", Clause: "goal = 2\ndefers_to = [202]"}}, []int{202, 305}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := &Game{}
			g.Apply(GameCreated{Rules: c.rules}, monday)
			var got []int
			for _, r := range g.answering("goal") {
				got = append(got, r.Number)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// Rule 209, when proposed and when it would take effect.
func TestTooManyMutable(t *testing.T) {
	p := begun(t, quick())
	for range 12 {
		p.turn(enact("Tea."), "+++")
	}
	no := p.refused(TooManyMutable, Propose{Drafts: []Draft{enact("One more.")}}, p.mover())
	p.is("limit", no.Limit, 25)
	p.is("rule", no.Rule, 209)
	p.refused(TooManyMutable, Propose{Drafts: []Draft{{Kind: Transmute, Rule: 101}}}, p.mover())
	n := p.propose(Draft{Kind: Repeal, Rule: 209})
	p.votes(n, "+++")
	p.turn(enact("One more."), "+++")
	p.is("status", p.g.Proposal(314).State, Adopted)
}

func TestLapse(t *testing.T) {
	p := begun(t, quick())
	n := p.propose(enact("Tea."))
	// The organiser's hand makes the rules change under the vote.
	r := *p.g.Rule(209)
	r.Clause = "max_mutable = 13"
	p.apply(RuleAmended{Was: 209, Rule: r})
	events := p.votes(n, "+++")
	p.is("events", kinds(events[3:]), "VotingClosed ChangeLapsed Awarded TurnEnded TurnBegan")
	p.is("lapsed", p.g.Proposal(n).Lapsed.Code, TooManyMutable)
}

// Rule 114.
func TestSomethingMustBeAdoptable(t *testing.T) {
	p := begun(t, quick())
	for _, clause := range []string{
		"def adopted(vote):\n    return False",
		"def adopted(vote):\n    return vote.favour > vote.voters",
	} {
		no := p.refused(NothingAdoptable, Propose{Drafts: []Draft{amend(203, "Never.", clause)}}, p.mover())
		p.is("rule", no.Rule, 114)
	}
	p.refused(NothingAdoptable, Propose{Drafts: []Draft{amend(207, "None.", "def votes_of(player):\n    return 0")}}, p.mover())
	p.propose(Draft{Kind: Repeal, Rule: 203}) // unanimity is left
}

func TestTooFewRules(t *testing.T) {
	set := []Rule{
		{Number: 114, Text: "One at least.", Clause: "min_mutable = 1\nmin_immutable = 1"},
		{Number: 201, Mutable: true, Text: "x"},
	}
	p := created(t, GameCreated{Customs: quick(), Rules: set}, three...)
	p.do(Start{}, organiser)
	no := p.refused(TooFewRules, Propose{Drafts: []Draft{{Kind: Repeal, Rule: 201}}}, p.mover())
	p.is("rule", no.Rule, 114)
	p.refused(TooFewRules, Propose{Drafts: []Draft{{Kind: Transmute, Rule: 201}}}, p.mover())
	p.refused(TooFewRules, Propose{Drafts: []Draft{{Kind: Transmute, Rule: 114}}}, p.mover())
	p.is("needs", p.g.Needs(&Proposal{}), "unanimity")
}

// Rule 102: mutability is a rule's own; a clause decides on new ones.
func TestNewRulesAre(t *testing.T) {
	p := begun(t, quick())
	p.turn(Draft{Kind: Transmute, Rule: 102}, "+++")
	p.turn(amend(102, "Immutable.", `new_rules_are = "immutable"`), "+++")
	p.turn(enact("Tea."), "+++")
	p.is("mutable", p.g.Rule(303).Mutable, false)
	p.refused(Immutable, Propose{Drafts: []Draft{amend(303, "x", "")}}, p.mover())
}
