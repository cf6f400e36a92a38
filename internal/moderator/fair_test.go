package moderator_test

import (
	"fmt"
	"strings"
	"testing"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// letterText is the text of a letter in one line.
func letterText(raw []byte) string {
	return strings.Join(strings.Fields(parser.Parse(raw, parser.Options{}).Text), " ")
}

func die(turn, draw int) rules.Die {
	return rules.Die{Game: "tea", Turn: turn, Draw: draw, Secret: fmt.Sprintf("%032x", turn*100+draw)}
}

func commits(turn, draw int) rules.DiceCommitted {
	return rules.DiceCommitted{Turn: turn, Draw: draw, Hash: die(turn, draw).Hash()}
}

func throws(turn, draw, nth int) rules.DieThrown {
	d := die(turn, draw)
	return rules.DieThrown{Turn: turn, Draw: draw, Nth: nth, Sides: 6, Value: d.Throw(nth, 6), Secret: d.Secret, Rule: 202}
}

// with changes a throw.
func with(d rules.DieThrown, change func(*rules.DieThrown)) rules.DieThrown {
	change(&d)
	return d
}

// Records by hand: each has what is wrong with it, "entry: what", or nothing.
func TestCheckDice(t *testing.T) {
	begins := func(turn int) rules.Event { return rules.TurnBegan{Turn: turn, Mover: "p1"} }
	other := commits(1, 1)
	other.Hash = die(7, 7).Hash()
	for _, c := range []struct {
		name    string
		entries [][]rules.Event
		want    []string
	}{
		{"fair", [][]rules.Event{
			{begins(1), commits(1, 1)}, {throws(1, 1, 1), throws(1, 1, 2), begins(2), commits(2, 1)}, {begins(3), commits(3, 1)},
			{throws(3, 1, 1), commits(3, 2)}, {throws(3, 2, 1)},
		}, nil},
		{"a changed value", [][]rules.Event{{begins(1), commits(1, 1)}, {with(throws(1, 1, 1), func(d *rules.DieThrown) { d.Value = d.Value%6 + 1 })}},
			[]string{"2: throw 1 shows"}},
		{"a changed secret", [][]rules.Event{{begins(1), commits(1, 1)}, {with(throws(7, 7, 1), func(d *rules.DieThrown) { d.Turn, d.Draw = 1, 1 })}},
			[]string{"2: its secret is not the one that entry 1 committed to"}},
		{"not committed to", [][]rules.Event{{begins(1)}, {throws(1, 1, 1)}}, []string{"2: it is thrown without being committed to"}},
		{"another die", [][]rules.Event{{begins(1), commits(1, 1)}, {throws(1, 2, 1)}}, []string{"2: it is thrown without being committed to"}},
		{"known before", [][]rules.Event{{begins(1), commits(1, 1)}, {throws(1, 1, 1)}, {throws(1, 1, 2)}}, []string{"3: its secret has been known since entry 2"}},
		{"thrown twice", [][]rules.Event{{begins(1), commits(1, 1)}, {throws(1, 1, 1), throws(1, 1, 1)}}, []string{"2: throw 1 follows throw 1"}},
		{"a throw left out", [][]rules.Event{{begins(1), commits(1, 1)}, {throws(1, 1, 2)}}, []string{"2: throw 2 follows throw 0"}},
		{"no sides", [][]rules.Event{{begins(1), commits(1, 1)}, {with(throws(1, 1, 1), func(d *rules.DieThrown) { d.Sides = 0 })}}, []string{"2: it has 0 sides"}},
		{"replaced", [][]rules.Event{{begins(1), commits(1, 1)}, {commits(1, 2)}}, []string{"2: it takes the place of die 1, which was not thrown"}},
		{"of another turn", [][]rules.Event{{begins(1), commits(2, 1)}}, []string{"1: die 1 of turn 2 is committed to where die 1 of turn 1 comes next"}},
		{"one left out", [][]rules.Event{{begins(1), commits(1, 2)}}, []string{"1: die 2 of turn 1 is committed to where die 1 of turn 1 comes next"}},
		{"undone", [][]rules.Event{{begins(1), commits(1, 1)}, {throws(1, 1, 1), begins(2), commits(2, 1)}, {rules.Undone{Entry: 2}}, {throws(1, 1, 1)}}, nil},
		{"undone and chosen anew", [][]rules.Event{{rules.GameStarted{}}, {begins(1), commits(1, 1)}, {rules.Undone{Entry: 2}}, {begins(1), other}},
			[]string{"4: it was committed to as"}},
	} {
		var entries []record.Entry
		for i, events := range c.entries {
			entries = append(entries, record.Entry{Game: "tea", N: uint64(i + 1), Events: events})
		}
		bad := moderator.CheckDice("tea", entries, nil)
		ok := len(bad) == len(c.want) || c.name == "a changed secret" && len(bad) > 0 // its value may fit or not
		for i := range min(len(bad), len(c.want)) {
			ok = ok && strings.HasPrefix(fmt.Sprintf("%d: %s", bad[i].Entry, bad[i].What), c.want[i])
		}
		if !ok {
			t.Errorf("%s: got %v, want %q", c.name, bad, c.want)
		}
	}
}

// A die that was never thrown is checked against the secret that is kept.
func TestCheckDiceNotThrown(t *testing.T) {
	entries := []record.Entry{{Game: "tea", N: 1, Events: []rules.Event{rules.TurnBegan{Turn: 1}, commits(1, 1)}}}
	for secret, faults := range map[string]int{die(1, 1).Secret: 0, "": 0, "another": 1} {
		bad := moderator.CheckDice("tea", entries, func(int, int) string { return secret })
		if len(bad) != faults {
			t.Errorf("with the secret %q it is %v", secret, bad)
		}
	}
}
