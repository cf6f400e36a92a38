package moderator

import (
	"strings"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// What anybody may read of a game is what those who watch it are told. It is told
// again here out of the events, so that nothing of the letters that went to
// players is needed: not their receipts, nor their tokens.

// Report is how a game stands at a moment.
func (m *Moderator) Report(g *rules.Game, at time.Time) templates.Standing { return standing(g, at) }

// History are all proposals of a game in a line each, and its Judgments.
func (m *Moderator) History(g *rules.Game) templates.History {
	return templates.History{Proposals: past(g), Questions: questions(g, false)}
}

// Offer is a proposal as it is shown in a game.
func (m *Moderator) Offer(g *rules.Game, p *rules.Proposal) templates.Offer {
	return (&sheet{g: g}).offer(p)
}

// Listed is a proposal with all its parts, as it is shown in a game.
func (m *Moderator) Listed(g *rules.Game, p *rules.Proposal) templates.Listed { return listed(g, p) }

// Ruleset writes the rules of a game for files. Text has the words of the letter that
// answers "rules full", in the game's language; Markdown is the file that comes with
// that letter. At is when the rules became what they are.
func (m *Moderator) Ruleset(g *rules.Game, at time.Time) (text, markdown []byte, err error) {
	d := templates.Digest{Frame: templates.Frame{Game: g.Name, OwnRules: !g.Suber()}, Full: true, At: at}
	for _, r := range g.Rules {
		d.Rules = append(d.Rules, ruleLine(g, r))
	}
	for _, r := range g.Gone {
		d.Repealed = append(d.Repealed, ruleLine(g, r))
	}
	d.Sections = sections(g)
	w, err := templates.Write(templates.Reader{Language: g.Language, Zone: g.Zone}, d)
	if err != nil {
		return nil, nil, err
	}
	markdown, err = markdownOf(g, at)
	return []byte(strings.TrimRight(w.Text, "\n") + "\n"), markdown, err
}

// News are the letters that an entry brought to those who watch: before and after
// are the game around it. They have no frame.
func (m *Moderator) News(before, after *rules.Game, e record.Entry) []templates.Letter {
	s := m.sheet(&table{name: e.Game, game: after}, e.At, record.Cause{Kind: e.Cause.Kind})
	s.g.Observers = []rules.Observer{{Language: after.Language}}
	var voting bool
	for i, ev := range e.Events {
		switch ev := ev.(type) { // not all: of the others those who watch hear nothing
		case rules.VotingClosed:
			voting = true
			s.tellResult(before, e.Events[i:])
		case rules.TurnEnded:
			if !voting {
				s.tellPassed(before, e.Events, ev)
			}
			voting = false
		case rules.GameWon:
			s.tellGameOver(ev)
		case rules.ProposalsDistributed:
			s.tellDistribution(ev)
		case rules.ReportMade:
			s.tellReportShort(before, ev)
		case rules.CaseCalled, rules.CaseReopened:
			s.tellCase(e.Events, ev)
		case rules.ClaimsSettled:
			s.tellDenied(ev)
		case rules.GameStarted, rules.GamePaused, rules.GameResumed, rules.PlayerForfeited, rules.PlayerRemoved,
			rules.PlayerReplaced, rules.ProposalWithdrawn, rules.ClauseSettled, rules.RoundBegan, rules.GameEnded:
			s.tellNotice(before, e.Events, ev)
		}
	}
	var list []templates.Letter
	for _, d := range s.drafts {
		if d.news && d.to == nil {
			list = append(list, d.make(templates.Frame{Game: e.Game, OwnRules: !after.Suber()}))
		}
	}
	return list
}

// Words are what a player said to the others, read once more from the mail; ok is
// false when the mail is not kept, or no longer reads as what was passed on. The
// game is the one that the words were said in.
func (m *Moderator) Words(g *rules.Game, e rules.TalkPassed) (words string, ok bool) {
	var h record.Hash
	if h.UnmarshalText([]byte(e.Mail)) != nil {
		return "", false
	}
	in, ok, err := m.book.Input(h)
	if err != nil || !ok {
		return "", false
	}
	l := parser.Parse(in.Raw, m.options())
	s := m.sheet(&table{name: g.Name, game: g}, in.At, record.Cause{Kind: "mail"})
	s.in, s.who = &in, s.g.Player(e.Player)
	ctx, err := s.context(l, rules.By{Player: e.Player})
	if err != nil {
		return "", false
	}
	talk := parser.Read(l, ctx).Talk
	for _, words := range []string{talk.Aloud, talk.Own} {
		if words != "" && wordsHash(words) == e.Words && !s.bearsToken(words) {
			return words, true
		}
	}
	return "", false
}

// wordsHash is what the record keeps of words that were passed on.
func wordsHash(words string) string {
	same := strings.Join(strings.Fields(strings.ToLower(words)), " ")
	return record.HashOf([]byte(same)).String()
}
