package rules

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
)

// Points is an exact number of points, whole or a fraction: a clause may award
// halves. The zero value is no points, and equal amounts are == to each other.
type Points struct {
	num  int64
	over int64 // the denominator less one, so that the zero value is 0/1
}

// Ratio is an exact number that is no points, such as an index or a power.
type Ratio = Points

// maxPoints bounds what one player can have or be awarded, so that sums of
// points never leave int64.
const maxPoints = 1_000_000_000_000

// finest is the greatest denominator.
const finest = 1_000_000

// Whole gives n whole points.
func Whole(n int64) Points { return Points{num: n} }

// PointsOf gives r as points. It is an error for amounts beyond a million
// million or with a denominator above a million.
func PointsOf(r *big.Rat) (Points, error) {
	n, d := r.Num(), r.Denom()
	if !n.IsInt64() || !d.IsInt64() || d.Int64() > finest ||
		new(big.Int).Abs(n).Cmp(new(big.Int).Mul(big.NewInt(maxPoints), d)) > 0 {
		return Points{}, fmt.Errorf("%s is no number of points that can be kept", r.RatString())
	}
	return Points{num: n.Int64(), over: d.Int64() - 1}, nil
}

// Rat gives p as a new exact fraction.
func (p Points) Rat() *big.Rat { return big.NewRat(p.num, p.over+1) }

// Plus adds q. A sum that would leave the bounds stays at the bound; one too
// fine to be kept is rounded down to a millionth.
func (p Points) Plus(q Points) Points {
	sum := new(big.Rat).Add(p.Rat(), q.Rat())
	switch {
	case sum.Cmp(big.NewRat(maxPoints, 1)) > 0:
		return Whole(maxPoints)
	case sum.Cmp(big.NewRat(-maxPoints, 1)) < 0:
		return Whole(-maxPoints)
	}
	if s, err := PointsOf(sum); err == nil {
		return s
	}
	fine := big.NewInt(finest)
	parts := new(big.Int).Mul(sum.Num(), fine)
	parts.Div(parts, sum.Denom()) // Euclidean, so downwards
	s, _ := PointsOf(new(big.Rat).SetFrac(parts, fine))
	return s
}

// minus takes q away.
func (p Points) minus(q Points) Points { return p.Plus(Points{num: -q.num, over: q.over}) }

// Cmp compares p with q as big.Rat does.
func (p Points) Cmp(q Points) int { return p.Rat().Cmp(q.Rat()) }

// Sign is -1, 0 or +1.
func (p Points) Sign() int { return p.Rat().Sign() }

// String is "12", "-10" or "7/2".
func (p Points) String() string { return p.Rat().RatString() }

// MarshalJSON writes whole points as a number, fractions as a string "7/2".
func (p Points) MarshalJSON() ([]byte, error) {
	if p.over == 0 {
		return json.Marshal(p.num)
	}
	return json.Marshal(p.String())
}

// UnmarshalJSON reads what MarshalJSON writes.
func (p *Points) UnmarshalJSON(b []byte) error {
	var n int64
	if json.Unmarshal(b, &n) == nil {
		*p = Whole(n)
		return nil
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("rules: points %s: %w", b, err)
	}
	const longest = len("-1000000000000000000/1000000")
	r, ok := new(big.Rat), len(s) <= longest && !strings.ContainsAny(s, "eEpP_")
	if ok {
		_, ok = r.SetString(s)
	}
	if !ok {
		return fmt.Errorf("rules: points %q are no number", s)
	}
	q, err := PointsOf(r)
	*p = q
	return err
}
