package rules

import (
	"errors"
	"fmt"
	"slices"

	"nomicmail/internal/clause"
)

// law is the clauses of the rules in force, read. It is made anew when the
// rules change, so that copies of a game share it.
type law struct {
	programs map[string]reading // by the clause's text
	defining map[string][]*Rule // by name, by number
	rolls    bool               // some clause throws a die
}

// reading is a clause that was read, or the fault that no reader caught before
// it came into force.
type reading struct {
	program *clause.Program
	err     error
}

// readLaw reads the clauses that are new.
func (g *Game) readLaw() {
	l := &law{programs: map[string]reading{}, defining: map[string][]*Rule{}}
	for _, r := range g.Rules {
		if r.Clause == "" {
			continue
		}
		read, known := l.programs[r.Clause]
		if !known && g.law != nil {
			read, known = g.law.programs[r.Clause]
		}
		if !known {
			read.program, read.err = clause.Parse(r.Clause, Names())
		}
		l.programs[r.Clause] = read
		if read.err != nil {
			continue
		}
		l.rolls = l.rolls || read.program.Uses(theDie)
		for _, name := range read.program.Defined() {
			l.defining[name] = append(l.defining[name], r)
		}
	}
	g.law = l
}

// Answer gives the rule in force that answers to name, by the precedence of
// Rules 110 and 211.
func (g *Game) Answer(name string) (rule *Rule, ok bool) {
	if list := g.answering(name); len(list) > 0 {
		return list[0], true
	}
	return nil, false
}

// answering are the rules in force that define name, the first in precedence
// first.
func (g *Game) answering(name string) []*Rule {
	if g.law == nil {
		return nil
	}
	list := g.law.defining[name]
	if len(list) < 2 {
		return list
	}
	var sorted []*Rule
	for _, mutable := range []bool{false, true} { // Rule 110
		var kind []*Rule
		for _, r := range list {
			if r.Mutable == mutable {
				kind = append(kind, r)
			}
		}
		sorted = append(sorted, g.claimsOf(kind).sorted(kind)...)
	}
	return sorted
}

// evaluator runs what a clause defines. A later version may come to other
// values: what happened is in the events, and no reading of them runs a clause.
type evaluator func(p *clause.Program, name string, env clause.Env, args ...clause.Value) (clause.Value, error)

var errNotDefined = errors.New("the rule does not define it")

// run gives the value of a name that r defines.
func (g *Game) run(r *Rule, name string, e *effect, args ...clause.Value) (clause.Value, error) {
	read, ok := g.law.programs[r.Clause]
	if !ok || read.err != nil || !read.program.Defines(name) {
		return nil, errNotDefined
	}
	return g.runProgram(read.program, r, name, e, args...)
}

// runProgram runs what may not be in force yet. A name that may be a value or
// a function gets its arguments only as a function.
func (g *Game) runProgram(p *clause.Program, r *Rule, name string, e *effect, args ...clause.Value) (clause.Value, error) {
	if p.Parameters(name) < 0 {
		args = nil
	}
	game := g.gameIn(args)
	args = slices.Clone(args)
	for i, a := range args {
		if _, is := a.(*gameSeen); is {
			args[i] = game // so that the two are one to a clause
		}
	}
	run := g.evaluator
	if run == nil {
		run = (*clause.Program).Run
	}
	v, err := run(p, name, g.env(r, e, game), args...)
	if err != nil {
		return nil, err
	}
	return v, nil
}

// answer asks the rules for a name. The rule is nil when none answers.
func (g *Game) answer(name string, args ...clause.Value) (clause.Value, *Rule, error) {
	r, ok := g.Answer(name)
	if !ok {
		return nil, nil, nil
	}
	v, err := g.run(r, name, nil, args...)
	return v, r, err
}

// whole asks for a whole number; ok is false when no rule gives one, and then
// nothing is limited.
func (g *Game) whole(name string) (n int, r *Rule, ok bool) {
	v, r, err := g.answer(name)
	if r == nil || err != nil {
		return 0, r, false
	}
	w, err := wholeOf(v, maxWhole)
	return int(w), r, err == nil
}

// text asks for a text; "" where no rule gives one.
func (g *Game) text(name string) string {
	v, r, err := g.answer(name)
	if t, ok := v.(clause.Text); r != nil && err == nil && ok {
		return string(t)
	}
	return ""
}

// goal is how many points win (Rule 208). The rule is nil when nobody wins by
// points.
func (g *Game) goal() (clause.Number, *Rule, error) {
	v, r, err := g.answer("goal")
	if r == nil || err != nil {
		return clause.Number{}, r, err
	}
	n, ok := v.(clause.Number)
	if !ok {
		return n, r, wrong("a number", v)
	}
	return n, r, nil
}

// Goal is how many points win, "200", or "" when nobody wins by points.
func (g *Game) Goal() string {
	if n, r, err := g.goal(); r != nil && err == nil {
		return n.String()
	}
	return ""
}

// An Explanation says where an answer comes from.
type Explanation struct {
	Name   string
	Value  string // as a clause would write it; "" for a function, and when there is none
	Source string // as [Game.Custom] gives it, or "" when nothing answers
}

// Explain says what the game answers to a name, and from where.
func (g *Game) Explain(name string) Explanation {
	if _, ok := custom(name); ok {
		value, source := g.Custom(name)
		return Explanation{name, value, source}
	}
	r, ok := g.Answer(name)
	if !ok {
		return Explanation{Name: name}
	}
	e := Explanation{Name: name, Source: fmt.Sprint(r.Number)}
	if g.law.programs[r.Clause].program.Parameters(name) < 0 {
		if v, err := g.run(r, name, nil); err == nil {
			e.Value = v.String()
		}
	}
	return e
}
