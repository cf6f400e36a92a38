package parser

import (
	"regexp"
	"strings"
)

// beforeAfter says that a text shows what was and what shall be, one below the
// other: lines that begin with a minus and others with a plus, or "Old text:" and
// "New text:". What the rule is to say is not for us to guess.
func beforeAfter(text string) bool {
	var minus, plus, was, shall bool
	v := vocabulary()
	for line := range strings.Lines(text) {
		l := strings.TrimSpace(line)
		label := labelOf(l)
		switch {
		case l == "":
		case strings.HasPrefix(l, "+") && !strings.HasPrefix(l, "++++"):
			plus = true
		case strings.HasPrefix(l, "-") || strings.HasPrefix(l, "–") || strings.HasPrefix(l, "−"):
			minus = true
		}
		was = was || label != "" && v.in("old", label)
		shall = shall || was && label != "" && v.in("new", label)
	}
	return minus && plus || was && shall
}

// functionLine is a line that begins a function of a clause.
var functionLine = regexp.MustCompile(`(?m)^[ \t\x{a0}]*def [a-z_]+\([^)\n]*\):`)

// withCode says that a clause stands in a text, below a heading that we do not know:
// rules are not written so.
func withCode(text string) bool { return functionLine.MatchString(text) }
