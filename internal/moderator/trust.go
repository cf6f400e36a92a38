package moderator

import (
	"slices"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// How sure it is who wrote a mail, from the least to the most. They stand in
// the record with whatever the mail caused.
const (
	trustNone    = "none"    // it names nobody, or several
	trustFailed  = "failed"  // DMARC says that it is forged
	trustFrom    = "from"    // its From field alone says so
	trustAligned = "aligned" // the receiving server, or a signature of the sender's domain, bears it out
	trustToken   = "token"   // and it bears the player's reply token
	trustSigned  = "signed"  // and it is signed with the player's OpenPGP key
)

// trusts are the levels that a game may ask for, in their order.
var trusts = []string{trustFrom, trustAligned, trustToken, trustSigned}

// suffices says whether a level is as high as another.
func suffices(level, needed string) bool { return rank(level) >= rank(needed) }

func rank(level string) int {
	for i, t := range trusts {
		if t == level {
			return i + 1
		}
	}
	return 0
}

// trust is how sure it is that a mail from one of who's addresses is who's.
func (s *sheet) trust(l *parser.Letter, who *rules.Player) string {
	level := l.Trust()
	if l == s.letter && rank(s.copied.trust) > rank(level) && level != trustFailed {
		level = s.copied.trust
	}
	if l.Through != nil { // what stands on a list everybody can quote
		return level
	}
	if who != nil && rank(level) > 0 && holds(l, s.t.playerTokens(who)) {
		return trustToken
	}
	return level
}

// showsTokens says whether the letters of a game bear tokens: among friends, who
// believe a From field, they would only be in the way.
func (s *sheet) showsTokens() bool { return custom(s.g, "trust") != trustFrom }

// tokenFor is the token that a letter bears, "" for none. A player's own goes to
// the player's addresses and nowhere else.
func (s *sheet) tokenFor(d draft) string {
	if _, onList := s.actsOn(); onList && slices.Contains(answeredOnList, d.kind) {
		return d.token
	}
	if d.token != "" || d.to == nil || !s.showsTokens() || !hasAddress(d.to.Addresses, d.reader.address) {
		return d.token
	}
	return s.t.playerTokens(d.to)[0]
}

// tellKnown tells a player at every address, old and new, what has changed in
// how he or she is known.
func (s *sheet) tellKnown(before *rules.Game, e rules.Event) {
	var id rules.PlayerID
	n := templates.Notice{}
	switch e := e.(type) { // not all: those that tellNotice hands on
	case rules.AddressAdded:
		id, n.Code, n.Text = e.Player, "address-added", e.Address
	case rules.AddressRemoved:
		id, n.Code, n.Text = e.Player, "address-removed", e.Address
	case rules.TokenRenewed:
		id, n.Code = e.Player, "token-renewed"
	case rules.KeyRegistered:
		id, n.Code, n.Text = e.Player, "key-registered", e.Key.Fingerprint
	case rules.KeyRemoved:
		id, n.Code, n.Text = e.Player, "key-removed", e.Fingerprint
	}
	to, was := s.g.Player(id), before.Player(id)
	for _, a := range allAddresses(to, was) {
		reader := s.addresseeOf(to)
		reader.address = a
		s.drafts = append(s.drafts, draft{to: to, reader: reader, kind: n.Code, make: func(f templates.Frame) templates.Letter {
			n := n
			n.Frame = f
			return n
		}})
	}
}

// allAddresses are those that a player has or had.
func allAddresses(players ...*rules.Player) []string {
	var all []string
	for _, p := range players {
		if p == nil {
			continue
		}
		for _, a := range p.Addresses {
			if !hasAddress(all, a) {
				all = append(all, a)
			}
		}
	}
	return all
}
