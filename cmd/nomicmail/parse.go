package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

// parse tells how mails are read. It fails only when a file cannot be opened:
// a mail that cannot be read is an answer too.
func parse(f *flag.FlagSet) action {
	game := f.String("game", "", "read them as mails to the game of this `GAME.toml`")
	open := f.String("open", "", "the `NUMBERS` of the proposals that are open, e.g. 301-303,305")
	answers := f.String("answers", "", "the mail of ours that they answer, a `FILE`")
	asJSON := jsonFlag(f)
	return func(_ context.Context, c *call) error {
		r := &reading{
			options: parser.Options{AuthServer: parser.AnyServer},
			context: parser.Context{MayPropose: true, Known: true},
		}
		for _, step := range []func() error{
			func() error { return r.takeGame(*game) },
			func() error { return r.takeOpen(*open) },
			func() error { return r.takeAnswered(*answers) },
		} {
			if err := step(); err != nil {
				return err
			}
		}
		for _, name := range c.args {
			o, err := r.read(c, name)
			if err != nil {
				return err
			}
			if *asJSON {
				err = printLine(c.out, o)
			} else {
				printReading(c, name, o)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// reading is what mails are read with.
type reading struct {
	options parser.Options
	context parser.Context
	game    *rules.Game // nil without one
	by      moderator.GameFile
	mailbox parser.Mailbox
}

// takeGame makes the game of a file, as it is at its start, in memory.
func (r *reading) takeGame(path string) error {
	if path == "" {
		return nil
	}
	file, err := moderator.ReadGameFile(path)
	if err != nil {
		return err
	}
	m, err := moderator.New(store.Memory(), moderator.Settings{Address: file.Address})
	if err != nil {
		return err
	}
	if _, err := m.Create(file, "the organiser", file.Start); err != nil {
		return err
	}
	if r.game, err = m.Game(file.Name); err != nil {
		return err
	}
	r.by = file
	if file.Address != "" {
		r.options.Own = []string{file.Address}
	}
	for _, rule := range r.game.Rules {
		r.context.Rules = append(append(r.context.Rules, rule.Number), rule.Was...)
	}
	return nil
}

// takeOpen reads "301-303,305".
func (r *reading) takeOpen(list string) error {
	for _, part := range strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == ' ' }) {
		from, to, isRange := strings.Cut(part, "-")
		first, err := strconv.Atoi(from)
		last := first
		if err == nil && isRange {
			last, err = strconv.Atoi(to)
		}
		if err != nil || first < 1 || last < first || last-first > 1000 {
			return &wrongUse{fmt.Sprintf("--open: %q is no number or range of proposals", part), "write it as 301, 301-303 or 301-303,305"}
		}
		for n := first; n <= last; n++ {
			r.context.Open = append(r.context.Open, n)
		}
	}
	return nil
}

// takeAnswered reads the letter of ours that is answered. Its ballots are
// those of the open proposals whose numbers stand in it.
func (r *reading) takeAnswered(path string) error {
	if path == "" {
		return nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	r.context.Answered = parser.Parse(raw, parser.Options{}).Text
	said := strings.FieldsFunc(r.context.Answered, func(c rune) bool { return c < '0' || c > '9' })
	for _, n := range r.context.Open {
		if slices.Contains(said, strconv.Itoa(n)) {
			r.context.Rows = append(r.context.Rows, n)
		}
	}
	return nil
}

// read reads one mail as its sender's; "-" is standard input.
func (r *reading) read(c *call, name string) (parser.Object, error) {
	raw, err := readMail(c.in, name)
	if err != nil {
		return parser.Object{}, err
	}
	l := parser.Parse(raw, r.options)
	context := r.context
	if r.game != nil && len(l.From) > 0 {
		is := func(a string) bool { return parser.Canonical(a) == parser.Canonical(l.From[0].Mail) }
		context.Known = slices.ContainsFunc(r.game.Players, func(p *rules.Player) bool { return slices.ContainsFunc(p.Addresses, is) })
		context.Organiser = is(r.by.Organiser) || slices.ContainsFunc(r.by.Organisers, is)
	}
	return r.mailbox.Read(l, context), nil
}

func readMail(stdin io.Reader, name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(io.LimitReader(stdin, maxMail))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxMail))
}

// printReading tells a reading in words.
func printReading(c *call, name string, o parser.Object) {
	c.printf("%s: %s from %s (%s)\n", name, o.Kind, orDash(o.From), o.Trust)
	if o.Bounce != nil {
		how := "for now"
		if o.Bounce.Permanent {
			how = "for good"
		}
		c.printf("  could not be delivered to %s %s\n", o.Bounce.Address, how)
	}
	var rows [][]string
	for _, s := range o.Commands {
		what := s.Verb
		for _, n := range []int{s.Proposal, s.Rule, s.Judgment} {
			if n > 0 {
				what += " " + strconv.Itoa(n)
			}
		}
		what = strings.TrimSpace(what + " " + s.Vote + s.Ruling)
		rows = append(rows, []string{"  " + string(s.Outcome), what, orDash(s.Reason), firstLine(s.Text)})
	}
	for _, a := range o.Aside {
		rows = append(rows, []string{"  not read", a.Why, "-", firstLine(a.Text)})
	}
	printTable(c.out, rows)
	if o.Ask {
		c.printf("  the sender would be asked\n")
	}
}

// firstLine is the first line of a text, at most sixty letters of it.
func firstLine(s string) string {
	line, more, _ := strings.Cut(strings.TrimSpace(s), "\n")
	if r := []rune(line); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	if more != "" {
		line += " …"
	}
	return line
}
