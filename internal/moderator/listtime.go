package moderator

import (
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// listTime makes the time at which the list's own server took the mail the one as
// of which it counts, where the customs say so. A time that cannot be right is
// told to the organisers, and ours is taken.
func (s *sheet) listTime(l *parser.Letter) {
	if custom(s.g, "clock") != "list" || !s.onList() || l.Through.Stamp.IsZero() {
		return
	}
	stamp := l.Through.Stamp
	odd := stamp.Sub(s.at) > clockDrift || s.at.Sub(stamp) > longestUnderWay || !l.Date.IsZero() && l.Date.Sub(stamp) > writerDrift
	if odd {
		if ok, _ := s.m.mayAnswer("stamp."+s.t.name, 1, s.at); ok {
			n := templates.Notice{Code: "odd-stamp", At: stamp}
			if p := playerAt(s.g, s.in.From); p != nil {
				n.Name = p.Name()
			}
			s.toOrganisers(n)
		}
		return
	}
	if stamp.Before(s.at) {
		s.since = stamp
	}
}

// due is when the next thing is to happen in a game, zero for nothing. Where a
// list's time is official it waits for what the list's server took before it.
func due(g *rules.Game) time.Time {
	d := g.NextDeadline()
	if !d.IsZero() && custom(g, "clock") == "list" && len(g.Lists) > 0 {
		d = d.Add(rules.ListGrace)
	}
	return d
}

// counts is the time as of which what is being heard counts.
func (s *sheet) counts() time.Time {
	if !s.since.IsZero() {
		return s.since
	}
	return s.at
}

const (
	clockDrift      = 10 * time.Minute    // that a list's clock may be ahead of our mailbox's
	writerDrift     = 48 * time.Hour      // that a writer's clock may be ahead of the list's
	longestUnderWay = 30 * 24 * time.Hour // that a list may keep a mail
)

// tellLatePost tells the organisers of what was sent to the list in time and
// came here when the vote was over.
func (s *sheet) tellLatePost(f parser.Fragment, item templates.Item) {
	v, is := f.Command.(rules.Vote)
	if !is || item.No == nil || item.No.Code != string(rules.VotingOver) || s.since.IsZero() || s.who == nil {
		return
	}
	if p := s.g.Proposal(v.Proposal); p != nil && p.Ended.After(s.since) && !p.Closes.Before(s.since) {
		s.toOrganisers(templates.Notice{Code: "late-post", Name: s.who.Name(), At: s.since, Changes: []string{f.Text}})
	}
}
