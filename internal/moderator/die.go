package moderator

import (
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// secret gives the secret of a die to the rules. When it cannot be had, nothing
// of what is being decided may happen.
func (s *sheet) secret(turn, draw int) string {
	secret, err := s.m.secret(s.t, turn, draw)
	if err != nil {
		s.fault = err
	}
	return secret
}

// secret gives the secret of a game's die. One that is new is in the book before
// anybody hears of it: whatever happens after, the die stays the same.
func (m *Moderator) secret(t *table, turn, draw int) (string, error) {
	if t.secrets == nil {
		places, err := m.book.Places()
		if err != nil {
			return "", fmt.Errorf("moderator: look for the dice of %s: %w", t.name, err)
		}
		t.secrets = map[string]string{}
		for key, secret := range places {
			if strings.HasPrefix(key, "die/"+t.name+"/") {
				t.secrets[key] = secret
			}
		}
	}
	key := DiePlace(t.name, turn, draw)
	if secret := t.secrets[key]; secret != "" {
		return secret, nil
	}
	random := make([]byte, 16)
	if _, err := io.ReadFull(m.set.Rand, random); err != nil {
		return "", fmt.Errorf("moderator: a die's secret: %w", err)
	}
	secret := hex.EncodeToString(random)
	if err := m.book.Place(key, secret); err != nil {
		return "", fmt.Errorf("moderator: keep a die of %s: %w", t.name, err)
	}
	t.secrets[key] = secret
	return secret, nil
}

// DiePlace is the key under which the secret of a die is kept in the book.
func DiePlace(game string, turn, draw int) string {
	return fmt.Sprintf("die/%s/%d/%d", game, turn, draw)
}

// throw is a die as letters show it.
func throw(game string, e rules.DieThrown) templates.Throw {
	d := rules.Die{Game: game, Turn: e.Turn, Draw: e.Draw}
	return templates.Throw{Rule: e.Rule, Sides: e.Sides, Value: e.Value, Of: d.Name(), Nth: e.Nth, Secret: e.Secret}
}
