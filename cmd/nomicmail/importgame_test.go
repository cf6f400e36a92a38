package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

const importedRules = `THE RULES OF POND

Rule 105/1 (Power=3)
Adoption

A proposal is adopted if the strength in favour is greater than the strength
against.

History:
Initial Mutable Rule 105, 30 Jun 1993
Amended(1) by Proposal 378, Apr. 12 1996
Somebody sat on it

----------------------------------------

Rule 2125/0 (Power=1)
Tea

There is tea at four.

History:
Enacted by P1001 (Ada), 02 Mar 1995

----------------------------------------

Rule 2130 (Power=1.5)
The bench

Nobody sits on the bench.
`

const importedPlayers = `Name | Nicknames | Addresses | Since
-----
Ada Quillfeather | Quill, Q | ada@example.org, ada@example.net | 1995-03-02
Bram Zuidema (B.)  bram@example.org  since 2 March 1999
Cleo  cleo@example.org
`

const importedProposals = `Distributed: 2026-01-05 12:00

ID: 1003
Title: A bell
Author: Ada
Quorum: 2

enact
title: A bell
There is a bell.
----
Title: More tea
Author: B.
AI: 1.5

in rule 2125, replace "four" with "five"
`

// imports runs the verb over three files.
func imports(t *testing.T, ruleset, players, proposals string, more ...string) (dir, out, errout string, code int) {
	t.Helper()
	from := t.TempDir()
	args := []string{"import", "pond", filepath.Join(from, "out"), "--organiser", "org@example.org"}
	for _, f := range [][2]string{{"rules", ruleset}, {"players", players}, {"proposals", proposals}} {
		path := filepath.Join(from, f[0]+".txt")
		if err := os.WriteFile(path, []byte(f[1]), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--"+f[0], path)
	}
	var o, e strings.Builder
	code = run(t.Context(), append(args, more...), nil, &o, &e)
	return filepath.Join(from, "out"), o.String(), e.String(), code
}

func TestImportANomic(t *testing.T) {
	dir, _, errout, code := imports(t, importedRules, importedPlayers, importedProposals, "--clauses", "list.en", "--under", "105", "--next-rule", "2200")
	if code != exitDone {
		t.Fatal(errout)
	}
	if !strings.Contains(errout, "rules.txt:12: rule 105: this line of its history: Somebody sat on it") {
		t.Errorf("what was left out is not named: %s", errout)
	}
	g := taken(t, filepath.Join(dir, "pond.toml"))
	bell, tea := g.Proposal(1003), g.Proposals[1]
	if bell == nil || bell.Quorum != 2 || bell.State != rules.Open || bell.Closes != time.Date(2026, 1, 12, 12, 0, 0, 0, time.UTC) || len(bell.Voters) != 3 {
		t.Errorf("the open proposal: %+v", bell)
	}
	if tea.Number != 0 || tea.State != rules.Pooled || tea.Index.String() != "3/2" || tea.Changes[0].Edit == nil || tea.Proposer != "p2" {
		t.Errorf("the pool: %+v", tea)
	}
	if r := g.Rule(105); r.Power.String() != "3" || len(r.History) != 2 || r.History[1].Proposal != 378 || r.History[1].At.Year() != 1996 || r.Revisions() != 1 {
		t.Errorf("rule 105: %+v", r)
	}
	if n := g.NextDistributed(); n != 1004 {
		t.Errorf("the next proposal is %d", n)
	}
	if p := g.Players[0]; len(p.Nicknames) != 2 || len(p.Addresses) != 2 || p.Joined.Year() != 1995 {
		t.Errorf("the first player: %+v", p)
	}
}

// taken makes and starts the game of a file, and lets a vote on it be counted.
func taken(t *testing.T, path string) *rules.Game {
	t.Helper()
	file, err := moderator.ReadGameFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file.Customs = map[string]string{"trust": "from"}
	at := time.Date(2026, 1, 7, 9, 0, 0, 0, time.UTC)
	book := store.Memory()
	m, err := moderator.New(book, moderator.Settings{Address: "nomic@example.org"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Create(file, "org", at); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Act(moderator.Act{Game: "pond", By: "org", Verb: "start", At: at}); err != nil {
		t.Fatal(err)
	}
	g, err := m.Game("pond")
	if err != nil {
		t.Fatal(err)
	}
	for i, who := range []string{"ada", "bram"} {
		raw := "From: " + who + "@example.org\nTo: nomic@example.org\nMessage-ID: <" + who + "@example.org>\n\n1003 FOR\n"
		if _, err := m.Receive(moderator.Mail{Raw: []byte(raw), At: at.Add(time.Duration(i) * time.Minute)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Tick(at.Add(6 * 24 * time.Hour)); err != nil {
		t.Fatal(err)
	}
	over, err := m.Game("pond")
	if err != nil {
		t.Fatal(err)
	}
	if r := over.Rule(2200); over.Proposal(1003).State != rules.Adopted || r == nil || r.Title != "A bell" {
		t.Errorf("after the vote: %v, rule 2200 %+v", over.Proposal(1003).State, r)
	}
	return g
}

func TestImportNamesWhatItCannotRead(t *testing.T) {
	for what, x := range map[string]struct {
		rules, players, proposals, want string
		more                            []string
	}{
		"address":   {importedRules, "Ada ada@example.org\nBob at example.org\n", importedProposals, "players.txt:2: no mail address: Bob at example.org", nil},
		"which":     {importedRules, "Quillfeather, Ada ada@example.org\nBob bob@example.org\n", importedProposals, "players.txt:1: which name is which cannot be told", nil},
		"twice":     {importedRules, importedPlayers + "Ada Quillfeather ada@example.org\n", importedProposals, "players.txt:6: this player stands there twice", nil},
		"author":    {importedRules, importedPlayers, "Title: x\nAuthor: Zed\n\ny\n", `its author "Zed" is no player`, []string{"--next", "1003"}},
		"number":    {importedRules, importedPlayers, "Title: x\nAuthor: Ada\n\ny\n", "the next one is not known", nil},
		"no day":    {importedRules, importedPlayers, "ID: 7\nTitle: x\nAuthor: Ada\n\ny\n", "the day of its distribution is not told", nil},
		"bad time":  {importedRules, importedPlayers, "ID: 7\nTitle: x\nAuthor: Ada\nDistributed: last week\n\ny\n", `the time "last week" cannot be read`, nil},
		"no text":   {strings.Replace(importedRules, "Nobody sits on the bench.", "", 1), importedPlayers, importedProposals, "rule 2130 has no text", nil},
		"no rule":   {"hello\n", importedPlayers, importedProposals, "no rule begins anywhere", nil},
		"same rule": {importedRules + "\n----\n\nRule 105/0 (Power=1)\nAgain\n\nText.\n", importedPlayers, importedProposals, "rule 105 stands in", nil},
		"under":     {importedRules, importedPlayers, importedProposals, "there is no rule 9 to put clauses under", []string{"--clauses", "list.en", "--under", "9"}},
	} {
		dir, _, errout, code := imports(t, x.rules, x.players, x.proposals, x.more...)
		if code == exitDone || !strings.Contains(errout, x.want) || !strings.Contains(errout, "hint") {
			t.Errorf("%s: exit %d, %s", what, code, errout)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: something was written", what)
		}
	}
}

func TestPlayersByLine(t *testing.T) {
	for line, want := range map[string]string{
		"Ada Quillfeather (Quill)  ada@example.org  since 1995-03-02": "Ada|Quillfeather|Quill",
		"Ada Quillfeather, nickname Quill, ada@example.org":           "Ada|Quillfeather|Quill",
		"Ada Quillfeather; a.k.a. Quill; A.Q. <ada@example.org>":      "Ada|Quillfeather|Quill,A.Q.",
		"| Ada Mae Quillfeather | Quill, Q | ada@example.org |":       "Ada Mae|Quillfeather|Quill,Q",
		"Ada,ada@example.org": "Ada||",
	} {
		p, problem, _ := playerOf(line)
		if got := p.Given + "|" + p.Surname + "|" + strings.Join(p.Nicknames, ","); got != want || problem != "" {
			t.Errorf("%s: %s, %s", line, got, problem)
		}
	}
}

func TestShadowOfWhatIsNone(t *testing.T) {
	dir := t.TempDir()
	turns := filepath.Join(dir, "turns.toml")
	text := "name = \"tea\"\nruleset = \"suber-mail.en\"\n"
	if err := os.WriteFile(turns, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty.mbox")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "list.toml")
	if err := os.WriteFile(list, []byte("name = \"tea\"\nruleset = \"list.en\"\norganiser = \"org@example.org\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range [][3]string{
		{turns, empty, "a game with turns"}, {filepath.Join(dir, "none.toml"), empty, "there is no "}, {list, filepath.Join(dir, "none"), "there is no "},
		{list, empty, "no mail in"}, {list, turns, "is no mbox"},
	} {
		var out, errout strings.Builder
		if code := run(t.Context(), []string{"shadow", x[0], "--archive", x[1]}, nil, &out, &errout); code == exitDone || !strings.Contains(errout.String(), x[2]) || !strings.Contains(errout.String(), "hint") {
			t.Errorf("%s over %s: exit %d, %s", x[0], x[1], code, errout.String())
		}
	}
}
