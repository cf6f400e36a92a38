package rules

import "time"

// How somebody becomes inactive or active.
const (
	bySilence   = "silence"
	byOwnWord   = "self"
	byOrganised = "organiser"
	byAct       = "act"
	byTurns     = "turns" // which everyone has again
)

// What comes to whoever stays silent.
const (
	toInactive = "inactive"
	toLeave    = "leaves"
)

// Active says whether a player plays and is not inactive. Who is has no vote on
// what is distributed meanwhile and judges nothing.
func (p *Player) Active() bool { return p != nil && p.State == Playing && p.Inactive.IsZero() }

// active are those who play and are not inactive, in turn order.
func (g *Game) active() []*Player {
	var list []*Player
	for _, p := range g.playing() {
		if p.Active() {
			list = append(list, p)
		}
	}
	return list
}

// Inactive are the players who are, in the order of joining.
func (g *Game) Inactive() []*Player {
	var list []*Player
	for _, p := range g.Players {
		if p.State == Playing && !p.Inactive.IsZero() {
			list = append(list, p)
		}
	}
	return list
}

// countsSilence says whether it matters how long somebody is silent.
func (g *Game) countsSilence() bool {
	if !g.Free() || g.Status != Running {
		return false
	}
	_, inactive := g.length("inactive_after")
	_, leaves := g.length("leaves_after")
	return inactive || leaves
}

// countSilence begins to count the silence of all from the moment at which it
// matters, and makes everybody active where there are turns again.
func (d *decision) countSilence() {
	g := d.g
	if g.Status != Running {
		return
	}
	if counts := g.countsSilence(); counts == g.silenceFrom.IsZero() {
		d.do(SilenceCounted{Off: !counts})
	}
	if g.Free() {
		return
	}
	for _, p := range g.Inactive() {
		d.do(PlayerActive{Player: p.ID, How: byTurns})
	}
}

// hear notes that there was a mail of a player's, once a day: silence is counted
// from the end of the last day on which there was one.
func (d *decision) hear(id PlayerID) {
	p := d.g.Player(id)
	if p == nil || p.State != Playing || d.g.silenceFrom.IsZero() || d.at.Before(d.g.dayAfter(p.heard)) {
		return
	}
	d.do(PlayerHeard{id})
}

// dayAfter is when the day after t begins.
func (g *Game) dayAfter(t time.Time) time.Time {
	local := t.In(g.Zone)
	return onClock(time.Date(local.Year(), local.Month(), local.Day()+1, 0, 0, 0, 0, time.UTC), g.Zone).UTC()
}

// SilentSince is when a player's silence began: an announced absence is none.
func (g *Game) SilentSince(p *Player) time.Time {
	since := g.dayAfter(p.heard)
	for _, t := range []time.Time{g.silenceFrom, p.Away, p.Inactive} {
		if t.After(since) {
			since = t
		}
	}
	return since
}

// silenceWatch is the first moment at which somebody's silence has come so far
// that something follows: notice, or what notice was given of. nil for never.
func (g *Game) silenceWatch() *watch {
	if g.silenceFrom.IsZero() {
		return nil
	}
	after, counts := g.length("inactive_after")
	leaves, leave := g.length("leaves_after")
	notice, warns := g.length("inactive_notice")
	warns = warns && notice != span{}
	var first *watch
	for _, p := range g.Players {
		of, s, ok := toInactive, after, counts
		if !p.Inactive.IsZero() {
			of, s, ok = toLeave, leaves, leave
		}
		if p.State != Playing || !ok {
			continue
		}
		w := g.silenceOf(p, of, s, notice, warns)
		if first == nil || w.at.Before(first.at) {
			first = w
		}
	}
	return first
}

// silenceOf is what follows next from a player's silence. Nobody becomes inactive
// or leaves without the whole time that a notice gives.
func (g *Game) silenceOf(p *Player, of string, s, notice span, warns bool) *watch {
	since := g.SilentSince(p)
	until := g.onTheClock(s.after(since, g.Zone))
	switch {
	case !warns:
	case p.warned.IsZero():
		at := notice.before(until, g.Zone)
		if at.Before(since) {
			at = since
		}
		return &watch{of: bySilence, at: at, reached: func(d *decision) {
			d.do(SilenceWarned{Player: p.ID, Of: of, Until: later(until, g.onTheClock(notice.after(d.at, g.Zone)))})
		}}
	default:
		until = later(until, g.onTheClock(notice.after(p.warned, g.Zone)))
	}
	return &watch{of: bySilence, at: until, reached: func(d *decision) {
		if of == toLeave {
			d.leave(PlayerRemoved{Player: p.ID, Silent: true})
			return
		}
		d.deactivated(p.ID, bySilence, "")
	}}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// deactivated makes a player inactive. The cases that wait for him or her pass on.
func (d *decision) deactivated(id PlayerID, how, why string) {
	d.do(PlayerInactive{Player: id, How: how, Why: why})
	d.passCasesOf(id, toInactive)
}

// deactivate and activate are somebody's own word, or the organiser's.
func (d *decision) deactivate(c Deactivate, by By) *Refusal {
	p, how, no := d.toChange(c.Player, by)
	switch {
	case no != nil:
		return no
	case !p.Inactive.IsZero():
		return &Refusal{Code: AlreadyInactive, Player: p.Name()}
	}
	d.deactivated(p.ID, how, c.Why)
	return nil
}

func (d *decision) activate(c Activate, by By) *Refusal {
	p, how, no := d.toChange(c.Player, by)
	switch {
	case no != nil:
		return no
	case p.Inactive.IsZero():
		return &Refusal{Code: AlreadyActive, Player: p.Name()}
	case c.Act:
		how = byAct
	}
	d.hear(p.ID)
	d.do(PlayerActive{Player: p.ID, How: how})
	return nil
}

// toChange finds whom somebody wants to be active or inactive.
func (d *decision) toChange(id PlayerID, by By) (p *Player, how string, no *Refusal) {
	p, no = d.playing(id, by)
	switch {
	case no != nil:
		return nil, "", no
	case d.g.Status != Running:
		return nil, "", d.running()
	case !d.g.Free():
		return nil, "", &Refusal{Code: NoInactivity}
	case p.ID == by.Player:
		return p, byOwnWord, nil
	}
	return p, byOrganised, nil
}

// wake notes that a player is heard by an act, which makes an inactive one active
// before it counts.
func (d *decision) wake(c Command, by By) {
	p := d.g.Player(by.Player)
	if p == nil || p.State != Playing || d.g.Status != Running || !Acts(c) {
		return
	}
	d.hear(p.ID)
	if !p.Inactive.IsZero() {
		d.do(PlayerActive{Player: p.ID, How: byAct})
	}
}

// Acts says whether a command is a move in the game, and not only a wish or a
// question: it shows that whoever gives it plays.
func Acts(c Command) bool {
	switch c := c.(type) { // not all: the others are none
	case Late:
		return Acts(c.Command)
	case Pending:
		return Acts(c.Command)
	case Answer:
		return Acts(c.Command)
	case ChooseJudging:
		return !c.Unwilling
	case Propose, Revise, WithdrawProposal, OpenVoting, Vote, WithdrawVote, Invoke, RuleOn, Reconsider, Overrule, Consent, Team, ComeBack:
		return true
	}
	return false
}

func (g *Game) applyInactive(e Event, at time.Time) {
	switch e := e.(type) { // not all: those that Apply hands on
	case SilenceCounted:
		g.silenceFrom = at
		if e.Off {
			g.silenceFrom = time.Time{}
		}
		for _, p := range g.Players {
			g.changePlayer(p.ID, func(p *Player) { p.warned = time.Time{} })
		}
	case PlayerHeard:
		g.changePlayer(e.Player, func(p *Player) { p.heard, p.warned = at, time.Time{} })
	case SilenceWarned:
		g.changePlayer(e.Player, func(p *Player) { p.warned = at })
	case PlayerInactive:
		g.changePlayer(e.Player, func(p *Player) { p.Inactive, p.warned = at, time.Time{} })
	case PlayerActive:
		g.changePlayer(e.Player, func(p *Player) { p.Inactive, p.warned = time.Time{}, time.Time{} })
	}
}

// shiftSilence lets a pause be no silence.
func (g *Game) shiftSilence(by time.Duration) {
	if g.silenceFrom.IsZero() {
		return
	}
	g.silenceFrom = g.silenceFrom.Add(by)
	for _, p := range g.Players {
		g.changePlayer(p.ID, func(p *Player) {
			for _, t := range []*time.Time{&p.heard, &p.Inactive, &p.warned} {
				if !t.IsZero() {
					*t = t.Add(by)
				}
			}
		})
	}
}
