package clause

import (
	"fmt"
	"strings"

	"go.starlark.net/syntax"
)

// Parse reads a clause and checks it against names: everything that can be
// known without running it. The error is an *[Error].
func Parse(source string, names Names) (*Program, error) {
	source = tidy(source)
	if err := checkSource(source); err != nil {
		return nil, err
	}
	file, err := new(syntax.FileOptions).Parse("clause", source, 0)
	if err != nil {
		return nil, misread(source, err)
	}
	r := newReader(names)
	r.program.source = source
	for _, s := range file.Stmts {
		if err := r.declare(s); err != nil {
			return nil, err
		}
	}
	for _, d := range r.program.order {
		if err := r.define(d); err != nil {
			return nil, err
		}
	}
	if err := checkChains(r.program.order); err != nil {
		return nil, err
	}
	return r.program, nil
}

// place is where something stands in a clause. Both count from 1.
type place struct{ line, column int }

func placeOf(p syntax.Position) place { return place{int(p.Line), int(p.Col)} }

func (p place) at() place { return p }

func (p place) errorf(format string, args ...any) *Error {
	return &Error{Line: p.line, Column: p.column, Message: fmt.Sprintf(format, args...)}
}

// fault makes err an error of the clause at p.
func (p place) fault(err error) *Error {
	e := p.errorf("%s", err.Error())
	e.cause = err
	return e
}

// tidy undoes what mail programs do to a clause: it gives ordinary line ends,
// and spaces for the no-break spaces that they indent with.
func tidy(source string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u00a0", " ", "\u202f", " ").Replace(source)
}

// checkSource refuses what the syntax package would not see as a reader does:
// it stops at a zero byte, and a mark of direction shows lines in another order.
func checkSource(source string) error {
	if len(source) > maxSource {
		return place{1, 1}.errorf("this clause is too long: %d bytes, and at most %d are read", len(source), maxSource)
	}
	line, column := 1, 1
	for _, c := range source {
		if !visible(c) {
			return place{line, column}.errorf("the character U+%04X, which does not show, stands here", c)
		}
		column++
		if c == '\n' {
			line, column = line+1, 1
		}
	}
	return nil
}
