package rules

import (
	"errors"
	"fmt"
	"slices"

	"nomicmail/internal/clause"
)

// readable refuses a clause that cannot be read.
func readable(source string) *Refusal {
	_, err := clause.Parse(source, Names())
	if err == nil {
		return nil
	}
	no := &Refusal{Code: ClauseUnreadable, Text: err.Error()}
	if e := (*clause.Error)(nil); errors.As(err, &e) {
		no.Hint = e.Hint
	}
	return no
}

// checkClause tries the clause of a rule in force: every name must give a
// legal value, and every effect must come to its end, on a made-up vote.
func (g *Game) checkClause(r *Rule) *Refusal {
	if r == nil || r.Clause == "" {
		return nil
	}
	if no := readable(r.Clause); no != nil {
		return no
	}
	p := g.law.programs[r.Clause].program
	for _, name := range p.Defined() {
		if err := g.try(r, p, name); err != nil {
			no := &Refusal{Code: ClauseIllegal, Number: r.Number, Text: name + ": " + err.Error()}
			if e := (*clause.Error)(nil); errors.As(err, &e) {
				no.Hint = e.Hint
			}
			return no
		}
	}
	return nil
}

// try runs one name of a clause on made-up arguments.
func (g *Game) try(r *Rule, p *clause.Program, name string) error {
	if c, ok := custom(name); ok {
		v, err := g.runProgram(p, r, name, nil)
		if err == nil {
			_, err = customText(c, v)
		}
		return err
	}
	i := slices.IndexFunc(namedAll, func(n named) bool { return n.name == name })
	if i < 0 {
		return errNotDefined
	}
	for _, args := range g.trials(namedAll[i]) {
		var e *effect
		if namedAll[i].effect() {
			e = &effect{name: name, trial: true}
		}
		v, err := g.runProgram(p, r, name, e, args...)
		switch {
		case err != nil:
		case e == nil:
			err = namedAll[i].legal(g, v)
		default:
			err = g.bearable(e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// trials are the made-up arguments on which a name is tried.
func (g *Game) trials(n named) [][]clause.Value {
	if len(n.params) == 0 {
		return [][]clause.Value{nil}
	}
	table := g.table()
	if n.name == winnerByRuling {
		return g.trialCases(table)
	}
	var all [][]clause.Value
	for _, v := range g.trialVotes(table) {
		var args []clause.Value
		for _, p := range n.params {
			switch p {
			case "vote":
				args = append(args, v)
			case "turn":
				t := &turnSeen{number: max(1, g.Turn.Number), mover: v.mover, vote: v}
				if n.name == whenTurnBegins {
					t.vote = nil
				}
				args = append(args, t)
			case "player", "mover":
				args = append(args, seen(v.mover))
			case "players":
				args = append(args, seenAll(table))
			case "game":
				args = append(args, &gameSeen{g: g})
			case "proposal":
				args = append(args, g.trialProposal(table))
			case "consent":
				args = append(args, consentSeen{given: 1, others: len(table) - 1, players: len(table)})
			}
		}
		all = append(all, args)
	}
	return all
}

// table is who plays, or made-up players where there are not enough yet.
func (g *Game) table() []*Player {
	if list := g.playing(); len(list) >= 2 {
		return list
	}
	return madeUp(3)
}

func madeUp(n int) []*Player {
	var list []*Player
	for i := range n {
		list = append(list, &Player{
			ID: PlayerID(fmt.Sprintf("trial %d", i+1)), Given: "Trial", Surname: fmt.Sprintf("Player %d", i+1), State: Playing,
		})
	}
	return list
}

// trialVotes are votes as they may come: all in favour, and one against.
func (g *Game) trialVotes(table []*Player) []*voteSeen {
	return []*voteSeen{g.trialVote(table, Enact, 0, 0), g.trialVote(table, Enact, 1, 0)}
}

// trialVote is a vote on the next proposal where the last players are against
// or abstain.
func (g *Game) trialVote(table []*Player, k Kind, against, abstain int) *voteSeen {
	favour := len(table) - against - abstain
	v := &voteSeen{
		number: g.followingNumber(), kind: k, // that of the change which is tried, in force already here
		proposer: table[0], mover: table[0],
		index: g.usualIndex(), ballots: int64(len(table)),
		favour: table[:favour], against: table[favour : favour+against], neither: table[favour+against:],
	}
	t := &v.tally
	t.Favour, t.Against, t.Abstain = g.votes(v.favour), g.votes(v.against), g.votes(v.neither)
	t.Cast = t.Favour + t.Against
	t.Voters = t.Cast + t.Abstain
	return v
}

// votes is how many votes players have together, one each if they are made up.
func (g *Game) votes(players []*Player) int64 {
	var n int64
	for _, p := range players {
		w := int64(1)
		if g.Player(p.ID) == p {
			w, _ = g.weight(p.ID)
		}
		n += w
	}
	return n
}

// adoptable says whether some rule-change is adopted when everybody is in
// favour (Rule 114).
func (g *Game) adoptable() bool { return g.adoptableBy(0, 0) }

// What a vote may need to be adopted.
const (
	NeedsUnanimity = "unanimity"
	NeedsMajority  = "majority"
	NeedsOther     = "other"
)

// Needs says in a word what p needs to be adopted as the rules stand:
// "unanimity", "majority" or "other".
func (g *Game) Needs(p *Proposal) string {
	if len(p.Changes) == 0 {
		return g.needs("adopted", 0, Enact)
	}
	return g.needs(g.decidesOn(p), p.Number, p.Changes[0].Kind)
}

// needs says the same of what a name answers to votes on a change of that kind;
// a number of 0 is the next.
func (g *Game) needs(name string, number int, kind Kind) string {
	if r, ok := g.Answer(name); !ok || r == nil {
		return NeedsUnanimity
	}
	unanimity, majority := true, true
	table := madeUp(5)
	for against := range len(table) + 1 {
		for abstain := range len(table) - against + 1 {
			v := g.trialVote(table, kind, against, abstain)
			if number > 0 {
				v.number = number
			}
			adopted, _, fail := g.verdict(name, v)
			if fail != nil {
				return NeedsOther
			}
			unanimity = unanimity && adopted == v.unanimous()
			majority = majority && adopted == (v.tally.Favour > v.tally.Against)
		}
	}
	switch {
	case unanimity:
		return NeedsUnanimity
	case majority:
		return NeedsMajority
	}
	return NeedsOther
}
