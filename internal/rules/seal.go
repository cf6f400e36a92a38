package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Seal commits to a sealed vote without telling it: "tea 301 KEY FOR", hashed
// with SHA-256 (FIPS 180-4), in hexadecimal digits. The key is random and the
// voter's alone until the vote is over; without it three guesses would open the
// seal. Whoever has it opens the seal by reckoning the hash again.
func Seal(game string, proposal int, key string, o Option) string {
	sum := sha256.Sum256([]byte(SealedLine(game, proposal, key, o)))
	return hex.EncodeToString(sum[:])
}

// SealedLine is what is hashed, to the byte: no end of a line follows it.
func SealedLine(game string, proposal int, key string, o Option) string {
	return fmt.Sprintf("%s %d %s %s", game, proposal, key, strings.ToUpper(string(o)))
}

// seal gives b its seal, where the game seals its votes. A voter who says the
// same again keeps key and seal.
func (d *decision) seal(p *Proposal, voter PlayerID, b Ballot) Ballot {
	if b.Nonce == "" || !d.g.is("ballots", "sealed") {
		return b
	}
	if old := p.Votes[voter]; old.Seal != "" && old.Option == b.Option {
		b.Nonce, b.Seal = old.Nonce, old.Seal
		return b
	}
	b.Seal = Seal(d.g.Name, p.Number, b.Nonce, b.Option)
	return b
}

// strike notes that a sealed ballot does not count any more. Votes are those of
// p afterwards.
func (p *Proposal) strike(old Ballot, votes map[PlayerID]Ballot) {
	if old.Seal == "" {
		return
	}
	for _, b := range votes {
		if b.Seal == old.Seal {
			return // counted anew with another weight, or said again
		}
	}
	p.Struck = append(slices.Clip(p.Struck), old)
}

// UndoneSeal is of a ballot that an undoing took out of the game. It was published
// and stays so, among the struck ones.
type UndoneSeal struct {
	Proposal int    `json:"proposal"` // its number
	Seal     string `json:"seal"`
	Key      string `json:"key"`
}

// Seals are those of the ballots on p that stand, sorted, so that their order
// tells nothing of whose they are.
func (g *Game) Seals(p *Proposal) []string {
	return sealsOf(slices.Collect(maps.Values(p.Votes)))
}

// StruckSeals are those of ballots on p that were changed, taken back or undone,
// sorted.
func (g *Game) StruckSeals(p *Proposal) []string {
	struck, here := sealsOf(p.Struck), g.Seals(p)
	for _, u := range g.unsealed {
		if u.Proposal == p.Number && !slices.Contains(struck, u.Seal) && !slices.Contains(here, u.Seal) {
			struck = append(struck, u.Seal)
		}
	}
	slices.Sort(struck)
	return struck
}

func sealsOf(ballots []Ballot) (seals []string) {
	for _, b := range ballots {
		if b.Seal != "" {
			seals = append(seals, b.Seal)
		}
	}
	slices.Sort(seals)
	return seals
}

// SecretKeys are those that open a ballot which nobody but its voter may know:
// of votes that run, and of ballots that were struck. Whoever has one and the
// list of seals finds out the vote by guessing.
func (g *Game) SecretKeys() (keys []string) {
	for _, p := range g.Proposals {
		for _, b := range p.Struck {
			keys = append(keys, b.Nonce)
		}
		if p.State != Open {
			continue
		}
		for _, id := range p.Voters {
			if b := p.Votes[id]; b.Seal != "" {
				keys = append(keys, b.Nonce)
			}
		}
	}
	for _, u := range g.unsealed {
		keys = append(keys, u.Key)
	}
	return keys
}

// Unseal lists the seals of g that are not among those of then, to which g is
// being taken back.
func (g *Game) Unseal(then *Game) (gone []UndoneSeal) {
	there := map[string]bool{}
	for _, u := range then.allSeals() {
		there[u.Seal] = true
	}
	for _, u := range g.allSeals() {
		if !there[u.Seal] {
			there[u.Seal] = true
			gone = append(gone, u)
		}
	}
	return gone
}

func (g *Game) allSeals() (all []UndoneSeal) {
	for _, p := range g.Proposals {
		for _, b := range p.Struck {
			all = append(all, UndoneSeal{p.Number, b.Seal, b.Nonce})
		}
		for _, id := range p.Voters {
			if b := p.Votes[id]; b.Seal != "" {
				all = append(all, UndoneSeal{p.Number, b.Seal, b.Nonce})
			}
		}
	}
	return append(all, g.unsealed...)
}
