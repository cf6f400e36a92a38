package clause

import (
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.starlark.net/syntax"
)

// String is "12", "-10" or "7/2".
func (n Number) String() string { return n.rat().RatString() }

// rat spares us a nil from a caller's Number{}.
func (n Number) rat() *big.Rat {
	if n.R == nil {
		return new(big.Rat)
	}
	return n.R
}

// String is the text itself.
func (t Text) String() string { return string(t) }

// String is "True" or "False".
func (t Truth) String() string {
	if t {
		return "True"
	}
	return "False"
}

// String is the list as a clause would write it, cut short when it is long.
func (l List) String() string {
	const enough = maxItems
	var parts []string
	for i, v := range l {
		switch v := v.(type) {
		case Text:
			parts = append(parts, syntax.Quote(string(v), false))
		case List:
			parts = append(parts, fmt.Sprintf("[... %d]", len(v)))
		case nil:
			parts = append(parts, Nothing{}.String())
		default:
			parts = append(parts, v.String())
		}
		if i == enough {
			parts = append(parts, "...")
			break
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// String is "None".
func (Nothing) String() string { return "None" }

// String is the function's name.
func (f Function) String() string { return f.Name }

// given makes a value from outside safe to use: nil is nothing.
func given(v Value) Value {
	if v == nil {
		return Nothing{}
	}
	return v
}

// kind is what a message calls v: "a number", "a vote".
func kind(v Value) string {
	switch v := v.(type) {
	case Number:
		return "a number"
	case Text:
		return "a text"
	case Truth:
		return v.String()
	case List:
		return "a list"
	case Nothing, nil:
		return "None"
	case Function:
		return "a function"
	case Object:
		return article(v.Kind())
	default:
		return "something else"
	}
}

func article(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// weight is the number of steps that it costs to hand v over, so that a run's
// steps bound the work of the game's own functions too.
func weight(v Value) int {
	switch v := v.(type) {
	case List:
		return 1 + len(v)/4 + bulk(v)/16
	case Text:
		return 1 + len(v)/16
	default:
		return 1
	}
}

// bulk is about how many bytes the texts and lists within a list take when they
// are written. Of a list longer than any run can pay for it looks at nothing.
func bulk(l List) (bytes int) {
	if len(l)/4 > maxSteps {
		return 0
	}
	for _, x := range l {
		switch x := x.(type) {
		case Number:
			bytes += (x.rat().Num().BitLen() + x.rat().Denom().BitLen()) / 4
		case Text:
			bytes += len(x)
		case List:
			bytes += 8 + bulk(x)
		}
	}
	return bytes
}

// size counts the things in v, and how deep its lists go. It stops counting
// beyond what a clause may make.
func size(v Value) (items, depth int) {
	l, ok := v.(List)
	if !ok {
		return 1, 0
	}
	for _, x := range l {
		n, d := size(x)
		items, depth = items+n, max(depth, d)
		if items > maxItems || depth >= maxDepth {
			break
		}
	}
	return items + 1, depth + 1
}

// same says whether a and b are one object. Objects that Go cannot compare are
// never the same.
func same(a, b Value) bool {
	if a == nil || b == nil || !reflect.ValueOf(a).Comparable() || !reflect.ValueOf(b).Comparable() {
		return false
	}
	return a == b
}

// checkText refuses what would not show in a mail or would turn its lines about.
func checkText(s string) error {
	if len(s) > maxText {
		return fmt.Errorf("this text is longer than %d bytes", maxText)
	}
	if !utf8.ValidString(s) {
		return fmt.Errorf("this text is not in UTF-8")
	}
	for _, c := range s {
		if !visible(c) || c == '\r' {
			return fmt.Errorf("a text cannot hold the character U+%04X, which does not show", c)
		}
	}
	return nil
}

// visible says whether c may stand in a clause. The joiners are needed by
// several scripts and by emoji; other characters that do not show are not.
func visible(c rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	switch c {
	case '\n', '\r', '\t', nonJoiner, joiner:
		return true
	case utf8.RuneError:
		return false
	}
	return unicode.IsGraphic(c)
}
