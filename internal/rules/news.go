package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/clause"
)

// News is a name that would be answered otherwise, or an effect that would be
// another.
type News struct {
	Name      string
	Will, Was Reply
}

// Reply is what the game answers to a name.
type Reply struct {
	// Kind is ReplyNone, ReplyValue or ReplyLines; of how a vote is decided it is
	// [NeedsUnanimity] or [NeedsMajority], where it comes to that.
	Kind  string
	Value string // as the settings write it: "300", "True", "by_joining", "5d"
	Rule  int    // that answers; 0 for the settings and the defaults
}

// The kinds of reply.
const (
	ReplyNone  = "none"
	ReplyValue = "value"
	ReplyLines = "lines" // worked out by the lines of the clause
)

// news lists what the moderator would do differently, answers first.
func (f *foresight) news() []News {
	var list []News
	for _, n := range namedAll {
		one := News{Name: n.name}
		switch {
		case n.effect():
			one.Was, one.Will = ownLines(f.now, f.was, n.name), ownLines(f.after, f.own, n.name)
			if f.now.sourceOf(f.was, n.name) == f.after.sourceOf(f.own, n.name) {
				continue
			}
		case isClaimName(n.name):
			one.Was, one.Will = ownClaim(f.now, f.was, n.name), ownClaim(f.after, f.own, n.name)
			if one.Was.Value == one.Will.Value {
				continue
			}
		default:
			one.Was, one.Will = f.now.reply(n.name), f.after.reply(n.name)
			if f.same(n.name, &one) {
				continue
			}
		}
		list = append(list, one)
	}
	for _, c := range customs {
		was, _ := f.now.Custom(c.Name)
		will, source := f.after.Custom(c.Name)
		if was != will {
			rule, _ := strconv.Atoi(source)
			list = append(list, News{c.Name, Reply{ReplyValue, will, rule}, Reply{ReplyValue, was, 0}})
		}
	}
	return list
}

// same says whether an answer stays what it is. One that is the same only as
// things stand, because it is worked out by other lines, does not.
func (f *foresight) same(name string, one *News) bool {
	was, will := one.Was, one.Will
	if was.Kind != will.Kind || was.Value != will.Value {
		return false
	}
	if will.Kind == ReplyNone || f.now.sourceAt(was.Rule, name) == f.after.sourceAt(will.Rule, name) {
		return true
	}
	if will.Kind != ReplyLines && !f.now.varies(was.Rule, name) && !f.after.varies(will.Rule, name) {
		return true
	}
	one.Will.Kind = ReplyLines
	return false
}

// reply is what the game answers to a name that is no effect, no claim and no
// custom.
func (g *Game) reply(name string) Reply {
	r, ok := g.Answer(name)
	if !ok {
		return Reply{Kind: ReplyNone}
	}
	a := Reply{Kind: ReplyLines, Rule: r.Number}
	switch name {
	case "adopted", "adopted_transmutation":
		if n := g.needs(name, 0, Enact); n != NeedsOther {
			a.Kind = n
		}
		return a
	case "votes_of":
		if v, ok := g.votesOfAll(); ok {
			a.Kind, a.Value = ReplyValue, v
		}
		return a
	}
	if g.law.programs[r.Clause].program.Parameters(name) < 0 {
		if v, err := g.run(r, name, nil); err == nil {
			a.Kind, a.Value = ReplyValue, plainText(v)
		}
	}
	return a
}

// votesOfAll is how many votes each player has, if all have as many.
func (g *Game) votesOfAll() (string, bool) {
	var all []int64
	for _, p := range g.table() {
		w := int64(1)
		if g.Player(p.ID) == p {
			var fail *ClauseFailed
			if w, fail = g.weight(p.ID); fail != nil {
				return "", false
			}
		}
		all = append(all, w)
	}
	if slices.Min(all) != slices.Max(all) {
		return "", false
	}
	return strconv.FormatInt(all[0], 10), true
}

// plainText writes a value without the quotation marks of a clause.
func plainText(v clause.Value) string {
	if t, ok := v.(clause.Text); ok {
		return string(t)
	}
	return v.String()
}

// fixed is a function that gives the same number whatever it is asked about.
var fixed = regexp.MustCompile(`^def \w+\(\w+\):\s*return \d+$`)

// varies says whether what a rule answers to a name may change by itself.
func (g *Game) varies(rule int, name string) bool {
	p := g.program(g.Rule(rule))
	if rule == 0 || p == nil {
		return false
	}
	if p.Parameters(name) >= 0 {
		return !fixed.MatchString(p.Source(name))
	}
	return p.Uses("game") || p.Uses("kept") || p.Uses("rule")
}

func (g *Game) program(r *Rule) *clause.Program {
	if r == nil || g.law == nil {
		return nil
	}
	return g.law.programs[r.Clause].program
}

// sourceOf is the lines by which a rule defines a name, "" when it does not.
func (g *Game) sourceOf(r *Rule, name string) string {
	if p := g.program(r); p != nil {
		return p.Source(name)
	}
	return ""
}

func (g *Game) sourceAt(rule int, name string) string { return g.sourceOf(g.Rule(rule), name) }

// ownLines is whether a rule has an effect.
func ownLines(g *Game, r *Rule, name string) Reply {
	if g.sourceOf(r, name) == "" {
		return Reply{Kind: ReplyNone}
	}
	return Reply{Kind: ReplyLines, Rule: r.Number}
}

// ownClaim is the list of rules over which a rule claims precedence, or to
// which it defers: "208, 301".
func ownClaim(g *Game, r *Rule, name string) Reply {
	if r == nil {
		return Reply{Kind: ReplyNone}
	}
	v, err := g.run(r, name, nil)
	l, ok := v.(clause.List)
	if err != nil || !ok || len(l) == 0 {
		return Reply{Kind: ReplyNone}
	}
	var parts []string
	for _, x := range l {
		parts = append(parts, plainText(x))
	}
	return Reply{ReplyValue, strings.Join(parts, ", "), r.Number}
}
