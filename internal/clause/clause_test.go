package clause

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"
)

// thing is a small object of a game.
type thing struct {
	kind  string
	attrs map[string]Value
}

func (t *thing) String() string         { return t.kind }
func (t *thing) Kind() string           { return t.kind }
func (t *thing) Attr(name string) Value { return t.attrs[name] }
func (t *thing) Attrs() []string        { return slices.Collect(maps.Keys(t.attrs)) }

func num(n int64) Number { return Number{big.NewRat(n, 1)} }

func half(n int64) Number { return Number{big.NewRat(n, 2)} }

// table is a game with three players and a vote that two of them favour.
type table struct {
	ana, bea, cem *thing
	vote, turn    *thing
	game          *thing
	done          []string // awards and sayings
	env           Env
}

var names = Names{
	Defines: map[string][]int{
		"goal": {-1}, "adopted": {1}, "when_adopted": {1}, "when_turn_ends": {1}, "when_circuit_ends": {1},
		"turn_order": {-1, 1}, "judge": {2}, "takes_precedence_over": {-1}, "votes_of": {1}, "roll_call": {0, 2},
	},
	Params: map[string][]string{
		"adopted": {"vote"}, "when_adopted": {"vote"}, "when_turn_ends": {"turn"}, "when_circuit_ends": {"game"},
		"judge": {"players", "mover"}, "votes_of": {"player"},
	},
	Known: []string{"award", "say", "kept", "keep", "explode", "game", "rule", "by_surname", "nothing_at_all", "echo", "third"},
	Attrs: map[string][]string{
		"vote":            {"number", "favour", "against", "cast", "unanimous", "proposer", "against_players", "voters"},
		"turn":            {"number", "mover", "vote"},
		"player":          {"name", "points"},
		"players":         {"name", "points"},
		"against_players": {"name", "points"},
		"game":            {"circuits", "players", "players_count", "rule"},
	},
}

func newTable() *table {
	t := &table{}
	player := func(name string, points int64) *thing {
		return &thing{"player", map[string]Value{"name": Text(name), "points": num(points)}}
	}
	t.ana, t.bea, t.cem = player("Ana", 12), player("Bea", 0), player("Cem", -10)
	players := List{t.ana, t.bea, t.cem}
	t.vote = &thing{"vote", map[string]Value{
		"number": num(302), "favour": num(2), "against": num(1), "cast": num(3), "unanimous": Truth(false),
		"proposer": t.ana, "against_players": List{t.cem}, "voters": players,
	}}
	t.turn = &thing{"turn", map[string]Value{"number": num(7), "mover": t.ana, "vote": t.vote}}
	t.game = &thing{"game", map[string]Value{
		"circuits": num(2), "players": players, "players_count": num(3), "rule": Function{"rule", t.rule},
	}}
	t.env = Env{
		Builtins: map[string]Builtin{
			"award": t.award, "say": t.say, "kept": func([]Value) (Value, error) { return nil, nil },
			"keep": t.keep, "explode": func([]Value) (Value, error) { return nil, errBoom },
			"echo": func(args []Value) (Value, error) { return args[0], nil },
		},
		Values: map[string]Value{"game": t.game, "by_surname": Text("by_surname"), "nothing_at_all": nil, "third": Number{big.NewRat(1, 3)}},
	}
	return t
}

var errBoom = errors.New("boom")

func (t *table) award(args []Value) (Value, error) {
	t.done = append(t.done, fmt.Sprintf("award %s %s", args[0].(*thing).attrs["name"], args[1]))
	return Nothing{}, nil
}

func (t *table) say(args []Value) (Value, error) {
	t.done = append(t.done, fmt.Sprint(args[0]))
	return nil, nil
}

func (t *table) keep(args []Value) (Value, error) {
	s, err := Format(args[1])
	t.done = append(t.done, s)
	return nil, err
}

// rule knows rule 203 and no other.
func (t *table) rule(args []Value) (Value, error) {
	if n, ok := args[0].(Number); ok && n.String() == "203" {
		return &thing{"rule", map[string]Value{"amended": Truth(false)}}, nil
	}
	return nil, nil
}

// mustRun runs name of source and fails the test on an error.
func mustRun(t *testing.T, source, name string, env Env, args ...Value) Value {
	t.Helper()
	p, err := Parse(source, names)
	if err != nil {
		t.Fatalf("Parse(%q): %v", source, err)
	}
	v, err := p.Run(name, env, args...)
	if err != nil {
		t.Fatalf("Run(%q): %v", source, err)
	}
	return v
}

func TestValues(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{"200", "200"}, {"-7", "-7"}, {"+7", "7"}, {"0.5", "1/2"}, {"1.25 * 4", "5"}, {"1 / 3 + 1 / 6", "1/2"},
		{"7 // 2", "3"}, {"-7 // 2", "-4"}, {"7 // -2", "-4"}, {"7 % 3", "1"}, {"-7 % 3", "2"}, {"7 % -3", "-2"},
		{"7 / 2 % 1", "1/2"}, {"2 + 3 * 4", "14"}, {"(2 + 3) * 4", "20"}, {"10 - 4 - 3", "3"}, {"- (1 / 2)", "-1/2"},
		{"nearest(10.5)", "11"}, {"nearest(-2.5)", "-2"}, {"nearest(2.5)", "3"}, {"nearest(-0.5)", "0"},
		{"nearest(10.49)", "10"}, {"nearest(-2.51)", "-3"}, {"nearest(3)", "3"}, {"nearest((302 - 291) * 1 / 2)", "6"},
		{"up(2.1)", "3"}, {"up(-2.1)", "-2"}, {"up(4)", "4"}, {"down(2.9)", "2"}, {"down(-2.1)", "-3"}, {"down(-4)", "-4"},
		{"abs(-1 / 2)", "1/2"}, {"min(3, 1, 2)", "1"}, {"max(3, 1, 2)", "3"}, {"max([1, 5, 2])", "5"}, {"min([4])", "4"},
		{"sum([1, 2, 0.5])", "7/2"}, {"sum([])", "0"}, {"len([])", "0"}, {"len(game.players)", "3"},
		{"100 + 2 * game.players_count", "106"}, {"third + third + third", "1"},
		{`"by_joining"`, "by_joining"}, {`'it\'s'`, "it's"}, {"by_surname", "by_surname"},
		{`[101, "mutable"]`, `[101, "mutable"]`}, {"(101, 102)", "[101, 102]"}, {"()", "[]"}, {"[[1], []]", "[[... 1], [... 0]]"},
		{"[10, 20, 30][0]", "10"}, {"[10, 20, 30][-1]", "30"}, {"[10, 20, 30][3 - 2]", "20"},
		{"True", "True"}, {"None", "None"}, {"nothing_at_all", "None"}, {"not True", "False"}, {"not None", "True"},
		{"1 < 2", "True"}, {"2 <= 2", "True"}, {"1 > 2", "False"}, {"2 >= 3", "False"}, {"1 == 1.0", "True"}, {"1 != 1", "False"},
		{`"a" == "a"`, "True"}, {`"a" == 1`, "False"}, {"True == 1", "False"}, {"None == None", "True"}, {"None == False", "False"},
		{"[1, [2]] == [1, [2]]", "True"}, {"[1] == [1, 2]", "False"}, {"[1] == 1", "False"}, {"award == award", "True"}, {"award == say", "False"},
		{"1 in [1, 2]", "True"}, {`"x" in [1, "y"]`, "False"}, {"3 not in [1, 2]", "True"}, {"[1] in [[1]]", "True"},
		{"game.players[0] == game.players[0]", "True"}, {"game.players[0] == game.players[1]", "False"}, {"game == 1", "False"},
		{"True and False", "False"}, {"False or True", "True"}, {"False and 1 / 0 == 1", "False"}, {"True or 1 / 0 == 1", "True"},
		{"1 if 2 > 1 else 1 / 0", "1"}, {"1 / 0 if None else 2", "2"}, {"game.rule(203).amended", "False"}, {"game.rule(9) == None", "True"},
		{"echo(third)", "1/3"}, {`len(["€", "\n", "\u00e9"])`, "3"}, {`r"a"`, "a"}, {`"""a` + "\n" + `b"""`, "a\nb"},
	} {
		if got := mustRun(t, "goal = "+c.expr, "goal", newTable().env).String(); got != c.want {
			t.Errorf("%s = %s, want %s", c.expr, got, c.want)
		}
	}
}

func TestFunctions(t *testing.T) {
	for _, c := range []struct{ source, want, done string }{
		{"def adopted(vote): return vote.favour > vote.against if kept(\"simple majority\") else vote.unanimous", "False", ""},
		{"def adopted(vote):\n    pass", "None", ""},
		{"def adopted(vote):\n  return", "None", ""},
		{"def adopted(vote):\n  say(\"hm\")", "None", "hm"},
		{"def adopted(vote):\n  x = 1\n  x += 2\n  x *= 3\n  x -= 1\n  x /= 4\n  return x", "2", ""},
		{"def adopted(vote):\n  x = 17\n  x //= 3\n  x %= 3\n  return x", "2", ""},
		{"def adopted(vote):\n  if vote.favour == 1:\n    return 1\n  elif vote.favour == 2:\n    return 2\n  else:\n    return 3", "2", ""},
		{"def adopted(vote):\n  if vote.unanimous:\n    return 1\n  say(\"no\")\n  return 2", "2", "no"},
		{"def adopted(vote):\n  n = 0\n  for p in vote.voters:\n    n += p.points\n  return n", "2", ""},
		{"def adopted(vote):\n  for p in vote.voters:\n    if p.points < 1:\n      return p.name", "Bea", ""},
		{"def adopted(vote):\n  n = 0\n  for p in vote.voters:\n    if p.points == 0:\n      continue\n    if p.points < 0:\n      break\n    n += 1\n  return n", "1", ""},
		{"def adopted(vote):\n  for p in vote.against_players: award(p, 10)", "None", "award Cem 10"},
		{"def adopted(vote):\n  for p in []: award(p, 10)", "None", ""},
		{"def adopted(vote):\n  return vote.proposer in vote.voters and vote.proposer not in vote.against_players", "True", ""},
		{"def adopted(vote): return _twice(_share)\n_share = 1 / 2\ndef _twice(x): return 2 * x", "1", ""},
		{"goal = 5\ndef adopted(vote): return goal + 1", "6", ""},
		{"_said = say(\"once\")\ndef adopted(vote):\n  a = _said\n  b = _said\n  return a == b", "True", "once"},
		{"def _quiet(): pass\ndef adopted(vote):\n  _quiet()", "None", ""},
		{"def _one(): return 1\ndef adopted(vote):\n  _one()", "None", ""},
		{"# a note\ndef adopted(vote):  # another\n  return 1\n\n# end", "1", ""},
		{"def adopted(v): return v.favour", "2", ""},
		{"def adopted(max): return max.favour", "2", ""},
		{"def adopted(vote):\u00a0return\u00a01", "1", ""},
		{"def adopted(vote):\r\n  x = 1\r\n  return x", "1", ""},
		{"def adopted(vote): say(\"a\"); return 3", "3", "a"},
		{"def adopted(vote):\n  f = award\n  f(vote.proposer, 1)", "None", "award Ana 1"},
		{"def adopted(vote):\n  keep(\"m\", [1 / 2, \"x\", None])", "None", `[1/2, "x", None]`},
		{"def adopted(vote):\n  _é = 4\n  return _é", "4", ""},
	} {
		table := newTable()
		got := mustRun(t, c.source, "adopted", table.env, table.vote)
		if done := strings.Join(table.done, "; "); got.String() != c.want || done != c.done {
			t.Errorf("%s\ngave %s and did %q, want %s and %q", c.source, got, done, c.want, c.done)
		}
	}
}

// TestRule202 is the award of Rule 202 as its clause has it.
func TestRule202(t *testing.T) {
	table := newTable()
	const rule = `def when_turn_ends(turn):
    award(turn.mover, nearest((turn.vote.number - 291) * turn.vote.favour / turn.vote.cast))
`
	mustRun(t, rule, "when_turn_ends", table.env, table.turn)
	if want := []string{"award Ana 7"}; !slices.Equal(table.done, want) { // 11 * 2/3 = 7 1/3
		t.Errorf("did %q, want %q", table.done, want)
	}
}

func TestProgram(t *testing.T) {
	p, err := Parse("def _help(): return 1\ngoal = 200\ndef judge(players, mover): return mover\nturn_order = by_surname", names)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Defined(), []string{"goal", "judge", "turn_order"}; !slices.Equal(got, want) {
		t.Errorf("Defined() = %q, want %q", got, want)
	}
	for name, want := range map[string]int{"goal": -1, "judge": 2, "turn_order": -1, "_help": 0, "adopted": -1} {
		if got := p.Parameters(name); got != want {
			t.Errorf("Parameters(%q) = %d, want %d", name, got, want)
		}
	}
	if p.Defines("adopted") || !p.Defines("judge") || !p.Defines("_help") {
		t.Error("Defines is wrong about adopted, judge or _help")
	}
	if empty, err := Parse("  # nothing yet\n", names); err != nil || empty.Defined() != nil {
		t.Errorf("a clause of one note: %v, %v", empty, err)
	}
}

func TestRunsAreApart(t *testing.T) {
	p, err := Parse("_n = len(game.players)\ndef adopted(vote):\n  x = _n\n  for p in vote.voters:\n    x += p.points\n  return x * 1.5", names)
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			table := newTable()
			for range 50 {
				v, err := p.Run("adopted", table.env, table.vote)
				if err != nil || v.String() != "15/2" {
					t.Errorf("got %v, %v, want 15/2", v, err)
				}
			}
		})
	}
	wait.Wait()
}

func TestBuiltinErrorIsKept(t *testing.T) {
	p, err := Parse("def adopted(vote):\n  return 1 + explode()", names)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Run("adopted", newTable().env, nil)
	if !errors.Is(err, errBoom) || err.Error() != "line 2, column 14: boom" {
		t.Errorf("got %v", err)
	}
}

// incomparable is an object that Go cannot compare.
type incomparable struct{ parts []Value }

func (incomparable) String() string    { return "odd" }
func (incomparable) Kind() string      { return "odd thing" }
func (incomparable) Attr(string) Value { return nil }
func (incomparable) Attrs() []string   { return nil }

func TestOddHosts(t *testing.T) {
	env := newTable().env
	env.Values["rule"] = incomparable{parts: List{}}
	for source, want := range map[string]string{
		"goal = rule == rule":        "False",
		"goal = rule in [1, rule]":   "False",
		"goal = echo(game) == game":  "True",
		"goal = rule == None":        "False",
		"goal = len([rule, None])":   "2",
		"goal = nothing_at_all == 1": "False",
	} {
		if got := mustRun(t, source, "goal", env).String(); got != want {
			t.Errorf("%s gave %s, want %s", source, got, want)
		}
	}
	env.Values["game"] = List{nil, Number{}, Function{Name: "f"}}
	if got := mustRun(t, "goal = game", "goal", env).String(); got != "[None, 0, f]" {
		t.Errorf("got %s", got)
	}
	p, err := Parse("def adopted(vote):\n  f = game[2]\n  return f(game[1])", Names{Defines: names.Defines, Known: names.Known})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Run("adopted", env, nil); err == nil || !strings.Contains(err.Error(), "a function cannot be called") {
		t.Errorf("got %v", err)
	}
}
