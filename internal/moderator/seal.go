package moderator

import (
	"fmt"
	"slices"
	"strings"

	"nomicmail/internal/ballots"
	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// Where votes are sealed, the letters that go out anyway tell the seals of those
// that run: receipts, reminders and the answer to "status". A voter's own key
// stands in letters to that voter alone, and is told anew whenever asked for, so
// that neither a lost receipt nor an undoing takes it away.

// seals are those of a proposal whose vote runs, for everybody to see.
func seals(g *rules.Game, p *rules.Proposal) templates.Sealed {
	l, ok := ballots.ListOf(g, p)
	if !ok {
		return templates.Sealed{}
	}
	return templates.Sealed{Seals: []string{l.String()}}
}

// sealsFor are the seals of a proposal whose vote runs, with a voter's own key.
func sealsFor(g *rules.Game, p *rules.Proposal, voter rules.PlayerID) templates.Sealed {
	told := seals(g, p)
	if b := p.Votes[voter]; b.Seal != "" && len(told.Seals) > 0 {
		told.Keys = []string{fmt.Sprintf("key %d %s", p.Number, b.Nonce)}
	}
	return told
}

// sealsTo are the same for whoever asks; who is nil for one who does not play.
func sealsTo(who *rules.Player, g *rules.Game, p *rules.Proposal) templates.Sealed {
	if who == nil {
		return seals(g, p)
	}
	return sealsFor(g, p, who.ID)
}

// sealed are the keys and seals of the votes that a receipt's items are about.
func (s *sheet) sealed(items []templates.Item, voter rules.PlayerID) (told templates.Sealed) {
	var about []int
	for _, i := range items {
		p := s.g.Proposal(i.Proposal)
		voted := i.Option != "" || i.Did == "withdrew-vote"
		if p == nil || i.No != nil || i.Held != "" || !voted || slices.Contains(about, i.Proposal) {
			continue
		}
		about = append(about, i.Proposal)
		one := sealsFor(s.g, p, voter)
		told.Keys, told.Seals = append(told.Keys, one.Keys...), append(told.Seals, one.Seals...)
	}
	return told
}

// opened is what a result tells of sealed ballots, "" where there were none.
func opened(g *rules.Game, p *rules.Proposal) string {
	t, ok := ballots.TallyOf(g, p)
	if !ok {
		return ""
	}
	return t.String()
}

// hushed says that how somebody votes must not be told now, not even in words of
// the voter's or the organiser's that are for all.
func hushed(g *rules.Game) bool {
	return custom(g, "ballots") == sealed && slices.ContainsFunc(g.Proposals, func(p *rules.Proposal) bool { return p.State == rules.Open })
}

// bearsKey says that words have the key of a sealed ballot in them, out of a
// receipt that was quoted. They go nowhere: with it anybody could open the seal.
func (s *sheet) bearsKey(words string) bool {
	bare := strings.ToLower(strings.Join(strings.FieldsFunc(words, func(r rune) bool { return strings.ContainsRune(" \t\r\n>|=", r) }), ""))
	return slices.ContainsFunc(s.g.SecretKeys(), func(key string) bool { return key != "" && strings.Contains(bare, strings.ToLower(key)) })
}

// keepKey says why words with a key go nowhere, if they were meant for all.
func (s *sheet) keepKey(words string, t parser.Talk, alone bool) {
	if t.Aloud == "" && (!alone || t.Private || s.who.Talk == rules.TalkNever) {
		return
	}
	if alone {
		s.items = s.items[:len(s.items)-1]
	}
	s.aside = append(s.aside, templates.Item{Words: words, Why: "talk-key"})
}

// earlierKeys are the keys of ballots that may be told anew after an undoing, by
// the input that brought them.
type earlierKeys map[record.Hash][]earlierKey

type earlierKey struct {
	voter    rules.PlayerID
	proposal int
	option   rules.Option
	key      string
}

// keysOf notes the keys of entries. Before is the game in which they count.
func keysOf(before *rules.Game, entries []record.Entry) earlierKeys {
	all := earlierKeys{}
	for _, e := range entries {
		for _, ev := range e.Events {
			if v, is := ev.(rules.VoteCast); is && v.Ballot.Seal != "" {
				all[e.Cause.Raw] = append(all[e.Cause.Raw], earlierKey{v.Voter, numberOf(before, v.Proposal), v.Ballot.Option, v.Ballot.Nonce})
			}
		}
	}
	return all
}

// keyBefore is the key that this vote of this input had before an undoing, so
// that the receipt which the voter has is still good; "" for a new one.
func (s *sheet) keyBefore(v rules.Vote) string {
	if s.who == nil {
		return ""
	}
	for _, k := range s.keys[s.cause.Raw] {
		if k.voter == s.who.ID && k.proposal == v.Proposal && k.option == v.Option {
			return k.key
		}
	}
	return ""
}

// tellKey has the notice of an undoing bring its new key to the player in whose
// place other words count.
func (s *sheet) tellKey(u undoing) {
	who := s.spokenFor(u)
	p := s.g.Player(who)
	if p == nil {
		return
	}
	keep := s.who
	s.who = p
	defer func() { s.who = keep }()
	f, ok := s.readWords(u.instead, rules.By{Player: who})
	v, is := f.Command.(rules.Vote)
	if !ok || !is || s.g.Proposal(v.Proposal) == nil {
		return
	}
	told := sealsFor(s.g, s.g.Proposal(v.Proposal), who)
	if len(told.Keys) == 0 {
		return
	}
	item := templates.Item{Words: u.instead, Did: "voted", Proposal: v.Proposal, Option: string(v.Option), At: s.g.Proposal(v.Proposal).Closes}
	r := &templates.Receipt{Name: p.Name(), Items: []templates.Item{item}, At: s.at, Until: item.At, EnteredBy: firstOf(s.cause.From, "organiser"), Sealed: told}
	for i := range s.drafts {
		if d := &s.drafts[i]; d.entry == 0 && d.to != nil && d.to.ID == who && d.kind == "undone" && !d.carries {
			d.carry(r)
			return
		}
	}
}

// spokenFor is the player in whose place the words of an undoing that has just
// been done count.
func (s *sheet) spokenFor(u undoing) rules.PlayerID {
	for _, e := range slices.Backward(s.entries) {
		if done, is := earlier(e); is && u.instead != "" {
			return done.Player
		}
	}
	return ""
}
