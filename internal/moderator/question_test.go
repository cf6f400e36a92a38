package moderator_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/record"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

// askedGame is a game in which mails are sent by hand, under a clock that can be
// late.
type askedGame struct {
	*testing.T
	m    *moderator.Moderator
	book *store.Store
	at   time.Time // of the last input
	late time.Duration
	sent int
}

func newAskedGame(t *testing.T, customs map[string]string) *askedGame {
	t.Helper()
	g := &askedGame{T: t, book: store.Memory(), at: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
	m, err := moderator.New(g.book, moderator.Settings{
		Address: "nomic@nomic.example.org", Delimiter: "+", Rand: bytes.NewReader(make([]byte, 1<<16)),
		Now: func() time.Time { return g.at.Add(g.late) },
	})
	if err != nil {
		t.Fatal(err)
	}
	g.m = m
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC", Customs: map[string]string{"trust": "from", "debate_least": "0h"}}
	for k, v := range customs {
		f.Customs[k] = v
	}
	for _, name := range []string{"Ada", "Bob", "Cem"} {
		f.Players = append(f.Players, moderator.PlayerFile{Given: name, Surname: name[:1] + "sson", Addresses: []string{strings.ToLower(name) + "@example.org"}})
	}
	if _, err := m.Create(f, "org", g.at); err != nil {
		t.Fatal(err)
	}
	g.act("start", "")
	return g
}

func (g *askedGame) act(verb, words string) {
	g.Helper()
	g.at = g.at.Add(time.Minute)
	if _, err := g.m.Act(moderator.Act{Game: "tea", By: "org", Verb: verb, Words: words, At: g.at}); err != nil {
		g.Fatalf("%s %s: %v", verb, words, err)
	}
}

// writes sends a mail that answers the letter with that id, or none.
func (g *askedGame) writes(who, answers, text string) moderator.Outcome {
	g.Helper()
	g.at, g.sent = g.at.Add(time.Minute), g.sent+1
	head := fmt.Sprintf("From: %s@example.org\r\nTo: nomic+tea@nomic.example.org\r\nSubject: tea\r\nMessage-ID: <%d@example.org>\r\n", who, g.sent)
	if answers != "" {
		head += "In-Reply-To: " + answers + "\r\n"
	}
	o, err := g.m.Receive(moderator.Mail{Raw: []byte(head + "\r\n" + text + "\r\n"), At: g.at})
	if err != nil {
		g.Fatal(err)
	}
	return o
}

// letters are the ids of all letters of a kind to somebody, oldest first.
func (g *askedGame) letters(kind, who string) []string {
	g.Helper()
	var made []record.Letter
	for l, err := range g.book.Letters("tea") {
		if err != nil {
			g.Fatal(err)
		}
		if l.Kind == kind && strings.HasPrefix(l.To[0], who+"@") {
			made = append(made, l)
		}
	}
	slices.SortStableFunc(made, func(a, b record.Letter) int { return a.Made.Compare(b.Made) })
	var ids []string
	for _, l := range made {
		ids = append(ids, l.ID)
	}
	return ids
}

func (g *askedGame) votes() string {
	g.Helper()
	game, err := g.m.Game("tea")
	if err != nil {
		g.Fatal(err)
	}
	return fmt.Sprint(moderator.StateOf(game).Proposals[0].Votes)
}

// replays checks that the record folds to the game as it stands.
func (g *askedGame) replays() {
	g.Helper()
	var entries []record.Entry
	for e, err := range g.book.Entries("tea", 1) {
		if err != nil {
			g.Fatal(err)
		}
		entries = append(entries, e)
	}
	game, err := g.m.Game("tea")
	if err != nil {
		g.Fatal(err)
	}
	if !moderator.Fold(entries).Equal(game) {
		g.Error("the record folds to another game")
	}
}

// TestNumberAndLetter: a number answers the question of the letter that it
// replies to, for whom it was put to and for nobody else; who is asked again
// about one vote has one question, and the letter before has lost its own.
func TestNumberAndLetter(t *testing.T) {
	g := newAskedGame(t, nil)
	g.writes("ada", "", "repeal 210")
	g.writes("cem", "", "301 maybe FOR")
	g.writes("cem", "", "301 perhaps AGAINST")
	ask := g.letters("receipt", "cem")
	for _, c := range []struct{ who, answers, text, outcome, votes string }{
		{"bob", ask[1], "1", "held", "map[]"},
		{"cem", ask[0], "1", "refused", "map[]"},
		{"cem", ask[1], "3", "held", "map[]"},
		{"cem", ask[1], "1", "counted", "map[Cem Csson:against]"},
		{"cem", ask[1], "2", "refused", "map[Cem Csson:against]"},
		{"cem", ask[1], "1", "counted", "map[Cem Csson:against]"},
		{"bob", "", "1", "held", "map[Cem Csson:against]"},
	} {
		o := g.writes(c.who, c.answers, c.text)
		if got := g.votes(); o.Outcome != c.outcome || got != c.votes {
			t.Errorf("%q of %s is %s %v, and the votes are %s", c.text, c.who, o.Outcome, o.Commands, got)
		}
	}
	g.replays()
}

// TestUndoKeepsQuestions: a letter with a question means that question for ever,
// also when one before it is undone and all that follows is told anew.
func TestUndoKeepsQuestions(t *testing.T) {
	g := newAskedGame(t, nil)
	g.writes("ada", "", "repeal 210")
	undone := g.writes("bob", "", "301 maybe").Entry
	g.writes("cem", "", "301 FOR, perhaps")
	ask := g.letters("receipt", "cem")
	g.act("undo", fmt.Sprint(undone))
	if o := g.writes("bob", g.letters("receipt", "bob")[0], "1"); o.Outcome == "counted" {
		t.Errorf("a question that was undone is answered: %+v", o)
	}
	g.writes("cem", ask[0], "1")
	g.writes("bob", "", "301 I guess")
	if got := g.votes(); got != "map[Cem Csson:for]" {
		t.Errorf("the votes are %s", got)
	}
	game, err := g.m.Game("tea")
	if err != nil {
		t.Fatal(err)
	}
	if len(game.Held) != 1 || game.Held[0].Held != 3 {
		t.Errorf("a number is given twice: %+v", game.Held)
	}
	g.replays()
}

// TestUndoKeepsMovedDeadline: a deadline that moved because we were away stays
// where it is when something before it is undone.
func TestUndoKeepsMovedDeadline(t *testing.T) {
	g := newAskedGame(t, map[string]string{"missing_vote": "against"})
	g.writes("ada", "", "repeal 210")
	opened := g.at
	undone := g.writes("bob", "", "301 FOR").Entry
	g.late = 2 * time.Hour
	g.at = opened.AddDate(0, 0, 6)
	if err := g.m.Tick(g.at); err != nil {
		t.Fatal(err)
	}
	g.late = 0
	closes := func() time.Time {
		game, err := g.m.Game("tea")
		if err != nil {
			t.Fatal(err)
		}
		return game.Proposal(301).Closes
	}
	want := opened.AddDate(0, 0, 8)
	if got := closes(); !got.Equal(want) {
		t.Errorf("the vote closes %s, want %s", got, want)
	}
	g.act("undo", fmt.Sprint(undone))
	if got := closes(); !got.Equal(want) {
		t.Errorf("after the undoing the vote closes %s, want %s", got, want)
	}
	for who, kind := range map[string]string{"ada": "reminder", "bob": "away", "cem": "reminder"} {
		if n := len(g.letters(kind, who)); n != 1 {
			t.Errorf("%s has %d of %s", who, n, kind)
		}
	}
	g.replays()
}

// TestWaitingTellsNoNames: the letter that says that a deadline waits tells
// nobody but whom it concerns whose words they are.
func TestWaitingTellsNoNames(t *testing.T) {
	g := newAskedGame(t, map[string]string{"missing_vote": "against", "reminders": "none"})
	g.writes("ada", "", "repeal 210")
	closes := g.at.AddDate(0, 0, 7)
	g.writes("ada", "", "301 FOR")
	g.writes("ada", "", "301 AGAINST if it rains")
	g.at = closes
	if err := g.m.Tick(closes); err != nil {
		t.Fatal(err)
	}
	for _, who := range []string{"bob", "cem"} {
		ids := g.letters("waiting", who)
		if len(ids) != 1 {
			t.Fatalf("%s got %d letters", who, len(ids))
		}
		l, _, err := g.book.Letter(ids[0])
		if err != nil {
			t.Fatal(err)
		}
		raw, _, _ := g.book.Body(l.Raw)
		if text := letterText(raw); strings.Contains(text, "Ada") || strings.Contains(text, "rains") || len(l.Asks) > 0 {
			t.Errorf("%s is told\n%s", who, text)
		}
	}
	if ids := g.letters("waiting", "ada"); len(ids) != 1 {
		t.Errorf("who was asked got %d letters", len(ids))
	}
	var waits int
	for e, err := range g.book.Entries("tea", 1) {
		if err != nil {
			t.Fatal(err)
		}
		for _, ev := range e.Events {
			if _, ok := ev.(rules.DeadlineWaits); ok {
				waits++
			}
		}
	}
	if waits != 1 {
		t.Errorf("the wait stands %d times in the record", waits)
	}
	g.replays()
}

// TestDebateWaits: what the proposer says about the text shortly before the debate
// ends, and must be asked about, keeps the vote from opening; only the proposer
// hears of that, and the answer opens it on the new text.
func TestDebateWaits(t *testing.T) {
	p := newPost(t, map[string]string{"debate_least": "2h", "debate_most": "2h"})
	p.act("as", "Bob Crumhorn", "withdraw 301")
	p.act("as", "Bob Crumhorn", "enact\nTea is at five.\nend")
	p.letters()
	p.write("From: bob@example.net\n", "revise 301\nTea is at four.\nend\n")
	p.reply(p.question("bob@example.net"), "bob@example.net", "perhaps")
	p.letters()
	p.now = p.now.Add(2 * time.Hour)
	if err := p.m.Tick(p.now); err != nil {
		t.Fatal(err)
	}
	waiting := p.letters()
	if len(waiting) != 1 || waiting[0].kind != "waiting" || waiting[0].to != "bob@example.net" || !strings.Contains(flat(waiting[0].text), "the deadline for 301 has come, and it waits for you") {
		t.Fatalf("%d letters at the deadline, the first to %s: %s", len(waiting), waiting[0].to, waiting[0].text)
	}
	p.is("it is still in debate", stateOf(t, p.m).Proposals[0].Status, "debate")
	p.write(passing("example.net")+"From: bob@example.net\nIn-Reply-To: "+waiting[0].id+"\n", "1\n")
	kinds := map[string]string{}
	for _, l := range p.letters() {
		kinds[l.to+" "+l.kind] = l.text
	}
	if text := kinds["ada@example.org ballot"]; !strings.Contains(text, "Tea is at four.") {
		t.Errorf("Ada got %v", kinds)
	}
	if text, told := kinds["ada@example.org proposal"]; told {
		t.Errorf("Ada is told of a debate that is over: %s", text)
	}
	p.is("the vote is open", stateOf(t, p.m).Proposals[0].Status, "voting")
}

// TestOpeningWaits: who opens the vote while something that was said about the text
// is being asked about is told that it waits for the answer, and opens it at once
// by saying so again.
func TestOpeningWaits(t *testing.T) {
	p := newPost(t, map[string]string{"debate_least": "1h", "debate_most": "9h"})
	p.now = p.now.Add(2 * time.Hour)
	p.write("From: bob@example.net\n", "withdraw 301\n")
	p.letters()
	open := func() string {
		p.write(passing("example.net")+"From: bob@example.net\n", "open 301\n")
		for _, l := range p.letters() {
			if l.to == "bob@example.net" {
				return flat(l.text)
			}
		}
		return "nothing"
	}
	if got := open(); !strings.Contains(got, "Voting on 301 opens as soon as my question about it is answered, on Tuesday 6 January 2026, 11:04 UTC at the latest") {
		t.Errorf("Bob got %s", got)
	}
	p.is("state", stateOf(t, p.m).Proposals[0].Status, "debate")
	if got := open(); !strings.Contains(got, "Please vote on 301") {
		t.Errorf("Bob got %s", got)
	}
	p.is("state", stateOf(t, p.m).Proposals[0].Status, "voting")
}

func flat(text string) string { return strings.Join(strings.Fields(text), " ") }
