package moderator

import (
	"fmt"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// tellCase drafts what everybody must know of a case: a call for judgment where
// Judges are found by rotation.
func (s *sheet) tellCase(events []rules.Event, e rules.Event) {
	switch e := e.(type) { // not all: announce hands on those of cases
	case rules.CaseCalled:
		s.caseTo(e.Judgment, templates.Case{Code: "called"})
	case rules.CaseAssigned:
		s.caseTo(e.Judgment, templates.Case{Code: "assigned", How: e.How})
	case rules.CaseRuled:
		s.caseTo(e.Judgment, templates.Case{Code: "ruled"})
	case rules.ReconsiderationAsked:
		if reopens(events, e.Judgment) {
			return // told with that
		}
		j := judgmentOf(s.g, e.Judgment)
		s.caseTo(e.Judgment, templates.Case{Code: "asked", Name: name(s.g, e.Player), Lacking: s.g.Reconsiderers() - len(j.Asked)})
	case rules.CaseReopened:
		s.caseTo(e.Judgment, templates.Case{Code: "reopened"})
	}
}

func reopens(events []rules.Event, number int) bool {
	for _, e := range events {
		if r, is := e.(rules.CaseReopened); is && r.Judgment == number {
			return true
		}
	}
	return false
}

// caseTo tells everybody who plays, and the organisers where it is theirs to
// judge.
func (s *sheet) caseTo(number int, l templates.Case) {
	g := s.g
	j := judgmentOf(g, number)
	if j == nil {
		return
	}
	l = s.caseLetter(l, j)
	for _, to := range s.all() {
		s.post(to, "case", 0, func(f templates.Frame) templates.Letter {
			l := l
			l.Frame, l.Mine = f, to.ID == j.Judge
			return l
		})
	}
	s.toObservers("case", 0, func(f templates.Frame) templates.Letter { l := l; l.Frame = f; return l })
	if !j.Open() || j.Judge != "" {
		return
	}
	charge := l
	charge.Charge = true
	for _, a := range s.organisers() {
		s.postTo(addressee{address: a, language: g.Language, zone: g.Zone}, "case", 0, func(f templates.Frame) templates.Letter {
			l := charge
			l.Frame = f
			return l
		})
	}
}

// caseLetter fills in what a case is now: later events of the same input have
// letters of their own.
func (s *sheet) caseLetter(l templates.Case, j *rules.Judgment) templates.Case {
	l.Question, l.RuleBy, l.Until = question(s.g, j), j.RuleBy, j.StandsBy
	l.IfSilent, l.Rulings = custom(s.g, "missing_ruling"), s.g.Rulings()
	return l
}

// remindCase reminds the Judge of a case.
func (s *sheet) remindCase(e rules.Reminded, j *rules.Judgment) {
	l := s.caseLetter(templates.Case{Code: "due", Mine: true, Late: e.Late}, j)
	for _, id := range e.Players {
		s.post(s.g.Player(id), "case", 0, func(f templates.Frame) templates.Letter { l := l; l.Frame = f; return l })
	}
}

// cases answers "cases", or "case 3" with its number.
func caseList(g *rules.Game, number int) templates.Cases {
	l := templates.Cases{One: number}
	for _, j := range g.Judgments {
		if j.Case && (number == 0 || j.Number == number) {
			l.Listed = append(l.Listed, question(g, j))
		}
	}
	return l
}

// tellSilence tells of players who become inactive or active, and whoever is
// about to, alone.
func (s *sheet) tellSilence(e rules.Event) {
	switch e := e.(type) { // not all: announce hands on those of silence
	case rules.SilenceWarned:
		s.postNotice(s.g.Player(e.Player), "silence-warned", templates.Notice{Code: "silence-warned", Name: name(s.g, e.Player), At: e.Until, Text: e.Of})
	case rules.PlayerInactive:
		s.notice("inactive", templates.Notice{Name: name(s.g, e.Player), Text: e.How, Why: e.Why})
	case rules.PlayerActive:
		s.notice("active", templates.Notice{Name: name(s.g, e.Player)})
	}
}

// wake lets a move that the rules refuse show nevertheless that an inactive
// player plays again: a vote on what was distributed meanwhile, say.
func (s *sheet) wake(c rules.Command, by rules.By) error {
	p := s.g.Player(by.Player)
	if p == nil || p.Inactive.IsZero() || !rules.Acts(c) {
		return nil
	}
	_, _, err := s.decide(rules.Activate{Player: p.ID, Act: true}, by)
	return err
}

// judgeChoice is the command of a player's word about judging, or about being
// inactive, and what the receipt says of it.
func judgeChoice(name string) (rules.Command, templates.Item) {
	item := templates.Item{Did: name}
	switch name {
	case "willing", "unwilling":
		return rules.ChooseJudging{Unwilling: name == "unwilling"}, item
	case "inactive":
		return rules.Deactivate{}, item
	case "active":
		return rules.Activate{}, item
	}
	return nil, item
}

func inactive(g *rules.Game) []string {
	var list []string
	for _, p := range g.Inactive() {
		list = append(list, p.Name())
	}
	return list
}

// caseLine is what operators are told of cases and of silence, in a line.
func caseLine(e rules.Event, who func(rules.PlayerID) string) []string {
	judge := func(id rules.PlayerID) string {
		if id == "" {
			return "judged by the organiser"
		}
		return "judged by " + who(id)
	}
	switch e := e.(type) { // not all: [Line] has the others
	case rules.CaseCalled:
		return []string{fmt.Sprint(e.Judgment), "by " + who(e.By), judge(e.Judge)}
	case rules.CaseAssigned:
		return []string{fmt.Sprint(e.Judgment), judge(e.Judge), e.How}
	case rules.CaseRuled:
		return []string{fmt.Sprint(e.Judgment), judge(e.Judge), e.Ruling}
	case rules.ReconsiderationAsked:
		return []string{fmt.Sprint(e.Judgment), who(e.Player)}
	case rules.CaseReopened:
		return []string{fmt.Sprint(e.Judgment), judge(e.Judge)}
	case rules.WinInSight:
		return []string{fmt.Sprint(e.Judgment), who(e.Player), fmt.Sprintf("by rule %d", e.Rule)}
	case rules.RulingStands:
		return []string{fmt.Sprint(e.Judgment)}
	case rules.JudgingChosen:
		if e.Unwilling {
			return []string{who(e.Player), "unwilling"}
		}
		return []string{who(e.Player), "willing"}
	case rules.PlayerHeard:
		return []string{who(e.Player)}
	case rules.SilenceWarned:
		return []string{who(e.Player), e.Of, "until " + e.Until.Format(time.RFC3339)}
	case rules.PlayerInactive:
		return []string{who(e.Player), e.How, e.Why}
	case rules.PlayerActive:
		return []string{who(e.Player), e.How}
	}
	return nil
}
