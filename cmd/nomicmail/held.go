package main

import (
	"context"
	"flag"
	"fmt"
	"strconv"
	"strings"
)

// heldWords asks what waits for a person, in one game or in all.
type heldWords struct{ Game string }

// heldLine is one thing that waits for a person. Number is 0 for what is not
// settled by number: a disputed win or a failed clause.
type heldLine struct {
	Game    string   `json:"game"`
	Number  int      `json:"number"`
	From    string   `json:"from"`
	Text    string   `json:"text"`
	Reason  string   `json:"reason"`
	Answers []string `json:"answers"`
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
		g, err := m.Game(name)
		if err != nil {
			return nil, err
		}
		for _, h := range g.Held {
			from := h.From
			if p := g.Player(h.Player); p != nil {
				from = p.Name()
			}
			list = append(list, heldLine{name, h.Held, from, h.Text, h.Reason, append([]string{}, h.Answers...)})
		}
		if g.Stuck != nil {
			list = append(list, heldLine{name, 0, fmt.Sprintf("rule %d", g.Stuck.Rule), g.Stuck.Why, "clause-failed", []string{}})
		}
		if len(g.Disputed) > 0 {
			var all []string
			for _, id := range g.Disputed {
				if p := g.Player(id); p != nil {
					all = append(all, p.Name())
				}
			}
			list = append(list, heldLine{name, 0, strings.Join(all, ", "), "reached the goal at once", "win-disputed", []string{}})
		}
	}
	return list, nil
}

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
		rows := [][]string{{"GAME", "N", "FROM", "REASON", "WORDS"}}
		for _, h := range list {
			n := "-"
			if h.Number > 0 {
				n = strconv.Itoa(h.Number)
			}
			rows = append(rows, []string{h.Game, n, orDash(h.From), h.Reason, h.Text})
			for i, a := range h.Answers {
				rows = append(rows, []string{"", "", "", "answer " + strconv.Itoa(i+1), a})
			}
		}
		printTable(c.out, rows)
		return nil
	}
}
