package moderator_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/moderator"
	"nomicmail/internal/rules"
	"nomicmail/internal/store"
)

// parlour is a game of Cleo Abbot, Ada Quillfeather and Bram Zuidema, who move in
// that order and joined as Ada, Bram, Cleo.
type parlour struct {
	*testing.T
	m    *moderator.Moderator
	book *store.Store
	at   time.Time
	sent int
}

// seated is a parlour whose game has begun by suber-mail.en, without debate.
func seated(t *testing.T) *parlour {
	t.Helper()
	p := &parlour{T: t, book: store.Memory(), at: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
	m, err := moderator.New(p.book, moderator.Settings{
		Address: "nomic@nomic.example.org", Delimiter: "+", Rand: bytes.NewReader(make([]byte, 1<<16)),
	})
	if err != nil {
		t.Fatal(err)
	}
	p.m = m
	f := moderator.GameFile{Name: "tea", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC",
		Customs: map[string]string{"trust": "from", "debate_least": "0h"}}
	for _, n := range [][2]string{{"Ada", "Quillfeather"}, {"Bram", "Zuidema"}, {"Cleo", "Abbot"}} {
		f.Players = append(f.Players, moderator.PlayerFile{Given: n[0], Surname: n[1], Addresses: []string{strings.ToLower(n[0]) + "@example.org"}})
	}
	if _, err := m.Create(f, "org", p.at); err != nil {
		t.Fatal(err)
	}
	p.order("start", "", "")
	return p
}

func (p *parlour) order(verb, player, words string) {
	p.Helper()
	if _, err := p.m.Act(moderator.Act{Game: "tea", By: "org", Verb: verb, Player: player, Words: words, At: p.at}); err != nil {
		p.Fatalf("%s %s: %v", verb, words, err)
	}
}

// says sends a mail that must count.
func (p *parlour) says(who, text string) {
	p.Helper()
	p.at, p.sent = p.at.Add(time.Hour), p.sent+1
	raw := fmt.Sprintf("From: %s@example.org\r\nTo: nomic+tea@nomic.example.org\r\nSubject: my move\r\nDate: %s\r\nMessage-ID: <%d@example.org>\r\n\r\n%s",
		who, p.at.Format(time.RFC1123Z), p.sent, strings.ReplaceAll(text, "\n", "\r\n"))
	o, err := p.m.Receive(moderator.Mail{Raw: []byte(raw), At: p.at, Where: "parlour"})
	if err != nil || o.Outcome != "counted" {
		p.Fatalf("%s writes %q: %+v, %v", who, text, o, err)
	}
}

func (p *parlour) game() *rules.Game {
	p.Helper()
	g, err := p.m.Game("tea")
	if err != nil {
		p.Fatal(err)
	}
	return g
}

func (p *parlour) state() moderator.State { p.Helper(); return moderator.StateOf(p.game()) }

// move plays one move of an [exhibit].
func (p *parlour) move(move, proposal string) {
	p.Helper()
	who, does, _ := strings.Cut(move, " ")
	switch does {
	case "leaves":
		p.order("as", who, "forfeit")
		return
	case "joins":
		p.order("add", "", who+" ECK <"+strings.ToLower(who)+"@example.org>")
		return
	}
	i := strings.LastIndex(move, " ")
	if i > 0 {
		proposal = move[:i] + "\n"
	}
	g := p.game()
	mover := g.Player(g.Turn.Mover).Given
	p.says(strings.ToLower(mover), proposal)
	p.vote(g.NextNumber(), move[i+1:])
}

// vote has all who play vote, in the order of turns with which the game began.
func (p *parlour) vote(number int, marks string) {
	p.Helper()
	for i, who := range []string{"cleo", "ada", "bram"}[:len(marks)] {
		if word := map[byte]string{'+': "for", '-': "against", '0': "abstain"}[marks[i]]; word != "" {
			p.says(who, fmt.Sprintf("%d %s", number, word))
		}
	}
	if strings.Contains(marks, ".") {
		p.at = p.at.AddDate(0, 0, 8)
		if err := p.m.Tick(p.at); err != nil {
			p.Fatal(err)
		}
	}
	if state := p.game().Proposal(number).State; state != rules.Adopted && state != rules.Defeated {
		p.Fatalf("%d is %s after %q", number, state, marks)
	}
}

// compare compares points and ledger with what an exhibit wants.
func (p *parlour) compare(e exhibit) {
	p.Helper()
	g := p.game()
	var points, ledger []string
	for _, i := range []int{2, 0, 1, 3} {
		if i < len(g.Players) {
			points = append(points, g.Players[i].Points.String())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(g.Ledger)) {
		ledger = append(ledger, name+" = "+g.Ledger[name])
	}
	if got := strings.Join(points, ", "); got != e.points && e.points != "" {
		p.Errorf("the points are %s, want %s", got, e.points)
	}
	if e.points != "" && !slices.Equal(ledger, e.ledger) {
		p.Errorf("the ledger is %q, want %q", ledger, e.ledger)
	}
	if g.Status != rules.Running || g.Stuck != nil {
		p.Errorf("the game is %s, stuck by %+v", g.Status, g.Stuck)
	}
}

func (p *parlour) custom(name, want string) {
	p.Helper()
	if got, from := p.game().Custom(name); got != want || from != "301" {
		p.Errorf("%s is %s by %s, want %s by rule 301", name, got, from, want)
	}
}

// throws are what the dice have shown.
func (p *parlour) throws(n int) (shown []int64) {
	p.Helper()
	for e, err := range p.book.Entries("tea", 1) {
		if err != nil {
			p.Fatal(err)
		}
		for _, ev := range e.Events {
			if d, is := ev.(rules.DieThrown); is {
				shown = append(shown, d.Value)
			}
		}
	}
	if len(shown) != n {
		p.Fatalf("%d throws, want %d", len(shown), n)
	}
	return shown
}

// gone wants a rule to have repealed itself.
func (p *parlour) gone(number int) {
	p.Helper()
	g := p.game()
	if r := g.Rule(number); r != nil || len(g.Gone) != 1 || g.Gone[0].Number != number {
		p.Errorf("rule %d is still there: %v", number, r)
	}
}
