package rules

import (
	"slices"
	"time"

	"nomicmail/internal/clause"
)

// What a rule may answer to distribution besides a day of the week, on which
// the pool is distributed when the day begins.
const (
	atOnce      = "at once"
	byOrganiser = "by organiser"
	daily       = "daily"
	weekly      = "weekly" // on Mondays
)

// weekdays by the number that package time gives them.
var weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// maxDistributed bounds what one distribution holds; the rest of the pool waits
// for the next.
const maxDistributed = 60

const stepDistribute = "distribute" // proposals get their numbers

func isDistribution(_ *Game, v clause.Value) error {
	how, ok := v.(clause.Text)
	if !ok || !slices.Contains(slices.Concat([]string{atOnce, byOrganiser, daily, weekly}, weekdays), string(how)) {
		return wrong(`"at once", "by organiser", "daily", "weekly" or a day such as "tuesday"`, v)
	}
	return nil
}

// NextDistribution is when the pool is distributed by itself; zero when it is
// empty, or when an organiser does it.
func (g *Game) NextDistribution() time.Time {
	if len(g.Pool) == 0 {
		return time.Time{}
	}
	return g.distributionAfter(g.at(g.Pool[0]).Made)
}

func (g *Game) distributionAfter(t time.Time) time.Time {
	how := g.text("distribution")
	if g.Shadow {
		return time.Time{}
	}
	day := slices.Index(weekdays, how)
	switch {
	case how == weekly:
		day = int(time.Monday)
	case how == atOnce || how == "":
		return t
	case day < 0 && how != daily:
		return time.Time{}
	}
	clock, _ := g.clockTime()
	local := t.In(g.Zone)
	for n := 0; ; n++ {
		at := onClock(time.Date(local.Year(), local.Month(), local.Day()+n, int(clock.Hours()), int(clock.Minutes())%60, 0, 0, time.UTC), g.Zone).UTC()
		if at.After(t) && (day < 0 || at.In(g.Zone).Weekday() == time.Weekday(day)) {
			return at
		}
	}
}

func (d *decision) distributeNow() *Refusal {
	if no := d.running(); no != nil {
		return no
	}
	if len(d.g.Pool) == 0 {
		return &Refusal{Code: NotInPool}
	}
	d.distribute()
	return nil
}

// distribute gives the proposals that wait their numbers and opens the votes on
// them: all who play and are not inactive are their voters, and their quorums are fixed.
func (d *decision) distribute() {
	g := d.g
	e := ProposalsDistributed{Nth: g.distributions + 1, Voters: ids(g.active()), Closes: g.deadline(d.due, "vote_period")}
	n := g.following()
	for _, id := range g.Pool[:min(len(g.Pool), maxDistributed)] {
		free := g.vacant(n)
		for ; n < free; n++ {
			e.Skipped = append(e.Skipped, n)
		}
		quorum, rule, fail := g.quorum(g.at(id), n, len(e.Voters))
		if fail != nil {
			d.do(*fail)
			return
		}
		e.Proposals = append(e.Proposals, Distributed{id, n, quorum, rule})
		n++
	}
	d.do(e)
	if g.is("proposer_votes", "for") {
		for _, x := range e.Proposals {
			if p := g.at(x.Proposal); slices.Contains(e.Voters, p.Proposer) {
				d.do(VoteCast{p.ID, p.Proposer, d.ballot(p.Proposer, For, "proposer")})
			}
		}
	}
}

// quorum is how many of the voters must vote on a proposal, and by which rule;
// 0 by none where no rule says so.
func (g *Game) quorum(p *Proposal, number, voters int) (n, rule int, fail *ClauseFailed) {
	v, r, err := g.answer("quorum", g.proposalSeen(p, number, voters))
	if r == nil {
		return 0, 0, nil
	}
	var w int64
	if err == nil {
		w, err = wholeOf(v, maxWhole)
	}
	if err != nil {
		return 0, r.Number, &ClauseFailed{Rule: r.Number, Name: "quorum", Why: err.Error(), Step: stepDistribute}
	}
	return int(w), r.Number, nil
}

func (g *Game) applyDistributed(e ProposalsDistributed, at time.Time) {
	g.distributions, at = e.Nth, firstTime(e.At, at)
	for _, x := range e.Proposals {
		g.give(x.Proposal, x.Number)
		g.changeProposal(x.Proposal, func(p *Proposal) {
			p.State, p.Nth, p.Opened, p.set = Open, e.Nth, at, at
			p.Voters, p.Closes, p.period = e.Voters, e.Closes, e.Closes
			p.Quorum, p.QuorumBy = x.Quorum, x.QuorumBy
		})
		g.live = append(slices.Clip(g.live), x.Proposal)
	}
	g.unpool(func(id ProposalID) bool {
		return slices.ContainsFunc(e.Proposals, func(x Distributed) bool { return x.Proposal == id })
	})
}

// Distribution gives the proposals that were distributed together, by number.
func (g *Game) Distribution(nth int) []*Proposal {
	var list []*Proposal
	for i := len(g.numbers) - 1; i >= 0; i-- {
		p := g.at(g.numbers[i].id)
		switch {
		case p == nil || p.Nth > nth || p.Nth == 0:
		case p.Nth < nth:
			slices.Reverse(list)
			return list
		default:
			list = append(list, p)
		}
	}
	slices.Reverse(list)
	return list
}

// ballotWatches are the deadlines of what was distributed, and of the pool.
func (g *Game) ballotWatches() []*watch {
	if g.Phase == Judging {
		return nil
	}
	var list []*watch
	reminds := !g.is("reminders", none)
	for _, id := range g.live {
		p := g.at(id)
		if p.Nth == 0 || p.State != Open {
			continue
		}
		w := &watch{of: "vote", proposal: id, at: p.Closes, set: p.set, reminders: p.Reminders, waiting: !p.WaitsSince.IsZero()}
		w.reached = func(d *decision) { d.endVoting(id) }
		switch {
		case !p.SettleBy.IsZero():
			w.at, w.waiting, w.reached = p.SettleBy, true, func(d *decision) { d.settleRest(id) }
		case reminds:
			w.awaited = p.missing()
		}
		list = append(list, w)
	}
	if at := g.NextDistribution(); !at.IsZero() {
		list = append(list, &watch{of: "distribution", at: at, reached: (*decision).distribute})
	}
	return list
}

// afterBallots ends the votes in which nobody is left who has not voted.
func (d *decision) afterBallots() {
	for _, id := range slices.Clone(d.g.live) {
		if p := d.g.at(id); p.Nth > 0 && p.State == Open && len(p.Votes) > 0 && d.g.Status == Running {
			d.afterBallot(id)
		}
	}
}
