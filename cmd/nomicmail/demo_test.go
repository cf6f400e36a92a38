package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
	"nomicmail/rulesets"
)

// TestScript plays a whole game, looks whether what a newcomer should see is in
// it, and plays it again: the same seed is the same game, another is another.
func TestScript(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tea")
	first := playSeed(t, 1, "--keep", dir)
	for what, form := range map[string]string{
		"a winner":                  `\n(Bob|Cem|Ada|Zita) \w+ has won: it took 100 points \(rule 3\d\d\), in turn \d+`,
		"a half that is rounded up": `× 3/4 = \d+\.5 → \d+\n`,
		"the defeat of 305":         `\[tea\] 305 defeated \(3 for, 1 against\)`,
		"an adoption by a majority": `adopted \(3 for, 1 against\)`,
		"an adoption by everybody":  `adopted \(4 for, 0 against\)\n.*× 4/4 = `,
		"the ballots":               `\[tea\] 301: vote by `,
		"the winner's letter":       `\[tea\] (Bob|Cem|Ada|Zita) \w+ has won!\n`,
		"the goal's clause":         `writes: amend 208, "How many points win"`,
		"the scores at the end":     `PLAYER +POINTS\n`,
		"the proof of the record":   `every hash is right`,
	} {
		if !regexp.MustCompile(form).MatchString(first) {
			t.Errorf("there is not %s (%s) in:\n%s", what, form, first)
		}
	}
	code, out, stderr := runs(t, "", "verify", "--data", dir)
	if code != exitDone || !strings.Contains(out, "of 1 game\n") {
		t.Errorf("verify of the kept record: exit %d, %q, %q", code, out, stderr)
	}
	lookAtKeptGame(t, dir)
	if again := playSeed(t, 1); again != first {
		t.Errorf("the same seed has made another game:\n%s\n%s", first, again)
	}
	if other := playSeed(t, 2); other == first {
		t.Error("another seed has made the same game")
	}
}

func playSeed(t *testing.T, seed int, flags ...string) string {
	t.Helper()
	code, out, stderr := runs(t, "", append([]string{"demo", "--script", "--seed", fmt.Sprint(seed)}, flags...)...)
	if code != exitDone || stderr != "" {
		t.Fatalf("seed %d: exit %d\n%s\n%s", seed, code, out, stderr)
	}
	return out
}

// lookAtKeptGame finds in the record what the rules have done in the game.
func lookAtKeptGame(t *testing.T, dir string) {
	o, err := openOffice((&where{data: dir}).withData(defaults()))
	if err != nil {
		t.Fatal(err)
	}
	defer o.close()
	m, err := o.moderator()
	if err != nil {
		t.Fatal(err)
	}
	g, err := m.Game(demoGame)
	if err != nil {
		t.Fatal(err)
	}
	if g.Ledger["simple majority"] != "True" {
		t.Error("Rule 203 has not become a simple majority")
	}
	for _, name := range []string{"when_adopted", "when_defeated", "when_turn_ends"} {
		if !slices.ContainsFunc(g.Awards, func(a rules.Awarded) bool { return a.Name == name }) {
			t.Errorf("%s has never given points", name)
		}
	}
	kinds := map[rules.Kind]bool{}
	for _, p := range g.Proposals {
		kinds[p.Changes[0].Kind] = true
	}
	for _, k := range []rules.Kind{rules.Enact, rules.Amend, rules.Repeal} {
		if !kinds[k] {
			t.Errorf("nobody has proposed to %s anything", k)
		}
	}
}

// TestWonByTheRules: a game that is over otherwise fails the script.
func TestWonByTheRules(t *testing.T) {
	g := &rules.Game{}
	set, err := rulesets.Load("suber-mail.en")
	if err != nil {
		t.Fatal(err)
	}
	g.Apply(rules.GameCreated{Name: demoGame, Language: "en", Timezone: "UTC", Rules: set.Rules}, scriptStart)
	g.Apply(rules.PlayerJoined{Player: rules.Player{ID: "p1", Given: "Ada"}, Order: []rules.PlayerID{"p1"}}, scriptStart)
	wants := func(ok bool, why string) {
		t.Helper()
		if err := wonByTheRules(g); (err == nil) != ok {
			t.Errorf("%s: %v", why, err)
		}
	}
	wants(false, "a game that runs")
	g.Apply(rules.GameWon{Players: []rules.PlayerID{"p1"}, Rule: 208}, scriptStart)
	wants(false, "a winner without points")
	g.Apply(rules.Awarded{Player: "p1", Points: rules.Whole(199)}, scriptStart)
	wants(false, "a winner below the goal")
	g.Apply(rules.Awarded{Player: "p1", Points: rules.Whole(1)}, scriptStart)
	wants(true, "a winner at the goal")
}

func TestSumsInALetter(t *testing.T) {
	text := "- Ada Quillfeather: +11 by Rule 202: (305 − 291) × 3/4 = 10.5\n  → 11.\n- Bob: +10 by Rule 202: (301 − 291) × 4/4 = 10.\n" +
		"- Cem: +5 by Rule 202: (305 − 291) × 1/3 = 4.67… → 5.\n"
	want := []string{"(305 − 291) × 3/4 = 10.5 → 11", "(301 − 291) × 4/4 = 10", "(305 − 291) × 1/3 = 4.67… → 5"}
	if got := sumsIn(text); !slices.Equal(got, want) {
		t.Errorf("%q instead of %q", got, want)
	}
}

// TestDemoClock: an alarm rings when its time has come by itself, and when the
// time is moved on past it, and only once.
func TestDemoClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newDemoClock(scriptStart)
		soon, late := c.After(time.Minute), c.After(24*time.Hour)
		time.Sleep(59 * time.Second)
		synctest.Wait()
		if len(soon) != 0 {
			t.Error("an alarm rang too soon")
		}
		if at := <-soon; !at.Equal(scriptStart.Add(time.Minute)) {
			t.Errorf("an alarm rang at %v", at)
		}
		c.moveOn(23 * time.Hour)
		if len(late) != 0 {
			t.Error("an alarm rang before its time was moved past")
		}
		c.moveOn(time.Hour)
		if at := <-late; !at.Equal(scriptStart.Add(24*time.Hour + time.Minute)) {
			t.Errorf("an alarm rang at %v", at)
		}
		time.Sleep(48 * time.Hour)
		synctest.Wait()
		if len(soon)+len(late)+len(c.alarms) != 0 {
			t.Error("an alarm rang twice, or is kept")
		}
	})
}

func TestDemoRefusesBadFlags(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "letter"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		text string
	}{
		{[]string{"--addr", "0.0.0.0:8080"}, exitUse, `"0.0.0.0:8080" is no host:port of this machine alone`},
		{[]string{"--addr", "8080"}, exitUse, `"8080" is no host:port of this machine alone`},
		{[]string{"--keep", full, "--script"}, exitFault, "is not an empty folder"},
	} {
		code, _, stderr := runs(t, "", append([]string{"demo"}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.text) {
			t.Errorf("%v: exit %d, %q", c.args, code, stderr)
		}
	}
}

// TestIdeasAreSound has every idea proposed in a game of its own, whose record
// is in memory.
func TestIdeasAreSound(t *testing.T) {
	titles := map[string]bool{}
	for _, i := range append(slices.Clone(demoIdeas), shorterGame, gentlerDefeat) {
		if titles[i.title] || i.title == "" || i.text == "" || i.later == i.text {
			t.Errorf("%q is not an idea of its own", i.title)
		}
		titles[i.title] = true
		propose(t, i.enact())
	}
	propose(t, shorterGame.amend(208))
	propose(t, gentlerDefeat.amend(206))
}

// propose has the first player propose words, which must open a vote.
func propose(t *testing.T, words string) {
	t.Helper()
	book := store.Memory()
	defer book.Close()
	m, err := moderator.New(book, moderator.Settings{Address: "nomic@example.org"})
	if err != nil {
		t.Fatal(err)
	}
	if err := createDemoGame(m, scriptStart); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Act(moderator.Act{Game: demoGame, By: demoOrganiser, Verb: "as", Player: "Bob", Words: words, At: scriptStart}); err != nil {
		t.Errorf("%q: %v", words, err)
	}
	g, err := m.Game(demoGame)
	if err != nil {
		t.Fatal(err)
	}
	if g.Phase != rules.Voting {
		t.Errorf("%q: it is not voted on", words)
	}
}
