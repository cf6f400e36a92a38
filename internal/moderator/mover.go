package moderator

import (
	"slices"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// tellMover gives the mover the word, in a letter that goes out anyway where
// there is one.
func (s *sheet) tellMover(events []rules.Event) {
	if !begins(events) || len(s.g.Wanting()) > 0 || s.g.Turn.Ended || s.g.Status != rules.Running {
		return
	}
	mover := s.g.Player(s.g.Turn.Mover)
	turn := s.yourTurn()
	for k := len(s.drafts) - 1; k >= 0; k-- {
		if d := &s.drafts[k]; d.entry == 0 && d.to == mover && slices.Contains([]string{"result", "passed", "started", "judgment"}, d.kind) {
			d.turn = turn
			return
		}
	}
	s.post(mover, "your-turn", 0, func(f templates.Frame) templates.Letter {
		t := *turn
		t.Frame = f
		return t
	})
}

// begins says whether somebody may propose now who could not before.
func begins(events []rules.Event) bool {
	return slices.ContainsFunc(events, func(e rules.Event) bool {
		switch e.(type) { // not all: what lets a mover propose
		case rules.TurnBegan, rules.TurnFreed:
			return true
		}
		return false
	})
}

func (s *sheet) yourTurn() *templates.YourTurn {
	g := s.g
	silent := custom(g, "missing_proposal")
	away := awayUntil(g, g.Turn.Mover, s.at)
	if custom(g, "absence") == "pass" && away.After(g.Turn.ProposeBy) {
		silent = "pass"
	}
	return &templates.YourTurn{
		Name: name(g, g.Turn.Mover), Number: g.NextNumber(), ProposeBy: g.Turn.ProposeBy,
		AtMost: atMost(g), IfSilent: silent, Circuit: g.Circuits + 1, Die: g.NextDie(),
		AwayUntil: away, IfAway: custom(g, "absence"),
	}
}

// awayUntil is until when a player is away, zero when she is not.
func awayUntil(g *rules.Game, id rules.PlayerID, at time.Time) time.Time {
	if p := g.Player(id); p != nil && p.Away.After(at) {
		return p.Away
	}
	return time.Time{}
}

// moverName is whose turn it is; "" when it is nobody's.
func moverName(g *rules.Game) string {
	if g.Status != rules.Running || g.Turn.Ended {
		return ""
	}
	return name(g, g.Turn.Mover)
}
