package rules

import (
	"slices"

	"nomicmail/internal/clause"
)

// Tryout is what would have come of something if the change had been made, and
// comes of it as the rules are.
type Tryout struct {
	Of      string // TriedVote, TriedMadeUp, TriedCircuit or TriedOrder
	Number  int    // of the proposal voted on
	Against []PlayerID
	Chance  bool // points depend on a die, so none are told
	Lines   []TryoutLine
}

// What is tried out.
const (
	TriedVote    = "vote"    // the last vote that was counted
	TriedMadeUp  = "made-up" // a vote that nobody has cast, with Against against and all others in favour
	TriedCircuit = "circuit" // the end of the circuit, if it came now
	TriedOrder   = "order"   // the order of the next circuit
)

// TryoutLine is one difference. Code is "adopted" or "defeated"; "points" or
// "votes" of a player; "judge"; "order"; or "fails", of a clause that cannot be
// run, with what is wrong in Will.
type TryoutLine struct {
	Code      string
	Player    PlayerID
	Will, Was string
	Players   []PlayerID // the order
	Rule      int
}

// ofVotes are the names whose answers decide what comes of a vote.
var ofVotes = []string{"adopted", "adopted_transmutation", "votes_of", "judge", whenAdopted, whenDefeated, whenTurnEnds}

// tryouts tries the change out where what is new has to do with it: first on
// the last vote, and where that shows nothing, or there was none, on one that is
// made up.
func (f *foresight) tryouts(news []News) []Tryout {
	is := func(names ...string) bool {
		return slices.ContainsFunc(news, func(n News) bool { return slices.Contains(names, n.Name) })
	}
	var list []Tryout
	if is(ofVotes...) {
		list = f.onVotes()
	}
	if is(whenCircuitEnds) {
		if t := f.onCircuit(); len(t.Lines) > 0 || t.Chance {
			list = append(list, t)
		}
	}
	if is("turn_order") {
		if t, ok := f.onOrder(); ok {
			list = append(list, t)
		}
	}
	return list
}

func (f *foresight) onVotes() []Tryout {
	var list []Tryout
	if p := f.now.lastVote(); p != nil {
		t := f.onVote(p)
		t.Of = TriedVote
		if list = append(list, t); len(t.Lines) > 0 || t.Chance {
			return list
		}
	}
	for _, against := range []int{1, 0} {
		p := f.madeUpVote(against)
		if p == nil {
			continue
		}
		t := f.onVote(p)
		if t.Of, t.Against = TriedMadeUp, p.Voters[len(p.Voters)-against:]; len(t.Lines) > 0 || t.Chance {
			return append(list, t)
		}
	}
	return list
}

// lastVote is the proposal whose vote was counted last.
func (g *Game) lastVote() *Proposal {
	return g.at(g.counted)
}

// madeUpVote is a vote on the proposal itself with so many against; nil where
// too few play.
func (f *foresight) madeUpVote(against int) *Proposal {
	p := *f.p
	p.Voters, p.Votes, p.Lapsed = nil, map[PlayerID]Ballot{}, nil
	for _, x := range f.now.playing() {
		if x.ID != p.Proposer {
			p.Voters = append(p.Voters, x.ID)
		}
	}
	if len(p.Voters) == 0 {
		return nil
	}
	p.Voters = append([]PlayerID{p.Proposer}, p.Voters...)
	for i, id := range p.Voters {
		p.Votes[id] = Ballot{Option: For}
		if i >= len(p.Voters)-against {
			p.Votes[id] = Ballot{Option: Against}
		}
	}
	p.Changes = []Change{{Kind: Enact}}
	return &p
}

// An upshot is what rules make of something.
type upshot struct {
	adopted bool
	weights map[PlayerID]int64
	points  map[PlayerID]Points
	judge   PlayerID
	chance  bool
	failed  *ClauseFailed
}

func (f *foresight) onVote(p *Proposal) Tryout {
	was, will := f.now.upshot(p), f.after.upshot(p)
	t := Tryout{Number: p.Number, Chance: was.chance || will.chance}
	if will.failed != nil && was.failed == nil {
		t.Lines = append(t.Lines, TryoutLine{Code: "fails", Rule: will.failed.Rule, Will: will.failed.Name + ": " + will.failed.Why})
		return t
	}
	for _, id := range p.Voters {
		if a, b := was.weights[id], will.weights[id]; a != b {
			t.Lines = append(t.Lines, TryoutLine{Code: "votes", Player: id, Will: number(b).String(), Was: number(a).String()})
		}
	}
	if was.adopted != will.adopted {
		code := "defeated"
		if will.adopted {
			code = "adopted"
		}
		t.Lines = append(t.Lines, TryoutLine{Code: code})
	}
	if !t.Chance {
		t.Lines = append(t.Lines, f.pointLines(was.points, will.points)...)
	}
	if was.judge != will.judge && will.judge != "" {
		t.Lines = append(t.Lines, TryoutLine{Code: "judge", Player: will.judge})
	}
	return t
}

// pointLines are those whose points differ, in the order of joining.
func (f *foresight) pointLines(was, will map[PlayerID]Points) []TryoutLine {
	var list []TryoutLine
	for _, p := range f.now.Players {
		if a, b := was[p.ID], will[p.ID]; a != b {
			list = append(list, TryoutLine{Code: "points", Player: p.ID, Will: b.String(), Was: a.String()})
		}
	}
	return list
}

// upshot lets the rules in force make of the votes on p what they would.
func (g *Game) upshot(p *Proposal) upshot {
	u := upshot{weights: map[PlayerID]int64{}, points: map[PlayerID]Points{}}
	q := *p
	q.Votes = map[PlayerID]Ballot{}
	for _, id := range p.Voters {
		b, voted := p.Votes[id]
		if !voted && p.Nth > 0 {
			continue
		}
		w, fail := g.weight(id)
		if fail != nil {
			u.failed = fail
			return u
		}
		b.Weight, u.weights[id] = w, w
		q.Votes[id] = b
	}
	vote := func(s *Game) *voteSeen {
		v := s.voteSeen(&q, s.tally(&q))
		v.mover = v.proposer
		return v
	}
	u.adopted, _, u.failed = g.verdict(g.decided(p), vote(g))
	if u.failed != nil {
		return u
	}
	q.State = Defeated
	if u.adopted {
		q.State = Adopted
	}
	s := g.scratch()
	s.rehearse(&u, q.effects(), func() clause.Value { return vote(s) })
	s.rehearse(&u, whenTurnEnds, func() clause.Value {
		v := vote(s)
		return &turnSeen{number: max(1, q.Turn), mover: v.mover, vote: v}
	})
	u.judge = g.judgeByRule(p.Proposer)
	return u
}

// decided is the name that decided on a proposal, whose rule may have changed
// its kind since by that very vote.
func (g *Game) decided(p *Proposal) string {
	c := p.Changes[0]
	r := g.Rule(c.Rule)
	if c.Kind != Transmute || r == nil {
		return "adopted"
	}
	immutable := !r.Mutable
	if p.State == Adopted && p.Lapsed == nil {
		immutable = r.Mutable
	}
	if _, ok := g.Answer("adopted_transmutation"); ok && immutable {
		return "adopted_transmutation"
	}
	return "adopted"
}

// rehearse lets the rules have an effect on g, a scratch copy, and adds up the
// points.
func (g *Game) rehearse(u *upshot, name string, arg func() clause.Value) {
	for _, r := range g.answering(name) {
		if u.failed != nil {
			return
		}
		e := &effect{name: name, trial: true}
		if _, err := g.run(r, name, e, arg()); err != nil {
			u.failed = &ClauseFailed{Rule: r.Number, Name: name, Why: err.Error()}
			return
		}
		for _, event := range e.events {
			switch event := event.(type) { // not all: a die shows nothing, and what is said is said later
			case Awarded:
				u.points[event.Player] = u.points[event.Player].Plus(event.Points)
				g.Apply(event, g.Turn.Began)
			case Kept, RuleRepealed:
				g.Apply(event, g.Turn.Began)
			case DieThrown:
				u.chance = true
			}
		}
	}
}

// onCircuit is what would come of the end of the circuit, if it came now.
func (f *foresight) onCircuit() Tryout {
	end := func(g *Game) upshot {
		u, s := upshot{points: map[PlayerID]Points{}}, g.scratch()
		s.Circuits++
		s.rehearse(&u, whenCircuitEnds, func() clause.Value { return &gameSeen{g: s} })
		return u
	}
	was, will := end(f.now), end(f.after)
	t := Tryout{Of: TriedCircuit, Chance: was.chance || will.chance}
	switch {
	case will.failed != nil && was.failed == nil:
		t.Lines = []TryoutLine{{Code: "fails", Rule: will.failed.Rule, Will: will.failed.Name + ": " + will.failed.Why}}
	case !t.Chance:
		t.Lines = f.pointLines(was.points, will.points)
	}
	return t
}

// onOrder is the order in which the next circuit would go.
func (f *foresight) onOrder() (Tryout, bool) {
	was, no := f.now.turnOrder()
	will, fail := f.after.turnOrder()
	if no != nil || fail != nil || slices.Equal(was, will) {
		return Tryout{}, false
	}
	will = slices.DeleteFunc(slices.Clone(will), func(id PlayerID) bool {
		p := f.now.Player(id)
		return p == nil || p.State != Playing
	})
	return Tryout{Of: TriedOrder, Lines: []TryoutLine{{Code: "order", Players: will}}}, true
}
