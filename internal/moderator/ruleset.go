package moderator

import (
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// pastOf tells of a rule what rulesets by category show of it.
func pastOf(l *templates.RuleLine, g *rules.Game, r *rules.Rule) {
	l.Revision = r.Revisions()
	if power, ok := g.Power(r); ok {
		l.Power = power.String()
	}
	if len(r.History) == 0 || r.History[0].What != rules.DidEnact {
		l.Deeds = append(l.Deeds, templates.RuleDeed{What: "initial"})
	}
	amended := 0
	for _, d := range r.History {
		deed := templates.RuleDeed{What: d.What, Proposal: d.Proposal, At: d.At}
		if d.What == rules.DidAmend {
			amended++
			deed.Nth = amended
		}
		if d.Power.Sign() > 0 {
			deed.Power = d.Power.String()
		}
		if p := g.Proposal(d.Proposal); p != nil {
			deed.Author = g.Player(p.Proposer).NameAt(p.Made)
		}
		l.Deeds = append(l.Deeds, deed)
	}
	for _, a := range g.Annotations(r.Number) {
		l.Annotations = append(l.Annotations, templates.Annotation{Case: a.Case, Ruling: a.Ruling.Ruling, Text: a.Statement})
	}
}

// sections are the rules in force by their categories; nil where the ruleset is
// shown by kinds.
func sections(g *rules.Game) []templates.Section {
	if !g.Categorised() {
		return nil
	}
	var list []templates.Section
	for _, c := range rules.Categories(g.Rules) {
		s := templates.Section{Name: c.Name}
		for _, r := range c.Rules {
			s.Rules = append(s.Rules, ruleLine(g, r))
		}
		list = append(list, s)
	}
	return list
}

// ruleState is a rule in force, for other programs.
func ruleState(g *rules.Game, r *rules.Rule) RuleState {
	s := RuleState{
		Number: r.Number, Was: append([]int{}, r.Was...), Mutable: r.Mutable, Title: r.Title, Text: r.Text, Clause: r.Clause,
		Differs: r.Differs, Category: r.Category,
	}
	if !g.Categorised() {
		return s
	}
	l := ruleLine(g, r)
	s.Power, s.Revision = l.Power, l.Revision
	for _, d := range l.Deeds {
		if !d.At.IsZero() {
			s.History = append(s.History, DeedState{d.What, d.Proposal, d.Author, d.At, d.Power})
		}
	}
	return s
}
