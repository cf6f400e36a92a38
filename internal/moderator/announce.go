package moderator

import (
	"slices"
	"strings"
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

// tellMover gives the mover the word, in a letter that goes out anyway where
// there is one.
func (s *sheet) tellMover(events []rules.Event) {
	if !begins(events) || len(s.g.Wanting()) > 0 || s.g.Turn.Ended || s.g.Status != rules.Running {
		return
	}
	mover := s.g.Player(s.g.Turn.Mover)
	turn := s.yourTurn()
	for k := len(s.drafts) - 1; k >= 0; k-- {
		if d := &s.drafts[k]; d.entry == 0 && d.to == mover && slices.Contains([]string{"result", "passed", "started", "judgment"}, d.kind) {
			d.turn = turn
			return
		}
	}
	s.post(mover, "your-turn", 0, func(f templates.Frame) templates.Letter {
		t := *turn
		t.Frame = f
		return t
	})
}

// begins says whether somebody may propose now who could not before.
func begins(events []rules.Event) bool {
	return slices.ContainsFunc(events, func(e rules.Event) bool {
		switch e.(type) { // not all: what lets a mover propose
		case rules.TurnBegan, rules.TurnFreed:
			return true
		}
		return false
	})
}

func (s *sheet) yourTurn() *templates.YourTurn {
	g := s.g
	silent := custom(g, "missing_proposal")
	away := awayUntil(g, g.Turn.Mover, s.at)
	if custom(g, "absence") == "pass" && away.After(g.Turn.ProposeBy) {
		silent = "pass"
	}
	return &templates.YourTurn{
		Name: name(g, g.Turn.Mover), Number: g.NextNumber(), ProposeBy: g.Turn.ProposeBy,
		AtMost: atMost(g), IfSilent: silent, Circuit: g.Circuits + 1, Die: g.NextDie(),
		AwayUntil: away, IfAway: custom(g, "absence"),
	}
}

// awayUntil is until when a player is away, zero when she is not.
func awayUntil(g *rules.Game, id rules.PlayerID, at time.Time) time.Time {
	if p := g.Player(id); p != nil && p.Away.After(at) {
		return p.Away
	}
	return time.Time{}
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

// moverName is whose turn it is; "" when it is nobody's.
func moverName(g *rules.Game) string {
	if g.Status != rules.Running || g.Turn.Ended {
		return ""
	}
	return name(g, g.Turn.Mover)
}

// tellNotice drafts short news for all, for the events that are news. A new
// kind of event must be put into one of its cases.
func (s *sheet) tellNotice(before *rules.Game, events []rules.Event, e rules.Event) {
	g := s.g
	switch e := e.(type) {
	case rules.GameStarted:
		s.tellStarted()
	case rules.GamePaused:
		s.tellPaused(e)
	case rules.GameResumed:
		s.notice("resumed", templates.Notice{At: deadline(g)})
	case rules.DeadlineMoved:
		s.tellMoved(events, e)
	case rules.PlayerForfeited:
		s.tellGone(before, events, e.Player, templates.Notice{Code: "forfeited"})
	case rules.PlayerRemoved:
		s.tellRemoved(before, events, e)
	case rules.PlayerReplaced:
		s.tellReplaced(before, e)
	case rules.OrganiserAdded, rules.OrganiserRemoved, rules.ListNamed, rules.ListDropped:
		s.tellKept(e)
	case rules.ProposalWithdrawn:
		if p := proposalOf(g, e.Proposal); e.How == "proposer" && p.Number != 0 { // of one in the pool nobody knows
			s.notice("withdrawn", templates.Notice{Number: p.Number, Name: name(g, p.Proposer)})
		}
	case rules.Awarded:
		if e.Rule == 0 {
			s.notice("awarded", templates.Notice{Name: name(g, e.Player), Points: e.Points.String(), Why: e.Why})
		}
	case rules.WinDisputed:
		s.tellTie(e)
	case rules.ClauseSettled:
		if !corrects(events) {
			s.notice("settled", templates.Notice{Rule: e.Rule, Why: e.Why, Text: e.Clause})
		}
	case rules.WinAwaits:
		s.tellAwaits(e)
	case rules.ClauseFailed:
		s.toOrganisers(templates.Notice{Code: "clause-failed", Rule: e.Rule, Text: e.Name, Why: e.Why})
	case rules.RoundBegan:
		s.notice("round", templates.Notice{Number: e.Round})
	case rules.GameEnded:
		s.notice("ended", templates.Notice{Why: e.Why})
	case rules.ProposalMade, rules.ProposalRevised, rules.VotingOpened, rules.VotingClosed, rules.TurnEnded,
		rules.GameWon, rules.Reminded, rules.DeadlineWaits, rules.PlayerJoined, rules.JudgmentInvoked, rules.JudgeAppointed, rules.RulingGiven,
		rules.OverruleVoted, rules.TurnHeld, rules.TurnFreed, rules.AwardSettled, rules.ProposalsDistributed, rules.ConditionsAsked, rules.TurnsStopped,
		rules.CaseCalled, rules.CaseAssigned, rules.CaseRuled, rules.ReconsiderationAsked, rules.CaseReopened, rules.ClaimMade, rules.ClaimsSettled, rules.ReportMade, rules.ReportDoubted, rules.ReportSettled, rules.ReportRatified:
		// announce has a letter for each.
	case rules.ProposalNumbered, rules.CircuitBegan, rules.TurnBegan, rules.CircuitEnded, rules.RuleEnacted,
		rules.RuleAmended, rules.RuleRepealed, rules.RuleTransmuted, rules.ChangeLapsed, rules.Kept, rules.Said,
		rules.DiceCommitted, rules.DieThrown, rules.EffectDoubted, rules.VotesWeighed, rules.PartSkipped:
		// Told in the letter of what caused it.
	case rules.WordsHeld:
		if e.Reason == rules.DisputeReason {
			s.tellDispute(e)
		}
	case rules.AddressFailed:
		s.toOrganisers(templates.Notice{Code: "unreachable", Name: name(g, e.Player), Text: e.Address, Why: e.Why})
	case rules.TalkPassed:
		// Whoever passes it on writes the letters: no event has the words.
	case rules.RulingOverruled, rules.JudgmentClosed:
		// Told with the next Judge, and with what the closing has led to.
	case rules.AddressAdded, rules.AddressRemoved, rules.TokenRenewed, rules.KeyRegistered, rules.KeyRemoved:
		s.tellKnown(before, e)
	case rules.TeamOffered, rules.TeamMade, rules.TeamEnded:
		s.tellTeam(e)
	case rules.AbsenceBegan, rules.AbsenceEnded:
		s.tellAbsence(e)
	case rules.SilenceWarned, rules.PlayerInactive, rules.PlayerActive:
		s.tellSilence(e)
	case rules.LanguageChosen, rules.TimezoneChosen, rules.ReceiptsChosen, rules.ObserverAdmitted, rules.ObserverLeft,
		rules.ConsentGiven, rules.AddressWorks, rules.SignatureKept, rules.VoteCast, rules.VoteWithdrawn, rules.VoteComplete, rules.OpeningAsked, rules.HeldSettled, rules.TalkChosen, rules.TalkMuted, rules.TalkGathered,
		rules.ProposalPooled, rules.ConditionSettled, rules.JudgingChosen, rules.PlayerHeard, rules.SilenceCounted, rules.BallotsPutRight, rules.OfficerPosted, rules.BallotRefused:
		// The receipt tells whom it concerns.
	case rules.GameCreated, rules.Undone:
		// Whoever creates or undoes tells what that means.
	}
}

func (s *sheet) tellPaused(e rules.GamePaused) {
	code := "paused"
	if len(playing(s.g)) < 2 {
		code = "alone"
	}
	s.notice(code, templates.Notice{Why: e.Why})
}

// tellRemoved tells that an organiser took somebody out, or long silence did.
func (s *sheet) tellRemoved(before *rules.Game, events []rules.Event, e rules.PlayerRemoved) {
	code := "removed"
	if e.Silent {
		code = "left-silent"
	}
	s.tellGone(before, events, e.Player, templates.Notice{Code: code, Why: e.Why})
}

// tellStarted tells that the game begins, and who moves.
func (s *sheet) tellStarted() {
	g := s.g
	if g.Free() {
		s.notice("started-free", templates.Notice{Names: names(g, playing(g))})
		return
	}
	s.notice("started", templates.Notice{Names: names(g, playing(g)), Name: name(g, g.Turn.Mover), At: g.Turn.ProposeBy, Die: g.NextDie()})
}

// tellNoTurns tells that there are no turns any more. A game that begins so says
// it as it begins.
func (s *sheet) tellNoTurns(events []rules.Event) {
	if _, begins := events[0].(rules.GameStarted); !begins {
		s.notice("no-turns", templates.Notice{})
	}
}

// tellMoved tells of another deadline, and why.
func (s *sheet) tellMoved(events []rules.Event, e rules.DeadlineMoved) {
	number := numberOf(s.g, e.Proposal)
	switch {
	case e.Down:
		s.tellAway(events, e)
	case len(e.Away) > 0:
		s.notice("waits-away", templates.Notice{Number: number, Names: names(s.g, e.Away), At: e.To})
	case besides(s.g, e.Proposal):
		s.tellExtended(events, e)
	default:
		s.notice("extended", templates.Notice{Number: number, At: e.To, Why: e.Why, Text: e.Of})
	}
}

func deadline(g *rules.Game) time.Time { _, at := g.Deadline(); return at }

// notice tells everybody who plays.
func (s *sheet) notice(kind string, n templates.Notice) {
	n.Code = kind
	for _, to := range s.all() {
		s.postNotice(to, kind, n)
	}
	s.toOtherOrganisers(n)
	s.noticeToObservers(n)
}

func (s *sheet) noticeToObservers(n templates.Notice) {
	s.toObservers(n.Code, 0, func(f templates.Frame) templates.Letter {
		n := n
		n.Frame = f
		return n
	})
}

// toOtherOrganisers tells of an organiser's act the others who do not play: those
// who do are told as players. Where there is but one, there is nobody else.
func (s *sheet) toOtherOrganisers(n templates.Notice) {
	all := s.organisers()
	if n.By = s.hand; n.By == "" || len(all) < 2 {
		return
	}
	for _, a := range all {
		if sameAddress(a, s.cause.From) || playerAt(s.g, a) != nil {
			continue
		}
		s.postTo(addressee{address: a, language: s.g.Language, zone: s.g.Zone}, n.Code, 0, func(f templates.Frame) templates.Letter {
			n := n
			n.Frame = f
			return n
		})
	}
}

// postNotice tells a player. Of an organiser's act it tells whose it is.
func (s *sheet) postNotice(to *rules.Player, kind string, n templates.Notice) {
	n.By = s.hand
	s.post(to, kind, 0, func(f templates.Frame) templates.Letter {
		n := n
		n.Frame = f
		return n
	})
}

func (s *sheet) noticeBut(but *rules.Player, n templates.Notice) {
	for _, to := range s.all() {
		if to.ID != but.ID {
			s.postNotice(to, n.Code, n)
		}
	}
	s.toOtherOrganisers(n)
	s.noticeToObservers(n)
}

// tellGone tells that somebody has left. When it was the mover, the others
// learn it from the letter that ends the turn.
func (s *sheet) tellGone(before *rules.Game, events []rules.Event, id rules.PlayerID, n templates.Notice) {
	n.Name = name(before, id)
	s.postNotice(before.Player(id), n.Code, n)
	ended := slices.ContainsFunc(events, func(e rules.Event) bool {
		t, ok := e.(rules.TurnEnded)
		return ok && t.Mover == id && t.How != "voted"
	})
	if !ended {
		s.notice(n.Code, n)
	}
}

// toOrganisers tells the organisers alone.
func (s *sheet) toOrganisers(n templates.Notice) {
	for _, a := range s.organisers() {
		s.toOrganiser(a, n)
	}
}

func (s *sheet) toOrganiser(address string, n templates.Notice) {
	s.postTo(addressee{address: address, language: s.g.Language, zone: s.g.Zone}, n.Code, 0,
		func(f templates.Frame) templates.Letter {
			n := n
			n.Frame = f
			return n
		})
}

func (s *sheet) organisers() []string {
	var list []string
	for _, a := range append(slices.Clone(s.g.Organisers), s.m.set.Organisers...) {
		if a != "" && !slices.ContainsFunc(list, func(b string) bool { return strings.EqualFold(a, b) }) {
			list = append(list, a)
		}
	}
	return list
}
