package rules_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"nomicmail/internal/rules"
	"nomicmail/rulesets"
)

var (
	games     = flag.Int("games", 500, "random games that TestReckoning plays")
	firstGame = flag.Uint64("first-game", 1, "seed of the first of them")
)

const (
	longestGame = 300 // moves
	enough      = 10  // games of 500 that must see a thing, so that they try the rules
)

// worthSeeing is what random games are for.
var worthSeeing = []string{
	"won", "disputed", "alone", "forfeit", "two circuits", "majority", "order changed", "no room (209)",
	"adopted enact", "adopted amend", "adopted repeal", "adopted transmute", "immutable made mutable",
	"adopted amendment of an amendment", "defeated amend", "defeated transmute", "withdrawn enact",
}

// TestReckoning plays random games with the engine and with the reckoning of
// this package's tests, and compares them after each move.
func TestReckoning(t *testing.T) {
	t.Parallel()
	set, err := rulesets.Load("suber-mail.en")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for seed := *firstGame; seed < *firstGame+uint64(*games); seed++ {
		r := &chance{Rand: rand.New(rand.NewPCG(seed, 301))}
		s := r.setting()
		both := begin(set.Rules, s)
		var moves []move
		for err = both.agree(); err == nil && len(moves) < longestGame && !both.table.ended(); {
			moves = append(moves, r.move(both.table, s))
			err = both.play(moves[len(moves)-1])
		}
		if err != nil {
			differ := func(moves []move) error { return replayed(set.Rules, s, moves) }
			t.Fatalf("game %d, %+v:\n%s", seed, s, shortest(moves, 10_000, differ))
		}
		if err := both.replay(); err != nil {
			t.Fatalf("game %d: %v", seed, err)
		}
		both.census(seen)
	}
	t.Logf("%d games: %v", *games, seen)
	for _, what := range worthSeeing {
		if *games >= 500 && seen[what] < enough {
			t.Errorf("only %d of %d games saw %q", seen[what], *games, what)
		}
	}
}

// pair is one game, played twice.
type pair struct {
	table  *table
	game   *rules.Game
	record []entry
	err    error
}

type entry struct {
	event rules.Event
	at    time.Time
}

func (p *pair) now() time.Time {
	return time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC).Add(time.Duration(p.table.hour) * time.Hour)
}

// sit sets the reckoning's game up, before anybody has joined.
func sit(initial []rules.Rule, s setting) *table {
	t := &table{least: s.least, most: s.most, period: s.period, silence: s.silence, abstain: s.abstain, ownVote: s.ownVote, pass: s.pass}
	for _, r := range initial {
		t.laws = append(t.laws, &law{
			wording: wording{text: r.Text, clause: r.Clause, told: suber[r.Number]},
			number:  r.Number, mutable: r.Number >= 200,
		})
	}
	return t
}

// begin sets a game up with its first players and starts it.
func begin(initial []rules.Rule, s setting) *pair {
	p := &pair{game: &rules.Game{}, table: sit(initial, s)}
	p.apply(rules.GameCreated{Name: "random", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC", Customs: s.customs(), Rules: slices.Clone(initial)}, p.now())
	for _, n := range s.names {
		p.table.join(n[0], n[1])
		p.do(rules.Join{Given: n[0], Surname: n[1]}, rules.By{}, p.now())
	}
	p.table.start()
	p.do(rules.Start{}, rules.By{Organiser: true}, p.now())
	return p
}

// customs are the settings as a game keeps them.
func (s setting) customs() map[string]string {
	customs := map[string]string{
		"joining":          "open",
		"debate_least":     fmt.Sprintf("%dh", s.least),
		"debate_most":      fmt.Sprintf("%dh", s.most),
		"vote_period":      fmt.Sprintf("%dh", s.period),
		"missing_vote":     s.silence,
		"missing_proposal": "wait",
		"proposer_votes":   "asked",
		"abstain":          "no",
		"second_thoughts":  "0h",
	}
	if s.pass > 0 {
		customs["missing_proposal"], customs["propose_period"] = "pass", fmt.Sprintf("%dh", s.pass)
	}
	if s.abstain {
		customs["abstain"] = "yes"
	}
	if s.ownVote {
		customs["proposer_votes"] = "for"
	}
	return customs
}

func (p *pair) apply(e rules.Event, at time.Time) {
	p.record = append(p.record, entry{e, at})
	p.game.Apply(e, at)
}

// do gives a command to the engine and says whether it took it.
func (p *pair) do(c rules.Command, by rules.By, at time.Time) bool {
	events, err := rules.Decide(p.game, c, by, at)
	var refusal *rules.Refusal
	if err != nil && !errors.As(err, &refusal) {
		p.err = fmt.Errorf("%T gave an error that is no refusal: %w", c, err)
	}
	for _, e := range events {
		p.apply(e, at)
	}
	p.confirm(at)
	return err == nil
}

// confirm says of a win that waits that the clauses are right: the reckoning
// follows the clauses, whatever the texts say.
func (p *pair) confirm(at time.Time) {
	for p.game.Awaiting != nil {
		r := p.game.Rule(p.game.Awaiting.Rules[0])
		events, err := rules.Decide(p.game, rules.SettleClause{Rule: r.Number, Clause: r.Clause}, rules.By{Organiser: true}, at)
		if err != nil {
			p.err = fmt.Errorf("a win waits for rule %d, and that cannot be settled: %w", r.Number, err)
			return
		}
		for _, e := range events {
			p.apply(e, at)
		}
	}
}

// play makes the move in both games.
func (p *pair) play(m move) error {
	if err := p.pass(m.wait); err != nil {
		return err
	}
	c, by := m.command()
	took := m.verb == "tick" || p.do(c, by, p.now())
	if mine := p.table.play(m); took != mine {
		_, err := rules.Decide(p.game, c, by, p.now())
		return fmt.Errorf("%v: the engine took it: %v, the reckoning: %v (%v)", m, took, mine, err)
	}
	if err := p.agree(); err != nil {
		return fmt.Errorf("%v: %w", m, err)
	}
	return p.err
}

// pass lets hours go by, with a tick whenever the engine says that one is due.
func (p *pair) pass(hours int) error {
	target := p.now().Add(time.Duration(hours) * time.Hour)
	begun := p.now()
	from := p.table.hour
	for range 100 {
		due := p.game.NextDeadline()
		if due.IsZero() || due.After(target) {
			p.table.hour = from + hours
			return nil
		}
		p.table.hour = from + int(due.Sub(begun)/time.Hour)
		p.do(rules.Tick{}, rules.By{}, due)
		p.table.tick()
		if err := p.agree(); err != nil {
			return fmt.Errorf("when the deadline of %s came: %w", due, err)
		}
	}
	return fmt.Errorf("the deadline stays at %s however often the clock ticks", p.game.NextDeadline())
}

// command is the move as the engine wants it.
func (m move) command() (rules.Command, rules.By) {
	by := rules.By{Player: rules.PlayerID(fmt.Sprintf("p%d", m.who+1))}
	switch m.verb {
	case "join":
		return rules.Join{Given: m.given, Surname: m.surname}, rules.By{}
	case "forfeit":
		return rules.Forfeit{}, by
	case "settle":
		return rules.SettleWin{Players: []rules.PlayerID{by.Player}}, rules.By{Organiser: true}
	case "propose":
		var drafts []rules.Draft
		for _, c := range m.changes {
			drafts = append(drafts, c.draft())
		}
		return rules.Propose{Drafts: drafts}, by
	case "revise":
		return rules.Revise{Proposal: m.number, Draft: m.changes[0].draft()}, by
	case "withdraw":
		return rules.WithdrawProposal{Proposal: m.number}, by
	case "open":
		return rules.OpenVoting{Proposal: m.number}, by
	case "vote":
		if m.say == "withdrawn" {
			return rules.WithdrawVote{Proposal: m.number}, by
		}
		return rules.Vote{Proposal: m.number, Option: rules.Option(m.say), Nonce: "n"}, by
	}
	return rules.Tick{}, rules.By{}
}

func (c change) draft() rules.Draft {
	d := rules.Draft{Kind: rules.Kind(c.kind), Rule: c.rule, Amendment: c.amendment, Text: c.text, Clause: c.clause}
	if c.addition != "" {
		d.Edit = &rules.Edit{New: c.addition}
	}
	return d
}

func (t *table) ended() bool { return t.over != "" && t.over != "disputed" }

// play makes the move in the reckoning and says whether it was lawful.
func (t *table) play(m move) bool {
	if m.verb == "join" {
		return t.over == "" && t.join(m.given, m.surname)
	}
	s := t.seats[m.who]
	switch m.verb {
	case "forfeit":
		return t.forfeit(s)
	case "settle":
		return t.settle(s)
	case "propose":
		return t.propose(s, m.changes)
	case "revise":
		return t.revise(s, m.number, m.changes[0])
	case "withdraw":
		return t.withdraw(s, m.number)
	case "open":
		return t.askToOpen(s, m.number)
	case "vote":
		return t.vote(s, m.number, m.say)
	}
	return true
}

// replay applies the record to a new game, which must come out the same.
func (p *pair) replay() error {
	again := &pair{table: p.table, game: &rules.Game{}}
	for _, e := range p.record {
		again.game.Apply(e.event, e.at)
	}
	if err := again.agree(); err != nil {
		return fmt.Errorf("replayed from its record: %w", err)
	}
	return nil
}

// census notes what the game has seen.
func (p *pair) census(seen map[string]int) {
	t := p.table
	note := func(what string, has bool) {
		if has {
			seen[what]++
		}
	}
	note("won", t.over == "won")
	note("alone", t.over == "alone")
	note("disputed", t.disputed)
	note("two circuits", t.circuits >= 2)
	note("majority", t.majority)
	note("no room (209)", t.count(true) == 25)
	note("order changed", t.answer("turn_order") != "by_surname")
	note("forfeit", slices.ContainsFunc(t.seats, func(s *seat) bool { return s.left }))
	some := map[string]bool{}
	for _, p := range t.polls {
		some[p.state+" "+p.change.kind] = true
		if p.change.amendment != 0 {
			some[p.state+" amendment of an amendment"] = true
		}
	}
	for _, l := range t.laws {
		if l.mutable && len(l.was) > 0 && l.was[0] < 200 {
			some["immutable made mutable"] = true
		}
	}
	for what, has := range some {
		note(what, has)
	}
}

// replayed plays moves until the two differ, and says where.
func replayed(initial []rules.Rule, s setting, moves []move) error {
	both := begin(initial, s)
	err := both.agree()
	for i := 0; err == nil && i < len(moves); i++ {
		if moves[i].who >= len(both.table.seats) {
			return nil
		}
		err = both.play(moves[i])
	}
	return err
}

// shortest leaves moves out of a game on which the two differ, while they
// still do and for so many tries, and tells the rest.
func shortest(moves []move, tries int, differ func([]move) error) string {
	for size := max(1, len(moves)/2); size > 0; size /= 2 {
		for i := len(moves) - size; i >= 0 && tries > 0; i -= size {
			tries--
			if without := slices.Delete(slices.Clone(moves), i, i+size); differ(without) != nil {
				moves = without
			}
			i = min(i, len(moves))
		}
	}
	var b strings.Builder
	for _, m := range moves {
		fmt.Fprintln(&b, m)
	}
	return b.String() + fmt.Sprint(differ(moves))
}
