package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// ruleDiff asks what has changed in the rules since a moment or an entry.
type ruleDiff struct {
	Game  string
	Since time.Time
	Entry uint64
}

func (ruleDiff) path() string { return "rules/diff" }

func (q ruleDiff) answer(_ context.Context, o *office, _ progress) (string, error) {
	var all, then []record.Entry
	for e, err := range o.book.Entries(q.Game, 1) {
		if err != nil {
			return "", err
		}
		all = append(all, e)
		if q.Entry > 0 && e.N <= q.Entry || q.Entry == 0 && !e.At.After(q.Since) {
			then = append(then, e)
		}
	}
	if len(all) == 0 {
		return "", fmt.Errorf("%w: %s", moderator.ErrNoGame, q.Game)
	}
	return diffRules(moderator.Fold(then).Rules, moderator.Fold(all).Rules), nil
}

// diffRules tells each rule that differs. A rule that was amended or
// transmuted has another number and is known by its former ones.
func diffRules(was, now []*rules.Rule) string {
	var b strings.Builder
	met := map[int]bool{}
	for _, r := range now {
		old := formerly(was, r)
		if old == nil {
			b.WriteString(udiff.Unified("nothing", ruleName(r), "", ruleText(r)))
			continue
		}
		met[old.Number] = true
		if old.Number != r.Number || ruleText(old) != ruleText(r) {
			b.WriteString(udiff.Unified(ruleName(old), ruleName(r), ruleText(old), ruleText(r)))
		}
	}
	for _, r := range was {
		if !met[r.Number] {
			b.WriteString(udiff.Unified(ruleName(r), "nothing", ruleText(r), ""))
		}
	}
	return b.String()
}

func formerly(was []*rules.Rule, r *rules.Rule) *rules.Rule {
	for _, old := range was {
		if old.Number == r.Number || slices.Contains(r.Was, old.Number) {
			return old
		}
	}
	return nil
}

func ruleName(r *rules.Rule) string {
	kind := "immutable"
	if r.Mutable {
		kind = "mutable"
	}
	return fmt.Sprintf("rule %d (%s) %s", r.Number, kind, r.Title)
}

func ruleText(r *rules.Rule) string {
	s := strings.TrimSpace(r.Text) + "\n"
	if r.Clause != "" {
		s += "\nclause:\n" + strings.TrimSpace(r.Clause) + "\n"
	}
	if !r.Mutable {
		return "immutable\n" + s
	}
	return "mutable\n" + s
}

func showRules(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	at := f.String("at", "", "as they stood at `TIME`, e.g. 2026-03-01")
	history := f.Bool("history", false, "what became of every proposal")
	diff := f.String("diff", "", "what has changed since `FROM`, a time or the number of an entry")
	why := f.String("why", "", "who answers to `NAME`, such as goal, who would, and why they lose")
	short := f.Bool("short", false, "the titles without the texts; where rules keep their numbers, the short ruleset")
	full := f.Bool("full", false, "the full ruleset: texts, clauses and what became of each rule")
	return func(ctx context.Context, c *call) error {
		switch {
		case *why != "":
			return c.showWhy(ctx, w, *why, *asJSON)
		case *diff != "":
			return c.showDiff(ctx, w, *diff, *asJSON)
		case *asJSON && *at == "" && !*history:
			s, err := askOnce(ctx, w, gameState{c.args[0]})
			if err != nil {
				return err
			}
			return printJSON(c.out, s.Rules)
		}
		ask := parser.Ask{What: "rules", Full: *full, Texts: !*short}
		if *history {
			ask.What = "history"
		}
		if len(c.args) > 1 {
			n, err := strconv.Atoi(c.args[1])
			if err != nil || n <= 0 {
				return &wrongUse{fmt.Sprintf("%q is no number of a rule", c.args[1]), "e.g. nomicmail rules tea 203"}
			}
			ask.Number = n
		}
		if *at != "" {
			t, err := parseMoment(*at)
			if err != nil {
				return err
			}
			ask.At = t
		}
		text, err := askOnce(ctx, w, page{c.args[0], ask})
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.out, map[string]string{"text": text})
		}
		c.printf("%s\n", strings.TrimRight(text, "\n"))
		return nil
	}
}

func (c *call) showDiff(ctx context.Context, w *where, from string, asJSON bool) error {
	q := ruleDiff{Game: c.args[0]}
	if n, err := strconv.ParseUint(strings.TrimPrefix(from, "#"), 10, 64); err == nil && n < 1_000_000_000 && len(from) != 4 {
		q.Entry = n
	} else if q.Since, err = parseMoment(from); err != nil {
		return err
	}
	text, err := askOnce(ctx, w, q)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(c.out, map[string]string{"diff": text})
	}
	if text == "" {
		text = "no rule has changed since\n"
	}
	c.printf("%s", text)
	return nil
}

// momentForms are the ways to write a moment; without a zone it is UTC.
var momentForms = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02"}

func parseMoment(s string) (time.Time, error) {
	for _, form := range momentForms {
		if t, err := time.Parse(form, s); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, &wrongUse{fmt.Sprintf("%q is no time", s), "write it as 2026-03-01, as 2026-03-01T20:00 (UTC), or with a zone: 2026-03-01T20:00:00+01:00"}
}
