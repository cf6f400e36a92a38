package clause

import (
	"slices"

	"go.starlark.net/syntax"
)

// scope is what a function calls its own: its parameters and, as in Starlark,
// every name that it sets anywhere.
type scope struct {
	names []string          // by slot
	slots map[string]int    // slot of a name
	sets  map[string]int    // how often the body sets it
	kinds map[string]string // the key of Names.Attrs that fits it, where that is certain
	loops int               // loops around the statement being read
}

func (r *reader) newScope(d *definition, body []syntax.Stmt) *scope {
	s := &scope{slots: map[string]int{}, sets: map[string]int{}, kinds: map[string]string{}}
	for _, name := range d.params {
		s.slot(name)
	}
	s.collect(body)
	usual := r.names.Params[d.name]
	for i, name := range d.params {
		switch {
		case s.sets[name] > 0:
		case len(usual) == len(d.params):
			s.kinds[name] = usual[i]
		default:
			s.kinds[name] = name
		}
	}
	return s
}

func (s *scope) slot(name string) int {
	if n, ok := s.slots[name]; ok {
		return n
	}
	s.slots[name] = len(s.names)
	s.names = append(s.names, name)
	return s.slots[name]
}

// collect notes every name that the statements set. What is not a name there
// is refused later, where it is read.
func (s *scope) collect(body []syntax.Stmt) {
	set := func(x syntax.Expr) {
		if id, ok := x.(*syntax.Ident); ok {
			s.slot(id.Name)
			s.sets[id.Name]++
		}
	}
	for _, b := range body {
		switch b := b.(type) {
		case *syntax.AssignStmt:
			set(b.LHS)
		case *syntax.ForStmt:
			set(b.Vars)
			s.collect(b.Body)
		case *syntax.IfStmt:
			s.collect(b.True)
			s.collect(b.False)
		}
	}
}

// bind checks that the function may set id, and notes what kind of thing x
// makes it, when id is set nowhere else.
func (r *reader) bind(id *syntax.Ident, x syntax.Expr) (int, error) {
	if err := r.checkName(id); err != nil {
		return 0, err
	}
	p := placeOf(id.NamePos)
	if r.program.named[id.Name] != nil {
		return 0, p.errorf("%q is set outside this function and cannot be changed in it", id.Name)
	}
	if _, public := r.names.Defines[id.Name]; public {
		return 0, p.errorf("%q can only be set outside functions; use another name in here", id.Name)
	}
	s := r.scope
	if s.sets[id.Name] == 1 && !slices.Contains(r.current.params, id.Name) {
		s.kinds[id.Name] = r.kindOf(x)
	}
	return s.slots[id.Name], nil
}

// kindOf gives the key of Names.Attrs that says what x has, or "".
func (r *reader) kindOf(x syntax.Expr) string {
	switch x := x.(type) {
	case *syntax.Ident:
		if r.scope != nil {
			if _, local := r.scope.slots[x.Name]; local {
				return r.scope.kinds[x.Name]
			}
		}
		if r.known[x.Name] {
			return x.Name
		}
	case *syntax.DotExpr:
		if r.names.Attrs[r.kindOf(x.X)] != nil {
			return x.Name.Name
		}
	case *syntax.IndexExpr:
		return r.kindOf(x.X)
	case *syntax.ParenExpr:
		return r.kindOf(x.X)
	}
	return ""
}
