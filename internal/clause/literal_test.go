package clause

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLiteral(t *testing.T) {
	for source, want := range map[string]string{
		"3": "3", "-3": "-3", "0.25": "1/4", "-0.25": "-1/4", "7/2": "7/2", "-7/2": "-7/2", "6 / 4": "3/2", "0": "0",
		`"a\nb"`: `"a\nb"`, `'x'`: `"x"`, "True": "True", "False": "False", "None": "None", "[]": "[]",
		`[1, "x", [None, -1/2], True]`: `[1, "x", [None, -1/2], True]`, " 5\n": "5",
		strings.Repeat("9", 150): strings.Repeat("9", 150),
	} {
		v, err := Literal(source)
		if err != nil {
			t.Errorf("Literal(%q): %v", source, err)
			continue
		}
		if got, err := Format(v); err != nil || got != want {
			t.Errorf("Format(Literal(%q)) = %q, %v, want %q", source, got, err, want)
		}
	}
}

func TestLiteralRefuses(t *testing.T) {
	const neither = "not a number, a text"
	for _, c := range []refusal{
		{"", "1:1", "a value should stand here", ""},
		{"x", "1:1", neither, ""},
		{"1 + 2", "1:3", "as in 7/2", ""},
		{"1/2/3", "1:4", "as in 7/2", ""},
		{"1/0", "1:2", "divides by zero", ""},
		{"1/-2", "1:3", "want a number", ""},
		{`"a"/2`, "1:4", "as in 7/2", ""},
		{"--1", "1:1", neither, ""},
		{"+1", "1:1", neither, ""},
		{"-True", "1:1", neither, ""},
		{"(1)", "1:1", neither, ""},
		{"{}", "1:1", neither, ""},
		{"[1, len(2)]", "1:5", neither, ""},
		{"1e5", "1:1", "digits 0 to 9", ""},
		{"1\x00", "1:2", "U+0000", ""},
		{"1\n2", "2:1", "should stand here", ""},
		{"1" + strings.Repeat("0", 200), "1:1", "too large", ""},
		{strings.Repeat("[", 9) + strings.Repeat("]", 9), "1:1", "too deep", ""},
		{"[" + strings.Repeat("1,", 101) + "]", "1:1", "too long", ""},
		{strings.Repeat("1", maxSource+1), "1:1", "too long", ""},
	} {
		_, err := Literal(c.source)
		c.check(t, err)
	}
}

func TestFormatRefuses(t *testing.T) {
	deep := Value(num(1))
	for range maxDepth + 1 {
		deep = List{deep}
	}
	for _, c := range []struct {
		v       Value
		message string
	}{
		{newTable().ana, "a player cannot"},
		{List{Function{Name: "f"}}, "a function cannot"},
		{nil, ""},
		{deep, "cannot be kept"},
		{make(List, maxItems+1), "cannot be kept"},
		{Text(strings.Repeat("x", maxText+1)), "longer than"},
		{Text("\xff"), "UTF-8"},
		{Text("a\u202eb"), "does not show"},
		{Text("a\rb"), "does not show"},
		{Number{new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), maxBits))}, "too large"},
		{List{Text(strings.Repeat("x", 999)), Text(strings.Repeat("x", 999)), Text(strings.Repeat("\"", 999)), nil}, "longer than"},
	} {
		s, err := Format(c.v)
		if c.message == "" {
			if err != nil || s != "None" {
				t.Errorf("Format(%v) = %q, %v", c.v, s, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("Format(%.40v): got %v, want %q", c.v, err, c.message)
		}
	}
}

// kept draws a value that keep can hold.
func kept(t *rapid.T, depth int) Value {
	switch rapid.IntRange(0, 4+min(depth, 1)).Draw(t, "kind") {
	case 0:
		return Number{big.NewRat(rapid.Int64().Draw(t, "num"), rapid.Int64Range(1, 1<<62).Draw(t, "denom"))}
	case 1:
		return Text(rapid.StringN(0, 20, 80).Draw(t, "text"))
	case 2:
		return Truth(rapid.Bool().Draw(t, "truth"))
	case 3:
		return Nothing{}
	case 4:
		return num(rapid.Int64Range(-9, 9).Draw(t, "small"))
	}
	l := List{}
	for range rapid.IntRange(0, 3).Draw(t, "length") {
		l = append(l, kept(t, depth-1))
	}
	return l
}

// TestKeptComesBack: what Format accepts, Literal gives back.
func TestKeptComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := kept(t, 3)
		s, err := Format(v)
		if err != nil {
			if !strings.Contains(err.Error(), "does not show") {
				t.Fatalf("Format(%v): %v", v, err)
			}
			return
		}
		back, err := Literal(s)
		if err != nil {
			t.Fatalf("Literal(%q): %v", s, err)
		}
		r := &run{}
		if equal, err := r.equal(v, back, place{1, 1}); err != nil || !equal {
			t.Fatalf("%v came back as %v by way of %q", v, back, s)
		}
	})
}

func FuzzLiteral(f *testing.F) {
	for _, s := range []string{"-7/2", `[1, "x", [None]]`, "1/0", `"\u202e"`, "[[[[[[[[[]]]]]]]]]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := Literal(s)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("got %T", err)
			}
			plain(t, e)
			return
		}
		written, err := Format(v)
		if err != nil {
			return // what was near the limit is longer when it is written out
		}
		if again, err := Literal(written); err != nil || again.String() != v.String() {
			t.Fatalf("%q came back as %v, %v", written, again, err)
		}
	})
}
