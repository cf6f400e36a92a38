package rules

import (
	"strings"
	"testing"
	"time"
)

// Each refusal that no other test sees.
func TestRefusals(t *testing.T) {
	p := created(t, GameCreated{Customs: map[string]string{"debate_least": "1d"}}, "Ada Quillfeather")
	p.refused(TooFewPlayers, Start{}, organiser)
	p.refused(JoinClosed, Join{Given: "Eve", Surname: "Stranger"}, By{})
	p.refused(NotStarted, Propose{}, player(1))
	p.refused(NotStarted, Pause{}, organiser)
	p.refused(NotStarted, Resume{}, organiser)
	p.refused(NotOrganiser, Start{}, player(1))
	p.refused(NameTaken, Join{Given: "ada", Surname: "QUILLFEATHER"}, organiser)
	for _, bad := range []Join{{}, {Surname: "1234"}, {Given: "a\x00b"}, {Surname: "x|y"}, {Surname: strings.Repeat("x", 61)}} {
		p.refused(BadName, bad, organiser)
	}
	p.do(Join{Given: "Bram", Surname: "Zuidema"}, organiser)
	p.refused(AlreadyPlayer, Join{Given: "Bram", Surname: "Other"}, player(2))
	p.do(Start{}, organiser)
	p.refused(AlreadyStarted, Start{}, organiser)
	p.refused(NotPlayer, Propose{}, By{})
	p.refused(NotPlayer, Forfeit{}, By{})
	p.refused(NotPlayer, Dispute{}, By{})
	no := p.refused(NotYourTurn, Propose{Drafts: []Draft{enact("x")}}, player(2))
	p.is("mover", no.Player, "Ada Quillfeather")
	p.is("rule", no.Rule, 201)
	p.refused(NoSuchJudgment, Consent{}, player(1))
	p.refused(NoSuchPlayer, Grant{Player: "p9"}, organiser)
	p.refused(NoSuchPlayer, Remove{Player: "p9"}, organiser)
	p.refused(NothingDisputed, SettleClause{Rule: 203}, organiser)
	p.refused(NoSuchRule, SettleClause{Rule: 999}, organiser)
	p.refused(NoSuchHeld, SettleHeld{Held: 1}, organiser)
	p.refused(NotPaused, Resume{}, organiser)
	refusedDrafts(p)
	refusedInDebate(p)
	refusedInVote(p)
}

func refusedDrafts(p *playing) {
	p.Helper()
	for _, c := range []struct {
		want   Code
		drafts []Draft
	}{
		{TwoChanges, []Draft{enact("x"), enact("y")}},
		{NotARuleChange, []Draft{{Kind: "abolish", Rule: 203}}},
		{NotARuleChange, []Draft{{Kind: Transmute, Rule: 203, Amendment: 301}}},
		{NoText, []Draft{enact("  ")}},
		{NoText, []Draft{amend(203, "", "")}},
		{NoText, []Draft{{Kind: Amend, Rule: 203, Edit: &Edit{}}}},
		{TextTooLong, []Draft{enact(strings.Repeat("ő", maxRule+1))}},
		{TextTooLong, []Draft{{Kind: Enact, Text: "x", Title: strings.Repeat("x", maxTitle+1)}}},
		{NoSuchRule, []Draft{amend(999, "x", "")}},
		{NoSuchRule, []Draft{{Kind: Repeal}}},
		{Immutable, []Draft{amend(101, "x", "")}},
		{Immutable, []Draft{{Kind: Repeal, Rule: 101}}},
		{NoSuchAmendment, []Draft{{Kind: Repeal, Rule: 203, Amendment: 301}}},
		{NoSuchAmendment, []Draft{{Kind: Repeal, Amendment: 301}}},
		{EditNotFound, []Draft{{Kind: Amend, Rule: 203, Edit: &Edit{Old: "no such words", New: "x"}}}},
		{EditAmbiguous, []Draft{{Kind: Amend, Rule: 203, Edit: &Edit{Old: "o", New: "x"}}}},
		{ClauseUnreadable, []Draft{amend(208, "x", "goal = = 3")}},
		{ClauseUnreadable, []Draft{amend(208, "x", "gaol = 3")}},
		{ClauseIllegal, []Draft{amend(208, "x", `goal = "many"`)}},
		{ClauseIllegal, []Draft{amend(203, "x", "def adopted(vote):\n    return vote.favour")}},
		{ClauseIllegal, []Draft{amend(206, "x", "def when_defeated(vote):\n    award(vote.proposer, 1 / 0)")}},
		{ClauseIllegal, []Draft{enact2("vote_period = \"soon\"")}},
		{ClauseIllegal, []Draft{enact2("takes_precedence_over = 203")}},
		{ClauseIllegal, []Draft{enact2("max_mutable = 2 / 3")}},
		{ClauseIllegal, []Draft{enact2("goal = award(1, 2)")}},
	} {
		p.refused(c.want, Propose{Drafts: c.drafts}, p.mover())
	}
	no := p.refused(ClauseUnreadable, Propose{Drafts: []Draft{amend(208, "x", "gaol = 3")}}, p.mover())
	p.is("hint", no.Hint, "goal")
	if !strings.HasPrefix(no.Text, "line 1, column 1: ") {
		p.Errorf("the fault is %q", no.Text)
	}
}

func enact2(clause string) Draft { return Draft{Kind: Enact, Text: "x", Clause: clause} }

func refusedInDebate(p *playing) {
	p.Helper()
	p.is("number", p.propose(enact("Tea.")), 301)
	p.refused(AlreadyProposed, Propose{Drafts: []Draft{enact("x")}}, p.mover())
	p.is("open by", p.refused(NotOpen, Vote{Proposal: 301, Option: For}, player(1)).At, p.now.Add(7*24*time.Hour))
	p.refused(NoSuchProposal, Vote{Proposal: 302, Option: For}, player(1))
	p.refused(NoSuchProposal, OpenVoting{Proposal: 203}, player(1))
	p.is("proposer", p.refused(NotProposer, OpenVoting{Proposal: 301}, player(2)).Player, "Ada Quillfeather")
	p.refused(NotProposer, Revise{Proposal: 301}, player(2))
	p.refused(NotProposer, WithdrawProposal{Proposal: 301}, player(2))
	p.is("of", p.refused(NoText, Revise{Proposal: 301, Draft: amend(203, "", "")}, player(1)).Proposal, 301)
	p.do(OpenVoting{Proposal: 301}, player(1))
	p.is("opens", last[OpeningAsked](p).At, p.now.Add(24*time.Hour))
	p.refused(AlreadyOpen, OpenVoting{Proposal: 301}, player(1))
	p.refused(DeadlinePast, Extend{To: p.now.Add(time.Hour), Why: "x"}, organiser)
	p.wait(24 * time.Hour)
	p.is("events", kinds(p.tick()), "VotingOpened")
}

func refusedInVote(p *playing) {
	p.Helper()
	p.refused(AlreadyOpen, OpenVoting{Proposal: 301}, player(1))
	p.refused(TextFrozen, Revise{Proposal: 301, Draft: enact("x")}, player(1))
	p.refused(TextFrozen, WithdrawProposal{Proposal: 301}, player(1))
	p.refused(NoVoteYet, WithdrawVote{Proposal: 301}, player(1))
	p.refused(NoSuchOption, Vote{Proposal: 301, Option: "perhaps"}, player(1))
	_, no := p.g.resolve(amend(301, "x", ""))
	p.is("open", no.Open, []int{301})
	p.do(Join{Given: "Cleo", Surname: "Abbot"}, organiser)
	p.refused(NotVoter, Vote{Proposal: 301, Option: For}, player(3))
	p.refused(DeadlinePast, Extend{To: p.now, Why: "x"}, organiser)
	p.refused(DeadlinePast, Extend{To: p.now.Add(time.Hour)}, organiser)
	p.do(Pause{Why: "holidays"}, organiser)
	p.is("why", p.refused(Paused, Vote{Proposal: 301, Option: For}, player(1)).Text, "holidays")
	p.refused(AlreadyPaused, Pause{}, organiser)
	p.do(Resume{}, organiser)
	p.votes(301, "++")
	p.refused(VotingOver, Vote{Proposal: 301, Option: For}, player(1))
	p.refused(NotInDebate, Revise{Proposal: 301, Draft: enact("x")}, player(1))
	p.refused(NotInDebate, OpenVoting{Proposal: 301}, player(1))
}

func TestNoAbstaining(t *testing.T) {
	p := begun(t, quick("abstain", "no"))
	n := p.propose(enact("Tea."))
	p.is("rule", p.refused(NoAbstaining, Vote{Proposal: n, Option: Abstain}, player(1)).Rule, 105)
}

func TestJoining(t *testing.T) {
	p := created(t, GameCreated{Customs: quick("joining", "asks")}, three...)
	p.refused(JoinAsked, Join{Given: "Eve", Surname: "Stranger"}, By{})
	p = created(t, GameCreated{Customs: quick()}, three...)
	p.do(Join{Given: " Eve ", Surname: "de  Stranger"}, By{})
	p.is("name", p.g.Players[3].Name(), "Eve de Stranger")
}

func TestNoDeadline(t *testing.T) {
	p := begun(t, quick())
	p.do(Grant{"p1", Whole(60), ""}, organiser)
	p.do(Grant{"p2", Whole(60), ""}, organiser)
	p.turn(amend(208, "Fifty.", "goal = 50"), "+++")
	p.refused(NoDeadline, Extend{To: p.now.Add(time.Hour)}, organiser)
}

// Every code is refused with by some test: those of this file's commands, and
// those looked for here in the tests' own words.
func TestEveryCodeIsTested(t *testing.T) {
	words := testSources(t)
	names := codeNames(t)
	if len(names) != len(Codes) {
		t.Errorf("%d codes are declared and %d listed", len(names), len(Codes))
	}
	for name := range names {
		if !strings.Contains(words, name+",") && !strings.Contains(words, "Code, "+name) && !strings.Contains(words, name+")") {
			t.Errorf("no test refuses with %s", name)
		}
	}
}

// What the organiser may ask for and this version cannot do is said to be so.
func TestNotYet(t *testing.T) {
	d := &decision{g: &Game{}}
	no := d.organise(Tick{})
	if no == nil || (no.Code != NotYet) {
		t.Errorf("got %v", no)
	}
}
