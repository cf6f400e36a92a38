package web

import (
	"html/template"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// glanced is a game at a glance.
type glanced struct {
	Body     template.HTML // whose turn it is, and what is waited for
	IfSilent string        // a phrase: what happens if nothing comes
	Open     []proposalLine
	Result   *templates.Result
	ResultAt time.Time
	ResultIs link
	Scores   []scoreLine
	Goal     string
	Facts    *templates.Standing // while it runs
	Chart    *chart              // nil before the end of the first turn
}

func glance(v view, name string) *content {
	if name != "index.html" {
		return nil
	}
	st := v.site.options.Clerk.Report(v.Now, v.now)
	goal := st.Goal
	st.Goal = "" // it stands among the scores
	d := glanced{Result: v.result, ResultAt: v.resultAt, Goal: goal}
	var err error
	if _, d.Body, err = v.passage(templates.StatusReport{Status: st}, 3); err != nil {
		return nil
	}
	if st.Status == string(rules.Running) && !st.Until.IsZero() {
		d.IfSilent = v.ifSilent(st)
	}
	if st.Status == string(rules.Running) && st.Mover != "" {
		d.Facts = &st
	}
	for _, p := range v.Now.Proposals {
		if p.State == rules.InDebate || p.State == rules.Open {
			d.Open = append(d.Open, v.proposalLine(p, nil))
		}
	}
	if v.result != nil {
		d.ResultIs = link{Href: "proposals/" + strconv.Itoa(v.result.Number) + ".html", Text: v.say("proposal-title", v.result.Number)}
	}
	d.Scores = v.scores()
	d.Chart = v.chart()
	return &content{page: "glance", section: "glance", title: v.say("glance-title", v.Name), data: d}
}

// ifSilent says what happens if nothing comes until the deadline.
func (v view) ifSilent(st templates.Standing) string {
	switch {
	case st.Phase == string(rules.Voting) && st.IfSilent == "abstain":
		return v.say("silent-abstain")
	case st.Phase == string(rules.Voting) && st.IfSilent == "against":
		return v.say("silent-against")
	case st.Phase == string(rules.Proposing) && st.IfSilent == "pass":
		return v.say("silent-pass")
	case st.Phase == string(rules.Debating):
		return v.say("silent-opens")
	}
	return v.say("silent-wait")
}

// scoreLine is a player with points.
type scoreLine struct {
	Name, Points, Provisional, State string
	Mover                            bool
	Style                            int // of the line in the chart
}

func (v view) scores() []scoreLine {
	var list []scoreLine
	for i, id := range v.Now.Order {
		p := v.Now.Player(id)
		if p == nil {
			continue
		}
		l := scoreLine{Name: p.Name(), Points: p.Points.String(), State: string(p.State), Style: i % chartStyles}
		if pr := v.Now.Provisional(id); pr.Sign() != 0 {
			l.Provisional = pr.String()
		}
		l.Mover = v.Now.Status == rules.Running && !v.Now.Turn.Ended && v.Now.Turn.Mover == id
		list = append(list, l)
	}
	return list
}

func guidePage(v view, name string) *content {
	if name != "guide.html" {
		return nil
	}
	src := v.site.options.Guide(v.Lang)
	title, rest, _ := strings.Cut(src, "\n")
	return &content{page: "guide", section: "guide", title: strings.TrimSpace(strings.TrimLeft(title, "# ")), data: markdown(rest), ours: true}
}

// ruled is a page of rulings.
type ruled struct{ Questions []templates.Question }

const mostRulings = 30

func (v view) questions() ([]templates.Question, []int) {
	all := v.site.options.Clerk.History(v.Now).Questions
	return all, split(len(all), mostRulings, pageBytes, func(i int) int {
		size := len(all[i].Text) + len(all[i].Arguments) + len(all[i].Evidence) + len(all[i].Ruling.Reasons) + 500
		for _, e := range all[i].Earlier {
			size += len(e.Reasons)
		}
		for _, a := range all[i].Asked {
			size += len(a.Text)
		}
		return size
	})
}

func rulingsNames(v view) []string {
	_, starts := v.questions()
	return pagedNames("rulings", len(starts))
}

func rulingsPage(v view, name string) *content {
	if !strings.HasPrefix(name, "rulings") {
		return nil
	}
	all, starts := v.questions()
	n := pageNumber("rulings", name, len(starts))
	if n == 0 {
		return nil
	}
	return &content{page: "rulings", section: "rulings", title: v.say("rulings-title"), pages: pagerOf("rulings", n, len(starts)), data: ruled{cut(all, starts, n)}}
}
