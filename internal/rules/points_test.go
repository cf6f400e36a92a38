package rules

import (
	"encoding/json"
	"math/big"
	"testing"
)

func TestPoints(t *testing.T) {
	of := func(n, d int64) Points {
		p, err := PointsOf(big.NewRat(n, d))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, c := range []struct {
		a, b Points
		sum  string
	}{
		{Whole(10), Whole(-30), "-20"}, {of(1, 2), of(1, 3), "5/6"}, {of(1, 2), of(1, 2), "1"},
		{of(1, 999983), of(1, 999979), "1/500000"}, {of(-1, 999983), of(-1, 999979), "-3/1000000"},
		{Whole(maxPoints), of(1, 2), "1000000000000"}, {Whole(-maxPoints), Whole(-1), "-1000000000000"},
	} {
		if got := c.a.Plus(c.b); got.String() != c.sum {
			t.Errorf("%s + %s = %s, want %s", c.a, c.b, got, c.sum)
		}
		b, err := json.Marshal(c.a)
		if err != nil {
			t.Fatal(err)
		}
		var again Points
		if err := json.Unmarshal(b, &again); err != nil || again != c.a || again.Cmp(c.a) != 0 {
			t.Errorf("%s is read back as %s, %v", b, again, err)
		}
	}
	for _, bad := range []string{`"1e999999999"`, `"x"`, `"1/0"`, `""`, `[]`, `1.5`, `"1/1000001"`, `"1000000000001"`, `10000000000000000000`} {
		var p Points
		if err := json.Unmarshal([]byte(bad), &p); err == nil {
			t.Errorf("%s is read as %s", bad, p)
		}
	}
}
