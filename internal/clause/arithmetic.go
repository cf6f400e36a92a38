package clause

import (
	"errors"
	"math/big"

	"go.starlark.net/syntax"
)

var (
	errTooLarge  = errors.New("this number grows too large to reckon with")
	errByNothing = errors.New("this divides by zero")
)

// reckon gives a op b exactly. Its operands fit, so that no intermediate is
// more than a few times as long.
func reckon(op syntax.Token, a, b *big.Rat) (*big.Rat, error) {
	z := new(big.Rat)
	switch op {
	case syntax.PLUS:
		z.Add(a, b)
	case syntax.MINUS:
		z.Sub(a, b)
	case syntax.STAR:
		z.Mul(a, b)
	default:
		if b.Sign() == 0 {
			return nil, errByNothing
		}
		divide(z, op, a, b)
	}
	if !fits(z) {
		return nil, errTooLarge
	}
	return z, nil
}

// divide sets z to a / b, a // b or a % b. As in Starlark, // rounds down and
// the remainder has the sign of b.
func divide(z *big.Rat, op syntax.Token, a, b *big.Rat) {
	z.Quo(a, b)
	if op == syntax.SLASH {
		return
	}
	q := down(z)
	if op == syntax.SLASHSLASH {
		z.Set(q)
		return
	}
	z.Sub(a, q.Mul(q, b))
}

func fits(x *big.Rat) bool {
	return x.Num().BitLen() <= maxBits && x.Denom().BitLen() <= maxBits
}

// width is the number of steps that x adds to the cost of reckoning with it.
// Sums of long fractions are the dearest that a clause can do for its length:
// they are made shorter again after each step.
func width(x *big.Rat) int {
	return (x.Num().BitLen() + x.Denom().BitLen()) / 64
}

// down is the greatest whole number that is not above x.
func down(x *big.Rat) *big.Rat {
	// The denominator is positive, for which Euclid's division rounds down.
	return new(big.Rat).SetInt(new(big.Int).Div(x.Num(), x.Denom()))
}

// up is the least whole number that is not below x.
func up(x *big.Rat) *big.Rat {
	z := down(new(big.Rat).Neg(x))
	return z.Neg(z)
}

// nearest is the whole number nearest to x, a half upwards, below zero too
// (Rule 202): 21/2 gives 11, -5/2 gives -2.
func nearest(x *big.Rat) *big.Rat {
	return down(new(big.Rat).Add(x, big.NewRat(1, 2)))
}

func absolute(x *big.Rat) *big.Rat { return new(big.Rat).Abs(x) }
