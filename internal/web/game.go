package web

import (
	"maps"
	"slices"
	"sync"
	"time"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// Game is a game as the entries up to Head have made it, with its past as pages
// show it. It is not changed once it is made.
type Game struct {
	Name string
	Head uint64
	Hash record.Hash
	At   time.Time // of the last entry
	Born time.Time
	Now  *rules.Game

	rulesets []ruleset   // at each entry that changed one, oldest first
	steps    []step      // of all rules, oldest first
	bears    map[int]int // which rule bore a number: its place in lives
	lives    []life      // of each rule that ever was
	told     map[rules.ProposalID]told
	threads  map[rules.ProposalID][]post // what was said and told about each; 0 is the game
	turns    []turnPoints
	undone   []span // entries that were taken back
	result   *templates.Result
	resultAt time.Time
	bodies   *bodies
	watched  bool                         // everybody may read how the game stands
	cites    func() map[int][]*rules.Rule // which rules each rule in force names, by its number

	chronicle chronicle
	libraries map[string]*library // what can be searched, by language
}

// ruleset is the rules as an entry left them.
type ruleset struct {
	Entry uint64
	At    time.Time
	Rules []*rules.Rule
	Steps []step // by which they differ from those before
}

// step is one change of one rule. Kind is "initial", "enact", "amend", "repeal",
// "transmute", "retitle", "power" or "settle".
type step struct {
	Entry    uint64
	At       time.Time
	Kind     string
	Proposal rules.ProposalID // 0 for none
	Number   int              // of that proposal, 0 for none
	Was, Is  *rules.Rule      // nil where there was none, and where there is none
}

// life is a rule from its beginning to its end.
type life struct {
	numbers []int // that it bore, oldest first
	steps   []int // places in Game.steps
}

// told is what the result of a vote told, and how the proposal was shown.
type told struct {
	Offer  templates.Offer
	Result *templates.Result // nil without a vote
	Secret bool              // the votes of single voters are never shown
}

// post is one thing in a thread: what a player said, or a letter to all.
type post struct {
	Entry  uint64
	At     time.Time
	Player string // who said it; "" for a letter
	Words  string // "" for a letter, and for words that are not kept
	Letter templates.Letter
}

// turnPoints are the points of all players at the end of a turn.
type turnPoints struct {
	Turn   int
	Points map[rules.PlayerID]rules.Points
}

// span is a range of entries, both ends in it.
type span struct{ from, to uint64 }

// Secret says whether what a vote was like is not to be seen: how single players
// voted, or, while the vote runs, anything. Only what is known to be open is shown.
func secretBallots(g *rules.Game) (running, always bool) {
	switch value, _ := g.Custom("ballots"); value {
	case "open":
		return false, false
	case "sealed":
		return true, false
	}
	return true, true
}

// grow makes a game out of an old one, nil for none, and the entries that follow.
func grow(old *Game, name string, entries []record.Entry, clerk Clerk) (*Game, error) {
	g := &Game{Name: name, Now: &rules.Game{}, bodies: &bodies{}, bears: map[int]int{}, told: map[rules.ProposalID]told{}, threads: map[rules.ProposalID][]post{}}
	if old != nil {
		*g = *old
		g.Now = old.Now.Clone()
		g.rulesets, g.steps, g.turns = slices.Clip(old.rulesets), slices.Clip(old.steps), slices.Clip(old.turns)
		g.lives, g.undone = slices.Clone(old.lives), slices.Clip(old.undone)
		g.chronicle = old.chronicle.clipped()
		g.bears, g.told, g.threads = maps.Clone(old.bears), maps.Clone(old.told), maps.Clone(old.threads)
	}
	g.libraries = newLibraries()
	last := entries[len(entries)-1]
	g.Head, g.Hash, g.At = last.N, last.Hash, last.At
	for _, e := range entries {
		if n, ok := record.Undoes(e); ok {
			g.undone = append(g.undone, span{n, e.N - 1})
		}
	}
	for _, e := range record.Standing(entries) {
		before := g.Now.Clone()
		for _, ev := range e.Events {
			g.Now.Apply(ev, e.At)
		}
		if e.N == 1 {
			g.Born = e.At
		}
		g.add(before, e, clerk)
	}
	watching, _ := g.Now.Custom("watching")
	g.watched = watching == "open" || watching == "asks"
	now := g.Now
	g.cites = sync.OnceValue(func() map[int][]*rules.Rule { return citations(now) })
	return g, nil
}

// add notes what an entry that has just been applied did.
func (g *Game) add(before *rules.Game, e record.Entry, clerk Clerk) {
	g.addRules(before, e)
	for _, l := range clerk.News(before, g.Now, e) {
		about := rules.ProposalID(0)
		if r, ok := l.(templates.Result); ok {
			about = g.addResult(before, e, r)
		}
		g.post(about, post{Entry: e.N, At: e.At, Letter: l})
	}
	for _, ev := range e.Events {
		switch ev := ev.(type) { // not all: what pages show of the past
		case rules.TalkPassed:
			words, _ := clerk.Words(before, ev)
			g.post(ev.Proposal, post{Entry: e.N, At: e.At, Player: playerName(g.Now, ev.Player), Words: words})
		case rules.ProposalWithdrawn:
			if p := proposalOf(before, ev.Proposal); p != nil {
				g.told[ev.Proposal] = told{Offer: clerk.Offer(before, p)}
			}
		case rules.TurnEnded:
			g.turns = append(g.turns, turnPoints{ev.Turn, pointsOf(g.Now)})
		}
	}
	g.chronicle.add(g, e)
}

func (g *Game) post(about rules.ProposalID, p post) {
	if p.Letter != nil {
		g.chronicle.tell(newsItem{Entry: p.Entry, At: p.At, Proposal: about, Letter: p.Letter})
	}
	g.threads[about] = append(slices.Clip(g.threads[about]), p)
}

// addResult keeps the result of a vote, less what other pages show, and finds
// which vote it was.
func (g *Game) addResult(before *rules.Game, e record.Entry, r templates.Result) rules.ProposalID {
	for _, ev := range e.Events {
		closed, ok := ev.(rules.VotingClosed)
		if !ok {
			continue
		}
		p := proposalOf(g.Now, closed.Proposal)
		if p == nil || p.Number != r.Number {
			continue
		}
		_, was := secretBallots(before)
		_, is := secretBallots(g.Now)
		r.Rules, r.Scores, r.Repealed, r.Mover, r.Goal, r.Die = nil, nil, nil, "", "", ""
		if was || is {
			r.Votes, r.Sealed = nil, ""
		}
		g.told[p.ID] = told{Offer: r.Offer, Result: &r, Secret: was || is}
		g.result, g.resultAt = &r, e.At
		return p.ID
	}
	return 0
}

func pointsOf(g *rules.Game) map[rules.PlayerID]rules.Points {
	all := map[rules.PlayerID]rules.Points{}
	for _, p := range g.Players {
		all[p.ID] = p.Points
	}
	return all
}

func proposalOf(g *rules.Game, id rules.ProposalID) *rules.Proposal {
	if id < 1 || int(id) > len(g.Proposals) {
		return nil
	}
	return g.Proposals[id-1]
}

func playerName(g *rules.Game, id rules.PlayerID) string {
	if p := g.Player(id); p != nil {
		return p.Name()
	}
	return ""
}
