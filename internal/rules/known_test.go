package rules

import (
	"fmt"
	"testing"
)

// TestKnown: how a player is known changes by the player's own word or the
// organiser's, within bounds.
func TestKnown(t *testing.T) {
	p := begun(t, quick())
	ada := player(1)
	p.apply(AddressAdded{"p1", "ada@example.org"})
	p.refused(LastAddress, RemoveAddress{Address: "ADA@example.org"}, ada)
	p.do(AddAddress{Address: "ada@example.net"}, ada)
	p.is("addresses", fmt.Sprint(p.g.Player("p1").Addresses), "[ada@example.org ada@example.net]")
	p.refused(AddressKnown, AddAddress{Address: "Ada@Example.Net"}, ada)
	p.do(RemoveAddress{Address: "Ada@example.org"}, ada)
	p.is("addresses", fmt.Sprint(p.g.Player("p1").Addresses), "[ada@example.net]")
	p.refused(NoSuchAddress, RemoveAddress{Address: "ada@example.org"}, ada)
	p.refused(NotPlayer, AddAddress{Player: "p1", Address: "eve@example.net"}, player(2))
	p.refused(NotPlayer, AddAddress{Address: "eve@example.net"}, By{})
	p.do(AddAddress{Player: "p1", Address: "ada@example.com"}, organiser)
	for i := len(p.g.Player("p1").Addresses); i < maxKnown; i++ {
		p.do(AddAddress{Address: fmt.Sprintf("ada%d@example.org", i)}, ada)
	}
	p.refused(TooManyAddresses, AddAddress{Address: "one.more@example.org"}, ada)

	p.do(RenewToken{}, ada)
	p.do(RenewToken{Player: "p1"}, organiser)
	p.is("renewed", p.g.Player("p1").Renewed, 2)
	p.refused(NotPlayer, RenewToken{Player: "p1"}, player(2))
}

func TestKeys(t *testing.T) {
	p := begun(t, quick())
	ada := player(1)
	key := Key{"0123456789ABCDEF0123456789ABCDEF01234567", "armour"}
	p.do(RegisterKey{Key: key}, ada)
	p.do(RegisterKey{Key: key}, ada)
	p.is("keys", len(p.g.Player("p1").Keys), 1)
	p.refused(BadKey, RegisterKey{}, ada)
	p.refused(NoSuchKey, RemoveKey{Fingerprint: "4567"}, ada)
	p.refused(NoSuchKey, RemoveKey{Fingerprint: "89ABCDEF01234567"}, player(2))
	p.do(RemoveKey{Fingerprint: "89ab cdef 0123 4567"}, ada)
	p.is("keys", len(p.g.Player("p1").Keys), 0)

	p.do(KeepSignature{Digest: "d1", Mail: "m1"}, ada)
	p.refused(SignatureSeen, KeepSignature{Digest: "d1", Mail: "m2"}, ada)
	p.refused(SignatureSeen, KeepSignature{Digest: "d1", Mail: "m2"}, player(2))
	p.is("kept", p.g.Signed("d1").Mail, "m1")
}
