package moderator

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
)

// gameOf finds the game that a mail belongs to: the one that it names, else the
// only open game its sender plays in. When nothing decides, games are those the
// sender plays in.
func (m *Moderator) gameOf(l *parser.Letter, from string) (t *table, games []string, err error) {
	if t, err := m.gameNamed(l); t != nil || err != nil {
		return t, nil, err
	}
	var open []*table
	for _, t := range m.tables() {
		if t.has(from) || t.organisedBy(from) {
			games = append(games, t.name)
			if !t.over() {
				open = append(open, t)
			}
		}
	}
	if len(open) == 1 {
		return open[0], nil, nil
	}
	if all := m.tables(); len(games) == 0 && len(all) == 1 {
		return all[0], nil, nil
	}
	return nil, games, nil
}

// gameNamed is the game that a mail itself names, nil for none. In this order the
// first that decides: the address it was sent to, the letter it answers, a subject
// tag, its list. Where the record cannot be read, nobody knows, and to go on with
// the next would be a guess.
func (m *Moderator) gameNamed(l *parser.Letter) (*table, error) {
	if t := m.byAddress(l); t != nil {
		return t, nil
	}
	if t, err := m.byThread(l); t != nil || err != nil {
		return t, err
	}
	if t := m.bySubject(l); t != nil {
		return t, nil
	}
	return m.byList(l), nil
}

// beforeAll says that a mail is older than every game and speaks of none. Such
// mail lies in a mailbox that was used before us, and is none of ours: nobody
// wants an answer to it.
func (m *Moderator) beforeAll(l *parser.Letter, at time.Time) (bool, error) {
	if slices.ContainsFunc(m.tables(), func(t *table) bool { return !t.born.After(at) }) {
		return false, nil
	}
	t, err := m.gameNamed(l)
	return t == nil && err == nil, err
}

func (m *Moderator) byAddress(l *parser.Letter) *table {
	for _, t := range m.tables() {
		for _, a := range l.To {
			if own := m.addressOf(t); strings.EqualFold(a.Mail, own) || strings.EqualFold(withoutToken(a.Mail), own) {
				return t
			}
		}
	}
	return nil
}

// addressOf is where players write to a game.
func (m *Moderator) addressOf(t *table) string {
	if t.address != "" {
		return t.address
	}
	local, domain, _ := strings.Cut(m.set.Address, "@")
	if m.set.Delimiter == "" {
		return m.set.Address
	}
	return local + m.set.Delimiter + t.name + "@" + domain
}

func (m *Moderator) byThread(l *parser.Letter) (*table, error) {
	for _, id := range answeredIDs(l) {
		ours, ok, err := m.book.Letter(id)
		if err != nil {
			return nil, fmt.Errorf("moderator: find letter %s: %w", id, err)
		}
		if ok && ours.Game != "" {
			t, _ := m.table(ours.Game)
			return t, nil
		}
	}
	return nil, nil
}

func (m *Moderator) bySubject(l *parser.Letter) *table {
	for _, t := range m.tables() {
		if strings.Contains(strings.ToLower(l.Subject), "["+t.name+"]") {
			return t
		}
	}
	return nil
}

func (m *Moderator) byList(l *parser.Letter) *table {
	for _, t := range m.tables() {
		if l.Through != nil && slices.ContainsFunc(t.mailLists(), func(x rules.MailList) bool { return sameAddress(x.Address, l.Through.Address) }) {
			return t
		}
		if l.ListID != "" && strings.HasPrefix(strings.ToLower(l.ListID), t.name+".") {
			return t
		}
	}
	return nil
}

func (t *table) over() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.game.Status == rules.Won || t.game.Status == rules.Ended
}

func (t *table) has(address string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return playerAt(t.game, address) != nil
}

// languageOf is the language that the player of an address reads; the game's where
// there is no such player, or none in particular.
func (t *table) languageOf(address string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p := playerAt(t.game, address); p != nil && p.Language != "" {
		return p.Language
	}
	return t.game.Language
}

// playerAt finds the player whose address it is; somebody who still plays
// before somebody who left.
func playerAt(g *rules.Game, address string) *rules.Player {
	if address == "" {
		return nil
	}
	if here := playersAt(g, address); len(here) > 0 {
		return here[0]
	}
	return nil
}

// sameAddress compares as mailboxes do in practice: case never matters.
func sameAddress(a, b string) bool {
	return strings.EqualFold(parser.Canonical(a), parser.Canonical(b))
}

// organisedBy says whether an address is of the game's own organisers.
func (t *table) organisedBy(address string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return address != "" && hasAddress(t.game.Organisers, address)
}

// organises says whether an address is an organiser's of this game.
func (m *Moderator) organises(g *rules.Game, address string) bool {
	if address == "" {
		return false
	}
	return hasAddress(g.Organisers, address) || hasAddress(m.set.Organisers, address)
}

// named finds a player by full name, surname, given name or address, when it
// can be only one.
func named(g *rules.Game, words string) *rules.Player {
	words = strings.TrimSpace(words)
	for _, is := range []func(p *rules.Player) bool{
		func(p *rules.Player) bool { return string(p.ID) == words },
		func(p *rules.Player) bool { return strings.EqualFold(p.Name(), words) },
		func(p *rules.Player) bool { return strings.EqualFold(p.Surname+" "+p.Given, words) },
		func(p *rules.Player) bool {
			return slices.ContainsFunc(p.Addresses, func(a string) bool { return sameAddress(a, words) })
		},
		func(p *rules.Player) bool { return strings.EqualFold(p.Surname, words) },
		func(p *rules.Player) bool { return strings.EqualFold(p.Given, words) },
		func(p *rules.Player) bool {
			return slices.ContainsFunc(p.Nicknames, func(n string) bool { return strings.EqualFold(n, words) })
		},
	} {
		if p, ok := only(g.Players, is); ok {
			return p
		}
	}
	return nil
}

func only(all []*rules.Player, is func(*rules.Player) bool) (*rules.Player, bool) {
	var found []*rules.Player
	for _, p := range all {
		if is(p) {
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		return nil, false
	}
	return found[0], true
}

func hasAddress(list []string, address string) bool {
	return slices.ContainsFunc(list, func(a string) bool { return sameAddress(a, address) })
}
