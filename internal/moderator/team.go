package moderator

import (
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// teamWith does "team with NAME"; without a name it ends the sender's teams.
func (s *sheet) teamWith(words string, by rules.By) (templates.Item, error) {
	command := rules.Team{}
	if words != "" {
		p := named(s.g, words)
		if p == nil {
			return templates.Item{No: no(&rules.Refusal{Code: rules.NoTeamMate, Player: words})}, nil
		}
		command.With = p.ID
	}
	events, refusal, err := s.decide(command, by)
	if err != nil || refusal != nil {
		return templates.Item{No: no(refusal)}, err
	}
	for _, e := range events {
		switch e := e.(type) { // not all: the other events change no team
		case rules.TeamOffered:
			return templates.Item{Did: "team-offered", Name: name(s.g, e.With)}, nil
		case rules.TeamMade:
			return templates.Item{Did: "team-made", Name: name(s.g, e.With)}, nil
		}
	}
	return templates.Item{Did: "team-ended"}, nil
}

// tellTeam asks whom a player has named, and tells all what came of it.
func (s *sheet) tellTeam(e rules.Event) {
	g := s.g
	switch e := e.(type) { // not all: those that tellNotice hands on
	case rules.TeamOffered:
		s.postNotice(g.Player(e.With), "team-offered", templates.Notice{Code: "team-offered", Name: name(g, e.Player), Rule: cited(g, 212)})
	case rules.TeamMade:
		s.notice("team-made", templates.Notice{Names: names(g, []rules.PlayerID{e.Player, e.With}), Rule: cited(g, 212)})
	case rules.TeamEnded:
		if len(e.Mates) > 0 {
			s.notice("team-ended", templates.Notice{Name: name(g, e.Player), Names: names(g, e.Mates)})
		}
	}
}
