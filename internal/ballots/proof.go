package ballots

import (
	"fmt"
	"slices"
	"strings"
)

// Proof is what was found out about published tallies. It prints as JSON.
type Proof struct {
	Tallies []Proved `json:"tallies"`
	// Faults are what is wrong with what is in no tally: something cut short, or a
	// key that opens nothing.
	Faults []string `json:"faults"`
	// Mine is what the ballot of the key that was asked about says, nil for none.
	Mine *Ballot `json:"mine,omitempty"`
}

// Proved is one tally with what is wrong with it.
type Proved struct {
	Tally
	Lists  int      `json:"lists"` // of seals that it was compared with
	Faults []string `json:"faults"`
}

// Prove checks the tallies that were found, each by itself, against any other of
// the same vote, and against the lists of seals that were found with it. A key
// that is given must open a ballot.
func Prove(f Found, key string) Proof {
	p := Proof{Tallies: []Proved{}, Faults: append([]string{}, f.Broken...)}
	for _, t := range f.Tallies {
		i := slices.IndexFunc(p.Tallies, func(o Proved) bool { return o.Game == t.Game && o.Proposal == t.Proposal })
		switch {
		case i < 0:
			p.Tallies = append(p.Tallies, Proved{Tally: t, Faults: t.Faults()})
		default:
			if other := t.Differs(p.Tallies[i].Tally); len(other) > 0 {
				p.Tallies[i].say(append([]string{"it was published twice, and not the same each time"}, other...)...)
			}
		}
	}
	for i := range p.Tallies {
		t := &p.Tallies[i]
		for _, l := range f.Lists {
			if l.Game == t.Game && l.Proposal == t.Proposal {
				t.Lists++
				t.say(t.Missing(l)...)
			}
		}
	}
	p.find(key)
	return p
}

// say adds what is not said yet.
func (p *Proved) say(faults ...string) {
	for _, f := range faults {
		if !slices.Contains(p.Faults, f) {
			p.Faults = append(p.Faults, f)
		}
	}
}

func (p *Proof) find(key string) {
	if key == "" {
		return
	}
	for _, t := range p.Tallies {
		if b, ok := t.Find(key); ok {
			p.Mine = &b
			return
		}
	}
	p.Faults = append(p.Faults, "the key "+key+" opens no ballot that was counted here")
}

// Wrong are all faults, each with the vote that it is about.
func (p Proof) Wrong() (all []string) {
	for _, t := range p.Tallies {
		for _, f := range t.Faults {
			all = append(all, fmt.Sprintf("%s %d: %s", t.Game, t.Proposal, f))
		}
	}
	return append(all, p.Faults...)
}

// Lines tell what is right, for people.
func (p Proof) Lines() (lines []string) {
	for _, t := range p.Tallies {
		if len(t.Faults) > 0 {
			continue
		}
		sealed := 0
		for _, b := range t.Ballots {
			if b.Seal != "" {
				sealed++
			}
		}
		line := fmt.Sprintf("%s %d: every seal opens (%d sealed, %d unsealed, %d struck), and the sums are right: %d FOR, %d AGAINST, %d ABSTAIN",
			t.Game, t.Proposal, sealed, len(t.Ballots)-sealed, len(t.Struck), t.For, t.Against, t.Abstain)
		if t.Lists > 0 {
			line += fmt.Sprintf("; no seal is missing of %d lists published before", t.Lists)
		}
		lines = append(lines, line)
	}
	if b := p.Mine; b != nil {
		words := strings.Fields(b.Line)
		lines = append(lines, fmt.Sprintf("your vote %s on %s is in the tally, as the ballot of %s", words[3], words[1], b.Voter))
	}
	return lines
}
