package moderator

import (
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// foreseen is a proposal as those are shown it who are to debate it or to vote on
// it: with what would follow if it were adopted.
func (s *sheet) foreseen(g *rules.Game, p *rules.Proposal) templates.Offer {
	o := s.offerIn(g, p)
	seen := g.Foresee(p)
	for _, n := range seen.News {
		o.Doings = append(o.Doings, doing(n))
	}
	for _, t := range seen.Tryouts {
		o.Tryouts = append(o.Tryouts, tryout(g, t))
	}
	for _, c := range seen.Cautions {
		o.Warnings = append(o.Warnings, templates.Warning{
			Code: c.Code, Name: c.Name, By: c.Rule, Number: c.Number, Names: names(g, c.Who),
		})
	}
	o.Idle = o.Clause != "" && o.Clause != o.OldClause && len(o.Doings) == 0
	return o
}

func doing(n rules.News) templates.Doing {
	return templates.Doing{
		Name: n.Name, Kind: n.Will.Kind, Value: n.Will.Value, Rule: n.Will.Rule,
		WasKind: n.Was.Kind, WasValue: n.Was.Value, WasRule: n.Was.Rule,
	}
}

func tryout(g *rules.Game, t rules.Tryout) templates.Tryout {
	shown := templates.Tryout{Of: t.Of, Number: t.Number, Against: names(g, t.Against), Chance: t.Chance}
	for _, l := range t.Lines {
		line := templates.Tried{Code: l.Code, Name: name(g, l.Player), Will: l.Will, Was: l.Was, Names: names(g, l.Players), Rule: l.Rule}
		if l.Code == "points" {
			line.Will, line.Was = withSign(l.Will), withSign(l.Was)
		}
		shown.Lines = append(shown.Lines, line)
	}
	return shown
}

// withSign writes what somebody gets: "+13", "-10", "0".
func withSign(points string) string {
	if points == "0" || points[0] == '-' {
		return points
	}
	return "+" + points
}
