package rules

import "slices"

// pair is two players in the order of their IDs.
type pair [2]PlayerID

func pairOf(a, b PlayerID) pair {
	if b < a {
		a, b = b, a
	}
	return pair{a, b}
}

// team does "team with": one player's word is an offer, both their words are a
// team. Nobody is drawn into a team by a third: it is always two who agree.
func (d *decision) team(c Team, by By) *Refusal {
	p, no := d.player(by)
	if no != nil {
		return no
	}
	if c.With == "" {
		return d.endTeams(p)
	}
	with := d.g.Player(c.With)
	switch {
	case with == nil || with.State != Playing || with == p:
		return &Refusal{Code: NoTeamMate, Player: d.g.nameOf(c.With)}
	case d.g.TeamMates(p.ID, with.ID):
		return &Refusal{Code: AlreadyTeam, Player: with.Name()}
	case slices.Contains(d.g.teamOffers, TeamOffered{with.ID, p.ID}):
		d.do(TeamMade{p.ID, with.ID})
	default:
		d.do(TeamOffered{p.ID, with.ID})
	}
	return nil
}

// endTeams ends every team that a player has, and takes every offer back.
func (d *decision) endTeams(p *Player) *Refusal {
	var mates []PlayerID
	for _, other := range d.g.Players {
		if d.g.TeamMates(p.ID, other.ID) {
			mates = append(mates, other.ID)
		}
	}
	if len(mates) == 0 && !slices.ContainsFunc(d.g.teamOffers, func(o TeamOffered) bool { return o.Player == p.ID }) {
		return &Refusal{Code: NoTeamMate}
	}
	d.do(TeamEnded{p.ID, mates})
	return nil
}

// TeamMates says whether two players are a team: no mate of the mover's is Judge
// (Rule 212).
func (g *Game) TeamMates(a, b PlayerID) bool { return slices.Contains(g.teams, pairOf(a, b)) }

// nameOf is a player's name; "" for nobody.
func (g *Game) nameOf(id PlayerID) string {
	if p := g.Player(id); p != nil {
		return p.Name()
	}
	return ""
}

// applyTeam applies the events of this file's making.
func (g *Game) applyTeam(e Event) {
	switch e := e.(type) { // not all: those that Apply hands on
	case TeamOffered:
		if !slices.Contains(g.teamOffers, e) {
			g.teamOffers = append(slices.Clip(g.teamOffers), e)
		}
	case TeamMade:
		g.teams = append(slices.Clip(g.teams), pairOf(e.Player, e.With))
		g.dropOffersOf(func(o TeamOffered) bool { return pairOf(o.Player, o.With) == pairOf(e.Player, e.With) })
	case TeamEnded:
		g.teams = slices.DeleteFunc(slices.Clone(g.teams), func(p pair) bool { return slices.Contains(p[:], e.Player) })
		g.dropOffersOf(func(o TeamOffered) bool { return o.Player == e.Player })
	}
}

func (g *Game) dropOffersOf(over func(TeamOffered) bool) {
	g.teamOffers = slices.DeleteFunc(slices.Clone(g.teamOffers), over)
}
