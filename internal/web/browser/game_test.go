package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nomicmail/docs"
	"nomicmail/internal/moderator"
	"nomicmail/internal/store"
	"nomicmail/internal/web"
)

// salon is a site with games that are played in it.
type salon struct {
	testing.TB
	mod  *moderator.Moderator
	site *web.Site
	now  time.Time
	sent int
}

// people are invented, and so are their addresses. Some names are long, some have
// letters that not every typeface has.
var people = [][2]string{
	{"Ada", "Quillfeather"}, {"Bob", "Crumhorn"}, {"Cem", "Oatmarsh"}, {"Dora", "Zephyrine"}, {"Zsófia", "Kőszárhegyi-Tükörfúró"},
	{"İpek", "Sağıroğulları"}, {"Gil", "Ash"}, {"Hana", "Lindqvist"},
}

// played is a site with three games: tea, in which everything happened that pages
// tell of, sealed, in which a secret vote runs, and new, which has not begun.
func played(t testing.TB) *salon {
	t.Helper()
	book := store.Memory()
	s := &salon{TB: t, now: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
	var err error
	s.mod, err = moderator.New(book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+", Organisers: []string{"boss@example.org"}, Now: func() time.Time { return s.now }})
	s.must(err)
	s.site, err = web.New(web.Options{Book: book, Clerk: s.mod, Language: "en", Guide: docs.Guide, Now: func() time.Time { return s.now }})
	s.must(err)
	s.game("tea", "en", len(people), nil)
	s.game("sealed", "hu", 3, map[string]string{"ballots": "sealed"})
	s.game("new", "tr", 4, nil)
	s.order("start", "tea", "")
	s.order("start", "sealed", "")
	s.circuit()
	s.disputes()
	s.counted("sealed", s.mover("sealed"), "új szabály\nMindenki teát iszik.\nvége")
	return s
}

func (s *salon) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *salon) game(name, lang string, players int, customs map[string]string) {
	s.Helper()
	all := map[string]string{"debate_least": "0h", "missing_vote": "abstain", "trust": "from"}
	for k, v := range customs {
		all[k] = v
	}
	f := moderator.GameFile{Name: name, Ruleset: "suber-mail." + lang, Language: lang, Timezone: "Europe/Lisbon", Customs: all}
	for i, p := range people[:players] {
		f.Players = append(f.Players, moderator.PlayerFile{Given: p[0], Surname: p[1], Addresses: []string{fmt.Sprintf("p%d@example.org", i)}})
	}
	_, err := s.mod.Create(f, "boss@example.org", s.now)
	s.must(err)
}

func (s *salon) order(verb, game, words string) {
	s.Helper()
	s.now = s.now.Add(time.Minute)
	_, err := s.mod.Act(moderator.Act{Game: game, By: "boss@example.org", Verb: verb, Words: words, At: s.now})
	s.must(err)
}

// says has a player write to a game, and gives what became of it.
func (s *salon) says(game string, who int, text string) string {
	s.Helper()
	s.now = s.now.Add(time.Minute)
	s.sent++
	raw := fmt.Sprintf("From: p%d@example.org\r\nTo: nomic+%s@nomic.example.org\r\nSubject: hello\r\nMessage-ID: <%d@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n",
		who, game, s.sent, strings.ReplaceAll(text, "\n", "\r\n"))
	o, err := s.mod.Receive(moderator.Mail{Raw: []byte(raw), At: s.now, Where: "test"})
	s.must(err)
	return o.Outcome
}

// counted has a player write what must count.
func (s *salon) counted(game string, who int, text string) {
	s.Helper()
	if o := s.says(game, who, text); o != "counted" {
		s.Fatalf("it is %s what %s writes to %s: %s", o, people[who][0], game, text)
	}
}

// mover is whose turn it is, by place among people.
func (s *salon) mover(game string) int {
	s.Helper()
	g, err := s.mod.Game(game)
	s.must(err)
	p := g.Player(g.Turn.Mover)
	for i, name := range people {
		if p != nil && p.Name() == name[0]+" "+name[1] {
			return i
		}
	}
	s.Fatalf("nobody is to move in %s", game)
	return 0
}

// circuit plays some turns of tea: rules of all kinds are changed, some proposals
// fall, and what is said about them is long, foreign and wide.
func (s *salon) circuit() {
	s.Helper()
	s.turn("enact\ntitle: Tea\n"+long+"\nclause:\ngoal = 300\nend", "FOR")
	s.turn("amend 203\nA rule-change is adopted if everybody who votes at all votes for it, and nobody yawns.\nend", "FOR")
	s.turn("repeal 211\nend", "AGAINST")
	s.turn("transmute 110\nend", "FOR")
	s.turn("enact\ntitle: "+strings.Repeat("Donaudampfschifffahrts", 4)+"\nhttps://example.org/"+strings.Repeat("long/", 40)+"\nend", "FOR")
	s.turn("repeal 209\nend", "FOR")
	s.turn("amend 301\nTea is drunk at five, by everybody.\nend", "FOR")
	s.turn("enact\ntitle: Biscuits\nThere are biscuits.\nend", "FOR")
	s.turn("amend 308\nThere are biscuits, and they are shared.\nend", "FOR")
}

// long is the text of a rule as players write them who like to.
const long = `Players drink tea at the following times:
(a) at five o'clock in the afternoon, in the time zone of the player who has the most points, or, if several have, of whoever of them comes first in the alphabet;
(b) whenever a proposal is defeated;
(c) on the birthday of every player, under Rule 203 as well as Rule 112.

Whoever drinks none says so to all, and keeps the points. Çay, té, chá, tea: árvíztűrő tükörfúrógép.`

func (s *salon) turn(proposal, vote string) {
	s.Helper()
	mover := s.mover("tea")
	s.counted("tea", mover, proposal)
	g, err := s.mod.Game("tea")
	s.must(err)
	number := g.Proposals[len(g.Proposals)-1].Number
	s.counted("tea", (mover+1)%len(people), fmt.Sprintf("all: What kind of tea is it? I had %d cups of coffee and "+strings.Repeat("verylongword", 12)+".", s.sent))
	for who := range people {
		s.counted("tea", who, fmt.Sprintf("%d %s", number, vote))
	}
}

// disputes has players call a Judge twice, and leaves a proposal in the middle of
// its vote.
func (s *salon) disputes() {
	s.Helper()
	s.counted("tea", s.mover("tea"), "enact\ntitle: Cups\nEverybody brings a cup.\nend")
	s.counted("tea", 0, "310 FOR")
	s.counted("tea", 1, "judgment: Is green a colour of tea?")
	g, err := s.mod.Game("tea")
	s.must(err)
	for who := range people { // whoever is the Judge
		s.says("tea", who, "ruling 1 FALSE\nIt is a kind, and not a colour.")
	}
	s.counted("tea", 2, "judgment: May a cup be a mug?")
	if n := len(g.Proposals); g.Proposals[n-1].State != "voting" {
		s.Fatalf("the last proposal is %s", g.Proposals[n-1].State)
	}
}
