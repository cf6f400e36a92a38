package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"
)

const (
	keyA = "000102030405060708090a0b0c0d0e0f"
	keyB = "101112131415161718191a1b1c1d1e1f"
	keyC = "202122232425262728292a2b2c2d2e2f"
)

// TestSeal: the seal is the hash of the documented words and of nothing else.
func TestSeal(t *testing.T) {
	sum := sha256.Sum256([]byte("tea 301 " + keyA + " FOR"))
	if got := Seal("tea", 301, keyA, For); got != hex.EncodeToString(sum[:]) {
		t.Errorf("the seal is %s", got)
	}
	seen := map[string]bool{}
	for _, s := range []string{
		Seal("tea", 301, keyA, For), Seal("tea", 301, keyA, Against), Seal("tea", 301, keyA, Abstain),
		Seal("tea", 301, keyB, For), Seal("tea", 302, keyA, For), Seal("coffee", 301, keyA, For),
	} {
		if seen[s] {
			t.Errorf("two votes have the seal %s", s)
		}
		seen[s] = true
	}
}

// TestSealsAreStruck follows the seals of a vote that is changed, said again,
// taken back and left behind.
func TestSealsAreStruck(t *testing.T) {
	p := begun(t, map[string]string{"debate_least": "0h", "ballots": "sealed"})
	n := p.propose(Draft{Kind: Enact, Text: "Tea is at four."})
	seal := func(key string, o Option) string { return Seal(p.g.Name, n, key, o) }
	standing := func(when string, want ...string) {
		t.Helper()
		slices.Sort(want)
		if got := p.g.Seals(p.g.Proposal(n)); !slices.Equal(got, want) {
			t.Errorf("%s: the seals are %v, not %v", when, got, want)
		}
	}
	struck := func(when string, want ...string) {
		t.Helper()
		slices.Sort(want)
		if got := p.g.StruckSeals(p.g.Proposal(n)); !slices.Equal(got, want) {
			t.Errorf("%s: struck are %v, not %v", when, got, want)
		}
	}
	p.do(Vote{Proposal: n, Option: For, Nonce: keyA}, player(1))
	standing("one vote", seal(keyA, For))
	p.do(Vote{Proposal: n, Option: For, Nonce: keyB}, player(1))
	standing("the same again", seal(keyA, For))
	struck("the same again")
	p.do(Vote{Proposal: n, Option: Against, Nonce: keyB}, player(1))
	standing("changed", seal(keyB, Against))
	struck("changed", seal(keyA, For))
	p.do(Vote{Proposal: n, Option: Withdrawn}, player(1))
	standing("taken back")
	struck("taken back", seal(keyA, For), seal(keyB, Against))
	p.do(Vote{Proposal: n, Option: Abstain, Nonce: keyC}, player(2))
	p.do(Forfeit{}, player(2))
	standing("gone")
	struck("gone", seal(keyA, For), seal(keyB, Against), seal(keyC, Abstain))
}

// TestOpenVotesHaveNoSeal: without the custom nothing is different.
func TestOpenVotesHaveNoSeal(t *testing.T) {
	p := begun(t, map[string]string{"debate_least": "0h"})
	n := p.propose(Draft{Kind: Enact, Text: "Tea is at four."})
	p.do(Vote{Proposal: n, Option: For, Nonce: keyA}, player(1))
	p.do(Vote{Proposal: n, Option: Against, Nonce: keyB}, player(1))
	if v := p.g.Proposal(n); len(p.g.Seals(v))+len(p.g.StruckSeals(v)) > 0 {
		t.Errorf("an open vote has seals: %v, %v", p.g.Seals(v), p.g.StruckSeals(v))
	}
}

// TestWeightKeepsSeal: a ballot that is counted with another weight (Rule 207)
// is the same ballot.
func TestWeightKeepsSeal(t *testing.T) {
	p := &Proposal{ID: 1, Number: 301, State: Open, Voters: []PlayerID{"p1"}}
	g := &Game{Name: "tea", Proposals: []*Proposal{p}}
	b := Ballot{Option: For, Weight: 1, Nonce: keyA, Seal: Seal("tea", 301, keyA, For)}
	g.Apply(VoteCast{1, "p1", b}, monday)
	b.Weight = 2
	g.Apply(VoteCast{1, "p1", b}, monday)
	if v := g.at(1); len(v.Struck) != 0 || len(g.Seals(v)) != 1 || v.Votes["p1"].Weight != 2 {
		t.Errorf("struck %v, seals %v", v.Struck, g.Seals(v))
	}
}

// TestUndoneSealsAreStruck: what was published of an undone vote stays published,
// but not of one that is told anew with the same key.
func TestUndoneSealsAreStruck(t *testing.T) {
	p := begun(t, map[string]string{"debate_least": "0h", "ballots": "sealed"})
	n := p.propose(Draft{Kind: Enact, Text: "Tea is at four."})
	then := p.g.Clone()
	p.do(Vote{Proposal: n, Option: For, Nonce: keyA}, player(1))
	p.do(Vote{Proposal: n, Option: Against, Nonce: keyB}, player(2))
	gone := p.g.Unseal(then)
	then.Apply(Undone{Entry: 5, Seals: gone}, monday)
	q := then.Proposal(n)
	p.is("the struck seals", len(then.StruckSeals(q)), 2)
	p.is("the secret keys", len(then.SecretKeys()), 2)
	events, err := Decide(then, Vote{Proposal: n, Option: For, Nonce: keyA}, player(1), monday)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		then.Apply(e, monday)
	}
	q = then.Proposal(n)
	p.is("the seals", then.Seals(q), []string{Seal(then.Name, n, keyA, For)})
	p.is("the struck seals", then.StruckSeals(q), []string{Seal(then.Name, n, keyB, Against)})
	p.is("what is gone", then.Unseal(then), []UndoneSeal(nil))
}
