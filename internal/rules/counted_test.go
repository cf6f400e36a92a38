package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// adoptedBy is, for each index, what comes of F votes in favour (down) and A
// against (across), from 0 to 6 of each: F must be more than A, and at least
// index times A.
var adoptedBy = map[string]string{
	"1": `
		-------
		+------
		++-----
		+++----
		++++---
		+++++--
		++++++-`,
	"3/2": `
		-------
		+------
		++-----
		+++----
		+++----
		++++---
		+++++--`,
	"2": `
		-------
		+------
		++-----
		++-----
		+++----
		+++----
		++++---`,
	"3": `
		-------
		+------
		+------
		++-----
		++-----
		++-----
		+++----`,
	"1/2": `
		-------
		+------
		++-----
		+++----
		++++---
		+++++--
		++++++-`,
}

// quorumOf is, for so many ballots on the last proposal (down, from 0 to 9, as
// two thirds of them, but 2 at least, are the quorum) and so many in favour now
// (across, from 0 to 7), whether there is a quorum.
const quorumOf = `
	--++++++
	--++++++
	--++++++
	--++++++
	---+++++
	---+++++
	----++++
	-----+++
	-----+++
	------++`

// countedAs has ballots and what they come to: votes in favour, against and
// present, and how many voted. The voters are a to f and have three votes each,
// or as many as a slash says. "F", "A" and "P" are plain ballots, ">b" endorses
// b, and "?F" is a condition that the organiser settled; "?" is one that nobody
// could tell. z has joined since.
const countedAs = `
	                                       | 0 0 0 of 0
	a=F                                    | 3 0 0 of 1
	a=A                                    | 0 3 0 of 1
	a=P                                    | 0 0 3 of 1
	a=F b=F                                | 6 0 0 of 2
	a=F b=A                                | 3 3 0 of 2
	a=F b=P                                | 3 0 3 of 2
	a=A b=P                                | 0 3 3 of 2
	a=A b=A c=F                            | 3 6 0 of 3
	a=F b=A c=P                            | 3 3 3 of 3
	a=F b>a                                | 6 0 0 of 2
	a=A b>a                                | 0 6 0 of 2
	a=P b>a                                | 0 0 6 of 2
	b>a                                    | 0 0 3 of 1
	a>a                                    | 0 0 3 of 1
	a>b b>a                                | 0 0 6 of 2
	a>b b>c c>a                            | 0 0 9 of 3
	a>b b>c c=F                            | 9 0 0 of 3
	a>b b>c c=A                            | 0 9 0 of 3
	a>b b>c c=P                            | 0 0 9 of 3
	a>b b>c                                | 0 0 6 of 2
	a>b b>c c>d d=F                        | 12 0 0 of 4
	a>b b>c c>d d>b                        | 0 0 12 of 4
	a>c b>c c=F                            | 9 0 0 of 3
	a>c b>c c=A d=F                        | 3 9 0 of 4
	a>b b=F c>d d=A                        | 6 6 0 of 4
	a>b b>a c=F                            | 3 0 6 of 3
	a>b b>a c>a                            | 0 0 9 of 3
	a>b b>a c>d d=F                        | 6 0 6 of 4
	a>b b>b                                | 0 0 6 of 2
	a>b b>b c=A d>c                        | 0 6 6 of 4
	a=F b>a c>b d>c e>d f>e                | 18 0 0 of 6
	a>b b>c c>d d>e e>f f=A                | 0 18 0 of 6
	a>b b>c c>d d>e e>f f>e                | 0 0 18 of 6
	a>b b>c c>d d>e e>f f>a                | 0 0 18 of 6
	a>b b>c c>d d>e e>f                    | 0 0 15 of 5
	a>c b>c c>d d=A e=F f>e                | 6 12 0 of 6
	a>b b=F c>b d>b e>b f=A                | 15 3 0 of 6
	a>z b=F                                | 3 0 3 of 2
	a>z b>a                                | 0 0 6 of 2
	a>z b>a c=A d>c                        | 0 6 6 of 4
	a=?F                                   | 3 0 0 of 1
	a=?A                                   | 0 3 0 of 1
	a=?P                                   | 0 0 3 of 1
	a=?                                    | 0 0 3 of 1
	a=?F b>a                               | 6 0 0 of 2
	a=?A b>a                               | 0 6 0 of 2
	a=?P b>a                               | 0 0 6 of 2
	a=? b>a                                | 0 0 6 of 2
	a=? b=F                                | 3 0 3 of 2
	a=?F b=?A                              | 3 3 0 of 2
	a=?F b=? c>b d>a                       | 6 0 6 of 4
	a=?F b>a c>b d=?A e>d                  | 9 6 0 of 5
	a/5=F                                  | 5 0 0 of 1
	a/0=F                                  | 0 0 0 of 1
	a/0=A                                  | 0 0 0 of 1
	a/0=P                                  | 0 0 0 of 1
	a/5=F b/2=A                            | 5 2 0 of 2
	a/5=F b/2>a                            | 7 0 0 of 2
	a/0=F b/4>a                            | 4 0 0 of 2
	a/4=F b/0>a                            | 4 0 0 of 2
	a/15=A b/1>a c/7=F                     | 7 16 0 of 3
	a/5>b b/2=P                            | 0 0 7 of 2
	a/5>b                                  | 0 0 5 of 1
	a/5>b b/2>a                            | 0 0 7 of 2
	a/1=F b/2=F c/3=F d/4=A                | 6 4 0 of 4
	a/1=F b/2=A c/3>b d/4>a                | 5 5 0 of 4
	a/1=F b/2=A c/3=P d/4>c                | 1 2 7 of 4
	a/6=?F b/2=A                           | 6 2 0 of 2
	a/6=? b/2=A                            | 0 2 6 of 2
	a/6=?A b/2>a c=F                       | 3 8 0 of 3
	a/1>b b/2>c c/3>d d/4=A e/5=F          | 5 10 0 of 5
	a/1>b b/2>c c/3>a d/4=A e/5=F          | 5 4 6 of 5
	a/1=F b/2=F c/3=A d/4>z e/5=? f/6>f    | 3 3 15 of 6`

// dividedAs is the same where voters may divide their votes: "2F+1A".
const dividedAs = `
	a/4=4F                                 | 4 0 0 of 1
	a/4=5F                                 | 4 0 0 of 1
	a/4=F                                  | 1 0 0 of 1
	a/4=A                                  | 0 1 0 of 1
	a/4=P                                  | 0 0 4 of 1
	a/4=2F+2A                              | 2 2 0 of 1
	a/4=3F+3A                              | 3 1 0 of 1
	a/4=1F+1A+1F                           | 2 1 0 of 1
	a/4=2P+2F                              | 2 0 0 of 1
	a/4=2P+3A                              | 0 2 0 of 1
	a/0=2F                                 | 0 0 0 of 1
	a/0=F                                  | 0 0 0 of 1
	a/4=4F b/2>a                           | 6 0 0 of 2
	a/4=1F+3A b/2>a                        | 2 4 0 of 2
	a/4=F b/2>a                            | 2 0 0 of 2
	a/4>b b/2>a                            | 0 0 6 of 2
	a/4=?F b/2=2A                          | 1 2 0 of 2
	a/4=? b/2=2A                           | 0 2 4 of 2
	a/4>b b/2=1F+1A c/3=3A                 | 2 5 0 of 3`

func TestAdoptedTable(t *testing.T) {
	n := 0
	g := listed(t, nil).g
	for index, grid := range adoptedBy {
		over := int64(1)
		top, bottom, fraction := strings.Cut(index, "/")
		if fraction {
			over, _ = strconv.ParseInt(bottom, 10, 64)
		}
		num, _ := strconv.ParseInt(top, 10, 64)
		for f, row := range strings.Fields(grid) {
			for a, want := range row {
				n++
				p := &Proposal{Nth: 1, Index: Points{num: num, over: over - 1}, Votes: map[PlayerID]Ballot{
					"p1": {Option: For, Weight: int64(f)}, "p2": {Option: Against, Weight: int64(a)},
				}, Voters: []PlayerID{"p1", "p2"}}
				got, rule, fail := g.verdict("adopted", g.voteSeen(p, g.tally(p)))
				if got != (want == '+') || rule != 110 || fail != nil {
					t.Errorf("index %s, %d in favour and %d against: %v by rule %d, %v", index, f, a, got, rule, fail)
				}
			}
		}
	}
	if n != 5*49 {
		t.Errorf("%d combinations", n)
	}
}

func TestQuorumTable(t *testing.T) {
	names := append(slices.Clone(six), "Gus Farrow", "Hal Eck", "Iris Dunn")
	for before, row := range strings.Fields(quorumOf) {
		p := listed(t, once, names...)
		p.put(player(1), "First")
		p.votes(1001, strings.Repeat("+", before))
		p.wait(week)
		p.tick()
		for now, want := range row {
			p.put(player(1), "Next")
			q := p.g.at(p.g.made)
			p.votes(q.Number, strings.Repeat("+", now))
			// Each is counted by itself: its quorum was fixed when it was distributed.
			d := &decision{g: p.g.scratch(), at: p.now, due: p.now}
			d.count(q.ID)
			closed := d.events[0].(VotingClosed)
			if closed.NoQuorum == (want == '+') || closed.Adopted != (want == '+') {
				t.Errorf("%d ballots before and %d now: %+v, quorum %d", before, now, closed, q.Quorum)
			}
		}
	}
}

func TestCountedTable(t *testing.T) {
	whole := listed(t, nil).g
	divided := listed(t, map[int]string{111: "split_votes = True"}).g
	n := countTable(t, whole, countedAs) + countTable(t, divided, dividedAs)
	if n < 90 {
		t.Errorf("%d rows", n)
	}
}

func countTable(t *testing.T, g *Game, table string) (n int) {
	t.Helper()
	for row := range strings.Lines(strings.TrimPrefix(table, "\n")) {
		ballots, want, _ := strings.Cut(strings.TrimSpace(row), "|")
		n++
		p := &Proposal{Nth: 1, State: Open, Votes: map[PlayerID]Ballot{}}
		for i := range 6 {
			p.Voters = append(p.Voters, PlayerID(fmt.Sprintf("p%d", i+1)))
		}
		for _, b := range strings.Fields(ballots) {
			p.Votes[voterOf(b[:1])] = ballotFrom(b[1:])
		}
		tally := g.tally(p)
		got := fmt.Sprintf("%d %d %d of %d", tally.Favour, tally.Against, tally.Abstain, tally.Ballots)
		if got != strings.TrimSpace(want) {
			t.Errorf("%s comes to %s, want %s", ballots, got, want)
		}
	}
	return n
}

func voterOf(letter string) PlayerID { return PlayerID(fmt.Sprintf("p%d", letter[0]-'a'+1)) }

// ballotFrom reads "/4=F", ">b", "=?A" and "=2F+1A".
func ballotFrom(s string) Ballot {
	b := Ballot{Weight: 3}
	if rest, ok := strings.CutPrefix(s, "/"); ok {
		i := strings.IndexAny(rest, "=>")
		b.Weight, _ = strconv.ParseInt(rest[:i], 10, 64)
		s = rest[i:]
	}
	options := map[string]Option{"F": For, "A": Against, "P": Present, "": ""}
	switch said := s[1:]; {
	case s[0] == '>':
		b.Option, b.Endorsed = Endorse, voterOf(said)
	case strings.HasPrefix(said, "?"):
		b.Option, b.Condition, b.Settled = Conditional, "if", options[said[1:]]
	case len(said) == 1:
		b.Option = options[said]
	default:
		for _, x := range strings.Split(said, "+") {
			votes, _ := strconv.ParseInt(x[:len(x)-1], 10, 64)
			b.Parts = append(b.Parts, Part{options[x[len(x)-1:]], votes})
		}
		b.Option = b.Parts[0].Option
	}
	return b
}

// naive counts as a person would: it follows each ballot by itself, for as many
// steps as there are voters.
func naive(p *Proposal) (t Tally) {
	for _, id := range p.Voters {
		b, ok := p.Votes[id]
		if !ok {
			continue
		}
		t.Ballots++
		end := b
		for range len(p.Voters) + 1 {
			if end.Option == Endorse {
				if end, ok = p.Votes[end.Endorsed]; !ok {
					end = Ballot{Option: Present}
				}
			}
		}
		if end.Option == Conditional {
			end.Option = end.Settled
		}
		switch end.Option {
		case For:
			t.Favour += b.Weight
		case Against:
			t.Against += b.Weight
		default:
			t.Abstain += b.Weight
		}
	}
	t.Cast = t.Favour + t.Against
	t.Voters = t.Cast + t.Abstain
	return t
}

func TestCountedAsAPersonWould(t *testing.T) {
	g := listed(t, nil).g
	r := rand.New(rand.NewPCG(9, 9))
	for range 3000 {
		n := 1 + r.IntN(12)
		p := &Proposal{Nth: 1, Votes: map[PlayerID]Ballot{}}
		for i := range n {
			id := PlayerID(fmt.Sprintf("p%d", i+1))
			p.Voters = append(p.Voters, id)
			b := Ballot{Weight: r.Int64N(6), Option: []Option{For, Against, Present, Endorse, Endorse, Conditional}[r.IntN(6)]}
			b.Endorsed = PlayerID(fmt.Sprintf("p%d", 1+r.IntN(n+1)))
			b.Settled = []Option{For, Against, Present, ""}[r.IntN(4)]
			if r.IntN(5) > 0 {
				p.Votes[id] = b
			}
		}
		if got, want := g.tally(p), naive(p); got != want {
			t.Fatalf("%+v come to %+v, want %+v", p.Votes, got, want)
		}
	}
}

// Many proposals with many voters, all of whom endorse somebody, are counted in
// no time.
func TestCountsMany(t *testing.T) {
	var names []string
	for i := range 200 {
		names = append(names, fmt.Sprintf("Ada Quill%03d", i))
	}
	p := listed(t, once, names...)
	for i := range 20 {
		p.put(player(1), fmt.Sprint("Tea ", i))
	}
	for n := 1001; n <= 1020; n++ {
		q := p.g.Proposal(n)
		for i, id := range q.Voters {
			b := Ballot{Option: Endorse, Endorsed: q.Voters[(i+1)%200], Weight: 3}
			if i == 199 {
				b = Ballot{Option: For, Weight: 2}
			}
			p.apply(VoteCast{q.ID, id, b})
		}
	}
	p.wait(week)
	var events []Event
	var err error
	took := timed(func() { events, err = Decide(p.g, Tick{}, By{}, p.now) })
	if err != nil || took > slower*time.Second {
		t.Errorf("%v, %v", took, err)
	}
	closed := 0
	for _, e := range events {
		if c, ok := e.(VotingClosed); ok && c.Adopted && c.Tally.Favour == 600 {
			closed++
		}
	}
	p.is("adopted", closed, 20)
}
