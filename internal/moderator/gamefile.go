package moderator

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

// GameFile describes a game to be played: a GAME.toml. With NextNumber,
// Circuits, Mover and points it takes up a game begun elsewhere.
type GameFile struct {
	Name       string            `toml:"name"`
	Ruleset    string            `toml:"ruleset"`
	Address    string            `toml:"address,omitempty"`
	Language   string            `toml:"language,omitempty"`
	Timezone   string            `toml:"timezone,omitempty"`
	Start      time.Time         `toml:"start,omitempty"`
	Organiser  string            `toml:"organiser,omitempty"`
	Organisers []string          `toml:"organisers,omitempty"`
	NextNumber int               `toml:"next_number,omitempty"`
	Circuits   int               `toml:"circuits,omitempty"`
	Mover      string            `toml:"mover,omitempty"`
	Customs    map[string]string `toml:"customs,omitempty"`
	// Shadow only follows a game that others run: see docs/lists.md. Officers
	// are the addresses whose posts are official there; without any, every
	// player's are.
	Shadow    bool           `toml:"shadow,omitempty"`
	Officers  []string       `toml:"officers,omitempty"`
	Proposals []ProposalFile `toml:"proposal,omitempty"`
	Lists     []ListFile     `toml:"list,omitempty"`
	// NextRule is the number of the next new rule, where rules have numbers of
	// their own; 0 is the one behind the highest.
	NextRule int `toml:"next_rule,omitempty"`
	// Mark stands in the Message-IDs of the game's letters; see [NewMark].
	Mark      string       `toml:"mark,omitempty"`
	Histories []RuleFile   `toml:"rule,omitempty"`
	Players   []PlayerFile `toml:"player,omitempty"`

	dir string // of the file, where a ruleset file lies
}

// PlayerFile is one player of a GameFile.
type PlayerFile struct {
	Given     string   `toml:"given"`
	Surname   string   `toml:"surname"`
	Nicknames []string `toml:"nicknames,omitempty"`
	Addresses []string `toml:"addresses"`
	Language  string   `toml:"language,omitempty"`
	Timezone  string   `toml:"timezone,omitempty"`
	Points    int64    `toml:"points,omitempty"`
	// Since is since when the player plays; zero is since the game was made here.
	Since time.Time `toml:"since,omitempty"`
}

// ListFile is a mailing list on which the game of a GameFile is played. Role is
// "actions", "reports" or "talk"; Hosts are the servers that are believed about
// who wrote to it.
type ListFile struct {
	Address string   `toml:"address"`
	ID      string   `toml:"id,omitempty"`
	Role    string   `toml:"role"`
	Hosts   []string `toml:"hosts,omitempty"`
}

// FileFaults are all the faults of a game file, one line each.
type FileFaults []string

func (f FileFaults) Error() string { return strings.Join(f, "\n") }

// ReadGameFile reads a game file and checks it. All faults are reported at
// once, as [FileFaults].
func ReadGameFile(path string) (GameFile, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return GameFile{}, err
	}
	return ParseGameFile(path, src)
}

// ParseGameFile is [ReadGameFile] for a source already read. A ruleset that is
// a file is looked for beside path.
func ParseGameFile(path string, src []byte) (GameFile, error) {
	var f GameFile
	src = bytes.TrimPrefix(src, []byte("\ufeff")) // as some editors save a file
	d := toml.NewDecoder(bytes.NewReader(src)).DisallowUnknownFields()
	var faults FileFaults
	if err := d.Decode(&f); err != nil {
		faults = tomlFaults(path, err)
	}
	f.dir = filepath.Dir(path)
	if len(faults) == 0 {
		for _, fault := range f.faults() {
			faults = append(faults, path+": "+fault)
		}
	}
	if len(faults) > 0 {
		return f, faults
	}
	return f, nil
}

// tomlFaults writes the decoder's errors as lines with a place.
func tomlFaults(path string, err error) FileFaults {
	var strict *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		var all FileFaults
		for _, e := range strict.Errors {
			row, col := e.Position()
			all = append(all, fmt.Sprintf("%s:%d:%d: unknown key %q", path, row, col, strings.Join(e.Key(), ".")))
		}
		return all
	case errors.As(err, &decode):
		row, col := decode.Position()
		return FileFaults{fmt.Sprintf("%s:%d:%d: %s", path, row, col, plainTOML(decode.Error()))}
	}
	return FileFaults{path + ": " + err.Error()}
}

// plainTOML takes Go's words out of a decoder's message.
func plainTOML(msg string) string {
	msg = strings.TrimPrefix(msg, "toml: ")
	for _, r := range [][2]string{
		{"cannot decode TOML ", "cannot take a "}, {" into struct field ", " for "},
		{"moderator.GameFile.", ""}, {"moderator.PlayerFile.", "player."}, {"moderator.ProposalFile.", "proposal."}, {" of type ", ", which wants a "}, {"moderator.ListFile.", "list."}, {"moderator.RuleFile.", "rule."},
	} {
		msg = strings.ReplaceAll(msg, r[0], r[1])
	}
	return msg
}

// markForm is what may stand in a Message-ID as it is (RFC 5322 §3.6.4).
var markForm = regexp.MustCompile(`^[a-z0-9]{0,16}$`)

func (f *GameFile) faults() []string {
	var all []string
	want := func(ok bool, format string, args ...any) {
		if !ok {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	want(ValidName(f.Name), "name = %q: a game's name is 1 to 32 lower-case letters, digits or hyphens, and begins with a letter", f.Name)
	want(markForm.MatchString(f.Mark), "mark = %q: a mark is up to 16 lower-case letters and digits", f.Mark)
	want(f.Ruleset != "", "ruleset is missing: e.g. ruleset = \"suber-mail.en\"")
	want(f.Address == "" || plausible(f.Address), "address = %q is no mail address", f.Address)
	if _, err := time.LoadLocation(f.Timezone); err != nil {
		want(false, "timezone = %q is not known: write it as \"Europe/Lisbon\"", f.Timezone)
	}
	for _, name := range sortedKeys(f.Customs) {
		if err := rules.CheckCustom(name, f.Customs[name]); err != nil {
			want(false, "customs: %v", err)
		}
	}
	for _, l := range f.Lists {
		if _, fault := l.list(); fault != "" {
			want(false, "list: %s", fault)
		}
	}
	for i, p := range f.Players {
		want(strings.TrimSpace(p.Given+p.Surname) != "", "player %d has no name", i+1)
		want(len(p.Addresses) > 0, "player %s %s has no address", p.Given, p.Surname)
		for _, a := range p.Addresses {
			want(plausible(a), "player %s %s: %q is no mail address", p.Given, p.Surname, a)
		}
	}
	want(f.Mover == "" || len(f.Players) == 0 || slices.ContainsFunc(f.Players, func(p PlayerFile) bool { return p.name() == f.Mover }),
		"mover = %q is none of the players: write the name as below [[player]], given name and surname", f.Mover)
	for _, a := range f.Officers {
		want(plausible(a), "officers: %q is no mail address", a)
	}
	want(!f.Shadow || len(f.Organisers) > 0 || plausible(f.Organiser), "shadow: a game that is only followed needs an organiser's address, who alone gets letters: organisers = [\"...\"]")
	for _, r := range f.Histories {
		_, fault := r.deeds()
		want(fault == "", "rule %d: %s", r.Number, fault)
	}
	for i := range f.Proposals {
		all = append(all, f.Proposals[i].faults()...)
	}
	return all
}

// name is the player's as letters have it.
func (p PlayerFile) name() string {
	return (&rules.Player{Given: strings.TrimSpace(p.Given), Surname: strings.TrimSpace(p.Surname)}).Name()
}

// plausible is the bare shape of an address: something on both sides of one @.
func plausible(a string) bool {
	at := strings.LastIndexByte(a, '@')
	return at > 0 && at < len(a)-1 && len(a) <= 254 && !strings.ContainsAny(a, " \t\r\n<>,;:\"")
}

// ValidName says whether s can name a game: it is a subject tag, an address
// tag and part of Message-IDs.
func ValidName(s string) bool {
	if s == "" || len(s) > 32 || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return false
		}
	}
	return true
}

// ruleset finds the rules of the file: a built-in set, or a file beside it.
func (f *GameFile) ruleset(load func(string) (rulesets.Set, error)) (rulesets.Set, error) {
	path := f.Ruleset
	if !filepath.IsAbs(path) {
		path = filepath.Join(f.dir, path)
	}
	if src, err := os.ReadFile(path); err == nil {
		return rulesets.Parse(filepath.Base(path), src)
	}
	return load(f.Ruleset)
}

// HasTurns says whether the rules of the file have turns.
func (f *GameFile) HasTurns() (bool, error) {
	set, err := f.ruleset(rulesets.Load)
	if err != nil {
		return false, err
	}
	g := &rules.Game{}
	g.Apply(rules.GameCreated{Rules: set.Rules}, time.Time{})
	return g.HasTurns(), nil
}
