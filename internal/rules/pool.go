package rules

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"nomicmail/internal/clause"
)

// Bounds of the pool, so that what is distributed at once stays an entry of the
// record.
const (
	maxPool      = 500   // proposals that wait
	maxPooledBy  = 40    // of one player's
	maxParts     = 40    // of a proposal
	maxAllParts  = 20000 // characters of all its texts and clauses together
	maxCoauthors = 20
)

// Free says whether it is nobody's turn because there are no turns: everyone who
// plays may propose. It stays so while the game waits for a person.
func (g *Game) Free() bool { return g.Phase == AnyTime || g.Phase == Judging && g.prior == AnyTime }

// HasTurns says whether the rules have turns: so they have unless one says no.
func (g *Game) HasTurns() bool {
	v, r, err := g.answer("turns")
	return r == nil || err != nil || v != clause.Truth(false)
}

// stopTurns says that nobody has a turn any more, where the rules have none. It
// is false where they have.
func (d *decision) stopTurns() bool {
	if d.g.HasTurns() {
		return false
	}
	if !d.g.Free() {
		d.do(TurnsStopped{})
	}
	return true
}

// returnToTurns begins a circuit when the rules have turns again.
func (d *decision) returnToTurns() {
	if d.g.Status == Running && d.g.Phase == AnyTime && d.g.HasTurns() {
		d.beginCircuit()
	}
}

// pool puts a proposal into the pool.
func (d *decision) pool(c Propose, author *Player) *Refusal {
	e := ProposalPooled{Proposal: d.g.made + 1, Proposer: author.ID, Title: squeeze(c.Title)}
	if no := d.g.poolable(c, author); no != nil {
		return no
	}
	var no *Refusal
	if e.Coauthors, no = d.g.coauthors(c.Coauthors, author); no != nil {
		return no
	}
	if e.Index, no = d.g.indexOf(c.Index); no != nil {
		return no
	}
	if e.Changes, no = d.g.parts(c.Drafts); no != nil {
		return no
	}
	if e.Title == "" && len(e.Changes) == 1 {
		e.Title = e.Changes[0].Title
	}
	d.do(e)
	if d.g.Shadow {
		return nil // it is an officer who distributes
	}
	if d.g.text("distribution") == atOnce || d.g.text("distribution") == "" {
		d.distribute()
	}
	return nil
}

// poolable says what keeps a proposal from the pool before its parts are looked
// at.
func (g *Game) poolable(c Propose, author *Player) *Refusal {
	own := 0
	for _, id := range g.Pool {
		if g.at(id).Proposer == author.ID {
			own++
		}
	}
	size := 0
	for _, d := range c.Drafts {
		size += utf8.RuneCountInString(d.Text) + utf8.RuneCountInString(d.Clause)
		if d.Edit != nil {
			size += utf8.RuneCountInString(d.Edit.Old) + utf8.RuneCountInString(d.Edit.New)
		}
	}
	switch {
	case len(c.Drafts) == 0:
		return &Refusal{Code: NotARuleChange, Rule: g.cite(103)}
	case own >= maxPooledBy:
		return &Refusal{Code: PoolFull, Limit: maxPooledBy}
	case len(g.Pool) >= maxPool:
		return &Refusal{Code: PoolFull, Limit: maxPool}
	case len(c.Drafts) > maxParts:
		return &Refusal{Code: TooManyParts, Limit: maxParts}
	case size > maxAllParts:
		return &Refusal{Code: TextTooLong, Limit: maxAllParts}
	case utf8.RuneCountInString(c.Title) > maxTitle || strings.Contains(c.Title, "\n"):
		return &Refusal{Code: TextTooLong, Limit: maxTitle, Text: firstWords(c.Title)}
	}
	return nil
}

// coauthors finds players by name. The author is none of them.
func (g *Game) coauthors(names []string, author *Player) ([]PlayerID, *Refusal) {
	var list []PlayerID
	for _, name := range names {
		p := g.calledPlayer(name)
		switch {
		case p == nil:
			return nil, &Refusal{Code: NoSuchPlayer, Player: firstWords(name)}
		case p.ID != author.ID && !slices.Contains(list, p.ID):
			list = append(list, p.ID)
		}
		if len(list) > maxCoauthors {
			return nil, &Refusal{Code: TooManyParts, Limit: maxCoauthors}
		}
	}
	return list, nil
}

// calledPlayer is the one player who plays and bears a name: the whole of it,
// or a part that nobody else has.
func (g *Game) calledPlayer(name string) *Player {
	var found []*Player
	name = squeeze(name)
	for _, p := range g.Players {
		switch {
		case p.State != Playing || name == "":
		case strings.EqualFold(p.Name(), name):
			return p
		case strings.EqualFold(p.Given, name) || strings.EqualFold(p.Surname, name) || slices.ContainsFunc(p.Nicknames, func(n string) bool { return strings.EqualFold(n, name) }):
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// withdrawPooled takes back a proposal of the author's that waits in the pool.
func (d *decision) withdrawPooled(title string, by By) *Refusal {
	author, no := d.player(by)
	if no != nil {
		return no
	}
	var meant []ProposalID
	for _, id := range d.g.Pool {
		p := d.g.at(id)
		if p.Proposer == author.ID && (title == "" || strings.EqualFold(p.Title, squeeze(title))) {
			meant = append(meant, id)
		}
	}
	switch {
	case len(meant) == 0:
		return &Refusal{Code: NotInPool, Text: firstWords(title), Open: d.g.openNumbers()}
	case len(meant) > 1:
		return &Refusal{Code: WhichPooled, Text: firstWords(title), Limit: len(meant)}
	}
	d.do(ProposalWithdrawn{Proposal: meant[0], How: "proposer"})
	return nil
}

// applyList applies the events of a game without turns.
func (g *Game) applyList(e Event, at time.Time) {
	switch e := e.(type) { // not all: those that Apply hands on
	case TurnsStopped:
		if g.Phase == Judging {
			g.prior = AnyTime
		} else {
			g.Phase = AnyTime
		}
		g.Turn.Ended, g.freeSince = true, at
	case ProposalPooled:
		g.addProposal(&Proposal{
			ID: e.Proposal, Proposer: e.Proposer, Changes: e.Changes, State: Pooled, Made: firstTime(e.At, at),
			Title: e.Title, Coauthors: e.Coauthors, Index: e.Index,
		})
		g.Pool = append(slices.Clip(g.Pool), e.Proposal)
	case ProposalsDistributed:
		g.applyDistributed(e, at)
	case PartSkipped:
		g.changeProposal(e.Proposal, func(p *Proposal) {
			p.Skipped = append(slices.Clip(p.Skipped), Skipped{e.Part, e.Refusal})
		})
	case VotesWeighed:
		g.applyBallot(e.Proposal, "", func(votes map[PlayerID]Ballot) {
			for id, b := range votes {
				if w, other := e.Votes[id]; other {
					b.Weight = w
					votes[id] = b
				}
			}
		})
	case ConditionsAsked:
		for _, id := range e.Proposals {
			g.changeProposal(id, func(p *Proposal) { p.SettleBy = e.Until })
		}
	case ConditionSettled:
		g.applyBallot(e.Proposal, "", func(votes map[PlayerID]Ballot) {
			if b, ok := votes[e.Voter]; ok {
				b.Settled = e.Option
				votes[e.Voter] = b
			}
		})
	}
}

// unpool takes a proposal out of the pool.
func (g *Game) unpool(gone func(ProposalID) bool) {
	g.Pool = slices.DeleteFunc(slices.Clone(g.Pool), gone)
}
