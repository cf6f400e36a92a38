package moderator

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/templates"
)

// How many answers are given in a day (RFC 3834 §2: a responder must not be made
// to flood anybody). What is written is read and counts all the same; only the
// answers rest until the next day begins. Letters to all players are no answers.
const (
	strangerADay  = 5    // to an address that no player has
	strangersADay = 100  // to all such, of one game: they take no answers from players
	playerADay    = 60   // to a player's address
	playersADay   = 1000 // to all players of one game
	keptEvery     = 10   // answers, after which a count is put into the book
	talliesMost   = 10_000
)

// tally counts the answers of a day to one address, or of one game.
type tally struct {
	Day   string
	Count int
}

// mayAnswer counts one answer more under a key and says whether it may be given;
// begins is true for the first that may not. Counts are in the book, so that a
// restart forgets a few at most, and never that a limit was reached.
func (m *Moderator) mayAnswer(key string, most int, at time.Time) (ok, begins bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.answers == nil {
		m.answers = m.keptTallies()
	}
	day := at.UTC().Format(time.DateOnly)
	if len(m.answers) > talliesMost {
		maps.DeleteFunc(m.answers, func(_ string, c tally) bool { return c.Day != day })
	}
	c := m.answers[key]
	if c.Day != day {
		c = tally{Day: day}
	}
	c.Count++
	m.answers[key] = c
	if c.Count <= most+1 && (most < keptEvery || c.Count%keptEvery == 0 || c.Count > most) {
		if err := m.book.Place(answersPlace+key, fmt.Sprintf("%s %d", c.Day, c.Count)); err != nil {
			m.set.Log.Error("the count of answers cannot be kept", "of", key, "err", err)
		}
	}
	return c.Count <= most, c.Count == most+1
}

const answersPlace = "answers/"

// keptTallies are the counts as the book has them; none when it cannot be read,
// which costs a few letters.
func (m *Moderator) keptTallies() map[string]tally {
	all := map[string]tally{}
	places, err := m.book.Places()
	if err != nil {
		m.set.Log.Error("the counts of answers cannot be read", "err", err)
	}
	for key, value := range places {
		if key, ok := strings.CutPrefix(key, answersPlace); ok {
			var c tally
			if _, err := fmt.Sscanf(value, "%s %d", &c.Day, &c.Count); err == nil {
				all[key] = c
			}
		}
	}
	return all
}

// answersTo is the key of an address: what stands for it is short, whoever
// wrote it.
func answersTo(address string) string {
	return record.HashOf([]byte(strings.ToLower(parser.Canonical(address)))).String()[:32]
}

// restrain takes back what would answer nobody, or somebody who has had enough
// answers for a day, and says so when that begins: to a player, and to the
// organisers.
func (s *sheet) restrain() {
	answers := len(s.items)+len(s.aside) > 0 || s.asked
	if s.letter == nil || !answers || s.m.organises(s.g, s.in.From) {
		return
	}
	if s.in.From != "" {
		ok, begins, whose := s.m.mayAnswerIn(s.t.name, s.in.From, s.who != nil || s.watches(), s.at)
		if ok {
			return
		}
		if begins {
			defer s.limit(whose)
		}
	}
	s.items, s.aside = nil, nil
	s.drafts = slices.DeleteFunc(s.drafts, func(d draft) bool { return d.answer })
}

// mayAnswerIn is mayAnswer for an address and for the game. Whose limit begins is
// the address, or "" for the game.
func (m *Moderator) mayAnswerIn(game, address string, player bool, at time.Time) (ok, begins bool, whose string) {
	if !player { // the game's first, so that a flood of made-up senders leaves little behind
		if ok, begins = m.mayAnswer("strangers."+game, strangersADay, at); !ok {
			return ok, begins, ""
		}
		ok, begins = m.mayAnswer(answersTo(address), strangerADay, at)
		return ok, begins, address
	}
	if ok, begins = m.mayAnswer(answersTo(address), playerADay, at); !ok {
		return ok, begins, address
	}
	ok, begins = m.mayAnswer("players."+game, playersADay, at)
	return ok, begins, ""
}

// limit tells that the answers to an address rest, or, for "", those of the game.
// A stranger may be a program and is told nothing.
func (s *sheet) limit(whose string) {
	until := nextDay(s.at)
	s.toOrganisers(templates.Notice{Code: "flood", Text: whose, At: until})
	if s.who == nil || whose == "" {
		return
	}
	s.postTo(s.senderAddress(), "limit", 0, func(f templates.Frame) templates.Letter {
		return templates.Notice{Frame: f, Code: "limit", At: until}
	})
}

// nextDay is when the day of a moment ends.
func nextDay(at time.Time) time.Time {
	return at.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
}
