package rules

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"nomicmail/internal/clause"
)

// How a provisional award was settled.
const (
	Reckoned  = "reckoned"  // worked out again under the clause that settles the rule
	Confirmed = "confirmed" // the clause was right
	Repealed  = "repealed"  // the rule is no more; what it awarded stands
	Reworded  = "reworded"  // the clause is for another text, and works no change backwards (Rule 107)
	Faulty    = "faulty"    // the clause could not be run for then; what was awarded stands
)

// doSettling does what may make text and clause of a rule agree, and settles its
// provisional awards.
func (d *decision) doSettling(e Event) {
	settled := d.g.settling(e)
	d.do(e)
	for _, award := range settled {
		d.do(award)
	}
}

// settling gives what becomes of the provisional awards of the rule that a
// change is about to settle: nil when it settles none.
func (g *Game) settling(e Event) []Event {
	switch e := e.(type) { // not all: those that can make text and clause agree
	case RuleAmended:
		if old := g.Rule(e.Was); old != nil && old.Differs && !e.Rule.Differs {
			return g.reckon(old, &e.Rule, true)
		}
	case RuleRepealed:
		if old := g.Rule(e.Number); old != nil {
			return g.reckon(old, nil, false)
		}
	case ClauseSettled:
		if old := g.Rule(e.Rule); old != nil && old.Differs {
			next := *old
			next.Clause = e.Clause
			return g.reckon(old, &next, false)
		}
	}
	return nil
}

// reckon works out again, case by case as they came, what a rule would have
// awarded under the clause that next has. With sameText only what was awarded
// under the text of next is: an amendment does not work backwards (Rule 107).
// A nil next is a repeal.
func (g *Game) reckon(old, next *Rule, sameText bool) []Event {
	r := reckoning{points: map[PlayerID]Points{}, kept: map[string]string{}, evaluator: g.evaluator}
	if next != nil {
		r.clause = next.Clause
		r.program, r.fault = clause.Parse(next.Clause, Names())
	}
	for _, d := range g.doubtsOf(old) {
		then := d.seen.Rule(d.Rule)
		switch {
		case next == nil:
			r.stands(d, Repealed, "")
		case sameText && !sameWords(then.Text, next.Text):
			r.stands(d, Reworded, "")
		case then.Clause == next.Clause:
			r.stands(d, Confirmed, "")
		default:
			r.again(d)
		}
	}
	return r.events
}

// sameWords compares texts but for their white space.
func sameWords(a, b string) bool { return slices.Equal(strings.Fields(a), strings.Fields(b)) }

// reckoning is what the provisional awards of one rule come to.
type reckoning struct {
	clause    string
	program   *clause.Program
	fault     error // of reading the clause
	evaluator evaluator
	points    map[PlayerID]Points // by which the players' points differ from what they were
	kept      map[string]string   // what the clause would have kept
	events    []Event
}

// stands lets what was awarded stand.
func (r *reckoning) stands(d *Doubt, how, fault string) { r.settle(d, sums(d.Awards), how, fault) }

// again runs the clause for a case, in the game as it was, less what was wrong
// in it before.
func (r *reckoning) again(d *Doubt) {
	e, err := r.run(d)
	if err != nil {
		r.stands(d, Faulty, err.Error())
		return
	}
	var awards []Awarded
	for _, x := range e.events {
		if a, ok := x.(Awarded); ok {
			awards = append(awards, a)
		}
	}
	maps.Copy(r.kept, e.kept)
	r.settle(d, sums(awards), Reckoned, "")
}

func (r *reckoning) run(d *Doubt) (*effect, error) {
	e := &effect{name: d.Name, proposal: d.Proposal, again: &rethrow{d.Thrown}}
	switch {
	case r.fault != nil && r.clause != "":
		return nil, r.fault
	case r.clause == "" || !r.program.Defines(d.Name):
		return e, nil // it would have done nothing
	}
	g := d.seen.Clone()
	g.evaluator = r.evaluator
	g.readLaw()
	for id, more := range r.points {
		g.changePlayer(id, func(p *Player) { p.Points = p.Points.Plus(more) })
	}
	g.Ledger = maps.Clone(g.Ledger)
	if g.Ledger == nil {
		g.Ledger = map[string]string{}
	}
	maps.Copy(g.Ledger, r.kept)
	then := *g.Rule(d.Rule)
	then.Clause = r.clause
	_, err := g.runProgram(r.program, &then, d.Name, e, g.doubtArgs(d)...)
	return e, err
}

// doubtArgs is what the effect was given.
func (g *Game) doubtArgs(d *Doubt) []clause.Value {
	switch d.Name {
	case whenAdopted, whenDefeated:
		if p := g.at(d.Proposal); p != nil {
			return []clause.Value{g.voteSeen(p, p.Tally)}
		}
	case whenTurnEnds, whenTurnBegins:
		return []clause.Value{g.turnSeen()}
	case whenCircuitEnds:
		return []clause.Value{&gameSeen{g: g}}
	case whenJoined, whenWon:
		return []clause.Value{seen(g.Player(d.Player))}
	}
	return nil
}

// settle notes for each player of a case what was awarded and what it is.
func (r *reckoning) settle(d *Doubt, is map[PlayerID]Points, how, fault string) {
	was := sums(d.Awards)
	for _, id := range slices.Sorted(maps.Keys(joinedKeys(was, is))) {
		r.events = append(r.events, AwardSettled{
			Player: id, Rule: d.Rule, Name: d.Name, Turn: d.Turn, Proposal: d.Proposal,
			Was: was[id], Is: is[id], How: how, Why: fault,
		})
		r.points[id] = r.points[id].Plus(is[id].minus(was[id]))
	}
}

func joinedKeys(a, b map[PlayerID]Points) map[PlayerID]Points {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// sums adds up awards by player.
func sums(awards []Awarded) map[PlayerID]Points {
	sum := map[PlayerID]Points{}
	for _, a := range awards {
		sum[a.Player] = sum[a.Player].Plus(a.Points)
	}
	return sum
}

// applyAwardSettled books the difference.
func (g *Game) applyAwardSettled(e AwardSettled) {
	more := e.More()
	if more.Sign() == 0 {
		return
	}
	g.changePlayer(e.Player, func(p *Player) { p.Points = p.Points.Plus(more) })
	g.Awards, g.taken = push(g.Awards, g.taken, Awarded{Player: e.Player, Points: more, Rule: e.Rule, Name: e.Name, Proposal: e.Proposal})
}

// rethrow shows dice again as they fell.
type rethrow struct{ left []DieThrown }

var errNoThrow = errors.New("a die was not thrown then, and is not thrown now")

func (t *rethrow) next(sides int64) (int64, error) {
	if len(t.left) == 0 || t.left[0].Sides != sides {
		return 0, errNoThrow
	}
	value := t.left[0].Value
	t.left = t.left[1:]
	return value, nil
}
