package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/parser"
	"nomicmail/internal/rules"
	"nomicmail/templates"
)

// gamesList asks for all games.
type gamesList struct{}

// gameLine is a game in the list.
type gameLine struct {
	Name    string    `json:"name"`
	Status  string    `json:"status"`
	Phase   string    `json:"phase"`
	Turn    int       `json:"turn"`
	Mover   string    `json:"mover"`
	Awaited []string  `json:"awaited"`
	Next    time.Time `json:"next,omitzero"` // when time does something by itself
}

func (gamesList) path() string { return "games" }

func (gamesList) answer(_ context.Context, o *office, _ progress) ([]gameLine, error) {
	m, err := o.moderator()
	if err != nil {
		return nil, err
	}
	list := []gameLine{}
	for _, name := range m.Games() {
		g, err := m.Game(name)
		if err != nil {
			return nil, err
		}
		list = append(list, lineOf(g))
	}
	return list, nil
}

func lineOf(g *rules.Game) gameLine {
	l := gameLine{
		Name: g.Name, Status: string(g.Status), Phase: string(g.Phase), Turn: g.Turn.Number,
		Awaited: []string{}, Next: g.NextDeadline(),
	}
	if p := g.Player(g.Turn.Mover); p != nil {
		l.Mover = p.Name()
	}
	for _, id := range g.Awaited() {
		if p := g.Player(id); p != nil {
			l.Awaited = append(l.Awaited, p.Name())
		}
	}
	return l
}

func listGames(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	return func(ctx context.Context, c *call) error {
		list, err := askOnce(ctx, w, gamesList{})
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.out, list)
		}
		if len(list) == 0 {
			c.printf("there are no games yet: nomicmail game new makes one\n")
			return nil
		}
		rows := [][]string{{"GAME", "STATUS", "PHASE", "TURN", "MOVER", "NEXT", "WAITS FOR"}}
		for _, g := range list {
			rows = append(rows, []string{g.Name, g.Status, orDash(g.Phase), fmt.Sprint(g.Turn), orDash(g.Mover), moment(g.Next), orDash(strings.Join(g.Awaited, ", "))})
		}
		printTable(c.out, rows)
		return nil
	}
}

// gameState asks for a game in the words that other tools rely on.
type gameState struct{ Game string }

func (gameState) path() string { return "game" }

func (q gameState) answer(_ context.Context, o *office, _ progress) (moderator.State, error) {
	g, err := o.game(q.Game)
	if err != nil {
		return moderator.State{}, err
	}
	return moderator.StateOf(g), nil
}

// page asks for what a player would be answered.
type page struct {
	Game string
	Ask  parser.Ask
}

func (page) path() string { return "page" }

// english is for whom the command line's pages are written.
var english = templates.Reader{Language: "en", Zone: time.UTC}

func (q page) answer(_ context.Context, o *office, _ progress) (string, error) {
	m, err := o.moderator()
	if err != nil {
		return "", err
	}
	for e, err := range o.book.Entries(q.Game, 1) {
		if err == nil && !q.Ask.At.IsZero() && e.At.After(q.Ask.At) {
			err = &wrongUse{fmt.Sprintf("%s was made on %s UTC and had no rules before", q.Game, clockTime(e.At)), "nomicmail rules " + q.Game + " --at with a later time; a day alone is its beginning"}
		}
		if err != nil {
			return "", err
		}
		break // the first entry tells
	}
	w, err := m.Page(q.Game, q.Ask, english)
	return w.Text, err
}

func showGame(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	return func(ctx context.Context, c *call) error {
		if *asJSON {
			s, err := askOnce(ctx, w, gameState{c.args[0]})
			if err != nil {
				return err
			}
			return printJSON(c.out, s)
		}
		text, err := askOnce(ctx, w, page{c.args[0], parser.Ask{What: "status"}})
		if err != nil {
			return err
		}
		c.printf("%s\n", strings.TrimRight(text, "\n"))
		return nil
	}
}

// gameNew makes a game out of a game file. Path is for messages: the daemon
// may not be able to read it, so the file and its ruleset travel with it.
type gameNew struct {
	Path    string
	Source  []byte
	Ruleset []byte // of the file that the game file names, nil for a built-in one
	By      string
}

func (gameNew) path() string { return "game/new" }

func (q gameNew) answer(_ context.Context, o *office, _ progress) (doneLine, error) {
	m, err := o.moderator()
	if err != nil {
		return doneLine{}, err
	}
	f, clean, err := q.unpack()
	if err != nil {
		return doneLine{}, err
	}
	defer clean()
	if slices.Contains(m.Games(), f.Name) {
		return doneLine{}, fault{"there is a game " + f.Name + " already", "choose another name; nomicmail game list shows those that are taken"}
	}
	at := o.now().UTC()
	if f.Mark == "" {
		f.Mark = moderator.NewMark(at)
	}
	d, err := m.Create(f, o.config.by(q.By), at)
	return o.done(d), err
}

// unpack reads the game file. A ruleset that came with it is laid beside it
// until clean is called.
func (q gameNew) unpack() (f moderator.GameFile, clean func(), err error) {
	clean = func() {}
	if q.Ruleset == nil {
		f, err = moderator.ParseGameFile(q.Path, q.Source)
		return f, clean, err
	}
	dir, err := os.MkdirTemp("", "nomicmail-game-*")
	if err != nil {
		return f, clean, err
	}
	clean = func() { os.RemoveAll(dir) }
	if f, err = moderator.ParseGameFile(filepath.Join(dir, "game.toml"), q.Source); err == nil {
		f.Ruleset = filepath.Base(f.Ruleset)
		err = os.WriteFile(filepath.Join(dir, f.Ruleset), q.Ruleset, 0o600)
	}
	if err != nil {
		clean()
	}
	return f, clean, err
}

func newGame(f *flag.FlagSet) action {
	w := whereFlags(f)
	w.create = true
	by, asJSON := byFlag(f), jsonFlag(f)
	file := f.String("file", "", "the game `FILE`; without it a game of the named ruleset and no players")
	ruleset := f.String("ruleset", "suber-mail.en", "the `NAME` of a ruleset, or a file of one")
	address := f.String("address", "", "the game's own `ADDRESS`; without it the mailbox's with the game's name as tag")
	organiser := f.String("organiser", "", "the `ADDRESS` of the game's organiser")
	zone := f.String("timezone", "UTC", "the `ZONE` of the game's times")
	return func(ctx context.Context, c *call) error {
		q := gameNew{By: *by}
		switch {
		case *file != "" && len(c.args) > 0:
			return &wrongUse{"game new takes a name or --file, not both", "the file has the game's name in it"}
		case *file == "" && len(c.args) == 0:
			return &wrongUse{"game new wants the name of the game, or --file", "e.g. nomicmail game new tea, or nomicmail game new --file tea.toml"}
		case *file != "":
			src, err := os.ReadFile(*file)
			if err != nil {
				return err
			}
			q.Path, q.Source = *file, src
		default:
			q.Path = c.args[0] + ".toml"
			q.Source = fmt.Appendf(nil, "name = %q\nruleset = %q\naddress = %q\norganiser = %q\ntimezone = %q\n",
				c.args[0], *ruleset, *address, *organiser, *zone)
		}
		if err := q.takeRuleset(); err != nil {
			return err
		}
		d, err := askOnce(ctx, w, q)
		if err != nil {
			return err
		}
		return printDone(c, d, *asJSON)
	}
}

// takeRuleset reads the ruleset that lies beside the game file, if one does.
// It also finds the file's faults before anything is asked.
func (q *gameNew) takeRuleset() error {
	f, err := moderator.ParseGameFile(q.Path, q.Source)
	if err != nil {
		return err
	}
	path := f.Ruleset
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(q.Path), path)
	}
	if src, err := os.ReadFile(path); err == nil {
		q.Ruleset = src
	}
	return nil
}

func jsonFlag(f *flag.FlagSet) *bool { return f.Bool("json", false, "print JSON for other programs") }

func byFlag(f *flag.FlagSet) *string {
	return f.String("by", "", "who acts, as players are `TOLD`; without it the first organiser of the config")
}
