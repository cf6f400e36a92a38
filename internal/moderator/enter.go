package moderator

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// enterFor does "record NAME: 301 FOR" by mail: a move that was made elsewhere. A
// reason may stand before the colon, where it is that of several lines.
func (s *sheet) enterFor(words string) (templates.Item, *rules.Refusal, error) {
	head, said, ok := strings.Cut(words, ":")
	if !ok || strings.TrimSpace(said) == "" {
		return templates.Item{}, nil, &Misread{words, "record NAME: 301 FOR"}
	}
	who, why := because(head)
	p := named(s.g, who)
	if p == nil {
		return templates.Item{}, &rules.Refusal{Code: rules.NoSuchPlayer, Player: strings.TrimSpace(who)}, nil
	}
	return s.enterAs(p, strings.TrimSpace(said), why)
}

// recordReason is why words are not entered: nobody can tell what the player is to
// have said.
const recordReason = "record-unclear"

var shortVote = regexp.MustCompile(`^\d+\D+$`)

// enterAs does what words say for a player. The player gets a copy, and the
// others learn that it was entered, and why; how somebody voted is not told.
func (s *sheet) enterAs(p *rules.Player, words, why string) (templates.Item, *rules.Refusal, error) {
	s.hand = s.organiserName()
	if about, reason := because(words); shortVote.MatchString(about) && reason != "" {
		words, why = about, reason
	}
	done := templates.Item{Did: "entered", Name: p.Name()}
	about, _ := because(words)
	if c, ok := s.choosing(p, about); ok {
		refusal, err := s.chooseFor(p, c, about)
		return done, refusal, err
	}
	refusal, err := s.speakFor(p.ID, words, 0)
	var misread *Misread
	if errors.As(err, &misread) && s.letter != nil {
		return templates.Item{Held: recordReason, Name: p.Name()}, nil, err
	}
	if refusal != nil && refusal.Code == rules.VotingOver {
		if item, no, err, done := s.recordClaimed(p, words, why, refusal.Proposal); done {
			return item, no, err
		}
	}
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	n := templates.Notice{Code: "entered", Name: p.Name(), Why: why}
	if !slices.Contains(s.entered, n.Name+"\n"+why) { // one letter tells of all that a mail enters
		s.entered = append(s.entered, n.Name+"\n"+why)
		s.noticeBut(p, n)
	}
	return done, nil, nil
}

// choosing reads words as a setting of a player's that an organiser can make:
// none of those by which a player is known.
func (s *sheet) choosing(p *rules.Player, words string) (parser.Setting, bool) {
	keep := s.who
	s.who = p
	defer func() { s.who = keep }()
	f, ok := s.readWords(words, rules.By{Player: p.ID})
	c, is := f.Command.(parser.Setting)
	return c, ok && is && slices.Contains(choices, c.Name)
}

// chooseFor makes a setting for a player, who gets a copy. Where it is news for the
// others, they get it as from the player, with the organiser's name.
func (s *sheet) chooseFor(p *rules.Player, c parser.Setting, words string) (*rules.Refusal, error) {
	keep := s.who
	s.who = p
	defer func() { s.who = keep }()
	command, item := s.choice(c)
	if command == nil {
		hint := words
		if len(item.Answers) > 0 {
			hint = item.Answers[0]
		}
		return nil, &Misread{words, "record " + p.Given + ": " + hint}
	}
	_, refusal, err := s.decide(command, rules.By{Player: p.ID})
	if refusal == nil && err == nil {
		item.Words = words
		s.copyTo(s.g.Player(p.ID), item, false)
	}
	return refusal, err
}

// organising reads "organiser add ADDRESS".
func (s *sheet) organising(verb, words, why string) (rules.Command, error) {
	address := strings.ToLower(strings.Trim(words, "<> "))
	if !plausible(address) {
		return nil, &Misread{words, verb + " org@example.org"}
	}
	if verb == "organiser add" {
		return rules.AddOrganiser{Address: address, Why: why}, nil
	}
	return rules.RemoveOrganiser{Address: address, Why: why}, nil
}

// tellOrganiser tells all, and the organiser, that somebody may organise the game
// from now on, or no longer.
func (s *sheet) tellOrganiser(code, address, why string) {
	n := templates.Notice{Text: address, Why: why}
	s.notice(code, n)
	if playerAt(s.g, address) != nil || hasAddress(s.organisers(), address) || sameAddress(address, s.cause.From) {
		return // told already, or known from the receipt
	}
	n.Code, n.By = code, s.hand
	s.postTo(addressee{address: address, language: s.g.Language, zone: s.g.Zone}, code, 0, func(f templates.Frame) templates.Letter {
		n := n
		n.Frame = f
		return n
	})
}
