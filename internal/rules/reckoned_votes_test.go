package rules_test

import (
	"cmp"
	"slices"
)

// The reckoning of proposals and votes: rules 104 to 108, 111 and 202 to 207.

func (t *table) propose(s *seat, cs []change) bool {
	if t.over != "" || s != t.mover || t.poll != nil || len(cs) != 1 {
		return false
	}
	n := cmp.Or(t.kept, t.next)
	if !t.lawful(cs[0], n) {
		return false
	}
	if t.kept == 0 {
		t.next++
	}
	t.kept = 0
	t.poll = &poll{number: n, mover: s, change: cs[0], state: "debate", hour: t.hour, said: map[*seat]string{}, silent: map[*seat]bool{}}
	t.polls = append(t.polls, t.poll)
	if t.least == 0 {
		t.open()
	}
	return true
}

// mine is the proposal of that number if s made it and it is in debate.
func (t *table) mine(s *seat, number int) *poll {
	if p := t.poll; t.over == "" && p != nil && p.state == "debate" && p.number == number && p.mover == s {
		return p
	}
	return nil
}

func (t *table) withdraw(s *seat, number int) bool {
	p := t.mine(s, number)
	if p == nil {
		return false
	}
	p.state, t.poll, t.kept = "withdrawn", nil, p.number
	return true
}

func (t *table) revise(s *seat, number int, c change) bool {
	p := t.mine(s, number)
	if p == nil || !t.lawful(c, p.number) {
		return false
	}
	p.change = c
	return true
}

func (t *table) askToOpen(s *seat, number int) bool {
	p := t.mine(s, number)
	if p == nil || p.asked {
		return false
	}
	if p.asked = true; t.hour >= p.hour+t.least {
		t.open()
	}
	return true
}

func (t *table) open() {
	p := t.poll
	p.state, p.hour, p.voters = "voting", t.hour, t.playing()
	if t.ownVote {
		p.said[p.mover] = "for"
	}
}

func (t *table) vote(s *seat, number int, say string) bool {
	p := t.poll
	if t.over != "" || p == nil || p.state != "voting" || p.number != number || !slices.Contains(p.voters, s) {
		return false
	}
	if say == "withdrawn" {
		_, voted := p.said[s]
		delete(p.said, s)
		return voted
	}
	if say == "abstain" && !t.abstain {
		return false
	}
	p.said[s] = say
	t.closeIfComplete()
	return true
}

func (t *table) closeIfComplete() {
	if len(t.poll.said) == len(t.poll.voters) {
		t.decide()
	}
}

// tick is the clock: the time to propose, a debate or a voting may be over.
func (t *table) tick() {
	p := t.poll
	switch {
	case t.over != "" || p == nil && (t.pass == 0 || t.hour < t.began+t.pass):
	case p == nil:
		t.endTurn()
	case p.state == "debate" && (t.hour >= p.hour+t.most || p.asked && t.hour >= p.hour+t.least):
		t.open()
	case p.state == "voting" && t.hour >= p.hour+t.period && t.silence != "wait":
		for _, s := range p.voters {
			if _, voted := p.said[s]; !voted {
				p.said[s], p.silent[s] = t.silence, true
			}
		}
		t.decide()
	}
}

func (p *poll) tally(t *table) {
	for s, say := range p.said {
		n := 1
		if of, ok := t.answer("votes_of").(func(*seat) int); ok {
			n = of(s)
		}
		switch say {
		case "for":
			p.favour += n
		case "against":
			p.against += n
		default:
			p.abstain += n
		}
	}
	p.cast = p.favour + p.against
}

func (p *poll) unanimous() bool { return p.favour > 0 && p.against == 0 }

// adopts is what the rules say of a vote on an ordinary rule-change.
func (t *table) adopts(p *poll) bool {
	if by, ok := t.answer("adopted").(func(*table, *poll) bool); ok {
		return by(t, p)
	}
	return p.unanimous()
}

// adoptsThis looks at what is voted on: making an immutable rule mutable has a
// rule of its own (Rule 109).
func (t *table) adoptsThis(p *poll) bool {
	if p.change.kind == "transmute" && !t.find(p.change.rule).mutable {
		if by, ok := t.answer("adopted_transmutation").(func(*table, *poll) bool); ok {
			return by(t, p)
		}
	}
	return t.adopts(p)
}

// decide ends the voting and the turn.
func (t *table) decide() {
	p := t.poll
	p.tally(t)
	if t.adoptsThis(p) {
		p.state = "adopted"
		goal := t.answer("goal")
		t.apply(p.change, p.number)
		if t.answer("goal") != goal {
			t.lookForWinner()
		}
		t.effects("when_adopted", p)
	} else {
		p.state = "defeated"
		t.effects("when_defeated", p)
	}
	before := p.mover.sixths
	t.effects("when_turn_ends", p)
	p.earned = p.mover.sixths - before
	if t.over == "disputed" {
		t.unended = true
		return
	}
	t.endTurn()
}

// settle is the Judge's word, or the organiser's, on who of several has won.
func (t *table) settle(s *seat) bool {
	if t.over != "disputed" || !slices.Contains(t.winners, s) {
		return false
	}
	t.over, t.winners = "won", []*seat{s}
	if t.unended {
		t.endTurn()
	}
	return true
}
