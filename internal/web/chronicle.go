package web

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"time"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// chronicle is what feeds tell of a game's past, oldest first.
type chronicle struct {
	first     record.Hash // of the first entry: no two games have one
	news      []newsItem
	deadlines []dated
}

// newsItem is one piece of news. Of Proposal, Judgment, Step and Letter it has the
// one that it is about; a revised resolution has Proposal, too.
type newsItem struct {
	Entry    uint64
	Place    int // among the news of its entry, from 0
	At       time.Time
	Proposal rules.ProposalID // on which a vote was opened, or the letter's
	Judgment int              // that was ruled on
	Revised  bool             // the proposal's resolution was
	Step     *step            // by which a rule changed
	Letter   templates.Letter
}

// dated is a deadline as an entry left it. A later one with the same key is the same
// deadline, moved.
type dated struct {
	key    string // "vote-3"
	of     string // what has to be done: "propose", "debate", "vote" or "judgment"
	number int    // of the proposal or the question
	mover  string
	at     time.Time
	entry  uint64
	set    time.Time // when it became that
	gone   bool      // it fell away before its time
}

// clipped is a copy that can grow beside the old one.
func (c chronicle) clipped() chronicle {
	c.news, c.deadlines = slices.Clip(c.news), slices.Clip(c.deadlines)
	return c
}

// add tells what an entry, just applied, did to g. Its letters are told before.
func (c *chronicle) add(g *Game, e record.Entry) {
	if e.N == 1 {
		c.first = e.Hash
	}
	for _, ev := range e.Events {
		switch ev := ev.(type) { // not all: letters tell of the others
		case rules.VotingOpened:
			c.tell(newsItem{Entry: e.N, At: e.At, Proposal: ev.Proposal})
		case rules.RulingGiven:
			c.tell(newsItem{Entry: e.N, At: e.At, Judgment: ev.Judgment})
		case rules.CaseRuled:
			c.tell(newsItem{Entry: e.N, At: e.At, Judgment: ev.Judgment})
		case rules.ClaimsSettled:
			for _, id := range revised(g.Now, ev) {
				c.tell(newsItem{Entry: e.N, At: e.At, Proposal: id, Revised: true})
			}
		}
	}
	if n := len(g.rulesets); n > 0 && g.rulesets[n-1].Entry == e.N && e.N > 1 {
		for i := range g.rulesets[n-1].Steps {
			if i == mostSteps { // a new round changes all
				break
			}
			c.tell(newsItem{Entry: e.N, At: e.At, Step: &g.rulesets[n-1].Steps[i]})
		}
	}
	c.addDeadline(g.Now, e)
}

// revised are the proposals whose resolutions were wrong, each once.
func revised(g *rules.Game, e rules.ClaimsSettled) []rules.ProposalID {
	var list []rules.ProposalID
	for _, n := range e.Claims {
		if c := g.Claim(n); c != nil && e.How == rules.Upheld && !slices.Contains(list, c.Proposal) {
			list = append(list, c.Proposal)
		}
	}
	return list
}

// tell adds a piece of news to those of its entry.
func (c *chronicle) tell(n newsItem) {
	if last := len(c.news) - 1; last >= 0 && c.news[last].Entry == n.Entry {
		n.Place = c.news[last].Place + 1
	}
	c.news = append(c.news, n)
}

// addDeadline notes the running deadline if it is new or was moved, and that the one
// before it fell away.
func (c *chronicle) addDeadline(g *rules.Game, e record.Entry) {
	now := deadlineOf(g)
	now.entry, now.set = e.N, e.At
	if n := len(c.deadlines); n > 0 {
		last := c.deadlines[n-1]
		if last.key == now.key && last.at.Equal(now.at) && !last.gone {
			return
		}
		if last.key != now.key && !last.gone && last.at.After(e.At) {
			last.gone, last.entry, last.set = true, e.N, e.At
			c.deadlines = append(c.deadlines, last)
		}
	}
	if now.key != "" {
		c.deadlines = append(c.deadlines, now)
	}
}

// deadlineOf is the running deadline; its key is "" when there is none. One that
// waits for the answer to a question is where it was.
func deadlineOf(g *rules.Game) dated {
	of, at := g.Deadline()
	if since := g.Waiting(); !since.IsZero() {
		at = since
	}
	if at.IsZero() {
		return dated{}
	}
	d := dated{of: of, at: at, mover: playerName(g, g.Turn.Mover)}
	id := int(g.Turn.Proposal)
	switch of {
	case rules.OfVote, rules.OfDebate:
		if p := proposalOf(g, g.Turn.Proposal); p != nil {
			d.number = p.Number
		}
	case rules.OfProposal:
		id = g.Turn.Number
	default: // a Judge has to rule, on one question at a time
		for _, j := range g.Judgments {
			if j.RuleBy.Equal(at) {
				id, d.number = j.Number, j.Number
			}
		}
	}
	d.key = of + "-" + strconv.Itoa(id)
	return d
}

// id is a name for something in a game that nothing else has, anywhere and for ever:
// a UUID made of the game's first entry and of what it is (RFC 9562 §5.8).
func (c *chronicle) id(what string) string {
	sum := sha256.Sum256([]byte(c.first.String() + "\n" + what))
	u := sum[:16]
	u[6], u[8] = u[6]&0x0f|0x80, u[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}
