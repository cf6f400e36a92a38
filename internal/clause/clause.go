// Package clause reads and runs clauses: the few lines that tell the moderator
// what a rule means, written in a small part of Starlark.
//
// A clause computes with exact fractions, sees only what it is given, changes
// nothing except by calling the functions it is given, and is bounded in steps
// and in the size of what it computes. The same clause with the same
// arguments gives the same answer on every machine.
package clause

import (
	"fmt"
	"math/big"
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
	// Nothing is None.
	Nothing struct{}
)

// Object is something of the game that a clause sees, such as a vote. Kind is
// its word in error messages. Attr gives nil for an attribute it does not have.
type Object interface {
	Value
	Kind() string
	Attr(name string) Value
	Attrs() []string
}

// Builtin is a function that the game lends to clauses. An error it returns
// becomes the clause's error at the place of the call.
type Builtin func(args []Value) (Value, error)

// Names is what a clause may see (Builtins and Values) and what it may define
// (Answers: names with their number of parameters, -1 for a plain value, or a
// list of allowed counts).
type Names struct {
	Defines map[string][]int    // name -> allowed numbers of parameters; -1 is a plain value
	Known   []string            // names of built-in functions and values, for checking
	Attrs   map[string][]string // what each parameter name's object has, e.g. "vote" -> number, favour, ...; nil: not checked
}

// Error is a fault in a clause. Line and Column count from 1; Hint is the
// nearest known name, or "".
type Error struct {
	Line, Column int
	Message      string
	Hint         string
}

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Program is a clause that was read and checked. It may be used by several
// goroutines at once.
type Program struct{ source string }

// Parse reads a clause and checks it against names. The error is an *[Error].
func Parse(source string, names Names) (*Program, error) { panic("to be written") }

// Defines says whether the clause defines name, as a value or as a function.
func (p *Program) Defines(name string) bool { panic("to be written") }

// Defined lists the public names that the clause defines, in its order.
func (p *Program) Defined() []string { panic("to be written") }

// Env is what a run of a clause sees.
type Env struct {
	Builtins map[string]Builtin
	Values   map[string]Value
}

// Run gives the value of name: of a plain value as it is, of a function called
// with args. The error is an *[Error].
func (p *Program) Run(name string, env Env, args ...Value) (Value, error) { panic("to be written") }
