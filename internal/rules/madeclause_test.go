package rules

import (
	"fmt"
	"strings"
)

// maker makes clauses of bytes, so that a fuzzer that only knows bytes comes to
// nested loops, long fractions and deep lists. When the bytes are used up it
// takes the shortest way to an end. What it makes can mostly be read, and often
// fails when it runs.
type maker struct {
	data []byte
	left int // pieces until it must come to an end
}

// longestMade is how many bytes a list has at most. No longer clause is read, and
// lists of lists of lists would else come to hundreds of megabytes.
const longestMade = 4000

// made is the clause of some bytes.
func made(data []byte) string {
	m := &maker{data, 150}
	return "def when_adopted(vote):\n    x = 1\n    y = [1]\n    p = vote.mover\n" + m.block("    ", 0) +
		"\ndef _f(a):\n    x = a\n    y = [a]\n    p = game.players[0]\n    return " + strings.ReplaceAll(m.number(0), "_f(", "abs(") + "\n"
}

func (m *maker) pick(n int) int {
	if m.left--; len(m.data) == 0 || m.left < 0 {
		return 0
	}
	b := m.data[0]
	m.data = m.data[1:]
	return int(b) % n
}

func (m *maker) block(indent string, depth int) string {
	var b strings.Builder
	for range 1 + m.pick(4) {
		b.WriteString(m.statement(indent, depth))
	}
	return b.String()
}

func (m *maker) statement(indent string, depth int) string {
	kind := m.pick(12)
	if depth > 5 && kind < 5 && kind > 0 {
		kind += 5
	}
	switch kind {
	case 1, 2:
		return indent + "for p in " + m.players() + ":\n" + m.block(indent+"    ", depth+1)
	case 3:
		return indent + "for x in " + m.list(0) + ":\n" + m.block(indent+"    ", depth+1)
	case 4:
		return indent + "if " + m.truth(0) + ":\n" + m.block(indent+"    ", depth+1) + indent + "else:\n" + m.block(indent+"    ", depth+1)
	case 5:
		return indent + "x = " + m.number(0) + "\n"
	case 6:
		return indent + "x *= " + m.number(0) + "\n"
	case 7:
		return indent + "y = " + m.list(0) + "\n"
	case 8:
		return indent + "award(p, " + m.number(0) + ")\n"
	case 9:
		return indent + "keep(" + m.name() + ", " + m.value() + [...]string{")", ", p)"}[m.pick(2)] + "\n"
	case 10:
		return indent + "say(\"" + strings.Repeat("word ", m.pick(190)) + ".\")\n"
	case 11:
		return indent + "p = " + m.players() + "[" + m.number(2) + "]\n"
	}
	return indent + "x = x\n"
}

func (m *maker) name() string {
	return [...]string{`"long"`, `"big"`, `"deep"`, `"n"`, "p.name"}[m.pick(5)]
}

func (m *maker) value() string {
	switch m.pick(4) {
	case 1:
		return m.list(0)
	case 2:
		return "kept(" + m.name() + ")"
	case 3:
		return `"` + strings.Repeat("x", m.pick(250)) + `"`
	}
	return m.number(0)
}

func (m *maker) players() string {
	return [...]string{"game.players", "vote.favour_players", "vote.against_players", "game.turn.vote.favour_players"}[m.pick(4)]
}

func (m *maker) list(depth int) string {
	if depth > 9 {
		return "y"
	}
	switch m.pick(6) {
	case 1:
		return "[" + m.list(depth+1) + "]"
	case 2:
		return "[" + m.list(depth+1) + ", " + m.list(depth+1) + "]"
	case 3:
		item := m.number(3) + ", "
		return "[" + strings.Repeat(item, min(m.pick(100), longestMade/len(item))) + "1]"
	case 4:
		return "kept(" + m.name() + ")"
	case 5:
		return m.players()
	}
	return "y"
}

func (m *maker) truth(depth int) string {
	if depth > 3 {
		return "True"
	}
	switch m.pick(5) {
	case 1:
		return m.number(2) + [...]string{" < ", " == ", " >= "}[m.pick(3)] + m.number(2)
	case 2:
		return m.value() + " in " + m.list(0)
	case 3:
		return "not (" + m.truth(depth+1) + " and " + m.truth(depth+1) + ")"
	case 4:
		return m.list(0) + " == " + m.list(0)
	}
	return "vote.unanimous"
}

func (m *maker) number(depth int) string {
	if depth > 4 {
		return "x"
	}
	switch m.pick(16) {
	case 1:
		return fmt.Sprint(m.pick(256))
	case 2:
		return strings.Repeat("9", 1+m.pick(30))
	case 3:
		return "kept(\"big\")"
	case 4:
		return "p.points"
	case 5, 6, 7:
		op := [...]string{" + ", " - ", " * ", " / ", " // ", " % "}[m.pick(6)]
		return "(" + m.number(depth+1) + op + m.number(depth+1) + ")"
	case 8:
		return [...]string{"sum(", "max(", "min(", "len("}[m.pick(4)] + m.list(depth+5) + ")"
	case 9:
		return [...]string{"nearest(", "up(", "down(", "abs(", "_f(", "days("}[m.pick(6)] + m.number(depth+1) + ")"
	case 10:
		return "game.rule(" + m.number(depth+2) + ").number"
	case 11:
		return "(" + m.number(depth+1) + " if " + m.truth(depth) + " else " + m.number(depth+1) + ")"
	case 12:
		return "vote." + [...]string{"favour", "cast", "number", "voters"}[m.pick(4)]
	case 13:
		return "game." + [...]string{"mutable", "circuits", "turn.number", "immutable"}[m.pick(4)]
	case 14:
		return m.list(depth+5) + "[" + m.number(depth+2) + "]"
	case 15:
		return "(1 / " + m.number(depth+1) + ")"
	}
	return "x"
}
