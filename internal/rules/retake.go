package rules

// retake takes a step again whose clause has been settled.
func (d *decision) retake(f ClauseFailed) {
	if f.Proposal != 0 || f.Step == stepDistribute {
		d.retakeListed(f)
		return
	}
	if !d.checkGoal(f.Step, f.Done) {
		return
	}
	switch f.Step {
	case stepCount:
		if d.g.Player(d.g.Turn.Mover).State == Playing {
			d.count(d.g.Turn.Proposal)
		}
	case whenAdopted, whenDefeated, whenTurnEnds:
		d.retakeVote(f)
	case whenCircuitEnds:
		d.circuitEffects(f.Done)
	case stepOrder:
		d.beginCircuit()
	case whenTurnBegins:
		d.effects(whenTurnBegins, f.Done)
	case whenJoined:
		if d.g.Player(f.Player).State == Playing {
			d.joinEffects(f.Player, f.Done)
		}
	}
	d.proceed()
}

// retakeVote takes the effects of a vote again. A mover who has left meanwhile
// can neither lose points nor get any (Rule 113).
func (d *decision) retakeVote(f ClauseFailed) {
	gone := d.g.Player(d.g.Turn.Mover).State != Playing
	switch {
	case f.Step == whenTurnEnds && !gone:
		d.turnEffects(f.Done)
	case gone && f.Step != whenAdopted:
		d.endTurn("voted")
	default:
		d.voteEffects(f.Done)
	}
}

// retakeListed takes a step again that belongs to no turn.
func (d *decision) retakeListed(f ClauseFailed) {
	if f.Step == stepDistribute {
		d.distribute()
		return
	}
	p := d.g.at(f.Proposal)
	if p == nil {
		return
	}
	d.on = p.ID
	defer func() { d.on = 0 }()
	switch {
	case !d.checkGoal(f.Step, f.Done):
	case f.Step == stepCount && p.State == Open:
		d.count(p.ID)
	case f.Step == whenAdopted || f.Step == whenDefeated:
		d.effects(f.Step, f.Done)
	}
}
