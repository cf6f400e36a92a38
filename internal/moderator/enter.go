package moderator

import (
	"regexp"
	"strings"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// enterFor does "record NAME: 301 FOR" by mail: a move that was made elsewhere.
func (s *sheet) enterFor(words string) (templates.Item, *rules.Refusal, error) {
	who, said, ok := strings.Cut(words, ":")
	if !ok || strings.TrimSpace(said) == "" {
		return templates.Item{}, nil, &Misread{words, "record NAME: 301 FOR"}
	}
	p := named(s.g, who)
	if p == nil {
		return templates.Item{}, &rules.Refusal{Code: rules.NoSuchPlayer, Player: strings.TrimSpace(who)}, nil
	}
	return s.enterAs(p, strings.TrimSpace(said))
}

var shortVote = regexp.MustCompile(`^\d+\D+$`)

// enterAs does what words say for a player. The player gets a copy, and the
// others learn that it was entered, and why; how somebody voted is not told.
func (s *sheet) enterAs(p *rules.Player, words string) (templates.Item, *rules.Refusal, error) {
	s.hand = s.organiserName()
	why := ""
	if about, reason := because(words); shortVote.MatchString(about) {
		words, why = about, reason
	}
	refusal, err := s.speakFor(p.ID, words, 0)
	if refusal != nil || err != nil {
		return templates.Item{}, refusal, err
	}
	n := templates.Notice{Code: "entered", Name: p.Name(), Why: why}
	s.noticeBut(p, n)
	return templates.Item{Did: "entered", Name: p.Name()}, nil, nil
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
