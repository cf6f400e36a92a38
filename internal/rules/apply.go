package rules

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// Apply changes g as e says. It refuses nothing.
func (g *Game) Apply(e Event, at time.Time) {
	at = at.Round(0).UTC()
	if moves(e) {
		g.Moved = at
	}
	switch e := e.(type) {
	case GameCreated:
		g.applyCreated(e)
	case GameStarted:
		g.Status = Running
	case GamePaused:
		g.Status, g.PausedAt, g.PausedWhy = Stopped, at, e.Why
	case GameResumed:
		g.applyResumed(e)
	case PlayerJoined:
		p := e.Player
		p.heard = at
		g.Players = append(slices.Clip(g.Players), &p)
		g.Order = e.Order
	case PlayerForfeited:
		g.applyLeft(e.Player, Forfeited)
	case PlayerRemoved:
		g.applyLeft(e.Player, Removed)
	case PlayerReplaced:
		g.applyReplaced(e, at)
	case OrganiserAdded, OrganiserRemoved:
		g.applyOrganiser(e)
	case AddressAdded, AddressRemoved, TokenRenewed, KeyRegistered, KeyRemoved, SignatureKept:
		g.applyKnown(e)
	case TeamOffered, TeamMade, TeamEnded:
		g.applyTeam(e)
	case LanguageChosen, TimezoneChosen, ReceiptsChosen, AbsenceBegan, AbsenceEnded, ObserverAdmitted, ObserverLeft:
		g.applySetting(e)
	case TalkChosen, TalkMuted, TalkGathered, TalkPassed:
		g.applyTalk(e, at)
	case CircuitBegan:
		g.Order = e.Order
		g.forgive()
	case TurnBegan:
		if g.Turn.Number > 0 {
			g.lastTurn = g.Turn
		}
		g.heldBack = false
		g.Turn = Turn{Number: e.Turn, Mover: e.Mover, Began: at, ProposeBy: e.ProposeBy, set: at}
		g.Phase, g.spare = Proposing, 0
	case TurnEnded:
		g.Turn.Ended = true
	case CircuitEnded:
		g.Circuits++
	case Reminded:
		g.applyReminded(e, at)
	case DeadlineMoved:
		g.applyMoved(e, at)
	case Undone:
		// Whoever folds the record leaves out what was undone.
		g.held, g.lastClaim = max(g.held, e.Held), max(g.lastClaim, e.Claims)
		g.unsealed = append(slices.Clip(g.unsealed), e.Seals...)
	case ProposalMade, ProposalNumbered, ProposalRevised, ProposalWithdrawn, OpeningAsked,
		VotingOpened, VoteCast, VoteWithdrawn, VoteComplete, VotingClosed, ChangeLapsed:
		g.applyProposal(e, at)
	case TurnsStopped, ProposalPooled, ProposalsDistributed, VotesWeighed, PartSkipped, ConditionsAsked, ConditionSettled,
		ClaimMade, ClaimsSettled, BallotsPutRight, ListNamed, ListDropped, ReportMade, ReportDoubted, ReportSettled, ReportRatified,
		CaseCalled, CaseAssigned, CaseRuled, ReconsiderationAsked, CaseReopened, WinInSight, RulingStands, JudgingChosen,
		SilenceCounted, PlayerHeard, SilenceWarned, PlayerInactive, PlayerActive, OfficerPosted, BallotRefused:
		g.applyFree(e, at)
	case RuleEnacted, RuleAmended, RuleRepealed, RuleTransmuted, ClauseSettled:
		g.applyRule(e, at)
		g.readLaw()
	case JudgmentInvoked, JudgeAppointed, RulingGiven, OverruleVoted, RulingOverruled, ConsentGiven, TurnHeld, TurnFreed, JudgmentClosed:
		g.applyJudgment(e, at)
	case Awarded, Kept, Said, DiceCommitted, DieThrown, ClauseFailed, GameWon, WinDisputed, WinAwaits, RoundBegan, GameEnded,
		AddressFailed, AddressWorks, EffectDoubted, AwardSettled:
		g.applyOutcome(e)
	case WordsHeld, HeldSettled, DeadlineWaits:
		g.applyQuestion(e, at)
	default:
		panic(fmt.Sprintf("rules: unknown event %T", e))
	}
}

// applyFree is about games without turns, or with mailing lists.
func (g *Game) applyFree(e Event, at time.Time) {
	switch e.(type) { // not all: [Game.Apply] has the others
	case TurnsStopped, ProposalPooled, ProposalsDistributed, VotesWeighed, PartSkipped, ConditionsAsked, ConditionSettled:
		g.applyList(e, at)
	case ClaimMade, ClaimsSettled, BallotsPutRight:
		g.applyClaim(e, at)
	case ListNamed, ListDropped:
		g.applyMailList(e)
	case ReportMade, ReportDoubted, ReportSettled, ReportRatified:
		g.applyReport(e, at)
	case CaseCalled, CaseAssigned, CaseRuled, ReconsiderationAsked, CaseReopened, WinInSight, RulingStands, JudgingChosen:
		g.applyCase(e, at)
	case SilenceCounted, PlayerHeard, SilenceWarned, PlayerInactive, PlayerActive:
		g.applyInactive(e, at)
	case OfficerPosted, BallotRefused:
		// They are there to be compared with what the officers post.
	}
}

func (g *Game) applyCreated(e GameCreated) {
	g.Name, g.Ruleset, g.Language = e.Name, e.Ruleset, e.Language
	g.Zone = zone(e.Timezone)
	g.Customs, g.Organisers = e.Customs, e.Organisers
	g.Shadow, g.Officers, g.Lists, g.Mark = e.Shadow, e.Officers, e.Lists, e.Mark
	g.Status, g.Round = Waiting, 1
	g.nextNumber, g.Circuits, g.initialCircuits, g.firstMover = e.NextNumber, e.Circuits, e.Circuits, e.Mover
	g.Initial = inForce(e.Rules)
	g.Rules = g.Initial
	for _, r := range g.Rules {
		g.topRule = max(g.topRule, r.Number)
	}
	g.topRule = max(g.topRule, e.NextRule-1)
	g.readLaw()
	_, g.ownLaw = g.Answer("turns")
}

// zone is UTC for a name that this machine does not know, so that a record can
// be read everywhere.
func zone(name string) *time.Location {
	if name == "Local" {
		return time.UTC
	}
	if l, err := time.LoadLocation(name); err == nil {
		return l
	}
	return time.UTC
}

// inForce makes a set of rules of a list, in the order of their numbers.
func inForce(list []Rule) []*Rule {
	set := make([]*Rule, 0, len(list))
	for _, r := range list {
		set = append(set, &r)
	}
	slices.SortStableFunc(set, func(a, b *Rule) int { return a.Number - b.Number })
	return set
}

// applyResumed moves every deadline by as much as the pause lasted.
func (g *Game) applyResumed(e GameResumed) {
	g.Status, g.PausedAt, g.PausedWhy = Running, time.Time{}, ""
	move := func(t *time.Time) {
		if !t.IsZero() {
			*t = t.Add(e.Shift)
		}
	}
	move(&g.Turn.ProposeBy)
	move(&g.Turn.set)
	g.shiftSilence(e.Shift)
	for _, c := range g.OpenClaims() {
		g.changeClaim(c.Number, func(c *Claim) { move(&c.AnswerBy) })
	}
	for _, j := range append(g.Standing(), g.unsettledCases()...) {
		g.changeJudgment(j.Number, func(j *Judgment) {
			for _, t := range []*time.Time{&j.RuleBy, &j.StandsBy, &j.set} {
				move(t)
			}
		})
	}
	for _, id := range g.live {
		g.changeProposal(id, func(p *Proposal) {
			for _, t := range []*time.Time{&p.OpensAfter, &p.OpensBy, &p.Closes, &p.period, &p.set, &p.SettleBy} {
				move(t)
			}
		})
	}
}

// applyLeft takes a player out of the game: votes in open votings are struck
// (Rule 113).
func (g *Game) applyLeft(id PlayerID, state PlayerState) {
	g.changePlayer(id, func(p *Player) { p.State = state })
	gone := func(v PlayerID) bool { return v == id }
	for _, open := range g.live {
		g.changeProposal(open, func(p *Proposal) {
			p.Voters = slices.DeleteFunc(slices.Clone(p.Voters), gone)
			old := p.Votes[id]
			p.Votes = maps.Clone(p.Votes)
			delete(p.Votes, id)
			p.strike(old, p.Votes)
		})
	}
	g.Disputed = slices.DeleteFunc(slices.Clone(g.Disputed), gone)
	g.awaitingLeft(id)
	g.Consents = slices.DeleteFunc(slices.Clone(g.Consents), gone)
	for _, j := range g.Standing() {
		g.changeJudgment(j.Number, func(j *Judgment) { j.Against = slices.DeleteFunc(slices.Clone(j.Against), gone) })
	}
}

func (g *Game) applyReminded(e Reminded, at time.Time) {
	if e.Of == "propose" {
		g.Turn.Reminders, g.Turn.Late = e.Nth, g.Turn.Late || e.Late
		return
	}
	if e.Of == ofClaim {
		g.claimReminded(e, at)
		return
	}
	if e.Of == ofJudgment {
		g.changeJudgment(e.Judgment, func(j *Judgment) { j.reminders, j.late = e.Nth, j.late || e.Late })
		return
	}
	g.changeProposal(e.Proposal, func(p *Proposal) { p.Reminders, p.Late = e.Nth, p.Late || e.Late })
}

// applyMoved begins the reminders anew with the new deadline.
func (g *Game) applyMoved(e DeadlineMoved, at time.Time) {
	if len(e.Away) > 0 {
		g.excused += e.To.Sub(g.deadlineOf(e))
	}
	if e.Of == "propose" {
		g.Turn.ProposeBy, g.Turn.set, g.Turn.Reminders, g.Turn.Late = e.To, at, 0, false
		g.Turn.WaitsSince = time.Time{}
		return
	}
	if e.Of == ofJudgment {
		g.changeJudgment(e.Judgment, func(j *Judgment) { j.RuleBy, j.set, j.reminders, j.late = e.To, at, 0, false })
		return
	}
	g.changeProposal(e.Proposal, func(p *Proposal) {
		p.set, p.Reminders, p.Late, p.WaitsSince = at, 0, false, time.Time{}
		if e.Of == "debate" {
			p.OpensBy = e.To
		} else {
			p.Closes, p.period = e.To, e.To
		}
	})
}

func (g *Game) applyOutcome(e Event) {
	switch e := e.(type) { // not all: those that Apply hands on
	case EffectDoubted:
		g.applyDoubt(e)
	case AwardSettled:
		g.applyAwardSettled(e)
	case Awarded:
		if e.Provisional {
			g.doubtAward(e)
		}
		g.changePlayer(e.Player, func(p *Player) { p.Points = p.Points.Plus(e.Points) })
		g.Awards, g.taken = push(g.Awards, g.taken, e)
	case Kept:
		g.Ledger = maps.Clone(g.Ledger)
		if g.Ledger == nil {
			g.Ledger = map[string]string{}
		}
		if g.Ledger[e.Name] = e.Value; e.Value == nothing {
			delete(g.Ledger, e.Name)
		}
	case Said:
	case DiceCommitted:
		g.Committed = Commitment{Turn: e.Turn, Draw: e.Draw, Hash: e.Hash}
	case DieThrown:
		g.doubtThrow(e)
		g.Committed.Thrown = e.Nth
	case ClauseFailed:
		if g.Status == Running {
			g.judge()
			g.Stuck = &e
		}
	case GameWon:
		g.Status, g.Winners, g.Disputed, g.Awaiting = Won, e.Players, nil, nil
		if g.Phase == Judging {
			g.Phase = g.prior
		}
	case WinDisputed:
		g.judge()
		g.Disputed = e.Players
	case WinAwaits:
		g.applyAwaits(e)
	case RoundBegan:
		g.applyRound(e)
	case GameEnded:
		g.Status = Ended
	case AddressFailed:
		g.Failed = append(slices.Clip(g.Failed), &e)
	case AddressWorks:
		g.Failed = slices.DeleteFunc(slices.Clone(g.Failed), func(f *AddressFailed) bool { return f.Player == e.Player && f.Address == e.Address })
	}
}

// judge lets the game wait for a person.
func (g *Game) judge() {
	if g.Phase != Judging {
		g.prior, g.Phase = g.Phase, Judging
	}
}

// applyRound begins a round: all start at nothing. With the initial rules come
// back what the rules had kept and the circuits that Rule 203 counts.
func (g *Game) applyRound(e RoundBegan) {
	g.Status, g.Round, g.Winners = Running, e.Round, nil
	g.Turn.Ended = true
	g.Consents, g.heldBack, g.Doubts = nil, false, nil
	for _, j := range g.Standing() {
		g.changeJudgment(j.Number, func(j *Judgment) { j.Closed = "round" })
	}
	for _, p := range g.Players {
		g.changePlayer(p.ID, func(p *Player) { p.Points = Points{} })
	}
	if e.Rules == nil {
		return
	}
	g.Rules, g.Gone, g.Ledger, g.Circuits = inForce(e.Rules), nil, nil, 0
	g.readLaw()
}
