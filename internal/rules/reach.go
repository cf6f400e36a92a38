package rules

import "slices"

// Fails says whether letters to an address of a player come back.
func (g *Game) Fails(p PlayerID, address string) bool {
	return slices.ContainsFunc(g.Failed, func(f *AddressFailed) bool { return f.Player == p && f.Address == address })
}

// Reach is the address to which a player's letters go: the first of which none
// has come back. When all have failed it is the first of all, since a letter
// that comes back is better than one that was never written. It is "" for a
// player without any.
func (g *Game) Reach(p *Player) string {
	for _, a := range p.Addresses {
		if !g.Fails(p.ID, a) {
			return a
		}
	}
	if len(p.Addresses) > 0 {
		return p.Addresses[0]
	}
	return ""
}

// Unreachable are those who play and whose addresses have all failed, in turn
// order.
func (g *Game) Unreachable() []PlayerID {
	var list []PlayerID
	for _, p := range g.playing() {
		if len(p.Addresses) > 0 && g.Fails(p.ID, g.Reach(p)) {
			list = append(list, p.ID)
		}
	}
	return list
}

func (d *decision) failAddress(c FailAddress) *Refusal {
	p := d.g.Player(c.Player)
	if p == nil || !slices.Contains(p.Addresses, c.Address) {
		return &Refusal{Code: NoSuchPlayer, Player: c.Address}
	}
	if !d.g.Fails(p.ID, c.Address) {
		d.do(AddressFailed(c))
	}
	return nil
}

func (d *decision) hearFrom(c HearFrom) *Refusal {
	if d.g.Fails(c.Player, c.Address) {
		d.do(AddressWorks(c))
	}
	d.hear(c.Player)
	return nil
}
