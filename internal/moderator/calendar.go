package moderator

import (
	"fmt"
	"slices"
	"time"

	"nomicmail/internal/ical"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// appointment is a deadline of a player's as a calendar shows it.
type appointment struct {
	uid    string // the same for as long as there is the deadline
	of     string // "propose" or "vote"
	number int    // of the proposal
	at     time.Time
	gone   bool // it has fallen away
}

// appointments are what a player has to do, and by when. A deadline that waits for
// the answer to a question is where it was.
func appointments(g *rules.Game, who rules.PlayerID) []appointment {
	of, at := g.Deadline()
	if since := g.Waiting(); !since.IsZero() {
		at = since
	}
	p := proposalOf(g, g.Turn.Proposal)
	switch {
	case at.IsZero():
	case of == rules.OfProposal && g.Turn.Mover == who:
		return []appointment{{uid: fmt.Sprintf("turn-%d.%s", g.Turn.Number, g.Name), of: of, at: at}}
	case of == rules.OfVote && p != nil && slices.Contains(p.Voters, who):
		return []appointment{{uid: fmt.Sprintf("vote-%d.%s", p.ID, g.Name), of: of, number: p.Number, at: at}}
	}
	return nil
}

// changed are the appointments of a player's that are new, moved or gone. One that
// is over is left in the calendar.
func (s *sheet) changed(who rules.PlayerID) []appointment {
	was, is := appointments(s.t.game, who), appointments(s.g, who)
	var list []appointment
	for _, a := range is {
		if !slices.Contains(was, a) {
			list = append(list, a)
		}
	}
	for _, a := range was {
		kept := slices.ContainsFunc(is, func(b appointment) bool { return a.uid == b.uid })
		if a.gone = true; !kept && a.at.After(s.at) {
			list = append(list, a)
		}
	}
	return list
}

// calendar is the file that tells a player's calendar what has changed, without a
// body if nothing has. Its number grows with every change, because it is that of
// the entry that the change stands in (RFC 5545 §3.8.7.4).
func (s *sheet) calendar(to *rules.Player, language string, entry uint64) Attachment {
	list := s.changed(to.ID)
	if len(list) == 0 || custom(s.g, "calendar") == "no" {
		return Attachment{}
	}
	c := ical.Calendar{Method: "PUBLISH"}
	for _, a := range list {
		c.Events = append(c.Events, ical.Event{
			UID: a.uid + "@" + s.host(), Sequence: entry, Changed: s.at, At: a.at, Gone: a.gone,
			Summary: templates.Appointment(language, s.g.Name, a.of, a.number), Organizer: s.m.addressOf(s.t),
		})
	}
	return Attachment{Name: s.g.Name + "-deadline.ics", Body: c.Bytes()}
}
