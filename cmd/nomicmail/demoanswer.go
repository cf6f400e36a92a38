package main

import (
	"fmt"
	"slices"
	"strings"

	"nomicmail/internal/rules"
)

// answer is what a player whom the game waits for writes, in reply to the
// letter that asks for it.
func (w wits) answer(g *rules.Game, m *mailProgram) (outgoingMail, error) {
	var about, words string
	switch g.Phase {
	case rules.Voting:
		p := g.Proposals[len(g.Proposals)-1]
		about, words = fmt.Sprintf("] %d: ", p.Number), voteWords(p.Number, w.vote(g, p, m.id), m.id)
	case rules.Debating:
		p := g.Proposals[len(g.Proposals)-1]
		about, words = fmt.Sprintf("] %d ", p.Number), fmt.Sprintf("open %d", p.Number)
	case rules.Proposing:
		about, words = "your turn", w.propose(g)
		if g.Turn.Number == 1 {
			about = "the game begins"
		}
	default:
		return outgoingMail{}, fault{fmt.Sprintf("the made-up players have no answer in phase %q", g.Phase), demoHint}
	}
	for _, b := range slices.Backward(m.mails(1)) {
		if !b.Sent && strings.Contains(b.Subject, about) {
			return answerTo(b, words+b.reply()), nil
		}
	}
	return outgoingMail{}, fault{fmt.Sprintf("%s was never asked for %q", m.name(), gist(words)), demoHint}
}

// voteWords is a vote as different people write it.
func voteWords(number int, o rules.Option, voter rules.PlayerID) string {
	word := strings.ToUpper(string(o))
	switch voter {
	case "p2":
		return fmt.Sprintf("%s %d", strings.ToLower(word), number)
	case "p3":
		return word
	case "p4":
		return fmt.Sprintf("Hello everybody!\n\n%d: %s", number, strings.ToLower(word))
	}
	return fmt.Sprintf("%d %s", number, word)
}

// gist is a proposal in a line.
func gist(words string) string {
	head, rest, _ := strings.Cut(words, "\n")
	if title, ok := strings.CutPrefix(rest, "title: "); ok {
		title, _, _ = strings.Cut(title, "\n")
		return fmt.Sprintf("%s, %q", head, title)
	}
	return head
}
