package rules_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// differences gathers where the two games differ, one line each.
type differences []string

// see compares a value of the engine's with ours. N tells things of one kind
// apart.
func see[T comparable](d *differences, what string, n int, engine, ours T) {
	if engine != ours {
		*d = append(*d, fmt.Sprintf("%s %d: the engine says %v, the reckoning %v", what, n, engine, ours))
	}
}

// agree says where the two games differ.
func (p *pair) agree() error {
	d := &differences{}
	p.seeTurn(d)
	p.seePlayers(d)
	p.seeRules(d)
	p.seeProposals(d)
	if len(*d) > 0 {
		return errors.New("they differ:\n  " + strings.Join(*d, "\n  "))
	}
	return nil
}

func (p *pair) seeTurn(d *differences) {
	g, t := p.game, p.table
	status, phase := rules.Running, rules.Proposing
	winners := []rules.PlayerID(nil)
	switch t.over {
	case "won":
		status, winners = rules.Won, t.ids(t.winners)
	case "disputed":
		phase, winners = rules.Judging, t.ids(t.winners)
	case "alone":
		status = rules.Stopped
	}
	see(d, "status", 0, g.Status, status)
	see(d, "number of winners", 0, len(g.Winners)+len(g.Disputed), len(winners))
	for _, w := range slices.Concat(g.Winners, g.Disputed) {
		see(d, "winner "+string(w), 0, true, slices.Contains(winners, w))
	}
	see(d, "circuits", 0, g.Circuits, t.circuits)
	if status != rules.Running {
		return
	}
	if t.poll != nil && phase != rules.Judging {
		phase = map[string]rules.Phase{"debate": rules.Debating, "voting": rules.Voting}[t.poll.state]
	}
	see(d, "phase", 0, g.Phase, phase)
	if phase == rules.Judging {
		return
	}
	see(d, "turn", 0, g.Turn.Number, t.turn)
	see(d, "mover", 0, g.Turn.Mover, t.id(t.mover))
	here := func(id rules.PlayerID) bool { return g.Player(id).State == rules.Playing }
	order := slices.DeleteFunc(slices.Clone(g.Order), func(id rules.PlayerID) bool { return !here(id) })
	ours := slices.DeleteFunc(slices.Clone(t.order), func(s *seat) bool { return s.left })
	if !slices.Equal(order, t.ids(ours)) {
		*d = append(*d, fmt.Sprintf("order: the engine says %v, the reckoning %v", order, t.ids(ours)))
	}
}

func (p *pair) seePlayers(d *differences) {
	see(d, "number of players", 0, len(p.game.Players), len(p.table.seats))
	for i, s := range p.table.seats[:min(len(p.game.Players), len(p.table.seats))] {
		e := p.game.Players[i]
		state := rules.Playing
		if s.left {
			state = rules.Forfeited
		}
		points, _ := rules.PointsOf(big.NewRat(int64(s.sixths), whole))
		see(d, "name of player", i+1, e.Name(), s.given+" "+s.surname)
		see(d, "state of player", i+1, e.State, state)
		see(d, "points of player", i+1, e.Points, points)
	}
}

func (p *pair) seeRules(d *differences) {
	see(d, "number of rules", 0, len(p.game.Rules), len(p.table.laws))
	see(d, "number of repealed rules", 0, len(p.game.Gone), len(p.table.gone))
	for _, e := range p.game.Rules {
		l := p.table.find(e.Number)
		if l == nil {
			see(d, "rule in force", e.Number, true, false)
			continue
		}
		see(d, "number of rule", e.Number, e.Number, l.number)
		see(d, "mutability of rule", e.Number, e.Mutable, l.mutable)
		see(d, "text of rule", e.Number, e.Text, l.text)
		see(d, "clause of rule", e.Number, e.Clause, l.clause)
		see(d, "amendments of rule", e.Number, len(e.Amendments), len(l.amendments))
		for i, a := range l.amendments[:min(len(l.amendments), len(e.Amendments))] {
			see(d, "amendment", a.number, e.Amendments[i].Number, a.number)
		}
		if !slices.Equal(e.Was, l.was) {
			*d = append(*d, fmt.Sprintf("former numbers of rule %d: the engine says %v, the reckoning %v", e.Number, e.Was, l.was))
		}
	}
}

// seeProposals compares the last ones: what was decided earlier does not change.
func (p *pair) seeProposals(d *differences) {
	see(d, "number of proposals", 0, len(p.game.Proposals), len(p.table.polls))
	n := min(len(p.game.Proposals), len(p.table.polls))
	for i := max(0, n-3); i < n; i++ {
		e, q := p.game.Proposals[i], p.table.polls[i]
		see(d, "number of proposal", q.number, e.Number, q.number)
		see(d, "proposer of proposal", q.number, e.Proposer, p.table.id(q.mover))
		see(d, "state of proposal", q.number, string(e.State), q.state)
		if q.state == "adopted" || q.state == "defeated" {
			see(d, "votes for", q.number, e.Tally.Favour, int64(q.favour))
			see(d, "votes against", q.number, e.Tally.Against, int64(q.against))
			see(d, "abstentions on", q.number, e.Tally.Abstain, int64(q.abstain))
		}
	}
}

func (t *table) id(s *seat) rules.PlayerID {
	return rules.PlayerID(fmt.Sprintf("p%d", slices.Index(t.seats, s)+1))
}

func (t *table) ids(seats []*seat) []rules.PlayerID {
	var list []rules.PlayerID
	for _, s := range seats {
		list = append(list, t.id(s))
	}
	return list
}
