package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nomicmail/internal/mailer"
)

// setup is "init": it asks what it needs, tries it, and writes a config, a
// password file and a game, all at the end or nothing.
type setup struct {
	*call
	ask    *asker
	config *config // as it will be written; its paths are absolute
	secret string  // typed or piped in; "" where the config says where it is
	game   *newbornGame

	replace  bool // a config that is there
	untested bool
	wait     time.Duration
	resolver mailer.Resolver
	tried    mailer.Trial
}

// setupVerb is the verb "init". (A function of that name means something else
// in Go.)
func setupVerb(f *flag.FlagSet) action {
	path := f.String("config", "config.toml", "the config `FILE` to write")
	data := f.String("data", "", "the `FOLDER` of the record; without it data beside the config, or /var/lib/nomicmail for a config in /etc")
	file := f.String("answers", "", "a `FILE` of answers, a line each: key = value, where the keys are the flags' names; with - it is standard input")
	piped := f.Bool("password-stdin", false, "the password is the first line of standard input")
	batch := f.Bool("batch", false, "ask nothing, even at a terminal")
	replace := f.Bool("replace", false, "put a new config in the place of one that is there, which is kept beside it")
	untested := f.Bool("untested", false, "do not log in and send no mail to ourselves: write what was answered")
	wait := f.Duration("wait", time.Minute, "how `LONG` a mail to ourselves may take to come back")
	asJSON := jsonFlag(f)
	a := &asker{settings: setupSettings(), given: map[string][]given{}}
	for _, s := range a.settings {
		f.Func(s.flag(), s.about, func(v string) error {
			if a.has(s.key) && !s.many {
				return errors.New("it was given twice")
			}
			a.given[s.key] = append(a.given[s.key], given{v, "--" + s.flag()})
			return nil
		})
	}
	return func(ctx context.Context, c *call) error {
		s := &setup{call: c, ask: a, replace: *replace, untested: *untested, wait: *wait, resolver: net.DefaultResolver}
		a.in, a.out = c.in, c.err
		if a.person, a.hide = person(c.in); *batch || *piped || *file == "-" {
			a.person = false
		}
		if *piped {
			a.given["password_stdin"] = []given{{"yes", "--password-stdin"}}
		}
		if err := s.read(*file); err != nil {
			return err
		}
		err := s.begin(*path, *data)
		if err == nil {
			err = s.all(ctx)
		}
		if errors.Is(err, context.Canceled) {
			return fault{"interrupted; nothing was written", "run it again when you like: it begins anew"}
		}
		if err != nil {
			return err
		}
		return s.end(*asJSON)
	}
}

// read takes the answers of a file.
func (s *setup) read(file string) error {
	switch file {
	case "":
		return nil
	case "-":
		return s.ask.readAnswers("answers", s.in)
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return s.ask.readAnswers(filepath.Base(file), f)
}

// begin decides where everything will be.
func (s *setup) begin(path, data string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	switch {
	case data != "":
		if data, err = filepath.Abs(data); err != nil {
			return err
		}
	case strings.HasPrefix(path, "/etc/"):
		data = "/var/lib/nomicmail"
	default:
		data = filepath.Join(dir, "data")
	}
	s.config = defaults()
	s.config.path, s.config.Data = path, data
	if _, err := os.Stat(path); err == nil && !s.replace && !s.ask.person {
		return fault{path + " is there already and is not written over", "--replace puts a new one in its place and keeps the old; --config names another"}
	}
	return nil
}

// all asks, tries and writes.
func (s *setup) all(ctx context.Context) error {
	if err := s.mayReplace(ctx); err != nil {
		return err
	}
	if !s.ask.person {
		needed := []string{"address", "organiser", "game"}
		if g := s.ask.given["game"]; len(g) == 0 || g[0].value != "none" {
			needed = append(needed, "play")
		}
		if all := s.ask.faults(needed...); len(all) > 0 {
			return all
		}
	}
	s.ask.say("I ask what is needed, try it, and write nothing before the end. Enter takes\nwhat stands in [brackets]; ^C leaves everything as it is.\n\n")
	for _, step := range []func(context.Context) error{s.account, s.organiser, s.aGame, s.sure} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.write()
}

// mayReplace asks before a config is replaced.
func (s *setup) mayReplace(ctx context.Context) error {
	if _, err := os.Stat(s.config.path); errors.Is(err, fs.ErrNotExist) || s.replace {
		return nil
	}
	yes, err := s.ask.yes(ctx, s.config.path+" is there already. Put a new one in its place, and keep the old beside it?", false)
	if err == nil && !yes {
		err = fault{"nothing was changed", "--config names another file"}
	}
	s.replace = yes
	return err
}

func (s *setup) organiser(ctx context.Context) error {
	for {
		org, err := s.ask.text(ctx, "organiser", "")
		if err != nil {
			return err
		}
		if !strings.EqualFold(org, s.config.Mail.Address) {
			s.config.Organisers = []string{org}
			return nil
		}
		f := fault{org + " is the address that players write to", "the organiser needs an address of his or her own: the game does not read its own letters"}
		if !s.ask.person {
			return f
		}
		s.ask.complain("", f)
		delete(s.ask.given, "organiser")
	}
}

// sure shows a person what will be written.
func (s *setup) sure(ctx context.Context) error {
	if !s.ask.person {
		return nil
	}
	s.ask.say("\nThis will be written:\n  %s\n", s.config.path)
	if s.secret != "" {
		s.ask.say("  %s, with the password, for this user alone\n", s.passwordPath())
	}
	if s.game != nil {
		s.ask.say("  %s, with the game %s and its %d players, who are invited by mail\n", s.config.database(), s.game.file.Name, len(s.game.file.Players))
	}
	yes, err := s.ask.yes(ctx, "Is that right?", true)
	if err == nil && !yes {
		err = fault{"nothing was written", "run it again: it begins anew"}
	}
	return err
}

// set is what init has done, for other programs.
type set struct {
	Config   string    `json:"config"`
	Data     string    `json:"data"`
	Password string    `json:"password_file,omitempty"`
	Kept     string    `json:"kept,omitempty"` // the config that was there
	Game     string    `json:"game,omitempty"`
	Players  int       `json:"players"`
	Started  bool      `json:"started"`
	Findings []finding `json:"findings"`
	Next     []string  `json:"next"`
}

// end says what was done and what comes next.
func (s *setup) end(asJSON bool) error {
	done := set{Config: s.config.path, Data: s.config.Data, Findings: []finding{}, Next: s.next()}
	for _, f := range s.tried.Findings {
		done.Findings = append(done.Findings, finding(f))
	}
	if s.secret != "" {
		done.Password = s.passwordPath()
	}
	if s.game != nil {
		done.Game, done.Players, done.Started = s.game.file.Name, len(s.game.file.Players), s.game.start
	}
	if asJSON {
		return printJSON(s.out, done)
	}
	s.printf("%s is written\n", done.Config)
	if done.Password != "" {
		s.printf("%s holds the password, and only this user can read it\n", done.Password)
	}
	if s.game != nil {
		s.printf("the game %s is made, with %s%s\n", done.Game, counts(done.Players, "player"), map[bool]string{true: ", and its first turn has begun"}[done.Started])
		s.printf("their letters wait until the daemon runs\n")
	}
	s.printf("\nnext:\n  %s\nor, as a service that starts with this machine:\n  %s\n", done.Next[0], done.Next[1])
	if s.game != nil && !done.Started {
		s.printf("and when all players are in:\n  nomicmail game start %s --config %s\n", done.Game, shellWord(done.Config))
	}
	return nil
}

// next are the two commands of which one comes next.
func (s *setup) next() []string {
	path := shellWord(s.config.path)
	return []string{
		"nomicmail serve --config " + path,
		fmt.Sprintf("nomicmail unit --config %s | sudo tee /etc/systemd/system/nomicmail.service && sudo systemctl enable --now nomicmail", path),
	}
}

// shellWord is s as one word of a command line.
func shellWord(s string) string {
	if strings.ContainsAny(s, " '\"\\$&|;<>()*?[]#~`!{}\t") {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}
