package rules

import (
	"slices"
	"strings"
	"time"
)

// replace gives a seat to somebody else: points, turn, votes and the offices of
// the one who leaves it go along, and the order of this circuit stays. The next
// circuit is ordered by the new surname (Rule 201).
func (d *decision) replace(c Replace) *Refusal {
	p := d.g.Player(c.Player)
	if no := d.seated(p, c.Player); no != nil {
		return no
	}
	next := Player{Given: squeeze(c.Given), Surname: squeeze(c.Surname), Addresses: c.Addresses}
	if !usable(next) {
		return &Refusal{Code: BadName, Text: next.Name(), Limit: maxName}
	}
	for _, other := range d.g.Players {
		if other.bears(next.Name()) || other.State == Playing && slices.ContainsFunc(c.Addresses, func(a string) bool { return other.address(a) != "" }) {
			return &Refusal{Code: SubstitutePlays, Player: other.Name(), Text: next.Name()}
		}
	}
	d.do(PlayerReplaced{p.ID, next.Given, next.Surname, c.Addresses, p.Renewed + 1, c.Why})
	d.expire(func(q *Question) bool { return q.Player == p.ID })
	return nil
}

// bears says whether somebody had the seat under a name, now or before.
func (p *Player) bears(name string) bool {
	return strings.EqualFold(p.Name(), name) ||
		slices.ContainsFunc(p.Formerly, func(f Former) bool { return strings.EqualFold(f.Name, name) })
}

func (g *Game) applyReplaced(e PlayerReplaced, at time.Time) {
	g.changePlayer(e.Player, func(p *Player) {
		p.Formerly = append(slices.Clip(p.Formerly), Former{p.Name(), at})
		p.Given, p.Surname, p.Addresses = e.Given, e.Surname, e.Addresses
		p.Language, p.Timezone, p.Keys, p.Renewed = "", "", nil, e.Count
		p.Away, p.Quiet, p.Loud, p.Talk, p.Muted, p.Gathers = time.Time{}, false, false, "", false, time.Time{}
		p.Inactive, p.Unwilling, p.heard, p.warned = time.Time{}, false, at, time.Time{}
	})
	g.Failed = slices.DeleteFunc(slices.Clone(g.Failed), func(f *AddressFailed) bool { return f.Player == e.Player })
}

func (d *decision) addOrganiser(c AddOrganiser) *Refusal {
	if d.g.organiser(c.Address) >= 0 {
		return &Refusal{Code: OrganiserKnown, Text: c.Address}
	}
	if len(d.g.Organisers) >= maxKnown {
		return &Refusal{Code: TooManyAddresses, Limit: maxKnown}
	}
	d.do(OrganiserAdded(c))
	return nil
}

// removeOrganiser leaves at least one of the game's own, so that it is never
// without.
func (d *decision) removeOrganiser(c RemoveOrganiser) *Refusal {
	switch i := d.g.organiser(c.Address); {
	case i < 0:
		return &Refusal{Code: NoSuchOrganiser, Text: c.Address}
	case len(d.g.Organisers) == 1:
		return &Refusal{Code: LastOrganiser, Text: c.Address}
	default:
		d.do(OrganiserRemoved{d.g.Organisers[i], c.Why})
	}
	return nil
}

// organiser is the place of an address in the list, -1 for none.
func (g *Game) organiser(address string) int {
	return slices.IndexFunc(g.Organisers, func(a string) bool { return strings.EqualFold(a, address) })
}

func (g *Game) applyOrganiser(e Event) {
	switch e := e.(type) { // not all: those that Apply hands on
	case OrganiserAdded:
		g.Organisers = append(slices.Clip(g.Organisers), e.Address)
	case OrganiserRemoved:
		g.Organisers = slices.DeleteFunc(slices.Clone(g.Organisers), func(a string) bool { return a == e.Address })
	}
}
