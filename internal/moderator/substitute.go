package moderator

import (
	"regexp"
	"slices"
	"strings"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// seatReason is why somebody who is no player is asked: whether to take over a
// player's seat.
const seatReason = "confirm-seat"

var substitute = regexp.MustCompile(`(?is)^(.+?)\s+(?:by|with|por|com|con|yerine|helyett)\s+(.+<[^<>]+>)$`)

const substituteHint = "replace NAME by Given SURNAME <address> because …"

// readSubstitute reads "Cem by Eve FENNIMORE <eve@example.org>".
func (s *sheet) readSubstitute(words string) (rules.Replace, error) {
	about, why := because(words)
	m := substitute.FindStringSubmatch(about)
	if m == nil {
		return rules.Replace{}, &Misread{words, substituteHint}
	}
	c, err := s.joining(m[2])
	join, ok := c.(rules.Join)
	if err != nil || !ok {
		return rules.Replace{}, &Misread{m[2], substituteHint}
	}
	r := rules.Replace{Player: rules.PlayerID(m[1]), Given: join.Given, Surname: join.Surname, Addresses: join.Addresses, Why: why}
	if p := named(s.g, m[1]); p != nil {
		r.Player = p.ID
	}
	return r, nil
}

// invite asks somebody whether to take over a player's seat. Until the answer
// comes the player keeps it.
func (s *sheet) invite(words string) (templates.Item, *rules.Refusal, error) {
	r, err := s.readSubstitute(words)
	if err != nil {
		return templates.Item{}, nil, err
	}
	if _, err := rules.Decide(s.g, r, rules.By{Organiser: true}, s.at); err != nil {
		no, _ := err.(*rules.Refusal)
		return templates.Item{}, no, nil
	}
	h := rules.Hold{From: r.Addresses[0], Text: words, Reason: seatReason, First: 1, Mail: s.in.Hash.String()}
	to := addressee{address: r.Addresses[0], language: s.g.Language, zone: s.g.Zone, name: strings.TrimSpace(r.Given + " " + r.Surname)}
	item := templates.Item{Did: "asked-seat", Name: to.name}
	return item, nil, s.putQuestion(h, []addressee{to}, name(s.g, r.Player))
}

// seat tells a stranger what there is to take over.
func (s *sheet) seat(words string) *templates.Seat {
	r, err := s.readSubstitute(words)
	p := s.g.Player(r.Player)
	if err != nil || p == nil {
		return nil
	}
	others := slices.DeleteFunc(playing(s.g), func(id rules.PlayerID) bool { return id == p.ID })
	return &templates.Seat{By: s.hand, Why: r.Why, Points: p.Points.String(), Others: names(s.g, others)}
}

// takeSeat gives the seat to whoever has said yes.
func (s *sheet) takeSeat(q *rules.Question) (templates.Item, error) {
	r, err := s.readSubstitute(q.Text)
	if err != nil {
		return templates.Item{}, err
	}
	organiser := rules.By{Organiser: true}
	if _, _, err := s.decide(rules.SettleHeld{Held: q.Held, How: r.Addresses[0]}, organiser); err != nil {
		return templates.Item{}, err
	}
	s.hand = s.askerOf(q.Held)
	defer func() { s.hand = "" }()
	_, refusal, err := s.decide(r, organiser)
	if refusal != nil || err != nil {
		return templates.Item{No: no(refusal)}, err
	}
	s.who = s.g.Player(r.Player)
	return templates.Item{Did: "joined", Name: s.who.Name()}, nil
}

// seatDeclined tells the organisers that somebody has said no.
func (s *sheet) seatDeclined(q *rules.Question) {
	if r, err := s.readSubstitute(q.Text); err == nil {
		next := strings.TrimSpace(r.Given + " " + r.Surname)
		s.toOrganisers(templates.Notice{Code: "seat-declined", Name: next, Other: name(s.g, r.Player)})
	}
}

// askerOf is the organiser whose act a question came from, "" where that cannot
// be told.
func (s *sheet) askerOf(held int) string {
	for e, err := range s.m.book.Entries(s.t.name, 1) {
		if err != nil {
			return ""
		}
		for _, ev := range e.Events {
			if h, ok := ev.(rules.WordsHeld); ok && h.Held == held {
				if p := playerAt(s.g, e.Cause.From); p != nil {
					return p.Name()
				}
				return e.Cause.From
			}
		}
	}
	return ""
}

// tellReplaced tells that a seat has changed hands: the one who left it, the
// others, and the one who has it now, who gets what waits for an answer.
func (s *sheet) tellReplaced(before *rules.Game, e rules.PlayerReplaced) {
	g, old, now := s.g, before.Player(e.Player), s.g.Player(e.Player)
	n := templates.Notice{Code: "replaced", Name: old.Name(), Other: now.Name(), Why: e.Why, By: s.hand}
	s.drafts = append(s.drafts, draft{reader: s.addresseeOf(old), kind: n.Code, make: func(f templates.Frame) templates.Letter {
		n := n
		n.Frame, n.Code = f, "seat-left"
		return n
	}})
	s.post(now, "welcome", 0, func(f templates.Frame) templates.Letter {
		w := s.welcome(f, now)
		w.Former, w.Points = old.Name(), now.Points.String()
		return w
	})
	s.noticeBut(now, n)
	for _, p := range recent(g) {
		if p.State == rules.Open && hasVoter(p, now.ID) {
			s.sendBallot(rules.VotingOpened{Proposal: p.ID, Voters: p.Voters, Closes: p.Closes}, []rules.PlayerID{now.ID})
		}
	}
	if g.Turn.Mover == now.ID && g.Phase == rules.Proposing {
		s.tellMover([]rules.Event{rules.TurnBegan{}})
	}
}

func hasVoter(p *rules.Proposal, id rules.PlayerID) bool {
	for _, v := range p.Voters {
		if v == id {
			return true
		}
	}
	return false
}
