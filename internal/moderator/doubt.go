package moderator

import (
	"regexp"
	"slices"
	"strconv"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// mostLines is how many awards a correction tells one by one.
const mostLines = 100

// corrects says whether events settle provisional awards.
func corrects(events []rules.Event) bool {
	return slices.ContainsFunc(events, func(e rules.Event) bool { _, is := e.(rules.AwardSettled); return is })
}

// tellCorrection tells all what became of the provisional awards of a rule:
// their events follow, in a row, the one that has settled it. At is the place
// of one of them; only with the first is anything told.
func (s *sheet) tellCorrection(before *rules.Game, events []rules.Event, at int) {
	if _, earlier := events[max(0, at-1)].(rules.AwardSettled); at == 0 || earlier {
		return
	}
	c := s.settledBy(before, events[at-1])
	changed := false
	for _, e := range events[at:] {
		e, is := e.(rules.AwardSettled)
		if !is {
			break
		}
		changed = changed || e.Was != e.Is
		if len(c.Lines) < mostLines {
			c.Lines = append(c.Lines, s.corrected(e))
		} else {
			c.Rest++
		}
	}
	if changed {
		c.Scores, c.Goal = scores(s.g), s.g.Goal()
	}
	for _, to := range s.all() {
		s.post(to, "correction", c.Number, func(f templates.Frame) templates.Letter {
			c := c
			c.Frame = f
			return c
		})
	}
}

// settledBy begins the letter with what has settled the rule.
func (s *sheet) settledBy(before *rules.Game, e rules.Event) templates.Correction {
	switch e := e.(type) { // not all: those that settle
	case rules.RuleAmended:
		return templates.Correction{By: "amended", Number: numberOf(s.g, e.Proposal), Rule: e.Rule.Number, Was: e.Rule.Was, Clause: e.Rule.Clause}
	case rules.RuleRepealed:
		c := templates.Correction{By: "repealed", Number: numberOf(s.g, e.Proposal), Rule: e.Number}
		if r := before.Rule(e.Number); r != nil {
			c.Was = r.Was
		}
		return c
	case rules.ClauseSettled:
		c := templates.Correction{By: "settled", Rule: e.Rule, Clause: e.Clause, Why: e.Why}
		if r := s.g.Rule(e.Rule); r != nil {
			c.Was = r.Was
		}
		return c
	}
	return templates.Correction{}
}

func (s *sheet) corrected(e rules.AwardSettled) templates.Corrected {
	l := templates.Corrected{
		Name: name(s.g, e.Player), Turn: e.Turn, Number: numberOf(s.g, e.Proposal),
		Was: e.Was.String(), Is: e.Is.String(), How: e.How, Why: e.Why,
	}
	if e.Was != e.Is {
		l.More = signed(e.More())
	}
	return l
}

// tellAwaits tells the organisers, and all where no Judge's letter does, that a
// win waits for a rule whose text and clause may disagree.
func (s *sheet) tellAwaits(e rules.WinAwaits) {
	if len(e.Players) == 0 {
		return // told with what goes on
	}
	n := templates.Notice{Code: "win-awaits", Names: names(s.g, e.Players), Rule: e.Rules[0]}
	if !slices.ContainsFunc(s.g.Standing(), func(j *rules.Judgment) bool { return j.About == "awards" }) {
		s.notice(n.Code, n)
	}
	s.toOrganisers(n)
}

// awaited completes the question about a rule on which a win depends.
func awaited(g *rules.Game, q *templates.Question) {
	q.Rivals, q.Clause.Rule = names(g, g.Awaiting.Players), g.Awaiting.Rules[0]
	if r := g.Rule(q.Clause.Rule); r != nil {
		q.Text, q.Program = r.Text, r.Clause
	}
}

// marked are the rules whose text and clause may disagree.
func marked(g *rules.Game) []templates.Marked {
	var list []templates.Marked
	for _, r := range g.Marked() {
		list = append(list, templates.Marked{Number: r.Number, Was: r.Was})
	}
	return list
}

// provisional is how many of a player's points are, "" for none.
func provisional(g *rules.Game, id rules.PlayerID) string {
	if p := g.Provisional(id); p.Sign() != 0 {
		return p.String()
	}
	return ""
}

// doubts is what voters should know of rules whose text and clause may
// disagree: those that the proposal changes or speaks of, that count its vote,
// and that award points for it.
func doubts(g *rules.Game, p *rules.Proposal) []templates.Warning {
	var all []templates.Warning
	c := p.Changes[0]
	for _, r := range g.Marked() {
		code := ""
		switch {
		case g.Rule(c.Rule) == r:
			code = "marked-rule"
		case g.Counts(p, r):
			code = "marked-vote"
		case g.FollowsVote(r):
			code = "marked-awards"
		case speaksOf(c.Text, r) || speaksOf(c.Clause, r):
			code = "marked-named"
		}
		if code != "" {
			all = append(all, templates.Warning{Code: code, By: r.Number})
		}
	}
	return all
}

var ruleNumber = regexp.MustCompile(`\b[1-9]\d{2,4}\b`)

// speaksOf says whether a text has a number that the rule bears or bore.
func speaksOf(text string, r *rules.Rule) bool {
	return slices.ContainsFunc(ruleNumber.FindAllString(text, -1), func(s string) bool {
		n, _ := strconv.Atoi(s)
		return n == r.Number || slices.Contains(r.Was, n)
	})
}
