package rules

import "time"

// Decide gives the events that command c of by causes in g at the time at. It
// changes nothing. The error is always a *[Refusal].
//
// A command finds the game as it is when all that was due before it has
// happened: where no [Tick] came in time, those events stand ahead of the
// command's own. Not so for what our own mail server says of an address: it comes at
// no time of the mailbox's, in which mails from before a deadline may lie unread.
func Decide(g *Game, c Command, by By, at time.Time) ([]Event, error) {
	at = at.Round(0).UTC()
	d := &decision{g: g.scratch(), at: at}
	d.g.spend()
	switch c.(type) { // not all: the others find all done that was due
	case Tick, PutRight, FailAddress, StopObserving:
	default:
		d.tick(asOf(c, at).Add(-1), time.Time{})
	}
	d.due = at
	d.wake(c, by)
	if no := d.decide(c, by); no != nil {
		return nil, no
	}
	d.follow()
	d.commit()
	return d.events, nil
}

// asOf is the time up to which a command finds done what was due: its own, or
// that of what a list's server took a little earlier.
func asOf(c Command, at time.Time) time.Time {
	if late, is := c.(Late); is && late.Since.Before(at) && at.Sub(late.Since) <= ListGrace {
		return late.Since
	}
	return at
}

// follow does what Judgment asks for after whatever has happened (Rule 212), and
// ends questions that have come to nothing.
func (d *decision) follow() {
	d.dropLateOffers()
	d.returnToTurns()
	d.countSilence()
	d.callJudge()
	d.holdBack()
}

// decision is one Decide at work on its own copy of the game. Events are
// applied as they come, so that each step sees what the one before has done.
type decision struct {
	g      *Game
	at     time.Time  // official time: what the events are applied with
	due    time.Time  // when it should have happened: at, or a deadline that a late Tick makes up for
	since  time.Time  // of the mail whose meaning is only clear now: see [Answer]
	on     ProposalID // whose vote the effects are about, 0 for that of the turn
	asks   bool       // a question about the proposal follows: see [Pending]
	events []Event
}

func (d *decision) do(e Event) {
	e = d.ofVote(e)
	d.g.Apply(e, d.at)
	d.events = append(d.events, e)
}

func (d *decision) decide(c Command, by By) *Refusal {
	switch c := c.(type) {
	case Join:
		return d.join(c, by)
	case Forfeit:
		return d.forfeit(by)
	case Propose:
		return d.propose(c, by)
	case Revise:
		return d.revise(c, by)
	case WithdrawProposal:
		return d.withdraw(c, by)
	case OpenVoting:
		return d.askOpening(c, by)
	case Vote:
		return d.vote(c, by)
	case WithdrawVote:
		return d.withdrawVote(c.Proposal, by)
	case Invoke:
		return d.invoke(c, by)
	case RuleOn:
		return d.ruleOn(c, by)
	case Overrule:
		return d.overrule(c, by)
	case Reconsider:
		return d.reconsider(c, by)
	case ChooseJudging:
		return d.chooseJudging(c, by)
	case Deactivate:
		return d.deactivate(c, by)
	case Activate:
		return d.activate(c, by)
	case Consent:
		return d.consent(by)
	case Dispute:
		return d.dispute(c, by)
	case ClaimError:
		return d.claimError(c, by)
	case DoubtReport:
		return d.doubtReport(c, by)
	case Hold:
		return d.hold(c)
	case SettleHeld:
		return d.settleHeld(c, by)
	case Answer:
		return d.answer(c, by)
	case FailAddress:
		return d.failAddress(c)
	case HearFrom:
		return d.hearFrom(c)
	case Late:
		return d.late(c, by)
	case Pending:
		return d.pendingQuestion(c, by)
	case Team:
		return d.team(c, by)
	case AddAddress, RemoveAddress, RenewToken, RegisterKey, RemoveKey, KeepSignature:
		return d.known(c, by)
	case ChooseLanguage, ChooseTimezone, ChooseReceipts, GoAway, ComeBack, Observe, StopObserving:
		return d.set(c, by)
	case ChooseTalk, MuteTalk, GatherTalk, PassTalk:
		return d.talk(c, by)
	case Tick:
		d.tick(d.at, c.Now)
		return nil
	case SettleWin, SettleClause:
		if by.Organiser || d.g.IsJudge(by.Player) {
			return d.organise(c)
		}
	case Start, Pause, Resume, Extend, Grant, Remove, Replace, AddOrganiser, RemoveOrganiser, Distribute, SettleCondition,
		SettleClaims, PutRight, ExtendVotes, DistributeAs, TakeOver, NameList, DropList, SettleReport:
		if by.Organiser {
			return d.organise(c)
		}
	}
	return &Refusal{Code: NotOrganiser}
}

// organise decides what only an organiser can ask for.
func (d *decision) organise(c Command) *Refusal {
	switch c := c.(type) { // not all: those that decide hands on
	case Start:
		return d.start()
	case Pause:
		return d.pause(c)
	case Resume:
		return d.resume()
	case Extend:
		return d.extend(c)
	case Grant:
		return d.grant(c)
	case Remove:
		return d.remove(c)
	case Replace:
		return d.replace(c)
	case AddOrganiser:
		return d.addOrganiser(c)
	case RemoveOrganiser:
		return d.removeOrganiser(c)
	case NameList:
		return d.nameList(c)
	case DropList:
		return d.dropList(c)
	case SettleWin:
		return d.settleWin(c)
	case SettleClause:
		return d.settleClause(c)
	case Distribute:
		return d.distributeNow()
	case DistributeAs:
		return d.distributeAs(c)
	case TakeOver:
		return d.takeOver(c)
	case SettleReport:
		return d.settleReport(c)
	case SettleCondition:
		return d.settleCondition(c)
	case SettleClaims:
		return d.settleClaims(c)
	case PutRight:
		return d.putRight(c)
	case ExtendVotes:
		return d.extendVotes(c)
	}
	return &Refusal{Code: NotYet}
}

// player is the player who gives a command in a game that runs.
func (d *decision) player(by By) (*Player, *Refusal) {
	if no := d.running(); no != nil {
		return nil, no
	}
	p := d.g.Player(by.Player)
	if p == nil || p.State != Playing {
		return nil, &Refusal{Code: NotPlayer}
	}
	return p, nil
}

// running says why the game does not go on, if it does not.
func (d *decision) running() *Refusal {
	switch d.g.Status {
	case Running:
		return nil
	case Won, Ended:
		return &Refusal{Code: GameOver}
	case Stopped:
		return &Refusal{Code: Paused, Text: d.g.PausedWhy}
	}
	return &Refusal{Code: NotStarted}
}
