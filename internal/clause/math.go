package clause

import "math/big"

// mathFunction is a function of the language. It is given at least one
// argument, and more than one only if it takes many.
type mathFunction struct {
	many  bool
	apply func(r *run, c mathCall, args []Value) (Value, error)
}

var mathFunctions = map[string]mathFunction{
	"abs":     {apply: rounding(absolute)},
	"down":    {apply: rounding(down)},
	"len":     {apply: length},
	"max":     {many: true, apply: extreme(+1)},
	"min":     {many: true, apply: extreme(-1)},
	"nearest": {apply: rounding(nearest)},
	"sum":     {apply: sum},
	"up":      {apply: rounding(up)},
}

// rounding makes a function of one number.
func rounding(f func(*big.Rat) *big.Rat) func(*run, mathCall, []Value) (Value, error) {
	return func(_ *run, c mathCall, args []Value) (Value, error) {
		x, err := number(args[0], c.args[0])
		if err != nil {
			return nil, err
		}
		return Number{f(x)}, nil
	}
}

func length(_ *run, c mathCall, args []Value) (Value, error) {
	l, err := list(args[0], c.args[0])
	if err != nil {
		return nil, err
	}
	return Number{big.NewRat(int64(len(l)), 1)}, nil
}

// extreme makes max (+1) or min (-1), of several numbers or of a list of them.
func extreme(sign int) func(*run, mathCall, []Value) (Value, error) {
	return func(r *run, c mathCall, args []Value) (Value, error) {
		if l, ok := args[0].(List); ok && len(args) == 1 {
			args = l
		}
		var best *big.Rat
		for i, v := range args {
			if err := r.spend(1, c); err != nil {
				return nil, err
			}
			x, err := number(v, c.args[min(i, len(c.args)-1)])
			if err != nil {
				return nil, err
			}
			if best == nil || x.Cmp(best)*sign > 0 {
				best = x
			}
		}
		if best == nil {
			return nil, c.errorf("%q of an empty list is nothing", c.name)
		}
		return Number{best}, nil
	}
}

// sum adds the numbers of a list; of an empty one it is 0.
func sum(r *run, c mathCall, args []Value) (Value, error) {
	l, err := list(args[0], c.args[0])
	if err != nil {
		return nil, err
	}
	total := new(big.Rat)
	for _, v := range l {
		x, err := number(v, c.args[0])
		if err != nil {
			return nil, err
		}
		if total, err = r.add(total, x, c); err != nil {
			return nil, err
		}
	}
	return Number{total}, nil
}
