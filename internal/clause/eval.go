package clause

import (
	"math/big"

	"go.starlark.net/syntax"
)

func (e constant) eval(*run) (Value, error) { return e.value, nil }

func (e local) eval(r *run) (Value, error) {
	v := r.frame[e.slot]
	if v == nil {
		return nil, e.errorf("%q has no value yet here", e.name)
	}
	return v, nil
}

func (e own) eval(r *run) (Value, error) { return r.value(e.of) }

func (e lent) eval(r *run) (Value, error) {
	if v, ok := r.env.Values[e.name]; ok {
		return given(v), nil
	}
	if f, ok := r.env.Builtins[e.name]; ok {
		return Function{e.name, f}, nil
	}
	return nil, e.errorf("%q cannot be used in this question", e.name)
}

func (e attribute) eval(r *run) (Value, error) {
	v, err := r.eval(e.x)
	if err != nil {
		return nil, err
	}
	o, ok := v.(Object)
	if !ok {
		return nil, e.point.errorf("%s has nothing called %q", kind(v), e.name)
	}
	a := o.Attr(e.name)
	if a == nil {
		err := e.point.errorf("%s has nothing called %q", kind(v), e.name)
		err.Hint = nearestName(e.name, o.Attrs())
		return nil, err
	}
	return a, r.spend(weight(a), e.point)
}

func (e element) eval(r *run) (Value, error) {
	l, err := r.list(e.x)
	if err != nil {
		return nil, err
	}
	n, err := r.number(e.n)
	if err != nil {
		return nil, err
	}
	if !n.IsInt() {
		return nil, e.n.at().errorf("a place in a list is a whole number, not %s", n.RatString())
	}
	size := big.NewInt(int64(len(l)))
	i := new(big.Int).Set(n.Num())
	if i.Sign() < 0 {
		i.Add(i, size)
	}
	if i.Sign() < 0 || i.Cmp(size) >= 0 {
		return nil, e.n.at().errorf("this list holds %s: there is no [%s]", counted(len(l), "thing"), n.RatString())
	}
	return given(l[i.Int64()]), nil
}

func (e display) eval(r *run) (Value, error) {
	values, err := r.evals(e.items)
	if err != nil {
		return nil, err
	}
	l := List(values)
	items, depth := size(l)
	if items > maxItems+1 {
		return nil, e.errorf("this list holds more than %d things", maxItems)
	}
	if depth > maxDepth {
		return nil, e.errorf("lists stand within lists more than %d deep", maxDepth)
	}
	return l, r.spend(items/8, e)
}

func (e ownCall) eval(r *run) (Value, error) {
	args, err := r.evals(e.args)
	if err != nil {
		return nil, err
	}
	return r.call(e.of, e.place, args)
}

func (e mathCall) eval(r *run) (Value, error) {
	args, err := r.evals(e.args)
	if err != nil {
		return nil, err
	}
	return e.of.apply(r, e, args)
}

func (e lentCall) eval(r *run) (Value, error) {
	v, err := r.eval(e.of)
	if err != nil {
		return nil, err
	}
	f, ok := v.(Function)
	if !ok || f.Call == nil {
		return nil, e.at().errorf("%s cannot be called", kind(v))
	}
	args, err := r.evals(e.args)
	if err != nil {
		return nil, err
	}
	for _, a := range args {
		if err := r.spend(weight(a), e); err != nil {
			return nil, err
		}
	}
	if cost := r.env.Costs[f.Name]; cost != nil {
		if err := r.spend(cost(args), e); err != nil {
			return nil, err
		}
	}
	if v, err = f.Call(args); err != nil {
		return nil, e.at().fault(err)
	}
	return given(v), r.spend(weight(v), e)
}

func (e negative) eval(r *run) (Value, error) {
	x, err := r.number(e.x)
	if err != nil {
		return nil, err
	}
	if e.minus {
		x = new(big.Rat).Neg(x)
	}
	return Number{x}, nil
}

func (e opposite) eval(r *run) (Value, error) {
	yes, err := r.truth(e.x)
	return Truth(!yes), err
}

func (e reckoning) eval(r *run) (Value, error) {
	x, err := r.eval(e.x)
	if err != nil {
		return nil, err
	}
	if err := e.joins(x); err != nil {
		return nil, err
	}
	a, err := number(x, e.x)
	if err != nil {
		return nil, err
	}
	b, err := r.number(e.y)
	if err != nil {
		return nil, err
	}
	if err := r.spend(width(a)+width(b), e.point); err != nil {
		return nil, err
	}
	z, err := reckon(e.op, a, b)
	if err != nil {
		return nil, e.point.fault(err)
	}
	return Number{z}, nil
}

// joins says what is tried in Starlark with texts and lists: clauses do not
// let them grow.
func (e reckoning) joins(x Value) error {
	switch x.(type) {
	case Text:
		return e.point.errorf("texts cannot be put together or filled in with %q", e.op)
	case List:
		return e.point.errorf("lists cannot be put together with %q", e.op)
	}
	return nil
}

// add gives a + b and pays for it.
func (r *run) add(a, b *big.Rat, where placed) (*big.Rat, error) {
	if err := r.spend(1+width(a)+width(b), where); err != nil {
		return nil, err
	}
	z, err := reckon(syntax.PLUS, a, b)
	if err != nil {
		return nil, where.at().fault(err)
	}
	return z, nil
}

func (e comparison) eval(r *run) (Value, error) {
	switch e.op {
	case syntax.IN, syntax.NOT_IN:
		return e.membership(r)
	case syntax.EQL, syntax.NEQ:
		x, err := r.eval(e.x)
		if err != nil {
			return nil, err
		}
		y, err := r.eval(e.y)
		if err != nil {
			return nil, err
		}
		equal, err := r.equal(x, y, e)
		return Truth(equal == (e.op == syntax.EQL)), err
	}
	a, err := r.number(e.x)
	if err != nil {
		return nil, err
	}
	b, err := r.number(e.y)
	if err != nil {
		return nil, err
	}
	return Truth(ordered(e.op, a.Cmp(b))), nil
}

func ordered(op syntax.Token, c int) bool {
	switch op {
	case syntax.LT:
		return c < 0
	case syntax.LE:
		return c <= 0
	case syntax.GT:
		return c > 0
	default:
		return c >= 0
	}
}

func (e comparison) membership(r *run) (Value, error) {
	x, err := r.eval(e.x)
	if err != nil {
		return nil, err
	}
	l, err := r.list(e.y)
	if err != nil {
		return nil, err
	}
	for _, v := range l {
		found, err := r.equal(x, given(v), e)
		if err != nil {
			return nil, err
		}
		if found {
			return Truth(e.op == syntax.IN), nil
		}
	}
	return Truth(e.op == syntax.NOT_IN), nil
}

// equal compares values of any kinds; those of different kinds are never equal.
func (r *run) equal(a, b Value, where placed) (bool, error) {
	if err := r.spend(1, where); err != nil {
		return false, err
	}
	switch a := a.(type) {
	case Text, Truth, Nothing:
		return a == b, nil
	case Number:
		b, ok := b.(Number)
		return ok && a.rat().Cmp(b.rat()) == 0, nil
	case Function:
		b, ok := b.(Function)
		return ok && a.Name == b.Name, nil
	case List:
		b, ok := b.(List)
		if !ok || len(a) != len(b) {
			return false, nil
		}
		for i := range a {
			if same, err := r.equal(given(a[i]), given(b[i]), where); !same || err != nil {
				return false, err
			}
		}
		return true, nil
	}
	return same(a, b), nil
}

func (e joint) eval(r *run) (Value, error) {
	x, err := r.truth(e.x)
	if err != nil || x == e.or {
		return Truth(x), err
	}
	y, err := r.truth(e.y)
	return Truth(y), err
}

func (e choice) eval(r *run) (Value, error) {
	yes, err := r.truth(e.cond)
	if err != nil {
		return nil, err
	}
	if yes {
		return r.eval(e.yes)
	}
	return r.eval(e.no)
}
