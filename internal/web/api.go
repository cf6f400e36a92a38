package web

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"path"
	"strings"
	"time"

	"nomicmail/internal/record"
	"nomicmail/internal/rules"
)

// apiRoot is the folder of what programs read. A change that would break one of them
// gets another folder, and this one stays.
const apiRoot = "api/v1/"

// openapi describes all of it (OpenAPI 3.1).
//
//go:embed openapi.json
var openapi []byte

// inAPI are the files below a game's folder of the API.
var inAPI = []fileSection{
	{one("game.json"), onlyFor("game.json", func(v view) ([]byte, error) { return v.json(v.state()) })},
	{one("players.json"), onlyFor("players.json", func(v view) ([]byte, error) { return v.stateField("players") })},
	{rulesJSONNames, rulesJSON},
	{one("changes.json"), onlyFor("changes.json", func(v view) ([]byte, error) { return v.json(v.changes()) })},
	{proposalJSONNames, proposalJSON},
	{one("rulings.json"), onlyFor("rulings.json", func(v view) ([]byte, error) { return v.json(v.rulings()) })},
	{one("record.jsonl"), onlyFor("record.jsonl", recordFile)},
}

// wholeFile makes a file that is of no single game; ok is false if there is none of
// that name.
func (s *Site) wholeFile(name string) (body []byte, ok bool, err error) {
	switch name {
	case "api/openapi.json":
		return openapi, true, nil
	case apiRoot + "games.json":
		body, err = s.gamesFile()
		return body, true, err
	}
	return nil, false, nil
}

// wholeFiles are the names of those.
var wholeFiles = []string{"api/openapi.json", apiRoot + "games.json"}

// gameListed is a game as "game list --json" has it.
type gameListed struct {
	Name    string    `json:"name"`
	Status  string    `json:"status"`
	Phase   string    `json:"phase"`
	Turn    int       `json:"turn"`
	Mover   string    `json:"mover"`
	Awaited []string  `json:"awaited"`
	Next    time.Time `json:"next,omitzero"`
}

func (s *Site) gamesFile() ([]byte, error) {
	games, err := s.Games()
	if err != nil && len(games) == 0 {
		return nil, err
	}
	list := []gameListed{}
	for _, g := range games {
		l := gameListed{
			Name: g.Name, Status: string(g.Now.Status), Phase: string(g.Now.Phase), Turn: g.Now.Turn.Number,
			Mover: playerName(g.Now, g.Now.Turn.Mover), Awaited: []string{}, Next: g.Now.NextDeadline(),
		}
		for _, id := range g.Now.Awaited() {
			l.Awaited = append(l.Awaited, playerName(g.Now, id))
		}
		list = append(list, l)
	}
	return veiledJSON(list, func(s string) string { return string(mask([]byte(s))) })
}

// state is the game in the words of "game show --json".
func (v view) state() any { return v.site.options.Clerk.State(v.Now, v.votesShown) }

// votesShown says whether everybody may see the votes on a proposal.
func (v view) votesShown(p *rules.Proposal) bool {
	switch p.State {
	case rules.Open:
		_, hidden := v.running(p)
		return !hidden
	case rules.Adopted, rules.Defeated:
		t, ok := v.told[p.ID]
		return ok && !t.Secret
	}
	return false
}

// stateField is one field of the state.
func (v view) stateField(name string) ([]byte, error) {
	whole, err := json.Marshal(v.state())
	if err != nil {
		return nil, err
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(whole, &fields); err != nil {
		return nil, err
	}
	return v.json(fields[name])
}

func rulesJSONNames(v view) []string {
	names := []string{"rules.json"}
	for _, r := range v.rulesets {
		names = append(names, rulesetName(r)+".json")
	}
	return names
}

// rulesJSON are the rules as "rules --json" has them.
func rulesJSON(v view, name string) ([]byte, error) {
	base, ok := strings.CutSuffix(name, ".json")
	g, _ := v.rulesAt(base)
	if !ok || g == nil {
		return nil, nil
	}
	at := v
	then := *v.Game
	then.Now, at.Game = g, &then
	return at.stateField("rules")
}

// changeListed is a moment at which rules changed.
type changeListed struct {
	Entry uint64       `json:"entry"`
	At    time.Time    `json:"at"`
	Rules string       `json:"rules"` // the file, below the folder of the game
	Steps []stepListed `json:"steps"`
}

type stepListed struct {
	Kind     string `json:"kind"`
	Rule     int    `json:"rule"`
	Was      int    `json:"was,omitempty"`
	Proposal int    `json:"proposal,omitempty"`
}

func (v view) changes() []changeListed {
	list := []changeListed{}
	for _, r := range v.rulesets {
		c := changeListed{Entry: r.Entry, At: r.At, Rules: rulesetName(r) + ".json", Steps: []stepListed{}}
		for _, s := range r.Steps {
			shown := v.stepShown(s)
			l := stepListed{Kind: s.Kind, Rule: shown.Rule, Proposal: s.Number}
			if s.Was != nil && s.Was.Number != l.Rule {
				l.Was = s.Was.Number
			}
			c.Steps = append(c.Steps, l)
		}
		list = append(list, c)
	}
	return list
}

// proposalListed is a proposal with its text. What became of the vote is in the state.
type proposalListed struct {
	Number    int       `json:"number"`
	Key       string    `json:"key"` // in the names of files: the number, or else "p" and a count
	Kind      string    `json:"kind"`
	Target    int       `json:"target"`
	Amendment int       `json:"amendment,omitempty"`
	Title     string    `json:"title"`
	Text      string    `json:"text"`
	Clause    string    `json:"clause"`
	Proposer  string    `json:"proposer"`
	Status    string    `json:"status"`
	Made      time.Time `json:"made"`
	Opened    time.Time `json:"opened,omitzero"`
	Closes    time.Time `json:"closes,omitzero"`
	Ended     time.Time `json:"ended,omitzero"`
}

func (v view) proposalListed(p *rules.Proposal) proposalListed {
	l := proposalListed{
		Number: p.Number, Key: v.proposalKey(p), Proposer: v.nameAt(p.Proposer, p.Made), Status: string(p.State),
		Made: p.Made.UTC(), Opened: p.Opened.UTC(), Ended: p.Ended.UTC(),
	}
	if p.State == rules.Open {
		l.Closes = p.Closes.UTC()
	}
	if len(p.Changes) > 0 {
		c := p.Changes[0]
		l.Kind, l.Target, l.Amendment, l.Title, l.Text, l.Clause = string(c.Kind), c.Rule, c.Amendment, c.Title, c.Text, c.Clause
	}
	return l
}

func proposalJSONNames(v view) []string {
	names := []string{"proposals.json"}
	for _, p := range v.Now.Proposals {
		names = append(names, "proposals/"+v.proposalKey(p)+".json")
	}
	return names
}

// proposalJSON is the list of all proposals, or one.
func proposalJSON(v view, name string) ([]byte, error) {
	if name == "proposals.json" {
		list := []proposalListed{}
		for _, p := range v.Now.Proposals {
			list = append(list, v.proposalListed(p))
		}
		return v.json(list)
	}
	key, ok := strings.CutPrefix(name, "proposals/")
	key = strings.TrimSuffix(key, path.Ext(key))
	for _, p := range v.Now.Proposals {
		if ok && v.proposalKey(p) == key {
			return v.json(v.proposalListed(p))
		}
	}
	return nil, nil
}

// rulingListed is a question and what was ruled on it.
type rulingListed struct {
	Number   int          `json:"number"`
	About    string       `json:"about,omitempty"` // what the game itself asks about
	Question string       `json:"question"`
	By       string       `json:"by"`
	Judge    string       `json:"judge"`
	Turn     int          `json:"turn"`
	Ruling   rulingText   `json:"ruling"`
	Earlier  []rulingText `json:"earlier"` // overruled, or of a case reconsidered

	Case      bool     `json:"case,omitempty"` // a call for judgment, by rotation
	Arguments string   `json:"arguments,omitempty"`
	Evidence  string   `json:"evidence,omitempty"`
	Barred    []string `json:"barred,omitempty"`
	Closed    string   `json:"closed"`
}

type rulingText struct {
	Judge   string `json:"judge"`
	Ruling  string `json:"ruling"` // "true", "false" or "paradox", of a case also others, "" for nothing yet
	Reasons string `json:"reasons"`
	Rules   []int  `json:"rules,omitempty"` // that it is about
}

func (v view) rulings() []rulingListed {
	list := []rulingListed{}
	for _, q := range v.site.options.Clerk.History(v.Now).Questions {
		l := rulingListed{
			Number: q.Number, About: q.About, Question: q.Text, By: q.By, Judge: q.Judge, Turn: q.Turn, Closed: q.Closed,
			Ruling: rulingText{q.Ruling.Judge, q.Ruling.Ruling, q.Ruling.Reasons, q.Ruling.Rules}, Earlier: []rulingText{},
			Case: q.Case, Arguments: q.Arguments, Evidence: q.Evidence, Barred: q.Barred,
		}
		for _, e := range q.Earlier {
			l.Earlier = append(l.Earlier, rulingText{e.Judge, e.Ruling, e.Reasons, e.Rules})
		}
		list = append(list, l)
	}
	return list
}

// entryListed is a line of the record, as everybody may see it. The hash is that of
// the whole entry, and covers what is not told here too.
type entryListed struct {
	Game   string        `json:"game"`
	N      uint64        `json:"n"`
	At     time.Time     `json:"at"`
	Cause  causeListed   `json:"cause"`
	Events []eventListed `json:"events"`
	Undone bool          `json:"undone,omitempty"`
	Prev   string        `json:"prev"`
	Hash   string        `json:"hash"`
}

type causeListed struct {
	Kind  string `json:"kind"`
	By    string `json:"by,omitempty"`
	Trust string `json:"trust,omitempty"`
}

type eventListed struct {
	Kind  string `json:"kind"`
	About string `json:"about,omitempty"`
}

// recordFile is the record, an entry a line.
func recordFile(v view) ([]byte, error) {
	var b bytes.Buffer
	for e, err := range v.site.options.Book.Entries(v.Name, 1) {
		if err != nil {
			return nil, err
		}
		if e.N > v.Head {
			break
		}
		l := entryListed{
			Game: e.Game, N: e.N, At: e.At, Prev: e.Prev.String(), Hash: e.Hash.String(), Undone: v.wasUndone(e.N), Events: []eventListed{},
			Cause: causeListed{e.Cause.Kind, v.nameAt(e.Cause.By, e.At), e.Cause.Trust},
		}
		for _, ev := range e.Events {
			l.Events = append(l.Events, eventListed{record.Kind(ev), v.about(ev)})
		}
		line, err := veiledLine(l, v.veiled)
		if err != nil {
			return nil, err
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes(), nil
}

func (v view) wasUndone(n uint64) bool {
	for _, s := range v.undone {
		if n >= s.from && n <= s.to {
			return true
		}
	}
	return false
}
