package moderator

import (
	"fmt"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

// GameFileOf makes the game file with which a game began, and its ruleset, out
// of the first entry of its record. Address is the game's, for those that have
// none of their own. The file names the ruleset ruleset.md beside it.
func GameFileOf(first record.Entry, address string) (GameFile, rulesets.Set, error) {
	f := GameFile{Start: first.At}
	var set rulesets.Set
	index := map[rules.PlayerID]int{}
	for _, e := range first.Events {
		switch e := e.(type) { // not all: these are what Create writes
		case rules.GameCreated:
			f.Name, f.Address, f.Language, f.Timezone, f.Organisers = e.Name, e.Address, e.Language, e.Timezone, e.Organisers
			f.Ruleset, f.Customs, f.NextNumber, f.Circuits, f.Mover = "ruleset.md", e.Customs, e.NextNumber, e.Circuits, e.Mover
			f.Shadow, f.Officers, f.NextRule, f.Mark = e.Shadow, e.Officers, e.NextRule, e.Mark
			for _, l := range e.Lists {
				f.Lists = append(f.Lists, ListFile{Address: l.Address, ID: l.ID, Role: string(l.Role), Hosts: l.Hosts})
			}
			set = rulesets.Set{Name: e.Ruleset, Language: e.Language, Title: e.Name, Rules: e.Rules}
		case rules.PlayerJoined:
			p := e.Player
			index[p.ID] = len(f.Players)
			f.Players = append(f.Players, PlayerFile{Given: p.Given, Surname: p.Surname, Addresses: p.Addresses, Language: p.Language, Timezone: p.Timezone, Nicknames: p.Nicknames})
		case rules.Awarded:
			if i, ok := index[e.Player]; ok && e.Points.Rat().IsInt() {
				f.Players[i].Points += e.Points.Rat().Num().Int64()
			}
		}
	}
	if f.Name == "" {
		return f, set, fmt.Errorf("moderator: the record of %s does not begin with its making", first.Game)
	}
	if f.Address == "" {
		f.Address = address
	}
	return f, set, nil
}

// AddressOf is the address that players of a game write to.
func (m *Moderator) AddressOf(game string) (string, error) {
	t, err := m.table(game)
	if err != nil {
		return "", err
	}
	return m.addressOf(t), nil
}
