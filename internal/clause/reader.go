package clause

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/syntax"
)

// definition is a name that a clause gives a meaning: a plain value, or a
// function with its parameters and body. It is not changed after Parse.
type definition struct {
	place
	name     string
	function bool
	params   []string
	locals   []string // the parameters and the names that the body sets
	value    expr     // of a plain value
	body     []stmt   // of a function
	needs    []need
}

// need is a place where a definition uses another of the same clause.
type need struct {
	place
	of *definition
}

// reader turns syntax into our own tree of [expr] and [stmt], which has no
// node for what the language lacks, and checks names on the way.
type reader struct {
	names   Names
	known   map[string]bool
	program *Program
	sources map[*definition]syntax.Stmt
	current *definition
	scope   *scope // nil outside functions
	depth   int
}

func newReader(names Names) *reader {
	r := &reader{
		names:   names,
		known:   map[string]bool{},
		program: &Program{named: map[string]*definition{}, lent: map[string]bool{}},
		sources: map[*definition]syntax.Stmt{},
	}
	for _, name := range names.Known {
		r.known[name] = true
	}
	return r
}

// private says whether name is the clause's own.
func private(name string) bool { return strings.HasPrefix(name, "_") }

// declare notes what s defines. Only definitions stand outside functions.
func (r *reader) declare(s syntax.Stmt) error {
	switch s := s.(type) {
	case *syntax.DefStmt:
		params, err := parameters(s)
		if err != nil {
			return err
		}
		return r.add(s, s.Name, params, true)
	case *syntax.AssignStmt:
		id, err := target(s.LHS)
		if err != nil {
			return err
		}
		if s.Op != syntax.EQ {
			return placeOf(s.OpPos).errorf("outside functions a name is set once, with =")
		}
		return r.add(s, id, nil, false)
	}
	return startOf(s).errorf("outside functions only NAME = VALUE and def NAME(...): can stand")
}

func (r *reader) add(s syntax.Stmt, id *syntax.Ident, params []string, function bool) error {
	p := placeOf(id.NamePos)
	d := &definition{place: p, name: id.Name, params: params, function: function}
	if err := r.checkName(id); err != nil {
		return err
	}
	if r.program.named[d.name] != nil {
		return p.errorf("%q is set twice", d.name)
	}
	if !private(d.name) {
		if err := r.checkPublic(d); err != nil {
			return err
		}
	}
	r.program.order = append(r.program.order, d)
	r.program.named[d.name] = d
	r.sources[d] = s
	return nil
}

// checkName refuses names that could be taken for others.
func (r *reader) checkName(id *syntax.Ident) error {
	p := placeOf(id.NamePos)
	switch id.Name {
	case "True", "False", "None":
		return p.errorf("%s cannot be given another meaning", id.Name)
	}
	for _, c := range id.Name {
		const endOfLatin = '\u024f'
		if c > endOfLatin {
			return p.errorf("a name is written in Latin letters, without %q", c)
		}
	}
	return nil
}

// checkPublic sees that d is a name that the game asks for, in the shape it
// asks for.
func (r *reader) checkPublic(d *definition) error {
	allowed, ok := r.names.Defines[d.name]
	if !ok {
		e := d.errorf("%q is not a name that the game asks for; a name of your own begins with _", d.name)
		if _, ours := mathFunctions[d.name]; ours || r.known[d.name] {
			e = d.errorf("%q is the game's own and cannot be given another meaning", d.name)
		}
		e.Hint = nearestName(d.name, slices.Collect(maps.Keys(r.names.Defines)))
		return e
	}
	has := -1
	if d.function {
		has = len(d.params)
	}
	if slices.Contains(allowed, has) {
		return nil
	}
	counts := slices.DeleteFunc(slices.Clone(allowed), func(n int) bool { return n < 0 })
	switch {
	case len(counts) == 0:
		return d.errorf("%q is a plain value: write %s = VALUE", d.name, d.name)
	case !d.function:
		return d.errorf("%q is a function%s", d.name, r.usage(d.name, counts))
	}
	return d.errorf("%q takes %s, not %d%s", d.name, either(counts, "parameter"), has, r.usage(d.name, counts))
}

// usage shows how the function name is written, where that is known.
func (r *reader) usage(name string, counts []int) string {
	params := r.names.Params[name]
	if params == nil && !slices.Contains(counts, 0) {
		return ""
	}
	return fmt.Sprintf(": write def %s(%s):", name, strings.Join(params, ", "))
}

// either is "1 parameter", "0 or 2 parameters".
func either(counts []int, noun string) string {
	counts = slices.Sorted(slices.Values(counts))
	var some []string
	for _, n := range counts[:len(counts)-1] {
		some = append(some, fmt.Sprint(n))
	}
	last := counted(counts[len(counts)-1], noun)
	if some == nil {
		return last
	}
	return strings.Join(some, ", ") + " or " + last
}

// parameters gives the names in the brackets of a def.
func parameters(s *syntax.DefStmt) ([]string, error) {
	params := []string{}
	for _, x := range s.Params {
		id, ok := x.(*syntax.Ident)
		if !ok {
			return nil, startOf(x).errorf("parameters are plain names, without = or *")
		}
		if slices.Contains(params, id.Name) {
			return nil, placeOf(id.NamePos).errorf("two parameters are called %q", id.Name)
		}
		params = append(params, id.Name)
	}
	return params, nil
}

// define reads what d stands for.
func (r *reader) define(d *definition) (err error) {
	r.current, r.scope, r.depth = d, nil, 0
	switch s := r.sources[d].(type) {
	case *syntax.AssignStmt:
		d.value, err = r.expr(s.RHS)
	case *syntax.DefStmt:
		for _, x := range s.Params {
			if err := r.checkName(x.(*syntax.Ident)); err != nil {
				return err
			}
		}
		r.scope = r.newScope(d, s.Body)
		if d.body, err = r.block(s.Body); err == nil {
			d.locals = r.scope.names
		}
	}
	return err
}

// deeper counts a level of nesting; the caller ends it with r.depth--.
func (r *reader) deeper(n syntax.Node) error {
	if r.depth++; r.depth > maxNesting {
		return startOf(n).errorf("this goes too many levels deep; give parts of it names of their own")
	}
	return nil
}

func startOf(n syntax.Node) place { return placeOf(syntax.Start(n)) }

// checkChains refuses definitions that need themselves, so that every run
// ends, and those that need too many others in a row, so that it stays shallow.
func checkChains(order []*definition) error {
	const underway = -1
	height := map[*definition]int{}
	var climb func(d *definition) (int, error)
	climb = func(d *definition) (int, error) {
		if h := height[d]; h > 0 {
			return h, nil
		}
		height[d] = underway
		h := 1
		for _, n := range d.needs {
			if height[n.of] == underway {
				return 0, n.errorf("%q comes back to itself here: a clause cannot go round in a circle", n.of.name)
			}
			below, err := climb(n.of)
			if err != nil {
				return 0, err
			}
			if h = max(h, below+1); h > maxChain {
				return 0, n.errorf("more than %d names need each other in a row", maxChain)
			}
		}
		height[d] = h
		return h, nil
	}
	for _, d := range order {
		if _, err := climb(d); err != nil {
			return err
		}
	}
	return nil
}
