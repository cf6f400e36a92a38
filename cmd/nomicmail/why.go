package main

import (
	"context"
	"fmt"

	"nomicmail/internal/rules"
)

// whyAnswer asks who answers to a name of the clauses or the customs.
type whyAnswer struct{ Game, Name string }

func (whyAnswer) path() string { return "rules/why" }

func (q whyAnswer) answer(_ context.Context, o *office, _ progress) ([]rules.Contender, error) {
	g, err := o.game(q.Game)
	if err != nil {
		return nil, err
	}
	list, known := g.Why(q.Name)
	if !known {
		return nil, &wrongUse{fmt.Sprintf("%q is no name that a rule or a custom answers to", q.Name), "e.g. nomicmail rules " + q.Game + " --why goal; docs/clauses.md lists the names"}
	}
	return append([]rules.Contender{}, list...), nil
}

func (c *call) showWhy(ctx context.Context, w *where, name string, asJSON bool) error {
	list, err := askOnce(ctx, w, whyAnswer{c.args[0], name})
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(c.out, list)
	}
	if len(list) == 0 {
		c.printf("no rule answers to %s\n", name)
	}
	for _, one := range list {
		who, mark := "the settings", "  "
		if one.Rule != 0 {
			who = fmt.Sprintf("rule %d", one.Rule)
		}
		if one.Holds {
			mark = "* "
		}
		value := one.Value
		if value == "" {
			value = "a function"
		}
		c.printf("%s%-13s %-20s %s\n", mark, who, value, one.Why)
	}
	return nil
}
