package moderator

import (
	"slices"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// announce drafts what the players must be told of events that have just been
// applied. before is the game as it was.
func (s *sheet) announce(before *rules.Game, events []rules.Event) {
	var voting, resolved bool
	for i, e := range events {
		switch e := e.(type) { // not all: tellNotice has the others
		case rules.ProposalMade:
			if !opensNow(events, e.Proposal) {
				s.tellProposal(nil, e.Proposal)
			}
		case rules.ProposalRevised:
			if !opensNow(events, e.Proposal) && s.g.Waiting().IsZero() { // else the ballot has it
				s.tellProposal(proposalOf(before, e.Proposal), e.Proposal)
			}
		case rules.VotingOpened:
			s.tellBallot(before, e)
		case rules.ProposalsDistributed:
			s.tellDistribution(e)
		case rules.ConditionsAsked:
			s.tellConditions(e)
		case rules.ReportMade:
			s.tellReport(before, events, e)
		case rules.ReportDoubted:
			s.tellReportDoubted(e)
		case rules.ReportSettled:
			s.tellReportSettled(e)
		case rules.TurnsStopped:
			s.tellNoTurns(events)
		case rules.VotingClosed:
			if resolves(s.g, e) {
				if !resolved {
					s.tellResolution(events)
				}
				resolved = true
				continue
			}
			voting = true
			s.tellResult(before, events[i:])
		case rules.TurnEnded:
			if !voting {
				s.tellPassed(before, events, e)
			}
			voting = false
		case rules.GameWon:
			s.tellGameOver(e)
		case rules.Reminded:
			s.tellReminder(e, movedByAbsence(events))
		case rules.DeadlineWaits:
			s.tellWaiting(e)
		case rules.PlayerJoined:
			s.tellJoined(e)
		case rules.JudgmentInvoked, rules.JudgeAppointed, rules.RulingGiven, rules.OverruleVoted, rules.TurnHeld, rules.TurnFreed:
			s.tellJudgment(events, e)
		case rules.CaseCalled, rules.CaseAssigned, rules.CaseRuled, rules.ReconsiderationAsked, rules.CaseReopened:
			s.tellCase(events, e)
		case rules.AwardSettled:
			s.tellCorrection(before, events, i)
		case rules.ClaimMade:
			s.tellClaim(e)
		case rules.ClaimsSettled:
			s.tellDenied(e)
		default:
			s.tellNotice(before, events, e)
		}
	}
	s.tellExpired(events)
	s.tellMover(events)
}

func opensNow(events []rules.Event, id rules.ProposalID) bool {
	return slices.ContainsFunc(events, func(e rules.Event) bool {
		o, ok := e.(rules.VotingOpened)
		return ok && o.Proposal == id
	})
}

// all are those who play.
func (s *sheet) all() []*rules.Player {
	var list []*rules.Player
	for _, p := range s.g.Players {
		if p.State == rules.Playing {
			list = append(list, p)
		}
	}
	return list
}

// tellProposal announces a proposal; earlier is what it was before it was
// revised, or nil.
func (s *sheet) tellProposal(earlier *rules.Proposal, id rules.ProposalID) {
	p := proposalOf(s.g, id)
	clause := earlier != nil && slices.EqualFunc(earlier.Changes, p.Changes, sameWords)
	offer, after := s.foreseen(s.g, p), p.OpensAfter
	if !after.After(s.at) {
		after = time.Time{}
	}
	for _, to := range s.all() {
		s.post(to, "proposal", p.Number, func(f templates.Frame) templates.Letter {
			return templates.Proposal{
				Frame: f, Offer: offer, Revised: earlier != nil, OnlyClause: clause, Mine: to.ID == p.Proposer,
				OpensAfter: after, OpensBy: p.OpensBy,
			}
		})
	}
	s.toObservers("proposal", p.Number, func(f templates.Frame) templates.Letter {
		return templates.Proposal{Frame: f, Offer: offer, Revised: earlier != nil, OnlyClause: clause, Watching: true, OpensAfter: after, OpensBy: p.OpensBy}
	})
}

// sameWords says that two changes differ in their clauses at most.
func sameWords(a, b rules.Change) bool {
	a.Clause, a.KeepsClause = b.Clause, b.KeepsClause
	return a == b
}

// tellBallot sends the ballot to the voters. Those who watch hear of a proposal
// that was never in debate.
func (s *sheet) tellBallot(before *rules.Game, e rules.VotingOpened) {
	s.sendBallot(e, e.Voters)
	if proposalOf(before, e.Proposal) != nil {
		return
	}
	p := proposalOf(s.g, e.Proposal)
	offer := s.foreseen(s.g, p)
	s.toObservers("proposal", p.Number, func(f templates.Frame) templates.Letter {
		return templates.Proposal{Frame: f, Offer: offer, Watching: true, Closes: e.Closes}
	})
}

// sendBallot sends the ballot of a vote to some of its voters.
func (s *sheet) sendBallot(e rules.VotingOpened, to []rules.PlayerID) {
	p := proposalOf(s.g, e.Proposal)
	g := s.g
	offer, away := s.foreseen(g, p), absences(g, s.at)
	for _, id := range to {
		to := g.Player(id)
		s.post(to, "ballot", p.Number, func(f templates.Frame) templates.Letter {
			return templates.Ballot{
				Frame: f, Offer: offer, Closes: e.Closes, IfSilent: custom(g, "missing_vote"),
				Abstain: custom(g, "abstain") == "yes", Needs: g.Needs(p), Forms: s.forms(p.Number, g, to),
				Voters: names(g, e.Voters), Mine: string(p.Votes[id].Option), Die: g.NextDie(),
				Away: away, IfAway: custom(g, "absence"), Sealed: custom(g, "ballots") == sealed,
			}
		})
	}
}

func custom(g *rules.Game, name string) string {
	v, _ := g.Custom(name)
	return v
}

func names(g *rules.Game, ids []rules.PlayerID) []string {
	var list []string
	for _, id := range ids {
		if p := g.Player(id); p != nil {
			list = append(list, p.Name())
		}
	}
	return list
}

func name(g *rules.Game, id rules.PlayerID) string {
	if p := g.Player(id); p != nil {
		return p.Name()
	}
	return ""
}

func (s *sheet) tellReminder(e rules.Reminded, moved bool) {
	g := s.g
	if e.Claim != 0 {
		s.remindOfClaims(e)
		return
	}
	if e.Late {
		s.tellAwaited(e)
	}
	if e.Judgment != 0 {
		s.remindJudge(e)
		return
	}
	for _, id := range e.Players {
		to := g.Player(id)
		s.post(to, "reminder", numberOf(g, e.Proposal), func(f templates.Frame) templates.Letter {
			r := templates.Reminder{Frame: f, Of: e.Of, Late: e.Late, Moved: moved, Awaited: names(g, e.Players)}
			r.IfSilent = custom(g, "missing_proposal")
			r.Until = g.Turn.ProposeBy
			if p := proposalOf(g, e.Proposal); p != nil {
				r.Offer, r.Until = s.offerIn(g, p), p.OpensBy
				if e.Of == "vote" {
					r.Until, r.IfSilent = p.Closes, ifSilent(g, p)
					r.Sealed = seals(g, p)
					r.Abstain, r.Forms = custom(g, "abstain") == "yes", s.forms(p.Number, g, to)
					r.Vote = voteOf(g, p, to)
				}
			}
			return r
		})
	}
}

func (s *sheet) tellJoined(e rules.PlayerJoined) {
	to := s.g.Player(e.Player.ID)
	s.post(to, "welcome", 0, func(f templates.Frame) templates.Letter { return s.welcome(f, to) })
	if s.g.Status == rules.Waiting {
		return
	}
	s.noticeBut(to, templates.Notice{Code: "joined", Name: to.Name()})
}

// welcome greets a newcomer to the game as it is when the letter is written:
// others may have joined with the reader.
func (s *sheet) welcome(f templates.Frame, to *rules.Player) templates.Welcome {
	g := s.g
	first, others := primer(g)
	return templates.Welcome{
		Frame: f, Habits: habits(g), Name: to.Name(), Players: names(g, playing(g)), Mover: moverName(g),
		Goal: g.Goal(), Free: !g.HasTurns(), Lists: listLines(g), Ruleset: g.Ruleset, Status: standing(g, s.at), Scores: scores(g), Chief: first, Others: others,
	}
}

func playing(g *rules.Game) []rules.PlayerID {
	var ids []rules.PlayerID
	for _, id := range g.Order {
		if p := g.Player(id); p != nil && p.State == rules.Playing {
			ids = append(ids, id)
		}
	}
	return ids
}

func deadline(g *rules.Game) time.Time { _, at := g.Deadline(); return at }
