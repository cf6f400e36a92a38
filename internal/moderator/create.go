package moderator

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// Create opens the record of a new game from a game file and enters its
// players, who are told. It does not start it.
func (m *Moderator) Create(f GameFile, by string, at time.Time) (Done, error) {
	if _, err := m.table(f.Name); err == nil {
		return Done{}, fmt.Errorf("there is a game %q already", f.Name)
	}
	created, err := m.created(f)
	if err != nil {
		return Done{}, err
	}
	act := Act{Game: f.Name, By: by, Verb: "create", At: at.UTC()}
	t := &table{name: f.Name, game: &rules.Game{}, address: created.Address, born: act.At}
	places, err := m.book.Places() // it may have been begun before, and not ended
	if err != nil {
		return Done{}, fmt.Errorf("moderator: look for secrets: %w", err)
	}
	if err := m.openSeals(t, places, nil); err != nil {
		return Done{}, err
	}
	s := m.sheet(t, act.At, record.Cause{Kind: "act", From: by})
	if err := s.keepAct(act); err != nil {
		return Done{}, err
	}
	s.g.Apply(created, s.at)
	s.events = append(s.events, created)
	m.noteFollowed(s.g)
	for _, p := range f.Players {
		if err := s.enter(p); err != nil {
			return Done{}, err
		}
	}
	if err := s.takeOver(f.Proposals); err != nil {
		return Done{}, err
	}
	if _, err := s.close(); err != nil {
		return Done{}, err
	}
	t.keepLists()
	m.mu.Lock()
	m.at[f.Name] = t
	m.mu.Unlock()
	return s.done(fmt.Sprintf("game %s created; players: %d", f.Name, len(f.Players))), nil
}

// NewMark is the mark of a game that is made at a moment. A game of the same name on
// the same domain that was there before has another, so that no mail program takes a
// letter of this one for one that it has had (RFC 5322 §3.6.4).
func NewMark(at time.Time) string { return strconv.FormatInt(at.Unix(), 36) }

func (m *Moderator) created(f GameFile) (rules.GameCreated, error) {
	set, err := f.ruleset(m.set.Ruleset)
	if err != nil {
		return rules.GameCreated{}, err
	}
	if err := f.giveHistories(set.Rules); err != nil {
		return rules.GameCreated{}, err
	}
	c := rules.GameCreated{
		Name: f.Name, Ruleset: set.Name, Language: f.Language, Timezone: f.Timezone, Customs: f.Customs,
		Rules: set.Rules, NextNumber: f.NextNumber, Circuits: f.Circuits, Mover: f.Mover, Address: f.Address,
		Shadow: f.Shadow, Officers: f.Officers, NextRule: f.NextRule, Mark: f.Mark,
	}
	if c.Language == "" {
		c.Language = set.Language
	}
	if c.Timezone == "" {
		c.Timezone = "UTC"
	}
	if f.Organiser != "" {
		c.Organisers = append(c.Organisers, f.Organiser)
	}
	c.Organisers = append(c.Organisers, f.Organisers...)
	for _, l := range f.Lists {
		list, _ := l.list()
		c.Lists = append(c.Lists, list)
	}
	c.Customs = onLists(c.Customs, c.Lists)
	if err := c.Check(); err != nil {
		return c, FileFaults(strings.Split(err.Error(), "\n"))
	}
	return c, nil
}

// enter makes a player of the game file a player of the game.
func (s *sheet) enter(p PlayerFile) error {
	join := rules.Join{
		Given: strings.TrimSpace(p.Given), Surname: strings.TrimSpace(p.Surname),
		Addresses: p.Addresses, Language: p.Language, Timezone: p.Timezone, Nicknames: p.Nicknames, Since: p.Since,
	}
	events, refusal, err := s.decide(join, rules.By{Organiser: true})
	if err != nil {
		return err
	}
	if refusal != nil {
		return fmt.Errorf("player %s %s: %w", p.Given, p.Surname, refusal)
	}
	if p.Points == 0 {
		return nil
	}
	for _, e := range events {
		if j, ok := e.(rules.PlayerJoined); ok {
			e := rules.Awarded{Player: j.Player.ID, Points: rules.Whole(p.Points), Why: asItStood}
			s.g.Apply(e, s.at)
			s.events = append(s.events, e)
		}
	}
	return nil
}

// asItStood is why players of a game that was begun elsewhere have points at its
// beginning.
const asItStood = "from the game as it stood"

// keepAct makes the act the raw input of the sheet.
func (s *sheet) keepAct(a Act) error {
	raw, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("moderator: write act: %w", err)
	}
	s.in = &record.Input{Hash: record.HashOf(raw), Raw: raw, From: a.By, At: a.At, Where: "act", Game: a.Game, Outcome: "counted"}
	s.in.Commands = []string{strings.TrimSpace(a.Verb + " " + a.Words)}
	s.cause.Raw = s.in.Hash
	return nil
}

func (s *sheet) done(news ...string) Done {
	d := Done{News: news}
	if n := len(s.entries); n > 0 {
		d.Entry, d.Hash = s.entries[n-1].N, s.entries[n-1].Hash.String()
	}
	return d
}

// Sentence writes a refusal for operators and players in English.
func Sentence(r *rules.Refusal) string { return templates.Sentence("en", *no(r)) }
