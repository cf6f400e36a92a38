package clause

import "math/big"

// run is one run of a clause.
type run struct {
	env    Env
	steps  int
	values map[*definition]Value // plain values that were worked out
	frame  []Value               // of the function that runs, by slot; nil before a name is set
	result Value                 // of the last return
}

// flow is how a statement ends.
type flow int

const (
	next flow = iota
	broken
	continued
	returned
)

// placed is what an error can point to.
type placed interface{ at() place }

// spend counts steps against the limit.
func (r *run) spend(steps int, where placed) error {
	if r.steps += steps; r.steps > maxSteps {
		return where.at().errorf("this clause takes more than %d steps", maxSteps)
	}
	return nil
}

func (r *run) eval(e expr) (Value, error) {
	if err := r.spend(1, e); err != nil {
		return nil, err
	}
	return e.eval(r)
}

func (r *run) evals(list []expr) ([]Value, error) {
	values := make([]Value, len(list))
	for i, e := range list {
		v, err := r.eval(e)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

// value works a plain value out, once in a run.
func (r *run) value(d *definition) (Value, error) {
	if v, ok := r.values[d]; ok {
		return v, nil
	}
	v, err := r.eval(d.value)
	if err == nil {
		r.values[d] = v
	}
	return v, err
}

// call runs the body of d with args, which become the run's own. A function
// that ends without a return gives nothing.
func (r *run) call(d *definition, where placed, args []Value) (Value, error) {
	if err := r.spend(1+len(d.locals), where); err != nil {
		return nil, err
	}
	outer := r.frame
	r.frame = make([]Value, len(d.locals))
	copy(r.frame, args)
	f, err := r.block(d.body)
	r.frame = outer
	if err != nil || f != returned {
		return Nothing{}, err
	}
	return r.result, nil
}

func (r *run) block(body []stmt) (flow, error) {
	for _, s := range body {
		if f, err := s.exec(r); err != nil || f != next {
			return f, err
		}
	}
	return next, nil
}

func (s assign) exec(r *run) (flow, error) {
	v, err := r.eval(s.value)
	if err != nil {
		return next, err
	}
	r.frame[s.slot] = v
	return next, nil
}

func (s do) exec(r *run) (flow, error) {
	_, err := r.eval(s.call)
	return next, err
}

func (s branch) exec(r *run) (flow, error) {
	yes, err := r.truth(s.cond)
	if err != nil {
		return next, err
	}
	if yes {
		return r.block(s.yes)
	}
	return r.block(s.no)
}

func (s loop) exec(r *run) (flow, error) {
	l, err := r.list(s.list)
	if err != nil {
		return next, err
	}
	for _, v := range l {
		if err := r.spend(1, s.list); err != nil {
			return next, err
		}
		r.frame[s.slot] = given(v)
		f, err := r.block(s.body)
		if err != nil || f == returned {
			return f, err
		}
		if f == broken {
			break
		}
	}
	return next, nil
}

func (s answer) exec(r *run) (flow, error) {
	var v Value = Nothing{}
	if s.value != nil {
		var err error
		if v, err = r.eval(s.value); err != nil {
			return next, err
		}
	}
	r.result = v
	return returned, nil
}

func (s jump) exec(*run) (flow, error) { return s.flow, nil }

// truth works e out where True or False is wanted. None is False, so that
// kept("war") is enough before anything was kept.
func (r *run) truth(e expr) (bool, error) {
	v, err := r.eval(e)
	if err != nil {
		return false, err
	}
	switch v := v.(type) {
	case Truth:
		return bool(v), nil
	case Nothing:
		return false, nil
	}
	return false, e.at().errorf("want True or False here, got %s", kind(v))
}

func (r *run) number(e expr) (*big.Rat, error) {
	v, err := r.eval(e)
	if err != nil {
		return nil, err
	}
	return number(v, e)
}

func (r *run) list(e expr) (List, error) {
	v, err := r.eval(e)
	if err != nil {
		return nil, err
	}
	return list(v, e)
}

func number(v Value, where placed) (*big.Rat, error) {
	n, ok := v.(Number)
	if !ok {
		return nil, where.at().errorf("want a number here, got %s", kind(v))
	}
	if !fits(n.rat()) {
		return nil, where.at().fault(errTooLarge)
	}
	return n.rat(), nil
}

func list(v Value, where placed) (List, error) {
	l, ok := v.(List)
	if !ok {
		return nil, where.at().errorf("want a list here, got %s", kind(v))
	}
	return l, nil
}
