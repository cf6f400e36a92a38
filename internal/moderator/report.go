package moderator

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// tellReport sends a report to all: how the game stands when it is made. Why is the
// reason for one that takes the place of another, which was answered in the same
// entry.
func (s *sheet) tellReport(before *rules.Game, events []rules.Event, e rules.ReportMade) {
	r := s.report(before, e)
	for _, ev := range events {
		if a, ok := ev.(rules.ReportSettled); ok && a.How == rules.ReportAgain {
			r.InPlaceOf, r.Why = a.Report, a.Why
		}
	}
	make := func(f templates.Frame) templates.Letter {
		r := r
		r.Frame = f
		return r
	}
	for _, to := range s.all() {
		s.post(to, "report", 0, make)
		if n := len(s.drafts); n > 0 && s.drafts[n-1].to == to {
			s.drafts[n-1].files = s.rulesFile()
		}
	}
	s.toObservers("report", 0, make)
}

// tellReportShort tells those who watch what a report says, less the rules: they have
// pages of their own.
func (s *sheet) tellReportShort(before *rules.Game, e rules.ReportMade) {
	r := s.report(before, e)
	r.Full, r.Sections, r.Repealed = false, nil, nil
	s.toObservers("report", 0, func(f templates.Frame) templates.Letter {
		r := r
		r.Frame = f
		return r
	})
}

func (s *sheet) report(before *rules.Game, e rules.ReportMade) templates.Report {
	g := s.g
	r := templates.Report{
		Number: e.Report, At: s.at, Ratified: g.Ratified.Number, Full: e.Full, Afoot: afoot(g, nil), Status: standing(g, s.at),
		Questions: questions(g, true), Decided: decidedSince(g, before), Sections: sections(g),
	}
	if after := g.RatifyAt(e.Report); after.After(s.at) {
		r.Ratifies = after
	}
	for _, p := range s.all() {
		r.Members = append(r.Members, member(g, p, s))
	}
	r.Scores = scoresIn(g)
	for _, x := range g.Unratified {
		for _, d := range x.Doubts {
			r.Doubted = append(r.Doubted, templates.DoubtedReport{Name: name(g, d.Player), Number: x.Number, Text: d.Words})
		}
	}
	if r.Sections == nil {
		r.Sections = []templates.Section{{Rules: ruleLines(g, g.Rules)}}
	}
	r.Repealed = ruleLines(g, g.Gone)
	return r
}

func member(g *rules.Game, p *rules.Player, s *sheet) templates.Member {
	m := templates.Member{Name: p.Name(), Since: p.Joined, State: "active"}
	if until := awayUntil(g, p.ID, s.at); !until.IsZero() {
		m.State, m.Until = "away", until
	}
	return m
}

func ruleLines(g *rules.Game, all []*rules.Rule) []templates.RuleLine {
	var list []templates.RuleLine
	for _, r := range all {
		list = append(list, ruleLine(g, r))
	}
	return list
}

// scored says whether points play a part: those of a game without turns may never.
func scored(g *rules.Game) bool {
	if !g.Free() || g.Goal() != "" {
		return true
	}
	return slices.ContainsFunc(g.Players, func(p *rules.Player) bool { return p.Points.Sign() != 0 })
}

// scoresIn are the scores where they play a part, nil elsewhere.
func scoresIn(g *rules.Game) []templates.Score {
	if !scored(g) {
		return nil
	}
	return scores(g)
}

// mostDecided bounds how far back a report looks for votes that were decided.
const mostDecided = 400

// decidedSince are the votes that ended since the report before this one.
func decidedSince(g, before *rules.Game) []templates.Decision {
	from := before.Reported()
	var list []templates.Decision
	for _, p := range slices.Backward(g.Proposals[max(0, len(g.Proposals)-mostDecided):]) {
		if p.Nth == 0 || p.State != rules.Adopted && p.State != rules.Defeated || !p.Ended.After(from) {
			continue
		}
		outcome := "rejected"
		switch {
		case p.State == rules.Adopted:
			outcome = "adopted"
		case p.NoQuorum:
			outcome = "no-quorum"
		}
		list = append(list, templates.Decision{Listed: listed(g, p), Outcome: outcome, Favour: p.Tally.Favour, Against: p.Tally.Against})
	}
	slices.SortStableFunc(list, func(a, b templates.Decision) int { return a.Number - b.Number })
	return list
}

// afoot is what is voted on in a game without turns, with the ballots of a player,
// nil for nobody's, and what waits in the pool.
func afoot(g *rules.Game, who *rules.Player) templates.Afoot {
	a := templates.Afoot{Own: who != nil, Next: g.NextDistribution()}
	for _, p := range recent(g) {
		if p.State != rules.Open || p.Nth == 0 {
			continue
		}
		v := templates.Running{Listed: listed(g, p), Closes: p.Closes, Ballots: len(p.Votes)}
		if who != nil {
			v.Mine = string(p.Votes[who.ID].Option)
		}
		a.Votes = append(a.Votes, v)
	}
	for _, id := range g.Pool {
		a.Pool = append(a.Pool, listed(g, proposalOf(g, id)))
	}
	return a
}

// standsAfoot is the same for letters that tell how any game stands: nil of one with turns.
func standsAfoot(g *rules.Game, who *rules.Player) *templates.Afoot {
	if !g.Free() {
		return nil
	}
	a := afoot(g, who)
	return &a
}

// tellReportDoubted tells all of a doubt about a report, and asks the organisers.
func (s *sheet) tellReportDoubted(e rules.ReportDoubted) {
	n := templates.Notice{Code: "report-doubted", Name: name(s.g, e.Player), Number: e.Report, Text: e.Words}
	s.notice(n.Code, n)
	n.Question = e.Report
	s.toOrganisers(n)
}

func (s *sheet) tellReportSettled(e rules.ReportSettled) {
	if e.How == rules.ReportStands {
		s.notice("report-settled", templates.Notice{Number: e.Report, Why: e.Why})
	}
}

var settleReport = regexp.MustCompile(`(?is)^(?:report|relatório|informe|rapor|jelentés)\s+(\d+)\s+(\S+)$`)

// answersToReports are the words for the two answers to a doubt.
var answersToReports = map[string][]string{
	rules.ReportStands: {"right", "stands", "certo", "correcto", "doğru", "helyes"},
	rules.ReportAgain:  {"again", "new", "novo", "nuevo", "yeni", "új"},
}

// settleReportOf reads "settle report 3 right" and "settle report 3 again".
func settleReportOf(m []string, why string) (rules.Command, error) {
	n, _ := strconv.Atoi(m[1])
	for how, words := range answersToReports {
		if slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, m[2]) }) {
			return rules.SettleReport{Report: n, How: how, Why: why}, nil
		}
	}
	return nil, &Misread{m[0], "settle report 3 right because …"}
}

// ratifiedBefore refuses what is about an entry that a ratified report covers.
func (s *sheet) ratifiedBefore(entry uint64) *rules.Refusal {
	if entry == 0 || s.g.Ratified.Number == 0 {
		return nil
	}
	for e, err := range s.m.book.Entries(s.t.name, entry) {
		if err != nil || e.N != entry {
			return nil
		}
		return s.g.RatifiedBy(e.At)
	}
	return nil
}
