package moderator

import (
	"slices"
	"strings"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/internal/signature"
	"nomicmail/templates"
)

// set does a setting of the sender's own.
func (s *sheet) set(c parser.Setting, f parser.Fragment, by rules.By) (templates.Item, error) {
	if item, err, ok := s.aboutTalk(c, f, by); ok {
		return item, err
	}
	if c.Name == "team" {
		return s.teamWith(c.Value, by)
	}
	if slices.Contains(choices, c.Name) {
		return s.choose(c, f, by)
	}
	if !knownBy(c) {
		return templates.Item{No: no(&rules.Refusal{Code: rules.NotYet, Text: f.Verb})}, nil
	}
	if s.who == nil || s.who.State != rules.Playing {
		return templates.Item{No: no(&rules.Refusal{Code: rules.NotPlayer})}, nil
	}
	if reason := s.needs(c); reason != "" {
		return s.doubt(reason, f), nil
	}
	var command rules.Command
	switch c.Name {
	case "address add":
		return s.newAddress(c.Value, f)
	case "address remove":
		command = rules.RemoveAddress{Address: c.Value}
	case "key":
		command = rules.RegisterKey{Key: s.keyOf(c.Value)}
	case "key remove":
		command = rules.RemoveKey{Fingerprint: c.Value}
	case "token":
		command = rules.RenewToken{}
	}
	_, refusal, err := s.decide(command, by)
	if err != nil || refusal == nil {
		return templates.Item{Did: "set", Name: f.Verb}, err
	}
	return templates.Item{No: no(refusal)}, nil
}

// keyOf reads the key that a mail brings. One that cannot be used has no
// fingerprint, and says why.
func (s *sheet) keyOf(armoured string) rules.Key {
	k, err := signature.ReadKey(armoured, s.at)
	if err != nil {
		return rules.Key{Armoured: err.Error()}
	}
	return rules.Key(k)
}

// newAddress asks at an address whether it is the player's, because nobody else
// can tell.
func (s *sheet) newAddress(address string, f parser.Fragment) (templates.Item, error) {
	switch {
	case !plausible(address):
		return templates.Item{No: no(&rules.Refusal{Code: rules.NoSuchAddress, Text: address})}, nil
	case hasAddress(s.who.Addresses, address):
		return templates.Item{No: no(&rules.Refusal{Code: rules.AddressKnown, Text: address})}, nil
	}
	h := rules.Hold{Player: s.who.ID, From: address, Text: f.Text, Reason: "confirm-address", First: 1, Mail: s.in.Hash.String()}
	if len(s.waiting(h)) >= maxUnsure {
		return templates.Item{No: no(&rules.Refusal{Code: rules.TooManyAddresses, Limit: maxUnsure})}, nil
	}
	to := s.addresseeOf(s.who)
	to.address = address
	return templates.Item{Did: "asked-address", Name: address}, s.putQuestion(h, []addressee{to}, s.who.Name())
}

// alter does an act that changes how a player is known.
func (s *sheet) alter(id rules.PlayerID, a Act) (*rules.Refusal, error) {
	how, address, _ := strings.Cut(a.Words, " ")
	var command rules.Command
	switch {
	case a.Verb == "token":
		command = rules.RenewToken{Player: id}
	case how == "add" && plausible(address):
		command = rules.AddAddress{Player: id, Address: address}
	case how == "remove":
		command = rules.RemoveAddress{Player: id, Address: address}
	default:
		return nil, &Misread{a.Words, "add ada@example.org"}
	}
	_, refusal, err := s.decide(command, rules.By{Organiser: true})
	return refusal, err
}
