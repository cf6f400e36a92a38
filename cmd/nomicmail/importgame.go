package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

// unread is something in a file that could not be read, where, and what to do.
type unread struct {
	file string
	line int
	text string
	hint string
}

func (u unread) fault() fault {
	return fault{fmt.Sprintf("%s:%d: %s", u.file, u.line, u.text), u.hint}
}

// takeover is a game that is being taken over from elsewhere.
type takeover struct {
	file   moderator.GameFile
	set    rulesets.Set
	faults faults   // nothing is written while there is one
	doubts []unread // what was left out, and why
	done   []string
}

func (t *takeover) fault(file string, line int, hint, format string, args ...any) {
	t.faults = append(t.faults, unread{file, line, fmt.Sprintf(format, args...), hint}.fault())
}

func (t *takeover) doubt(file string, line int, hint, format string, args ...any) {
	t.doubts = append(t.doubts, unread{file, line, fmt.Sprintf(format, args...), hint})
}

func (t *takeover) did(format string, args ...any) {
	t.done = append(t.done, fmt.Sprintf(format, args...))
}

// importGame makes a game file and a ruleset out of a game that is played
// elsewhere.
func importGame(f *flag.FlagSet) action {
	var in importFlags
	asJSON := jsonFlag(f)
	f.StringVar(&in.rules, "rules", "", "the rules: a text, or a folder with a `FILE` for each")
	f.StringVar(&in.players, "players", "", "the `FILE` with a line for each player: name, nicknames, addresses, since when")
	f.StringVar(&in.proposals, "proposals", "", "the `FILE` with the proposals of the pool and those being voted on")
	f.StringVar(&in.organiser, "organiser", "", "the `ADDRESS` of who organises the game here")
	f.StringVar(&in.officers, "officers", "", "the `ADDRESSES` whose posts are official, with commas between them")
	f.StringVar(&in.clauses, "clauses", "", "attach the clauses of the ruleset `SET`: by number, or all of them with --under")
	f.IntVar(&in.under, "under", 0, "attach all clauses below the rule `NUMBER`, where the numbers are others than the set's")
	f.IntVar(&in.next, "next", 0, "the `NUMBER` of the next proposal; without it the one behind the highest of --proposals")
	f.IntVar(&in.nextRule, "next-rule", 0, "the `NUMBER` of the next new rule; without it the one behind the highest")
	f.StringVar(&in.language, "language", "", "the rules are in the language `LANG`; without it English")
	f.BoolVar(&in.shadow, "shadow", false, "the game is only followed: letters go to the organiser alone")
	return func(_ context.Context, c *call) error {
		in.name, in.dir = c.args[0], c.args[1]
		t, err := in.takeOver()
		if err != nil {
			return err
		}
		for _, d := range t.doubts {
			fmt.Fprintf(c.err, "nomicmail: left out: %s\n  %s\n", oneLine(d.fault().Text), oneLine(d.hint))
		}
		if len(t.faults) > 0 {
			return t.faults
		}
		if err := t.write(in.dir); err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.out, t.told(in.dir))
		}
		for _, s := range t.done {
			c.printf("%s\n", oneLine(s))
		}
		c.printf("\nwritten to %s. Now try an archive of the list's mails beside it:\n  nomicmail shadow %s --archive MAILS\n", in.dir, filepath.Join(in.dir, in.name+".toml"))
		return nil
	}
}

// importedGame is what an import tells other programs.
type importedGame struct {
	Folder  string   `json:"folder"`
	Done    []string `json:"done"`
	LeftOut []fault  `json:"left_out"`
}

func (t *takeover) told(dir string) importedGame {
	x := importedGame{Folder: dir, Done: t.done, LeftOut: []fault{}}
	for _, d := range t.doubts {
		x.LeftOut = append(x.LeftOut, d.fault())
	}
	return x
}

// importFlags are what "import" is told.
type importFlags struct {
	name, dir, rules, players, proposals, organiser, officers, clauses, language string
	under, next, nextRule                                                        int
	shadow                                                                       bool
}

func (in importFlags) takeOver() (*takeover, error) {
	switch {
	case !moderator.ValidName(in.name):
		return nil, fault{fmt.Sprintf("%q is no name for a game", in.name), "a game's name is 1 to 32 lower-case letters, digits or hyphens, and begins with a letter"}
	case in.rules == "" || in.players == "" || in.organiser == "":
		return nil, fault{"import wants --rules, --players and --organiser", "nomicmail help import shows what each file looks like"}
	}
	if _, err := os.Stat(in.dir); err == nil {
		return nil, fault{in.dir + " is there already", "name a new folder: nothing is written over"}
	}
	t := &takeover{file: moderator.GameFile{
		Name: in.name, Ruleset: in.name + ".md", Organiser: in.organiser, NextNumber: in.next, NextRule: in.nextRule, Shadow: in.shadow, Language: in.language,
	}}
	t.file.Officers = strings.FieldsFunc(in.officers, func(c rune) bool { return c == ',' || c == ' ' })
	texts, err := readTexts(in.rules)
	if err != nil {
		return nil, err
	}
	t.readRules(in.name, texts, in.language)
	players, err := readNamed(in.players, "a line for each player")
	if err != nil {
		return nil, err
	}
	t.readPlayers(in.players, players)
	if in.proposals != "" {
		src, err := readNamed(in.proposals, "the proposals of the pool and those being voted on")
		if err != nil {
			return nil, err
		}
		t.readProposals(in.proposals, src)
	}
	if in.clauses != "" && len(t.set.Rules) > 0 {
		if err := t.attach(in.clauses, in.under); err != nil {
			return nil, err
		}
	}
	t.numbers(in)
	return t, nil
}

// numbers settles which number comes next.
func (t *takeover) numbers(in importFlags) {
	for _, p := range t.file.Proposals {
		switch {
		case p.Number == 0:
		case in.next == 0:
			t.file.NextNumber = max(t.file.NextNumber, p.Number+1)
		case p.Number >= in.next:
			t.fault(in.proposals, 1, "give the number behind the highest", "proposal %d is there already, and --next says %d", p.Number, in.next)
		}
	}
	if t.file.NextNumber == 0 {
		t.faults = append(t.faults, fault{"no proposal has a number, so that the next one is not known", "say it: --next 1003"})
	}
}

// attach gives the rules the clauses of a built-in ruleset or a file.
func (t *takeover) attach(name string, under int) error {
	from, err := readRuleset(name)
	if err != nil {
		return err
	}
	if under == 0 {
		im := &rulesets.Imported{Set: t.set}
		if err := im.Attach(from); err != nil {
			return fault{err.Error(), "where the numbers are others, --under NUMBER puts all clauses below one rule of yours"}
		}
		t.set, t.done = im.Set, append(t.done, im.Done...)
		for _, d := range im.Doubts {
			t.doubt(name, 1, "look at the clause in the ruleset file", "%s", d)
		}
		return nil
	}
	i := slices.IndexFunc(t.set.Rules, func(r rules.Rule) bool { return r.Number == under })
	if i < 0 {
		return fault{fmt.Sprintf("there is no rule %d to put clauses under", under), "name one of the imported rules"}
	}
	var all []string
	for _, r := range from.Rules {
		if r.Clause != "" {
			all = append(all, r.Clause)
		}
	}
	t.set.Rules[i].Clause = strings.Join(all, "\n")
	if err := rules.CheckRules(t.set.Rules); err != nil {
		return fault{err.Error(), "write the clauses into the ruleset yourself; docs/clauses.md says how"}
	}
	t.did("put the clauses of %s below rule %d: look at every number in them", from.Name, under)
	return nil
}

// write makes the folder with the game file and the ruleset.
func (t *takeover) write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	set, err := os.OpenFile(filepath.Join(dir, t.file.Ruleset), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if err := errors.Join(t.set.Write(set), set.Close()); err != nil {
		return err
	}
	game, err := toml.Marshal(t.file)
	if err != nil {
		return fmt.Errorf("write the game file: %w", err)
	}
	path := filepath.Join(dir, t.file.Name+".toml")
	if err := os.WriteFile(path, game, 0o644); err != nil {
		return err
	}
	_, err = moderator.ReadGameFile(path)
	return err
}

// sourceText is a file that was read.
type sourceText struct{ name, text string }

// readTexts reads a text, or all of a folder in the order of their names.
func readTexts(path string) (list []sourceText, err error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		src, err := readNamed(path, "the rules as one text, or a folder with a file for each")
		return []sourceText{{path, src}}, err
	}
	err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		src, err := readNamed(name, "")
		list = append(list, sourceText{name, src})
		return err
	})
	if err == nil && len(list) == 0 {
		err = fault{"there is no file in " + path, "name a folder with a file for each rule, or one text with all of them"}
	}
	return list, err
}

// maxSource is how long a file of an import may be, in bytes.
const maxSource = 8 << 20

func readNamed(path, what string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fault{"there is no " + path, "name the file with " + what}
	case err != nil:
		return "", err
	case info.IsDir():
		return "", fault{path + " is a folder", "name the file with " + what}
	case info.Size() > maxSource:
		return "", fault{fmt.Sprintf("%s has more than %d bytes", path, maxSource), "is it the right file?"}
	}
	src, err := os.ReadFile(path)
	return strings.ReplaceAll(strings.ToValidUTF8(string(src), "\ufffd"), "\r\n", "\n"), err
}
