package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
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

// readSource reads a file as far as a ruleset can be long, and one byte more.
func readSource(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, rulesets.MaxSize+1))
}

// readRuleset takes the name of a built-in ruleset or a file.
func readRuleset(name string) (rulesets.Set, error) {
	src, err := readSource(name)
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

// importedRule is a rule of an import. Title stands there even if it is empty.
type importedRule struct {
	Number  int    `json:"number"`
	Mutable bool   `json:"mutable"`
	Title   string `json:"title"`
	Text    string `json:"text"`
	Clause  string `json:"clause,omitempty"` // where clauses were asked for
}

// importedText is what an import gives to other programs.
type importedText struct {
	Rules  []importedRule `json:"rules"`
	Doubts []string       `json:"doubts"`
}

func importRuleset(f *flag.FlagSet) action {
	asJSON := jsonFlag(f)
	clauses := f.String("clauses", "", "attach the clauses of the ruleset `SET`, by number")
	lang := f.String("language", "", "the text is in the language `LANG`, e.g. hu; else it is told by its words")
	return func(_ context.Context, c *call) error {
		src, err := readSource(c.args[0])
		if err != nil {
			return err
		}
		im, err := rulesets.Import(filepath.Base(c.args[0]), src, *lang)
		if err != nil {
			return err
		}
		if *clauses != "" {
			from, err := readRuleset(*clauses)
			if err != nil {
				return err
			}
			if err := im.Attach(from); err != nil {
				return fault{err.Error(), "import it without --clauses and write the clauses yourself; docs/clauses.md says how"}
			}
		}
		if *asJSON {
			return printJSON(c.out, importedTextOf(im))
		}
		reportImport(c.err, c.args[0], im)
		return im.Set.Write(c.out)
	}
}

func importedTextOf(im *rulesets.Imported) importedText {
	t := importedText{Rules: []importedRule{}, Doubts: append([]string{}, im.Doubts...)}
	for _, r := range im.Set.Rules {
		t.Rules = append(t.Rules, importedRule{r.Number, r.Mutable, r.Title, r.Text, r.Clause})
	}
	return t
}

// reportImport tells what was done, and then what a person should look at.
func reportImport(w io.Writer, file string, im *rulesets.Imported) {
	for _, s := range im.Done {
		fmt.Fprintf(w, "%s: %s\n", file, oneLine(s))
	}
	for _, s := range im.Doubts {
		fmt.Fprintf(w, "%s: doubt: %s\n", file, oneLine(s))
	}
}

func diffRulesets(f *flag.FlagSet) action {
	asJSON := jsonFlag(f)
	mechanics := f.Bool("mechanics", false, "kinds and clauses alone, without titles and texts")
	return func(_ context.Context, c *call) error {
		var sets [2]rulesets.Set
		for i, name := range c.args {
			var err error
			if sets[i], err = readRuleset(name); err != nil {
				return err
			}
		}
		text := rulesets.Diff(sets[0], sets[1], *mechanics)
		if *asJSON {
			return printJSON(c.out, map[string]string{"diff": text})
		}
		if text == "" {
			text = "no rule differs\n"
		}
		c.printf("%s", text)
		return nil
	}
}
