package clause

import (
	"fmt"
	"math/big"
	"strings"

	"go.starlark.net/syntax"
)

// Format writes a value as a clause would, for [Literal] to read: a number, a
// text, True, False, None or a list of these. The error says in plain words
// why v cannot be written.
func Format(v Value) (string, error) {
	if items, depth := size(v); items > maxItems+1 || depth > maxDepth {
		return "", fmt.Errorf("a list of more than %d things, or more than %d deep, cannot be kept", maxItems, maxDepth)
	}
	s, err := format(given(v))
	if err == nil && len(s) > maxSource {
		return "", fmt.Errorf("what is kept cannot be longer than %d bytes", maxSource)
	}
	return s, err
}

func format(v Value) (string, error) {
	switch v := v.(type) {
	case Number:
		if !fits(v.rat()) {
			return "", errTooLarge
		}
		return v.String(), nil
	case Text:
		if err := checkText(string(v)); err != nil {
			return "", err
		}
		return syntax.Quote(string(v), false), nil
	case Truth, Nothing:
		return v.String(), nil
	case List:
		var parts []string
		for _, x := range v {
			s, err := format(given(x))
			if err != nil {
				return "", err
			}
			parts = append(parts, s)
		}
		return "[" + strings.Join(parts, ", ") + "]", nil
	}
	return "", fmt.Errorf("numbers, texts, True, False, None and lists of these can be kept, %s cannot", kind(v))
}

// Literal reads what [Format] writes. The error is an *[Error].
func Literal(s string) (Value, error) {
	s = strings.TrimSpace(tidy(s))
	if err := checkSource(s); err != nil {
		return nil, err
	}
	n, err := new(syntax.FileOptions).ParseExpr("value", s, 0)
	if err != nil {
		return nil, misread(s, err)
	}
	v, err := constantOf(n)
	if err != nil {
		return nil, err
	}
	if items, depth := size(v); items > maxItems+1 || depth > maxDepth {
		return nil, startOf(n).errorf("this list is too long or too deep")
	}
	return v, nil
}

func constantOf(n syntax.Expr) (Value, error) {
	switch n := n.(type) {
	case *syntax.Literal:
		return literal(n, maxBits)
	case *syntax.Ident:
		switch n.Name {
		case "True", "False":
			return Truth(n.Name == "True"), nil
		case "None":
			return Nothing{}, nil
		}
	case *syntax.UnaryExpr:
		if x, err := digits(n.X); err == nil && n.Op == syntax.MINUS {
			return Number{new(big.Rat).Neg(x)}, nil
		}
	case *syntax.BinaryExpr:
		return fraction(n)
	case *syntax.ListExpr:
		l := List{}
		for _, x := range n.List {
			v, err := constantOf(x)
			if err != nil {
				return nil, err
			}
			l = append(l, v)
		}
		return l, nil
	}
	return nil, startOf(n).errorf("this is not a number, a text, True, False, None or a list of these")
}

// digits reads a number without a sign.
func digits(n syntax.Expr) (*big.Rat, error) {
	if l, ok := n.(*syntax.Literal); ok {
		v, err := literal(l, maxBits)
		if x, ok := v.(Number); ok {
			return x.R, err
		}
	}
	return nil, startOf(n).errorf("want a number here")
}

// fraction reads 7/2 or -7/2.
func fraction(n *syntax.BinaryExpr) (Value, error) {
	over, err := digits(n.Y)
	if err != nil {
		return nil, err
	}
	x, err := constantOf(n.X)
	if err != nil {
		return nil, err
	}
	v, ok := x.(Number)
	if _, twice := n.X.(*syntax.BinaryExpr); !ok || twice || n.Op != syntax.SLASH {
		return nil, placeOf(n.OpPos).errorf("a fraction is written as in 7/2")
	}
	z, err := reckon(syntax.SLASH, v.R, over)
	if err != nil {
		return nil, placeOf(n.OpPos).fault(err)
	}
	return Number{z}, nil
}
