package clause

import "go.starlark.net/syntax"

// stmt is a statement that was read and checked.
type stmt interface {
	exec(r *run) (flow, error)
}

type (
	// assign sets a name of the function.
	assign struct {
		slot  int
		value expr
	}
	// do calls a function for what it does.
	do struct{ call expr }
	// branch is if, elif or else.
	branch struct {
		cond    expr
		yes, no []stmt
	}
	// loop is for.
	loop struct {
		slot int
		list expr
		body []stmt
	}
	// answer is return; value may be nil.
	answer struct{ value expr }
	// jump is break, continue or pass.
	jump struct{ flow flow }
)

func (r *reader) block(body []syntax.Stmt) ([]stmt, error) {
	var all []stmt
	for _, s := range body {
		if err := r.deeper(s); err != nil {
			return nil, err
		}
		one, err := r.statement(s)
		r.depth--
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

func (r *reader) statement(s syntax.Stmt) (stmt, error) {
	switch s := s.(type) {
	case *syntax.AssignStmt:
		return r.assignment(s)
	case *syntax.ExprStmt:
		return r.deed(s)
	case *syntax.IfStmt:
		return r.branch(s)
	case *syntax.ForStmt:
		return r.loop(s)
	case *syntax.ReturnStmt:
		if s.Result == nil {
			return answer{}, nil
		}
		value, err := r.expr(s.Result)
		return answer{value}, err
	case *syntax.BranchStmt:
		return r.jump(s)
	}
	return nil, startOf(s).errorf("%s", foreign(s))
}

// assignment reads x = y, and x += y as x = x + y.
func (r *reader) assignment(s *syntax.AssignStmt) (stmt, error) {
	id, err := target(s.LHS)
	if err != nil {
		return nil, err
	}
	value, err := r.expr(s.RHS)
	if err != nil {
		return nil, err
	}
	slot, err := r.bind(id, s.RHS)
	if err != nil {
		return nil, err
	}
	if s.Op == syntax.EQ {
		return assign{slot, value}, nil
	}
	ops := map[syntax.Token]syntax.Token{
		syntax.PLUS_EQ: syntax.PLUS, syntax.MINUS_EQ: syntax.MINUS, syntax.STAR_EQ: syntax.STAR,
		syntax.SLASH_EQ: syntax.SLASH, syntax.SLASHSLASH_EQ: syntax.SLASHSLASH, syntax.PERCENT_EQ: syntax.PERCENT,
	}
	op, ok := ops[s.Op]
	if !ok {
		return nil, placeOf(s.OpPos).errorf("%q is no part of the language of clauses", s.Op)
	}
	before := local{placeOf(id.NamePos), id.Name, slot}
	return assign{slot, reckoning{placeOf(s.OpPos), op, before, value}}, nil
}

// target gives the one name that x is.
func target(x syntax.Expr) (*syntax.Ident, error) {
	switch x := x.(type) {
	case *syntax.Ident:
		return x, nil
	case *syntax.DotExpr, *syntax.IndexExpr, *syntax.SliceExpr:
		return nil, startOf(x).errorf("a clause cannot change what it is given, it can only set names")
	case *syntax.ParenExpr, *syntax.TupleExpr, *syntax.ListExpr:
		return nil, startOf(x).errorf("one name is set at a time")
	}
	return nil, startOf(x).errorf("only a name can be set with =")
}

// deed reads a call that stands alone. Anything else alone would do nothing,
// which is most often == for =.
func (r *reader) deed(s *syntax.ExprStmt) (stmt, error) {
	switch x := s.X.(type) {
	case *syntax.CallExpr:
		call, err := r.expr(x)
		return do{call}, err
	case *syntax.Literal:
		return nil, startOf(x).errorf("this line does nothing; a note begins with #")
	}
	return nil, startOf(s).errorf("this line does nothing; to set a name write =, to give an answer write return")
}

func (r *reader) branch(s *syntax.IfStmt) (stmt, error) {
	cond, err := r.expr(s.Cond)
	if err != nil {
		return nil, err
	}
	yes, err := r.block(s.True)
	if err != nil {
		return nil, err
	}
	no, err := r.block(s.False)
	return branch{cond, yes, no}, err
}

func (r *reader) loop(s *syntax.ForStmt) (stmt, error) {
	id, err := target(s.Vars)
	if err != nil {
		return nil, err
	}
	list, err := r.expr(s.X)
	if err != nil {
		return nil, err
	}
	slot, err := r.bind(id, s.X)
	if err != nil {
		return nil, err
	}
	r.scope.loops++
	body, err := r.block(s.Body)
	r.scope.loops--
	return loop{slot, list, body}, err
}

func (r *reader) jump(s *syntax.BranchStmt) (stmt, error) {
	if s.Token == syntax.PASS {
		return jump{next}, nil
	}
	if r.scope.loops == 0 {
		return nil, placeOf(s.TokenPos).errorf("%q stands only within a for", s.Token)
	}
	if s.Token == syntax.BREAK {
		return jump{broken}, nil
	}
	return jump{continued}, nil
}

// foreign names what Starlark has and clauses have not.
func foreign(n syntax.Node) string {
	switch n.(type) {
	case *syntax.WhileStmt:
		return `there is no "while" in a clause; "for" goes through a list`
	case *syntax.DefStmt:
		return "a function cannot be defined within a function"
	case *syntax.LoadStmt:
		return `"load" is no part of the language of clauses`
	case *syntax.LambdaExpr:
		return `there is no "lambda" in a clause; define a function whose name begins with _`
	case *syntax.Comprehension:
		return `a list cannot be made with "for"; go through the list with a for of its own`
	case *syntax.DictExpr:
		return "there are no { } in a clause; keep(name, value) keeps things"
	case *syntax.SliceExpr:
		return "a part of a list cannot be taken, only one thing: players[0]"
	case *syntax.TupleExpr:
		return "a list is written in square brackets: [101, 102]; a number has no comma in it"
	}
	return "this is no part of the language of clauses"
}
