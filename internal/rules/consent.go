package rules

import (
	"slices"

	"nomicmail/internal/clause"
)

// consentSeen is the consent to the next turn as clauses see it.
type consentSeen struct{ given, others, players int }

var consentAttrs = []string{"given", "others", "players"}

func (c consentSeen) String() string  { return "the consent" }
func (c consentSeen) Kind() string    { return "consent" }
func (c consentSeen) Attrs() []string { return consentAttrs }

func (c consentSeen) Attr(name string) clause.Value {
	switch name {
	case "given":
		return number(c.given)
	case "others":
		return number(c.others)
	case "players":
		return number(c.players)
	}
	return nil
}

// next is the mover whose turn waits for consent: whoever has not begun yet,
// else whoever comes after the turn that is played.
func (g *Game) next() PlayerID {
	if g.Turn.Proposal == 0 && !g.Turn.Ended {
		return g.Turn.Mover
	}
	if next := g.nextMover(); next != "" {
		return next
	}
	for _, p := range g.playing() {
		return p.ID
	}
	return ""
}

// mayBegin says whether the next turn may begin although Judgment stands: the
// rules say, and where they do not it takes a majority of the other players.
// A clause that cannot be used says nothing.
func (g *Game) mayBegin() bool {
	next, c := g.next(), consentSeen{}
	for _, p := range g.playing() {
		c.players++
		if p.ID == next {
			continue
		}
		c.others++
		if slices.Contains(g.Consents, p.ID) {
			c.given++
		}
	}
	v, r, err := g.answer("turn_may_begin", c)
	if r != nil && err == nil {
		if t, ok := v.(clause.Truth); ok {
			return bool(t)
		}
	}
	return 2*c.given > c.others
}

// barring are the standing Judgments of turns that are over: they keep the
// next turn from beginning. By mail a turn begins with its proposal.
func (g *Game) barring() []*Judgment {
	var list []*Judgment
	for _, j := range g.Standing() {
		if j.Turn < g.Turn.Number && g.Turn.Proposal == 0 && !g.Turn.Ended {
			list = append(list, j)
		}
	}
	return list
}

// barred says whether the mover may not propose for want of consent.
func (g *Game) barred() bool {
	return g.Status == Running && len(g.barring()) > 0 && !g.mayBegin()
}

// Wanting are the players on whom the next turn waits while Judgment keeps it
// from beginning: Judges who have not ruled, and those others who have not
// consented.
func (g *Game) Wanting() []PlayerID {
	if !g.barred() {
		return nil
	}
	next := g.next()
	var list []PlayerID
	for _, p := range g.playing() {
		unruled := slices.ContainsFunc(g.barring(), func(j *Judgment) bool { return j.Judge == p.ID && j.Ruling.Ruling == "" })
		if unruled || p.ID != next && !slices.Contains(g.Consents, p.ID) {
			list = append(list, p.ID)
		}
	}
	return list
}

// holdBack keeps a mover waiting from the moment at which Judgment bars the
// turn, and gives the time that a turn has when nothing bars it any more.
func (d *decision) holdBack() {
	switch g := d.g; {
	case g.Status != Running:
	case g.barred() && !g.heldBack:
		d.do(TurnHeld{Turn: g.Turn.Number})
	case g.heldBack && !g.barred():
		d.do(TurnFreed{Turn: g.Turn.Number, ProposeBy: g.deadline(d.due, "propose_period")})
	}
}

// closeJudgments ends what stood until the next turn: with its proposal a turn
// has begun, and nobody overrules any more.
func (d *decision) closeJudgments() {
	for _, j := range d.g.barring() {
		d.do(JudgmentClosed{Judgment: j.Number, How: "consent"})
	}
}
