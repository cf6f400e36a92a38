package figure

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// literal is a number that stands in a clause, or a length of time, which is
// compared in hours however it is written.
type literal struct {
	start, end int
	text       string
	value      int
	time       bool
	quoted     bool // "7d", as the settings write it
	loses      bool // with a minus before it
}

var (
	anyLiteral = regexp.MustCompile(`\b(days|hours)\(\s*(\d{1,6})\s*\)|"(\d{1,4})([dh])"|\b\d{1,9}\b`)
	// aside are the pieces of a clause whose numbers are no amounts: comments,
	// other texts, and the numbers of rules.
	aside = regexp.MustCompile(`(?m)#.*$|"[^"\n]*"|'[^'\n]*'|^(?:takes_precedence_over|defers_to)\b.*$|\bgame\.rule\([^)]*\)|[A-Za-z_]\w*\d\w*|\d+\.\d+`)
	minus = regexp.MustCompile(`(?:^|[(,=:\[]|\breturn|\belse|\bif)\s*-\s*$`)
)

// literals are the numbers of a clause in their order.
func literals(clause string) []literal {
	skip := aside.FindAllStringIndex(clause, -1)
	var list []literal
	for _, m := range anyLiteral.FindAllStringSubmatchIndex(clause, -1) {
		l := literal{start: m[0], end: m[1], text: clause[m[0]:m[1]]}
		part := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return clause[m[2*i]:m[2*i+1]]
		}
		digits, unit := l.text, ""
		switch {
		case part(1) != "":
			digits, unit, l.time = part(2), part(1)[:1], true
		case part(3) != "":
			digits, unit, l.time, l.quoted = part(3), part(4), true, true
		}
		within := func(s []int) bool { return s[0] <= l.start && l.end <= s[1] }
		if !l.quoted && slices.ContainsFunc(skip, within) {
			continue
		}
		l.value, _ = strconv.Atoi(digits) // no more than nine digits
		if unit == "d" {
			l.value *= 24
		}
		l.loses = minus.MatchString(clause[:l.start])
		list = append(list, l)
	}
	return list
}

// byValue puts those of one meaning together.
func byValue(all []literal) [][]literal {
	var groups [][]literal
	for _, l := range all {
		i := slices.IndexFunc(groups, func(g []literal) bool {
			return g[0].value == l.value && g[0].time == l.time && g[0].loses == l.loses
		})
		if i < 0 {
			groups = append(groups, []literal{l})
			continue
		}
		groups[i] = append(groups[i], l)
	}
	return groups
}

// means says whether a number of the text may be what the literal says.
func (l literal) means(n number) bool {
	return l.value == n.value && l.time == (n.unit == ofTime)
}

// written is another number in the literal's way of writing.
func (l literal) written(n number) string {
	unit, many := "hours", n.value
	if n.value%24 == 0 && !strings.HasPrefix(l.text, "hours") || n.value%24 == 0 && n.value >= 48 && !l.quoted {
		unit, many = "days", n.value/24
	}
	switch {
	case l.quoted:
		return fmt.Sprintf(`"%d%s"`, many, unit[:1])
	case l.time:
		return fmt.Sprintf("%s(%d)", unit, many)
	}
	return strconv.Itoa(n.value)
}
