package moderator

import (
	"slices"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// tellJudgment drafts what everybody must know of a question that went to a
// Judge (Rule 212).
func (s *sheet) tellJudgment(events []rules.Event, e rules.Event) {
	switch e := e.(type) { // not all: announce hands on those of Judgment
	case rules.JudgmentInvoked:
		s.judgmentTo(e.Judgment, templates.Judgment{Code: "invoked"})
	case rules.JudgeAppointed:
		s.judgmentTo(e.Judgment, templates.Judgment{Code: "judge", How: e.How})
	case rules.RulingGiven:
		s.judgmentTo(e.Judgment, templates.Judgment{Code: "ruled"}, e.Judge)
	case rules.OverruleVoted:
		if slices.ContainsFunc(events, func(e rules.Event) bool { _, last := e.(rules.RulingOverruled); return last }) {
			return // told with the next Judge
		}
		s.judgmentTo(e.Judgment, templates.Judgment{Code: "against", Name: name(s.g, e.Player)}, e.Player)
	case rules.TurnHeld:
		s.judgmentTo(latest(s.g), templates.Judgment{Code: "held"})
	case rules.TurnFreed:
		s.judgmentTo(latest(s.g), templates.Judgment{Code: "freed", ProposeBy: e.ProposeBy})
	}
}

// latest is the number of the last Judgment.
func latest(g *rules.Game) int { return len(g.Judgments) }

// tellTie tells that several reached the goal at once where there is no Judge to
// ask. Otherwise the letter says it by which the question goes to the Judge.
func (s *sheet) tellTie(e rules.WinDisputed) {
	if slices.ContainsFunc(s.g.Standing(), func(j *rules.Judgment) bool { return j.About == "win" }) {
		return
	}
	n := templates.Notice{Code: "win-disputed", Names: names(s.g, e.Players), Rule: e.Rule}
	s.notice(n.Code, n)
	s.toOrganisers(n)
}

// judgmentTo tells everybody who plays, but for those whose receipt says it. What the letter says of the question is
// as it stands now: later events of the same input have letters of their own.
func (s *sheet) judgmentTo(number int, l templates.Judgment, but ...rules.PlayerID) {
	g := s.g
	j := judgmentOf(g, number)
	if j == nil {
		return
	}
	l.Question = question(g, j)
	l.Rule, l.RuleBy, l.StandsBy = cited(g, 212), j.RuleBy, j.StandsBy
	l.Mover, l.Wanting, l.Lacking = moverName(g), names(g, g.Wanting()), names(g, lacking(g, j))
	l.Silence, l.IfSilent = custom(g, "silence_is_consent") == "yes", custom(g, "missing_ruling")
	for _, to := range s.all() {
		if slices.Contains(but, to.ID) {
			continue
		}
		s.post(to, "judgment", 0, func(f templates.Frame) templates.Letter {
			l := l
			l.Frame, l.Mine = f, to.ID == j.Judge
			l.Wanted = slices.Contains(g.Wanting(), to.ID)
			return l
		})
	}
	s.toObservers("judgment", 0, func(f templates.Frame) templates.Letter { l := l; l.Frame = f; return l })
}

// remindJudge reminds the Judge of a ruling.
func (s *sheet) remindJudge(e rules.Reminded) {
	g := s.g
	j := judgmentOf(g, e.Judgment)
	if j == nil {
		return
	}
	if j.Case {
		s.remindCase(e, j)
		return
	}
	for _, id := range e.Players {
		s.post(g.Player(id), "judgment", 0, func(f templates.Frame) templates.Letter {
			return templates.Judgment{
				Frame: f, Code: "due", Question: question(g, j), Mine: true, RuleBy: j.RuleBy, Late: e.Late,
				Rule: cited(g, 212), IfSilent: custom(g, "missing_ruling"),
			}
		})
	}
}

func judgmentOf(g *rules.Game, number int) *rules.Judgment {
	if number < 1 || number > len(g.Judgments) {
		return nil
	}
	return g.Judgments[number-1]
}

// cited is the number that an initial rule bears now; 0 when it is gone.
func cited(g *rules.Game, number int) int {
	if r := g.Rule(number); r != nil {
		return r.Number
	}
	return 0
}

// lacking are the players without whose votes a ruling is not overruled.
func lacking(g *rules.Game, j *rules.Judgment) []rules.PlayerID {
	var list []rules.PlayerID
	for _, id := range playing(g) {
		if id != j.Judge && !slices.Contains(j.Against, id) {
			list = append(list, id)
		}
	}
	return list
}

// question is a Judgment as the letters and the archive show it.
func question(g *rules.Game, j *rules.Judgment) templates.Question {
	q := templates.Question{
		Number: j.Number, About: j.About, Text: j.Question, By: name(g, j.By), Judge: name(g, j.Judge),
		Turn: j.Turn, Ruling: ruling(g, j.Ruling), Closed: j.Closed,
		Case: j.Case, Arguments: j.Arguments, Evidence: j.Evidence, Barred: names(g, j.Barred),
	}
	for _, a := range j.Asked {
		q.Asked = append(q.Asked, templates.Asking{Name: name(g, a.Player), Text: a.Reasons})
	}
	for _, r := range j.Earlier {
		q.Earlier = append(q.Earlier, ruling(g, r))
	}
	if j.Case {
		q.Wins, q.WinsBy = name(g, j.Wins), j.WinsBy
		return q
	}
	if winner := g.WinnerByParadox(j); winner != "" {
		q.Wins = name(g, winner)
	}
	if j.About == "clause" && g.Stuck != nil {
		q.Clause = templates.Failure{Rule: g.Stuck.Rule, Name: g.Stuck.Name, Why: g.Stuck.Why}
		if r := g.Rule(g.Stuck.Rule); r != nil {
			q.Program = r.Clause
		}
	}
	if j.About == "awards" && g.Awaiting != nil {
		awaited(g, &q)
	}
	if j.About == "win" {
		q.Rivals = names(g, g.Disputed)
	}
	return q
}

func ruling(g *rules.Game, r rules.Ruling) templates.Ruling {
	return templates.Ruling{Judge: name(g, r.Judge), Ruling: r.Ruling, Reasons: r.Reasons, At: r.At, Rules: r.Rules}
}

// questions are all Judgments of a game, or those alone that stand.
func questions(g *rules.Game, standing bool) []templates.Question {
	var list []templates.Question
	for _, j := range g.Judgments {
		if !standing || j.Closed == "" {
			list = append(list, question(g, j))
		}
	}
	return list
}

// wonByParadox says whether the last Judgment ended the game (Rule 213).
func wonByParadox(g *rules.Game) bool {
	return slices.ContainsFunc(g.Judgments, func(j *rules.Judgment) bool { return j.Closed == rules.RuledParadox })
}
