package clause

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"unicode"
)

// refusal is a clause and what is said of it.
type refusal struct {
	source  string
	at      string // "line:column"
	message string // a part of it
	hint    string
}

func (c refusal) check(t *testing.T, err error) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Errorf("%q: got error %v, want an *Error", c.source, err)
		return
	}
	if at := fmt.Sprintf("%d:%d", e.Line, e.Column); at != c.at || e.Hint != c.hint || !strings.Contains(e.Message, c.message) {
		t.Errorf("%q:\n got %s %q hint %q\nwant %s ...%q hint %q", c.source, at, e.Message, e.Hint, c.at, c.message, c.hint)
	}
	plain(t, e)
}

// plain fails for a message that is no phrase for a player.
func plain(t *testing.T, e *Error) {
	t.Helper()
	for _, jargon := range []string{"identifier", "literal", "token", "EOF", "internal", "syntax", "expr", "%!", "nil", "\n"} {
		if strings.Contains(e.Message, jargon) {
			t.Errorf("%q says %q to a player", e.Message, jargon)
		}
	}
	if e.Message == "" || strings.HasSuffix(e.Message, ".") || unicode.IsSpace(rune(e.Message[0])) || e.Line < 1 || e.Column < 1 {
		t.Errorf("%v is no phrase or has no place", e)
	}
}

const inAdopted = "def adopted(vote):\n  "

// refuse checks what Parse says of each clause.
func refuse(t *testing.T, cases []refusal) {
	t.Helper()
	for _, c := range cases {
		_, err := Parse(c.source, names)
		c.check(t, err)
	}
}

func TestNames(t *testing.T) {
	refuse(t, []refusal{
		{"gaol = 200", "1:1", `"gaol" is not a name that the game asks for`, "goal"},
		{"Goal = 200", "1:1", "not a name that the game asks for", "goal"},
		{"xyzzy = 1", "1:1", "begins with _", ""},
		{"award = 1", "1:1", "the game's own", ""},
		{"nearest = 1", "1:1", "the game's own", ""},
		{"goal = 1\ngoal = 2", "2:1", "set twice", ""},
		{"_a = 1\ndef _a(): pass", "2:5", "set twice", ""},
		{"True = 1", "1:1", "cannot be given another meaning", ""},
		{"_gоal = 1", "1:1", "Latin letters", ""},
		{"def adopted(νote): return 1", "1:13", "Latin letters", ""},
		{"goal = gane.players", "1:8", `nothing here is called "gane"`, "game"},
		{"goal = true", "1:8", "nothing here", "True"},
		{"goal = nearst(1)", "1:8", "nothing here", "nearest"},
		{"goal = awrad(1)", "1:8", "nothing here", "award"},
		{"_share = 1\ngoal = _shore", "2:8", "nothing here", "_share"},
		{"goal = turn_order", "1:8", "a clause cannot look it up", ""},
		{inAdopted + "total = 1\n  return totl", "3:10", "nothing here", "total"},
		{"goal = " + strings.Repeat("n", 70), "1:8", "nothing here", ""},
	})
}

func TestAttributes(t *testing.T) {
	refuse(t, []refusal{
		{"def adopted(vote): return vote.favor", "1:32", `"vote" has nothing called "favor"`, "favour"},
		{"def adopted(v): return v.favor", "1:26", `"vote" has nothing called "favor"`, "favour"},
		{"def when_turn_ends(turn): return turn.vote.favor", "1:44", `"vote" has nothing`, "favour"},
		{"def when_turn_ends(turn): return (turn.vote).favor", "1:46", `"vote" has nothing`, "favour"},
		{"def when_turn_ends(turn):\n  v = turn.vote\n  return v.favor", "3:12", `"vote" has nothing`, "favour"},
		{inAdopted + "for p in vote.against_players:\n    say(p.nam)", "3:11", `has nothing called "nam"`, "name"},
		{"def judge(players, mover): return players[0].pionts", "1:46", "has nothing", "points"},
		{"def _f(vote): return vote.favr", "1:27", "has nothing", "favour"},
		{"goal = game.player_count", "1:13", "has nothing", "players_count"},
		{"goal = game.xyzzy", "1:13", "has nothing", ""},
	})
}

func TestShapes(t *testing.T) {
	refuse(t, []refusal{
		{"adopted = True", "1:1", `"adopted" is a function: write def adopted(vote):`, ""},
		{"def goal(): return 1", "1:5", `"goal" is a plain value: write goal = VALUE`, ""},
		{"def adopted(a, b): return 1", "1:5", `takes 1 parameter, not 2: write def adopted(vote):`, ""},
		{"def judge(mover): return 1", "1:5", `takes 2 parameters, not 1: write def judge(players, mover):`, ""},
		{"def turn_order(a, b): return 1", "1:5", `takes 1 parameter, not 2`, ""},
		{"def roll_call(a): return 1", "1:5", `takes 0 or 2 parameters, not 1`, ""},
		{"def adopted(vote, vote): return 1", "1:19", "two parameters", ""},
		{"def adopted(vote=1): return 1", "1:13", "plain names", ""},
		{"def adopted(*vote): return 1", "1:13", "plain names", ""},
	})
}

func TestCalls(t *testing.T) {
	refuse(t, []refusal{
		{"goal = nearest", "1:8", "write nearest(...)", ""},
		{"goal = nearest()", "1:8", "needs something", ""},
		{"goal = nearest(1, 2)", "1:8", "takes 1 argument, not 2", ""},
		{"goal = max()", "1:8", "needs something", ""},
		{"def _f(a): return a\ngoal = _f()", "2:8", "takes 1 argument, not 0", ""},
		{"def _f(a): return a\ngoal = _f", "2:8", "write _f(...)", ""},
		{"_a = 1\ngoal = _a()", "2:8", "without ( )", ""},
		{"goal = nearest(x=1)", "1:16", "without their names", ""},
		{"goal = max(*[1])", "1:12", "without *", ""},
		{"goal = max(**1)", "1:12", "without *", ""},
		{"goal = (1)(2)", "1:8", "only a function with a name", ""},
		{"goal = game.rule(1)(2)", "1:8", "only a function with a name", ""},
	})
}

func TestCircles(t *testing.T) {
	refuse(t, []refusal{
		{"def _f(): return _f()\ngoal = _f()", "1:18", `"_f" comes back to itself`, ""},
		{"def _f(): return _g()\ndef _g(): return 1 + _f()\ngoal = 1", "2:22", `"_f" comes back to itself`, ""},
		{"goal = goal + 1", "1:8", `"goal" comes back to itself`, ""},
		{"_a = _b\n_b = _c\n_c = _a", "3:6", "comes back to itself", ""},
		{chain(25), "5:24", "more than 20 names", ""},
	})
}

func TestWhatIsLacking(t *testing.T) {
	refuse(t, []refusal{
		{"load(\"x\", \"y\")", "1:1", "only NAME = VALUE", ""},
		{"load(x)", "1:6", "no part of the language", ""},
		{"if True:\n  goal = 1", "1:1", "only NAME = VALUE", ""},
		{"for p in []: pass", "1:1", "only NAME = VALUE", ""},
		{"say(\"x\")", "1:1", "only NAME = VALUE", ""},
		{"goal == 1", "1:1", "only NAME = VALUE", ""},
		{"return 1", "1:1", "only NAME = VALUE", ""},
		{"goal += 1", "1:6", "set once", ""},
		{"goal, _a = 1, 2", "1:1", "one name is set at a time", ""},
		{"[goal] = [1]", "1:1", "one name is set at a time", ""},
		{"game.x = 1", "1:1", "cannot change what it is given", ""},
		{"1 = 1", "1:1", "only a name can be set", ""},
		{"goal = lambda: 1", "1:8", "no \"lambda\"", ""},
		{"goal = [x for x in []]", "1:8", "cannot be made with", ""},
		{"goal = {x: 1 for x in []}", "1:8", "cannot be made with", ""},
		{"goal = {}", "1:8", "no { }", ""},
		{"goal = {1: 2}", "1:8", "no { }", ""},
		{"goal = game.players[1:]", "1:8", "a part of a list", ""},
		{"goal = 1,000", "1:8", "square brackets", ""},
		{"goal = ~1", "1:8", "no part", ""},
		{"goal = 1 & 2", "1:10", `"and"`, ""},
		{"goal = 1 | 2", "1:10", `"or"`, ""},
		{"goal = 1 ^ 2", "1:10", "no part", ""},
		{"goal = 1 << 2", "1:10", "no part", ""},
		{"goal = b\"x\"", "1:8", "quotation marks alone", ""},
		{inAdopted + "while True: pass", "2:3", `no "while"`, ""},
		{inAdopted + "def f(): pass", "2:3", "within a function", ""},
		{inAdopted + "load(\"x\", \"y\")", "2:3", "no part", ""},
		{inAdopted + "vote.favour = 9", "2:3", "cannot change", ""},
		{inAdopted + "vote.voters[0] = 9", "2:3", "cannot change", ""},
		{inAdopted + "a, b = 1, 2", "2:3", "one name", ""},
		{inAdopted + "for a, b in []: pass", "2:7", "one name", ""},
		{inAdopted + "x = 1\n  x |= 2", "3:5", "no part", ""},
		{inAdopted + "vote == 1", "2:3", "does nothing", ""},
		{inAdopted + "\"note\"", "2:3", "begins with #", ""},
		{inAdopted + "break", "2:3", "within a for", ""},
		{inAdopted + "continue", "2:3", "within a for", ""},
		{inAdopted + "goal = 3", "2:3", "only be set outside functions", ""},
		{inAdopted + "for goal in []: pass", "2:7", "only be set outside functions", ""},
		{inAdopted + "None = 3", "2:3", "another meaning", ""},
		{"_a = 1\n" + inAdopted + "_a = 2", "3:3", "cannot be changed", ""},
		{"_a = 1\n" + inAdopted + "_a += 2", "3:3", "cannot be changed", ""},
	})
}

func TestNumbersAndTexts(t *testing.T) {
	refuse(t, []refusal{
		{"goal = 1e3", "1:8", "digits 0 to 9", ""},
		{"goal = 1e999999999", "1:8", "digits 0 to 9", ""},
		{"goal = 0x10", "1:8", "digits 0 to 9", ""},
		{"goal = 0b1", "1:8", "digits 0 to 9", ""},
		{"goal = .5", "1:8", "digits 0 to 9", ""},
		{"goal = 5.", "1:8", "digits 0 to 9", ""},
		{"goal = 007", "1:8", "cannot begin with 0", ""},
		{"goal = 00", "1:8", "digits 0 to 9", ""},
		{"goal = 1" + strings.Repeat("0", 30), "1:8", "too long", ""},
		{"goal = \"" + strings.Repeat("x", maxText+1) + "\"", "1:8", "longer than", ""},
		{`goal = "\x00"`, "1:8", "does not show", ""},
		{`goal = "\u202e"`, "1:8", "does not show", ""},
		{`goal = "\q"`, "1:8", "stands only before", ""},
		{`goal = "abc`, "1:8", "closing quotation mark", ""},
		{"goal = \"abc\n\"", "1:8", "closing quotation mark", ""},
		{`goal = """abc`, "1:8", "closing quotation mark", ""},
	})
}

func TestCharacters(t *testing.T) {
	refuse(t, []refusal{
		{"goal = 1\x00 + 2", "1:9", "U+0000", ""},
		{"# é\u202e\ngoal = 1", "1:4", "U+202E", ""},
		{"goal = 1\r\r\n# \x7f", "3:3", "U+007F", ""},
		{"goal = \xff", "1:8", "U+FFFD", ""},
		{"goal = “x”", "1:8", "write \" instead", ""},
		{"goal = 2 × 3", "1:10", "write * instead", ""},
		{"goal = 2 ≥ 3", "1:10", "write >= instead", ""},
		{"goal = !True", "1:8", "write not instead", ""},
		{"goal = 5 €", "1:10", "means nothing", ""},
	})
}

func TestGrammar(t *testing.T) {
	refuse(t, []refusal{
		{"goal =", "1:7", "a value should stand here, not the end of the clause", ""},
		{"goal = \n", "1:8", "a value should stand here, not the end of the line", ""},
		{"goal 200", "1:6", "the end of the line should stand here, not a number", ""},
		{"goal = (1", "1:10", `")" should stand here, not the end of the clause`, ""},
		{"goal = 1)", "1:9", "closes nothing", ""},
		{"goal = [1 2]", "1:11", `"]" should stand here, not a number`, ""},
		{"def adopted(vote)\n  return 1", "1:18", `a ":" is missing`, ""},
		{"def adopted(vote):\nreturn 1", "2:1", "must begin further right", ""},
		{"goal = 1\n  _a = 2", "2:3", "further right than", ""},
		{"def adopted(vote):\n    return 1\n  return 2", "3:3", "further left", ""},
		{inAdopted + "if vote = 1: pass", "2:11", `write "=="`, ""},
		{inAdopted + "if True: pass\n  else if False: pass", "3:8", `write "elif"`, ""},
		{"goal = 1 if True", "1:10", `needs an "else"`, ""},
		{"goal = 1 < 2 < 3", "1:14", "one comparison at a time", ""},
		{"goal = 1 ++", "1:12", "a value should stand here", ""},
		{"import x", "1:1", `not "import"`, ""},
		{"def (vote): pass", "1:6", "a name should stand here", ""},
		{"goal = nearest(1 = 2)", "1:18", `write "=="`, ""},
		{"goal = 1,", "1:9", "a comma too many", ""},
		{"goal = 1 \\ 2", "1:10", "cannot stand here", ""},
		{"goal = 1 \"x\"", "1:10", "not a text", ""},
		{"goal = game.", "1:13", "a name should stand here", ""},
		{"goal = 2 ** 3", "1:10", `not "**"`, ""},
	})
}

// chain is a clause of n functions each of which needs the one before.
func chain(n int) string {
	source := "def _f0(): return 1\n"
	for i := 1; i < n; i++ {
		source += fmt.Sprintf("def _f%d(): return 1 + _f%d()\n", i, i-1)
	}
	return reverse(source)
}

// reverse turns the order of the lines about, so that the first needs most.
func reverse(source string) string {
	lines := strings.Split(strings.TrimSpace(source), "\n")
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	return strings.Join(lines, "\n")
}

func TestRunRefuses(t *testing.T) {
	for _, c := range []refusal{
		{inAdopted + "return 1 + vote", "2:14", "want a number here, got a vote", ""},
		{inAdopted + "return vote + 1", "2:10", "want a number here, got a vote", ""},
		{inAdopted + "return 1 / (vote.favour - 2)", "2:12", "divides by zero", ""},
		{inAdopted + "return 1 // 0", "2:12", "divides by zero", ""},
		{inAdopted + "return 1 % 0", "2:12", "divides by zero", ""},
		{inAdopted + "x = 1\n  x /= 0", "3:5", "divides by zero", ""},
		{inAdopted + "if vote.favour: pass", "2:6", "want True or False here, got a number", ""},
		{inAdopted + "if not \"x\": pass", "2:10", "want True or False here, got a text", ""},
		{inAdopted + "return True and 1", "2:19", "want True or False here, got a number", ""},
		{inAdopted + "return 0 or True", "2:10", "want True or False here, got a number", ""},
		{inAdopted + "return 1 if [] else 2", "2:15", "want True or False here, got a list", ""},
		{inAdopted + "return \"a\" + \"b\"", "2:14", `texts cannot be put together or filled in with "+"`, ""},
		{inAdopted + "return \"a\" * 9", "2:14", "texts cannot", ""},
		{inAdopted + "return \"%s\" % 9", "2:15", "texts cannot", ""},
		{inAdopted + "return [1] + [2]", "2:14", "lists cannot", ""},
		{inAdopted + "return [1] * 1000000", "2:14", "lists cannot", ""},
		{inAdopted + "return 2 * [1]", "2:14", "want a number here, got a list", ""},
		{inAdopted + "return \"a\" < \"b\"", "2:10", "want a number here, got a text", ""},
		{inAdopted + "return None < 1", "2:10", "want a number here, got None", ""},
		{inAdopted + "return -True", "2:11", "want a number here, got True", ""},
		{inAdopted + "return +award", "2:11", "want a number here, got a function", ""},
		{inAdopted + "return 1 in vote", "2:15", "want a list here, got a vote", ""},
		{inAdopted + "return \"a\" in \"abc\"", "2:17", "want a list here, got a text", ""},
		{inAdopted + "for p in 3: pass", "2:12", "want a list here, got a number", ""},
		{inAdopted + "return len(\"abc\")", "2:14", "want a list here, got a text", ""},
		{inAdopted + "return sum(3)", "2:14", "want a list here", ""},
		{inAdopted + "return sum([True])", "2:14", "want a number here, got True", ""},
		{inAdopted + "return max([])", "2:10", "of an empty list", ""},
		{inAdopted + "return max(1, \"x\")", "2:17", "want a number here, got a text", ""},
		{inAdopted + "return nearest(\"x\")", "2:18", "want a number here, got a text", ""},
		{inAdopted + "return vote.voters[3]", "2:22", "holds 3 things: there is no [3]", ""},
		{inAdopted + "return vote.voters[-4]", "2:22", "there is no [-4]", ""},
		{inAdopted + "return [1][99999999999999999999]", "2:14", "holds 1 thing: there is no [99999999999999999999]", ""},
		{inAdopted + "return [1][0.5]", "2:14", "whole number, not 1/2", ""},
		{inAdopted + "return \"abc\"[0]", "2:10", "want a list here, got a text", ""},
		{inAdopted + "x = vote\n  x = vote\n  return x.favor", "4:12", `a vote has nothing called "favor"`, "favour"},
		{inAdopted + "return game.rule(9).amended", "2:23", `None has nothing called "amended"`, ""},
		{inAdopted + "return game.rule(203).amnded", "2:25", `a rule has nothing called "amnded"`, "amended"},
		{inAdopted + "return vote.favour.x", "2:22", `a number has nothing called "x"`, ""},
		{inAdopted + "return vote.favour(1)", "2:10", "a number cannot be called", ""},
		{inAdopted + "if False:\n    x = 1\n  return x", "4:10", `"x" has no value yet here`, ""},
		{inAdopted + "x += 1", "2:3", `"x" has no value yet here`, ""},
		{inAdopted + "return rule", "2:10", `"rule" cannot be used in this question`, ""},
		{inAdopted + "return keep(\"x\", vote)", "2:10", "a vote cannot", ""},
		{"def adopted(a): return _b(1)\ndef _b(x): return x.name", "2:21", `a number has nothing called "name"`, ""},
	} {
		p, err := Parse(c.source, names)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.source, err)
			continue
		}
		table := newTable()
		_, err = p.Run("adopted", table.env, table.vote)
		c.check(t, err)
	}
}

func TestRunOfTheWrongThing(t *testing.T) {
	p, err := Parse("# note\ngoal = third\ndef adopted(vote): return 1", names)
	if err != nil {
		t.Fatal(err)
	}
	env := newTable().env
	_, err = p.Run("judge", env)
	refusal{"judge", "1:1", `does not set "judge"`, ""}.check(t, err)
	_, err = p.Run("goal", env, num(1))
	refusal{"goal", "2:1", "takes no arguments", ""}.check(t, err)
	_, err = p.Run("adopted", env)
	refusal{"adopted", "3:5", "takes 1 argument, not 0", ""}.check(t, err)
	if v, err := p.Run("adopted", env, nil); err != nil || v.String() != "1" {
		t.Errorf("a nil argument: %v, %v", v, err)
	}
	env.Values["third"] = Number{new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), maxBits))}
	if p, err = Parse("goal = third - 1", names); err != nil {
		t.Fatal(err)
	}
	_, err = p.Run("goal", env)
	refusal{"goal", "1:8", "too large", ""}.check(t, err)
}

func TestNearestName(t *testing.T) {
	candidates := []string{"goal", "favour", "adopted", "up", "x"}
	for name, want := range map[string]string{
		"gaol": "goal", "favor": "favour", "FAVOUR": "favour", "adoptd": "adopted", "adopetd": "adopted",
		"pu": "up", "zzz": "", "go": "", "": "",
	} {
		if got := nearestName(name, candidates); got != want {
			t.Errorf("nearestName(%q) = %q, want %q", name, got, want)
		}
	}
}
