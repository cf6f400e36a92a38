package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/rules"
)

// pageView is what demo/page.html shows.
type pageView struct {
	Title   string
	Web     string // where the game can be read
	Token   string
	Address string // of the game
	Me      tabView
	Tabs    []tabView
	Box     []boxMail // newest first
	Mail    *boxMail  // the one that is read
	AsHTML  bool
	Draft   *draftView // what is being written
	Says    []string   // short mails that fit, whole
	Ideas   []ideaView // longer ones
	Game    gameView
}

// tabView is a player as the page's tabs show one.
type tabView struct {
	User, Name string
	Unread     int
	Here       bool // whose mail is read
	Awaited    bool // the game waits for this player
}

// draftView is a mail that is being written. Answers is the number of the mail
// it answers, 0 for none.
type draftView struct {
	Answers       int
	Subject, Text string
}

// ideaView is a proposal that is ready to be sent.
type ideaView struct{ Label, Text string }

// gameView is how the game stands.
type gameView struct {
	Now      time.Time
	News     string // one line: who is to do what
	Deadline time.Time
	Scores   []scoreView
	Goal     string
	Over     bool
	Turn     int
	Circuit  int
	Mutable  int
	Rules    int
}

type scoreView struct {
	Name, Points string
	Mover        bool
}

// view is the page of a player's mail.
func (p *demoPage) view(m *mailProgram) pageView {
	g := p.game()
	awaited := g.Awaited()
	v := pageView{
		Title: "Mail of " + m.name(), Web: webRoot + "/" + demoGame + "/en/index.html", Token: p.token, Address: p.address,
		Box: m.mails(1), Says: says(g, m.id), Ideas: p.ideas(g, m.id), Game: p.standing(g),
	}
	slices.Reverse(v.Box)
	for _, o := range p.players {
		t := tabView{User: o.user, Name: o.name(), Unread: o.unread(), Here: o == m, Awaited: slices.Contains(awaited, o.id)}
		if v.Tabs = append(v.Tabs, t); o == m {
			v.Me = t
		}
	}
	return v
}

// says are short mails that the player could send now.
func says(g *rules.Game, id rules.PlayerID) []string {
	var list []string
	for _, p := range g.Proposals {
		switch {
		case p.State == rules.Open && slices.Contains(p.Voters, id):
			list = append(list, fmt.Sprintf("%d FOR", p.Number), fmt.Sprintf("%d AGAINST", p.Number))
			if may, _ := g.Custom("abstain"); may == "yes" {
				list = append(list, fmt.Sprintf("%d ABSTAIN", p.Number))
			}
		case p.State == rules.InDebate && p.Proposer == id:
			list = append(list, fmt.Sprintf("open %d", p.Number), fmt.Sprintf("withdraw %d", p.Number))
		}
	}
	return append(list, "scores", "status", "rules", "help")
}

// ideas are proposals that the player could make now; none when it is
// somebody else's turn.
func (p *demoPage) ideas(g *rules.Game, id rules.PlayerID) []ideaView {
	if g.Phase != rules.Proposing || g.Turn.Mover != id || g.Status != rules.Running {
		return nil
	}
	var list []ideaView
	add := func(text string) { list = append(list, ideaView{gist(text), text}) }
	if i, ok := p.wits.fresh(g); ok {
		add(i.enact())
	}
	if r := g.Rule(208); r != nil && r.Mutable && !r.Touched {
		add(shorterGame.amend(r.Number))
	}
	add(p.wits.repeal(g))
	return list
}

// standing is the side of the page.
func (p *demoPage) standing(g *rules.Game) gameView {
	v := gameView{Now: p.clock.Now(), Goal: g.Goal(), Turn: g.Turn.Number, Circuit: g.Circuits + 1, Rules: len(g.Rules)}
	v.Over = g.Status == rules.Won || g.Status == rules.Ended
	v.News = news(g)
	if _, at := g.Deadline(); g.Status == rules.Running {
		v.Deadline = at
	}
	for _, id := range g.Order {
		q := g.Player(id)
		v.Scores = append(v.Scores, scoreView{q.Name(), strings.ReplaceAll(q.Points.String(), "-", "−"), g.Turn.Mover == id && !v.Over})
	}
	for _, r := range g.Rules {
		if r.Mutable {
			v.Mutable++
		}
	}
	return v
}

// news says in one line who is to do what.
func news(g *rules.Game) string {
	var names []string
	for _, id := range g.Awaited() {
		names = append(names, g.Player(id).Given)
	}
	who := strings.Join(names, ", ")
	switch {
	case g.Status == rules.Won:
		for _, id := range g.Winners {
			names = append(names, g.Player(id).Name())
		}
		return strings.Join(names, " and ") + " won the game."
	case g.Status != rules.Running:
		return "The game is " + string(g.Status) + "."
	case g.Phase == rules.Proposing:
		return fmt.Sprintf("%s is to propose a rule-change: number %d.", who, g.NextNumber())
	case g.Phase == rules.Voting:
		return fmt.Sprintf("%d is voted on. Still to vote: %s.", g.Proposals[len(g.Proposals)-1].Number, who)
	case g.Phase == rules.Debating:
		return fmt.Sprintf("%d is in debate; %s can open the vote.", g.Proposals[len(g.Proposals)-1].Number, who)
	}
	return "A question waits for the organiser."
}
