package rules

import (
	"slices"

	"nomicmail/internal/clause"
)

// The steps from the end of a vote to the next turn. Each effect is a step of
// its own name. A step that a clause's failure stopped is taken again, from
// the rule that failed, when the clause is settled.
const (
	stepCount = "count"      // a vote is counted
	stepOrder = "turn_order" // a circuit begins
)

// count counts a vote; if it adopts, the change takes effect (Rule 205). All
// that follows from it comes after.
func (d *decision) count(id ProposalID) {
	g := d.g
	if g.at(id).Nth > 0 {
		d.on = id
		defer func() { d.on = 0 }()
	}
	d.takeRight(id)
	if d.asksConditions(id) {
		return
	}
	fail := g.fault()
	if fail == nil {
		fail = d.weigh(id)
	}
	if fail != nil {
		d.do(*fail)
		return
	}
	p := g.at(id)
	closed := VotingClosed{Proposal: id, Tally: g.tally(p), Rule: p.QuorumBy}
	if closed.NoQuorum = p.QuorumBy > 0 && closed.Tally.Ballots < int64(p.Quorum); !closed.NoQuorum {
		closed.Adopted, closed.Rule, fail = g.verdict(g.decidesOn(p), g.voteSeen(p, closed.Tally))
	}
	if fail != nil {
		d.do(*fail)
		return
	}
	d.do(closed)
	d.expireAbout(OfVote, id)
	if closed.Adopted {
		d.takeEffect(g.at(id))
	}
	if d.checkGoal(g.at(id).effects(), nil) {
		d.voteEffects(nil)
	}
}

// weigh asks again how many votes the voters have.
func (d *decision) weigh(id ProposalID) *ClauseFailed {
	p := d.g.at(id)
	other := map[PlayerID]int64{}
	for _, voter := range p.Voters {
		b, voted := p.Votes[voter]
		if !voted && p.Nth > 0 {
			continue
		}
		w, fail := d.g.weight(voter)
		switch {
		case fail != nil:
			return fail
		case b.Weight == w:
		case p.Nth > 0:
			other[voter] = w
		default:
			b.Weight = w
			d.do(VoteCast{id, voter, b})
		}
	}
	if len(other) > 0 {
		d.do(VotesWeighed{id, other})
	}
	return nil
}

// takeEffect makes the change of an adopted proposal, or says why it cannot be
// made any more.
func (d *decision) takeEffect(p *Proposal) {
	if p.Nth > 0 {
		d.takePartsEffect(p)
		return
	}
	e, no := d.g.lawful(p.Changes[0], p.Number, p.ID)
	if no != nil {
		d.do(ChangeLapsed{p.ID, *no})
		return
	}
	d.doSettling(e)
}

// effects is the name of what follows from the vote.
func (p *Proposal) effects() string {
	if p.State == Adopted {
		return whenAdopted
	}
	return whenDefeated
}

func (d *decision) voteEffects(done []int) {
	p := d.subject()
	switch {
	case !d.effects(p.effects(), done) || d.on != 0:
	case d.g.Player(d.g.Turn.Mover).State != Playing:
		d.endTurn("voted")
	default:
		d.turnEffects(nil)
	}
}

func (d *decision) turnEffects(done []int) {
	if d.effects(whenTurnEnds, done) {
		d.endTurn("voted")
	}
}

// endTurn ends the turn, the circuit with it when that is complete, and begins
// what comes next.
func (d *decision) endTurn(how string) {
	d.do(TurnEnded{Turn: d.g.Turn.Number, Mover: d.g.Turn.Mover, How: how})
	d.expireAbout(OfProposal, 0)
	if d.stopTurns() {
		return
	}
	if next := d.g.nextMover(); next != "" {
		d.beginTurn(next)
		return
	}
	d.do(CircuitEnded{Circuit: d.g.Circuits + 1})
	d.circuitEffects(nil)
}

func (d *decision) circuitEffects(done []int) {
	if d.effects(whenCircuitEnds, done) {
		d.beginCircuit()
	}
}

// beginCircuit fixes the turn order and begins the first turn.
func (d *decision) beginCircuit() {
	if d.stopTurns() {
		return
	}
	order, fail := d.g.turnOrder()
	if fail != nil {
		d.do(*fail)
		return
	}
	d.do(CircuitBegan{Circuit: d.g.Circuits + 1, Order: order})
	if first := d.g.beginsWith(); first != "" {
		d.beginTurn(first)
	}
}

// beginsWith is who begins a circuit: whoever is first, except that a game
// begun elsewhere goes on with the mover that it came with.
func (g *Game) beginsWith() PlayerID {
	list := g.playing()
	if g.firstMover != "" && g.Turn.Number == 0 {
		list = slices.DeleteFunc(list, func(p *Player) bool { return p.Name() != g.firstMover })
	}
	if len(list) == 0 {
		return ""
	}
	return list[0].ID
}

func (d *decision) beginTurn(mover PlayerID) {
	d.do(TurnBegan{Turn: d.g.Turn.Number + 1, Mover: mover, ProposeBy: d.g.deadline(d.due, "propose_period")})
	d.effects(whenTurnBegins, nil)
}

func (d *decision) joinEffects(id PlayerID, done []int) {
	d.effectsFor(whenJoined, done, id)
}

// effects lets every rule have its effect of that name, in the order of
// precedence, less those in done. It says whether the turn goes on: a clause
// that fails stops it, and so does a win.
func (d *decision) effects(name string, done []int) bool { return d.effectsFor(name, done, "") }

func (d *decision) effectsFor(name string, done []int, whom PlayerID) bool {
	done = slices.Clone(done)
	for _, r := range d.g.answering(name) {
		if slices.Contains(done, r.Number) {
			continue
		}
		if err := d.effect(r, name, whom); err != nil {
			fail := ClauseFailed{Rule: r.Number, Name: name, Why: err.Error(), Step: name, Done: done}
			if name == whenJoined {
				fail.Player = whom
			}
			d.do(fail)
			return false
		}
		done = append(done, r.Number)
		if d.g.Status == Running && !d.checkGoal(name, done) {
			return false
		}
	}
	d.doubtSilent(name, whom)
	return true
}

// about is what an effect is told: the vote, the turn, the game or the player,
// as the effects of the rules before it have left them.
func (d *decision) about(name string, whom PlayerID) clause.Value {
	switch p := d.subject(); name {
	case whenAdopted, whenDefeated:
		return d.g.voteSeen(p, p.Tally)
	case whenTurnEnds, whenTurnBegins:
		return d.g.turnSeen()
	case whenCircuitEnds:
		return &gameSeen{g: d.g}
	}
	return seen(d.g.Player(whom))
}

// effectNow is an effect of that name that has done nothing yet.
func (d *decision) effectNow(name string) *effect {
	e := &effect{name: name}
	if p := d.subject(); p != nil && (p.State == Adopted || p.State == Defeated) {
		e.proposal = p.ID
	}
	return e
}

// subject is the proposal that the effects of a vote are about: that of the
// turn, but where votes are counted without one.
func (d *decision) subject() *Proposal {
	if d.on != 0 {
		return d.g.at(d.on)
	}
	return d.g.current()
}

// ofVote notes in what stops a step whose vote it is about.
func (d *decision) ofVote(e Event) Event {
	switch e := e.(type) { // not all: those after which a step is taken again
	case ClauseFailed:
		if d.on != 0 {
			e.Proposal = d.on
		}
		return e
	case WinAwaits:
		if d.on != 0 {
			e.Proposal = d.on
		}
		return e
	}
	return e
}

// effect lets one rule have its effect; when its clause fails nothing of it
// happens.
func (d *decision) effect(r *Rule, name string, whom PlayerID) error {
	e := d.effectNow(name)
	if _, err := d.g.run(r, name, e, d.about(name, whom)); err != nil {
		return err
	}
	if err := d.g.bearable(e); err != nil {
		return err
	}
	d.doubt(r, e, whom)
	for _, event := range e.events {
		d.doSettling(event)
	}
	return nil
}
