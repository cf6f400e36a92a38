package clause

import (
	"fmt"
	"math/big"
	"runtime"
	"strings"
	"testing"
)

// mostMemory is what reading and running a clause once may allocate in all,
// whether or not it is still in use: an upper bound of what it ever holds.
const mostMemory = 8 << 20

// allocated is the number of bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// crowd is a game whose players are a million.
func crowd() Env {
	million := make(List, 1_000_000)
	for i := range million {
		million[i] = num(int64(i))
	}
	env := newTable().env
	env.Values["third"] = million
	env.Values["game"] = &thing{"game", map[string]Value{"players": million}}
	hundred := million[:100]
	env.Values["by_surname"] = hundred
	huge := new(big.Int).Lsh(big.NewInt(1), maxBits-2)
	env.Values["rule"] = Number{new(big.Rat).SetFrac(huge, new(big.Int).Add(huge, big.NewInt(1)))}
	return env
}

func TestHostileRuns(t *testing.T) {
	const def = "def adopted(vote):\n  "
	env := crowd()
	doubling := func(body string) string { return def + "x = 1\n  for i in by_surname:\n    " + body + "\n  return x" }
	for _, c := range []struct{ name, source, message string }{
		{"squaring", def + "x = 3\n  for i in by_surname: x *= x", "too large"},
		{"shrinking", def + "x = 1 / 3\n  for i in by_surname: x *= x", "too large"},
		{"doubling", def + "x = 3\n  for i in by_surname:\n    for j in by_surname: x += x", "too large"},
		{"primes below", def + "x = 1\n  for i in by_surname: x += 1 / (i * i * i * i + 41)", "too large"},
		{"long numbers", def + "for i in by_surname:\n    for j in by_surname: x = rule * 1 / 1", "more than 10000 steps"},
		{"long remainders", def + "for i in by_surname:\n    for j in by_surname: x = rule % (1 / 7)", "too large"},
		{"loops", def + strings.Repeat("for i in by_surname:\n", 1) + "    for j in by_surname:\n      for k in by_surname:\n        pass", "more than 10000 steps"},
		{"million", def + "for i in third: pass", "more than 10000 steps"},
		{"million seen", def + "return game.players[0]", "more than 10000 steps"},
		{"million searched", def + "return \"x\" in third", "more than 10000 steps"},
		{"million added", def + "return sum(third)", "more than 10000 steps"},
		{"million compared", def + "return max(third)", "more than 10000 steps"},
		{"million equal", def + "return third == third", "more than 10000 steps"},
		{"million given", def + "return echo(third)", "more than 10000 steps"},
		{"million in a list", def + "return [third]", "more than 100 things"},
		{"nested lists", doubling("x = [x]"), "more than 8 deep"},
		{"doubled lists", doubling("x = [x, x]"), "more than 100 things"},
		{"wide lists", doubling("x = [by_surname, by_surname]"), "more than 100 things"},
		{"many lists", def + "for i in by_surname:\n    for j in by_surname: x = " + list100(), "more than 10000 steps"},
		{"calls", fan(19, 4) + def + "return _f18()", "more than 10000 steps"},
		{"wide calls", wide(150) + def + "for i in by_surname:\n    for j in by_surname: _wide()", "more than 10000 steps"},
		{"texts", def + "for i in by_surname:\n    for j in by_surname: echo(\"" + strings.Repeat("x", 900) + "\")", "more than 10000 steps"},
		{"joined texts", doubling("x = \"ab\" + \"ab\""), "texts cannot"},
	} {
		p, err := Parse(c.source, Names{Defines: names.Defines, Known: names.Known})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		bytes := allocated(func() { _, err = p.Run("adopted", env, Nothing{}) })
		if err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.message)
		}
		if bytes > mostMemory {
			t.Errorf("%s allocates %d bytes", c.name, bytes)
		}
	}
}

func list100() string { return "[" + strings.Repeat("1,", 99) + "1]" }

// fan is functions of which each calls the one before so many times.
func fan(n, times int) string {
	source := "def _f0(): return 1\n"
	for i := 1; i < n; i++ {
		source += fmt.Sprintf("def _f%d(): return 0%s\n", i, strings.Repeat(fmt.Sprintf(" + _f%d()", i-1), times))
	}
	return source
}

// wide is a function with so many names of its own.
func wide(n int) string {
	source := "def _wide():\n  if False:\n"
	for i := range n {
		source += fmt.Sprintf("    a%d = 1\n", i)
	}
	return source
}

func TestHostileSources(t *testing.T) {
	suites := "def adopted(vote):\n"
	for i := range 80 {
		suites += strings.Repeat(" ", i+1) + "if 1:\n"
	}
	suites += strings.Repeat(" ", 90) + "return " + strings.Repeat("(", 30) + "1" + strings.Repeat(")", 30)
	for _, c := range []struct{ name, source, message string }{
		{"long", "# " + strings.Repeat("x", maxSource), "too long"},
		{"brackets", "goal = " + strings.Repeat("(", 3000), "too many levels"},
		{"lists", "goal = " + strings.Repeat("[", 3000), "too many levels"},
		{"closed lists", "goal = " + strings.Repeat("[", 50) + strings.Repeat("]", 50), "8 deep"},
		{"minus", "goal = " + strings.Repeat("-", 900) + "1", "too many levels"},
		{"more minus", "goal = " + strings.Repeat("-", 3900) + "1", "too many levels"},
		{"not", "goal = " + strings.Repeat("not ", 800) + "True", "too many levels"},
		{"sums", "goal = 1" + strings.Repeat("+1", 1900), "too many levels"},
		{"choices", "goal = " + strings.Repeat("1 if True else ", 240) + "1", "too many levels"},
		{"attributes", "goal = game" + strings.Repeat(".rule", 700), "too many levels"},
		{"indices", "goal = game" + strings.Repeat("[0]", 1200), "too many levels"},
		{"calls", "goal = game.rule" + strings.Repeat("()", 1900), "only a function with a name"},
		{"elif", "def adopted(vote):\n  if 1: pass\n" + strings.Repeat("  elif 1: pass\n", 240), "too many levels"},
		{"suites", suites, "too many levels"},
		{"definitions", strings.Repeat("def _f(): pass\n", 240), "set twice"},
		{"names", chain(90), "more than 20 names"},
		{"values", "goal = " + strings.Repeat("1,", 1900), "a comma too many"},
		{"big list", "goal = [" + strings.Repeat("1,", 1900) + "]", "more than 100 things"},
		{"big number", "goal = " + strings.Repeat("9", 3900), "too long"},
		{"big fraction", "goal = 0." + strings.Repeat("9", 3900), "too long"},
		{"exponent", "goal = 1e99999999", "digits 0 to 9"},
		{"escapes", "goal = \"" + strings.Repeat(`\U0010ffff`, 300) + "\"", "bytes"},
	} {
		var err error
		bytes := allocated(func() {
			var p *Program
			if p, err = Parse(c.source, names); err == nil {
				_, err = p.Run("goal", newTable().env)
			}
		})
		if err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.message)
		}
		if bytes > mostMemory {
			t.Errorf("%s allocates %d bytes", c.name, bytes)
		}
	}
}

// TestWithinBounds is what an honest clause may need.
func TestWithinBounds(t *testing.T) {
	env := crowd()
	for source, want := range map[string]string{
		"goal = 1" + strings.Repeat("+1", 90):                               "91",
		"goal = len(" + list100() + ")":                                     "100",
		"goal = len(by_surname)":                                            "100",
		"goal = len(third)":                                                 "1000000",
		"goal = third[-1]":                                                  "999999",
		"goal = sum(by_surname)":                                            "4950",
		"goal = [[[[[[[[]]]]]]]] == 1":                                      "False",
		"goal = " + strings.Repeat("9", 30) + " * 0":                        "0",
		"goal = len([\"" + strings.Repeat("x", maxText) + "\"])":            "1",
		chain(18) + "\ngoal = _f17()":                                       "18",
		"goal = by_surname[99] in by_surname and by_surname == by_surname":  "True",
		"goal = rule / rule + (2 if rule < 1 else 3) - down(rule) - up(-1)": "4",
	} {
		p, err := Parse(source, Names{Defines: names.Defines, Known: names.Known})
		if err != nil {
			t.Errorf("%.40q: %v", source, err)
			continue
		}
		if v, err := p.Run("goal", env); err != nil || v.String() != want {
			t.Errorf("%.40q gave %v, %v, want %s", source, v, err, want)
		}
	}
}

// TestStringsAreShort: what a message or a log prints of a value is bounded.
func TestStringsAreShort(t *testing.T) {
	million := crowd().Values["third"]
	if s := million.String(); len(s) > 1000 || !strings.HasSuffix(s, "...]") {
		t.Errorf("a million numbers print as %d bytes", len(s))
	}
}

func BenchmarkRule202(b *testing.B) {
	table := newTable()
	table.env.Builtins["award"] = func([]Value) (Value, error) { return Nothing{}, nil }
	const source = "def when_turn_ends(turn): award(turn.mover, nearest((turn.vote.number - 291) * turn.vote.favour / turn.vote.cast))"
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Parse(source, names); err != nil {
				b.Fatal(err)
			}
		}
	})
	p, err := Parse(source, names)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("run", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := p.Run("when_turn_ends", table.env, table.turn); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkDearest is a clause that spends its steps on the dearest work.
func BenchmarkDearest(b *testing.B) {
	env := crowd()
	p, err := Parse("def adopted(vote):\n  for i in by_surname:\n    for j in by_surname: x = rule + 1", Names{Defines: names.Defines, Known: names.Known})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Run("adopted", env, nil); err == nil {
			b.Fatal("it ended")
		}
	}
}
