package main

import (
	"context"
	"flag"
	"slices"
	"strings"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
)

// playersOf asks for the players of a game.
type playersOf struct{ Game string }

// playerLine is a player in the list.
type playerLine struct {
	Name      string       `json:"name"`
	Addresses []string     `json:"addresses"`
	Failed    []string     `json:"failed,omitempty"` // of the addresses: letters to them come back
	Points    rules.Points `json:"points"`
	Status    string       `json:"status"`
	Language  string       `json:"language"`
	Timezone  string       `json:"timezone"`
	Trust     string       `json:"trust"` // of the last mail that moved the game, "" before one
	Keys      []string     `json:"keys"`  // fingerprints
}

func (playersOf) path() string { return "players" }

func (q playersOf) answer(_ context.Context, o *office, _ progress) ([]playerLine, error) {
	g, err := o.game(q.Game)
	if err != nil {
		return nil, err
	}
	trust, err := lastTrust(o, q.Game)
	if err != nil {
		return nil, err
	}
	list := []playerLine{}
	for _, id := range g.Order {
		if p := g.Player(id); p != nil {
			l := playerLineOf(g, p)
			l.Trust = trust[id]
			list = append(list, l)
		}
	}
	return list, nil
}

// lastTrust is how sure it was that the last mail of each player was theirs.
func lastTrust(o *office, game string) (map[rules.PlayerID]string, error) {
	trust := map[rules.PlayerID]string{}
	for e, err := range o.book.Entries(game, 1) {
		if err != nil {
			return nil, err
		}
		if e.Cause.By != "" && e.Cause.Trust != "" {
			trust[e.Cause.By] = e.Cause.Trust
		}
	}
	return trust, nil
}

func playerLineOf(g *rules.Game, p *rules.Player) playerLine {
	l := playerLine{Name: p.Name(), Addresses: append([]string{}, p.Addresses...), Points: p.Points, Status: string(p.State), Language: p.Language, Timezone: p.Timezone}
	l.Keys = []string{}
	for _, k := range p.Keys {
		l.Keys = append(l.Keys, k.Fingerprint)
	}
	for _, a := range p.Addresses {
		if g.Fails(p.ID, a) {
			l.Failed = append(l.Failed, a)
		}
	}
	return l
}

// written are the addresses of a player for people.
func (l playerLine) written() string {
	var all []string
	for _, a := range l.Addresses {
		if slices.Contains(l.Failed, a) {
			a += " (letters come back)"
		}
		all = append(all, a)
	}
	return strings.Join(all, ", ")
}

func listPlayers(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	return func(ctx context.Context, c *call) error {
		list, err := askOnce(ctx, w, playersOf{c.args[0]})
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.out, list)
		}
		if len(list) == 0 {
			c.printf("nobody has joined yet: nomicmail player add %s \"Given SURNAME <address>\"\n", c.args[0])
			return nil
		}
		rows := [][]string{{"NAME", "POINTS", "STATUS", "LANGUAGE", "TRUST", "ADDRESSES"}}
		for _, p := range list {
			rows = append(rows, []string{p.Name, p.Points.String(), p.Status, orDash(p.Language), orDash(p.Trust), p.written()})
		}
		printTable(c.out, rows)
		return nil
	}
}

// addPlayer checks the shape of what is given before it is asked, because a
// shell eats the < and > of an address that is not quoted.
func addPlayer(f *flag.FlagSet) action {
	w, by, asJSON := whereFlags(f), byFlag(f), jsonFlag(f)
	return func(ctx context.Context, c *call) error {
		who := strings.TrimSpace(c.words(1))
		open, shut := strings.LastIndexByte(who, '<'), strings.HasSuffix(who, ">")
		if open <= 0 || !shut || !plausible(who[open+1:len(who)-1]) {
			return &wrongUse{"player add wants a name and an address", `write it in quotes: "Ada QUILLFEATHER <ada@example.org>"`}
		}
		a := moderator.Act{Game: c.args[0], By: *by, Verb: "add", Words: who}
		return doAct(ctx, c, w, a, *asJSON)
	}
}

// playerAddress gives a player another address, or takes one away. What is
// given on the command line is believed: nobody is asked.
func playerAddress(f *flag.FlagSet) action {
	w, by, asJSON := whereFlags(f), byFlag(f), jsonFlag(f)
	return func(ctx context.Context, c *call) error {
		how, address := c.args[2], c.args[3]
		if how != "add" && how != "remove" || !plausible(address) {
			return &wrongUse{"player address wants add or remove, and an address", "nomicmail player address tea Ada add ada@example.org"}
		}
		a := moderator.Act{Game: c.args[0], By: *by, Verb: "address", Player: c.args[1], Words: how + " " + address}
		return doAct(ctx, c, w, a, *asJSON)
	}
}

// playerToken makes a player's reply token another.
func playerToken(f *flag.FlagSet) action {
	w, by, asJSON := whereFlags(f), byFlag(f), jsonFlag(f)
	return func(ctx context.Context, c *call) error {
		return doAct(ctx, c, w, moderator.Act{Game: c.args[0], By: *by, Verb: "token", Player: c.words(1)}, *asJSON)
	}
}

// playerReplace gives a player's seat to somebody else, who is asked first.
func playerReplace(f *flag.FlagSet) action {
	w, by, asJSON := whereFlags(f), byFlag(f), jsonFlag(f)
	why := f.String("why", "", "the `REASON`, which everybody is told")
	return func(ctx context.Context, c *call) error {
		next := c.args[3]
		open, shut := strings.LastIndexByte(next, '<'), strings.HasSuffix(next, ">")
		if c.args[2] != "by" || open <= 0 || !shut || !plausible(next[open+1:len(next)-1]) {
			return &wrongUse{"player replace wants a player, the word by, and a name with an address", `nomicmail player replace tea "Cem Oatmarsh" by "Eve FENNIMORE <eve@example.org>"`}
		}
		return doAct(ctx, c, w, moderator.Act{Game: c.args[0], By: *by, Verb: "replace", Words: because(c.args[1]+" by "+next, *why)}, *asJSON)
	}
}

// because adds a reason to the words of an act.
func because(words, why string) string {
	if why == "" {
		return words
	}
	return words + " because " + why
}

// organisers lists who may organise a game.
type organisersOf struct{ Game string }

func (organisersOf) path() string { return "organisers" }

func (q organisersOf) answer(_ context.Context, o *office, _ progress) ([]string, error) {
	g, err := o.game(q.Game)
	if err != nil {
		return nil, err
	}
	list := append([]string{}, g.Organisers...)
	for _, a := range o.config.Organisers {
		if !slices.ContainsFunc(list, func(own string) bool { return strings.EqualFold(own, a) }) {
			list = append(list, a)
		}
	}
	return list, nil
}

func listOrganisers(f *flag.FlagSet) action {
	w, asJSON := whereFlags(f), jsonFlag(f)
	return func(ctx context.Context, c *call) error {
		list, err := askOnce(ctx, w, organisersOf{c.args[0]})
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(c.out, list)
		}
		for _, a := range list {
			c.printf("%s\n", a)
		}
		return nil
	}
}
