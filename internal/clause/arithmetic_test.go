package clause

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// sumTree is arithmetic reckoned apart from the code under test: on pairs of
// whole numbers that are never shortened, rounding by counting remainders.
type sumTree struct {
	source   string
	num, den *big.Int // den > 0
	problem  error
}

func leaf(t *rapid.T) sumTree {
	n := rapid.Int64Range(0, 1000).Draw(t, "n")
	if rapid.Bool().Draw(t, "decimal") {
		return sumTree{source: fmt.Sprintf("%d.%02d", n/100, n%100), num: big.NewInt(n), den: big.NewInt(100)}
	}
	return sumTree{source: fmt.Sprint(n), num: big.NewInt(n), den: big.NewInt(1)}
}

func tree(t *rapid.T, depth int) sumTree {
	if depth == 0 {
		return leaf(t)
	}
	switch shape := rapid.SampledFrom([]string{"leaf", "-", "nearest", "up", "down", "abs", "2", "2", "2", "2"}).Draw(t, "shape"); shape {
	case "leaf":
		return leaf(t)
	case "2":
		op := rapid.SampledFrom([]string{"+", "-", "*", "/", "//", "%"}).Draw(t, "op")
		return both(op, tree(t, depth-1), tree(t, depth-1))
	default:
		return one(shape, tree(t, depth-1))
	}
}

func one(f string, x sumTree) sumTree {
	x.source = f + "(" + x.source + ")"
	if x.problem != nil {
		return x
	}
	switch f {
	case "-":
		x.num = new(big.Int).Neg(x.num)
	case "abs":
		x.num = new(big.Int).Abs(x.num)
	case "down":
		x.num, x.den = below(x.num, x.den), big.NewInt(1)
	case "up":
		x.num, x.den = new(big.Int).Neg(below(new(big.Int).Neg(x.num), x.den)), big.NewInt(1)
	case "nearest": // floor((2 num + den) / (2 den))
		twice := new(big.Int).Lsh(x.num, 1)
		x.num, x.den = below(twice.Add(twice, x.den), new(big.Int).Lsh(x.den, 1)), big.NewInt(1)
	}
	return x
}

// below is n / d without its remainder, rounded down.
func below(n, d *big.Int) *big.Int {
	q, rest := new(big.Int).QuoRem(n, d, new(big.Int))
	if rest.Sign() < 0 {
		q.Sub(q, big.NewInt(1))
	}
	return q
}

func both(op string, x, y sumTree) sumTree {
	z := sumTree{source: "(" + x.source + " " + op + " " + y.source + ")", problem: x.problem}
	if z.problem == nil {
		z.problem = y.problem
	}
	if z.problem != nil {
		return z
	}
	mul := func(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
	left, right := mul(x.num, y.den), mul(y.num, x.den)
	z.den = mul(x.den, y.den)
	switch op {
	case "+":
		z.num = left.Add(left, right)
	case "-":
		z.num = left.Sub(left, right)
	case "*":
		z.num = mul(x.num, y.num)
	default:
		if right.Sign() == 0 {
			z.problem = errByNothing
			return z
		}
		z.num, z.den = left, right
		if z.den.Sign() < 0 {
			z.num, z.den = new(big.Int).Neg(left), new(big.Int).Neg(right)
		}
		quotient := below(z.num, z.den)
		if op == "//" {
			z.num, z.den = quotient, big.NewInt(1)
		}
		if op == "%" { // x - quotient * y
			whole := sumTree{num: quotient, den: big.NewInt(1)}
			return sumTree{source: z.source, num: both("-", x, both("*", whole, y)).num, den: both("-", x, both("*", whole, y)).den}
		}
	}
	return z
}

func TestArithmeticIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := tree(t, 5)
		p, err := Parse("goal = "+want.source, names)
		if err != nil {
			if strings.Contains(err.Error(), "too long") {
				return
			}
			t.Fatalf("%s: %v", want.source, err)
		}
		got, err := p.Run("goal", Env{})
		switch {
		case errors.Is(err, errTooLarge):
			// Which sums stay within bounds is for TestBits to say.
		case want.problem != nil:
			if !errors.Is(err, want.problem) {
				t.Fatalf("%s gave %v, %v, want %v", want.source, got, err, want.problem)
			}
		case err != nil:
			t.Fatalf("%s: %v", want.source, err)
		case got.String() != new(big.Rat).SetFrac(want.num, want.den).RatString():
			t.Fatalf("%s = %s, want %s/%s", want.source, got, want.num, want.den)
		}
	})
}

// TestBits: a number may have 512 bits above and below the line, and not one
// more.
func TestBits(t *testing.T) {
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), maxBits), big.NewInt(1))
	env := Env{Values: map[string]Value{"third": Number{new(big.Rat).SetInt(most)}}}
	for source, fine := range map[string]bool{
		"goal = third + 0": true, "goal = 1 / third": true, "goal = third - 1 / 1": true, "goal = third / 2": true,
		"goal = nearest(third)": true, "goal = up(third / 2)": true,
		"goal = third + 1": false, "goal = 2 * third": false, "goal = 1 / third / 2": false, "goal = sum([third, third])": false,
	} {
		p, err := Parse(source, names)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Run("goal", env); fine && err != nil || !fine && !errors.Is(err, errTooLarge) {
			t.Errorf("%s: %v", source, err)
		}
	}
}

// TestNearest checks the halves and their neighbours one by one (Rule 202).
func TestNearest(t *testing.T) {
	for halves := int64(-9); halves <= 9; halves++ {
		x := big.NewRat(halves, 2)
		want := halves / 2 // towards zero
		switch {
		case halves%2 > 0:
			want++
		case halves%2 < 0: // a half upwards is towards zero here
		}
		if got := nearest(x); got.Cmp(big.NewRat(want, 1)) != 0 {
			t.Errorf("nearest(%s) = %s, want %d", x.RatString(), got.RatString(), want)
		}
		bit := big.NewRat(1, 1_000_000)
		if halves%2 != 0 {
			less := nearest(new(big.Rat).Sub(x, bit))
			if less.Cmp(big.NewRat(want-1, 1)) != 0 {
				t.Errorf("just below %s: %s, want %d", x.RatString(), less.RatString(), want-1)
			}
		}
	}
	if half(21).R.Cmp(big.NewRat(21, 2)) != 0 || nearest(half(21).R).RatString() != "11" || nearest(half(-5).R).RatString() != "-2" {
		t.Error("10.5 goes to 11 and -2.5 to -2")
	}
}
