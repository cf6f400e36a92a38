package moderator

import (
	"fmt"
	"time"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// stallAfter is after how long without a move the organisers are told, and told
// again.
const stallAfter = 7 * 24 * time.Hour

// stalls is the last moment up to and with at when the organisers of a game that
// does not move are to be told; zero when it moves, or will by itself.
func stalls(g *rules.Game, at time.Time) time.Time {
	since := stoodSince(g)
	if weeks := at.Sub(since) / stallAfter; !since.IsZero() && weeks >= 1 {
		return since.Add(weeks * stallAfter)
	}
	return time.Time{}
}

// stoodSince is since when nothing but a person's act can move a game on: since
// it last moved, or the deadline passed; zero when something else can.
func stoodSince(g *rules.Game) time.Time {
	if g.Status != rules.Running || !g.NextDeadline().IsZero() {
		return time.Time{}
	}
	since := g.Moved
	if _, at := g.Deadline(); at.After(since) {
		since = at
	}
	return since
}

// nextStall is when a game that stands still will have done so for another week;
// zero when a deadline comes first, which may move it.
func (t *table) nextStall() time.Time {
	since := stoodSince(t.game)
	if since.IsZero() {
		return since
	}
	if t.stallTold.After(since) {
		since = t.stallTold
	}
	return since.Add(stallAfter)
}

// tellStall tells the organisers once a week that nothing happens, for whom the
// game waits, and what they can do.
func (m *Moderator) tellStall(t *table, at time.Time) error {
	due := stalls(t.game, at)
	if due.IsZero() || !due.After(t.stallTold) {
		return nil
	}
	s := m.sheet(t, due, record.Cause{Kind: "clock"})
	if _, told, err := m.book.Letter(s.letterID(0, draft{kind: stalled})); err != nil {
		return fmt.Errorf("moderator: %s: look for a letter: %w", t.name, err)
	} else if !told {
		s.toOrganisers(s.stall())
		if _, err := s.close(); err != nil {
			return err
		}
	}
	t.stallTold = due
	return nil
}

const stalled = "stalled"

// stall is the letter about a game that does not move.
func (s *sheet) stall() templates.Notice {
	of, _ := s.g.Deadline()
	n := templates.Notice{Code: stalled, At: s.g.Moved, Names: names(s.g, s.g.Awaited()), Text: of}
	if len(n.Names) > 0 {
		n.Name = n.Names[0]
	}
	if of == rules.OfVote || of == rules.OfDebate {
		n.Number = numberOf(s.g, s.g.Turn.Proposal)
	}
	if s.g.Stuck != nil {
		n.Rule = s.g.Stuck.Rule
	}
	return n
}
