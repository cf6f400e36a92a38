package rules

import (
	"testing"
	"time"
)

// hold holds words of a player about the open vote.
func (p *playing) hold(n, proposal int) int {
	p.Helper()
	p.do(Hold{Player: player(n).Player, Text: "maybe", Reason: "conditional", Answers: []string{"FOR", "AGAINST"}, Of: OfVote, Proposal: proposal}, player(n))
	return last[WordsHeld](p).Held
}

// asked is a game with a vote of seven days in which two are in favour and the
// third has been asked what he meant a minute before the deadline.
func asked(t *testing.T, customs map[string]string) (p *playing, n, held int) {
	p = begun(t, customs)
	n = p.propose(enact("x"))
	p.votes(n, "++ ")
	p.wait(7*day - time.Minute)
	return p, n, p.hold(3, n)
}

var silent = []string{"missing_vote", "against", "reminders", "none"}

// A vote that is cleared up after the deadline counts as of its first mail, and
// the vote ends with it.
func TestAnswerInTheWait(t *testing.T) {
	p, n, held := asked(t, quick(silent...))
	first := p.now
	p.wait(time.Minute)
	p.is("at the deadline", kinds(p.tick()), "DeadlineWaits")
	p.is("waits", last[DeadlineWaits](p), DeadlineWaits{OfVote, 1, p.now.Add(day), []int{held}})
	p.is("since", p.g.Waiting(), p.now)
	p.is("again", len(p.tick()), 0)
	p.wait(23 * time.Hour)
	p.is("answer", kinds(p.do(Answer{Held: held, How: "FOR", Command: Vote{Proposal: n, Option: For}}, player(3))),
		"HeldSettled VoteCast VotingClosed RuleEnacted Awarded TurnEnded TurnBegan")
	p.is("as of", p.g.Proposal(n).Votes["p3"].Since, first)
	p.is("tally", p.g.Proposal(n).Tally, Tally{Voters: 3, Favour: 3, Cast: 3})
	p.is("settled", p.refused(QuestionSettled, Answer{Held: held, Command: Vote{Proposal: n, Option: For}}, player(3)).Text, "FOR")
}

// debating is a proposal in debate of three days about which its proposer has said
// something that is asked about.
func debating(t *testing.T) (p *playing, n, held int) {
	p = begun(t, quick("debate_least", "3d", "debate_most", "3d", "reminders", "none"))
	n = p.propose(enact("x"))
	p.wait(day)
	p.do(Hold{Player: p.mover().Player, Text: "revise, somehow", Reason: "no-text", Of: OfDebate, Proposal: n}, p.mover())
	return p, n, last[WordsHeld](p).Held
}

// A debate does not end while its proposer is being asked what he has said about
// the text. With the answer the vote opens, on the new text; without one it does
// so a day later.
func TestDebateWaits(t *testing.T) {
	p, n, held := debating(t)
	p.wait(2 * day)
	p.is("at the deadline", kinds(p.tick()), "DeadlineWaits")
	p.is("waits", last[DeadlineWaits](p), DeadlineWaits{OfDebate, 1, p.now.Add(day), []int{held}})
	p.is("since", p.g.Waiting(), p.now)
	p.is("again", len(p.tick()), 0)
	p.wait(time.Hour)
	p.is("answer", kinds(p.do(Answer{Held: held, How: "y", Command: Revise{Proposal: n, Draft: enact("y")}}, p.mover())), "HeldSettled ProposalRevised VotingOpened")
	p.is("text", p.g.Proposal(n).Changes[0].Text, "y")
	p.is("the vote waits for nothing", p.g.Waiting(), time.Time{})

	p, n, held = debating(t)
	p.wait(3 * day)
	p.is("no answer", kinds(p.tick()), "DeadlineWaits VotingOpened HeldSettled")
	p.is("expired", last[HeldSettled](p), HeldSettled{Held: held, Expired: true})
	p.refused(QuestionExpired, Answer{Held: held, Command: Revise{Proposal: n, Draft: enact("y")}}, p.mover())

	p, n, _ = debating(t)
	p.is("in plain words", kinds(p.do(Revise{Proposal: n, Draft: enact("z")}, p.mover())), "ProposalRevised HeldSettled")
	p.wait(2 * day)
	p.is("nothing is left to wait for", kinds(p.tick()), "VotingOpened")

	p, n, _ = debating(t)
	p.wait(2 * day)
	p.is("opened by hand", kinds(p.do(OpenVoting{Proposal: n}, p.mover())), "DeadlineWaits")
	p.is("and once more", kinds(p.do(OpenVoting{Proposal: n}, p.mover())), "VotingOpened HeldSettled")

	p, n, _ = debating(t)
	p.is("withdrawn", kinds(p.do(WithdrawProposal{Proposal: n}, p.mover())), "ProposalWithdrawn HeldSettled DeadlineMoved")
	p.is("questions", len(p.g.Held), 0)

	p, n, held = debating(t)
	p.do(SettleHeld{Held: held, How: DroppedHeld}, p.mover())
	other := player(1)
	if other == p.mover() {
		other = player(2)
	}
	p.do(Hold{Player: other.Player, Text: "what?", Of: OfDebate, Proposal: n}, other)
	p.wait(2 * day)
	p.is("another's words do not matter", kinds(p.tick()), "VotingOpened")
}

// Without an answer the vote ends after a day, and what was held does not count.
func TestNoAnswerInTheWait(t *testing.T) {
	p, n, held := asked(t, quick(silent...))
	p.wait(time.Minute + day)
	p.is("events", kinds(p.tick()), "DeadlineWaits VoteCast VotingClosed HeldSettled Awarded Awarded TurnEnded TurnBegan")
	p.is("expired", last[HeldSettled](p), HeldSettled{Held: held, Expired: true})
	p.is("silence", p.g.Proposal(n).Votes["p3"].Assumed, silence)
	p.refused(QuestionExpired, Answer{Held: held, Command: Vote{Proposal: n, Option: For}}, player(3))
}

// A vote that is complete waits too, where an answer may still change it; a
// deadline before that does not cut it short, and nothing is asked for twice.
func TestCompleteVoteWaits(t *testing.T) {
	for _, c := range []struct {
		closes, thoughts string
		before           time.Duration // of the wait
	}{
		{"all voted", "0h", 0}, {"deadline", "0h", 7 * day}, {"all voted", "2h", 2 * time.Hour},
	} {
		p := begun(t, quick("vote_closes", c.closes, "second_thoughts", c.thoughts))
		n := p.propose(enact("x"))
		p.votes(n, "++")
		held := p.hold(1, n)
		p.votes(n, "  +")
		p.wait(c.before)
		p.tick()
		p.is(c.closes, last[DeadlineWaits](p).Until, p.now.Add(day))
		p.is("closes", p.g.Proposal(n).Closes, p.now.Add(day))
		p.wait(time.Hour)
		p.is("still open", p.g.Proposal(n).State, Open)
		p.do(SettleHeld{Held: held, How: DroppedHeld}, organiser)
		p.is("state", p.g.Proposal(n).State, Adopted)
		p.is("no words", p.refused(QuestionSettled, Answer{Held: held, Command: Forfeit{}}, player(1)).Text, "")
	}
}

// The vote goes on for all while it waits, and ends as soon as all is in. A vote
// that is taken back in a wait before the deadline ends that wait.
func TestVotesInTheWait(t *testing.T) {
	p := begun(t, quick(silent...))
	n := p.propose(enact("x"))
	p.votes(n, "+")
	held := p.hold(3, n)
	p.wait(7 * day)
	p.tick()
	p.is("settled, and not all in", kinds(p.do(Answer{Held: held, Command: Vote{Proposal: n, Option: For}}, player(3))), "HeldSettled VoteCast")
	p.wait(time.Hour)
	p.is("all in", kinds(p.do(Vote{Proposal: n, Option: For}, player(2))), "VoteCast VotingClosed RuleEnacted Awarded TurnEnded TurnBegan")
	n = p.propose(enact("y"))
	p.votes(n, "++")
	p.hold(1, n)
	p.votes(n, "  +")
	p.is("waits", p.g.Waiting(), p.now)
	p.do(WithdrawVote{n}, player(3))
	p.is("waits no more", p.g.Waiting(), time.Time{})
	p.is("closes", p.g.Proposal(n).Closes, p.now.Add(7*day))
}

// Whoever answers in plain words, or is asked again, counts as of the first mail.
func TestPlainWordsAnswer(t *testing.T) {
	p, n, held := asked(t, quick(silent...))
	first := p.now
	p.wait(30 * time.Second)
	again := p.hold(3, n)
	p.is("one question", len(p.g.Held), 1)
	p.refused(QuestionSettled, Answer{Held: held, Command: Vote{Proposal: n, Option: For}}, player(3))
	p.wait(time.Hour)
	p.tick()
	p.refused(NotOrganiser, Answer{Held: again, Command: Vote{Proposal: n, Option: For}}, player(2))
	p.do(Vote{Proposal: n, Option: Against, Source: "301 no"}, player(3))
	p.is("as of", p.g.Proposal(n).Votes["p3"].Since, first)
	p.is("how", p.refused(QuestionSettled, Answer{Held: again, Command: Forfeit{}}, player(3)).Text, "301 no")
	p.refused(NoSuchHeld, Answer{Held: 99, Command: Forfeit{}}, player(3))
}

// An answer that the rules refuse leaves the question open.
func TestRefusedAnswer(t *testing.T) {
	p, n, held := asked(t, quick("abstain", "no"))
	p.refused(NoAbstaining, Answer{Held: held, Command: Vote{Proposal: n, Option: Abstain}}, player(3))
	p.refused(NoSuchHeld, Answer{Held: held}, player(3))
	p.refused(NoSuchHeld, Answer{Held: held, Command: Answer{Held: held, Command: Forfeit{}}}, player(3))
	p.is("open", len(p.g.Questions(OfVote, 1)), 1)
}

// A silent mover's turn waits for the answer about a proposal; with the proposal
// the question is settled, and with the turn or the player it ends.
func TestQuestionsAboutProposals(t *testing.T) {
	customs := quick("missing_proposal", "pass", "propose_period", "2d", "reminders", "none")
	about := func(p *playing) {
		p.do(Hold{Player: p.g.Turn.Mover, Text: "enact", Reason: "no-text", Of: OfProposal}, p.mover())
	}
	p := begun(t, customs)
	about(p)
	p.wait(2 * day)
	p.is("deadline", kinds(p.tick()), "DeadlineWaits")
	p.is("since", p.g.Waiting(), p.now)
	p.wait(time.Hour)
	p.propose(enact("x"))
	p.is("settled", last[HeldSettled](p).How, "301")
	p = begun(t, customs)
	about(p)
	p.wait(3 * day)
	p.is("passed", kinds(p.tick()), "DeadlineWaits TurnEnded HeldSettled TurnBegan")
	about(p)
	p.is("forfeited", kinds(p.do(Forfeit{}, p.mover())), "PlayerForfeited HeldSettled TurnEnded TurnBegan")
	p.do(Hold{Player: "p3", Text: "enact", Of: OfProposal}, player(3))
	p.is("not the mover's", last[WordsHeld](p).Of, "")
}

// A last reminder that nobody was there to give is given when somebody is, and
// the deadline moves a day: from where it stood, or from then if it is past.
func TestMissedReminder(t *testing.T) {
	for late, to := range map[time.Duration]time.Duration{2 * time.Hour: 8 * day, 30 * time.Hour: 7*day + 30*time.Hour} {
		p := begun(t, quick("missing_vote", "abstain", "reminders", "1d"))
		n := p.propose(enact("x"))
		opened := p.now
		p.votes(n, "+")
		p.wait(6 * day)
		events, err := Decide(p.g, Tick{Now: p.now.Add(late)}, By{}, p.now)
		if err != nil {
			t.Fatal(err)
		}
		p.is("events", kinds(events), "DeadlineMoved Reminded")
		p.is("down", events[0].(DeadlineMoved).Down, true)
		p.is("to", events[0].(DeadlineMoved).To, opened.Add(to))
		for _, e := range events {
			p.g.Apply(e, p.now)
		}
		p.is("no more reminders", p.g.NextDeadline(), opened.Add(to))
	}
	p := begun(t, quick("reminders", "1d"))
	p.propose(enact("x"))
	p.wait(6 * day)
	events, _ := Decide(p.g, Tick{Now: p.now.Add(inTime)}, By{}, p.now)
	p.is("in time", kinds(events), "Reminded")
}
