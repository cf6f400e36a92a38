package moderator

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// extendHint is how votes that run side by side are extended.
const extendHint = "extend 1001-1003 by 7 days"

// maxExtended bounds how many votes one command names.
const maxExtended = 100

var (
	ofDistribution = regexp.MustCompile(`(?i)^(?:distribution|distribuição|distribución|dağıtım|kiosztás)\s+#?(\d{1,6})\s+(.+)$`)
	numberRange    = regexp.MustCompile(`^#?(\d{1,9})(?:[-–](\d{1,9}))?$`)
	lengthOfTime   = regexp.MustCompile(`(?i)^(?:(?:by|por|en|de)\s+)?(\d{1,4})\s*(d|h|w|days?|dias?|días?|gün|nap(?:pal)?|hours?|horas?|saat|óra|órával|weeks?|semanas?|hafta|hét|héttel)$`)
	dateWithin     = regexp.MustCompile(`\d{4}-\d{2}-\d{2}(?:[ tT]\d{2}:\d{2})?`)
)

// extension reads "extend 2d" and "extend 3 days", of the deadline that runs, and, of
// votes that run side by side, "extend 1001-1003 by 7 days" and "extend distribution
// 2 until DATE".
func (s *sheet) extension(words, why string) (rules.Command, error) {
	if m := lengthOfTime.FindStringSubmatch(words); m != nil {
		words = lengthSaid(m[1], strings.ToLower(m[2]))
	}
	to, err := s.moment(words)
	if err == nil {
		return rules.Extend{To: to, Why: why}, nil
	}
	c := rules.ExtendVotes{Why: why}
	tail := ""
	if m := ofDistribution.FindStringSubmatch(words); m != nil {
		c.Distribution, _ = strconv.Atoi(m[1])
		tail = m[2]
	} else if c.Proposals, tail = leadingNumbers(words); len(c.Proposals) == 0 {
		return nil, err
	}
	if m := lengthOfTime.FindStringSubmatch(tail); m != nil {
		c.By = lengthSaid(m[1], strings.ToLower(m[2]))
		return c, nil
	}
	if c.To, err = s.moment(dateWithin.FindString(tail)); err != nil {
		return nil, &Misread{words, extendHint}
	}
	return c, nil
}

// lengthSaid writes a length of time as the customs have it.
func lengthSaid(n, unit string) string {
	switch {
	case slices.Contains([]string{"h", "hour", "hours", "hora", "horas", "saat", "óra", "órával"}, unit):
		return n + "h"
	case slices.Contains([]string{"w", "week", "weeks", "semana", "semanas", "hafta", "hét", "héttel"}, unit):
		weeks, _ := strconv.Atoi(n)
		return strconv.Itoa(7*weeks) + "d"
	}
	return n + "d"
}

// leadingNumbers are the numbers at the head of words, ranges with all that is in
// them, and what stands behind.
func leadingNumbers(words string) (numbers []int, rest string) {
	fields := strings.Fields(strings.ReplaceAll(words, ",", " "))
	for i, f := range fields {
		m := numberRange.FindStringSubmatch(f)
		if m == nil && slices.Contains([]string{"and", "e", "y", "ve", "és", "&"}, strings.ToLower(f)) && i > 0 {
			continue
		}
		if m == nil || i+1 < len(fields) && lengthOfTime.MatchString(f+" "+fields[i+1]) {
			return numbers, strings.Join(fields[i:], " ")
		}
		first, _ := strconv.Atoi(m[1])
		last := first
		if m[2] != "" {
			last, _ = strconv.Atoi(m[2])
		}
		for n := first; n <= last && len(numbers) < maxExtended; n++ {
			numbers = append(numbers, n)
		}
	}
	return numbers, ""
}

// tellExtended tells all of the new ends of votes that run side by side, in one
// letter. Of the others that were moved at once only the first tells.
func (s *sheet) tellExtended(events []rules.Event, e rules.DeadlineMoved) {
	n := templates.Notice{Code: "votes-extended", Why: e.Why}
	for _, ev := range events {
		m, is := ev.(rules.DeadlineMoved)
		if !is || m.Down || len(m.Away) > 0 {
			continue
		}
		if len(n.Ends) == 0 && m.Proposal != e.Proposal {
			return
		}
		n.Ends = append(n.Ends, templates.End{Number: numberOf(s.g, m.Proposal), At: m.To})
	}
	n.Ends = sortedEnds(n.Ends)
	s.notice(n.Code, n)
}

// sortedEnds are ends by their numbers, each once.
func sortedEnds(ends []templates.End) []templates.End {
	slices.SortFunc(ends, func(a, b templates.End) int { return a.Number - b.Number })
	return slices.CompactFunc(ends, func(a, b templates.End) bool { return a.Number == b.Number })
}

// commonEnd is when all of some votes end; zero where they end at several times.
func commonEnd(g *rules.Game, numbers []int) (at time.Time) {
	for i, n := range numbers {
		p := g.Proposal(n)
		if p == nil || i > 0 && !p.Closes.Equal(at) {
			return time.Time{}
		}
		at = p.Closes
	}
	return at
}
