package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/rules"
)

// customLine is a custom as the list and the page of docs show it.
type customLine struct {
	Name     string `json:"name"`
	Strict   string `json:"strict"` // which is also what holds when nothing is said
	Friendly string `json:"friendly"`
	MayBe    string `json:"may_be"`
	Doc      string `json:"doc"`
	Clause   string `json:"clause"` // how a rule sets it
}

func customLines() []customLine {
	var all []customLine
	friendly := rules.Friendly()
	for _, c := range rules.Customs() {
		all = append(all, customLine{c.Name, c.Default, friendly[c.Name], mayBe(c), c.Doc, customClause(c, friendly[c.Name])})
	}
	return all
}

// mayBe lists what a custom can be set to.
func mayBe(c rules.Custom) string {
	var quoted []string
	if c.Kind != rules.ChoiceCustom {
		quoted = append(quoted, c.Kind.String())
	}
	for _, v := range c.Values {
		quoted = append(quoted, strconv.Quote(v))
	}
	if n := len(quoted) - 1; n > 0 {
		return strings.Join(quoted[:n], ", ") + " or " + quoted[n]
	}
	return strings.Join(quoted, "")
}

// customClause is how a rule sets a custom to a value.
func customClause(c rules.Custom, value string) string {
	days, whole := strings.CutSuffix(value, "d")
	_, err := strconv.Atoi(days)
	switch {
	case c.Kind == rules.DurationCustom && whole && err == nil:
		return fmt.Sprintf("%s = days(%s)", c.Name, days)
	case c.Kind == rules.ChoiceCustom && slices.Equal(c.Values, []string{"yes", "no"}):
		return c.Name + " = " + map[bool]string{true: "True", false: "False"}[value == "yes"]
	}
	return c.Name + " = " + strconv.Quote(value)
}

// listCustoms shows what can be set about a game.
func listCustoms(f *flag.FlagSet) action {
	asJSON := jsonFlag(f)
	return func(_ context.Context, c *call) error {
		all := customLines()
		if len(c.args) > 0 {
			i := slices.IndexFunc(all, func(l customLine) bool { return l.Name == c.args[0] })
			if i < 0 {
				return &wrongUse{fmt.Sprintf("there is no custom %q", c.args[0]), "nomicmail customs lists them"}
			}
			all = all[i : i+1]
		}
		if *asJSON {
			return printJSON(c.out, all)
		}
		rows := [][]string{{"NAME", "STRICT", "FRIENDLY", "WHAT IT SAYS"}}
		for _, l := range all {
			rows = append(rows, []string{l.Name, l.Strict, l.Friendly, l.Doc})
		}
		printTable(c.out, rows)
		if len(c.args) > 0 {
			c.printf("\nmay be %s\nin a rule's clause: %s\n", all[0].MayBe, all[0].Clause)
		}
		return nil
	}
}

// customsTable is the part of docs/customs.md that is made from the table.
func customsTable() string {
	var b strings.Builder
	for _, l := range customLines() {
		fmt.Fprintf(&b, "\n### `%s`\n\n", l.Name)
		text := strings.ToUpper(l.Doc[:1]) + l.Doc[1:] + "."
		for _, line := range wrap(text, 78) {
			b.WriteString(line + "\n")
		}
		b.WriteString("\n")
		for _, line := range wrap("May be "+l.MayBe+".", 78) {
			b.WriteString(line + "\n")
		}
		if l.Friendly == l.Strict {
			fmt.Fprintf(&b, "Strict and friendly: `%s`. In a rule:\n", l.Strict)
		} else {
			fmt.Fprintf(&b, "Strict: `%s`. Friendly: `%s`. In a rule:\n", l.Strict, l.Friendly)
		}
		fmt.Fprintf(&b, "\n    %s\n", l.Clause)
	}
	return b.String()
}
