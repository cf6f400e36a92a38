package shadow

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nomicmail/internal/officer"
	"nomicmail/internal/rules"
)

// own is what an officer's own list of voters comes to.
type own struct {
	favour, against []int64 // by the strengths given there, and by ours
	ballots         int64
	whole           bool // every strength is known
}

func (c *comparing) ownFigures() own {
	o := own{favour: []int64{0, 0}, against: []int64{0, 0}, whole: true}
	for _, v := range c.x.Votes {
		ours := int64(0)
		if r, voted := c.reads[v.Voter]; voted {
			ours = max(r.Favour, r.Against, r.Ballot.Weight)
		} else {
			ours = c.game.VotesOf(v.Voter) // of a stranger what everybody has
		}
		given := v.Strength
		if given < 0 {
			given = ours
		}
		switch v.Option { // not all: the two sides
		case rules.For:
			o.favour[0], o.favour[1] = o.favour[0]+given, o.favour[1]+ours
		case rules.Against:
			o.against[0], o.against[1] = o.against[0]+given, o.against[1]+ours
		case "":
			o.whole = false
		}
	}
	o.ballots = int64(len(votersOf(c.x)))
	return o
}

// sums compares the figures of a result: each must be what the officer's own list
// comes to, or what ours does.
func (c *comparing) sums() {
	o := c.ownFigures()
	check := func(what string, said, ours int64, own ...int64) {
		switch {
		case said < 0:
		case said == ours || c.x.Listed && slices.Contains(own, said):
			c.report.Agreed.Figures++
		case c.x.Listed && !o.whole || !c.x.Listed && c.anyUnclear():
			c.doubt("", fmt.Sprintf("%s: the officer has %d, and not every ballot is certain", what, said))
		default:
			if c.x.Listed {
				ours = own[0]
			}
			c.add(Difference{Kind: Sum, About: what, Officer: fmt.Sprint(said), Ours: fmt.Sprint(ours)}, what)
		}
	}
	check("favour", c.x.Favour, c.tally.Favour, o.favour...)
	check("against", c.x.Against, c.tally.Against, o.against...)
	check("ballots", c.x.Ballots, c.tally.Ballots, o.ballots)
	for _, s := range []rules.Option{rules.For, rules.Against, rules.Present} {
		n, is := c.x.Counts[s]
		if !is || !c.x.Listed {
			continue
		}
		heads := int64(0)
		for _, v := range c.x.Votes {
			if v.Option == s {
				heads++
			}
		}
		sums := map[rules.Option][]int64{rules.For: o.favour, rules.Against: o.against}[s]
		if n != heads && !slices.Contains(sums, n) {
			c.add(Difference{Kind: Sum, About: sideWords(s), Officer: fmt.Sprint(n), Ours: fmt.Sprint(heads)}, string(s))
		}
	}
}

func (c *comparing) anyUnclear() bool {
	return slices.ContainsFunc(c.p.Voters, func(id rules.PlayerID) bool { return c.unclear(id) != "" })
}

// quorumOf compares the quorum that a resolution gives. One that only repeats the
// distribution was told with that.
func (c *comparing) quorumOf() {
	said := int(c.x.Quorum)
	q, known := c.quorums[c.p.Number]
	switch {
	case said < 0 || known && said == q.said && q.said > 0:
	case !known || !q.known:
		if said != c.p.Quorum {
			c.doubt("", fmt.Sprintf("its quorum, %d", said))
		}
	case slices.Contains(q.right, said):
		c.report.Agreed.Figures++
	default:
		c.add(Difference{Kind: Quorum, Officer: fmt.Sprint(said), Ours: fmt.Sprint(c.p.Quorum)}, "quorum")
	}
}

func (c *comparing) indexOf() {
	said := c.x.Index
	if said == "" || c.p.Index.Sign() == 0 || sameIndex(said, c.p.Index) || said == c.indices[c.p.Number] {
		return
	}
	c.add(Difference{Kind: Index, Officer: said, Ours: c.p.Index.String()}, "index")
}

// indexOf reads "2", "1.7" or "3/2"; ok is false for anything else that may stand in
// an officer's table.
func indexOf(s string) (index rules.Ratio, ok bool) {
	s = strings.TrimSpace(s)
	if len(s) > 12 || strings.Trim(s, "0123456789./") != "" {
		return rules.Ratio{}, false
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return rules.Ratio{}, false
	}
	n, err := rules.PointsOf(r)
	return n, err == nil
}

// outcome compares what became of the proposal: with our count, and with what the
// officer's own figures come to.
func (c *comparing) outcome() {
	said := c.x.Outcome
	if said == "" {
		return
	}
	ours := outcomeOf(c.p)
	if said == ours {
		c.report.Agreed.Figures++
		return
	}
	own, ok := c.ownOutcome()
	switch {
	case ok && own == said && len(c.list) > 0:
		c.list[len(c.list)-1].Follows = append(c.list[len(c.list)-1].Follows, fmt.Sprintf("the outcome: %s, and ours is %s", said, ours))
	case c.doubts > 0 || !c.x.Listed && c.anyUnclear():
		c.doubt("", fmt.Sprintf("the outcome: the officer has %s, we have %s, and not every ballot is certain", said, ours))
	default:
		c.add(Difference{Kind: Outcome, Officer: string(said), Ours: string(ours)}, "outcome")
	}
}

func outcomeOf(p *rules.Proposal) officer.Outcome {
	switch {
	case p.State == rules.Adopted:
		return officer.Adopted
	case p.NoQuorum:
		return officer.NoQuorum
	}
	return officer.Rejected
}

// ownOutcome is what the rules make of the officer's figures.
func (c *comparing) ownOutcome() (officer.Outcome, bool) {
	p := *c.game.Proposal(c.p.Number)
	o := c.ownFigures()
	t := rules.Tally{Favour: o.favour[0], Against: o.against[0], Ballots: o.ballots}
	if !c.x.Listed {
		t = c.tally
	}
	for _, f := range []struct {
		said int64
		to   *int64
	}{{c.x.Favour, &t.Favour}, {c.x.Against, &t.Against}, {c.x.Ballots, &t.Ballots}} {
		if f.said >= 0 {
			*f.to = f.said
		}
	}
	t.Cast = t.Favour + t.Against
	t.Voters = t.Cast
	if n, ok := indexOf(firstOf(c.x.Index, c.indices[c.p.Number])); ok {
		p.Index = n
	}
	quorum := p.Quorum
	if q := c.quorums[c.p.Number]; q.said > 0 {
		quorum = q.said
	}
	if c.x.Quorum >= 0 {
		quorum = int(c.x.Quorum)
	}
	adopted, noQuorum, ok := c.game.Verdict(&p, t, quorum)
	switch {
	case noQuorum:
		return officer.NoQuorum, ok
	case adopted:
		return officer.Adopted, ok
	}
	return officer.Rejected, ok
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// officerBlock and ourBlock write a result in the same form.
func officerBlock(x *officer.Result) string {
	var b strings.Builder
	for _, s := range []rules.Option{rules.For, rules.Against, rules.Present} {
		var names []string
		for _, v := range x.Votes {
			if v.Option == s {
				names = append(names, withStrength(v.Name, v.Strength))
			}
		}
		if x.Listed {
			fmt.Fprintf(&b, "%s: %s\n", sideWords(s), strings.Join(names, ", "))
		}
	}
	figure := func(name string, n int64) {
		if n >= 0 {
			fmt.Fprintf(&b, "%s: %d\n", name, n)
		}
	}
	figure("F", x.Favour)
	figure("A", x.Against)
	figure("Ballots", x.Ballots)
	figure("Quorum", x.Quorum)
	if x.Outcome != "" {
		fmt.Fprintf(&b, "%s\n", strings.ToUpper(string(x.Outcome)))
	}
	return strings.TrimRight(b.String(), "\n")
}

func (c *comparing) ourBlock() string {
	x := officer.Result{Listed: true, Favour: c.tally.Favour, Against: c.tally.Against, Ballots: c.tally.Ballots, Quorum: int64(c.p.Quorum), Outcome: outcomeOf(c.p)}
	for _, id := range c.p.Voters {
		if r, voted := c.reads[id]; voted {
			x.Votes = append(x.Votes, officer.Vote{Name: c.name(id), Option: side(r), Strength: max(r.Favour, r.Against)})
		}
	}
	return officerBlock(&x)
}

func withStrength(name string, n int64) string {
	if n <= 0 {
		return name
	}
	return fmt.Sprintf("%s (%d)", name, n)
}
