package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
	"nomicmail/rulesets"
	"nomicmail/templates"
)

// newbornGame is the game that init makes.
type newbornGame struct {
	file  moderator.GameFile
	rules []byte // of a ruleset of its own, as a file
	start bool   // begin its first turn
}

// aGame asks for the game.
func (s *setup) aGame(ctx context.Context) error {
	name, err := s.gameName(ctx)
	if err != nil || name == "none" {
		return err
	}
	g := &newbornGame{}
	g.file = moderator.GameFile{Name: name, Organiser: s.config.Organisers[0], Customs: map[string]string{}}
	if g.file.Language, err = s.ask.text(ctx, "language", machineLanguage()); err != nil {
		return err
	}
	if g.file.Timezone, err = s.ask.text(ctx, "timezone", machineZone()); err != nil {
		return err
	}
	for _, step := range []func(context.Context, *newbornGame) error{s.play, s.rules, s.playable, s.whenToStart} {
		if err := step(ctx, g); err != nil {
			return err
		}
	}
	s.game = g
	return nil
}

// playable asks for the players until the game can be made with them.
func (s *setup) playable(ctx context.Context, g *newbornGame) error {
	for {
		if err := s.players(ctx, g); err != nil {
			return err
		}
		err := g.rehearse(ctx, s.config)
		if err == nil || !s.ask.person {
			return err
		}
		for _, f := range explain(err) {
			s.ask.complain("", f)
		}
		delete(s.ask.given, "player")
		delete(s.ask.given, "mover")
		if g.file.Players = nil; g.file.NextNumber > 0 {
			if g.file.Mover, err = s.ask.text(ctx, "mover", g.file.Mover); err != nil {
				return err
			}
		}
	}
}

// gameName asks for a name that no game in the record has.
func (s *setup) gameName(ctx context.Context) (string, error) {
	taken, err := gamesIn(s.config)
	if err != nil {
		return "", err
	}
	for {
		name, err := s.ask.text(ctx, "game", "")
		if err != nil || !slices.Contains(taken, name) {
			return name, err
		}
		f := fault{"there is a game " + name + " in " + s.config.Data + " already", "answer game = none to keep it and write the config alone, or choose another name"}
		if !s.ask.person {
			return "", f
		}
		s.ask.complain("", f)
		delete(s.ask.given, "game")
	}
}

// gamesIn are the games of a record that is there already.
func gamesIn(c *config) ([]string, error) {
	if _, err := os.Stat(c.database()); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	book, err := store.Open(c.database())
	if err != nil {
		return nil, err
	}
	games, err := book.Games()
	return games, errors.Join(err, book.Close())
}

// play is the one question about how the game is played; whoever knows better
// gives customs by their names.
func (s *setup) play(ctx context.Context, g *newbornGame) error {
	if !s.ask.has("play") {
		s.ask.say("\nHow shall it be played?\n" +
			"  strict    the rules to the letter: everybody must vote, and the game waits for\n" +
			"            whoever is silent\n" +
			"  friendly  the game goes on without the silent: they abstain and consent, a\n" +
			"            silent mover passes after two reminders, a Judge is succeeded\n")
	}
	how, err := s.ask.text(ctx, "play", "friendly")
	if err != nil {
		return err
	}
	if how == "friendly" {
		strict := rules.Strict()
		for name, value := range rules.Friendly() {
			if strict[name] != value {
				g.file.Customs[name] = value
			}
		}
	}
	customs, err := s.ask.list(ctx, "custom")
	for _, c := range customs {
		name, value, _ := strings.Cut(c, "=")
		g.file.Customs[name] = value
	}
	return err
}

// rules finds the ruleset: a built-in one, or one's own with the numbers that a
// game begun elsewhere has come to.
func (s *setup) rules(ctx context.Context, g *newbornGame) (err error) {
	begun := s.ask.has("rules") || s.ask.has("next_number")
	if s.ask.person && !begun {
		v, err := s.ask.question(ctx, setting{ask: "A new game, or one begun elsewhere?", check: oneOf("new", "elsewhere")}, "new")
		if err != nil {
			return err
		}
		begun = v == "elsewhere"
	}
	if g.file.Ruleset, err = s.ask.text(ctx, "ruleset", "suber-mail."+g.file.Language); err != nil || !begun {
		return err
	}
	if s.ask.has("rules") || s.ask.person {
		if err := s.ownRules(ctx, g); err != nil {
			return err
		}
	}
	if g.file.NextNumber, err = s.number(ctx, "next_number", "301"); err != nil {
		return err
	}
	if g.file.Circuits, err = s.number(ctx, "circuits", "0"); err != nil {
		return err
	}
	if s.ask.has("mover") || s.ask.person {
		g.file.Mover, err = s.ask.text(ctx, "mover", "")
	}
	return err
}

func (s *setup) number(ctx context.Context, key, otherwise string) (int, error) {
	v, err := s.ask.text(ctx, key, otherwise)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(v)
}

// ownRules reads the rules as people have them, and gives them the clauses of
// the built-in ruleset by number unless they have some.
func (s *setup) ownRules(ctx context.Context, g *newbornGame) error {
	for {
		path, err := s.ask.text(ctx, "rules", "")
		if err != nil {
			return err
		}
		im, err := importWithClauses(path, g.file.Language, g.file.Ruleset)
		if err == nil {
			reportImport(s.ask.out, filepath.Base(path), im)
			g.file.Ruleset = g.file.Name + "-rules.md"
			var b strings.Builder
			if err := im.Set.Write(&b); err != nil {
				return err
			}
			g.rules = []byte(b.String())
			return nil
		}
		if !s.ask.person {
			return err
		}
		for _, f := range explain(err) {
			s.ask.complain("", f)
		}
		delete(s.ask.given, "rules")
	}
}

func importWithClauses(path, language, from string) (*rulesets.Imported, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	im, err := rulesets.Import(filepath.Base(path), src, language)
	if err != nil || hasClauses(im.Set) {
		return im, err
	}
	set, err := rulesets.Load(from)
	if err != nil {
		return nil, err
	}
	if err := im.Attach(set); err != nil {
		return nil, fault{fmt.Sprintf("%s: %v", filepath.Base(path), err), "nomicmail ruleset import makes a file of it to which you can write the clauses yourself; docs/clauses.md says how"}
	}
	return im, nil
}

func hasClauses(set rulesets.Set) bool {
	return slices.ContainsFunc(set.Rules, func(r rules.Rule) bool { return r.Clause != "" })
}

func (s *setup) players(ctx context.Context, g *newbornGame) error {
	lines, err := s.ask.list(ctx, "player")
	if err != nil {
		return err
	}
	for _, line := range lines {
		p, err := moderator.PlayerOf(line, g.file.Language)
		if err != nil {
			return fault{err.Error(), "write it as Ada QUILLFEATHER <ada@example.org>"}
		}
		if slices.ContainsFunc(p.Addresses, func(a string) bool { return strings.EqualFold(a, s.config.Mail.Address) }) {
			return fault{fmt.Sprintf("player %s has the address that players write to", p.Given+" "+p.Surname), "give the player's own address"}
		}
		g.file.Players = append(g.file.Players, p)
	}
	return nil
}

// whenToStart asks whether the first turn begins at once. A game can be played
// by two (Rule 203 asks for unanimity of them).
func (s *setup) whenToStart(ctx context.Context, g *newbornGame) error {
	if !s.ask.has("start") && (!s.ask.person || len(g.file.Players) < 2) {
		return nil
	}
	v, err := s.ask.text(ctx, "start", "no")
	g.start = v == "yes"
	return err
}

// toml is the game file.
func (g *newbornGame) toml() ([]byte, error) {
	f := g.file
	if len(f.Customs) == 0 {
		f.Customs = nil
	}
	src, err := toml.Marshal(f)
	if err != nil {
		return nil, fmt.Errorf("init: write the game file: %w", err)
	}
	return src, nil
}

// rehearse makes the game in a record that is thrown away, and begins it.
func (g *newbornGame) rehearse(ctx context.Context, c *config) error {
	trial := *g
	trial.start = len(g.file.Players) > 1
	o := &office{config: c, book: store.Memory(), now: time.Now, log: slog.New(slog.DiscardHandler)}
	return errors.Join(trial.enter(ctx, o), o.close())
}

// make writes the game into a record.
func (g *newbornGame) make(ctx context.Context, c *config) error {
	o, err := openOffice(c)
	if err != nil {
		return err
	}
	return errors.Join(g.enter(ctx, o), o.close())
}

func (g *newbornGame) enter(ctx context.Context, o *office) error {
	src, err := g.toml()
	if err != nil {
		return err
	}
	_, err = gameNew{Path: g.file.Name + ".toml", Source: src, Ruleset: g.rules}.answer(ctx, o, silent)
	if err == nil && g.start {
		_, err = act{moderator.Act{Game: g.file.Name, Verb: "start"}}.answer(ctx, o, silent)
	}
	return err
}

// machineLanguage is that of the person's locale, if letters are written in it.
func machineLanguage() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := os.Getenv(name); v != "" {
			tongue, _, _ := strings.Cut(v, "_")
			if slices.Contains(templates.Languages(), strings.ToLower(tongue)) {
				return strings.ToLower(tongue)
			}
			break
		}
	}
	return "en"
}

// machineZone is the time zone of this machine, UTC if it has none with a name.
func machineZone() string {
	candidates := []string{os.Getenv("TZ")}
	if to, err := filepath.EvalSymlinks("/etc/localtime"); err == nil {
		_, name, _ := strings.Cut(to, "zoneinfo/")
		candidates = append(candidates, name)
	}
	for _, c := range candidates {
		if z, err := isZone(strings.TrimPrefix(c, ":")); err == nil && !strings.HasPrefix(z, "/") {
			return z
		}
	}
	return "UTC"
}
