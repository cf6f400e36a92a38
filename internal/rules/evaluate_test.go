package rules

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/clause"
)

// FuzzEvaluate runs clauses in a game of 200 players and 300 rules: those that
// are given as they are, and those that a [maker] makes of bytes. Whatever they
// do, they end without a panic, with the same in two games that are alike but for
// the order in which their maps were filled, and within time and memory.
func FuzzEvaluate(f *testing.F) {
	for _, r := range withJudges() {
		f.Add(r.Clause, []byte{})
	}
	for _, body := range dear {
		f.Add("def when_adopted(vote):\n    "+body, []byte(body))
	}
	f.Add("0", []byte("079+09709+09709+09709+097092"+strings.Repeat("\x1b", 68))) // lists of lists of lists
	e := newEvaluation(f)
	e.most *= 5 // what a fuzzer watches takes longer
	f.Fuzz(func(t *testing.T, source string, data []byte) {
		e.check(t, source)
		e.check(t, made(data))
	})
}

// TestMadeClauses is a short run of the same.
func TestMadeClauses(t *testing.T) {
	e := newEvaluation(t)
	random := rand.New(rand.NewPCG(3, 14))
	read := 0
	for range 150 {
		data := make([]byte, 20+random.IntN(200))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		read += e.check(t, made(data))
	}
	if read < 50 {
		t.Errorf("of 150 clauses only %d can be read", read)
	}
}

// evaluation is two games that are alike, and a vote in each.
type evaluation struct {
	games [2]*Game
	votes [2]*voteSeen
	most  time.Duration // of one run
}

func newEvaluation(t testing.TB) *evaluation {
	e := &evaluation{most: mostTime}
	for i := range e.games {
		e.games[i], e.votes[i] = crowded(t)
	}
	g, ledger := e.games[1], map[string]string{}
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(g.Ledger))) {
		ledger[name] = g.Ledger[name]
	}
	g.Ledger = ledger
	return e
}

// check runs all that a clause defines, and says how many names that were.
func (e *evaluation) check(t *testing.T, source string) int {
	t.Helper()
	p, err := clause.Parse(source, Names())
	if err != nil {
		return 0
	}
	again, _ := clause.Parse(source, Names())
	for _, name := range p.Defined() {
		first, bytes := e.outcome(0, p, name)
		if second, _ := e.outcome(1, again, name); first != second {
			t.Errorf("%s gives %.300s and then %.300s:\n%s", name, first, second, source)
		}
		took := quickest(e.most, func() time.Duration { return timed(func() { e.outcome(0, p, name) }) })
		if took > e.most || bytes > mostMemory {
			t.Errorf("%s takes %v and %d kB:\n%s", name, took, bytes>>10, source)
		}
	}
	return len(p.Defined())
}

// outcome is all that comes of a run, and what it allocates.
func (e *evaluation) outcome(which int, p *clause.Program, name string) (told string, bytes uint64) {
	g, v := e.games[which], e.votes[which]
	var args []clause.Value
	if i := slices.IndexFunc(namedAll, func(n named) bool { return n.name == name }); i >= 0 && namedAll[i].params != nil {
		args = e.arguments(namedAll[i], g, v)
	}
	deeds := &effect{name: name, trial: true}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	value, err := g.runProgram(p, g.Rule(204), name, deeds, args...)
	runtime.ReadMemStats(&after)
	return fmt.Sprint(value, err, deeds.events), after.TotalAlloc - before.TotalAlloc
}

func (e *evaluation) arguments(n named, g *Game, v *voteSeen) (args []clause.Value) {
	for _, p := range n.params {
		switch p {
		case "vote":
			args = append(args, v)
		case "turn":
			args = append(args, &turnSeen{number: 1, mover: v.mover, vote: v})
		case "player", "mover":
			args = append(args, seen(v.mover))
		case "players":
			args = append(args, g.playersSeen())
		case "game":
			args = append(args, &gameSeen{g: g})
		case "consent":
			args = append(args, consentSeen{given: 1, others: 199, players: 200})
		}
	}
	return args
}
