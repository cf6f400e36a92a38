package rules

import (
	"flag"
	"fmt"
	"runtime"
	"testing"
	"time"
)

var scale = flag.Int("scale", 0, "how many proposals the long game without turns has, such as 10000; 0 is a short one")

// grown is a game without turns in which so many proposals were decided, twenty at
// a time and each by ten ballots.
func grown(t *testing.T, proposals int) *playing {
	t.Helper()
	names := append([]string{"Gus Farrow", "Hal Eck", "Iris Dunn", "Jan Orr"}, six...)
	p := listed(t, map[int]string{103: "distribution = \"by organiser\""}, names...)
	for p.g.distributions*20 < proposals {
		p.fillPool(20)
		p.do(Distribute{}, organiser)
		for _, q := range p.g.Distribution(p.g.distributions) {
			p.votes(q.Number, "++++++++--")
		}
		p.wait(week)
		p.tick()
	}
	return p
}

// fillPool lets a player make proposals, which amend rules in turn.
func (p *playing) fillPool(n int) {
	for i := range n {
		rule := 113 + i%3
		text := fmt.Sprintf("The words of rule %d, as proposal %d has them.", rule, p.g.made+1)
		p.do(Propose{Title: fmt.Sprint("Words ", p.g.made+1), Drafts: []Draft{{Kind: Amend, Rule: rule, Text: text}}}, player(1+i%10))
	}
}

// spent is how many bytes something allocates.
func spent(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// costs are what a vote and a proposal cost in a game of that length, without
// changing it: the least of some tries.
func (p *playing) costs() (vote, propose uint64) {
	p.fillPool(1)
	p.do(Distribute{}, organiser)
	number := p.g.at(p.g.made).Number
	for i := range 20 {
		v := spent(func() { p.do(Vote{Proposal: number, Option: For, Changes: true}, player(1+i%10)) })
		q := spent(func() { p.fillPool(1) })
		if i == 0 || v < vote {
			vote = v
		}
		if i == 0 || q < propose {
			propose = q
		}
	}
	return vote, propose
}

// The cost of a mail does not grow with the history, and what was recorded folds
// to the same game.
func TestScaleOfLists(t *testing.T) {
	long := 1200
	if *scale > 0 {
		long = *scale
	}
	short := grown(t, 60)
	vote, propose := short.costs()
	p := grown(t, long)
	began := time.Now()
	again := &Game{}
	for i, e := range p.events {
		again.Apply(e, p.times[i])
	}
	took := time.Since(began)
	if !again.Equal(p.g) {
		t.Error("the events fold to another game")
	}
	lateVote, latePropose := p.costs()
	t.Logf("%d proposals, %d events, folded in %v; a vote allocates %d bytes after 60 and %d at the end, a proposal %d and %d",
		long, len(p.events), took, vote, lateVote, propose, latePropose)
	if lateVote > vote*3/2 || latePropose > propose*3/2 {
		t.Errorf("after %d proposals a vote allocates %d bytes and a proposal %d, after 60 %d and %d", long, lateVote, latePropose, vote, propose)
	}
}
