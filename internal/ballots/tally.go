// Package ballots writes, reads and checks what is published of sealed votes,
// so that whoever has nothing but letters can prove a tally.
//
// While a vote runs, a [List] of the seals is published: hashes that tell nothing
// by themselves. When it is over a [Tally] opens each of them: with the key and
// the vote anybody can reckon the hash again (see [rules.Seal]). Both are written
// the same in every language, a statement a line.
package ballots

import (
	"fmt"
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// Ballot is one that was counted.
type Ballot struct {
	Voter  string       `json:"voter"`
	Weight int64        `json:"weight"` // votes it stands for (Rule 207)
	Option rules.Option `json:"option"`
	// Line is what was hashed, such as "tea 301 KEY FOR", and Seal the hash. Both
	// are "" for a ballot that nobody wrote: silence, or the proposer's.
	Line string `json:"line,omitempty"`
	Seal string `json:"seal,omitempty"`
}

// Key is the third word of what was hashed.
func (b Ballot) Key() string {
	if words := strings.Fields(b.Line); len(words) == 4 {
		return words[2]
	}
	return ""
}

// Tally is a vote that is over. The sums are those that the result states.
type Tally struct {
	Game     string   `json:"game"`
	Proposal int      `json:"proposal"`
	For      int64    `json:"for"`
	Against  int64    `json:"against"`
	Abstain  int64    `json:"abstain"`
	Ballots  []Ballot `json:"ballots"`
	Struck   []string `json:"struck"` // seals of ballots that were changed or taken back
}

// List is the seals of a vote that runs.
type List struct {
	Game     string   `json:"game"`
	Proposal int      `json:"proposal"`
	Seals    []string `json:"seals"`
	Struck   []string `json:"struck"`
}

// TallyOf is the tally of a vote that is over; ok is false where none of its
// ballots was sealed.
func TallyOf(g *rules.Game, p *rules.Proposal) (t Tally, ok bool) {
	t = Tally{
		Game: g.Name, Proposal: p.Number, For: p.Tally.Favour, Against: p.Tally.Against, Abstain: p.Tally.Abstain,
		Struck: g.StruckSeals(p),
	}
	for _, id := range p.Voters {
		b := p.Votes[id]
		o := Ballot{Weight: b.Weight, Option: b.Option, Seal: b.Seal}
		if who := g.Player(id); who != nil {
			o.Voter = strings.Join(strings.Fields(who.NameAt(p.Ended)), " ")
		}
		if b.Seal != "" {
			o.Line = rules.SealedLine(g.Name, p.Number, b.Nonce, b.Option)
		}
		t.Ballots = append(t.Ballots, o)
	}
	sealed := slices.ContainsFunc(t.Ballots, func(b Ballot) bool { return b.Seal != "" })
	return t, (sealed || len(t.Struck) > 0) && (p.State == rules.Adopted || p.State == rules.Defeated)
}

// ListOf is what may be told of a vote that runs; ok is false where nothing in it
// is sealed.
func ListOf(g *rules.Game, p *rules.Proposal) (l List, ok bool) {
	l = List{Game: g.Name, Proposal: p.Number, Seals: g.Seals(p), Struck: g.StruckSeals(p)}
	return l, p.State == rules.Open && len(l.Seals)+len(l.Struck) > 0
}

// String writes the tally as letters have it.
func (t Tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "tally %s %d: %d FOR, %d AGAINST, %d ABSTAIN\n", t.Game, t.Proposal, t.For, t.Against, t.Abstain)
	for _, o := range t.Ballots {
		if o.Seal == "" {
			fmt.Fprintf(&b, "%d unsealed %s, %s\n", o.Weight, strings.ToUpper(string(o.Option)), o.Voter)
			continue
		}
		fmt.Fprintf(&b, "%d sealed, %s\n%s\n%s\n", o.Weight, o.Voter, o.Line, o.Seal)
	}
	writeStruck(&b, t.Struck)
	fmt.Fprintf(&b, "end of tally: %d ballots, %d struck", len(t.Ballots), len(t.Struck))
	return b.String()
}

// String writes the list as letters have it.
func (l List) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seals %s %d\n", l.Game, l.Proposal)
	for _, s := range l.Seals {
		fmt.Fprintln(&b, s)
	}
	writeStruck(&b, l.Struck)
	fmt.Fprintf(&b, "end of seals: %d sealed, %d struck", len(l.Seals), len(l.Struck))
	return b.String()
}

func writeStruck(b *strings.Builder, struck []string) {
	if len(struck) == 0 {
		return
	}
	fmt.Fprintln(b, "struck")
	for _, s := range struck {
		fmt.Fprintln(b, s)
	}
}
