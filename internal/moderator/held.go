package moderator

import (
	"fmt"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// Held is something that waits for a person: a question that its author has not
// answered, or a dispute.
type Held struct {
	*rules.Question
	Name     string    // of the player, or the address of who is none
	Mail     string    // Message-ID of the mail with the words, "" for none
	Asks     string    // the question in English, "" for a dispute
	Number   int       // of the proposal whose vote it is about, 0 for none
	Deadline time.Time // that waits for the answer, or would; zero for none
	Waits    bool      // it has come, and waits
}

// Held lists what waits for a person in a game, oldest first.
func (m *Moderator) Held(game string) ([]Held, error) {
	g, err := m.Game(game)
	if err != nil || len(g.Held) == 0 {
		return nil, err
	}
	mails, err := m.mailsOf(game)
	if err != nil {
		return nil, err
	}
	var list []Held
	for _, q := range g.Held {
		if q.Reason == talkReason { // it waits for nobody but its author
			continue
		}
		h := Held{Question: q, Name: firstOf(name(g, q.Player), q.From), Mail: mails[q.Held], Number: numberOf(g, q.Proposal)}
		if q.Reason != rules.DisputeReason {
			h.Asks = templates.Asked("en", questionItem(g, q))
		}
		if of, at := g.Deadline(); of == q.Of {
			h.Deadline, h.Waits = at, !g.Waiting().IsZero()
		}
		list = append(list, h)
	}
	return list, nil
}

// mailsOf finds the mails from which words are held, by their numbers.
func (m *Moderator) mailsOf(game string) (map[int]string, error) {
	mails := map[int]string{}
	for e, err := range m.book.Entries(game, 1) {
		if err != nil {
			return nil, fmt.Errorf("moderator: read the record of %s: %w", game, err)
		}
		for _, ev := range e.Events {
			if h, ok := ev.(rules.WordsHeld); ok {
				mails[h.Held] = e.Cause.ID
			}
		}
	}
	return mails, nil
}
