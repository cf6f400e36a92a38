package main

import (
	"context"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
)

// heldWords asks what waits for a person, in one game or in all.
type heldWords struct{ Game string }

// heldLine is one thing that waits for a person. Number is 0 for what is not
// settled by number: a disputed win or a failed clause.
type heldLine struct {
	Game     string    `json:"game"`
	Number   int       `json:"number"`
	Player   string    `json:"player"` // or the address of who is none
	Mail     string    `json:"mail"`   // Message-ID
	Words    string    `json:"words"`
	Reason   string    `json:"reason"`
	Question string    `json:"question"`
	Choices  []string  `json:"choices"`
	First    int       `json:"first"` // the number of the first choice
	Proposal int       `json:"proposal"`
	At       time.Time `json:"at,omitzero"` // official time of the mail
	Age      string    `json:"age"`
	Deadline time.Time `json:"deadline,omitzero"` // that waits for the answer, or would
	Waits    bool      `json:"waits"`             // it has come, and waits
}

func (heldWords) path() string { return "held" }

func (q heldWords) answer(_ context.Context, o *office, _ progress) ([]heldLine, error) {
	m, err := o.moderator()
	if err != nil {
		return nil, err
	}
	names := m.Games()
	if q.Game != "" {
		names = []string{q.Game}
	}
	list := []heldLine{}
	for _, name := range names {
		held, err := m.Held(name)
		if err != nil {
			return nil, err
		}
		for _, h := range held {
			list = append(list, heldLineOf(name, h, o.now()))
		}
		g, err := m.Game(name)
		if err != nil {
			return nil, err
		}
		list = append(list, stuck(name, g)...)
	}
	return list, nil
}

func heldLineOf(game string, h moderator.Held, now time.Time) heldLine {
	return heldLine{
		Game: game, Number: h.Question.Held, Player: h.Name, Mail: h.Mail, Words: h.Text, Reason: h.Reason, Question: h.Asks,
		Choices: append([]string{}, h.Answers...), First: max(1, h.First), Proposal: h.Number,
		At: h.At, Age: age(now.Sub(h.At)), Deadline: h.Deadline, Waits: h.Waits,
	}
}

// stuck is what a game waits for besides mails: a failed clause, or a win that
// somebody must award.
func stuck(game string, g *rules.Game) []heldLine {
	var list []heldLine
	if g.Stuck != nil {
		list = append(list, heldLine{Game: game, Player: fmt.Sprintf("rule %d", g.Stuck.Rule), Words: g.Stuck.Why, Reason: "clause-failed", Choices: []string{}})
	}
	if len(g.Disputed) > 0 {
		var all []string
		for _, id := range g.Disputed {
			if p := g.Player(id); p != nil {
				all = append(all, p.Name())
			}
		}
		list = append(list, heldLine{Game: game, Player: strings.Join(all, ", "), Words: "reached the goal at once", Reason: "win-disputed", Choices: []string{}})
	}
	return list
}

// age is a length of time in its largest unit: "3d", "5h", "20m".
func age(d time.Duration) string {
	switch {
	case d >= 24*time.Hour:
		return fmt.Sprintf("%dd", d/(24*time.Hour))
	case d >= time.Hour:
		return fmt.Sprintf("%dh", d/time.Hour)
	}
	return fmt.Sprintf("%dm", max(0, d)/time.Minute)
}

// waiting tells the deadline of a line in a word or two.
func (h heldLine) waiting() string {
	switch {
	case h.Deadline.IsZero():
		return "-"
	case h.Waits:
		return "waits until " + clockTime(h.Deadline)
	}
	return clockTime(h.Deadline)
}

func clockTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

func showHeld(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	return func(ctx context.Context, c *call) error {
		list, err := askOnce(ctx, w, heldWords{c.words(0)})
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.out, list)
		}
		if len(list) == 0 {
			c.printf("nothing waits for a person\n")
			return nil
		}
		rows := [][]string{{"GAME", "N", "FROM", "AGE", "DEADLINE (UTC)", "REASON", "WORDS"}}
		for _, h := range list {
			rows = append(rows, heldRows(h)...)
		}
		printTable(c.out, rows)
		c.printf("\nnomicmail settle GAME N and an answer's number, words such as \"301 FOR\", or \"drop\" settles one\n")
		return nil
	}
}

// heldRows are the rows of one thing that waits: itself, the question that was
// asked, and the answers by their numbers.
func heldRows(h heldLine) [][]string {
	n, old := "-", "-"
	if h.Number > 0 {
		n, old = strconv.Itoa(h.Number), h.Age
	}
	rows := [][]string{{h.Game, n, orDash(h.Player), old, h.waiting(), h.Reason, h.Words}}
	below := func(what, words string) { rows = append(rows, []string{"", "", "", "", "", what, words}) }
	if h.Mail != "" {
		below("mail", h.Mail)
	}
	if h.Question != "" {
		below("asked", h.Question)
	}
	for i, a := range h.Choices {
		below("answer "+strconv.Itoa(h.First+i), a)
	}
	return rows
}
