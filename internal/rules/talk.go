package rules

import (
	"slices"
	"time"
)

// What a player's mails of talk alone come to.
const (
	TalkAsk    = "ask" // each is asked about; so it is for whoever has chosen nothing
	TalkAlways = "always"
	TalkNever  = "never"
)

// Bounds of talk: whoever has more to say has the others' addresses, or waits
// for the next day.
const (
	maxRemarks   = 10   // of one player in a day
	maxRemarksIn = 60   // of all players of a game in a day
	maxRemark    = 8000 // bytes of one
)

// Remark is what a player said to the others: who and when, and a hash of the
// words, so that the same ones do not go round in circles.
type Remark struct {
	Player PlayerID
	At     time.Time
	Words  string
}

// talk decides what players say to each other, which is nobody's move.
func (d *decision) talk(c Command, by By) *Refusal {
	p := d.g.Player(by.Player)
	if p == nil || p.State != Playing {
		return &Refusal{Code: NotPlayer}
	}
	switch c := c.(type) { // not all: those that decide hands on
	case ChooseTalk:
		d.do(TalkChosen{p.ID, c.How})
	case MuteTalk:
		d.do(TalkMuted{p.ID, c.Muted})
	case GatherTalk:
		d.do(TalkGathered{p.ID, c.Gathered})
	case PassTalk:
		return d.passTalk(c, p.ID)
	}
	return nil
}

// TalkSize refuses words of so many bytes that are too long to be passed on.
func TalkSize(bytes int) *Refusal {
	if bytes > maxRemark {
		return &Refusal{Code: TalkTooLong, Limit: maxRemark}
	}
	return nil
}

func (d *decision) passTalk(c PassTalk, by PlayerID) *Refusal {
	if no := TalkSize(c.Size); no != nil {
		return no
	}
	own, all, same := 0, 0, false
	for _, r := range d.g.Remarks {
		if d.at.Sub(r.At) >= 24*time.Hour {
			continue
		}
		all++
		if r.Player == by {
			own++
			same = same || r.Words == c.Words
		}
	}
	switch {
	case same:
		return &Refusal{Code: TalkAgain}
	case own >= maxRemarks:
		return &Refusal{Code: TalkFlood, Limit: maxRemarks}
	case all >= maxRemarksIn:
		return &Refusal{Code: TalkFlood, Limit: maxRemarksIn}
	}
	e := TalkPassed{Player: by, Mail: c.Mail, Words: c.Words}
	if about := d.g.Proposal(c.Proposal); about != nil {
		e.Proposal = about.ID
	}
	d.do(e)
	return nil
}

// applyTalk applies the events of this file's making.
func (g *Game) applyTalk(e Event, at time.Time) {
	switch e := e.(type) { // not all: those that Apply hands on
	case TalkChosen:
		g.changePlayer(e.Player, func(p *Player) { p.Talk = e.How })
	case TalkMuted:
		g.changePlayer(e.Player, func(p *Player) {
			p.Muted = e.Muted
			if !p.Gathers.IsZero() {
				p.Gathers = at // what was said meanwhile was not wanted
			}
		})
	case TalkGathered:
		g.changePlayer(e.Player, func(p *Player) {
			p.Gathers = time.Time{}
			if e.Gathered {
				p.Gathers = at
			}
		})
	case TalkPassed:
		last := g.Remarks[max(0, len(g.Remarks)-maxRemarksIn+1):]
		g.Remarks = append(slices.Clip(last), Remark{e.Player, at, e.Words})
	}
}
