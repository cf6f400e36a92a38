package moderator

import (
	"slices"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// differences lists every score, rule, vote and turn in which two states of a
// game differ. How somebody voted is not told: the vote may be open.
func differences(a, b *rules.Game) []templates.Difference {
	list := append(playerDifferences(a, b), ruleDifferences(a, b)...)
	list = append(list, proposalDifferences(a, b)...)
	if a.Turn.Number != b.Turn.Number || a.Turn.Mover != b.Turn.Mover {
		list = append(list, templates.Difference{
			Kind: "turn", Number: b.Turn.Number, Name: name(b, b.Turn.Mover), Former: a.Turn.Number, Other: name(a, a.Turn.Mover),
		})
	}
	if a.Status != b.Status {
		kind := "game-" + string(b.Status)
		if b.Status == rules.Won || b.Status == rules.Waiting {
			kind = "game-ended"
		}
		list = append(list, templates.Difference{Kind: kind})
	}
	return list
}

func playerDifferences(a, b *rules.Game) (list []templates.Difference) {
	for _, was := range a.Players {
		is := b.Player(was.ID)
		if is == nil || is.State != rules.Playing && was.State == rules.Playing {
			list = append(list, templates.Difference{Kind: "gone", Name: was.Name()})
			continue
		}
		if is.State == rules.Playing && was.State != rules.Playing || is.Name() != was.Name() {
			list = append(list, templates.Difference{Kind: "plays", Name: is.Name()})
		}
		if was.Points != is.Points {
			list = append(list, templates.Difference{Kind: "points", Name: is.Name(), Was: was.Points.String(), Is: is.Points.String()})
		}
	}
	return list
}

func ruleDifferences(a, b *rules.Game) (list []templates.Difference) {
	for _, r := range b.Rules {
		if old := a.Rule(r.Number); old == nil || old.Number != r.Number {
			list = append(list, templates.Difference{Kind: "rule-back", Number: r.Number})
		} else if old.Text != r.Text || old.Clause != r.Clause || old.Mutable != r.Mutable {
			list = append(list, templates.Difference{Kind: "rule-other", Number: r.Number})
		}
	}
	for _, r := range a.Rules {
		if now := b.Rule(r.Number); now == nil || now.Number != r.Number {
			list = append(list, templates.Difference{Kind: "rule-gone", Number: r.Number})
		}
	}
	return list
}

// proposalDifferences compares the proposals by their numbers, and the votes on
// them by their voters.
func proposalDifferences(a, b *rules.Game) (list []templates.Difference) {
	for _, was := range numbered(a) {
		is := b.Proposal(was.Number)
		if is == nil {
			list = append(list, templates.Difference{Kind: "proposal-gone", Number: was.Number})
			continue
		}
		list = append(list, voteDifferences(b, was, is)...)
		if was.State != is.State {
			list = append(list, templates.Difference{Kind: "proposal-" + string(is.State), Number: is.Number})
		} else if is.State == rules.Adopted && !slices.Equal(partsSkipped(was), partsSkipped(is)) {
			list = append(list, templates.Difference{Kind: "proposal-parts", Number: is.Number})
		}
	}
	for _, is := range numbered(b) {
		if a.Proposal(is.Number) == nil {
			list = append(list, templates.Difference{Kind: "proposal-" + string(is.State), Number: is.Number})
		}
	}
	return list
}

// partsSkipped are the parts of an adopted proposal that could not take effect.
func partsSkipped(p *rules.Proposal) (list []int) {
	for _, x := range p.Skipped {
		list = append(list, x.Part)
	}
	return list
}

func voteDifferences(g *rules.Game, was, is *rules.Proposal) (list []templates.Difference) {
	for _, p := range g.Players {
		old, had := was.Votes[p.ID]
		now, has := is.Votes[p.ID]
		d := templates.Difference{Name: p.Name(), Number: is.Number}
		switch {
		case had && !has:
			d.Kind = "vote-gone"
		case has && !had:
			d.Kind = "vote-back"
		case had && old.Option != now.Option:
			d.Kind = "vote-other"
		default:
			continue
		}
		list = append(list, d)
	}
	return list
}
