package web

import (
	"math/big"

	"nomicmail/internal/rules"
)

// playersShown is who plays, and how the points went.
type playersShown struct {
	Scores []scoreLine
	Goal   string
	Chart  *chart // nil before the end of the first turn
	Names  []string
	Turns  []turnLine // the newest first
	More   int        // older turns that the table leaves out
}

// turnLine is one row of the chart's table.
type turnLine struct {
	Turn   int
	Points []string
}

// mostTurns is how many turns the table of points has; the chart has all.
const mostTurns = 100

func playersPage(v view, name string) *content {
	if name != "players.html" {
		return nil
	}
	d := playersShown{Scores: v.scores(), Goal: v.Now.Goal()}
	for _, id := range v.Now.Order {
		d.Names = append(d.Names, playerName(v.Now, id))
	}
	for i := len(v.turns) - 1; i >= 0; i-- {
		if len(d.Turns) == mostTurns {
			d.More = i + 1
			break
		}
		l := turnLine{Turn: v.turns[i].Turn}
		for _, id := range v.Now.Order {
			p, playing := v.turns[i].Points[id]
			text := ""
			if playing {
				text = p.String()
			}
			l.Points = append(l.Points, text)
		}
		d.Turns = append(d.Turns, l)
	}
	d.Chart = v.chart()
	return &content{page: "players", section: "players", title: v.say("players-title"), data: d}
}

// series are the points of a player at the end of each turn; ok is false where
// the player had not joined.
func (v view) series(id rules.PlayerID) (points []float64, ok []bool) {
	for _, t := range v.turns {
		p, known := t.Points[id]
		value, _ := new(big.Rat).Set(p.Rat()).Float64()
		points, ok = append(points, value), append(ok, known)
	}
	return points, ok
}
