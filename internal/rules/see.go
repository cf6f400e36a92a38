package rules

import (
	"math/big"

	"nomicmail/internal/clause"
)

// What a clause sees of the game: objects with the attributes of the lists
// below. Two of one thing are equal in a run, since they point to the same.

var (
	voteAttrs = []string{"number", "kind", "proposer", "mover", "favour", "against", "abstain", "cast", "voters",
		"unanimous", "favour_players", "against_players", "abstain_players", "index", "quorum", "ballots", "coauthors"}
	turnAttrs   = []string{"number", "mover", "vote"}
	ruleAttrs   = []string{"number", "mutable", "amended", "power"}
	gameAttrs   = []string{"circuit", "circuits", "turn", "players", "mutable", "immutable", "rule", "last_vote"}
	playerAttrs = []string{"name", "surname", "points", "state"}
)

// voteSeen is a vote counted. Whoever is against by silence is among the
// voters and in the count, but not in against: silence earns nothing (Rule 204).
type voteSeen struct {
	number                   int
	kind                     Kind
	proposer, mover          *Player
	tally                    Tally
	favour, against, neither []*Player
	index                    Ratio
	quorum                   int
	ballots                  int64
	coauthors                []*Player
}

// unanimous: all who did not abstain are in favour, and somebody is
// (Rules 109, 203).
func (v *voteSeen) unanimous() bool {
	return v.tally.Favour > 0 && v.tally.Favour+v.tally.Abstain == v.tally.Voters
}

func (v *voteSeen) String() string  { return "the vote on " + number(v.number).String() }
func (v *voteSeen) Kind() string    { return "vote" }
func (v *voteSeen) Attrs() []string { return voteAttrs }

func (v *voteSeen) Attr(name string) clause.Value {
	switch name {
	case "number":
		return number(v.number)
	case "kind":
		return clause.Text(v.kind)
	case "proposer":
		return seen(v.proposer)
	case "mover":
		return seen(v.mover)
	case "favour":
		return number(v.tally.Favour)
	case "against":
		return number(v.tally.Against)
	case "abstain":
		return number(v.tally.Abstain)
	case "cast":
		return number(v.tally.Cast)
	case "voters":
		return number(v.tally.Voters)
	case "unanimous":
		return clause.Truth(v.unanimous())
	case "favour_players":
		return seenAll(v.favour)
	case "against_players":
		return seenAll(v.against)
	case "abstain_players":
		return seenAll(v.neither)
	case "index":
		return clause.Number{R: v.index.Rat()}
	case "quorum":
		return number(v.quorum)
	case "ballots":
		return number(v.ballots)
	case "coauthors":
		return seenAll(v.coauthors)
	}
	return nil
}

// turnSeen is a turn; its vote is None until it has one.
type turnSeen struct {
	number int
	mover  *Player
	vote   *voteSeen
}

func (t *turnSeen) String() string  { return "turn " + number(t.number).String() }
func (t *turnSeen) Kind() string    { return "turn" }
func (t *turnSeen) Attrs() []string { return turnAttrs }

func (t *turnSeen) Attr(name string) clause.Value {
	switch name {
	case "number":
		return number(t.number)
	case "mover":
		return seen(t.mover)
	case "vote":
		if t.vote == nil {
			return clause.Nothing{}
		}
		return t.vote
	}
	return nil
}

// ruleSeen is a rule, with the power that it has of its own.
type ruleSeen struct{ *Rule }

func (r ruleSeen) String() string  { return "rule " + number(r.Number).String() }
func (r ruleSeen) Kind() string    { return "rule" }
func (r ruleSeen) Attrs() []string { return ruleAttrs }

func (r ruleSeen) Attr(name string) clause.Value {
	switch name {
	case "number":
		return number(r.Number)
	case "mutable":
		return clause.Truth(r.Mutable)
	case "amended":
		return clause.Truth(r.Touched)
	case "power":
		return clause.Number{R: r.Power.Rat()}
	}
	return nil
}

// gameSeen is the game in one run of a clause. Its turn is the one that the run
// is about.
type gameSeen struct {
	g    *Game
	turn *turnSeen // nil until it is looked for
}

// gameIn is the game as a run with these arguments sees it.
func (g *Game) gameIn(args []clause.Value) *gameSeen {
	s := &gameSeen{g: g}
	for _, a := range args {
		switch a := a.(type) {
		case *turnSeen:
			s.turn = a
		case *voteSeen:
			s.turn = &turnSeen{number: max(1, g.Turn.Number), mover: a.mover, vote: a}
		}
	}
	return s
}

func (s *gameSeen) String() string  { return "the game" }
func (s *gameSeen) Kind() string    { return "game" }
func (s *gameSeen) Attrs() []string { return gameAttrs }

func (s *gameSeen) Attr(name string) clause.Value {
	mutable, immutable := s.g.count()
	switch name {
	case "circuit":
		return number(s.g.Circuits + 1)
	case "circuits":
		return number(s.g.Circuits)
	case "turn":
		if s.turn == nil {
			s.turn = s.g.turnSeen()
		}
		return s.turn
	case "players":
		return s.g.playersSeen()
	case "mutable":
		return number(mutable)
	case "immutable":
		return number(immutable)
	case "rule":
		return clause.Function{Name: "game.rule", Call: s.rule}
	case "last_vote":
		if p := s.g.lastVote(); p != nil {
			return s.g.voteSeen(p, p.Tally)
		}
		return clause.Nothing{}
	}
	return nil
}

// rule finds the rule that bears or bore a number.
func (s *gameSeen) rule(args []clause.Value) (clause.Value, error) {
	if len(args) != 1 {
		return nil, usage("game.rule(203)")
	}
	n, err := wholeOf(args[0], maxWhole)
	if err != nil {
		return nil, err
	}
	if r := s.g.Rule(int(n)); r != nil {
		return ruleSeen{r}, nil
	}
	return clause.Nothing{}, nil
}

// playerSeen is a player.
type playerSeen struct{ *Player }

func (p playerSeen) String() string  { return p.Name() }
func (p playerSeen) Kind() string    { return "player" }
func (p playerSeen) Attrs() []string { return playerAttrs }

func (p playerSeen) Attr(name string) clause.Value {
	switch name {
	case "name":
		return clause.Text(p.Name())
	case "surname":
		return clause.Text(p.Surname)
	case "points":
		return clause.Number{R: p.Points.Rat()}
	case "state":
		if !p.Inactive.IsZero() && p.State == Playing {
			return clause.Text(toInactive)
		}
		return clause.Text(p.State)
	}
	return nil
}

func seen(p *Player) clause.Value {
	if p == nil {
		return clause.Nothing{}
	}
	return playerSeen{p}
}

func seenAll(players []*Player) clause.List {
	list := make(clause.List, 0, len(players))
	for _, p := range players {
		list = append(list, playerSeen{p})
	}
	return list
}

// playersSeen are those who play, in turn order; before the first circuit in
// the order of joining.
func (g *Game) playersSeen() clause.List { return seenAll(g.playing()) }

func number[T int | int64](n T) clause.Number { return clause.Number{R: big.NewRat(int64(n), 1)} }

// turnSeen is the turn as clauses see it, with its vote once that is counted.
func (g *Game) turnSeen() *turnSeen {
	t := &turnSeen{number: g.Turn.Number, mover: g.Player(g.Turn.Mover)}
	if p := g.current(); p != nil && (p.State == Adopted || p.State == Defeated) {
		t.vote = g.voteSeen(p, p.Tally)
	}
	return t
}

// voteSeen is the vote on p as clauses see it.
func (g *Game) voteSeen(p *Proposal, t Tally) *voteSeen {
	v := &voteSeen{number: p.Number, proposer: g.Player(p.Proposer), tally: t, index: p.Index, quorum: p.Quorum, ballots: t.Ballots}
	if p.Nth == 0 {
		v.mover = g.Player(g.Turn.Mover)
	}
	if v.index.Sign() == 0 {
		v.index = g.usualIndex()
	}
	if len(p.Changes) > 0 {
		v.kind = p.Changes[0].Kind
	}
	for _, id := range p.Coauthors {
		v.coauthors = append(v.coauthors, g.Player(id))
	}
	v.sides(g, g.Reads(p))
	return v
}

// sides puts the voters on the sides on which they stand, whoever divides his or
// her votes on both. Whoever has left stands nowhere, which may be while a Judge
// is asked about the effects of the vote.
func (v *voteSeen) sides(g *Game, reads []Read) {
	for _, r := range reads {
		voter := g.Player(r.Voter)
		if voter == nil || voter.State != Playing {
			continue
		}
		if r.Option == For || r.Favour > 0 {
			v.favour = append(v.favour, voter)
		}
		if r.Option == Against && r.Ballot.Assumed != silence || r.Against > 0 && r.Option != Against {
			v.against = append(v.against, voter)
		}
		if r.Option == Abstain || r.Option == Present && r.Favour+r.Against == 0 {
			v.neither = append(v.neither, voter)
		}
	}
}

// usualIndex is the index of a proposal that has none of its own.
func (g *Game) usualIndex() Ratio {
	if n, _, ok := g.ratio("index"); ok {
		return n
	}
	return Whole(1)
}
