package moderator

import (
	"slices"
	"strings"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

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
	case rules.WinInSight:
		// Told with the ruling.
	case rules.RulingOverruled, rules.JudgmentClosed, rules.RulingStands:
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
