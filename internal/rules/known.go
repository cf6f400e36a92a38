package rules

import (
	"slices"
	"strings"
)

// maxKnown bounds the addresses of a player, and the keys.
const maxKnown = 10

// known decides what changes how a player is known. Who may ask for it, and how
// sure one must be that it is the player, is the moderator's business.
func (d *decision) known(c Command, by By) *Refusal {
	switch c := c.(type) { // not all: those that decide hands on
	case AddAddress:
		return d.addAddress(c, by)
	case RemoveAddress:
		return d.removeAddress(c, by)
	case RenewToken:
		p, no := d.self(c.Player, by)
		if no == nil {
			d.do(TokenRenewed{p.ID, p.Renewed + 1})
		}
		return no
	case RegisterKey:
		return d.registerKey(c, by)
	case RemoveKey:
		return d.removeKey(c, by)
	case KeepSignature:
		p, no := d.self(c.Player, by)
		if no != nil {
			return no
		}
		if d.g.Signed(c.Digest) != nil {
			return &Refusal{Code: SignatureSeen}
		}
		d.do(SignatureKept{p.ID, c.Digest, c.Mail})
	}
	return nil
}

// self finds the player whom a command is about: by's own, or for the organiser
// any.
func (d *decision) self(id PlayerID, by By) (*Player, *Refusal) {
	if id == "" {
		id = by.Player
	}
	p := d.g.Player(id)
	if p == nil || id != by.Player && !by.Organiser {
		return nil, &Refusal{Code: NotPlayer}
	}
	return p, nil
}

func (d *decision) addAddress(c AddAddress, by By) *Refusal {
	p, no := d.self(c.Player, by)
	switch {
	case no != nil:
		return no
	case p.address(c.Address) != "":
		return &Refusal{Code: AddressKnown, Text: c.Address}
	case len(p.Addresses) >= maxKnown:
		return &Refusal{Code: TooManyAddresses, Limit: maxKnown}
	}
	d.do(AddressAdded{p.ID, c.Address})
	return nil
}

func (d *decision) removeAddress(c RemoveAddress, by By) *Refusal {
	p, no := d.self(c.Player, by)
	if no != nil {
		return no
	}
	a := p.address(c.Address)
	switch {
	case a == "":
		return &Refusal{Code: NoSuchAddress, Text: c.Address}
	case len(p.Addresses) == 1:
		return &Refusal{Code: LastAddress, Text: c.Address}
	}
	d.do(AddressRemoved{p.ID, a})
	return nil
}

// address is the player's address as it is written in the record, "" for one
// that is not.
func (p *Player) address(a string) string {
	if i := slices.IndexFunc(p.Addresses, func(b string) bool { return strings.EqualFold(a, b) }); i >= 0 {
		return p.Addresses[i]
	}
	return ""
}

func (d *decision) registerKey(c RegisterKey, by By) *Refusal {
	p, no := d.self(c.Player, by)
	if no != nil {
		return no
	}
	if c.Key.Fingerprint == "" {
		return &Refusal{Code: BadKey, Text: c.Key.Armoured}
	}
	has := func(k Key) bool { return k.Fingerprint == c.Key.Fingerprint }
	if !slices.ContainsFunc(p.Keys, has) && len(p.Keys) >= maxKnown {
		return &Refusal{Code: TooManyAddresses, Limit: maxKnown}
	}
	d.do(KeyRegistered{p.ID, c.Key})
	return nil
}

// removeKey takes the last sixteen digits of a fingerprint, or more, for the
// whole.
func (d *decision) removeKey(c RemoveKey, by By) *Refusal {
	p, no := d.self(c.Player, by)
	if no != nil {
		return no
	}
	end := strings.ToUpper(strings.ReplaceAll(c.Fingerprint, " ", ""))
	i := slices.IndexFunc(p.Keys, func(k Key) bool { return len(end) >= 16 && strings.HasSuffix(k.Fingerprint, end) })
	if i < 0 {
		return &Refusal{Code: NoSuchKey, Text: c.Fingerprint}
	}
	d.do(KeyRemoved{p.ID, p.Keys[i].Fingerprint})
	return nil
}

// Signed finds the signature of that digest among those that were played; nil
// when it is new.
func (g *Game) Signed(digest string) *SignatureKept {
	for i := range g.Signatures {
		if g.Signatures[i].Digest == digest {
			return &g.Signatures[i]
		}
	}
	return nil
}

// applyKnown applies the events of this file's making.
func (g *Game) applyKnown(e Event) {
	switch e := e.(type) { // not all: those that Apply hands on
	case AddressAdded:
		g.changePlayer(e.Player, func(p *Player) { p.Addresses = append(slices.Clip(p.Addresses), e.Address) })
	case AddressRemoved:
		g.changePlayer(e.Player, func(p *Player) {
			p.Addresses = slices.DeleteFunc(slices.Clone(p.Addresses), func(a string) bool { return a == e.Address })
		})
	case TokenRenewed:
		g.changePlayer(e.Player, func(p *Player) { p.Renewed = e.Count })
	case KeyRegistered:
		g.changePlayer(e.Player, func(p *Player) { p.Keys = append(without(p.Keys, e.Key.Fingerprint), e.Key) })
	case KeyRemoved:
		g.changePlayer(e.Player, func(p *Player) { p.Keys = without(p.Keys, e.Fingerprint) })
	case SignatureKept:
		g.Signatures = append(slices.Clip(g.Signatures), e)
	}
}

// without gives new memory.
func without(keys []Key, fingerprint string) []Key {
	return slices.DeleteFunc(slices.Clone(keys), func(k Key) bool { return k.Fingerprint == fingerprint })
}
