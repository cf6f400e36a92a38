package clause

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"go.starlark.net/syntax"
)

// expr is an expression that was read and checked. It stands at the place
// where it begins.
type expr interface {
	at() place
	eval(r *run) (Value, error)
}

type (
	// constant is a number, a text, True, False or None.
	constant struct {
		place
		value Value
	}
	// local is a name of the function.
	local struct {
		place
		name string
		slot int
	}
	// own is a plain value of the clause.
	own struct {
		place
		of *definition
	}
	// lent is a name of the run's Env.
	lent struct {
		place
		name string
	}
	// attribute is X.NAME; the name stands at point.
	attribute struct {
		x     expr
		point place
		name  string
	}
	// element is X[N].
	element struct{ x, n expr }
	// display is [A, B, ...].
	display struct {
		place
		items []expr
	}
	// ownCall calls a function of the clause, mathCall one of the language and
	// lentCall one of the game.
	ownCall struct {
		place
		of   *definition
		args []expr
	}
	mathCall struct {
		place
		name string
		of   mathFunction
		args []expr
	}
	lentCall struct {
		of   expr
		args []expr
	}
	// negative is -X, or +X, which is X where X is a number.
	negative struct {
		place
		minus bool
		x     expr
	}
	// opposite is not X.
	opposite struct {
		place
		x expr
	}
	// reckoning is X op Y with numbers; the operator stands at point.
	reckoning struct {
		point place
		op    syntax.Token
		x, y  expr
	}
	// comparison is X op Y with a truth for an answer.
	comparison struct {
		op   syntax.Token
		x, y expr
	}
	// joint is X and Y, or X or Y.
	joint struct {
		or   bool
		x, y expr
	}
	// choice is YES if COND else NO.
	choice struct{ cond, yes, no expr }
)

func (e attribute) at() place  { return e.x.at() }
func (e element) at() place    { return e.x.at() }
func (e lentCall) at() place   { return e.of.at() }
func (e reckoning) at() place  { return e.x.at() }
func (e comparison) at() place { return e.x.at() }
func (e joint) at() place      { return e.x.at() }
func (e choice) at() place     { return e.yes.at() }

func (r *reader) expr(n syntax.Expr) (expr, error) {
	if err := r.deeper(n); err != nil {
		return nil, err
	}
	defer func() { r.depth-- }()
	switch n := n.(type) {
	case *syntax.ParenExpr:
		if t, ok := n.X.(*syntax.TupleExpr); ok {
			return r.display(placeOf(n.Lparen), t.List)
		}
		return r.expr(n.X)
	case *syntax.Literal:
		v, err := literal(n, maxDigits)
		return constant{startOf(n), v}, err
	case *syntax.Ident:
		return r.name(n)
	case *syntax.DotExpr:
		return r.attribute(n)
	case *syntax.IndexExpr:
		x, y, err := r.pair(n.X, n.Y)
		return element{x, y}, err
	case *syntax.TupleExpr:
		if len(n.List) == 0 {
			return display{place: placeOf(n.Lparen)}, nil
		}
	case *syntax.ListExpr:
		return r.display(placeOf(n.Lbrack), n.List)
	case *syntax.CallExpr:
		return r.call(n)
	case *syntax.UnaryExpr:
		return r.unary(n)
	case *syntax.BinaryExpr:
		return r.binary(n)
	case *syntax.CondExpr:
		return r.choice(n)
	}
	return nil, startOf(n).errorf("%s", foreign(n))
}

func (r *reader) exprs(list []syntax.Expr) ([]expr, error) {
	var all []expr
	for _, n := range list {
		x, err := r.expr(n)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

func (r *reader) pair(a, b syntax.Expr) (x, y expr, err error) {
	if x, err = r.expr(a); err == nil {
		y, err = r.expr(b)
	}
	return x, y, err
}

func (r *reader) display(p place, list []syntax.Expr) (expr, error) {
	if len(list) > maxItems {
		return nil, p.errorf("this list holds more than %d things", maxItems)
	}
	items, err := r.exprs(list)
	return display{p, items}, err
}

// literal reads a number or a text as it is written. A number is taken from
// its digits, never by way of a float.
func literal(n *syntax.Literal, digits int) (Value, error) {
	p := placeOf(n.TokenPos)
	switch n.Token {
	case syntax.STRING:
		s := n.Value.(string)
		if err := checkText(s); err != nil {
			return nil, p.fault(err)
		}
		return Text(s), nil
	case syntax.INT, syntax.FLOAT:
		whole, part, point := strings.Cut(n.Raw, ".")
		switch {
		case !decimal(whole) || point && !decimal(part) || len(whole) > 1 && whole[0] == '0':
			return nil, p.errorf("write this number with the digits 0 to 9 alone, as in 12 or 0.5")
		case len(n.Raw) > digits:
			return nil, p.errorf("this number is too long: at most %d digits are read", digits)
		}
		x, ok := new(big.Rat).SetString(n.Raw)
		if !ok || !fits(x) {
			return nil, p.fault(errTooLarge)
		}
		return Number{x}, nil
	}
	return nil, p.errorf("a text is written in quotation marks alone")
}

func decimal(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// name reads a name that stands for a value.
func (r *reader) name(n *syntax.Ident) (expr, error) {
	p := placeOf(n.NamePos)
	if slot, ok := r.slot(n.Name); ok {
		return local{p, n.Name, slot}, nil
	}
	switch n.Name {
	case "True":
		return constant{p, Truth(true)}, nil
	case "False":
		return constant{p, Truth(false)}, nil
	case "None":
		return constant{p, Nothing{}}, nil
	}
	d := r.program.named[n.Name]
	_, ours := mathFunctions[n.Name]
	switch {
	case ours, d != nil && d.function:
		return nil, p.errorf("%q is a function: write %s(...)", n.Name, n.Name)
	case d != nil:
		r.current.needs = append(r.current.needs, need{p, d})
		return own{p, d}, nil
	case r.known[n.Name]:
		r.program.lent[n.Name] = true
		return lent{p, n.Name}, nil
	}
	return nil, r.unknown(n)
}

func (r *reader) slot(name string) (int, bool) {
	if r.scope == nil {
		return 0, false
	}
	slot, ok := r.scope.slots[name]
	return slot, ok
}

func (r *reader) unknown(n *syntax.Ident) error {
	e := placeOf(n.NamePos).errorf("nothing here is called %q", n.Name)
	if _, asked := r.names.Defines[n.Name]; asked {
		e.Message += "; the game asks for it, but a clause cannot look it up"
	}
	candidates := slices.Concat([]string{"True", "False", "None"}, r.names.Known,
		slices.Collect(maps.Keys(mathFunctions)), slices.Collect(maps.Keys(r.program.named)))
	if r.scope != nil {
		candidates = append(candidates, r.scope.names...)
	}
	e.Hint = nearestName(n.Name, candidates)
	return e
}

func (r *reader) attribute(n *syntax.DotExpr) (expr, error) {
	x, err := r.expr(n.X)
	if err != nil {
		return nil, err
	}
	p := placeOf(n.Name.NamePos)
	kind := r.kindOf(n.X)
	has := r.names.Attrs[kind]
	if has != nil && !slices.Contains(has, n.Name.Name) {
		e := p.errorf("%q has nothing called %q", kind, n.Name.Name)
		e.Hint = nearestName(n.Name.Name, has)
		return nil, e
	}
	return attribute{x, p, n.Name.Name}, nil
}

// call reads a call of a function of the clause, of the language or of the
// game; what the game's functions want is known only to them.
func (r *reader) call(n *syntax.CallExpr) (expr, error) {
	switch fn := n.Fn.(type) {
	case *syntax.DotExpr:
	case *syntax.Ident:
		if _, local := r.slot(fn.Name); local {
			break
		}
		d := r.program.named[fn.Name]
		if m, ours := mathFunctions[fn.Name]; ours && d == nil {
			return r.mathCall(n, fn, m)
		}
		if d != nil {
			return r.ownCall(n, fn, d)
		}
	default:
		return nil, startOf(n).errorf("only a function with a name can be called")
	}
	of, err := r.expr(n.Fn)
	if err != nil {
		return nil, err
	}
	args, err := r.arguments(n)
	return lentCall{of, args}, err
}

func (r *reader) ownCall(n *syntax.CallExpr, fn *syntax.Ident, d *definition) (expr, error) {
	p := placeOf(fn.NamePos)
	if !d.function {
		return nil, p.errorf("%q is a plain value: write it without ( )", fn.Name)
	}
	if len(n.Args) != len(d.params) {
		return nil, p.errorf("%q takes %s, not %d", fn.Name, counted(len(d.params), "argument"), len(n.Args))
	}
	r.current.needs = append(r.current.needs, need{p, d})
	args, err := r.arguments(n)
	return ownCall{p, d, args}, err
}

func (r *reader) mathCall(n *syntax.CallExpr, fn *syntax.Ident, m mathFunction) (expr, error) {
	p := placeOf(fn.NamePos)
	switch {
	case len(n.Args) == 0:
		return nil, p.errorf("%q needs something between its ( )", fn.Name)
	case len(n.Args) > 1 && !m.many:
		return nil, p.errorf("%q takes 1 argument, not %d", fn.Name, len(n.Args))
	}
	args, err := r.arguments(n)
	return mathCall{p, fn.Name, m, args}, err
}

func (r *reader) arguments(n *syntax.CallExpr) ([]expr, error) {
	for _, x := range n.Args {
		switch x := x.(type) {
		case *syntax.BinaryExpr:
			if x.Op == syntax.EQ {
				return nil, startOf(x).errorf(`arguments are written without their names; to compare, write "=="`)
			}
		case *syntax.UnaryExpr:
			if x.Op == syntax.STAR || x.Op == syntax.STARSTAR {
				return nil, startOf(x).errorf("arguments are written one by one, without *")
			}
		}
	}
	return r.exprs(n.Args)
}

func (r *reader) unary(n *syntax.UnaryExpr) (expr, error) {
	p := placeOf(n.OpPos)
	if n.Op == syntax.TILDE {
		return nil, p.errorf(`"~" is no part of the language of clauses`)
	}
	x, err := r.expr(n.X)
	if n.Op == syntax.NOT {
		return opposite{p, x}, err
	}
	return negative{p, n.Op == syntax.MINUS, x}, err
}

func (r *reader) binary(n *syntax.BinaryExpr) (expr, error) {
	p := placeOf(n.OpPos)
	x, y, err := r.pair(n.X, n.Y)
	if err != nil {
		return nil, err
	}
	switch n.Op {
	case syntax.PLUS, syntax.MINUS, syntax.STAR, syntax.SLASH, syntax.SLASHSLASH, syntax.PERCENT:
		return reckoning{p, n.Op, x, y}, nil
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE, syntax.IN, syntax.NOT_IN:
		return comparison{n.Op, x, y}, nil
	case syntax.AND, syntax.OR:
		return joint{n.Op == syntax.OR, x, y}, nil
	case syntax.AMP:
		return nil, p.errorf(`write "and" instead of "&"`)
	case syntax.PIPE:
		return nil, p.errorf(`write "or" instead of "|"`)
	}
	return nil, p.errorf("%q is no part of the language of clauses", n.Op)
}

func (r *reader) choice(n *syntax.CondExpr) (expr, error) {
	yes, cond, err := r.pair(n.True, n.Cond)
	if err != nil {
		return nil, err
	}
	no, err := r.expr(n.False)
	return choice{cond, yes, no}, err
}
