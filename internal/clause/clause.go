// Package clause reads and runs clauses: the few lines that tell the moderator
// what a rule means, written in a small part of Starlark.
//
// A clause computes with exact fractions, sees only what it is given, changes
// nothing except by calling the functions it is given, and is bounded in steps
// and in the size of what it computes. The same clause with the same
// arguments gives the same answer on every machine.
//
// The functions len, max, min, sum, abs, nearest, up and down are part of the
// language; every other name comes from [Env].
package clause

import (
	"fmt"
	"math/big"
	"slices"
)

// Value is a value of the clause language: [Number], [Text], [Truth], [List],
// [Nothing], [Function] or an [Object].
type Value interface{ String() string }

type (
	// Number is an exact fraction. The big.Rat is never changed.
	Number struct{ R *big.Rat }
	// Text is a string.
	Text string
	// Truth is True or False.
	Truth bool
	// List is a list or a tuple. It is never changed.
	List []Value
	// Nothing is None. Where a truth is wanted it counts as False.
	Nothing struct{}
	// Function is something of the game that a clause can call or name, such
	// as the rule of game.rule(203). Functions of the same name are equal.
	Function struct {
		Name string
		Call Builtin
	}
)

// Object is something of the game that a clause sees, such as a vote. Kind is
// its word in error messages. Attr gives nil for an attribute it does not have.
// Two objects are equal when they are the same Go value.
type Object interface {
	Value
	Kind() string
	Attr(name string) Value
	Attrs() []string
}

// Builtin is a function that the game lends to clauses. An error it returns
// becomes the clause's error at the place of the call. Its arguments are the
// caller's to keep, not to change.
type Builtin func(args []Value) (Value, error)

// Names is what a clause may see (Known, Attrs) and what it may define
// (Defines, Params). Its maps and slices are only read.
type Names struct {
	Defines map[string][]int    // name -> allowed numbers of parameters; -1 is a plain value
	Params  map[string][]string // name -> its usual parameters, for messages and for Attrs; may be nil
	Known   []string            // names of built-in functions and values, for checking

	// Attrs is what the object of a name has: "vote" -> number, favour, ....
	// A name is that of a parameter, of a known value or of an attribute; where
	// it names a list, Attrs is what each object of the list has. What a name
	// without an entry has is checked only when the clause runs.
	Attrs map[string][]string
}

// Error is a fault in a clause. Line and Column count from 1, columns in
// characters; Hint is the nearest known name, or "".
type Error struct {
	Line, Column int
	Message      string
	Hint         string

	cause error
}

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Unwrap gives the error of the [Builtin] that failed, or nil.
func (e *Error) Unwrap() error { return e.cause }

// Program is a clause that was read and checked. It may be used by several
// goroutines at once.
type Program struct {
	order  []*definition
	named  map[string]*definition
	lent   map[string]bool // names of the game that stand in it
	source string
}

// Defines says whether the clause defines name, as a value or as a function.
func (p *Program) Defines(name string) bool { return p.named[name] != nil }

// Defined lists the public names that the clause defines, in its order.
func (p *Program) Defined() []string {
	var public []string
	for _, d := range p.order {
		if !private(d.name) {
			public = append(public, d.name)
		}
	}
	return public
}

// Uses says whether name, which the game lends to clauses, stands in the clause.
func (p *Program) Uses(name string) bool { return p.lent[name] }

// Parameters is the number of parameters of the function name, or -1 when the
// clause defines name as a plain value or not at all.
func (p *Program) Parameters(name string) int {
	if d := p.named[name]; d != nil && d.function {
		return len(d.params)
	}
	return -1
}

// Env is what a run of a clause sees. Its maps and values are only read.
type Env struct {
	Builtins map[string]Builtin
	Values   map[string]Value

	// Costs gives the steps that a call of a builtin costs before it is made,
	// beyond those for what it is given and gives; 0 where it has no entry.
	Costs map[string]func(args []Value) int
}

// Run gives the value of name: of a plain value as it is, of a function called
// with args. Other names of the clause are worked out when they are first
// needed, once in a run. The error is an *[Error].
func (p *Program) Run(name string, env Env, args ...Value) (Value, error) {
	d := p.named[name]
	if d == nil {
		return nil, place{1, 1}.errorf("this clause does not set %q", name)
	}
	r := &run{env: env, values: map[*definition]Value{}}
	if !d.function {
		if len(args) > 0 {
			return nil, d.errorf("%q is a plain value and takes no arguments", name)
		}
		return r.value(d)
	}
	if len(args) != len(d.params) {
		return nil, d.errorf("%q takes %s, not %d", name, counted(len(d.params), "argument"), len(args))
	}
	args = slices.Clone(args)
	for i, v := range args {
		args[i] = given(v)
	}
	return r.call(d, d.place, args)
}
