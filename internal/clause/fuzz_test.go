package clause

import (
	"errors"
	"strings"
	"testing"
)

// FuzzParseRun: whatever the clause, it is refused in plain words or it runs,
// twice the same, and nothing panics.
func FuzzParseRun(f *testing.F) {
	for _, s := range []string{
		"goal = 200",
		"def when_turn_ends(turn): award(turn.mover, nearest((turn.vote.number - 291) * turn.vote.favour / turn.vote.cast))",
		"def when_adopted(vote):\n    if not vote.unanimous:\n        for p in vote.against_players:\n            award(p, 10)\n",
		"def adopted(vote): return vote.favour > vote.against if kept(\"simple majority\") else vote.unanimous",
		"def when_circuit_ends(game):\n    if game.circuits == 2 and not game.rule(203).amended:\n        keep(\"simple majority\", True)\n        say(\"from now on\")",
		"takes_precedence_over = [101, \"mutable\"]", "turn_order = by_surname", "def judge(players, mover): return players[-1]",
		"_a = 1\ndef _f(x):\n  x += _a\n  for i in [1, 2]:\n    if i in [x]: break\n    elif i: continue\n    else: pass\n  return max(x, -1) // 2 % 3\ngoal = _f(0.5)",
		"def adopted(vote):\n  x = 3\n  for i in vote.voters: x *= x", "goal = ((((1))))", "goal = [[[[[[[[[[1]]]]]]]]]]",
		"goal = 1 if True", "goal = 'a", "goal = “x”", "if x = 1: pass", "goal = 1\x00", "goal = {1: 2}", "goal = [x for x in y]",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		p, err := Parse(source, names)
		if err != nil {
			checkError(t, source, err)
			return
		}
		for _, name := range p.Defined() {
			first, again := outcome(t, p, source, name), outcome(t, p, source, name)
			if first != again {
				t.Fatalf("%s gave %q and then %q", name, first, again)
			}
		}
	})
}

// outcome runs name and tells all that came of it.
func outcome(t *testing.T, p *Program, source, name string) string {
	table := newTable()
	args := []Value{table.vote, table.turn}[:max(0, p.Parameters(name))]
	if name == "when_turn_ends" {
		args = []Value{table.turn}
	}
	table.env.Builtins["award"] = func(args []Value) (Value, error) {
		return nil, errBoom
	}
	v, err := p.Run(name, table.env, args...)
	if err != nil {
		checkError(t, source, err)
		return err.Error()
	}
	if _, err := Format(v); err == nil {
		return v.String() + strings.Join(table.done, "; ")
	}
	return kind(v) + strings.Join(table.done, "; ")
}

// checkError wants an error that a player can understand and find.
func checkError(t *testing.T, source string, err error) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("got %T: %v", err, err)
	}
	lines := strings.Split(tidy(source), "\n")
	if e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Column > len([]rune(lines[e.Line-1]))+1 {
		t.Fatalf("%v: there is no such place in %q", e, source)
	}
	if e.Message == "" || strings.Contains(e.Message, "internal error") || strings.Contains(e.Message, "%!") {
		t.Fatalf("%v is no message", e)
	}
}
