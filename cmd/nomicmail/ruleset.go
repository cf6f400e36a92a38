package main

import (
	"context"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

// rulesetLine is a ruleset in the list.
type rulesetLine struct {
	Name      string `json:"name"`
	Language  string `json:"language"`
	Title     string `json:"title"`
	Immutable int    `json:"immutable"`
	Mutable   int    `json:"mutable"`
}

// rulesetText is a whole ruleset.
type rulesetText struct {
	Name     string       `json:"name"`
	Language string       `json:"language"`
	Title    string       `json:"title"`
	Rules    []rules.Rule `json:"rules"`
}

func rulesetLineOf(s rulesets.Set) rulesetLine {
	l := rulesetLine{Name: s.Name, Language: s.Language, Title: s.Title}
	for _, r := range s.Rules {
		if r.Mutable {
			l.Mutable++
		} else {
			l.Immutable++
		}
	}
	return l
}

func listRulesets(f *flag.FlagSet) action {
	asJSON := jsonFlag(f)
	return func(_ context.Context, c *call) error {
		lines := []rulesetLine{}
		for _, name := range rulesets.List() {
			s, err := rulesets.Load(name)
			if err != nil {
				return err
			}
			lines = append(lines, rulesetLineOf(s))
		}
		if *asJSON {
			return printJSON(c.out, lines)
		}
		rows := [][]string{{"RULESET", "LANGUAGE", "IMMUTABLE", "MUTABLE", "TITLE"}}
		for _, l := range lines {
			rows = append(rows, []string{l.Name, l.Language, strconv.Itoa(l.Immutable), strconv.Itoa(l.Mutable), l.Title})
		}
		printTable(c.out, rows)
		return nil
	}
}

// readRuleset takes the name of a built-in ruleset or a file.
func readRuleset(name string) (rulesets.Set, error) {
	src, err := os.ReadFile(name)
	if err == nil {
		return rulesets.Parse(filepath.Base(name), src)
	}
	if !errors.Is(err, fs.ErrNotExist) || strings.HasSuffix(name, ".md") {
		return rulesets.Set{}, err
	}
	s, err := rulesets.Load(name)
	if many := (rulesets.Faults)(nil); err != nil && !errors.As(err, &many) {
		return s, fault{"there is neither a file nor a built-in ruleset " + name, "the built-in ones are " + strings.Join(rulesets.List(), ", ")}
	}
	return s, err
}

func showRuleset(f *flag.FlagSet) action {
	asJSON := jsonFlag(f)
	return func(_ context.Context, c *call) error {
		s, err := readRuleset(c.args[0])
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.out, rulesetText{s.Name, s.Language, s.Title, s.Rules})
		}
		return s.Write(c.out)
	}
}

func checkRuleset(f *flag.FlagSet) action {
	asJSON := jsonFlag(f)
	return func(_ context.Context, c *call) error {
		s, err := readRuleset(c.args[0])
		if err != nil {
			return err
		}
		l := rulesetLineOf(s)
		if *asJSON {
			return printJSON(c.out, l)
		}
		c.printf("%s is right: %d immutable and %d mutable rules\n", c.args[0], l.Immutable, l.Mutable)
		return nil
	}
}
