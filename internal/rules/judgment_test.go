package rules

import (
	"strings"
	"testing"
	"time"
)

// withJudges is Suber's set with the clauses of Rules 212 and 213.
func withJudges() []Rule {
	set := initial()
	for i := range set {
		switch set[i].Number {
		case 212:
			set[i].Clause = "def judge(players, mover):\n    before = players[-1]\n    for p in players:\n        if p == mover:\n            return before\n        before = p\n\n" +
				"def turn_may_begin(consent):\n    return 2 * consent.given > consent.others"
		case 213:
			set[i].Clause = "takes_precedence_over = [\"mutable\"]\n\ndef winner_by_paradox(turn):\n    return turn.mover"
		}
	}
	return set
}

// court has Cleo (p3), Ada (p1), Dov (p4) and Bram (p2), who move in that
// order, in the turn of Ada, who has proposed 302.
func court(t *testing.T, customs map[string]string) *playing {
	t.Helper()
	p := created(t, GameCreated{Customs: customs, Rules: withJudges()}, append(three, "Dov Rex")...)
	p.do(Start{}, organiser)
	p.turn(enact("First."), "++++")
	p.propose(enact("Second."))
	return p
}

// rule rules on a Judgment as its Judge.
func (p *playing) rule(number int, ruling string) []Event {
	p.Helper()
	return p.do(RuleOn{Judgment: number, Ruling: ruling, Reasons: "It says so."}, By{Player: p.g.judged(number).Judge})
}

// Rule 212: the Judge is the player before the mover, and the next turn begins
// with the consent of a majority of the other players.
func TestJudgment(t *testing.T) {
	p := court(t, quick())
	p.is("events", kinds(p.do(Invoke{Question: "Is 302 proper?"}, player(4))), "JudgmentInvoked")
	j := p.g.judged(1)
	p.is("judge", j.Judge, "p3")
	p.is("turn", j.Turn, 2)
	p.refused(NotJudge, RuleOn{Ruling: RuledTrue, Reasons: "x"}, player(4))
	p.refused(NotRuledYet, Overrule{Judgment: 1}, player(2))
	p.refused(NoReasons, RuleOn{Ruling: RuledTrue}, player(3))
	p.refused(NotARuling, RuleOn{Ruling: "maybe", Reasons: "x"}, player(3))
	p.is("events", kinds(p.rule(1, RuledTrue)), "RulingGiven")
	p.refused(AlreadyRuled, RuleOn{Judgment: 1, Ruling: RuledFalse, Reasons: "x"}, player(3))
	// The turn goes on meanwhile; the next one is held back.
	p.is("end of the vote", lastKinds(p.votes(302, "++++"), 2), "TurnBegan TurnHeld")
	p.is("deadline", firstOf(p.g.Deadline()), "consent")
	p.is("awaited", p.g.Awaited(), "[p3 p1 p2]") // in turn order, without Dov, who moves
	p.refused(JudgmentStands, Propose{Drafts: []Draft{enact("Third.")}}, player(4))
	p.is("one of three", kinds(p.do(Consent{}, player(1))), "ConsentGiven")
	p.refused(JudgmentStands, Propose{Drafts: []Draft{enact("Third.")}}, player(4))
	p.is("two of three", kinds(p.do(Consent{}, player(2))), "ConsentGiven TurnFreed")
	p.is("deadline", firstOf(p.g.Deadline()), "propose")
	// Until the proposal arrives the ruling can be overruled; then no more.
	p.do(Overrule{}, player(1))
	p.is("events", kinds(p.do(Propose{Drafts: []Draft{enact("Third.")}}, player(4))), "JudgmentClosed ProposalMade ProposalNumbered VotingOpened")
	p.refused(NoSuchJudgment, Overrule{}, player(2))
	p.refused(JudgmentOver, Overrule{Judgment: 1}, player(2))
	p.refused(NoSuchJudgment, Consent{}, player(2))
}

func lastKinds(events []Event, n int) string { return kinds(events[len(events)-n:]) }

func firstOf(of string, _ time.Time) string { return of }

// A question asked before the next proposal has come concerns the turn before,
// and its Judge is reckoned from that turn's mover.
func TestJudgmentOfTheTurnBefore(t *testing.T) {
	p := court(t, quick())
	p.votes(302, "++++") // now it is Dov's turn, who has not begun
	p.is("events", kinds(p.do(Invoke{Question: "Was 302 proper?"}, player(2))), "JudgmentInvoked TurnHeld")
	p.is("judge", p.g.judged(1).Judge, "p3")
	p.is("mover", p.g.judged(1).Mover, "p1")
}

// All other players together overrule, one after the other Judge after Judge,
// and the mover is never one.
func TestOverruled(t *testing.T) {
	p := court(t, quick())
	p.do(Invoke{Question: "Is 302 proper?"}, player(1))
	p.rule(1, RuledFalse)
	p.refused(OwnRuling, Overrule{Judgment: 1}, player(3))
	p.do(Overrule{}, player(1))
	p.is("twice is once", kinds(p.do(Overrule{}, player(1))), "")
	p.do(Overrule{}, player(4))
	p.is("the last", kinds(p.do(Overrule{}, player(2))), "OverruleVoted RulingOverruled JudgeAppointed")
	p.is("second judge", p.g.judged(1).Judge, "p2") // before Cleo
	p.is("earlier", p.g.judged(1).Earlier[0].Ruling, RuledFalse)
	p.rule(1, RuledFalse)
	for _, n := range []int{1, 3, 4} {
		p.do(Overrule{}, player(n))
	}
	p.is("third judge", p.g.judged(1).Judge, "p4")
	p.rule(1, RuledTrue)
	for _, n := range []int{1, 2, 3} {
		p.do(Overrule{}, player(n))
	}
	p.is("fourth judge, past the mover Ada", p.g.judged(1).Judge, "p3")
	p.is("overruled", len(p.g.judged(1).Earlier), 3)
}

// A Judge who leaves, or is silent where the customs say so, is succeeded by
// the player before.
func TestJudgesWhoGo(t *testing.T) {
	p := court(t, quick("missing_ruling", "next", "reminders", "1d"))
	p.do(Invoke{Question: "Is 302 proper?"}, player(1))
	p.is("reminded at", p.g.NextDeadline().Sub(p.now), 6*24*time.Hour)
	p.wait(7 * 24 * time.Hour)
	p.is("silent", kinds(p.tick()), "Reminded JudgeAppointed")
	p.is("second judge", p.g.judged(1).Judge, "p2")
	p.do(Forfeit{}, player(2))
	p.is("third judge", p.g.judged(1).Judge, "p4")
	p.rule(1, RuledFalse)
	p.do(Overrule{}, player(1))
	p.is("who left counts no more", strings.Contains(kinds(p.do(Forfeit{}, player(3))), "RulingOverruled"), true)
}

// No team-mate of the mover's is Judge, and it takes two to be a team.
func TestNoTeamMateJudges(t *testing.T) {
	p := court(t, quick())
	first := func() PlayerID { return p.g.judgeBefore(p.g.Turn.Mover, p.g.Turn.Mover) }
	mover, before := p.g.Turn.Mover, first()
	p.refused(NoTeamMate, Team{With: mover}, By{Player: mover})
	p.refused(NoTeamMate, Team{}, By{Player: mover})
	p.is("offered", kinds(p.do(Team{With: mover}, By{Player: before})), "TeamOffered")
	p.is("the word of one", first(), before)
	p.is("both", kinds(p.do(Team{With: before}, By{Player: mover})), "TeamMade")
	p.refused(AlreadyTeam, Team{With: before}, By{Player: mover})
	p.is("passed over", first() != before && first() != mover, true)
	for _, q := range p.g.Players {
		if id := q.ID; id != mover && id != before {
			p.do(Team{With: mover}, By{Player: id})
			p.do(Team{With: id}, By{Player: mover})
		}
	}
	p.is("a team of all", first(), PlayerID(""))
	p.refused(NoJudge, Invoke{Question: "Who is left?"}, By{Player: before})
	p.is("ended", kinds(p.do(Team{}, By{Player: mover})), "TeamEnded")
	p.is("as before", first(), before)
}

// Silence is consent where the customs say so, once the others have had their
// time to overrule; whoever votes to overrule has not been silent.
func TestSilenceIsConsent(t *testing.T) {
	p := court(t, quick("silence_is_consent", "yes", "overrule_period", "3d"))
	p.do(Invoke{Question: "Is 302 proper?"}, player(1))
	p.votes(302, "++++")
	p.rule(1, RuledTrue)
	p.do(Overrule{}, player(1))
	p.wait(3*24*time.Hour + time.Minute)
	p.is("events", kinds(p.tick()), "ConsentGiven TurnFreed")
	p.is("consents", p.g.Consents, "[p3 p2]")
	p.is("deadline", p.g.Turn.ProposeBy.Sub(p.now), 7*24*time.Hour-time.Minute)
}

// Rule 213: a paradox that nobody overrules ends the game for the mover, over
// the goal.
func TestParadox(t *testing.T) {
	p := court(t, quick("overrule_period", "3d"))
	p.do(Invoke{Question: "Is 302 both?"}, player(2))
	p.rule(1, RuledParadox)
	p.do(Overrule{}, player(1))
	p.do(Consent{}, player(1))
	p.is("status", p.g.Status, Running)
	p.wait(4 * 24 * time.Hour)
	p.is("events", kinds(p.tick()), "JudgmentClosed GameWon")
	p.is("winner", p.g.Winners, "[p1]")
	p.is("by rule", p.events[len(p.events)-1].(GameWon).Rule, 213)
}

func TestParadoxOverruledTwice(t *testing.T) {
	p := court(t, quick("overrule_period", "none"))
	p.do(Invoke{Question: "Is 302 both?"}, player(1))
	for _, others := range [][]int{{1, 4, 2}, {1, 3, 4}} {
		p.rule(1, RuledParadox)
		for _, n := range others {
			p.do(Overrule{}, player(n))
		}
	}
	p.rule(1, RuledFalse)
	p.is("status", p.g.Status, Running)
	p.is("judge", p.g.judged(1).Judge, "p4")
	p.do(Consent{}, player(3))
	p.do(Consent{}, player(2))
	p.is("a false ruling wins nothing", p.g.Status, Running)
}

// Without Rule 213 a paradox is a ruling like any other, and without Rule 212
// there is no Judge.
func TestRepealedJudgment(t *testing.T) {
	p := court(t, quick())
	p.votes(302, "++++")
	p.turn(Draft{Kind: Repeal, Rule: 213}, "++++")
	p.do(Invoke{Question: "Both?"}, player(1))
	p.rule(1, RuledParadox)
	p.do(Consent{}, player(3))
	p.do(Consent{}, player(1))
	p.is("status", p.g.Status, Running)
	p.turn(Draft{Kind: Repeal, Rule: 212}, "++++")
	p.refused(NoJudge, Invoke{Question: "And now?"}, player(1))
}

// Where the game cannot go on by itself it asks for a Judge, who settles it.
func TestJudgeSettles(t *testing.T) {
	p := court(t, quick())
	p.votes(302, "++++")
	p.propose(Draft{Kind: Enact, Text: "Tax.", Clause: "def when_turn_ends(turn):\n    award(turn.mover, 1 / (game.turn.number - 4))"})
	p.votes(303, "++++")
	p.propose(enact("Fourth."))
	p.is("failed", lastKinds(p.votes(304, "++++"), 2), "ClauseFailed JudgmentInvoked")
	p.is("awaited", p.g.Awaited(), "[p4]") // before Bram
	p.is("deadline", firstOf(p.g.Deadline()), "judgment")
	p.refused(NotOrganiser, SettleClause{Rule: 303, Clause: ""}, player(1))
	p.is("settled", kinds(p.do(SettleClause{Rule: 303, Clause: "def when_turn_ends(turn):\n    award(turn.mover, 1)"}, player(4))), "ClauseSettled JudgmentClosed Awarded TurnEnded CircuitEnded CircuitBegan TurnBegan")
	p.is("running", p.g.Phase, Proposing)
}

func TestJudgeOpensTheVote(t *testing.T) {
	p := created(t, GameCreated{Customs: map[string]string{"joining": "open"}, Rules: withJudges()}, three...)
	p.do(Start{}, organiser)
	p.propose(enact("First.")) // by Cleo; Bram is before her
	p.refused(NotProposer, OpenVoting{301}, player(2))
	p.do(Invoke{Question: "Has there been time enough?"}, player(1))
	p.refused(NotProposer, OpenVoting{301}, player(1))
	p.is("opened", kinds(p.do(OpenVoting{301}, player(2))), "VotingOpened")
}

func TestTooManyJudgments(t *testing.T) {
	p := court(t, quick())
	p.refused(NoQuestion, Invoke{Question: " "}, player(1))
	p.refused(TextTooLong, Invoke{Question: strings.Repeat("x", maxQuestion+1)}, player(1))
	for range maxJudgments {
		p.do(Invoke{Question: "Why?"}, player(1))
	}
	p.refused(TooManyJudgments, Invoke{Question: "Why?"}, player(1))
	p.refused(WhichJudgment, RuleOn{Ruling: RuledTrue, Reasons: "x"}, player(3))
	p.refused(NoSuchJudgment, Overrule{Judgment: 9}, player(2))
}
