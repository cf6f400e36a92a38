package shadow

import (
	"fmt"
	"slices"
	"strings"

	"nomicmail/internal/officer"
	"nomicmail/internal/rules"
)

// ruleset compares the rules that an officer has published with ours. It cannot
// where a proposal that nobody could read was adopted.
func (f *follower) ruleset(p officer.Post, mail Mail) {
	blind := slices.ContainsFunc(f.game.Proposals, func(q *rules.Proposal) bool {
		return q.State == rules.Adopted && len(q.Changes) == 1 && q.Changes[0].Kind == ""
	})
	listed := map[int]bool{}
	for _, r := range p.Rules {
		listed[r.Number] = true
		d := f.rule(r)
		switch {
		case d == nil:
			f.report.Agreed.Rules++
		case blind:
			f.unsure(0, "", fmt.Sprintf("rule %d: a proposal was adopted whose text was not read", r.Number), mail)
		case f.toldRule(d) || f.parted(r.Number, r.Title):
		default:
			d.Mails = append([]Mail{mail}, f.changedBy(r.Number)...)
			f.differ(*d)
		}
	}
	if len(p.Rules)*4 < len(f.game.Rules)*3 || blind {
		return // some of the rules
	}
	for _, r := range f.game.Rules {
		d := &Difference{Kind: RuleChange, Rule: r.Number, Officer: "not among the rules", Ours: "in force"}
		if !listed[r.Number] && !f.toldRule(d) && !f.parted(r.Number, "") {
			d.Mails = append([]Mail{mail}, f.changedBy(r.Number)...)
			f.differ(*d)
		}
	}
}

// toldRule says whether another ruleset had the same.
func (f *follower) toldRule(d *Difference) bool {
	return slices.ContainsFunc(f.report.Differences, func(e Difference) bool {
		return e.Kind == d.Kind && e.Rule == d.Rule && e.Officer == d.Officer && e.Ours == d.Ours
	})
}

// rule compares one rule; nil where they are the same.
func (f *follower) rule(x officer.Rule) *Difference {
	d := &Difference{Kind: RuleChange, Rule: x.Number}
	ours := f.game.Rule(x.Number)
	switch {
	case ours == nil || ours.Number != x.Number:
		d.Officer, d.Ours = "in force", "no rule of that number is in force"
	case x.Title != "" && !likeWords(x.Title, ours.Title) && ours.Title != "":
		d.Officer, d.Ours = x.Title, ours.Title
	case !likeWords(x.Text, ours.Text):
		d.Officer, d.Ours = x.Text, ours.Text
	case x.Power != "" && f.otherPower(x.Power, ours):
		power, _ := f.game.Power(ours)
		d.Officer, d.Ours = "power "+x.Power, "power "+power.String()
	default:
		return nil
	}
	return d
}

func (f *follower) otherPower(said string, r *rules.Rule) bool {
	power, ok := f.game.Power(r)
	return ok && !sameIndex(said, power)
}

func likeWords(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// changedBy are the mails that proposed what last changed a rule.
func (f *follower) changedBy(number int) []Mail {
	for _, list := range [][]*rules.Rule{f.game.Rules, f.game.Gone} {
		for _, r := range list {
			if r.Number != number || len(r.History) == 0 {
				continue
			}
			if p := f.game.Proposal(r.History[len(r.History)-1].Proposal); p != nil {
				return []Mail{f.names[p.ID]}
			}
		}
	}
	return nil
}

// parted says whether a rule differs because a proposal came to another outcome,
// which is told with its votes.
func (f *follower) parted(number int, title string) bool {
	for _, post := range f.posts {
		for _, x := range post.post.Results {
			p := f.game.Proposal(x.Number)
			if p == nil || x.Outcome == "" || x.Outcome == outcomeOf(p) || p.State == rules.Open {
				continue
			}
			for _, c := range p.Changes {
				if c.Rule == number || c.Kind == rules.Enact && f.madeBy(number, title, p.Number) {
					return true
				}
			}
		}
	}
	return false
}

// madeBy says whether a rule may come from a proposal, or is one behind it that has
// another number on the other side. What an officer prints under the title of ours is
// the same rule.
func (f *follower) madeBy(number int, title string, proposal int) bool {
	r := f.game.Rule(number)
	if r == nil || len(r.History) == 0 {
		return r == nil
	}
	return r.History[0].Proposal >= proposal && !likeWords(title, r.Title)
}
